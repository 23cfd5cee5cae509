"""The JSON form of Nano positions: what it leaves out, and how its mistakes are told."""

from typing import Any

import pytest

from senki.engine.errors import BrokenInvariant, Malformed, UnknownName
from senki.engine.game import Game
from senki.games.nano.position import NanoPosition

# Reading positions

LURAY = {"S1": {"town": "luray"}}
FIGHT = {"S1": {"town": "strasburg", "came_by": "mount_jackson"}, "N1": {"town": "strasburg"}}
BEATEN = {"town": "strasburg", "loser": "north"}
WRONG_POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown town": ({"units": {"S1": {"town": "lurray"}}}, "units.S1.town: there is no town 'lurray'"),
    "unknown unit": ({"units": {"S9": {"town": "luray"}}}, "units.S9: there is no unit 'S9'"),
    "unknown origin": ({"units": {"S1": {"town": "luray", "came_by": "x"}}}, "units.S1.came_by: there is no town 'x'"),
    "unknown field": ({"units": {"S1": {"twon": "luray"}}}, r"unknown field `twon` - at `\$.units\[...\]`"),
    "unknown step": ({"to_come": ["tea"]}, "to_come: there is no step 'tea'; steps are: set_up"),
    "wrong type": ({"vp": "three"}, r"Expected `int`, got `str` - at `\$.vp`"),
    "VP off the track": ({"vp": 10}, r"Expected `int` <= 9 - at `\$.vp`"),
    "turn off the track": ({"turn": 0}, r"Expected `int` >= 1 - at `\$.turn`"),
    "a die of 7": ({"dice": {"south": 7, "north": 1}}, r"Expected `int` <= 6 - at `\$.dice.south`"),
    "both in a town, nobody attacks": (
        {"units": {"S1": {"town": "luray"}, "N1": {"town": "luray"}}},
        "in luray it is not one side that attacks and the other that defends",
    ),
    "both attack": (
        {
            "units": {
                "S1": {"town": "luray", "came_by": "front_royal"},
                "N1": {"town": "luray", "came_by": "port_republic"},
            }
        },
        "in luray it is not one side that attacks",
    ),
    "half of a side attacks": (
        {"units": FIGHT | {"S2": {"town": "strasburg"}}},
        "in strasburg it is not one side that attacks",
    ),
    "an attack on nobody": (
        {"units": {"S1": {"town": "luray", "came_by": "front_royal"}}},
        "S1 attacks in luray, which is not contested",
    ),
    "no road to come by": (
        {"units": {"S1": {"town": "luray", "came_by": "winchester"}, "N1": {"town": "luray"}}},
        "S1 cannot have come by road from winchester",
    ),
    "off the map, yet come by a road": (
        {"units": {"S1": {"came_by": "staunton"}}},
        "S1 cannot have come by road from staunton",
    ),
    "the South in Fredericksburg": (
        {"units": {"S1": {"town": "fredericksburg"}}},
        "S1 is in fredericksburg, which no South unit can reach",
    ),
    "both sides on one road": (
        {"units": FIGHT | {"N2": {"town": "mount_jackson", "came_by": "strasburg"}, "S2": {"town": "mount_jackson"}}},
        "attackers of both sides stand on one road",
    ),
    "on the map and yet to return": (
        {"units": {"N1": {"town": "luray", "returns": 5}}},
        "units.N1.returns: only an eliminated North unit comes back",
    ),
    "a South unit to return": ({"units": {"S1": {"returns": 5}}}, "units.S1.returns: only an eliminated North unit"),
    "returns before the game": ({"units": {"N1": {"returns": -1}}}, "Expected `int` >= 0"),
    "to act without dice": ({"units": LURAY, "to_come": ["act"], "side": "south"}, "step 'act' needs 'dice'"),
    "to act with a South 1": (
        {"units": LURAY, "to_come": ["act"], "dice": {"south": 1, "north": 6}},
        "step 'act' is not this side's with these 'dice'",
    ),
    "to act with the lower die": (
        {"units": LURAY, "to_come": ["act"], "dice": {"south": 4, "north": 2}, "side": "north"},
        "step 'act' is not this side's with these 'dice'",
    ),
    "a second move without a 6": (
        {"units": LURAY, "to_come": ["second_move"], "dice": {"south": 5, "north": 2}},
        "step 'second_move' needs a 6",
    ),
    "an attempt by nobody": ({"units": LURAY, "to_come": ["mountain_road"]}, "step 'mountain_road' needs 'attempt'"),
    "an attempt on a solid road": (
        {"units": LURAY, "to_come": ["mountain_road"], "attempt": {"unit": "S1", "to": "front_royal"}},
        "needs an 'attempt' that is a possible move over a mountain road",
    ),
    "an attempt by a unit off the map": (
        {"units": LURAY, "to_come": ["mountain_road"], "attempt": {"unit": "S2", "to": "front_royal"}},
        "needs an 'attempt' that is a possible move over a mountain road",
    ),
    "an attempt at another time": (
        {"units": LURAY, "attempt": {"unit": "S1", "to": "mount_jackson"}},
        "step 'initiative' has no 'attempt'",
    ),
    "to pick one battle": (
        {"units": FIGHT, "to_come": ["pick_battle"], "side": "south"},
        "step 'pick_battle' needs two contested towns",
    ),
    "order dice for no battle": ({"units": LURAY, "to_come": ["battle_order"]}, "needs two contested towns"),
    "a retreat from no battle": ({"units": FIGHT, "to_come": ["retreat"]}, "step 'retreat' needs a 'battle'"),
    "a retreat from a quiet town": (
        {"units": LURAY, "to_come": ["retreat"], "battle": {"town": "luray", "loser": "south", "asked": "S1"}},
        "step 'retreat' needs a 'battle' in a contested town",
    ),
    "a retreat of the winner": (
        {"units": FIGHT, "to_come": ["retreat"], "battle": BEATEN | {"asked": "S1"}},
        "needs 'battle.asked', a beaten unit with a choice",
    ),
    "a battle at another time": ({"units": FIGHT, "battle": BEATEN}, "step 'initiative' has no 'battle'"),
    "a way to go without a battle": (
        {"units": {"S1": {"town": "luray", "retreats_to": "front_royal"}}},
        "has no 'retreats_to' for S1",
    ),
    "a mark outside the combat phase": (
        {"units": {"S1": {"town": "luray", "marked": True}}},
        "step 'initiative' has no mark on S1",
    ),
    "moves left outside an action": ({"units": LURAY, "moves_left": 2}, "step 'initiative' has no 'moves_left'"),
    "nobody to redeploy": ({"units": LURAY, "to_come": ["redeploy"]}, "step 'redeploy' needs an eliminated North unit"),
    "nobody to set up": (
        {"units": {f"S{n}": {"town": "luray"} for n in range(1, 5)}, "to_come": ["set_up"]},
        "step 'set_up' needs a South unit that is not yet placed",
    ),
    "a fight after the combat phase": (
        {"units": FIGHT, "to_come": ["objective_control"]},
        "step 'objective_control' comes when no town is contested, but strasburg is",
    ),
    "steps out of order": (
        {"units": LURAY, "to_come": ["initiative", "turn_marker"]},
        "to_come: 'turn_marker' does not follow 'initiative'",
    ),
    "an end before turn 7": ({"turn": 3, "units": LURAY, "to_come": []}, "the end of the game comes after turn 7"),
}


@pytest.mark.parametrize("mistake", WRONG_POSITIONS)
def test_a_mistake_in_a_position_is_named_with_its_place(nano: Game, mistake: str) -> None:
    form, message = WRONG_POSITIONS[mistake]
    with pytest.raises((Malformed, UnknownName), match=message) as wrong:
        nano.read(form, "case 3")
    assert str(wrong.value).startswith("case 3: ") and "\n" not in str(wrong.value)


@pytest.mark.parametrize("form", [None, [], "luray", 7])
def test_a_position_is_an_object(nano: Game, form: object) -> None:
    with pytest.raises(Malformed, match="case 3: Expected `object`"):
        nano.read(form, "case 3")


def test_what_a_position_leaves_out_takes_sensible_values(nano: Game) -> None:
    p = nano.read({"units": {"S1": {"town": "manassas_gap"}}}, "short")
    assert isinstance(p, NanoPosition)
    assert (p.turn, p.vp, p.step.name) == (1, 0, "initiative")
    assert p.entered_gap, "a South unit in Manassas Gap has entered it"
    passed = {"units": LURAY, "to_come": ["act"], "dice": {"south": 4, "north": 2}, "passed": True}
    assert nano.read(passed, "short").side_to_act == 1
    attempt = {"units": LURAY, "to_come": ["mountain_road"], "attempt": {"unit": "S1", "to": "mount_jackson"}}
    crossing = nano.read(attempt, "short")
    crossing.play(nano.answer(crossing, "roll 4"))
    assert crossing.step.name == "initiative", "one move, if nothing else is said"
    second = nano.read({"units": LURAY, "to_come": ["second_move"], "dice": {"south": 6, "north": 2}}, "short")
    second.play(nano.answer(second, "move S1 front_royal"))
    assert second.step.name == "initiative"
    over = nano.read({"turn": 7, "vp": 7, "units": LURAY, "to_come": []}, "short")
    assert over.over and over.result is not None and over.result.winner == 0


def test_a_retreat_can_be_written_in_the_combat_phase_and_in_a_battle_by_a_six(nano: Game) -> None:
    form: dict[str, Any] = {"turn": 2, "units": FIGHT, "battle": BEATEN | {"asked": "N1"}, "to_come": ["retreat"]}
    p = nano.read(form, "phase")
    p.play(nano.answer(p, "retreat N1 winchester"))
    assert isinstance(p, NanoPosition) and p.turn == 3 and p.marked == 0
    p = nano.read(form | {"to_come": ["retreat", "retreats", "action_round"]}, "six")
    p.play(nano.answer(p, "retreat N1 winchester"))
    assert isinstance(p, NanoPosition) and (p.turn, p.step.name) == (2, "initiative")


def test_check_finds_what_no_form_can_say(nano: Game) -> None:
    p = nano.read({"units": LURAY}, "check")
    assert isinstance(p, NanoPosition)
    p.check()
    p.vp = 10
    with pytest.raises(BrokenInvariant, match="the VP marker stands on 10"):
        p.check()
    p.vp, p.turn = 9, 8
    with pytest.raises(BrokenInvariant, match="the turn marker stands on 8"):
        p.check()
    p.turn = 7
    p.town = p.town[:-1]
    with pytest.raises(BrokenInvariant, match="a unit was lost or added"):
        p.check()
