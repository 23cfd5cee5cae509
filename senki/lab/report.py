"""What a series of games says: shares with their intervals, spreads and counts."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import asdict, dataclass
from statistics import mean, median

from senki.engine.game import Game
from senki.lab.simulate import Plan, Trial

NORMAL_95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after Wilson: sound for few games and shares near 0 and 1."""
    if games == 0:
        return 0.0, 1.0
    z2 = NORMAL_95**2
    share = wins / games
    centre = (share + z2 / (2 * games)) / (1 + z2 / games)
    reach = NORMAL_95 * math.sqrt(share * (1 - share) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return max(0.0, centre - reach), min(1.0, centre + reach)


@dataclass
class Share:
    """How many games somebody won: a side, a player, or a player on one side (None: any)."""

    side: int | None
    player: str | None
    wins: int
    games: int

    @property
    def rate(self) -> float:
        """The share of games won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % confidence interval."""
        return wilson(self.wins, self.games)


@dataclass
class Spread:
    """A number of each game: its least, mean, median and greatest value."""

    least: float
    mean: float
    median: float
    greatest: float


@dataclass
class Pace:
    """How much a player decided and how long it took."""

    player: str
    decisions: int
    seconds: float

    @property
    def per_decision(self) -> float:
        """Seconds a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


@dataclass
class Summary:
    """A whole series."""

    games: int
    shares: list[Share]
    draws: int
    points: list[tuple[int, int, int]]
    """A histogram: from, to, games."""
    turns: Spread
    decisions: Spread
    rolls: Spread
    paces: list[Pace]


def summarise(trials: list[Trial]) -> Summary:
    """The summary of the games played; there must be one at least."""
    return Summary(
        games=len(trials),
        shares=shares(trials),
        draws=sum(trial.winner < 0 for trial in trials),
        points=histogram([trial.points for trial in trials]),
        turns=spread([trial.turns for trial in trials]),
        decisions=spread([sum(trial.decisions) for trial in trials]),
        rolls=spread([trial.rolls for trial in trials]),
        paces=paces(trials),
    )


def outline(game: Game, summary: Summary) -> dict[str, object]:
    """A summary as plain JSON values; a side or player that is null stands for any."""
    rows = [
        {
            "side": game.sides[share.side].id if share.side is not None else None,
            "player": share.player,
            "wins": share.wins,
            "games": share.games,
            "rate": share.rate,
            "interval": list(share.interval),
        }
        for share in summary.shares
    ]
    return {
        "games": summary.games,
        "draws": summary.draws,
        "shares": rows,
        "points": [{"from": low, "to": high, "games": games} for low, high, games in summary.points],
        "turns": asdict(summary.turns),
        "decisions": asdict(summary.decisions),
        "rolls": asdict(summary.rolls),
        "paces": [asdict(pace) | {"per_decision": pace.per_decision} for pace in summary.paces],
    }


def shares(trials: list[Trial]) -> list[Share]:
    """Games won per side; where the players changed sides also per player, and per player and side."""
    sides = range(len(trials[0].players))
    seated = sorted({(side, trial.players[side]) for trial in trials for side in sides})
    found = [_share(trials, side, None if _changed(seated, side) else _only(seated, side)) for side in sides]
    if any(_changed(seated, side) for side in sides):
        players = list(dict.fromkeys(player for _, player in seated))
        found += [_share(trials, None, player) for player in players]
        found += [_share(trials, side, player) for player in players for side, other in seated if other == player]
    return found


def _changed(seated: list[tuple[int, str]], side: int) -> bool:
    return sum(place == side for place, _ in seated) > 1


def _only(seated: list[tuple[int, str]], side: int) -> str:
    return next(player for place, player in seated if place == side)


def _share(trials: list[Trial], side: int | None, player: str | None) -> Share:
    """The games in which this player sat on this side, and how many of them were won from there."""
    wins = games = 0
    for trial in trials:
        seats = [place for place, spec in enumerate(trial.players) if side in (None, place) and player in (None, spec)]
        games += bool(seats)
        wins += trial.winner in seats
    return Share(side, player, wins, games)


def histogram(values: list[int], most: int = 20) -> list[tuple[int, int, int]]:
    """How often each value came, gaps included; values are put together where there would be too many rows."""
    low, high = min(values), max(values)
    width = math.ceil((high - low + 1) / most)
    counts = Counter((value - low) // width for value in values)
    return [(low + row * width, low + row * width + width - 1, counts[row]) for row in range((high - low) // width + 1)]


def spread(values: list[int]) -> Spread:
    """The spread of a number over the games."""
    return Spread(min(values), mean(values), median(values), max(values))


def paces(trials: list[Trial]) -> list[Pace]:
    """Decisions and time of each player, in order of their names."""
    found: dict[str, Pace] = {}
    for trial in trials:
        for side, player in enumerate(trial.players):
            pace = found.setdefault(player, Pace(player, 0, 0.0))
            pace.decisions += trial.decisions[side]
            pace.seconds += trial.seconds[side]
    return [found[player] for player in sorted(found)]


def pairs_of(plan: Plan, trials: list[Trial]) -> list[list[int]]:
    """By pair: the grades of its games for the player who began on the first side."""
    size = len(plan.players)
    found: list[list[int]] = [[] for _ in range(max((trial.index for trial in trials), default=-1) // size + 1)]
    for trial in sorted(trials, key=lambda trial: trial.index):
        found[trial.index // size].append(trial.grade if trial.index % size == 0 else -trial.grade)
    return found
