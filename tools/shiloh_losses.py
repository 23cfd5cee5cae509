"""Losses in games of Shiloh recorded by `senki simulate … --records`: `python tools/shiloh_losses.py GAMES.json`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import mean

from senki.engine.registry import find_game
from senki.games.shiloh.counters import CF, REDUCED_CF, SIDES, TROOPS
from senki.games.shiloh.position import CAPTURED, DEAD, REDUCED, ShilohPosition

HISTORY = {"csa": 24, "usa": 20}
"""Killed, wounded and missing in percent of those engaged."""


def lost(p: ShilohPosition, side: int) -> float:
    """The share of a side's combat factors that is destroyed, captured or reduced away, in percent."""
    gone = 0
    for unit in TROOPS[side]:
        if p.hex[unit] in (DEAD, CAPTURED):
            gone += CF[unit]
        elif p.flags[unit] & REDUCED:
            gone += CF[unit] - REDUCED_CF[unit]
    return 100 * gone / sum(CF[unit] for unit in TROOPS[side])


def end_of(moves: list[str]) -> ShilohPosition:
    """The position in which a recorded game ended."""
    game = find_game("shiloh")
    p = game.start(game.scenarios[0].id, game.settings({}))
    p.settle()
    for move in moves:
        p.play(next(option for option in p.options() if option.text == move))
    assert isinstance(p, ShilohPosition) and p.over
    return p


def main() -> None:
    """Print the mean losses of both sides, and those of games that lasted into the second day."""
    games = json.loads(Path(sys.argv[1]).read_text())["games"]
    ends = [end_of(game["moves"]) for game in games]
    for title, some in (("all games", ends), ("ended on day two", [p for p in ends if p.turn > 9])):
        for side, name in enumerate(SIDES):
            figures = [lost(p, side) for p in some]
            print(f"{title} ({len(some)}): {name} lost {mean(figures):.0f} % of its factors, then {HISTORY[name]} %")


if __name__ == "__main__":
    main()
