"""What happened in a game: where it was fought, what was lost, who led and whom the dice favoured.

Which events of a game are fights and losses and where its points stand is said by its card, in `[chronicle]`; of a game
whose card does not, nothing but the luck of the dice is noted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from senki.engine.data import read_toml, texts, words
from senki.engine.errors import Malformed
from senki.engine.events import Event
from senki.engine.forms import Piece, View
from senki.engine.game import Game
from senki.engine.option import Option, Roll
from senki.engine.position import Position

TURN_BEGAN = "turn_began"
"""The event every game tells when a turn begins, with the fact `turn`."""
UNIT = "unit"
"""The fact that names who suffered a loss."""
AT_PIECE = "|piece"
"""Ends the name of a fact that names pieces: the fight is where the first of them stands."""


@dataclass(frozen=True)
class Telling:
    """What the card of a game says of its events."""

    fights: dict[str, str]
    """By kind of event: the fact that names the places of the fight, or its pieces."""
    losses: dict[str, float | str]
    """By kind of event: how much is lost, or the fact that says it."""
    lead: list[str]
    """Tracks, or facts of notes as `note.fact`, that make up the points; a minus before it takes away."""
    lead_name: dict[str, str]
    loss_name: dict[str, str]

    @property
    def silent(self) -> bool:
        """Does the card say nothing?"""
        return not (self.fights or self.losses or self.lead)


@cache
def telling_of(package: str) -> Telling:
    """What the card in a package says; raises Malformed where it says something else than it should."""
    card = read_toml(package, "game.toml").get("chronicle")
    if card is None:
        return Telling({}, {}, [], {}, {})
    if not isinstance(card, dict):
        raise Malformed(f"{package}/game.toml: [chronicle] should be a table (docs/add-a-game.md)")
    fights, losses = card.get("fights", {}), card.get("losses", {})
    if not isinstance(fights, dict) or not isinstance(losses, dict):
        raise Malformed(f"{package}/game.toml: 'fights' and 'losses' of [chronicle] should be tables by kind of event")
    amounts = {str(kind): fact if isinstance(fact, str) else float(fact) for kind, fact in losses.items()}
    places = {str(kind): str(fact) for kind, fact in fights.items()}
    return Telling(places, amounts, texts(card, "lead"), words(card["lead_name"]), words(card["loss_name"]))


class Chronicle:
    """Listens to one game from its first position on. It changes nothing and draws nothing at random."""

    def __init__(self, game: Game, p: Position) -> None:
        self.game = game
        self.telling = telling_of(game.package)
        self.turn = 0
        self.fights: list[tuple[int, str]] = []
        self.losses: list[tuple[int, int, float]] = []
        self.lead: list[tuple[int, float]] = []
        self.luck = 0.0
        """How much the dice have raised the first side's chance to win, in the eyes of the game's advice."""
        self.sides: dict[str, int] = {}
        p.events = []

    def hear(self, p: Position) -> None:
        """Take up what the last step told."""
        events = p.events
        if not events:
            return
        for event in events:
            if event.kind == TURN_BEGAN:
                self.begin_turn(p, int(event.facts["turn"]))
            elif event.kind in self.telling.fights:
                self.fights += [(self.turn, place) for place in self.places_of(p, event)]
            elif event.kind in self.telling.losses:
                self.note_loss(p, event)
        events.clear()

    def begin_turn(self, p: Position, turn: int) -> None:
        """The turn before is over: its points are those the new one begins with."""
        if self.turn:
            self.note_lead(p)
        if self.game.hidden_information:
            # Who has come into sight by now may be gone for good when its loss is told.
            self.learn_sides(p)
        self.turn = turn

    def end(self, p: Position) -> None:
        """The game is over."""
        self.hear(p)
        self.note_lead(p)
        p.events = None

    def note_lead(self, p: Position) -> None:
        """The points as they stand."""
        found = lead_in(self.game.view(p, -1), self.telling.lead)
        if found is not None:
            self.lead.append((self.turn, found))

    def note_loss(self, p: Position, event: Event) -> None:
        """Somebody has lost something."""
        amount = self.telling.losses[event.kind]
        unit = str(event.facts[UNIT])
        if unit not in self.sides:
            self.learn_sides(p)
        if unit in self.sides:
            lost = float(event.facts[amount]) if isinstance(amount, str) else amount
            self.losses.append((self.turn, self.sides[unit], lost))

    def places_of(self, p: Position, event: Event) -> list[str]:
        """Where a fight is: the places it names, or on a plane the point where its first piece stands."""
        fact = self.telling.fights[event.kind]
        named = str(event.facts[fact.removesuffix(AT_PIECE)]).split()
        if not fact.endswith(AT_PIECE):
            return named
        pieces = self.pieces(p)
        standing = [where for name in named if name in pieces and (where := where_is(pieces[name]))]
        return standing[:1]

    def pieces(self, p: Position) -> dict[str, Piece]:
        """Every piece that any side knows by its name."""
        return {piece.id: piece for side in range(-1, len(self.game.sides)) for piece in self.game.view(p, side).pieces}

    def learn_sides(self, p: Position) -> None:
        """Remember whose the pieces are that can be seen now."""
        for name, piece in self.pieces(p).items():
            self.sides[name] = self.game.side(piece.side)

    def weigh(self, p: Position, roll: Roll, outcome: Option) -> None:
        """What an outcome about to be played is worth against the mean of all that might come."""
        values: dict[int, float] = {}
        came = mean = 0.0
        for option, effect, weight in zip(roll.outcomes, roll.effects, roll.weights, strict=True):
            if effect not in values:
                values[effect] = self.worth(p, option)
            mean += values[effect] * weight / roll.total
            if option == outcome:
                came = values[effect]
        self.luck += came - mean

    def worth(self, p: Position, option: Option) -> float:
        """The first side's chance to win after an outcome."""
        after = p.copy()
        after.play(option)
        if after.result is not None:
            return {0: 1.0, -1: 0.5}.get(after.result.winner, 0.0)
        return self.game.advice().value(after, 0)


def lead_in(view: View, terms: list[str]) -> float | None:
    """The points a view tells of; none if it tells of none of what makes them up."""
    told: dict[str, float] = {track.id: track.value for track in view.tracks}
    notes = [(note.key, note.facts) for note in view.notes] + [(field.key, field.facts) for field in view.fields]
    for key, facts in notes:
        told.update((f"{key}.{name}", fact) for name, fact in facts.items() if isinstance(fact, int))
    found = [(told[name], term) for term in terms if (name := term.removeprefix("-")) in told]
    return sum(-value if term.startswith("-") else value for value, term in found) if found else None


def where_is(piece: Piece) -> str:
    """The place of a piece, or on a plane its point as `x y`; empty if it is off the map."""
    return f"{round(piece.pose[0])} {round(piece.pose[1])}" if piece.pose else piece.place or ""
