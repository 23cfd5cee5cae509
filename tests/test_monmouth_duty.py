"""The duty of a piece that begins in a field of engagement (MON-7.5, 2.6): nobody evades it, and nobody gets stuck."""

from math import cos, radians, sin
from random import Random

import pytest

from senki import find_game
from senki.engine.errors import Malformed
from senki.engine.option import Option
from senki.games.monmouth.board import IDS, NUMBER
from senki.games.monmouth.foe import in_breach
from senki.games.monmouth.hiding import as_seen
from senki.games.monmouth.options import MoveOption
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.probe import may_deal_with, way_out

GAME = find_game("monmouth")
SCOTT = NUMBER["scott"]
FRIENDS = [NUMBER["wayne"], NUMBER["oswald"]]


def face_to_face(chance: Random, blind: bool) -> MonmouthPosition | None:
    """Scott in the FoE of the Guards and perhaps of others, with or without friends at hand; nothing if it failed."""
    gx, gy, facing = chance.randrange(800, 6800), chance.randrange(500, 3500), chance.randrange(0, 360, 15)
    blocks: dict[str, object] = {"guards": {"pose": [gx, gy, facing]}}
    for name in ("scott", "wayne", "oswald", "grey", "lee"):
        if name in ("wayne", "oswald", "grey") and chance.random() < 0.5:
            continue
        far = chance.randrange(250, 800) if name == "scott" else chance.randrange(300, 1800)
        way = radians(facing + chance.randrange(-40, 41) if name == "scott" else chance.randrange(360))
        pose = [round(gx + far * sin(way)), round(gy + far * cos(way)), chance.randrange(0, 360, 15)]
        blocks[name] = {"pose": pose[:2] if name == "lee" else pose}
    switches = {"blind_map": "on"} if blind else {}
    form = {"turn": 3, "switches": switches, "blocks": blocks, "active": "lee", "selected": "scott"}
    try:
        p = GAME.read({**form, "to_come": ["piece"]}, "position")
    except Malformed:
        return None
    assert isinstance(p, MonmouthPosition)
    return p if p.owes[SCOTT] else None


def positions(seed: int, count: int, blind: bool = False) -> list[MonmouthPosition]:
    chance = Random(seed)
    found: list[MonmouthPosition] = []
    while len(found) < count:
        p = face_to_face(chance, blind)
        if p is not None:
            found.append(p)
    return found


def after(p: MonmouthPosition, option: Option) -> MonmouthPosition:
    twin = p.copy()
    twin.play(option)
    return twin


@pytest.mark.parametrize("seed", [1, 2])
def test_no_act_evades_the_duty_while_there_is_a_way_to_comply(seed: int) -> None:
    refused = 0
    for p in positions(seed, 25):
        complied = not in_breach(p, SCOTT)
        way = way_out(p, SCOTT)
        options = p.options()
        assert options
        for option in options:
            assert not p.step.objections(p, option)
            left = in_breach(after(p, option), SCOTT)
            if left and (complied or way is not None):
                for enemy in range(len(IDS)):
                    if left >> enemy & 1:
                        assert any(may_deal_with(p, friend, enemy) for friend in FRIENDS)
        if not complied and way is not None:
            assert way in options and not in_breach(after(p, way), SCOTT)
        facing = p.facing[SCOTT] // 10
        nudge = GAME.parse(f"move scott advance {facing} 5", p)
        assert isinstance(nudge, MoveOption)
        against = p.step.objections(p, nudge)
        refused += "MON-2.6" in [objection.clause for objection in against]
        x, y = p.x[SCOTT] / 10 + 5 * sin(radians(facing)), p.y[SCOTT] / 10 + 5 * cos(radians(facing))
        judged = GAME.judge(p, 1, "scott", [round(x, 1), round(y, 1), facing])
        assert judged is not None
        assert judged.legal == (not p.step.objections(p, GAME.parse(judged.option, p)))
    assert refused >= 8


def test_an_enemy_that_nobody_sees_obliges_to_nothing_and_stops_nobody() -> None:
    unseen = 0
    for p in positions(3, 150, blind=True):
        if not in_breach(p, SCOTT) or in_breach(as_seen(p, 1), SCOTT):
            continue
        unseen += 1
        facing = p.facing[SCOTT] // 10
        nudge = GAME.parse(f"move scott advance {facing} 5", p)
        if p.step.objections(p, nudge):
            continue
        told = after(p, nudge)
        assert (told.x[SCOTT], told.y[SCOTT]) != (p.x[SCOTT], p.y[SCOTT]) or told.facing[SCOTT] != p.facing[SCOTT]
    assert unseen >= 3
