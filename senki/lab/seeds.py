"""Seeds that follow from other seeds, so that each game of a series can be played alone."""

from __future__ import annotations

import hashlib


def derive(seed: int, *path: int) -> int:
    """The seed of a part of something seeded: unlike its neighbours', and the same on every machine."""
    text = " ".join(str(number) for number in (seed, *path))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1
