"""Shiloh: its cases, its tables, its ground, what its sides may know, and its numbers."""

from collections import Counter
from fractions import Fraction
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from senki.boards.hexes.search import SHUT
from senki.engine.cases import find_cases, read_cases
from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.engine.position import CHANCE, DECISION
from senki.engine.registry import find_game
from senki.engine.tasks import second_of
from senki.games.shiloh.counters import CF, CSA, KIND, LEADER, RATING, TROOPS, UNIT, UNITS_OF, USA
from senki.games.shiloh.forms import GROUND
from senki.games.shiloh.ground import must_stop, terrain_cost
from senki.games.shiloh.movement import step_objections
from senki.games.shiloh.position import CUP, DRAWN, ShilohPosition, in_enemy_zone, put
from senki.games.shiloh.search import GroupMover, entry_hex, fits, reach_with
from senki.games.shiloh.steps import GO
from senki.games.shiloh.tables import COLUMNS, CRT, DM, LEAVE_ZOC, NO_RESULT, RESULTS, TABLES, cell, column_of
from senki.lab.perft import perft
from senki.table.http.cards import rulebook as rulebook_form
from senki.terminal.app.side import rulebook as rulebook_pane

CASES = Path(__file__).parent.parent / "senki/games/shiloh/cases"
ALL_CASES = [(path, case) for path in find_cases([CASES]) for case in read_cases(path)]


@pytest.fixture(scope="module")
def shiloh() -> Game:
    return find_game("shiloh")


def start(game: Game, **switches: str) -> ShilohPosition:
    p = game.start("battle", game.settings(switches))
    assert isinstance(p, ShilohPosition)
    p.settle()
    return p


# Cases: `senki conform` runs them (make compiled-checks, make interpreted)


def test_every_worked_example_is_a_case() -> None:
    examples = {case.name[:5] for path, case in ALL_CASES if path.name.startswith("ex-")}
    assert sorted(examples) == [f"EX-{number:02}" for number in range(1, 18)]


def test_cases_have_different_names() -> None:
    names = Counter(case.name for _, case in ALL_CASES)
    assert [name for name, count in names.items() if count > 1] == []


# The combat results table

PRINTED = """
Ax DF | Ax DF | Ax | Ar | Ac(NE) | Dc(EX) | Dr | Dr | Dx
Ax DF | Ax | Ar | Ar | Dc(EX) | Dc(EX) | Dr | Dx | Dm(Dr)
Ax | Ar | Ar | Ac(EX) | Dc(EX) | Dr | Dx | Dm(Dr) | Dm(Dr)
Ar Leader | Ar Leader | Ac(EX) Leader | Dc(EX) Leader | Dr Leader | Dr Leader | Dm(Dr) Leader | Dm(Dr) Leader | Dm(Dx) Leader
Ar Ammo | Ac(NE) Ammo | Dc(NE) Ammo | Dr Ammo | Dr Ammo | Dm(Dr) Ammo | Dm(Dr) Ammo | Dm(Dx) Ammo | Dm(Dx) Ammo
Ar Ammo | Dc(NE) Ammo | Dc(Dr) Ammo | Dr Ammo | Dm(Dr) Ammo | Dm(Dr) Ammo | Dm(Dx) Ammo | Dm(Dx) Ammo | Dm(Dx) Ammo
"""  # noqa: E501


def test_the_table_cell_by_cell() -> None:
    rows = [[text.strip() for text in line.split("|")] for line in PRINTED.strip().splitlines()]
    assert [[there.text for there in row] for row in CRT] == rows
    assert TABLES["crt"]["rows"] == rows


@pytest.mark.parametrize(
    ("differential", "column"),
    [(-20, 0), (-5, 0), (-4, 1), (-3, 1), (-2, 2), (-1, 2), (0, 3), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5), (6, 6),
     (7, 6), (8, 7), (9, 7), (10, 8), (30, 8)],
)  # fmt: skip
def test_columns(differential: int, column: int) -> None:
    assert column_of(differential) == column


CHECK_VALUES = {
    "<=-5": "1/2 1/2 0 0 0 0 0",
    "-4..-3": "1/3 1/3 1/3 0 0 0 0",
    "-2..-1": "1/6 1/3 1/6 1/6 1/6 0 0",
    "0..+1": "0 1/3 0 1/3 1/3 0 0",
    "+2..+3": "0 0 1/6 1/3 4/9 0 1/18",
    "+4..+5": "0 0 0 1/3 5/9 0 1/9",
    "+6..+7": "0 0 0 0 5/9 5/18 1/6",
    "+8..+9": "0 0 0 0 7/18 7/18 2/9",
    ">=+10": "0 0 0 0 2/9 1/2 5/18",
}
"""Ax, Ar, NE, EX, Dr, Dx and rout on one defender of morale 4, when the result in brackets is always taken."""


@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_check_values(column: int) -> None:
    stands = Fraction(4, 6)
    found: dict[str, Fraction] = {}
    for die in range(1, 7):
        there = cell(column, die)
        code = there.result if there.alternative == NO_RESULT or there.result == DM else there.alternative
        if code == DM:
            outcomes = {RESULTS[there.alternative]: stands, "rout": 1 - stands}
        else:
            outcomes = {RESULTS[code]: Fraction(1)}
        for name, share in outcomes.items():
            found[name] = found.get(name, Fraction(0)) + share / 6
    expected = [Fraction(text) for text in CHECK_VALUES[COLUMNS[column]].split()]
    assert [found.get(name, Fraction(0)) for name in ("Ax", "Ar", "NE", "EX", "Dr", "Dx", "rout")] == expected
    assert sum(found.values()) == 1


# The counters and the ground


def test_totals_of_the_order_of_battle() -> None:
    assert [sum(CF[unit] for unit in UNITS_OF[side]) for side in (CSA, USA)] == [86, 145]
    p = start(find_game("shiloh"))
    on_map = sum(CF[u] for u in TROOPS[USA] if p.hex[u] >= 0)
    in_cup = sum(CF[u] for u in TROOPS[USA] if p.hex[u] == CUP)
    assert (on_map, in_cup, sum(p.hex[u] == CUP for u in TROOPS[USA])) == (28, 54, 13)


def test_the_ground_has_the_hexes_of_the_map() -> None:
    assert GROUND.size == 439
    assert {GROUND.names[hex] for hex in GROUND.camps} == {"0810", "1014", "1408", "1612", "1818"}
    assert [GROUND.names[hex] for hex in GROUND.entries] == ["1910", "1103", "0125"]
    for hex in range(GROUND.size):
        for d in range(6):
            to = GROUND.next[6 * hex + d]
            assert to < 0 or GROUND.next[6 * to + (d + 3) % 6] == hex


def test_a_hex_the_map_lacks_can_be_named_and_is_refused(shiloh: Game) -> None:
    p = start(shiloh)
    for text in ("move 0101", "attack 0101", "group 0101 march", "sail 0101", "retreat Shaver 0101"):
        assert [(o.clause, o.facts) for o in p.objections(shiloh.parse(text, p))] == [("SHI-1.4", {"to": "0101"})]
    with pytest.raises(UnknownName, match="no hex '0126'"):
        shiloh.parse("move 0126", p)
    with pytest.raises(UnknownName, match="no hex '0101'"):
        shiloh.read({"units": {"Shaver": {"hex": "0101"}}}, "position")


def test_stored_tasks_name_hexes_by_their_place_among_all_printed_ones(shiloh: Game) -> None:
    there = 25 * (9 - 1) + 19 - 1
    form = {"turn": 3, "side": "csa", "to_come": ["combat"], "tasks": [f"stragglers 0 {there}", "left_alone 3 1"]}
    p = shiloh.read(form, "position")
    assert isinstance(p, ShilohPosition)
    assert second_of(p.tasks[0]) == GROUND.board.number("0919") and second_of(p.tasks[1]) == 1
    assert shiloh.write(p)["tasks"] == form["tasks"]
    with pytest.raises(Malformed, match="no such counter or hex"):
        shiloh.read({**form, "tasks": ["stragglers 0 0"]}, "position")


def reference_reach(p: ShilohPosition) -> dict[int, int]:
    """The hexes a group can reach, found slowly: every step judged by the objections, tried until nothing changes."""
    mover = GroupMover(p)
    ground = p.ground
    best: dict[tuple[int, bool], int] = {}
    front: list[tuple[int, int]] = []
    if mover.start < 0:
        hex = entry_hex(p, p.group[0])
        zone = in_enemy_zone(p, mover.side, hex)
        cost = 1 if p.marching else 2
        if p.presence.units(1 - mover.side, hex) or cost > p.mp or (zone and (mover.night or mover.marching)):
            return {}
        best[hex, zone] = cost
        if not zone:
            front.append((hex, cost))
    else:
        front.append((mover.start, 0))
    while front:
        hex, spent = front.pop()
        first = hex == mover.start
        for d in range(6):
            to, place = ground.next[6 * hex + d], 6 * hex + d
            if to < 0 or to == mover.start or p.presence.units(1 - mover.side, to):
                continue
            judge = GroupMover(p)
            judge.leaving = mover.leaving and first
            if step_objections(p, judge, place, to) or (mover.marching and mover.leaving):
                continue
            if mover.alarmed_at(to) and not fits(p, mover.side, to, mover.fighters):
                continue
            zone = in_enemy_zone(p, mover.side, to)
            road = (ground.march if mover.marching else ground.path)[place]
            by_road = road != SHUT and not (zone and mover.foot)
            price = spent + (road if by_road else terrain_cost(ground, mover.kinds, place))
            price += LEAVE_ZOC if first and mover.leaving else 0
            stops = zone or (not by_road and must_stop(ground, mover.kinds, to))
            least = first and not p.under_way and not zone and mover.start >= 0
            if price > p.mp and least:
                price, stops = p.mp, True
            if price <= p.mp and price < best.get((to, stops), 99):
                best[to, stops] = price
                if not stops:
                    front.append((to, price))
    found: dict[int, int] = {}
    for (hex, _), cost in best.items():
        if fits(p, mover.side, hex, mover.fighters):
            found[hex] = min(cost, found.get(hex, 99))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_the_search_finds_what_the_objections_allow(shiloh: Game, seed: int) -> None:
    """The quick movement search against a slow one that asks the objections about every step."""
    chance = Random(seed)
    p = start(shiloh)
    looked = 0
    while not p.over and looked < 150:
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        if p.stack[-1] == GO:
            looked += 1
            quick = reach_with(p, GroupMover(p), p.mp)
            slow = reference_reach(p)
            fitting = {hex for hex in quick.ends if fits(p, p.side, hex, GroupMover(p).fighters)}
            assert fitting == set(slow), [p.ground.names[hex] for hex in fitting ^ set(slow)]
            assert all(quick.cost(hex) == slow[hex] for hex in fitting)
        options = p.options()
        p.play(options[int(chance.random() * len(options))])
    assert looked == 150


# The sequence of play

NAMED_ALONE = {
    "fatigue", "replacement", "choose_recovery", "hq_flip", "movement", "form_group", "allowance", "allowance_again",
    "allowance_second", "go", "combat", "declare",
}  # fmt: skip


def test_the_step_awaited_is_enough_to_know_the_rest_of_the_turn(shiloh: Game) -> None:
    """A case that names one step only goes on as the game itself does: there is one order of the phases."""
    chance = Random(4)
    p = start(shiloh)
    met = set()
    while not p.over and met != NAMED_ALONE:
        if p.step.name in NAMED_ALONE and not p.tasks:
            met.add(p.step.name)
            form = shiloh.write(p) | {"to_come": [p.step.name]}
            assert shiloh.read(form, "a step") == p, p.step.name
        p.fow = [1, 1]
        options = p.roll().outcomes if p.waits_for == CHANCE else p.options()
        p.play(options[int(chance.random() * len(options))])
    assert met == NAMED_ALONE


# What a side may know


def test_a_hidden_draw_is_the_same_to_the_south_whatever_it_is(shiloh: Game) -> None:
    p = start(shiloh, hidden_cup="on")
    while p.stack[-1] != GO and not (p.waits_for == CHANCE and p.step.name == "draw"):
        options = p.options()
        p.play(next((o for o in options if o.verb == "end"), options[0]))
    assert p.step.name == "draw"
    views = []
    for outcome in p.roll().outcomes[:2]:
        after = p.copy()
        after.play(outcome)
        assert after.step.name == "place"
        assert shiloh.hides(after, CSA) and not shiloh.hides(after, USA)
        views.append(
            (to_json(shiloh.view(after, CSA)), to_json(shiloh.view(after, -1)), to_json(shiloh.view(after, USA)))
        )
        imagined = shiloh.imagine(after, CSA, Random(1))
        assert shiloh.view(imagined, CSA) == shiloh.view(after, CSA)
        imagined.check()
    assert views[0][0] == views[1][0] and views[0][1] == views[1][1]
    assert views[0][2] != views[1][2]


def test_an_open_draw_is_seen_by_all_and_hides_nothing(shiloh: Game) -> None:
    p = start(shiloh)
    assert not shiloh.hides(p, CSA) and shiloh.imagine(p, CSA, Random(1)) == p
    put(p, UNIT["1/1"], DRAWN)
    seen = {piece.id: piece.box for piece in shiloh.view(p, CSA).pieces}
    assert seen["1/1"] == "drawn" and seen["2/1"] == "cup"


# The odds


def test_the_odds_say_every_factor_and_face(shiloh: Game) -> None:
    read = read_cases(CASES / "ex-06-simple-assault.json")[0]
    p = shiloh.read(read.position, "position")
    p.settle()
    odds = shiloh.odds(p, shiloh.parse("attack 0915", p))
    assert odds is not None
    lines = [(line.key, line.amount) for line in odds.lines]
    assert lines.count(("slope", "×½")) == lines.count(("out_of_stream", "×½")) == 2
    assert ("attack_total", "3") in lines and ("defence_total", "4") in lines and ("differential", "-1") in lines
    assert ("no_leader", "±0") in lines and ("woods_from_woods", "×1") in lines
    assert [face.facts["result"] for face in odds.faces][:3] == ["Ax", "Ar", "Ar"]
    assert [line.amount for line in odds.sums] == ["3", "-1", "4"]
    assert {result.key: result.chance for result in odds.results}["result_Ar"] == pytest.approx(1 / 3)
    assert sum(result.chance for result in odds.results) == pytest.approx(1)
    assert {result.key for result in odds.also} == {"counter", "ammunition"}
    for line in odds.lines:
        assert not line.clause or line.clause in shiloh.rulebook
        for lang in ("en", "ja"):
            shiloh.messages.say(f"odds.{line.key}", line.facts, lang)
    for result in [*odds.results, *odds.also, *odds.faces]:
        for lang in ("en", "ja"):
            shiloh.messages.say(f"odds.{result.key}", result.facts, lang)


def test_the_defender_sees_what_it_brings_to_stand_to_give_way_and_to_throw_again(shiloh: Game) -> None:
    """In games of random choices, wherever the defender or the one who is answered is asked."""
    asked: dict[str, int] = {}
    for seed in range(3):
        chance = Random(seed)
        p = shiloh.start("battle", shiloh.settings({}))
        p.settle()
        while not p.over:
            if p.waits_for == DECISION and p.step.name in ("defence", "answer", "die_again"):
                before = p.copy()
                for option in p.options():
                    odds = shiloh.odds(p, option)
                    assert odds is not None and p == before, option.text
                    assert sum(result.chance for result in odds.results) == pytest.approx(1)
                    told = [odds.title, *odds.sums, *odds.lines, *odds.faces, *odds.results, *odds.also]
                    for part in told:
                        assert shiloh.messages.say(f"odds.{part.key}", part.facts, "en")
                    asked[option.verb] = asked.get(option.verb, 0) + 1
            options = p.roll().outcomes if p.waits_for == CHANCE else p.options()
            p.play(options[int(chance.random() * len(options))])
    assert {"defend", "defend_led", "accept", "counter", "keep", "spend"} <= set(asked), asked


def test_a_leader_is_worth_his_rating_to_the_defender(shiloh: Game) -> None:
    chance = Random(0)
    p = shiloh.start("battle", shiloh.settings({}))
    p.settle()
    while p.waits_for != DECISION or p.step.name != "defence":
        options = p.roll().outcomes if p.waits_for == CHANCE else p.options()
        p.play(options[int(chance.random() * len(options))])
    alone, led = (next(option for option in p.options() if option.verb == verb) for verb in ("defend", "defend_led"))
    totals = []
    for option in (alone, led):
        odds = shiloh.odds(p, option)
        assert odds is not None and odds.title.key == "title_stand"
        totals.append(int(next(line.amount for line in odds.sums if line.key == "defence_total")))
    assert totals[1] - totals[0] == RATING[led.subject]


# Own maps


def test_a_map_of_the_players_own(shiloh: Game) -> None:
    text = resources.files("senki.games.shiloh").joinpath("map.hexes").read_text(encoding="utf-8")
    changed = text.replace("\n0919 light_woods", "\n0919 clear")
    assert changed != text
    p = start(shiloh, map=changed)
    there = GROUND.board.number("0919")
    assert p.ground.terrain[there] == "clear" and GROUND.terrain[there] == "light_woods"
    twin = shiloh.read(shiloh.write(p), "position")
    assert twin == p and isinstance(twin, ShilohPosition) and twin.ground.terrain[there] == "clear"


def test_a_map_on_which_the_game_cannot_be_played_is_refused(shiloh: Game) -> None:
    text = resources.files("senki.games.shiloh").joinpath("map.hexes").read_text(encoding="utf-8")
    with pytest.raises(Malformed, match="0320"):
        shiloh.start("battle", shiloh.settings({"map": text.replace("\n0320 light_woods", "\n0320 swamp")}))
    with pytest.raises(Malformed):
        shiloh.start("battle", shiloh.settings({"map": "no map at all"}))


# Numbers against regressions


def test_perft(shiloh: Game) -> None:
    levels = [(level.sequences, level.positions) for level in perft(start(shiloh), 3)]
    assert levels == PERFT


PERFT = [(2, 2), (110, 110), (1124, 724)]


def test_leaders_are_those_of_the_set_up() -> None:
    assert sum(kind == LEADER for kind in KIND) == 5


def test_a_note_is_shown_as_one() -> None:
    """In the terminal's rulebook, and to the client by the service."""
    game = find_game("shiloh")
    assert "note" in rulebook_pane(game, "SHI-1.5", "en").plain.splitlines()[2]
    assert "note" not in rulebook_pane(game, "SHI-1.6", "en").plain.splitlines()[2]
    clauses = {clause.id: clause for chapter in rulebook_form(game) for clause in chapter.clauses}
    assert clauses["SHI-1.5"].note and not clauses["SHI-1.6"].note
