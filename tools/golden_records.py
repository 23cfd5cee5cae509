"""Writes golden records of a game's current rules version: games that every later build must replay to the same hash.

    python tools/golden_records.py nano 16

Run it once when a rules version or a record format is new; never rewrite the records of a version that was released.
"""

from __future__ import annotations

import sys
from pathlib import Path

from senki.engine.files import write_whole
from senki.engine.forms import FORMAT, to_json
from senki.engine.match import Decision, new
from senki.players.levels import make_player

RECORDS = Path(__file__).parent.parent / "tests" / "records"
PAIRS = (("random", "random"), ("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"))


def main() -> None:
    """Play and write."""
    key, count = sys.argv[1], int(sys.argv[2])
    for number in range(1, count + 1):
        pair = PAIRS[(number - 1) % len(PAIRS)]
        match = new(key, seed=number, entropy=f"golden {number}")
        match.seats = {side.id: pair[place] for place, side in enumerate(match.game.sides)}
        players = [make_player(spec, match.game, number) for spec in pair]
        while (pending := match.pending) is not None:
            if isinstance(pending, Decision):
                match.play(players[pending.side].choose(match.position))
            else:
                match.roll()
        folder = RECORDS / key / str(match.game.rules_version) / f"format{FORMAT}"
        write_whole(folder / f"{number:02}.json", to_json(match.record(), indent=1))


if __name__ == "__main__":
    main()
