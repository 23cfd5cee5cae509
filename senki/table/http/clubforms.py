"""What answers about people and their games hold, where a service is public."""

from __future__ import annotations

from senki.table.http.forms import Answer, EndingForm


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
