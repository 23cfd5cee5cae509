"""What a file or another person wrote, before it reaches a terminal: no character of it gives the terminal orders."""

from __future__ import annotations

import re
from typing import Final

ORDERS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, line separators, and what turns the direction of writing."""
LAYOUT: Final = "\n\t"


def visible(text: str, keep: str = "") -> str:
    """The text with characters that give orders written out, as `\\x1b`; those to keep are left."""
    return ORDERS.sub(lambda found: found[0] if found[0] in keep else written_out(found[0]), text)


def written_out(character: str) -> str:
    """A character by its number, as Python writes it."""
    return character.encode("unicode_escape").decode("ascii")
