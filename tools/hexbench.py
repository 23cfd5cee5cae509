"""Times the movement search on a board of 3,500 hexes: all moves of a unit with 10 movement points, in half points."""

from __future__ import annotations

import sys
from time import perf_counter

from senki import _build
from senki.boards.hexes.grid import Grid, printed
from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.hexmap import HexMap, Vocabulary
from senki.boards.hexes.search import Mover, explore


def board() -> HexMap:
    cells = [(c, r) for c in range(1, 71) for r in range(1, 51)]
    return HexMap(Grid(0, 0), Vocabulary(["clear"], [], [], [], []), cells, [printed(c, r) for c, r in cells])


def main() -> int:
    ground = HexGround(board())
    mover = Mover(ground.board.number("3525"))
    for points in (10, 20):
        times = []
        for _ in range(300):
            before = perf_counter()
            reach = explore(ground, mover, points)
            times.append(perf_counter() - before)
        times.sort()
        print(
            f"{_build.mode()}: {ground.size} hexes, {points} points, {len(reach.order)} reached: "
            f"median {times[150] * 1e3:.3f} ms, worst of 300 {times[-1] * 1e3:.3f} ms"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
