"""Dice people can trust: every roll of a match follows from a committed seed and each seat's own entropy."""

from __future__ import annotations

import hashlib
import hmac


class FairDice:
    """Commit–reveal dice: roll number n is HMAC-SHA-256 of the seats' entropy and n under the seed.

    The seed's hash is shown before the first roll and the seed after the last, so anyone can check each die.
    """

    def __init__(self, seed: bytes, entropy: list[str]) -> None:
        self.seed = seed
        self.entropy = entropy

    @property
    def commitment(self) -> str:
        """The hash that is shown before the game."""
        return hashlib.sha256(self.seed).hexdigest()

    def draw(self, number: int, total: int) -> int:
        """Ticket 0 … total-1 of roll `number`, each equally likely."""
        limit = (1 << 64) - (1 << 64) % total
        attempt = 0
        while True:
            message = "|".join([*self.entropy, str(number), str(attempt)]).encode()
            value = int.from_bytes(hmac.digest(self.seed, message, "sha256")[:8], "big")
            if value < limit:
                return value % total
            attempt += 1


def seeded_dice(seed: int) -> FairDice:
    """Dice that follow from a number: the same number, the same game."""
    return FairDice(hashlib.sha256(f"senki {seed}".encode()).digest(), [])
