"""What a worker process does: it reads one question a line and answers with what it considers, one JSON object a line.

A question is `{"game", "player", "seed", "position"}`; answers are `{"share", "chance"}` … and at last
`{"option", "chance", "considered"}`. The process ends with its standard input.
"""

from __future__ import annotations

import json
import os
import sys
from time import monotonic
from typing import Any

from senki.engine.errors import SenkiError
from senki.engine.registry import find_game
from senki.players.base import Report
from senki.players.levels import make_player

TOLD_EVERY = 0.2
"""Seconds between two reports of progress."""
MOST_CONSIDERED = 8


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Think about one position, telling how far it is."""
    game = find_game(question["game"])
    p = game.read(question["position"], "position")
    player = make_player(question["player"], game, question["seed"])
    before = monotonic()

    def progress(share: float, report: Report) -> bool:
        nonlocal before
        if monotonic() - before >= TOLD_EVERY:
            before = monotonic()
            write({"share": round(share, 3), "chance": round(report.chance, 3)})
        return True

    option = player.choose(p, progress)
    report = player.last
    considered = report.considered[:MOST_CONSIDERED] if report is not None else []
    return {
        "option": option.text,
        "chance": round(report.chance, 3) if report is not None else None,
        "considered": [[one.option.text, one.visits, round(one.chance, 3)] for one in considered],
    }


def write(said: dict[str, Any]) -> None:
    """Say something to the service."""
    print(json.dumps(said), flush=True)


def main() -> None:
    """Answer questions until there are no more."""
    # Whoever plays or commits goes first; thinking takes what is left of the machine.
    if hasattr(os, "nice"):
        os.nice(5)
    for line in sys.stdin:
        try:
            write(answer(json.loads(line)))
        except SenkiError as wrong:
            write({"failed": str(wrong)})


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        # The service is gone; nobody is left to tell.
        os._exit(1)
