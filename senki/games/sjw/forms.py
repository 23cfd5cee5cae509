"""The JSON form of a position of Stonewall Jackson's Way. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import convert
from senki.engine.lexicon import Names
from senki.engine.reading import bits_of, check_sound, check_steps, index_of, number_of, number_or, numbers_of
from senki.engine.tasks import encode
from senki.games.sjw.campaign import SCENARIOS, Start
from senki.games.sjw.counters import COUNT, CSA, IS_SUBSTITUTE, IS_TROOP, SIDES
from senki.games.sjw.crossings import NO_SPAN, SPAN_KINDS, set_reach, span_over
from senki.games.sjw.flow import STEP_NAMES, STEPS
from senki.games.sjw.ground import RAIN, Ground
from senki.games.sjw.limits import solo_side
from senki.games.sjw.manpower import clear
from senki.games.sjw.options import LEADER_NAMES, UNIT_NAMES
from senki.games.sjw.position import (
    ASIDE,
    CAUSES,
    FIRST,
    FLAG_NAMES,
    LATER,
    OFF_MAP,
    OUT,
    SOLO,
    SPARE,
    STATION_STATES,
    SWITCHES,
    TURNS_TO_ACT,
    SjwPosition,
    empty_map,
    put,
    troops_in,
)
from senki.games.sjw.setup import set_up
from senki.games.sjw.sound import (
    COUNTED,
    HEX,
    LEADER,
    NOTHING,
    STATION,
    TASK,
    TASKS,
    UNIT,
    check_read,
    whole_stack,
)
from senki.games.sjw.states import check_states
from senki.games.sjw.tables import MOST_FATIGUE, MOST_MANPOWER, WORKS
from senki.games.sjw.theatre import theatre
from senki.games.sjw.undertaking import BATTLE_KINDS, NOBODY, Battle, March
from senki.games.sjw.victory import result_of
from senki.games.sjw.writing import MARCHING_KINDS, WEATHERS, limit_names, start_of

Side = Literal["csa", "usa"]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
Pair = Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)]
FLAGS = Names("state", "states", FLAG_NAMES)
SWITCH_NAMES = Names("switch", "switches", SWITCHES)


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A counter. What is left out is as the scenario has it: where it is set up or that it arrives later, its manpower,
    fatigue, works and turn of arrival; a counter the scenario does not have needs a place and, as a unit, manpower."""

    hex: str | None = None
    """The number of the file, or as a sheet prints it (S1418)."""
    box: str | None = None
    """out (not in the game), later, dead, aside, spare or attached."""
    manpower: Annotated[int, msgspec.Meta(ge=0, le=MOST_MANPOWER)] | None = None
    fatigue: Annotated[int, msgspec.Meta(ge=0, le=MOST_FATIGUE)] | None = None
    states: list[str] = []
    """disorganized, unsupplied, acted, marched, worked, foraged, delayed, with_corps; of leaders failed, replaced."""
    demoralized: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    works: str | None = None
    """none, abatis, breastworks or fort."""
    due: Turn | None = None
    """The turn in which it arrives."""
    parent: str | None = None
    """Of a substitute: the unit it was detached from."""
    freed: list[str] = []
    """Limits of the scenario it has been released from, each as its clause and kind (SJW-13.2.2 barred)."""


class MarchForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A march, or the activation of a leader, that is under way."""

    unit: str | None = None
    leader: str | None = None
    companion: str | None = None
    named: list[str] = []
    rolled: dict[str, Count] = {}
    """The allowance that was rolled under a leader, in points, by kind: inf, cav."""
    start: str | None = None
    """Where its march began; the hex it is in, if nothing is said."""
    before: Annotated[int, msgspec.Meta(ge=0, le=MOST_FATIGUE)] = 0
    """The fatigue of the unit before this march."""
    half_points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    by_rail: bool = False
    moved: bool = False
    halted: bool = False
    forced: bool = False
    riders: list[str] = []
    to_ask: list[str] = []


class BattleForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A combat that is under way."""

    kind: Literal["march", "assault"]
    side: Side
    """The attacking side."""
    target: str
    attackers: list[str] = []
    half_points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    leader: str | None = None
    grand: str | None = None
    most: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    defenders: list[str] | None = None
    """All who are in the target, if nothing is said."""
    refused: bool = False
    artillery_die: Die = 0
    attacker_die: Die = 0
    defender_die: Die = 0
    difference: Annotated[int, msgspec.Meta(ge=-8, le=10)] = 0
    retreating: list[str] = []
    steps: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    been: list[str] = []
    froms: list[str] | None = None
    """Hexes from which the attackers came; those they are in, if nothing is said."""
    evading: bool = False
    voluntary: bool = False
    may_advance: bool = False
    rout: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class SpanForm(msgspec.Struct, forbid_unknown_fields=True):
    """A bridge that is not simply one of the map: built_csa or built_usa (for both sides), union_only, taken_up or
    burnt; between two hexes."""

    kind: Literal["built_csa", "built_usa", "union_only", "taken_up", "burnt"]
    between: Pair


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a scenario.

    Without `units` everybody is where the scenario sets them up. With `units` only those named are in the game, unless
    `setup` says that the others are as set up. Everything else that is left out is as at the start of the scenario.
    """

    scenario: str = SCENARIOS[0]
    turn: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    side: Side | None = None
    """The side that acts, or whose part of a phase this is; the Confederates', or that of a turn for one side alone."""
    to_act: Literal["solo", "first", "second"] | None = None
    """Alone in this turn, first in this phase, or second, after the other has passed; alone or first."""
    setup: bool = False
    units: dict[str, UnitForm] | None = None
    switches: list[str] = []
    map: str | None = None
    """The file of a map of the players' own."""
    to_come: list[str] | None = None
    """The steps to come, the awaited one first, an action if nothing is said; the rest of the turn may be left out.
    Empty: the game is over."""
    stations: dict[str, Literal["whole", "damaged", "destroyed"]] = {}
    """By hex; those that are not named are whole."""
    lost_depots: list[str] = []
    """The hexes of depots that are gone."""
    controlled: list[str] = []
    """The objectives under Confederate control, by hex."""
    spans: list[SpanForm] | None = None
    tried: list[Pair] = []
    """Pairs of hexes between which a bridge was tried in this phase."""
    span_turn: Turn = 0
    """The turn in which the Union pontoon was last taken up."""
    losses: dict[Side, dict[str, Count]] = {}
    """Manpower lost by cause: combat, retreat, cavalry_retreat, extended_march, force_march, zoc_move, supply."""
    routs: dict[Side, Count] = {}
    """R results that infantry of a side has suffered."""
    weather: Literal["dry", "rain"] = "dry"
    rain_until: Turn | None = None
    """The last turn with a rain marker; this one if it rains."""
    paralysed: Side | None = None
    event: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    """The sum of this turn's event dice; 0: not thrown."""
    panic_turn: Turn = 0
    rail_halves: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """Combat value that has gone by rail in this cycle, in halves."""
    task: str | None = None
    """What the awaited step is about, in one or two words: a counter and perhaps a hex, the hex of a station, that of a
    depot and how many it still feeds, or how many units were in an assault before."""
    waiting: list[str] = []
    """Counters the phase still has to ask, the next one first."""
    march: MarchForm | None = None
    battle: BattleForm | None = None


def read_position(form: object, where: str) -> SjwPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    index_of(SCENARIOS, read.scenario, f"{where}: scenario")
    p = empty_map(STEPS, [], theatre(read.scenario, read.map or ""))
    p.switches = bits_of(SWITCH_NAMES, read.switches, f"{where}: switches")
    set_up(p)
    p.turn = read.turn
    _check_turn(p, where)
    _read_units(p, read, where)
    _read_map(p, read, where)
    _read_score(p, read, where)
    p.weather = WEATHERS.index(read.weather)
    p.rain_until = read.rain_until if read.rain_until is not None else p.turn if p.weather == RAIN else 0
    p.paralysed = SIDES.index(read.paralysed) if read.paralysed is not None else NOBODY
    p.event, p.panic_turn, p.rail_used = read.event, read.panic_turn, read.rail_halves
    solo = solo_side(p)
    p.side = SIDES.index(read.side) if read.side is not None else max(CSA, solo)
    p.to_act = TURNS_TO_ACT.index(read.to_act) if read.to_act is not None else FIRST if solo == NOBODY else SOLO
    p.waiting = numbers_of(UNIT_NAMES, read.waiting, f"{where}: waiting")
    set_reach(p)
    p.march = _read_march(p, read.march, f"{where}: march") if read.march is not None else None
    p.battle = _read_battle(p, read.battle, f"{where}: battle") if read.battle is not None else None
    p.stack = _read_stack(p, read.to_come, where)
    p.task = _read_task(p, read.task, f"{where}: task") if read.task is not None else 0
    check_sound(p, where)
    check_states(p, where)
    check_read(p, where)
    if not p.stack:
        p.result = result_of(p)
    return p


def _check_turn(p: SjwPosition, where: str) -> None:
    turns = p.theatre.plan.turns
    if p.turn > turns:
        raise Malformed(f"{where}: turn: the scenario has {turns}")


def _read_units(p: SjwPosition, read: PositionForm, where: str) -> None:
    plan = p.theatre.plan
    if read.units is None:
        return
    if not read.setup:
        for unit in range(COUNT):
            clear(p, unit)
            p.due[unit] = p.freed[unit] = 0
            put(p, unit, SPARE if IS_SUBSTITUTE[unit] and plan.advanced else OUT)
    for name, form in read.units.items():
        here = f"{where}: units.{name}"
        _read_unit(p, number_of(UNIT_NAMES, name, here), form, here)


def _read_unit(p: SjwPosition, unit: int, form: UnitForm, where: str) -> None:
    start = start_of(p.theatre.plan, unit)
    put(p, unit, OUT)
    clear(p, unit)
    place = _place(p, form, start, where)
    if IS_TROOP[unit]:
        p.manpower[unit] = form.manpower if form.manpower is not None else start.manpower if start is not None else 0
        p.fatigue[unit] = form.fatigue if form.fatigue is not None else start.fatigue if start is not None else 0
        p.works[unit] = start.works if start is not None else 0
        if form.works is not None:
            p.works[unit] = index_of(WORKS, form.works, f"{where}: works")
    elif form.manpower or form.fatigue or form.demoralized or form.works not in (None, WORKS[0]):
        raise Malformed(f"{where}: a leader has no manpower, fatigue, demoralization or works")
    if place < 0 and place != LATER and not form.manpower and not form.fatigue and not form.works:
        p.manpower[unit] = p.fatigue[unit] = p.works[unit] = 0
    p.flags[unit] = bits_of(FLAGS, form.states, f"{where}: states")
    p.due[unit] = form.due if form.due is not None else start.turn if start is not None and place == LATER else 0
    p.parent[unit] = number_or(NOBODY, UNIT_NAMES, form.parent, f"{where}: parent")
    p.freed[unit] = bits_of(limit_names(p.theatre.plan), form.freed, f"{where}: freed")
    p.demoralized[unit] = form.demoralized
    put(p, unit, place)


def _place(p: SjwPosition, form: UnitForm, start: Start | None, where: str) -> int:
    """Where a counter is: in the hex or box it names, or where the scenario has it."""
    if form.hex is not None and form.box is not None:
        raise Malformed(f"{where}: a counter is in a hex or in a box, not both")
    if form.hex is not None:
        return _hex(p.ground, form.hex, where)
    if form.box is not None:
        return -1 - index_of(OFF_MAP[1:], form.box, f"{where}: box")
    if start is None:
        raise Malformed(f"{where}: the scenario does not have this counter: say where it is")
    if start.hexes:
        return LATER
    return p.theatre.hex(start.hex) if start.hex else ASIDE


def _read_map(p: SjwPosition, read: PositionForm, where: str) -> None:
    scene = p.theatre
    for name, state in read.stations.items():
        number = scene.station_at[_hex(p.ground, name, f"{where}: stations")]
        if number < 0:
            raise Malformed(f"{where}: stations: there is no station in {name}")
        p.stations[number] = STATION_STATES.index(state)
    for name in read.lost_depots:
        p.depots[_among(p.ground, scene.depots, name, f"{where}: lost_depots")] = 0
    for name in read.controlled:
        p.control[_among(p.ground, scene.objectives, name, f"{where}: controlled")] = 1
    if read.spans is not None:
        kinds = [SPAN_KINDS.index(span.kind) for span in read.spans]
        spans = zip(read.spans, kinds, strict=True)
        p.spans = sorted(_span(p.ground, span.between, kind, f"{where}: spans") for span, kind in spans)
    p.tried = sorted(_span(p.ground, between, NO_SPAN, f"{where}: tried") for between in read.tried)
    p.span_turn = read.span_turn


def _among(ground: Ground, hexes: list[int], name: str, where: str) -> int:
    hex = _hex(ground, name, where)
    if hex not in hexes:
        raise Malformed(f"{where}: the scenario has none in {name}")
    return hexes.index(hex)


def _span(ground: Ground, between: list[str], kind: int, where: str) -> int:
    a, b = _hexes(ground, between, where)
    if b not in ground.around[a]:
        raise Malformed(f"{where}: {between[0]} and {between[1]} are not next to each other")
    return span_over(a, b, kind)


def _read_score(p: SjwPosition, read: PositionForm, where: str) -> None:
    for side, by_cause in read.losses.items():
        for cause, lost in by_cause.items():
            p.losses[len(CAUSES) * SIDES.index(side) + index_of(CAUSES, cause, f"{where}: losses")] = lost
    p.routs = [read.routs.get("csa", 0), read.routs.get("usa", 0)]


def _read_march(p: SjwPosition, form: MarchForm, where: str) -> March:
    march = March()
    ground = p.ground
    march.unit = number_or(NOBODY, UNIT_NAMES, form.unit, where)
    march.leader = number_or(NOBODY, LEADER_NAMES, form.leader, where)
    march.companion = number_or(NOBODY, UNIT_NAMES, form.companion, where)
    march.named = numbers_of(UNIT_NAMES, form.named, where)
    for kind, points in form.rolled.items():
        march.rolled[index_of(MARCHING_KINDS, kind, f"{where}: rolled")] = points
    if form.start is not None:
        march.start = _hex(ground, form.start, where)
    elif march.unit != NOBODY and p.hex[march.unit] >= 0:
        march.start = p.hex[march.unit]
    march.before, march.points = form.before, form.half_points
    march.by_rail, march.moved, march.halted, march.forced = form.by_rail, form.moved, form.halted, form.forced
    march.riders = numbers_of(LEADER_NAMES, form.riders, where)
    march.to_ask = _hexes(ground, form.to_ask, where)
    return march


def _read_battle(p: SjwPosition, form: BattleForm, where: str) -> Battle:
    ground = p.ground
    battle = Battle(BATTLE_KINDS.index(form.kind), SIDES.index(form.side), _hex(ground, form.target, where))
    battle.attackers = numbers_of(UNIT_NAMES, form.attackers, where)
    battle.points, battle.most = form.half_points, form.most
    battle.leader = number_or(NOBODY, LEADER_NAMES, form.leader, where)
    battle.grand = number_or(NOBODY, LEADER_NAMES, form.grand, where)
    if form.defenders is not None:
        battle.defenders = numbers_of(UNIT_NAMES, form.defenders, where)
    else:
        battle.defenders = troops_in(p, 1 - battle.side, battle.target)
    battle.refused, battle.artillery_die = form.refused, form.artillery_die
    battle.attacker_die, battle.defender_die = form.attacker_die, form.defender_die
    battle.difference = form.difference
    battle.retreating = numbers_of(UNIT_NAMES, form.retreating, where)
    battle.steps, battle.been = form.steps, _hexes(ground, form.been, where)
    if form.froms is not None:
        battle.hexes = _hexes(ground, form.froms, where)
    else:
        battle.hexes = sorted({p.hex[unit] for unit in battle.attackers if p.hex[unit] >= 0})
    battle.evading, battle.voluntary, battle.may_advance = form.evading, form.voluntary, form.may_advance
    battle.rout = form.rout
    return battle


def _read_stack(p: SjwPosition, to_come: list[str] | None, where: str) -> list[int]:
    names = ["action"] if to_come is None else list(to_come)
    check_steps(names, STEP_NAMES, where)
    return whole_stack(p, [STEP_NAMES.index(name) for name in names])


def _read_task(p: SjwPosition, text: str, where: str) -> int:
    """The task of the awaited step, by the words it takes."""
    wanted = [kind for kind in TASKS.get(p.stack[-1] if p.stack else NOBODY, ()) if kind != NOTHING]
    words = text.split()
    if len(words) != len(wanted):
        raise Malformed(f"{where}: '{text}' should be: {' '.join(wanted) or 'left out'}")
    return encode(TASK, *(_read_word(p, word, kind, where) for word, kind in zip(words, wanted, strict=True)))


def _read_word(p: SjwPosition, word: str, kind: str, where: str) -> int:
    if kind in (UNIT, LEADER):
        return number_of(UNIT_NAMES, word, where)
    if kind == COUNTED:
        if not word.isdigit() or len(word) > 2:
            raise Malformed(f"{where}: '{word}' is no small number")
        return int(word)
    hex = _hex(p.ground, word, where)
    if kind == HEX:
        return hex
    return _among(p.ground, p.ground.stations if kind == STATION else p.theatre.depots, word, where)


def _hex(ground: Ground, name: str, where: str) -> int:
    found = ground.number(name)
    if found < 0:
        raise UnknownName(f"{where}: there is no hex '{name}'")
    return found


def _hexes(ground: Ground, names: list[str], where: str) -> list[int]:
    return [_hex(ground, name, where) for name in names]
