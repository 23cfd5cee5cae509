"""What answers about people and their games hold, where a service is public."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from senki.table.club.tournaments import FEWEST, MOST
from senki.table.http.forms import Answer, EndingForm
from senki.table.play.wishes import Asked, ClockWish, DaysWish, Key, ScenarioKey, TableName


class RatingForm(Answer):
    """Somebody's rating in a game (Glicko-2), as of now."""

    game: str
    value: float
    deviation: float
    """With 95 % the strength is within two of these."""
    games: int
    """Rated games."""


class OtherForm(Answer):
    """Somebody at the other side; without an id there is no profile to be looked at."""

    id: str | None
    side: str
    kind: str
    name: str
    level: int


class FinishedForm(Answer):
    """A finished game."""

    table: str
    name: str
    game: str
    scenario: str
    side: str
    others: list[OtherForm]
    score: float
    """1, ½ or 0."""
    result: EndingForm
    ended: float
    rated: bool
    value: float | None
    """The rating after it, if it was rated, and how much that is more than before."""
    change: float | None


class RivalForm(Answer):
    """Somebody played against, and how that went."""

    id: str | None
    name: str
    won: int
    drawn: int
    lost: int


class ProfileForm(Answer):
    """What everybody may see of an account."""

    id: str
    name: str
    since: float
    hidden: bool
    you: bool
    ratings: list[RatingForm]
    games: list[FinishedForm]
    rivals: list[RivalForm]


class NewTournament(Asked):
    """A tournament to found: everybody against everybody, or knock-out."""

    game: Key
    scenario: ScenarioKey | None = None
    name: TableName = ""
    kind: Literal["round_robin", "knock_out"]
    size: Annotated[int, Field(ge=FEWEST, le=MOST)]
    """When so many have entered it begins; its founder may begin it with three."""
    clock: ClockWish | DaysWish


class MadeTournament(Answer):
    """The tournament's id."""

    id: str


class TournamentCard(Answer):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    scenario: str
    kind: str
    size: int
    entered: int
    state: Literal["open", "running", "over", "off"]
    clock: ClockWish | DaysWish
    created: float
    updated: float


class EntrantForm(Answer):
    """Somebody in a tournament, as it stands: the best first."""

    number: int
    id: str | None
    """Where there is a profile to be looked at."""
    name: str
    """Empty for somebody who was forgotten."""
    seed: int
    gone: bool
    you: bool
    points: float
    berger: float
    wins: int


class MeetingForm(Answer):
    """A game of a tournament; `second` is 0 for who has nobody to meet, `again` 1 for the second game after a draw."""

    round: int
    board: int
    again: int
    first: int
    second: int
    table: str
    """Empty for a walk-over."""
    result: Literal["", "first", "second", "draw"]


class TournamentForm(TournamentCard):
    """A tournament with its entrants and games."""

    yours: bool
    """Are you its founder?"""
    entrants: list[EntrantForm]
    games: list[MeetingForm]
