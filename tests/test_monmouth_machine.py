"""What the machine makes of Monmouth: commanders come, nobody charges alone, orders and reserves have a purpose."""

from __future__ import annotations

from typing import Any

import pytest

from senki import find_game
from senki.engine.option import Option
from senki.games.monmouth.estimate import british_chance, fights_at_hand, leadership
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.quick import few
from senki.players.levels import make_player

GAME = find_game("monmouth")
FIELD: dict[str, Any] = {
    "lee": {"pose": [3600, 2300], "acted": True}, "cornwallis": {"pose": [6400, 900]},
    "scott": {"pose": [4000, 2550, 90]}, "wayne": {"pose": [4300, 1600, 90]}, "maxwell": {"pose": [2500, 2600, 120]},
    "dickinson": {"pose": [2200, 1100, 60]}, "oswald": {"pose": [2450, 3150, 135]},
    "grey": {"pose": [5900, 1200, 270]}, "guards": {"pose": [5900, 2100, 270]},
}  # fmt: skip


def position(blocks: dict[str, Any], **more: Any) -> MonmouthPosition:
    p = GAME.read({"blocks": blocks, **more}, "position")
    assert isinstance(p, MonmouthPosition)
    return p


def chosen(p: MonmouthPosition, player: str = "greedy") -> Option:
    return make_player(player, GAME, 3).choose(p)


@pytest.mark.parametrize("player", ["greedy", "search:1"])
def test_washington_comes_and_does_not_stand(player: str) -> None:
    blocks = {**FIELD, "washington": {}}
    p = position(blocks, turn=6, active="lee", selected="washington", to_come=["ride"])
    assert chosen(p, player).verb == "ride"


def test_washington_rides_on_to_troops_that_lee_is_far_from() -> None:
    blocks = {**FIELD, "washington": {"pose": [1600, 3500]}}
    p = position(blocks, turn=7, active="lee", selected="washington", to_come=["ride"])
    ride = chosen(p)
    assert ride.verb == "ride"
    after = p.copy()
    after.play(ride)
    assert leadership(after, 1) > leadership(p, 1)


def test_washington_comes_also_where_lee_is_near_everybody() -> None:
    """He may try for Lee to alter the order, and picks the combats: to come is worth something by itself."""
    near = {name: FIELD[name] for name in ("lee", "scott", "wayne", "grey", "guards", "cornwallis")}
    p = position({**near, "washington": {}}, turn=6, active="lee", selected="washington", to_come=["ride"])
    assert chosen(p, "search:1").verb == "ride"


def test_a_second_hq_counts_where_the_first_is_far() -> None:
    p = position({**FIELD, "washington": {"pose": [2300, 2900]}}, turn=7, to_come=["turn_end"])
    alone = position(FIELD, turn=7, to_come=["turn_end"])
    assert leadership(p, 1) > leadership(alone, 1)
    assert british_chance(p) < british_chance(alone)


def fight(attacker: str, target: str) -> float:
    """What a frontal attack promises the British."""
    blocks = {attacker: {"pose": [5000, 3500, 270]}, target: {"pose": [4824, 3500, 90]}}
    return fights_at_hand(position(blocks, engaged=[[attacker, target, 1]], turn=4, to_come=["combat_step"]))


def test_dragoons_do_not_charge_a_line_alone() -> None:
    """Two dice against three, and four points at stake against two. Elite infantry may."""
    assert fight("dragoons", "scott") < -0.15 < fight("grey", "scott")
    assert fight("guards", "scott") > 0.1
    assert fight("dragoons", "morgan") > fight("dragoons", "scott") + 0.2
    blocks = {"cornwallis": {"pose": [5900, 3500]}, "dragoons": {"pose": [5600, 3500, 270]}}
    blocks["wayne"] = {"pose": [4000, 3500, 90]}
    p = position(blocks, turn=4, active="cornwallis", selected="dragoons", to_come=["piece"])
    assert any(option.verb == "attack" for option in p.options())
    assert chosen(p).verb != "attack"


def order_of(side: str, blocks: dict[str, Any], player: str, **more: Any) -> str:
    p = position(blocks, asked=side, to_come=["write_orders"], switches={"written_orders": "on"}, **more)
    texts = {make_player(player, GAME, seed).choose(p).text for seed in range(3)}
    assert len(texts) == 1, "the same whatever the luck"
    return texts.pop()


@pytest.mark.parametrize("player", ["greedy", "search:1"])
def test_orders_have_a_purpose(player: str) -> None:
    """The British go for a western farm, the Colonials for Ker unless outmatched; an order is given once."""
    start = {"cornwallis": {"pose": [7050, 1150]}, "dragoons": {"pose": [6780, 1150, 270]}}
    assert order_of("colonial", start, player, turn=1) == "order lee attack obj_ker"
    west = order_of("british", start, player, turn=3)
    assert west in ("order cornwallis attack obj_sutfin", "order cornwallis attack obj_comb")
    farm = west.split()[-1]
    orders = [["cornwallis", "attack", farm, 3]]
    assert order_of("british", start, player, turn=4, orders=orders) == "no_order"
    late = order_of("british", start, player, turn=6)
    assert late == "order cornwallis attack obj_ker", "too late for the west"
    beaten = {**FIELD, "scott": {"place": "lost"}, "wayne": {"place": "lost"}, "maxwell": {"place": "lost"}}
    beaten |= {name: {"place": "lost"} for name in ("dickinson", "oswald")}
    assert order_of("colonial", beaten, player, turn=5) == "order lee move obj_sutfin"


def held(enemy: dict[str, Any], **wayne: Any) -> MonmouthPosition:
    """Wayne is to act, held in Lee's reserve unless said otherwise."""
    blocks = {"lee": {"pose": [3600, 2300], "acted": True}, "cornwallis": {"pose": [6400, 900]}, **enemy}
    blocks["wayne"] = wayne or {"place": "reserve", "held_by": "lee"}
    switches = {"hidden_reserves": "on"}
    return position(blocks, turn=3, active="lee", selected="wayne", to_come=["piece"], switches=switches)


def test_a_piece_far_from_the_enemy_likes_the_reserve() -> None:
    away = held({"grey": {"pose": [7000, 1200, 270]}}, pose=[3600, 2700, 90])
    into = next(option for option in away.options() if option.text.endswith(" reserve"))
    hides, sits = GAME.advice().weigh(away, [into, GAME.parse("sit wayne", away)])
    assert hides > sits


def test_a_piece_in_reserve_thinks_of_attacking_from_it() -> None:
    p = held({"dragoons": {"pose": [4300, 2300, 90], "spent": True}})
    attacks = [option for option in few(p, p.selected) if " attack " in option.text]
    assert attacks
    fights, sits = GAME.advice().weigh(p, [attacks[0], GAME.parse("sit wayne", p)])
    assert fights > sits
