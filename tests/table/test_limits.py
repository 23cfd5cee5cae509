"""How often somebody may speak: over one connection, and over all that come from one address."""

from __future__ import annotations

from senki.table.limits import Buckets
from senki.table.settings import Pace, settings_for


def test_connections_from_one_address_share_a_pace() -> None:
    buckets = Buckets(Pace(0.0, 5))
    first, second = buckets.of("10.0.0.1"), buckets.of("10.0.0.1")
    taken = [first.take() for _ in range(3)] + [second.take() for _ in range(4)]
    assert taken == [True] * 5 + [False] * 2
    assert buckets.of("10.0.0.2").take(), "another address is not slowed down"


def test_a_public_service_is_stricter() -> None:
    own = settings_for("127.0.0.1", 0, "sqlite+aiosqlite://", False)
    public = settings_for("0.0.0.0", 0, "sqlite+aiosqlite://", True)
    assert public.address_messages.rate < own.address_messages.rate
    assert public.address_messages.rate > public.messages.rate, "more than one connection may speak"
