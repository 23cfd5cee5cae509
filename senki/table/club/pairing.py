"""Who meets whom in a tournament, on which side, and how it stands. Entrants are numbers; tables are not known here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

NOBODY = 0
"""The opponent of who has no game in a round."""
FIRST, SECOND, DRAW = "first", "second", "draw"
"""Results of a game, by who won; empty while it is played."""


@dataclass(frozen=True)
class Game:
    """A game of a tournament: who has the first side, who the second, and what came of it."""

    round: int
    board: int
    first: int
    second: int
    result: str = ""
    again: int = 0
    """0, or 1 if it is the second game of a pair whose first was drawn."""

    @property
    def winner(self) -> int | None:
        """Who won; none if nobody has."""
        return {FIRST: self.first, SECOND: self.second}.get(self.result)


def round_robin(many: int) -> list[list[tuple[int, int]]]:
    """All rounds in which everybody meets everybody once: pairs of places 0, 1, …, the first side first.

    The circle method: the last one (or nobody, if they are odd) stands still, the others turn by one each round.
    Everybody has each side equally often, or once more where their games are odd.
    """
    circle = many - 1 if many % 2 == 0 else many
    rounds = []
    for turn in range(circle):
        pairs = [((turn + i) % circle, (turn - i) % circle) for i in range(1, (circle + 1) // 2)]
        if many % 2 == 0:
            pairs.insert(0, (turn, circle) if turn % 2 else (circle, turn))
        rounds.append(pairs)
    return rounds


def bracket(many: int) -> list[tuple[int, int]]:
    """The first round of a knock-out by seeds from 1 on: the best two can only meet at its end; `NOBODY` is a bye."""
    seeds = [1]
    while len(seeds) < many:
        most = 2 * len(seeds) + 1
        seeds = [seed for one in seeds for seed in (one, most - one)]
    pairs = zip(seeds[::2], seeds[1::2], strict=True)
    return [(a, b if b <= many else NOBODY) for a, b in pairs]


def sides(a: int, b: int, played: list[Game], odd: bool) -> tuple[int, int]:
    """Two entrants in the order of their sides: who had the first one less often has it now, else by turns."""
    had = Counter(game.first for game in played if game.second != NOBODY)
    if had[a] != had[b]:
        return (a, b) if had[a] < had[b] else (b, a)
    return (b, a) if odd else (a, b)


@dataclass
class Score:
    """How an entrant stands."""

    entrant: int
    points: float = 0.0
    berger: float = 0.0
    """Sonneborn-Berger: the points of those who were beaten, and half the points of those who drew."""
    wins: int = 0
    reached: int = 0
    """The last round played, in a knock-out."""


def scores(entrants: list[int], games: list[Game]) -> dict[int, Score]:
    """Points of all games so far: 1 for a win, ½ for a draw; a round without a game brings nothing."""
    made = {one: Score(one) for one in entrants}
    met = [game for game in games if game.result and game.second != NOBODY]
    for game in met:
        for one in (game.first, game.second):
            worth = 0.5 if game.result == DRAW else float(game.winner == one)
            made[one].points += worth
            made[one].wins += worth == 1.0
    for game in met:
        for one, other in ((game.first, game.second), (game.second, game.first)):
            worth = 0.5 if game.result == DRAW else float(game.winner == one)
            made[one].berger += worth * made[other].points
    for game in games:
        for one in (game.first, game.second):
            if one != NOBODY:
                made[one].reached = max(made[one].reached, game.round + (1 if game.winner == one else 0))
    return made


def standing(entrants: list[int], games: list[Game], knock_out: bool) -> list[Score]:
    """The entrants, given in the order of their seeds, as they stand: the best first.

    All play all: by points, then Sonneborn-Berger, then wins, then seed. Knock-out: by how far they came, then seed.
    """
    made = scores(entrants, games)
    seeds = {one: place for place, one in enumerate(entrants)}
    if knock_out:
        last = {game.winner for game in games if game.round == max((g.round for g in games), default=0)}
        return sorted(made.values(), key=lambda s: (-s.reached, s.entrant not in last, seeds[s.entrant]))
    return sorted(made.values(), key=lambda s: (-s.points, -s.berger, -s.wins, seeds[s.entrant]))
