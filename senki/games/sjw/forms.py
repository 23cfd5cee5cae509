"""The JSON form of a position of Stonewall Jackson's Way. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import convert, plain
from senki.engine.lexicon import Names
from senki.engine.reading import bits_of, check_sound, check_steps, index_of, number_of, number_or, numbers_of
from senki.engine.tasks import encode, first_of, kind_of, second_of
from senki.games.sjw.campaign import SCENARIOS, Campaign, Start
from senki.games.sjw.counters import COUNT, CSA, IS_SUBSTITUTE, IS_TROOP, SIDES, UNITS, USA
from senki.games.sjw.crossings import NO_SPAN, SPAN_KINDS, hexes_of, set_reach, span_over
from senki.games.sjw.flow import STEP_NAMES, STEPS
from senki.games.sjw.ground import DRY, RAIN, Ground
from senki.games.sjw.manpower import clear
from senki.games.sjw.options import LEADER_NAMES, UNIT_NAMES
from senki.games.sjw.position import (
    ASIDE,
    CAUSES,
    FLAG_NAMES,
    LATER,
    OFF_MAP,
    OUT,
    SPARE,
    STATION_STATES,
    SWITCHES,
    TURNS_TO_ACT,
    WHOLE,
    SjwPosition,
    empty_map,
    put,
)
from senki.games.sjw.setup import set_up
from senki.games.sjw.sound import check_read, whole_stack
from senki.games.sjw.tables import MOST_FATIGUE, MOST_MANPOWER, WORKS
from senki.games.sjw.theatre import theatre
from senki.games.sjw.undertaking import BATTLE_KINDS, NOBODY, Battle, March
from senki.games.sjw.victory import result_of

Side = Literal["csa", "usa"]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
WEATHERS = ["dry", "rain"]
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
    defenders: list[str] = []
    refused: bool = False
    artillery_die: Die = 0
    attacker_die: Die = 0
    defender_die: Die = 0
    difference: Annotated[int, msgspec.Meta(ge=-8, le=10)] = 0
    retreating: list[str] = []
    steps: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    been: list[str] = []
    froms: list[str] = []
    """Hexes from which the attackers came."""
    evading: bool = False
    voluntary: bool = False
    may_advance: bool = False
    rout: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


class SpanForm(msgspec.Struct, forbid_unknown_fields=True):
    """A bridge that is not simply one of the map: built_csa or built_usa (for both sides), union_only, taken_up or
    burnt; between two hexes."""

    kind: Literal["built_csa", "built_usa", "union_only", "taken_up", "burnt"]
    between: tuple[str, str]


class TaskForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a die or a decision is about: a kind, and two numbers whose meaning the awaited step knows."""

    kind: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    first: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    second: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a scenario.

    Without `units` everybody is where the scenario sets them up. With `units` only those named are in the game, unless
    `setup` says that the others are as set up. Everything else that is left out is as at the start of the scenario.
    """

    scenario: str = SCENARIOS[0]
    turn: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    side: Side = "csa"
    """The side that acts, or whose part of a phase this is."""
    to_act: Literal["solo", "first", "second"] = "first"
    setup: bool = False
    units: dict[str, UnitForm] | None = None
    switches: list[str] = []
    map: str | None = None
    """The file of a map of the players' own."""
    to_come: list[str] | None = None
    """The steps to come, the awaited one first; the rest of the turn may be left out. Empty: the game is over."""
    stations: dict[str, Literal["whole", "damaged", "destroyed"]] = {}
    """By hex; those that are not named are whole."""
    lost_depots: list[str] = []
    """The hexes of depots that are gone."""
    controlled: list[str] = []
    """The objectives under Confederate control, by hex."""
    spans: list[SpanForm] | None = None
    tried: list[tuple[str, str]] = []
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
    task: TaskForm | None = None
    waiting: list[str] = []
    """Counters the phase still has to ask or roll for, the next one first."""
    march: MarchForm | None = None
    battle: BattleForm | None = None


def read_position(form: object, where: str) -> SjwPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    index_of(SCENARIOS, read.scenario, f"{where}: scenario")
    p = empty_map(STEPS, [], theatre(read.scenario, read.map or ""))
    p.switches = bits_of(SWITCH_NAMES, read.switches, f"{where}: switches")
    set_up(p)
    p.turn, p.side, p.to_act = read.turn, SIDES.index(read.side), TURNS_TO_ACT.index(read.to_act)
    _read_units(p, read, where)
    _read_map(p, read, where)
    _read_score(p, read, where)
    p.weather = WEATHERS.index(read.weather)
    p.rain_until = read.rain_until if read.rain_until is not None else p.turn if p.weather == RAIN else 0
    p.paralysed = SIDES.index(read.paralysed) if read.paralysed is not None else NOBODY
    p.event, p.panic_turn, p.rail_used = read.event, read.panic_turn, read.rail_halves
    p.task = encode(read.task.kind, read.task.first, read.task.second) if read.task is not None else 0
    p.waiting = _waiting(p.ground, read.waiting, f"{where}: waiting")
    p.march = _read_march(p.ground, read.march, f"{where}: march") if read.march is not None else None
    p.battle = _read_battle(p.ground, read.battle, f"{where}: battle") if read.battle is not None else None
    p.stack = _read_stack(p, read.to_come, where)
    set_reach(p)
    check_sound(p, where)
    check_read(p, where)
    if not p.stack:
        p.result = result_of(p)
    return p


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


def start_of(plan: Campaign, unit: int) -> Start | None:
    """How a scenario sets a counter up, or lets it arrive; none if it does not have it."""
    return next((start for start in plan.setup + plan.arrivals if start.unit == unit), None)


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
    if place < 0 and place != LATER:
        _check_gone(form, where)
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


def _check_gone(form: UnitForm, where: str) -> None:
    if form.manpower or form.fatigue or form.demoralized or form.works not in (None, WORKS[0]):
        raise Malformed(f"{where}: a counter that is off the map for good, or not yet detached, has no such state")


def limit_names(plan: Campaign) -> Names:
    """The limits of a scenario by clause and kind, with a number where these are not enough."""
    names: list[str] = []
    for limit in plan.limits:
        name = f"{limit.clause} {limit.kind}"
        names.append(name if name not in names else f"{name} {limit.number}")
    return Names("limit", "limits", names)


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
        p.spans = sorted(_read_span(p.ground, span, f"{where}: spans") for span in read.spans)
    p.tried = sorted(
        span_over(_hex(p.ground, a, f"{where}: tried"), _hex(p.ground, b, f"{where}: tried"), NO_SPAN)
        for a, b in read.tried
    )
    p.span_turn = read.span_turn


def _among(ground: Ground, hexes: list[int], name: str, where: str) -> int:
    hex = _hex(ground, name, where)
    if hex not in hexes:
        raise Malformed(f"{where}: the scenario has none in {name}")
    return hexes.index(hex)


def _read_span(ground: Ground, form: SpanForm, where: str) -> int:
    a, b = (_hex(ground, name, where) for name in form.between)
    return span_over(a, b, SPAN_KINDS.index(form.kind))


def _read_score(p: SjwPosition, read: PositionForm, where: str) -> None:
    for side, by_cause in read.losses.items():
        for cause, lost in by_cause.items():
            p.losses[len(CAUSES) * SIDES.index(side) + index_of(CAUSES, cause, f"{where}: losses")] = lost
    p.routs = [read.routs.get("csa", 0), read.routs.get("usa", 0)]


def _read_march(ground: Ground, form: MarchForm, where: str) -> March:
    march = March()
    march.unit = number_or(NOBODY, UNIT_NAMES, form.unit, where)
    march.leader = number_or(NOBODY, LEADER_NAMES, form.leader, where)
    march.companion = number_or(NOBODY, UNIT_NAMES, form.companion, where)
    march.named = numbers_of(UNIT_NAMES, form.named, where)
    for kind, points in form.rolled.items():
        march.rolled[index_of(["inf", "cav"], kind, f"{where}: rolled")] = points
    march.start = _hex(ground, form.start, where) if form.start is not None else NOBODY
    march.before, march.points = form.before, form.half_points
    march.by_rail, march.moved, march.halted, march.forced = form.by_rail, form.moved, form.halted, form.forced
    march.riders = numbers_of(LEADER_NAMES, form.riders, where)
    march.to_ask = _hexes(ground, form.to_ask, where)
    return march


def _read_battle(ground: Ground, form: BattleForm, where: str) -> Battle:
    battle = Battle(BATTLE_KINDS.index(form.kind), SIDES.index(form.side), _hex(ground, form.target, where))
    battle.attackers = numbers_of(UNIT_NAMES, form.attackers, where)
    battle.points, battle.most = form.half_points, form.most
    battle.leader = number_or(NOBODY, LEADER_NAMES, form.leader, where)
    battle.grand = number_or(NOBODY, LEADER_NAMES, form.grand, where)
    battle.defenders = numbers_of(UNIT_NAMES, form.defenders, where)
    battle.refused, battle.artillery_die = form.refused, form.artillery_die
    battle.attacker_die, battle.defender_die = form.attacker_die, form.defender_die
    battle.difference = form.difference
    battle.retreating = numbers_of(UNIT_NAMES, form.retreating, where)
    battle.steps, battle.been = form.steps, _hexes(ground, form.been, where)
    battle.hexes = _hexes(ground, form.froms, where)
    battle.evading, battle.voluntary, battle.may_advance = form.evading, form.voluntary, form.may_advance
    battle.rout = form.rout
    return battle


def _read_stack(p: SjwPosition, to_come: list[str] | None, where: str) -> list[int]:
    names = ["action"] if to_come is None else list(to_come)
    check_steps(names, STEP_NAMES, where)
    return whole_stack(p, [STEP_NAMES.index(name) for name in names])


def _waiting(ground: Ground, names: list[str], where: str) -> list[int]:
    return [number_of(UNIT_NAMES, name, where) for name in names]


def _hex(ground: Ground, name: str, where: str) -> int:
    found = ground.number(name)
    if found < 0:
        raise UnknownName(f"{where}: there is no hex '{name}'")
    return found


def _hexes(ground: Ground, names: list[str], where: str) -> list[int]:
    return [_hex(ground, name, where) for name in names]


def write_position(p: SjwPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: empty fields are left out, scenario, turn and side never."""
    ground, scene = p.ground, p.theatre
    limits = limit_names(scene.plan).ids
    form = PositionForm(
        to_act=TURNS_TO_ACT[p.to_act],  # type: ignore[arg-type]
        units={UNITS[unit]: _write_unit(p, unit, limits) for unit in range(COUNT) if _is_told(p, unit)},
        switches=[name for number, name in enumerate(SWITCHES) if p.switches >> number & 1],
        map=ground.text or None,
        to_come=[STEP_NAMES[step] for step in reversed(p.stack)],
        stations={
            ground.names[hex]: STATION_STATES[state]  # type: ignore[misc]
            for hex, state in zip(ground.stations, p.stations, strict=True)
            if state != WHOLE
        },
        lost_depots=[ground.names[hex] for hex, stands in zip(scene.depots, p.depots, strict=True) if not stands],
        controlled=[ground.names[hex] for hex, held in zip(scene.objectives, p.control, strict=True) if held],
        spans=[_write_span(ground, span) for span in p.spans],
        tried=[(ground.names[a], ground.names[b]) for a, b in map(hexes_of, p.tried)],
        span_turn=p.span_turn,
        losses={SIDES[side]: lost for side in (CSA, USA) if (lost := _write_losses(p, side))},  # type: ignore[misc]
        routs={SIDES[side]: p.routs[side] for side in (CSA, USA) if p.routs[side]},  # type: ignore[misc]
        weather=WEATHERS[p.weather],  # type: ignore[arg-type]
        rain_until=p.rain_until if p.rain_until or p.weather != DRY else None,
        paralysed=SIDES[p.paralysed] if p.paralysed != NOBODY else None,  # type: ignore[arg-type]
        event=p.event,
        panic_turn=p.panic_turn,
        rail_halves=p.rail_used,
        task=TaskForm(kind_of(p.task), first_of(p.task), second_of(p.task)) if p.task else None,
        waiting=[UNITS[unit] for unit in p.waiting],
        march=_write_march(ground, p.march) if p.march is not None else None,
        battle=_write_battle(ground, p.battle) if p.battle is not None else None,
    )
    return {"scenario": scene.plan.name, "turn": p.turn, "side": SIDES[p.side], **plain(form)}


def _is_told(p: SjwPosition, unit: int) -> bool:
    """A counter that is not in the game, or a substitute at rest, need not be written."""
    return p.hex[unit] not in (OUT, SPARE)


def _write_unit(p: SjwPosition, unit: int, limits: list[str]) -> UnitForm:
    place, start = p.hex[unit], start_of(p.theatre.plan, unit)
    lives = IS_TROOP[unit] and (place >= 0 or place == LATER)
    return UnitForm(
        hex=p.ground.names[place] if place >= 0 else None,
        box=OFF_MAP[-place] if place < 0 else None,
        manpower=p.manpower[unit] if lives else None,
        fatigue=p.fatigue[unit] if lives else None,
        states=[name for number, name in enumerate(FLAG_NAMES) if p.flags[unit] >> number & 1],
        demoralized=p.demoralized[unit],
        works=WORKS[p.works[unit]] if lives and (p.works[unit] or (start is not None and start.works)) else None,
        due=p.due[unit] if p.due[unit] or place == LATER else None,
        parent=_name(p.parent[unit]),
        freed=[name for number, name in enumerate(limits) if p.freed[unit] >> number & 1],
    )


def _name(unit: int) -> str | None:
    return UNITS[unit] if unit != NOBODY else None


def _write_span(ground: Ground, span: int) -> SpanForm:
    a, b = hexes_of(span)
    return SpanForm(SPAN_KINDS[kind_of(span)], (ground.names[a], ground.names[b]))  # type: ignore[arg-type]


def _write_losses(p: SjwPosition, side: int) -> dict[str, int]:
    by_cause = p.losses[len(CAUSES) * side : len(CAUSES) * (side + 1)]
    return {cause: lost for cause, lost in zip(CAUSES, by_cause, strict=True) if lost}


def _names(units: list[int]) -> list[str]:
    return [UNITS[unit] for unit in units]


def _write_march(ground: Ground, march: March) -> MarchForm:
    return MarchForm(
        unit=_name(march.unit),
        leader=_name(march.leader),
        companion=_name(march.companion),
        named=_names(march.named),
        rolled={kind: points for kind, points in zip(("inf", "cav"), march.rolled, strict=True) if points},
        start=ground.names[march.start] if march.start != NOBODY else None,
        before=march.before,
        half_points=march.points,
        by_rail=march.by_rail,
        moved=march.moved,
        halted=march.halted,
        forced=march.forced,
        riders=_names(march.riders),
        to_ask=[ground.names[hex] for hex in march.to_ask],
    )


def _write_battle(ground: Ground, battle: Battle) -> BattleForm:
    return BattleForm(
        kind=BATTLE_KINDS[battle.kind],  # type: ignore[arg-type]
        side=SIDES[battle.side],  # type: ignore[arg-type]
        target=ground.names[battle.target],
        attackers=_names(battle.attackers),
        half_points=battle.points,
        leader=_name(battle.leader),
        grand=_name(battle.grand),
        most=battle.most,
        defenders=_names(battle.defenders),
        refused=battle.refused,
        artillery_die=battle.artillery_die,
        attacker_die=battle.attacker_die,
        defender_die=battle.defender_die,
        difference=battle.difference,
        retreating=_names(battle.retreating),
        steps=battle.steps,
        been=[ground.names[hex] for hex in battle.been],
        froms=[ground.names[hex] for hex in battle.hexes],
        evading=battle.evading,
        voluntary=battle.voluntary,
        may_advance=battle.may_advance,
        rout=battle.rout,
    )
