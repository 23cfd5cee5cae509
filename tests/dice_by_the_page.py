"""Checks the dice of a record by docs/dice.md alone: nothing of Senki is used here."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

SHILOH_CUP = ["1/1", "2/1", "Art/1", "3/1", "1/2", "2/2", "3/2", "Art/2", "1/4", "2/4", "3/4", "Art/4", "2/5"]
MONMOUTH_CUP = ["cornwallis", "lee"]


class WrongDice(Exception):
    """A record whose dice do not follow from what was promised."""


def check(record: dict[str, Any]) -> int:
    """How many rolls and draws were proved; raises WrongDice at the first that is not."""
    dice = record["dice"]
    seed = bytes.fromhex(dice["seed"])
    if hashlib.sha256(seed).hexdigest() != dice["commitment"]:
        raise WrongDice("the seed is not the one that was promised")
    bound = record.get("format", 1) == 2
    parts, moves = dice.get("entropy", []), record["moves"]
    trail = hashlib.sha256(b"").digest()
    rolled = 0
    for number, move in enumerate(moves):
        if move.split()[0] in ("roll", "draw"):
            due, total = ticket_of(record, number)
            found = ticket(seed, parts, trail.hex() if bound else str(rolled), total)
            if found != due:
                raise WrongDice(f"move {number + 1}, {move}: ticket {found} instead of {due} of {total}")
            rolled += 1
        trail = hashlib.sha256(trail + move.encode()).digest()
    return rolled


def ticket(seed: bytes, parts: list[str], mark: str, total: int) -> int:
    """The ticket of the roll at a mark."""
    attempt = 0
    while True:
        message = "|".join([*parts, mark, str(attempt)]).encode()
        value = int.from_bytes(hmac.new(seed, message, hashlib.sha256).digest()[:8], "big")
        if value < 2**64 - 2**64 % total:
            return value % total
        attempt += 1


def ticket_of(record: dict[str, Any], number: int) -> tuple[int, int]:
    """The ticket that an outcome stands for, and how many there are."""
    verb, *words = record["moves"][number].split()
    if verb == "roll":
        found = 0
        for face in words:
            found = found * 6 + int(face) - 1
        return found, 6 ** len(words)
    cup = MONMOUTH_CUP if record["game"] == "monmouth" else shiloh_cup(record, number)
    return cup.index(words[0]), len(cup)


def shiloh_cup(record: dict[str, Any], number: int) -> list[str]:
    """The counters that are in Shiloh's cup before a move."""
    start = record.get("start")
    begun = SHILOH_CUP
    if start is not None:
        begun = [name for name in SHILOH_CUP if start["units"].get(name) == {"box": "cup"}]
    gone = {move.split()[1] for move in record["moves"][:number] if move.split()[0] in ("draw", "place")}
    return [name for name in begun if name not in gone]
