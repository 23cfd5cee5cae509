"""Sicily: lists of landings and drops stay short, and what they leave out is taken all the same."""

from __future__ import annotations

from senki.games.sicily.airborne import targets_of
from senki.games.sicily.counters import UNIT
from senki.games.sicily.game import GAME
from senki.games.sicily.position import SicilyPosition

MOST = 200


def _whole_island() -> SicilyPosition:
    """Turn 5 with everybody of the set-up in place, two optional drops called for, all of the west in reach."""
    return GAME.read(
        {
            "turn": 5,
            "us_limit": False,
            "dropped_last": 3,
            "drops": 2,
            "setup": True,
            "units": {"us_16_1": {"hex": "3824"}, "uk_231": {"hex": "5031"}},
            "waiting": ["us_2_509"],
            "to_come": ["drop"],
        },
        "position",
    )


def test_the_list_of_targets_is_short_and_the_rest_is_accepted() -> None:
    p = _whole_island()
    offered = {option.text for option in p.options()}
    assaults, _ = targets_of(p, UNIT["us_2_509"])
    beyond = [f"drop us_2_509 {p.ground.names[hex]}" for hex in assaults]
    beyond = [text for text in beyond if text not in offered]
    assert len(offered) <= MOST and beyond
    p.play(GAME.answer(p, beyond[0]))
    assert p.ground.names[p.aim[UNIT["us_2_509"]]] == beyond[0].split()[-1]


def test_targets_near_the_own_units_are_listed_first() -> None:
    p = _whole_island()
    listed = [option.target for option in p.options() if option.verb == "drop"]
    assaults, _ = targets_of(p, UNIT["us_2_509"])
    friends = [p.ground.number("3824"), p.ground.number("5031")]
    far = {hex: min(p.ground.distance(hex, friend) for friend in friends) for hex in assaults}
    left_out = [far[hex] for hex in assaults if hex not in listed]
    assert max(far[hex] for hex in listed) <= min(left_out)
