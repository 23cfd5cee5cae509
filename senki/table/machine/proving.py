"""What a worker answers to a map somebody wrote: its problems, or its drawing and its board."""

from __future__ import annotations

import msgspec

from senki.engine.data import LANGUAGES
from senki.workshop.checking import proof


def make_proof(game: str, data: bytes, lang: str) -> bytes:
    """The proof of a map, as JSON."""
    svg, board, problems = proof(game, data, lang)
    told = [
        {"line": p.line, "column": p.column, "code": p.key, "text": {lang: p.say(lang) for lang in LANGUAGES}}
        for p in problems
    ]
    return msgspec.json.encode({"ok": not problems, "problems": told, "svg": svg, "board": board or None})
