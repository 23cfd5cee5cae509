"""What a worker makes of maps: the proof of one somebody wrote, the drawings of those that are played on."""

from __future__ import annotations

import msgspec

from senki.engine.data import LANGUAGES
from senki.table.machine.jobs import Draw
from senki.workshop.boards import draw, lay_out
from senki.workshop.checking import proof


def make_proof(game: str, data: bytes, lang: str) -> bytes:
    """The proof of a map, as JSON."""
    svg, board, problems = proof(game, data, lang)
    told = [
        {"line": p.line, "column": p.column, "code": p.key, "text": {lang: p.say(lang) for lang in LANGUAGES}}
        for p in problems
    ]
    return msgspec.json.encode({"ok": not problems, "problems": told, "svg": svg, "board": board or None})


def make_drawing(job: Draw) -> bytes:
    """A document about a board: its geometry as JSON, or its map as SVG; raises SenkiError."""
    if job.what == "board":
        return msgspec.json.encode(lay_out(job.board, job.lang))
    return draw(job.board, job.lang).encode()
