"""Events: what happened, as typed facts that a log, an animation or a count can read."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

Fact = str | int
StoredEvent = dict[str, str | int | list[int]]
ONLY: Final = "only"
"""In a stored event: the sides that may hear it."""
INSTEAD: Final = "instead"
"""In a stored event: it tells those sides less than another one, which they may not hear before the game is over."""


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
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


def whole_moves(events: list[Event]) -> list[Event]:
    """Events as they are told: the steps of one march as one move, and one move of those who went together.

    Steps join if one kind of event follows itself, each from where the last one ended (`origin`, `to`). A whole move
    names all who made it (`unit`), where they came from, where they got to and what it cost them in all.
    """
    steps: list[Event] = []
    for event in events:
        last = steps[-1] if steps else None
        if last is not None and _goes_along(last, event):
            facts = dict(last.facts)
            facts["unit"] = f"{facts['unit']} {event.facts['unit']}"
            steps[-1] = Event(last.kind, last.clause, facts, last.only, last.instead)
        else:
            steps.append(event)
    told: list[Event] = []
    for event in steps:
        last = told[-1] if told else None
        if last is not None and _goes_on(last, event):
            facts = dict(event.facts)
            facts["origin"] = last.facts["origin"]
            if "cost" in facts:
                facts["cost"] = int(str(facts["cost"])) + int(str(last.facts.get("cost", 0)))
            told[-1] = Event(event.kind, event.clause, facts, event.only, event.instead)
        else:
            told.append(event)
    return told


def _of_one_kind(last: Event, event: Event) -> bool:
    """Do two events tell the same hearers of steps of one kind?"""
    if event.kind != last.kind or event.only != last.only or event.instead != last.instead:
        return False
    return _is_step(event) and _is_step(last)


def _is_step(event: Event) -> bool:
    return "unit" in event.facts and bool(event.facts.get("origin")) and "to" in event.facts


def _goes_along(last: Event, event: Event) -> bool:
    """Does an event tell of the same step as the last one, made by another piece?"""
    if not _of_one_kind(last, event):
        return False
    same = all(event.facts.get(name) == fact for name, fact in last.facts.items() if name != "unit")
    return same and str(event.facts["unit"]) not in str(last.facts["unit"]).split()


def _goes_on(last: Event, event: Event) -> bool:
    """Does an event tell of the next step of those of whom the last one told?"""
    if not _of_one_kind(last, event):
        return False
    return event.facts["unit"] == last.facts["unit"] and event.facts["origin"] == last.facts["to"]


def heard(stored: list[StoredEvent], side: int) -> list[StoredEvent]:
    """What a side (-1: a spectator) hears of stored events."""
    return _bare([event for event in stored if side in event.get(ONLY, [side])])  # type: ignore[operator]


def told_to_all(stored: list[StoredEvent]) -> list[StoredEvent]:
    """Stored events once everybody may hear them, without those that told some sides less."""
    return _bare([event for event in stored if INSTEAD not in event])


def _bare(stored: list[StoredEvent]) -> list[StoredEvent]:
    return [{name: fact for name, fact in event.items() if name not in (ONLY, INSTEAD)} for event in stored]
