"""Events: what happened, as typed facts that a log, an animation or a count can read."""

from __future__ import annotations

from typing import Final

Fact = str | int
StoredEvent = dict[str, str | int | list[int]]
ONLY: Final = "only"
"""In a stored event: the sides that may hear it."""
INSTEAD: Final = "instead"
"""In a stored event: it tells those sides less than another one, which they may not hear before the game is over."""


class Event:
    """One change: its kind, the clause behind it and the names and numbers it speaks of.

    Everybody hears it, spectators too; or `only` some sides, if it tells what the others may not know. With `instead`
    it is what some hear in place of another event that tells more.
    """

    def __init__(
        self, kind: str, clause: str, facts: dict[str, Fact], only: list[int] | None = None, instead: bool = False
    ) -> None:
        self.kind = kind
        self.clause = clause
        self.facts = facts
        self.only = only
        self.instead = instead

    def is_heard_by(self, side: int) -> bool:
        """May a side (-1: a spectator) hear of it?"""
        return self.only is None or side in self.only

    def __repr__(self) -> str:
        told = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.kind} {told}".strip()

    def to_json(self) -> dict[str, Fact]:
        """The event as a flat object: kind, clause, then its facts."""
        flat: dict[str, Fact] = {"kind": self.kind, "clause": self.clause}
        flat.update(self.facts)
        return flat

    def stored(self) -> StoredEvent:
        """The flat object with whom it is for, as it is kept: `heard` makes of it what a side hears."""
        flat: StoredEvent = {"kind": self.kind, "clause": self.clause}
        flat.update(self.facts)
        if self.only is not None:
            flat[ONLY] = self.only
        if self.instead:
            flat[INSTEAD] = 1
        return flat


def heard(stored: list[StoredEvent], side: int) -> list[StoredEvent]:
    """What a side (-1: a spectator) hears of stored events."""
    return _bare([event for event in stored if side in event.get(ONLY, [side])])  # type: ignore[operator]


def told_to_all(stored: list[StoredEvent]) -> list[StoredEvent]:
    """Stored events once everybody may hear them, without those that told some sides less."""
    return _bare([event for event in stored if INSTEAD not in event])


def _bare(stored: list[StoredEvent]) -> list[StoredEvent]:
    return [{name: fact for name, fact in event.items() if name not in (ONLY, INSTEAD)} for event in stored]
