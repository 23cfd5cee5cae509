"""The JSON form of a position of Sicily. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import convert
from senki.engine.lexicon import Names
from senki.engine.reading import bits_of, check_sound, check_steps, index_of, number_of, number_or, numbers_of
from senki.games.sicily.aftermath import Aftermath
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.chits import full_value, give_back_chit
from senki.games.sicily.counters import (
    ARMIES,
    CLASS,
    COUNT,
    DEPOTS,
    HEX,
    IS_DEPOT,
    IS_REGIMENT,
    MORALE,
    NATIONS,
    SIDE_OF,
    SIDES,
    STEPS,
    UNITS,
)
from senki.games.sicily.flow import STEP_NAMES
from senki.games.sicily.flow import STEPS as FLOW
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.options import LINES, UNIT_NAMES
from senki.games.sicily.position import (
    DEAD,
    FLAG_NAMES,
    LEDGER,
    OFF_MAP,
    OUT,
    REPLACEMENTS,
    STATUS,
    SWITCHES,
    WAITING,
    SicilyPosition,
    empty_map,
    put,
    units_in,
)
from senki.games.sicily.scenario import SCENARIOS, theatre
from senki.games.sicily.setup import set_up
from senki.games.sicily.sound import check_read, ended, whole_stack
from senki.games.sicily.states import check_states
from senki.games.sicily.tables import CHITS, POOLS, WEATHER
from senki.games.sicily.writing import PERMITS

Side = Literal["allies", "axis"]
Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Points = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Turn = Annotated[int, msgspec.Meta(ge=0, le=99)]
Two = Annotated[list[Count], msgspec.Meta(min_length=2, max_length=2)]
FLAGS = Names("state", "states", FLAG_NAMES)
SWITCH_NAMES = Names("switch", "switches", SWITCHES)
ARMY_NAMES = Names("army", "armies", ARMIES)
NATION_NAMES = Names("nation", "nations", NATIONS)
FIRST_STEP = "move"
"""What is awaited if nothing is said."""


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A counter. What is left out is as the scenario has it: where it is set up, or that it is still to come."""

    hex: str | None = None
    box: str | None = None
    """out (not in the game), waiting, dead, evacuated, guns (off-map artillery) or bombed."""
    left: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """Steps left: of a regiment 3 full, 2 reduced, 1 cadre; all if nothing is said, none of the dead."""
    chit: Annotated[int, msgspec.Meta(ge=1, le=CHITS)] | None = None
    """The kind of its strength chit in the pool of its morale, from 1 (the weakest) to 7."""
    strength: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    """Instead of `chit`: the first kind of its pool whose full side has this strength for its class."""
    morale: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    """The printed one if nothing is said."""
    states: list[str] = []
    """disrupted, moved, packed, dropped, assaulted, ashore, lifted, came, shaken, attacked, marched, north, released,
    held."""
    status: Literal["supplied", "unsupplied", "isolated"] = "supplied"
    since: Turn = 0
    """The turn in which it came, left or was lost; 0 for whoever was there from the beginning."""
    aim: str | None = None
    """The hex it must attack from the sea, or is to land or drop in; empty: none. Of one who waits that of its counter,
    if nothing is said."""


class LegForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit on the move."""

    unit: str
    points: Count = 0
    """Movement points left; in the strategic segment hexes of road left."""
    allowance: Count | None = None
    """Its allowance in this phase; the points left, if nothing is said."""
    start: str | None = None
    """Where it began; the hex it is in, if nothing is said."""
    moved: bool = False
    left_zone: bool = False
    halted: bool = False


class AttackForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An attack of the list: who attacks which hexes."""

    targets: list[str] = []
    units: list[str] = []
    places: list[str] | None = None
    """Where each of the units stood when the list was made; where they stand now, if nothing is said."""


class BattleForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The attack that is being resolved, up to its die."""

    targets: list[str]
    attackers: list[str]
    side: Side | None = None
    """The attacking side; that whose player turn it is, if nothing is said."""
    defenders: list[str] | None = None
    """All units in the targets, if nothing is said."""
    to_name: list[str] = []
    asked: Count = 0
    attack_guns: list[str] = []
    defence_guns: list[str] = []
    air: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """0 no air point, 1 one that has to roll, 2 one of emergency bombing, 3 one that has succeeded."""
    naval: Count = 0
    naval_rolls: Count = 0
    naval_hits: Count = 0


class AftermathForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What follows a combat die: losses, retreats and advances, as far as they have come."""

    numbers: Two
    """What the attacker and the defender have to meet."""
    targets: list[str]
    attackers: list[str]
    side: Side | None = None
    """The side that attacked; that whose player turn it is, if nothing is said."""
    defenders: list[str] | None = None
    """All units in the targets, if nothing is said."""
    breakthrough: bool = False
    stage: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    """0 the defender has still to meet his number, 1 he meets it, 2 and 3 the attacker likewise, 4 advances."""
    losing: Side | None = None
    posts: list[str] = []
    hexes: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    """Hexes the losing stacks go back; nothing before that is settled."""
    steps: Count = 0
    hit: str | None = None
    """The unit that loses a step as soon as it has drawn its chit."""
    stacks: list[str] = []
    going: list[str] = []
    been: list[str] = []
    togo: Count = 0
    toll: Count = 0
    parted: list[str] = []
    parted_been: list[str] = []
    parted_togo: Count = 0
    paths: list[list[str]] = []
    """Paths of retreat, each beginning with the hex that was left."""
    vacated: list[str] = []
    reaches: list[Count] = []
    """By vacated hex: hexes the winner may advance."""
    free: list[Annotated[int, msgspec.Meta(ge=0, le=1)]] = []
    """By vacated hex: 1 if the loser was eliminated."""
    retired: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    """1: attackers went back, 2: defenders did; 3: both."""
    winner: Side | None = None
    advancing: list[str] = []
    way: list[str] = []
    """Hexes the first of the advancing has advanced through."""


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position of a scenario.

    Without `units` everybody is where the scenario sets them up. With `units` only those named are in the game, unless
    `setup` says that the others are as set up. Everything else that is left out is as at the start of the scenario.
    """

    scenario: str = SCENARIOS[0]
    turn: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    side: Side = "allies"
    """Whose player turn it is."""
    special: bool = False
    """The special stage of turn 1."""
    setup: bool = False
    units: dict[str, UnitForm] | None = None
    switches: list[str] = []
    map: str | None = None
    """The file of a map of the players' own."""
    to_come: list[str] | None = None
    """The steps to come, the awaited one first, a move if nothing is said; the rest of the turn may be left out. Empty:
    the game is over."""
    held: list[str] | None = None
    """Hexes of the places the Allies own; a place with a unit in it is always its side's."""
    opens: dict[str, Turn] = {}
    """By hex of a port: the turn in which it is usable again."""
    lost_sources: list[str] = []
    """Hexes of Axis sources that were captured; those the Allies own are always among them."""
    boundary: str | None = None
    us_limit: bool | None = None
    limit_until: Turn = 0
    linked: Turn = 0
    delayed: bool = False
    supply: dict[str, Points] = {}
    """Supply points by army: us, uk, de, it."""
    ledger: dict[str, Points] = {}
    """Victory points by what they came from: tactical, axis_lost, coastal, allied_lost, depots, opt, replacements,
    evacuated, interdiction, end_runs."""
    tactical: Count = 0
    replacements: dict[str, Count] = {}
    """Replacement points: us_inf, us_arm, uk_inf …"""
    replaced: list[str] = []
    """Nations that have spent their point this turn."""
    packs: dict[str, Count] = {}
    """Pack markers left: us, uk."""
    weather: Literal["fair", "fog", "rain"] = "fair"
    captured: Count = 0
    air: Count = 0
    bombers: Count = 0
    bombing: bool = False
    naval: dict[str, Count] = {}
    """Points of naval gunfire left: us, uk."""
    interdiction: bool = False
    numbers: dict[str, Count] = {}
    """The end-run numbers chosen: us, uk."""
    sums: dict[str, Count] = {}
    permits: dict[str, Count] | None = None
    """End-runs left: us_regiments, us_battalions, uk_regiments, uk_battalions."""
    runs: dict[str, Count] = {}
    """End-runs made, by the same names."""
    ran: list[str] = []
    """Armies that have made their end-run this turn."""
    drops: Annotated[int, msgspec.Meta(ge=0, le=6)] | None = None
    """Optional drops left this turn; nothing before they are called for."""
    dropped_last: Turn | None = None
    groups: Count | None = None
    entered: Count = 0
    collapse: Turn | None = None
    gone: Count | None = None
    ferried: dict[str, Two] = {}
    """By exit: Italian and German units evacuated in this phase."""
    shipped: dict[str, Count] = {}
    """By depot: units evacuated in this phase."""
    axis_air: bool = True
    port_call: bool = False
    depots_back: list[str] = []
    """Armies whose depot has come back this turn."""
    task: int = 0
    """What the awaited step is about, as one number."""
    waiting: list[str] = []
    """Counters the step still has to ask or roll for, the next one first."""
    drawing: list[str] = []
    """Regiments that have still to draw a strength chit, the next one first."""
    taken_ports: list[str] = []
    leg: LegForm | None = None
    ready: dict[str, str] = {}
    """Artillery that may still support a combat of this phase, and the hex (or box) it was in when the phase began."""
    attacks: list[AttackForm] = []
    draft: AttackForm | None = None
    battle: BattleForm | None = None
    aftermath: AftermathForm | None = None


def read_position(form: object, where: str) -> SicilyPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    index_of(SCENARIOS, read.scenario, f"{where}: scenario")
    p = empty_map(FLOW, [], theatre(read.scenario, read.map or ""))
    p.switches = bits_of(SWITCH_NAMES, read.switches, f"{where}: switches")
    set_up(p)
    if read.turn is not None:
        p.turn = read.turn
    p.side, p.special = SIDES.index(read.side), int(read.special)
    _read_units(p, read, where)
    _read_places(p, read, where)
    _read_accounts(p, read, where)
    _read_day(p, read, where)
    p.waiting = numbers_of(UNIT_NAMES, read.waiting, f"{where}: waiting")
    p.drawing = numbers_of(UNIT_NAMES, read.drawing, f"{where}: drawing")
    p.taken_ports = [_port(p, name, f"{where}: taken_ports") for name in read.taken_ports]
    p.leg = _read_leg(p, read.leg, f"{where}: leg") if read.leg is not None else None
    for name, place in read.ready.items():
        p.ready.append(number_of(UNIT_NAMES, name, f"{where}: ready"))
        p.stood.append(-OFF_MAP.index(place) if place in OFF_MAP[1:] else _hex(p, place, f"{where}: ready"))
    p.attacks = [_read_attack(p, attack, f"{where}: attacks") for attack in read.attacks]
    p.draft = _read_attack(p, read.draft, f"{where}: draft") if read.draft is not None else None
    p.battle = _read_battle(p, read.battle, f"{where}: battle") if read.battle is not None else None
    p.aftermath = _read_aftermath(p, read.aftermath, f"{where}: aftermath") if read.aftermath is not None else None
    names = [FIRST_STEP] if read.to_come is None else read.to_come
    check_steps(names, STEP_NAMES, where)
    p.stack = whole_stack(p, [STEP_NAMES.index(name) for name in names], f"{where}: to_come")
    p.task = read.task
    check_sound(p, where)
    check_states(p, where)
    check_read(p, where)
    if not p.stack:
        p.result = ended(p)
    return p


def _read_units(p: SicilyPosition, read: PositionForm, where: str) -> None:
    if read.units is None:
        return
    places = p.hex[:]
    if not read.setup:
        for unit in range(COUNT):
            _clear(p, unit)
    for name, form in read.units.items():
        here = f"{where}: units.{name}"
        unit = number_of(UNIT_NAMES, name, here)
        _read_unit(p, unit, form, places[unit], here)


def _clear(p: SicilyPosition, unit: int) -> None:
    """A counter as it is before anything is said of it, out of the game."""
    put(p, unit, OUT)
    give_back_chit(p, unit)
    p.left[unit], p.flags[unit], p.aim[unit], p.morale[unit] = STEPS[unit], 0, NOBODY, MORALE[unit]
    p.status[unit] = p.since[unit] = 0


def _read_unit(p: SicilyPosition, unit: int, form: UnitForm, place: int, where: str) -> None:
    _clear(p, unit)
    if form.hex is not None and form.box is not None:
        raise Malformed(f"{where}: a counter is in a hex or in a box, not both")
    if form.hex is not None:
        place = _hex(p, form.hex, where)
    elif form.box is not None:
        place = -1 - index_of(OFF_MAP[1:], form.box, f"{where}: box")
    elif place == OUT:
        raise Malformed(f"{where}: the scenario does not have this counter: say where it is")
    p.left[unit] = form.left if form.left is not None else 0 if place == DEAD and not IS_DEPOT[unit] else STEPS[unit]
    p.morale[unit] = form.morale if form.morale is not None else MORALE[unit]
    p.flags[unit] = bits_of(FLAGS, form.states, f"{where}: states")
    p.status[unit], p.since[unit] = STATUS.index(form.status), form.since
    p.chit[unit] = _read_chit(p, unit, form, where)
    if p.chit[unit] != NOBODY:
        at = CHITS * (p.morale[unit] - 1) + p.chit[unit]
        p.pool[at] = max(0, p.pool[at] - 1)
    if form.aim is not None:
        p.aim[unit] = _hex(p, form.aim, f"{where}: aim") if form.aim else NOBODY
    else:
        p.aim[unit] = p.ground.number(HEX[unit]) if place == WAITING and HEX[unit] else NOBODY
    put(p, unit, place)


def _read_chit(p: SicilyPosition, unit: int, form: UnitForm, where: str) -> int:
    if form.chit is None and form.strength is None:
        return NOBODY
    if not IS_REGIMENT[unit] or p.left[unit] < 2:
        raise Malformed(f"{where}: only a regiment that is no cadre has a chit")
    if form.chit is not None and form.strength is not None:
        raise Malformed(f"{where}: a chit is given by its kind or by its strength, not both")
    if not 1 <= p.morale[unit] <= len(POOLS):
        raise Malformed(f"{where}: morale: there is no pool {p.morale[unit]}")
    if form.chit is not None:
        return form.chit - 1
    values = [full_value(p.morale[unit], kind, CLASS[unit]) for kind in range(CHITS)]
    if form.strength not in values:
        raise Malformed(f"{where}: strength: the chits of its pool have {', '.join(map(str, sorted(set(values))))}")
    return values.index(form.strength)


def _read_places(p: SicilyPosition, read: PositionForm, where: str) -> None:
    ground = p.ground
    if read.held is not None:
        p.held = [0] * len(ground.places)
        for name in read.held:
            place = ground.place_at[_hex(p, name, f"{where}: held")]
            if place < 0:
                raise Malformed(f"{where}: held: there is nothing to own in {name}")
            p.held[place] = 1
    for unit in range(COUNT):
        if p.hex[unit] >= 0 and not IS_DEPOT[unit] and ground.place_at[p.hex[unit]] >= 0:
            p.held[ground.place_at[p.hex[unit]]] = 1 - SIDE_OF[unit]
    for name, turn in read.opens.items():
        p.opens[ground.ports.index(_port(p, name, f"{where}: opens"))] = turn
    for name in read.lost_sources:
        hex = _hex(p, name, f"{where}: lost_sources")
        if hex not in ground.sources:
            raise Malformed(f"{where}: lost_sources: {name} is no source of the Axis")
        p.lost_sources |= 1 << ground.sources.index(hex)
    for number, hex in enumerate(ground.sources):
        if p.held[ground.place_at[hex]]:
            p.lost_sources |= 1 << number
    if read.boundary is not None:
        p.boundary = index_of(LINES, read.boundary, f"{where}: boundary")
    if read.us_limit is not None:
        p.us_limit = int(read.us_limit)
    p.limit_until, p.linked, p.delayed = read.limit_until, read.linked, int(read.delayed)


def _read_accounts(p: SicilyPosition, read: PositionForm, where: str) -> None:
    _fill(p.supply, ARMIES, read.supply, f"{where}: supply")
    _fill(p.ledger, LEDGER, read.ledger, f"{where}: ledger")
    _fill(p.replacements, REPLACEMENTS, read.replacements, f"{where}: replacements")
    _fill(p.packs, ARMIES[:2], read.packs, f"{where}: packs")
    p.tactical = read.tactical
    p.replaced = bits_of(NATION_NAMES, read.replaced, f"{where}: replaced")


def _read_day(p: SicilyPosition, read: PositionForm, where: str) -> None:
    p.weather, p.captured, p.air = WEATHER.index(read.weather), read.captured, read.air
    p.bombers, p.bombing, p.interdiction = read.bombers, int(read.bombing), int(read.interdiction)
    _fill(p.naval, ARMIES[:2], read.naval, f"{where}: naval")
    _fill(p.numbers, ARMIES[:2], read.numbers, f"{where}: numbers")
    _fill(p.sums, ARMIES[:2], read.sums, f"{where}: sums")
    if read.permits is not None:
        p.permits = [0] * len(PERMITS)
        _fill(p.permits, PERMITS, read.permits, f"{where}: permits")
    _fill(p.runs, PERMITS, read.runs, f"{where}: runs")
    p.ran = bits_of(ARMY_NAMES, read.ran, f"{where}: ran")
    p.drops = read.drops if read.drops is not None else NOBODY
    p.dropped_last = read.dropped_last if read.dropped_last is not None else p.dropped_last
    p.entered = read.entered
    p.groups = read.groups if read.groups is not None else p.groups
    p.collapse = read.collapse if read.collapse is not None else p.collapse
    p.gone = read.gone if read.gone is not None else p.gone
    for name, both in read.ferried.items():
        hex = _hex(p, name, f"{where}: ferried")
        if hex not in p.ground.exits:
            raise Malformed(f"{where}: ferried: nobody leaves the island from {name}")
        exit = p.ground.exits.index(hex)
        p.ferried[2 * exit : 2 * exit + 2] = both
    _fill(p.shipped, [UNITS[depot] for depot in DEPOTS], read.shipped, f"{where}: shipped")
    p.axis_air, p.port_call = int(read.axis_air), int(read.port_call)
    p.depots_back = bits_of(ARMY_NAMES, read.depots_back, f"{where}: depots_back")


def _fill(account: list[int], names: list[str], given: dict[str, int], where: str) -> None:
    """Set what is named; the rest of an account stays as it is."""
    for name, number in given.items():
        account[index_of(names, name, where)] = number


def _read_leg(p: SicilyPosition, form: LegForm, where: str) -> Leg:
    leg = Leg(number_of(UNIT_NAMES, form.unit, where))
    leg.points = form.points
    leg.allowance = form.allowance if form.allowance is not None else form.points
    leg.start = _hex(p, form.start, f"{where}: start") if form.start is not None else max(NOBODY, p.hex[leg.unit])
    leg.moved, leg.left_zone, leg.halted = form.moved, form.left_zone, form.halted
    return leg


def _read_attack(p: SicilyPosition, form: AttackForm, where: str) -> Attack:
    attack = Attack()
    attack.targets = _hexes(p, form.targets, where)
    attack.units = numbers_of(UNIT_NAMES, form.units, where)
    if form.places is None:
        attack.places = [p.hex[unit] for unit in attack.units]
    else:
        attack.places = _hexes(p, form.places, where)
    return attack


def _everybody(p: SicilyPosition, side: int, targets: list[int]) -> list[int]:
    return [unit for hex in targets for unit in units_in(p, side, hex)]


def _read_battle(p: SicilyPosition, form: BattleForm, where: str) -> Battle:
    battle = Battle(SIDES.index(form.side) if form.side is not None else p.side)
    battle.targets = _hexes(p, form.targets, where)
    battle.attackers = numbers_of(UNIT_NAMES, form.attackers, where)
    if form.defenders is not None:
        battle.defenders = numbers_of(UNIT_NAMES, form.defenders, where)
    else:
        battle.defenders = _everybody(p, 1 - battle.side, battle.targets)
    battle.to_name, battle.asked = _hexes(p, form.to_name, where), form.asked
    battle.attack_guns = numbers_of(UNIT_NAMES, form.attack_guns, where)
    battle.defence_guns = numbers_of(UNIT_NAMES, form.defence_guns, where)
    battle.air, battle.naval = form.air, form.naval
    battle.naval_rolls, battle.naval_hits = form.naval_rolls, form.naval_hits
    return battle


def _read_aftermath(p: SicilyPosition, form: AftermathForm, where: str) -> Aftermath:
    side = SIDES.index(form.side) if form.side is not None else p.side
    found = Aftermath(side, form.numbers[0], form.numbers[1], form.breakthrough)
    found.targets = _hexes(p, form.targets, where)
    found.attackers = numbers_of(UNIT_NAMES, form.attackers, where)
    if form.defenders is not None:
        found.defenders = numbers_of(UNIT_NAMES, form.defenders, where)
    else:
        found.defenders = _everybody(p, 1 - side, found.targets)
    found.stage, found.losing = form.stage, SIDES.index(form.losing) if form.losing is not None else NOBODY
    found.posts, found.steps = _hexes(p, form.posts, where), form.steps
    found.hexes = form.hexes if form.hexes is not None else NOBODY
    found.hit = number_or(NOBODY, UNIT_NAMES, form.hit, where)
    found.stacks, found.been = _hexes(p, form.stacks, where), _hexes(p, form.been, where)
    found.going = numbers_of(UNIT_NAMES, form.going, where)
    found.togo, found.toll, found.parted_togo = form.togo, form.toll, form.parted_togo
    found.parted = numbers_of(UNIT_NAMES, form.parted, where)
    found.parted_been = _hexes(p, form.parted_been, where)
    for path in form.paths:
        found.path_starts.append(len(found.paths))
        found.paths += _hexes(p, path, where)
    found.vacated, found.reaches, found.free = _hexes(p, form.vacated, where), form.reaches[:], form.free[:]
    found.retired, found.winner = form.retired, SIDES.index(form.winner) if form.winner is not None else NOBODY
    found.advancing, found.way = numbers_of(UNIT_NAMES, form.advancing, where), _hexes(p, form.way, where)
    return found


def _hex(p: SicilyPosition, name: str, where: str) -> int:
    found = p.ground.number(name)
    if found < 0:
        raise UnknownName(f"{where}: there is no hex '{name}'")
    return found


def _hexes(p: SicilyPosition, names: list[str], where: str) -> list[int]:
    return [_hex(p, name, where) for name in names]


def _port(p: SicilyPosition, name: str, where: str) -> int:
    hex = _hex(p, name, where)
    if hex not in p.ground.ports:
        raise Malformed(f"{where}: there is no port in {name}")
    return hex
