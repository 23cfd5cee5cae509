"""The JSON form of a position of Sicily. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

import msgspec

from senki.games.sicily.position import SicilyPosition


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a scenario."""

    scenario: str = "campaign"


def read_position(form: object, where: str) -> SicilyPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    raise AssertionError
