"""Parts of Senki that need more than its core: whoever asks for one that is not installed is told how to get it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from senki.engine.errors import SenkiError


class NotInstalled(SenkiError):
    """A package that a part of Senki needs is not there."""


@contextmanager
def part_of(extra: str) -> Iterator[None]:
    """Within, what is imported belongs to an extra; what is missing is told in one line."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == "senki":
            raise
        raise NotInstalled(f"{missing.name} is not installed: pip install 'senki[{extra}]'") from None
