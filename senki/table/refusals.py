"""Refusals: what is not carried out, and why, in words for people (`refusals.toml`) or for programmers."""

from __future__ import annotations

from msgspec import Struct

from senki.engine.clauses import Objection
from senki.engine.data import read_toml
from senki.engine.messages import Messages

REASONS = Messages(read_toml("senki.table", "refusals.toml"), lambda _, name, __: name)


class ObjectionForm(Struct):
    """Why not: the clause, the message that says it, and the facts of the case."""

    clause: str
    key: str
    facts: dict[str, str]


def objection_forms(objections: list[Objection]) -> list[ObjectionForm]:
    """Objections as they are sent."""
    return [ObjectionForm(found.clause, found.key, found.facts) for found in objections]


class Refused(Exception):
    """A request that is not carried out: nothing has changed.

    What a person may run into names its sentence (`because`, in refusals.toml): the facts then hold it twice.
    """

    def __init__(
        self, code: str, objections: list[ObjectionForm] | None = None, because: str = "", **facts: str | int
    ) -> None:
        super().__init__(code)
        self.code = code
        self.objections = objections
        self.facts: dict[str, str | int] = facts
        if because:
            self.facts |= {"why": REASONS.say(because, facts, "en"), "why_ja": REASONS.say(because, facts, "ja")}
