"""Duties: what must be done before a phase may be closed, each naming what is still missing."""

from __future__ import annotations

from typing import Generic

from mypy_extensions import mypyc_attr

from senki.engine.clauses import Objection
from senki.engine.position import P


@mypyc_attr(allow_interpreted_subclasses=True)
class Duty(Generic[P]):
    """One thing a side must have done before it closes a phase. Whoever lists it makes sure that it can still be done:
    a duty that cannot be met any more is none."""

    def missing(self, p: P, all_of_it: bool) -> list[Objection]:
        """What is missing, piece by piece with its clause; the first of it is enough unless all of it is asked for."""
        raise AssertionError("a duty says what is missing")


def may_close(duties: list[Duty[P]], p: P) -> bool:
    """May the phase be closed: is nothing missing?"""
    for duty in duties:
        if duty.missing(p, False):
            return False
    return True


def still_missing(duties: list[Duty[P]], p: P) -> list[Objection]:
    """Everything that must be done before the phase may be closed."""
    found: list[Objection] = []
    for duty in duties:
        found += duty.missing(p, True)
    return found
