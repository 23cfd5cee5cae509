"""Who stands on the map as a side that moves must know it: found once in a position, however many moves are tried."""

from __future__ import annotations

from senki.boards.plane.rects import Box, Rect
from senki.boards.plane.sight import Arc
from senki.games.monmouth.board import PIECES_OF
from senki.games.monmouth.foe import feared, foe_arc
from senki.games.monmouth.position import MonmouthPosition


class Standing:
    """The enemies of a side on the map by number, their footprints and the arcs of their FoEs; and its own pieces."""

    def __init__(self, p: MonmouthPosition, side: int) -> None:
        self.enemies: list[int] = p.by_number([enemy for enemy in PIECES_OF[1 - side] if p.here(enemy)])
        self.rects: list[Rect] = [p.rect(enemy) for enemy in self.enemies]
        self.arcs: list[Arc | None] = [foe_arc(p, enemy) if feared(p, side, enemy) else None for enemy in self.enemies]
        self.everywhere: list[int] = list(range(len(self.enemies)))
        self.friends: list[int] = [friend for friend in PIECES_OF[side] if p.here(friend)]
        self.friend_rects: list[Rect] = [p.rect(friend) for friend in self.friends]

    def near(self, box: Box, far: float) -> list[int]:
        """The places in the list of those enemies that come within a distance of a box."""
        rects = self.rects
        return [k for k in self.everywhere if box.near(rects[k].x, rects[k].y, far + rects[k].reach)]


def standing(p: MonmouthPosition, side: int) -> Standing:
    """Who stands on the map, for a side."""
    known = p.tried.standing[side]
    if isinstance(known, Standing):
        return known
    found = Standing(p, side)
    p.tried.standing[side] = found
    return found
