"""Token buckets: how often somebody may ask."""

from __future__ import annotations

from time import monotonic

from senki.table.settings import Pace

MOST_KEPT = 10_000
"""Buckets remembered; beyond that the full ones are forgotten."""


class Bucket:
    """So many tokens a second, up to a burst; each request takes one."""

    __slots__ = ("burst", "filled", "rate", "tokens")

    def __init__(self, pace: Pace) -> None:
        self.rate = pace.rate
        self.burst = pace.burst
        self.tokens = pace.burst
        self.filled = monotonic()

    def charge(self, tokens: float) -> None:
        """Take more tokens after the fact: what is owed must fill up again first."""
        self.tokens -= tokens

    def take(self) -> bool:
        """Take a token, if there is one."""
        now = monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.filled) * self.rate)
        self.filled = now
        if self.tokens < 1.0:
            return False
        self.tokens -= 1.0
        return True

    @property
    def is_full(self) -> bool:
        """Has it been left alone long enough to be forgotten?"""
        return self.tokens + (monotonic() - self.filled) * self.rate >= self.burst


class Buckets:
    """A bucket for each address or person."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.kept: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        """Take a token from somebody's bucket, if there is one."""
        return self.of(key).take()

    def of(self, key: str) -> Bucket:
        """Somebody's bucket."""
        bucket = self.kept.get(key)
        if bucket is None:
            if len(self.kept) >= MOST_KEPT:
                self.kept = {name: kept for name, kept in self.kept.items() if not kept.is_full}
            bucket = self.kept[key] = Bucket(self.pace)
        return bucket
