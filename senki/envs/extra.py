"""What the environments need beside Senki, and what is said when it is not there."""

from __future__ import annotations

from senki.engine.errors import SenkiError


def absent(library: str) -> SenkiError:
    """What is wrong when a library of the extra is not installed."""
    return SenkiError(f"{library} is not installed, and the environments need it: pip install 'senki[envs]'")
