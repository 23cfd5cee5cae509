"""Times a board of 3,500 hexes: all moves of a unit in half movement points, and the counts of 220 counters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from time import perf_counter

from senki import _build
from senki.boards.hexes.grid import Grid, printed
from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.hexmap import HexMap, Vocabulary
from senki.boards.hexes.presence import Presence, nobody
from senki.boards.hexes.search import Mover, explore

COUNTERS = 220


def board() -> HexMap:
    cells = [(c, r) for c in range(1, 71) for r in range(1, 51)]
    return HexMap(Grid(0, 0), Vocabulary(["clear"], [], [], [], []), cells, [printed(c, r) for c, r in cells])


def armies(ground: HexGround) -> Presence:
    """As many counters as the larger games have, spread over the board."""
    found = nobody([ground.around, ground.around])
    for counter in range(COUNTERS):
        found.move(counter % 2, -1, counter * ground.size // COUNTERS, True)
    return found


def report(what: str, run: Callable[[], object], times: int) -> None:
    """Print how long something takes: the median and the worst of 300 rounds."""
    taken: list[float] = []
    for _ in range(300):
        before = perf_counter()
        for _ in range(times):
            run()
        taken.append((perf_counter() - before) / times)
    taken.sort()
    print(f"{_build.mode()}: {what}: median {taken[150] * 1e6:.2f} µs, worst of 300 {taken[-1] * 1e6:.2f} µs")


def main() -> int:
    ground = HexGround(board())
    mover = Mover(ground.board.number("3525"))
    for points in (10, 20, 24):
        reached = len(explore(ground, mover, points).order)
        report(f"{ground.size} hexes, {points} points, {reached} reached", partial(explore, ground, mover, points), 1)
    presence, counters = armies(ground), [0] * COUNTERS
    report("copy the counts of both sides", presence.copy, 20)
    report(f"copy a list of {COUNTERS} counters", counters.copy, 20)
    report("move a unit to its hex", partial(presence.move, 0, 0, 0, True), 20)
    report("read a zone", partial(presence.zones, 1, 1000), 100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
