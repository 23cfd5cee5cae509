"""What Senki and an engine say to each other, one JSON object a line (docs/engine-protocol.md)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from senki.engine.forms import View

PROTOCOL = 1
"""Version of the protocol."""
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Hello(msgspec.Struct, tag="hello"):
    """The first line: what is played, and who the engine is."""

    protocol: int
    senki: str
    game: str
    rules: int
    scenario: str | None
    switches: dict[str, str]
    side: str
    sides: list[str]
    seconds: float
    seed: int


class Move(msgspec.Struct, omit_defaults=True):
    """An answer: by a side, or without one by the dice; without its text where the engine's side may not read it."""

    by: str | None = None
    text: str | None = None


class Think(msgspec.Struct, tag="think"):
    """A choice is awaited: what the side sees, what it may choose, and what was answered since it was last asked."""

    view: View
    options: list[str]
    since: int
    """Of the answers that were told before, so many still stand."""
    moves: list[Move]
    seconds: float


class Over(msgspec.Struct, tag="over"):
    """The game has ended: the last view, with its result."""

    view: View


class Quit(msgspec.Struct, tag="quit"):
    """Nothing more comes."""


class Ready(msgspec.Struct, tag="ready"):
    """The engine has understood the first line."""

    name: str = ""


class Chosen(msgspec.Struct, tag="choice"):
    """The engine's choice in notation, and how likely it thinks to win, if it says so."""

    option: str
    chance: Share | None = None


class Told(msgspec.Struct, tag="info"):
    """How far an engine is with its thinking, and how likely it thinks to win."""

    share: Share = 0.0
    chance: Share | None = None


Said = Ready | Chosen | Told
SAID: Any = Said
"""What an engine says, as the shape its lines are read as."""
