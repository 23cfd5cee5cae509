"""The way back into the own area (15.3): what it costs, and which hexes bring a unit nearest to it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.search import Reach
from senki.engine.clauses import enforces
from senki.games.sicily.areas import in_own_area
from senki.games.sicily.counters import ALLIES, ARMY, MECHANIZED, SIDE_OF
from senki.games.sicily.ground import FOOT, WHEELS, Ground
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.tables import RAIN

NEVER: Final = 9999
"""The cost of a way home that does not exist."""
WAYS_KEPT: Final = 16


@enforces("SIC-15.3")
def is_astray(p: SicilyPosition, unit: int) -> bool:
    """Is a unit on land in the other army's area?"""
    hex = p.hex[unit]
    return hex >= 0 and SIDE_OF[unit] == ALLIES and p.ground.land[hex] and not in_own_area(p, unit, hex)


@enforces("SIC-15.3")
def way_home(p: SicilyPosition, unit: int) -> vec[i16]:
    """By hex: the least cost from there to a hex of the unit's own area, whoever stands on the way."""
    kind = WHEELS if MECHANIZED[unit] else FOOT
    return ways_home(p.ground, p.boundary, ARMY[unit], kind, int(p.weather == RAIN))


@lru_cache(maxsize=WAYS_KEPT)
def ways_home(ground: Ground, line: int, army: int, kind: int, rain: int) -> vec[i16]:
    """The costs of all hexes of the other area, cheapest first; nought in the own one."""
    prices, area = ground.price[4 * kind + 2 * ALLIES + rain], ground.area[line]
    found = vec[i16]([0 if area[hex] == army and ground.land[hex] else NEVER for hex in range(ground.size)])
    waiting: list[list[int]] = [[hex for hex in range(ground.size) if not found[hex]]]
    spent = 0
    while spent < len(waiting):
        for hex in waiting[spent]:
            if found[hex] != spent:
                continue
            for d in range(6):
                frm = ground.next[6 * hex + d]
                # the price is that of the step back: from the neighbour over the same side
                price = prices[6 * frm + (d + 3) % 6] if frm >= 0 else -1
                if price >= 0 and spent + price < found[frm]:
                    found[frm] = spent + price
                    while len(waiting) <= spent + price:
                        waiting.append([])
                    waiting[spent + price].append(frm)
        spent += 1
    return found


@enforces("SIC-15.3")
def nearest_home(p: SicilyPosition, unit: int, reach: Reach) -> int:
    """The least cost of the way home from any hex it can reach, or from where it is."""
    costs = way_home(p, unit)
    best: int = costs[p.hex[unit]]
    for hex in reach.order:
        if costs[hex] < best:
            best = costs[hex]
    return best


@enforces("SIC-15.3")
def only_towards_home(p: SicilyPosition, unit: int, reach: Reach) -> None:
    """Of the ends of a reach leave those that bring the unit nearest to its own area, if they bring it nearer."""
    costs = way_home(p, unit)
    best, now = nearest_home(p, unit, reach), costs[p.hex[unit]]
    for hex in reach.order:
        reach.is_end[hex] = best < now and costs[hex] == best
    reach.gather()
