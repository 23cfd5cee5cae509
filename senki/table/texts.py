"""The texts people send: how long each may be, and which characters it may hold."""

from __future__ import annotations

import re
from typing import Any

from senki.engine.errors import Malformed
from senki.engine.forms import LONGEST_SEED

TABLE_ID = 24
GAME = 32
SCENARIO = 64
TABLE_NAME = 80
PERSON_ID = 40
PERSON_NAME = 40
SIDE = 40
STEP = 40
TOKEN = 40
ENTROPY = 64
SEED = LONGEST_SEED
LOGIN = 40
PASSWORD = 200
EMAIL = 200
WEBHOOK = 300
ENDPOINT = 1000
"""The address at which a browser's push service takes messages for it."""
CHAT = 500
NOTATION = 400
WORD = 80
"""A piece, a place or an offer, as a message names it."""
REF = 40
FILE = 1_000_000

# Written so that Python, pydantic and JSON Schema read them alike.
_NO_CHARACTERS = r"\ufdd0-\ufdef" + "".join(
    f"\\U{plane:04x}fffe\\U{plane:04x}ffff" if plane else r"\ufffe\uffff" for plane in range(17)
)
_NEVER = rf"\x7f-\x9f{_NO_CHARACTERS}"
_CONTROL = rf"\x00-\x1f\u2028\u2029{_NEVER}"
_UNSEEN = (
    # The soft hyphen, joiners and fillers, marks of direction, the byte order mark, tags: nobody sees them in a name.
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufeff\uffa0\ufff0-\ufffc\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
_VARIANTS = r"\ufe00-\ufe0f\U000e0100-\U000e01ef"
LINE_PATTERN = rf"^[^{_CONTROL}]*$"
"""One line: no control characters."""
NAME_PATTERN = rf"^(?:[^{_CONTROL}{_UNSEEN}{_VARIANTS}][{_VARIANTS}]?)*$"
"""A name: moreover nothing that cannot be seen; a sign may be followed by the selector of its variant (葛󠄀, ❤️)."""
FILE_PATTERN = rf"^[^\x00-\x08\x0b\x0c\x0e-\x1f{_NEVER}]*$"
"""The text of a file: it may have lines and tabs."""
PATTERNS = (LINE_PATTERN, NAME_PATTERN, FILE_PATTERN)
ONE_LINE = LINE_PATTERN.replace("$", r"\Z")
"""The same for msgspec, whose `$` would let a last newline pass."""
PLAIN = r"^[ -~]*\Z"
"""Notations and the ids of pieces and places: letters, digits and signs of ASCII; quick to check."""
MULTI_LINE = ("options", "start")
"""Parts of a record that may hold files."""

_NOT_IN_LINES = re.compile(rf"[{_CONTROL}\ud800-\udfff]")
_NOT_IN_FILES = re.compile(rf"[\x00-\x08\x0b\x0c\x0e-\x1f{_NEVER}\ud800-\udfff]")
_NOT_IN_NAMES = re.compile(rf"[{_CONTROL}{_UNSEEN}\ud800-\udfff]")


def check_record_texts(record: dict[str, Any]) -> dict[str, Any]:
    """The record itself; raises Malformed for a text in it that no record written by Senki holds."""
    for key, part in record.items():
        _check(key, _NOT_IN_LINES)
        _check(part, _NOT_IN_FILES if key in MULTI_LINE else _NOT_IN_LINES)
    return record


def _check(value: object, refused: re.Pattern[str]) -> None:
    """Walk through whatever JSON holds, without recursion: it may be nested deeply."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            found = refused.search(part)
            if found is not None:
                raise Malformed(f"the character U+{ord(found[0]):04X} cannot stand in '{part[:40]!a}'")
        elif isinstance(part, dict):
            waiting += part.keys()
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def as_name(text: str, most: int) -> str:
    """A text as a name: what cannot stand in one is left out, and it is cut where it is too long."""
    kept = re.sub(rf"(^|(?<=[{_VARIANTS}]))[{_VARIANTS}]+", "", _NOT_IN_NAMES.sub("", text))
    return kept.strip()[:most].strip()
