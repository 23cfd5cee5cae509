"""What the machine player of Jackson's Way values and sets out to do, and that all it does is legal."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Final

import pytest

from senki.engine.game import Game, Operation
from senki.engine.option import Option
from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.games.sjw.advice import SjwAdvice
from senki.games.sjw.campaign import SCENARIOS
from senki.games.sjw.counters import CSA, UNIT, USA
from senki.games.sjw.crossings import can_cross
from senki.games.sjw.goals import aims_of
from senki.games.sjw.manpower import lose
from senki.games.sjw.position import COMBAT, DESTROYED, EXTENDED, SjwPosition, put
from senki.games.sjw.steps import ACTION, GO
from senki.games.sjw.strengths import exchange
from senki.games.sjw.theatre import theatre
from senki.players.operations import OperationsPlayer

ADVICE: Final = SjwAdvice()
EVERY: Final = 7
"""Operations are asked for at one action of so many: they are dear."""


@pytest.fixture(scope="module")
def sjw() -> Game:
    return find_game("sjw")


def begin(game: Game, scenario: str) -> SjwPosition:
    p = game.start(scenario, game.settings({}, scenario))
    assert isinstance(p, SjwPosition)
    p.settle()
    return p


def to_action(game: Game, scenario: str, turn: int = 1) -> SjwPosition:
    """The first action of a turn, everybody having passed until then."""
    p = begin(game, scenario)
    while p.stack[-1] != ACTION or p.turn < turn:
        p.play(ADVICE.reply(p) if p.waits_for == DECISION else p.roll().pick(0))
    return p


def is_legal(p: SjwPosition, option: Option) -> bool:
    return not p.objections(option) and (option in p.options() or p.step.accepts(p, option))


def carry_out(p: SjwPosition, operation: Operation, chance: Random) -> None:
    """Follow an operation to its end; every choice and every reply on the way is legal."""
    side, began = p.side_to_act, False
    for _ in range(400):
        while p.stack and p.waits_for != DECISION:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        if not p.stack or (began and ADVICE.pause(p)):
            return
        option = ADVICE.follow(p, operation) if p.side_to_act == side else None
        if option is None:
            assert began, f"{operation!r} does not begin"
            option = ADVICE.reply(p)
        assert is_legal(p, option), f"{p.step.name}: {option.text}"
        p.play(option)
        began = True
    raise AssertionError(f"{operation!r} never ends")


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [("cedar_mountain", 1), ("cedar_mountain", 2), ("stuarts_raid", 3), ("jacksons_march", 4)],
)
def test_operations_are_followed_and_replies_given_legally_all_through_random_games(
    sjw: Game, scenario: str, seed: int
) -> None:
    p, chance = begin(sjw, scenario), Random(seed)
    actions = 0
    while p.stack:
        if p.waits_for != DECISION:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        assert is_legal(p, ADVICE.reply(p)), p.step.name
        weights = ADVICE.weigh(p, p.options()) if p.stack[-1] != GO else [1.0]
        assert min(weights) >= 0.0 and 0.0 < max(weights) <= 1.0
        found = ADVICE.operations(p, p.side_to_act)
        assert bool(found) == (p.stack[-1] == ACTION)
        if found:
            actions += 1
            check_operations(p, found, chance if actions % EVERY == 0 else None)
        p.play(p.draw(chance))
    assert actions > 5


def check_operations(p: SjwPosition, found: list[Operation], chance: Random | None) -> None:
    assert len(found) <= 25 and found[-1].kind == "rest"
    assert len({one.key for one in found}) == len(found)
    assert all(one.weight > 0.0 for one in found)
    assert 0.0 <= ADVICE.value(p, CSA) <= 1.0
    assert ADVICE.value(p, CSA) + ADVICE.value(p, USA) == pytest.approx(1.0)
    for one in found if chance is not None else []:
        assert chance is not None
        carry_out(p.copy(), one, chance)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_even_and_offers_more_than_to_rest(sjw: Game, scenario: str) -> None:
    p = begin(sjw, scenario)
    assert ADVICE.value(p, CSA) == pytest.approx(0.5, abs=0.05)
    p = to_action(sjw, scenario)
    found = ADVICE.operations(p, p.side_to_act)
    assert len(found) > 1
    for one in found:
        option = ADVICE.follow(p, one)
        assert option is not None and is_legal(p, option)
    assert ADVICE.operations(p, 1 - p.side_to_act) == []


def test_a_scenario_is_read_from_its_victory_lines() -> None:
    aims = aims_of(theatre("cedar_mountain"))
    assert aims.half_grade == 1.0 and aims.middle == 2.5 and aims.loss == 1.0
    bands = next(aim for aim in aims.aims if aim.line.kind == "nearest_infantry_distance")
    assert bands.points == [1.0, 1.0, 1.0, 1.0, 1.0]
    assert len(aims.places[bands.places[0]].hexes) == 7
    aims = aims_of(theatre("rappahannock_to_bull_run"))
    assert aims.rout == 1.0 and aims.half_grade == pytest.approx(11.25)


# what is valued


def test_a_side_that_scores_stands_better(sjw: Game) -> None:
    p = to_action(sjw, "jacksons_march")
    before = ADVICE.value(p, CSA)
    bristoe = p.theatre.hex("3726")
    p.stations[p.theatre.station_at[bristoe]] = DESTROYED
    destroyed = ADVICE.value(p, CSA)
    assert destroyed > before
    lose(p, UNIT["usa_king"], 3, COMBAT)
    assert ADVICE.value(p, CSA) > destroyed
    lost = ADVICE.value(p, USA)
    lose(p, UNIT["csa_a_p_hill"], 2, COMBAT)
    assert ADVICE.value(p, USA) > lost


def test_tired_and_thinned_armies_are_worth_less(sjw: Game) -> None:
    p = to_action(sjw, "cedar_mountain")
    hill = UNIT["csa_a_p_hill"]
    fresh = ADVICE.value(p, CSA)
    p.fatigue[hill] = 4
    tired = ADVICE.value(p, CSA)
    assert tired < fresh
    lose(p, hill, 2, EXTENDED)
    assert ADVICE.value(p, CSA) < tired


def test_the_nearer_the_better_until_it_is_covered(sjw: Game) -> None:
    p = to_action(sjw, "cedar_mountain", 2)
    values = []
    for hex in ("0855", "1148", "1145"):
        put(p, UNIT["csa_a_p_hill"], p.theatre.hex(hex))
        put(p, UNIT["csa_jackson"], p.theatre.hex(hex))
        values.append(ADVICE.value(p, CSA))
    assert values[0] < min(values[1:])
    put(p, UNIT["usa_ricketts"], p.theatre.hex("0130"))
    assert ADVICE.value(p, CSA) > values[-1]


def test_a_decided_game_is_worth_its_grade(sjw: Game) -> None:
    p = to_action(sjw, "stuarts_raid", 3)
    while p.stack:
        p.play(ADVICE.reply(p) if p.waits_for == DECISION else p.roll().pick(0))
    assert p.result is not None and p.result.winner == USA
    assert ADVICE.value(p, CSA) < 0.1


def test_the_better_the_odds_the_better_the_exchange() -> None:
    for attack, defence in ((36, 16), (20, 36), (4, 2)):
        found = [exchange(net, attack, defence) for net in range(-6, 10)]
        for worse, better in pairwise(found):
            assert better.lost <= worse.lost + 1e-9 and better.taken >= worse.taken - 1e-9
            assert better.retreat >= worse.retreat - 1e-9
        assert found[0].retreat < 0.1 and found[-1].retreat > 0.9


# what is set out for


def best(p: SjwPosition) -> Operation:
    return max(ADVICE.operations(p, p.side_to_act), key=lambda one: one.weight)


def test_a_station_worth_points_is_raided(sjw: Game) -> None:
    p = to_action(sjw, "stuarts_raid")
    for name in ("csa_f_lee", "csa_stuart"):
        put(p, UNIT[name], p.theatre.hex("3330"))
    one = best(p)
    assert (one.kind, one.subject) == ("raid", UNIT["csa_f_lee"])
    option = ADVICE.follow(p, one)
    assert option is not None and option.text == "raid csa_f_lee"


def test_jackson_marches(sjw: Game) -> None:
    p = to_action(sjw, "cedar_mountain")
    p.side = CSA
    one = best(p)
    assert one.kind in ("march", "attack") and one.subject == UNIT["csa_jackson"]
    start = p.ground.distance(p.hex[UNIT["csa_a_p_hill"]], p.theatre.hex("1441"))
    carry_out(p, one, Random(5))
    assert p.ground.distance(p.hex[UNIT["csa_a_p_hill"]], p.theatre.hex("1441")) < start


def test_cavalry_stands_until_it_is_attacked_by_more_than_it_can_bear(sjw: Game) -> None:
    p = to_action(sjw, "cedar_mountain", 2)
    p.side = CSA
    at = p.hex[UNIT["usa_bayard"]]
    beside = next(hex for hex in p.ground.around[at] if can_cross(p, CSA, hex, at))
    put(p, UNIT["csa_a_p_hill"], beside)
    put(p, UNIT["csa_jackson"], beside)
    p.play(p.ground.words.parse("march csa_a_p_hill"))
    asked: list[str] = []
    while p.stack[-1] != ACTION and len(asked) < 2:
        if p.waits_for != DECISION:
            p.play(p.roll().pick(3))
        elif p.step.name == "cavalry_retreat":
            asked.append(ADVICE.reply(p).text)
            p.play(ADVICE.reply(p))
        else:
            attacks = [option for option in p.options() if option.verb == "attack" and option.target == at]
            p.play(attacks[0] if attacks else ADVICE.reply(p))
    assert asked == ["stand", "evade"]


def test_a_search_over_operations_repeats_and_finds_a_raid(sjw: Game) -> None:
    choices = []
    for _ in range(2):
        p = to_action(sjw, "stuarts_raid")
        for name in ("csa_f_lee", "csa_stuart"):
            put(p, UNIT[name], p.theatre.hex("3330"))
        player = OperationsPlayer(sjw, 3, 700)
        choices.append(player.choose(p).text)
        assert player.last is not None and player.last.nodes >= 8
    assert choices == ["raid csa_f_lee"] * 2
