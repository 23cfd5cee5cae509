"""Events: what happened, as typed facts that a log, an animation or a count can read."""

from __future__ import annotations

Fact = str | int


class Event:
    """One change: its kind, the clause behind it and the names and numbers it speaks of.

    Everybody hears every event: it tells only what all sides may know.
    """

    def __init__(self, kind: str, clause: str, facts: dict[str, Fact]) -> None:
        self.kind = kind
        self.clause = clause
        self.facts = facts

    def __repr__(self) -> str:
        told = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.kind} {told}".strip()

    def to_json(self) -> dict[str, Fact]:
        """The event as a flat object: kind, clause, then its facts."""
        flat: dict[str, Fact] = {"kind": self.kind, "clause": self.clause}
        flat.update(self.facts)
        return flat
