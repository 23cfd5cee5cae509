"""The odds Monmouth tells must be what its rules do, and must tell nothing hidden."""

from collections import defaultdict
from random import Random

import pytest

from senki import find_game
from senki.engine.forms import Odds, OddsResult, to_json
from senki.engine.position import CHANCE
from senki.games.monmouth.board import NUMBER, SIDE_OF
from senki.games.monmouth.hiding import may_be
from senki.games.monmouth.position import LOST, MonmouthPosition
from senki.lab.telling import odds_lines

GAME = find_game("monmouth")
FATES = ["unhurt", "spent", "retreats", "destroyed"]
OPEN = {"attacker": [5000, 3500, 90], "defender": [5176, 3500, 270]}
REAR = {"attacker": [5352, 3500, 270], "defender": [5176, 3500, 270]}
IN_WOODS = {"attacker": [4724, 2900, 90], "defender": [4900, 2900, 270]}
REAR_FRONT = {"attacker": [5352, 3500, 270], "defender": [5176, 3500, 90]}


def position(poses: dict[str, list[int]], attacker: str, defender: str, back: int, **more: object) -> MonmouthPosition:
    """Attacker and defender in contact, or so far apart; the attacker's HQ is near."""
    x, y, facing = poses["attacker"]
    x += back if facing == 270 else -back
    blocks: dict[str, object] = {
        attacker: {"pose": [x, y, facing], "revealed": True},
        defender: {"pose": poses["defender"], "revealed": True},
        "lee": {"pose": [2000, 3500]},
        "cornwallis": {"pose": [7050, 300]},
    }
    blocks["lee" if SIDE_OF[NUMBER[attacker]] else "cornwallis"] = {"pose": [x, y - 400 if y > 3000 else y + 400]}
    p = GAME.read({"turn": 3, "blocks": blocks, **more}, "position")
    assert isinstance(p, MonmouthPosition)
    return p


def planned(attacker: str, defender: str, poses: dict[str, list[int]]) -> Odds:
    """The odds of moving into the contact."""
    hq = "lee" if SIDE_OF[NUMBER[attacker]] else "cornwallis"
    p = position(poses, attacker, defender, 300, active=hq, to_come=["act"])
    p.settle()
    facing = poses["attacker"][2]
    option = GAME.parse(f"move {attacker} advance {facing} 300 attack {p.name(NUMBER[defender])}", p)
    assert not p.objections(option)
    before = p.copy()
    odds = GAME.odds(p, option)
    assert odds is not None and p == before
    return odds


def one_round(attacker: str, defender: str, poses: dict[str, list[int]]) -> dict[str, list[float]]:
    """What the rules make of round 1: the fate of both, until somebody is asked or round 2 begins."""
    p = position(poses, attacker, defender, 0, engaged=[[attacker, defender, 1]], to_come=["combat_step"])
    p.settle()
    home = {name: (p.x[NUMBER[name]], p.y[NUMBER[name]]) for name in (attacker, defender)}
    found = {attacker: [0.0] * 4, defender: [0.0] * 4}
    waiting: dict[MonmouthPosition, float] = {p: 1.0}
    while waiting:
        following: dict[MonmouthPosition, float] = defaultdict(float)
        for q, share in waiting.items():
            before = q.round == 0 and not q.over and q.step.name == "withdraw_cavalry"
            if not before and (q.over or q.turn > 3 or q.round != 1 or q.step.name == "stay_or_go"):
                for name in found:
                    n = NUMBER[name]
                    moved = (q.x[n], q.y[n]) != home[name]
                    found[name][3 if q.place[n] == LOST else 2 if moved else q.spent[n]] += share
                continue
            if q.waits_for == CHANCE:
                roll = q.roll()
                for outcome, weight in zip(roll.outcomes, roll.weights, strict=True):
                    child = q.copy()
                    child.play(outcome)
                    following[child] += share * weight / roll.total
            else:
                stays = [o for o in q.options() if o.verb in ("stay", "give_way", "retreat")]
                q.play(stays[0])
                following[q] += share
        waiting = following
    return found


def chances(results: list[OddsResult], unit: str) -> list[float]:
    told = {one.key: one.chance for one in results if one.facts.get("unit") == unit and one.key in FATES}
    return [told.get(fate, 0.0) for fate in FATES]


@pytest.mark.parametrize(
    ("attacker", "defender", "poses"),
    [
        ("scott", "grey", OPEN),
        ("scott", "guards", IN_WOODS),
        ("grenadiers", "wayne", REAR),
        ("scott", "dragoons", OPEN),
        ("dragoons", "dickinson", REAR),
        ("guards", "oswald", REAR),
        ("grey", "morgan", REAR),
    ],
)
def test_the_odds_of_an_attack_are_what_comes_of_it(attacker: str, defender: str, poses: dict[str, list[int]]) -> None:
    odds = planned(attacker, defender, poses)
    real = one_round(attacker, defender, poses)
    enemy = str(odds.title.facts["enemy"])
    assert chances(odds.results, enemy) == pytest.approx(real[defender])
    assert chances(odds.also, attacker) == pytest.approx(real[attacker])
    assert sum(one.chance for one in odds.results) == pytest.approx(1.0)
    assert all(line.clause for line in odds.lines)


@pytest.mark.parametrize(
    ("attacker", "defender", "poses", "wanted"),
    [
        ("scott", "grey", OPEN, [0.294, 0.294, 0.411]),
        ("wayne", "grey", IN_WOODS, [0.177, 0.521, 0.302]),
        ("scott", "rangers", OPEN, [0.964, 0.004, 0.031]),
        ("grey", "oswald", REAR_FRONT, [0.294, 0.544, 0.161]),
    ],
)
def test_the_fight_to_its_end_is_that_of_the_table(
    attacker: str, defender: str, poses: dict[str, list[int]], wanted: list[float]
) -> None:
    """The check values of the rules (21.1)."""
    ends = {one.key: one.chance for one in planned(attacker, defender, poses).also if one.key.startswith("end_")}
    assert [ends["end_target"], ends["end_attacker"], ends["end_both"]] == pytest.approx(wanted, abs=0.0006)


def test_every_modifier_is_told_with_its_clause() -> None:
    lines = {(line.key, line.amount, line.clause) for line in planned("scott", "guards", IN_WOODS).lines}
    assert ("woods", "−1", "MON-4.7") in lines and ("to_hit", "5+", "MON-12.9") in lines
    assert ("elite", "", "MON-12.13") in lines
    flank = {(line.key, line.amount, line.clause) for line in planned("grenadiers", "wayne", REAR).lines}
    assert ("flanks", "+1", "MON-9.1") in flank and ("flanked", "−1", "MON-9.5") in flank


def bombardment(target: str, **facts: object) -> tuple[MonmouthPosition, str]:
    p = GAME.read(
        {
            "turn": 3,
            "blocks": {
                "oswald": {"pose": [2180, 1080, 50]},
                target: {"pose": [2890, 1760, 290], **facts},
                "lee": {"pose": [2000, 500]},
                "cornwallis": {"pose": [7050, 300]},
            },
            "active": "lee",
            "to_come": ["act"],
        },
        "position",
    )
    assert isinstance(p, MonmouthPosition)
    p.settle()
    return p, f"bombard oswald {p.name(NUMBER[target])} 50"


@pytest.mark.parametrize(("target", "spent"), [("grey", False), ("guards", False), ("rangers", False), ("grey", True)])
def test_the_odds_of_a_bombardment_are_what_comes_of_it(target: str, spent: bool) -> None:
    p, text = bombardment(target, revealed=True, spent=spent)
    option = GAME.parse(text, p)
    assert not p.objections(option)
    odds = GAME.odds(p, option)
    assert odds is not None
    n, real = NUMBER[target], [0.0] * 4
    p.play(option)
    roll = p.roll()
    for outcome in roll.outcomes:
        q = p.copy()
        q.play(outcome)
        while q.step.name == "choose_bearing":
            q.play(q.options()[0])
        assert q.place[n] != LOST
        real[2 if q.x[n] != p.x[n] else q.spent[n] - p.spent[n]] += 1 / len(roll.outcomes)
    assert chances(odds.results, p.name(n)) == pytest.approx(real)


def test_an_unknown_enemy_is_the_mean_of_all_it_may_be() -> None:
    p, text = bombardment("grey")
    option = GAME.parse(text, p)
    names = may_be(p, 1, NUMBER["grey"])
    assert {NUMBER["grey"], NUMBER["guards"], NUMBER["rangers"]} <= set(names)
    odds = GAME.odds(p, option)
    assert odds is not None and any(line.key == "unknown" for line in odds.lines)
    known = []
    for name in ("grenadiers", "guards", "grey", "rangers"):
        q, same = bombardment(name, revealed=True)
        told = GAME.odds(q, GAME.parse(same, q))
        assert told is not None
        known.append(chances(told.results, q.name(NUMBER[name])))
    mean = [sum(one[fate] for one in known) / len(known) for fate in range(4)]
    assert chances(odds.results, p.name(NUMBER["grey"])) == pytest.approx(mean)


@pytest.mark.parametrize("seed", range(4))
def test_the_odds_tell_nothing_hidden(seed: int) -> None:
    """In every position a side cannot tell from the real one the odds are the same."""
    chance = Random(seed)
    p = GAME.start("monmouth", GAME.settings({"spent_reveals_identity": "off"} if seed % 2 else {}))
    p.settle()
    compared = 0
    for _ in range(150):
        if p.over or compared > 12:
            break
        options = p.options()
        if p.waits_for != CHANCE:
            side = p.side_to_act
            fights = [option for option in options if GAME.odds(p, option) is not None]
            for option in fights[:3]:
                dreamt = GAME.imagine(p, side, chance)
                compared += 1
                odds = GAME.odds(p, option)
                assert odds is not None and to_json(GAME.odds(dreamt, option)) == to_json(odds)
                told = [" ".join(odds_lines(GAME, odds, lang)) for lang in ("en", "ja")]
                assert not any("{" in text or "odds." in text for text in told)
            for wanted in (("enter", "move", "attack", "pick", "ride", "bombard"), ("attack", "bombard")):
                options = [option for option in options if option.verb in wanted] or options
        p.play(chance.choice(options))
    assert compared
