"""Rows of the store as typed values, and what stands as JSON in some of their columns."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from senki.engine.game import Game
from senki.engine.position import Position
from senki.engine.views import result_form

COACH = "coach"
"""The kind of the seat opposite the pupil of a lesson: a table that has one is the lesson of its game."""
UNRATED, TO_RATE, RATED = 0, 1, 2
"""Does a table count for ratings?"""


class Ending(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """How a table ended: by the rules, or because somebody resigned, both agreed, or time ran out."""

    how: str
    winner: str | None
    level: str = ""
    points: int = 0
    clause: str = ""


def ending_by_rules(game: Game, p: Position) -> Ending | None:
    """How a position says the game ended; none if it goes on."""
    if p.result is None:
        return None
    form = result_form(game, p.result)
    return Ending("rules", form.winner, form.level, form.points, form.clause)


class Clock(msgspec.Struct):
    """Seconds for the whole game and for each choice; what is left, and since when somebody's time runs.

    With `days` everybody has so many for each move, and nothing is left over for the next one.
    """

    initial: float
    increment: float
    left: dict[str, float]
    since: float | None = None
    days: int = 0


class Offer(msgspec.Struct, omit_defaults=True):
    """A question to the others: a draw, or taking back to the position after entry `back`."""

    id: str
    kind: str
    side: str
    at: int
    back: int | None = None
    agreed: list[str] = []


@dataclass(slots=True)
class TableRow:
    """A game in progress as it is stored."""

    id: str
    game: str
    rules: int
    scenario: str
    name: str
    public: bool
    owner: str
    created: float
    updated: float
    archived: bool
    n: int
    """Number of the last entry."""
    base: int
    """Entries up to here were taken over from a record; the table's own dice begin after them."""
    position: str
    origin: str | None
    """The position at entry 0, if it is not the scenario's beginning."""
    start: str | None
    """The position after entry `base`, if it is not the scenario's beginning."""
    awaits: str | None
    actor: str | None
    ending: str | None
    seed: str
    entropy: str
    clock: str | None
    offers: str
    rematch: str | None
    options: str
    """The switches that were set, as JSON."""
    dice: int
    """The version of its dice, which is the format of its record."""
    mark: str
    """Where in the game the next roll comes, for the dice."""
    assisted: bool
    """Did everybody agree at the founding that the machine may be asked for help?"""
    due: float | None
    """When the days for a move run out at the earliest, by the calendar."""
    rated: int = 0
    """Does it count for ratings: `UNRATED`, `TO_RATE` when it is over, or `RATED`."""
    tournament: str | None = None

    @property
    def switches(self) -> dict[str, str]:
        """The switches that were set."""
        found: dict[str, str] = msgspec.json.decode(self.options, type=dict[str, str])
        return found


@dataclass(slots=True)
class ListRow:
    """A table without its big texts."""

    id: str
    game: str
    rules: int
    scenario: str
    name: str
    public: bool
    owner: str
    created: float
    updated: float
    archived: bool
    n: int
    awaits: str | None
    actor: str | None
    ending: str | None
    seed: str
    clock: str | None
    rematch: str | None
    assisted: bool
    rated: int
    tournament: str | None
    due: float | None


@dataclass(slots=True)
class SeatRow:
    """A seat: `person`, `machine`, `coach`, `open` to anybody, or waiting for whoever holds its `link`."""

    table_id: str
    side: str
    kind: str
    person: str | None
    name: str
    level: int
    token: str
    entropy: str


UNDO = "undo"
"""The kind of an entry that takes others back and is their trace."""


@dataclass(slots=True)
class EntryRow:
    """One choice or roll and what it caused; `kind` names what is no move: `undo`, `resign`, `draw`, `time`."""

    table_id: str
    n: int
    side: int
    kind: str
    option: str
    back: int | None
    events: str
    at: float


@dataclass(slots=True)
class ChatRow:
    """A line of talk, for `all` or for the `watchers` alone until the game is over."""

    table_id: str
    at: float
    name: str
    side: str | None
    text: str
    audience: str = "all"


@dataclass(slots=True)
class HelpRow:
    """Help of the machine at a table between people: a `hint` or the `chances`; no side means somebody who watched."""

    n: int
    side: str
    kind: str


@dataclass(slots=True, frozen=True)
class Vacation:
    """A time in which somebody's days for a move do not run."""

    first: float
    last: float
