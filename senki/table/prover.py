"""The process that reads maps: `python -m senki.table.prover`. It ends when its service does.

In: a line of JSON with `game`, `lang` and `bytes`, then so many bytes. Out: a line with a number, then so many bytes.
"""

from __future__ import annotations

import json
import sys

from senki.engine.data import LANGUAGES
from senki.table.wire import ENCODER
from senki.workshop.checking import proof


def make_proof(game: str, data: bytes, lang: str) -> bytes:
    """The answer to a map: its problems, or its drawing and its board."""
    svg, board, problems = proof(game, data, lang)
    told = [
        {"line": p.line, "column": p.column, "code": p.key, "text": {lang: p.say(lang) for lang in LANGUAGES}}
        for p in problems
    ]
    return ENCODER.encode({"ok": not problems, "problems": told, "svg": svg, "board": board or None})


def main() -> None:
    """Answer until the pipe is closed."""
    come, go = sys.stdin.buffer, sys.stdout.buffer
    for line in come:
        asked = json.loads(line)
        answer = make_proof(asked["game"], come.read(asked["bytes"]), asked["lang"])
        go.write(b"%d\n" % len(answer) + answer)
        go.flush()


if __name__ == "__main__":
    main()
