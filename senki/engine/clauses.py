"""Clauses: the rulebook's sentences, the code that enforces them, and objections that name them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

RuleFunction = TypeVar("RuleFunction", bound=Callable[..., object])


def enforces(*clauses: str) -> Callable[[RuleFunction], RuleFunction]:
    """Mark a function as the code of these clauses.

    The mark is for readers and for `senki clauses`, which finds it in the source; the function itself stays as it is.
    """

    def mark(rule: RuleFunction) -> RuleFunction:
        return rule

    return mark


class Objection:
    """A reason why an option is not allowed: the clause, and the facts of the case.

    `key` picks a more exact sentence than the clause's own, if the game has one for this situation.
    """

    def __init__(self, clause: str, facts: dict[str, str], key: str = "") -> None:
        self.clause = clause
        self.facts = facts
        self.key = key or clause

    def __repr__(self) -> str:
        return f"Objection({self.clause}, {self.facts})"


def forbid(clause: str, key: str = "", **facts: str) -> Objection:
    """The objection that this clause raises here."""
    return Objection(clause, facts, key)


def shortest(reasons: list[list[Objection]]) -> list[Objection]:
    """The reasons of whoever is nearest to being allowed."""
    best: list[Objection] = []
    for some in reasons:
        if some and (not best or len(some) < len(best)):
            best = some
    return best


class Clause:
    """One numbered sentence of the rulebook with its provenance, in each language.

    A `note` only describes (a scale, where a word comes from): there is nothing in it to enforce or to show.
    """

    def __init__(
        self,
        number: str,
        provenance: list[str],
        source: str,
        text: dict[str, str],
        reason: dict[str, str],
        note: bool = False,
    ) -> None:
        self.number = number
        self.provenance = provenance
        self.source = source
        self.text = text
        self.reason = reason
        self.note = note


class Section:
    """A chapter of the rulebook."""

    def __init__(self, number: str, title: dict[str, str], clauses: list[Clause]) -> None:
        self.number = number
        self.title = title
        self.clauses = clauses


class Rulebook:
    """The clause catalogue of one game."""

    def __init__(self, sections: list[Section]) -> None:
        self.sections = sections
        self.clauses: dict[str, Clause] = {c.number: c for s in sections for c in s.clauses}

    def __contains__(self, clause: str) -> bool:
        return clause in self.clauses

    def text(self, clause: str, lang: str) -> str:
        """The clause's sentence in a language, or nothing if there is no such clause."""
        found = self.clauses.get(clause)
        return found.text[lang] if found is not None else ""
