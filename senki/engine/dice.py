"""Dice people can trust: every roll of a match follows from a committed seed and each seat's part (docs/dice.md)."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from senki.engine.forms import FORMAT

NUMBERED: Final = 1
"""The format of records whose rolls are only counted; since format 2 they are bound to the moves before them."""


class FairDice:
    """Commit–reveal dice: a roll is HMAC-SHA-256 of the seats' entropy and of its mark under the seed.

    The mark says where in the game a roll comes: the hash of all moves before it, so that another choice meets another
    die. The seed's hash is shown before the first roll and the seed after the last, so anyone can check each die.
    """

    def __init__(self, seed: bytes, entropy: list[str], version: int = FORMAT) -> None:
        self.seed = seed
        self.entropy = entropy
        self.version = version
        """The format of records that these dice belong to."""
        self._keyed: Final = hmac.new(seed, digestmod=hashlib.sha256)

    def __reduce__(self) -> tuple[object, ...]:
        return FairDice, (self.seed, self.entropy, self.version)

    @property
    def commitment(self) -> str:
        """The hash that is shown before the game."""
        return hashlib.sha256(self.seed).hexdigest()

    @property
    def first_mark(self) -> str:
        """The mark before the first move."""
        return "0" if self.version == NUMBERED else hashlib.sha256(b"").hexdigest()

    def mark_after(self, mark: str, move: str, rolled: bool) -> str:
        """The mark after one more move, a choice or what was rolled."""
        if self.version == NUMBERED:
            return str(int(mark) + 1) if rolled else mark
        return hashlib.sha256(bytes.fromhex(mark) + move.encode()).hexdigest()

    def draw(self, mark: str, total: int) -> int:
        """Ticket 0 … total-1 of the roll that comes at a mark, each equally likely."""
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while True:
            message = "|".join([*self.entropy, mark, str(attempt)]).encode()
            # Begun once and copied: digesting in one go looks the algorithm up and lets other threads run, every time.
            hashed = self._keyed.copy()
            hashed.update(message)
            value = int.from_bytes(hashed.digest()[:8], "big")
            if value < limit:
                return value % total
            attempt += 1


def seeded_dice(seed: int) -> FairDice:
    """Dice that follow from a number: the same number, the same game."""
    return FairDice(hashlib.sha256(f"senki {seed}".encode()).digest(), [])
