"""Times Monmouth on its free field: the sampled moves of a piece, one move judged, a view, and a node of a search."""

from __future__ import annotations

import sys
from random import Random
from time import perf_counter

from senki import _build
from senki.engine.position import DECISION
from senki.games.monmouth.game import GAME
from senki.games.monmouth.position import MonmouthPosition

GAMES = 6
MOST = 250
"""So many positions are timed."""
IDLE = ("end", "sit", "stay", "leave", "withdraw")
"""What random play leaves out if it can, so that pieces come to blows."""


def positions() -> list[MonmouthPosition]:
    """Positions of lively random games in which a piece is to act."""
    found: list[MonmouthPosition] = []
    for seed in range(GAMES):
        chance = Random(seed)
        p = GAME.start("standard", GAME.settings({}))
        p.settle()
        while not p.over:
            assert isinstance(p, MonmouthPosition)
            if p.waits_for == DECISION and p.step.name == "piece":
                found.append(anew(p))
            options = [option for option in p.options() if option.verb not in IDLE] or p.options()
            p.play(options[int(chance.random() * len(options))])
    return Random(0).sample(found, min(MOST, len(found)))


def anew(p: MonmouthPosition) -> MonmouthPosition:
    """The same position, about which nothing is known yet."""
    twin = GAME.read(GAME.write(p), "a position")
    assert isinstance(twin, MonmouthPosition)
    return twin


def tell(what: str, times: list[float]) -> None:
    """Print the median, the ninth decile and the worst of some times."""
    times.sort()
    middle, high = times[len(times) // 2], times[len(times) * 9 // 10]
    print(f"{what}: median {middle * 1e3:.2f} ms, p90 {high * 1e3:.2f} ms, worst {times[-1] * 1e3:.2f} ms")


def main() -> int:
    found = positions()
    chance = Random(1)
    options: list[float] = []
    views: list[float] = []
    judged: list[float] = []
    nodes: list[float] = []
    looks: list[float] = []
    for p in found:
        twin = anew(p)
        began = perf_counter()
        offered = twin.options()
        options.append(perf_counter() - began)
        twin = anew(p)
        began = perf_counter()
        GAME.view(twin, twin.side_to_act)
        views.append(perf_counter() - began)
        twin = anew(p)
        began = perf_counter()
        child = twin.copy()
        child.play(offered[int(chance.random() * len(offered))])
        nodes.append(perf_counter() - began)
        twin = anew(p)
        began = perf_counter()
        for option in twin.options():
            twin.copy().play(option)
        looks.append(perf_counter() - began)
        piece = GAME.all_pieces()[p.selected]
        for _ in range(4 if p.here(p.selected) else 0):
            x = p.x[p.selected] / 10 + chance.uniform(-2000, 2000)
            y = p.y[p.selected] / 10 + chance.uniform(-2000, 2000)
            pose = [min(7500.0, max(0.0, x)), min(3980.0, max(0.0, y)), chance.uniform(0, 359)]
            began = perf_counter()
            GAME.judge(p, p.side_to_act, piece, pose)
            judged.append(perf_counter() - began)
    print(f"{_build.mode()}, {len(found)} positions")
    tell("all sampled moves of a piece", options)
    tell("a view with them", views)
    tell("one dragged move judged", judged)
    tell("copy and play one of them", nodes)
    tell("find them and look one ahead at each", looks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
