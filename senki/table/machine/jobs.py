"""What worker processes are asked to do, and what they answer: the messages between the service and its workers.

Both ways a message is four bytes with its length and then so many bytes of MessagePack.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from senki.engine.forms import Record
from senki.workshop.boards import Board

HEAD = 4
"""Bytes that say how long a message is."""


class Job(Struct, tag_field="job", tag=str.lower):
    """Anything a worker is asked to do."""


class Think(Job):
    """Choose for a side: the player by name, a seed, and the position in its JSON form."""

    game: str
    player: str
    seed: int
    position: dict[str, Any]


class Begin(Job):
    """Set up a scenario with some switches, files among them."""

    game: str
    scenario: str
    options: dict[str, str]


class Load(Job):
    """Play a record again and hold it against what it claims; with `upto` only so many of its moves."""

    record: Record
    upto: int | None


class Look(Job):
    """Play some moves from a position (or a scenario's beginning) and look at what is there, as a side may see it."""

    game: str
    scenario: str
    options: dict[str, str]
    position: str | None
    moves: list[str]
    side: int
    every: int
    """Moves between two positions that are handed back along the way."""
    rules: int
    """The version of the rules the moves were made under."""


class Proof(Job):
    """Validate and draw a map."""

    game: str
    data: bytes
    lang: str


class Draw(Job):
    """Lay a board out (`board`) or draw its map (`map`)."""

    board: Board
    what: str
    lang: str


class Thought(Struct):
    """What the machine chooses, its chance to win, and what it looked at: (option, visits, chance)."""

    option: str
    chance: float | None
    considered: list[tuple[str, int, float]]


class Move(Struct, array_like=True):
    """A choice or a roll (side -1) of a record, and the events it caused, as JSON."""

    side: int
    option: str
    events: str


class Beginning(Struct):
    """Where a table begins, as it is stored: what was played before, and dice that are known (of a finished record)."""

    scenario: str
    options: dict[str, str]
    position: str
    origin: str | None
    """The position before the first move, if it is not the scenario's."""
    opening: str
    """The events before the first move, as JSON."""
    moves: list[Move]
    awaits: str | None
    actor: str | None
    ending: str | None
    rules: int
    """The version of the rules its moves were made under."""
    dice: int
    """The format of records its dice belong to."""
    mark: str
    """Where in the game the next roll comes, for those dice."""
    seed: str | None = None
    entropy: list[str] | None = None


class Looked(Struct):
    """A position somebody looks back at."""

    position: str
    view: bytes
    actor: int
    decides: bool
    winner: int | None
    """The side that has won, -1 for a draw, none while the game goes on."""
    marks: list[tuple[int, str]]
    """Positions along the way, each after so many moves."""


class Asked(Struct):
    """A job and its number; without one: answer the job of this number at once, with what is known."""

    n: int
    job: Think | Begin | Load | Look | Proof | Draw | None = None


class Said(Struct, omit_defaults=True):
    """How far a job is (`told`), or how it ended: with an answer, a failure, or a refusal with its facts."""

    n: int
    told: tuple[float, float | None] | None = None
    answer: Any = None
    failed: str | None = None
    refused: tuple[str, dict[str, str | int]] | None = None
    memory: int = 0
    """Bytes the process holds."""


ASKED = Decoder(Asked)
SAID = Decoder(Said)
PACKER = Encoder()


def packed(message: Asked | Said) -> bytes:
    """A message as it is sent."""
    body = PACKER.encode(message)
    return len(body).to_bytes(HEAD, "big") + body
