"""What wins, and what is missing (chapters 17 and 18), for the reference at the table."""

from __future__ import annotations

from senki.engine.forms import Aim
from senki.games.monmouth.board import BRITISH, COLONIAL, KER, OBJECTIVES, SIDES
from senki.games.monmouth.position import GENERIC, MonmouthPosition
from senki.games.monmouth.victory import multiplier, occupant, score


def aims_of(p: MonmouthPosition) -> list[Aim]:
    """The farms and the points, or the points with what multiplies them."""
    points: dict[str, str | int] = {"british": score(p, BRITISH), "colonial": score(p, COLONIAL)}
    if p.on(GENERIC):
        return [multiplied(p, side, points) for side in (BRITISH, COLONIAL)]
    held = [n for n in range(len(OBJECTIVES)) if occupant(p, n) == BRITISH]
    western = [OBJECTIVES[n] for n in range(len(OBJECTIVES)) if n != KER]
    west: dict[str, str | int] = {"places": " ".join(western)}
    farms: dict[str, str | int] = {"places": " ".join(OBJECTIVES[n] for n in held)}
    british, colonial = score(p, BRITISH), score(p, COLONIAL)
    ker = held == [KER]
    return [
        Aim(SIDES[BRITISH], "west", west, "MON-17.1", any(n != KER for n in held)),
        Aim(SIDES[COLONIAL], "farms" if held else "no_farm", farms, "MON-17.1", not held),
        Aim(SIDES[BRITISH], "points", points, "MON-17.1", ker and british > colonial),
        Aim(SIDES[COLONIAL], "points", points, "MON-17.1", ker and colonial > british),
    ]


def multiplied(p: MonmouthPosition, side: int, points: dict[str, str | int]) -> Aim:
    """By the generic rules: what a side has done to its enemy, and its points."""
    times = multiplier(p, side)
    facts = {**points, "times": times}
    return Aim(SIDES[side], "condition" if times else "no_condition", facts, "MON-18.2", times > 0)
