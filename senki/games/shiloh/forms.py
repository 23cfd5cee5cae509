"""The JSON form of a position of Shiloh. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from senki.boards.hexes.format import read_map_text
from senki.boards.hexes.ground import NOWHERE
from senki.boards.hexes.shipped import shipped_map, shipped_words
from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import convert, plain
from senki.engine.reading import check_sound, check_steps, number_of, number_or, numbers_of
from senki.engine.tasks import encode, first_of, kind_of, pair, second_of
from senki.games.shiloh.battle import BATTLE_KINDS, Battle
from senki.games.shiloh.counters import (
    ARRIVAL,
    CAMP,
    COMBAT,
    COUNT,
    CSA,
    HQ,
    KIND,
    LEADER,
    SIDE_OF,
    SIDES,
    UNITS,
    USA,
)
from senki.games.shiloh.flow import STEP_NAMES, STEPS
from senki.games.shiloh.ground import COLUMNS, ROWS, Ground, validate
from senki.games.shiloh.options import UNIT_NAMES
from senki.games.shiloh.position import (
    BOX_A,
    BOX_B,
    BOX_C,
    CUP,
    DRAWN,
    FATIGUE_NAMES,
    FLAG_NAMES,
    LATER,
    OFF_MAP,
    OUT,
    SCENARIOS,
    SWITCHES,
    TURNED,
    ShilohPosition,
    empty_map,
    put,
)
from senki.games.shiloh.steps import BEFORE, BEGIN_TURN, END_TURN, MOVEMENT, PARTS, PLAYER_STEPS, TURN
from senki.games.shiloh.tables import CAMPS, LAST_TURN, STACKING, TAKINGS_BACK
from senki.games.shiloh.tasks import OF_HEXES, TASKS
from senki.games.shiloh.victory import final_result, objective_result

PACKAGE = "senki.games.shiloh"
Side = Literal["csa", "usa"]
GROUND = Ground(shipped_map(PACKAGE))


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A counter: its hex or the box it lies in (cup, drawn, later, A, B, C, routed, dead, captured), and its states."""

    hex: str | None = None
    box: str | None = None
    states: list[str] = []
    """reduced, disrupted, ammo_depleted, marched, ineffective, inactive, moved, attacked, shaken, placed, used …"""
    due: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    """The turn in which it arrives or returns."""


class GroupForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The group that moves."""

    units: list[str]
    march: bool = False
    half_points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    under_way: bool = False


class BattleForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A combat under way."""

    kind: Literal["assault", "bombardment", "counter"]
    side: Side
    target: str
    attackers: list[str] = []
    support: list[str] = []
    eligible: list[str] = []
    defenders: list[str] = []
    froms: list[str] = []
    exposed: list[str] = []
    leader: str | None = None
    defending_leader: str | None = None
    gunboat: bool = False
    defending_gunboat: bool = False
    charge: bool = False
    column: Annotated[int, msgspec.Meta(ge=0, le=8)] = 0
    die: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    letters: int = 0
    retreating: list[str] = []
    retreated: list[str] = []
    back: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    advancing: list[str] = []
    open: list[str] = []
    gone: list[str] = []


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position. Counters that are not named are not in the game; a case needs only what matters to it."""

    scenario: Literal["battle", "first_morning"] = "battle"
    turn: Annotated[int, msgspec.Meta(ge=1, le=LAST_TURN)] = 1
    side: Side = "csa"
    """The phasing side."""
    fatigue: Literal["none", "fresh", "fatigued"] = "none"
    fow: dict[Side, int] = {}
    units: dict[str, UnitForm] = {}
    switches: list[str] = []
    map: str | None = None
    """The file of a map of the players' own."""
    to_come: list[str] | None = None
    """The steps to come, the awaited one first; the rest of the turn may be left out. Empty: the game is over."""
    group: GroupForm | None = None
    to_draw: Annotated[int, msgspec.Meta(ge=0, le=COUNT)] = 0
    die: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    spent: Annotated[int, msgspec.Meta(ge=0, le=15)] = 0
    taken_back: Annotated[int, msgspec.Meta(ge=0, le=TAKINGS_BACK)] = 0
    """How often something begun was taken back since a group last rolled or an attack was made."""
    assaulted: list[str] = []
    must_hit: list[str] = []
    advances: list[str] = []
    battle: BattleForm | None = None
    first: BattleForm | None = None
    """The combat that a counter-attack answers."""
    tasks: list[str] = []
    task: str | None = None


MAPS_KEPT = 8
"""Maps of the players' own that are not read again for the next position on them."""
ON_TOP = [STEP_NAMES[step] for step in PARTS[MOVEMENT] + BEFORE[MOVEMENT]]
"""Steps about a group under way: nothing comes before them."""


@lru_cache(maxsize=MAPS_KEPT)
def ground_from(text: str) -> Ground:
    """The ground of a map of the players' own; raises Malformed with the first thing that is wrong with it."""
    if not text:
        return GROUND
    board, problems = read_map_text(text, shipped_words(PACKAGE))
    if board is None:
        raise Malformed(f"map: {problems[0]!r}")
    ground = Ground(board, text)
    validate(ground)
    return ground


def read_position(form: object, where: str) -> ShilohPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    p = empty_map(STEPS, [], ground_from(read.map or ""))
    p.scenario = SCENARIOS.index(read.scenario)
    p.turn, p.side = read.turn, SIDES.index(read.side)
    p.fatigue = FATIGUE_NAMES.index(read.fatigue)
    p.fow = [read.fow.get("csa", 0), read.fow.get("usa", 0)]
    for switch in read.switches:
        if switch not in SWITCHES:
            raise UnknownName(f"{where}: switches: there is no '{switch}'; there are: {', '.join(SWITCHES)}")
        p.switches |= 1 << SWITCHES.index(switch)
    for name, unit in read.units.items():
        _read_unit(p, name, unit, f"{where}: units.{name}")
    p.to_draw, p.die, p.spent = read.to_draw, read.die, read.spent
    p.taken_back = read.taken_back
    p.assaulted = _hexes(p.ground, read.assaulted, where)
    p.must_hit = _hexes(p.ground, read.must_hit, where)
    p.advances = [_pair(p.ground, entry, where) for entry in read.advances]
    p.battle = _read_battle(p.ground, read.battle, f"{where}: battle") if read.battle is not None else None
    p.first = _read_battle(p.ground, read.first, f"{where}: first") if read.first is not None else None
    p.tasks = [_read_task(p.ground, task, where) for task in read.tasks]
    p.task = _read_task(p.ground, read.task, where) if read.task is not None else 0
    if read.group is not None:
        p.group = numbers_of(UNIT_NAMES, read.group.units, f"{where}: group")
        p.marching, p.mp, p.under_way = read.group.march, read.group.half_points, read.group.under_way
        for member in p.group:
            if SIDE_OF[member] != p.side or not (p.hex[member] >= 0 or p.hex[member] in (BOX_A, BOX_B, BOX_C)):
                raise Malformed(f"{where}: group: {UNITS[member]} is not there to be moved")
    p.stack = _read_stack(read.to_come, p.side, where)
    _finish(p, where)
    return p


def _finish(p: ShilohPosition, where: str) -> None:
    check_sound(p, where)
    awaited = STEP_NAMES[p.stack[-1]] if p.stack else ""
    if awaited in ("go", "form_group", "allowance", "allowance_again", "allowance_second") and not p.group:
        raise Malformed(f"{where}: step '{awaited}' needs a 'group'")
    if awaited in ("declare", "defence", "combat_die", "die_again", "answer") and p.battle is None:
        raise Malformed(f"{where}: step '{awaited}' needs a 'battle'")
    if awaited in ("check", "check_again", "place", "follow", "surprise_advance") and not p.task:
        raise Malformed(f"{where}: step '{awaited}' needs a 'task'")
    if awaited in ("loss", "retreat", "ammunition", "advance") and (not p.task or p.battle is None):
        raise Malformed(f"{where}: step '{awaited}' needs a 'task' and a 'battle'")
    if awaited == "draw" and not (p.to_draw and CUP in p.hex):
        raise Malformed(f"{where}: step 'draw' needs 'to_draw' and a counter in the cup")
    crowded = _crowded(p)
    if crowded >= 0:
        raise Malformed(f"{where}: {p.ground.names[crowded]} is over-stacked, and not by the group that moves")
    if not p.stack:
        p.result = objective_result(p) or final_result(p)


def _crowded(p: ShilohPosition) -> int:
    """A hex with too many units, those left out that only pass through it; -1 if there is none."""
    if p.tasks or p.task:
        return -1
    standing = p.presence.here[:]
    for unit in p.group:
        if p.hex[unit] >= 0 and COMBAT[unit]:
            standing[p.ground.size * SIDE_OF[unit] + p.hex[unit]] -= 1
    return next((place % p.ground.size for place, units in enumerate(standing) if units > STACKING), -1)


def _read_unit(p: ShilohPosition, name: str, form: UnitForm, where: str) -> None:
    unit = number_of(UNIT_NAMES, name, where)
    if form.hex is not None and form.box is not None:
        raise Malformed(f"{where}: a counter is in a hex or in a box, not both")
    place = OUT
    if form.hex is not None:
        place = _hex(p.ground, form.hex, where)
    elif form.box is not None:
        if form.box not in OFF_MAP[1:]:
            raise UnknownName(f"{where}: there is no box '{form.box}'; boxes are: {', '.join(OFF_MAP[1:])}")
        place = -OFF_MAP.index(form.box)
    for state in form.states:
        word = "turned" if state in ("ineffective", "inactive") else state
        if word not in FLAG_NAMES:
            raise UnknownName(f"{where}: there is no state '{state}'")
        p.flags[unit] |= 1 << FLAG_NAMES.index(word)
    p.due[unit] = form.due
    put(p, unit, place)
    _check_unit(p, unit, where)


def _check_unit(p: ShilohPosition, unit: int, where: str) -> None:
    """What no counter of its kind can come to."""
    place = p.hex[unit]
    if place == OUT and (p.flags[unit] or p.due[unit]):
        raise Malformed(f"{where}: a counter that is out of the game has no states and is not due")
    if p.flags[unit] & TURNED and KIND[unit] not in (HQ, LEADER):
        raise Malformed(f"{where}: only a leader is ineffective, and only a headquarters inactive")
    if place in (CUP, DRAWN) and CAMP[unit] not in CAMPS:
        raise Malformed(f"{where}: this counter has no camp and is not drawn from the cup")
    if place == LATER and not 0 < ARRIVAL[unit] <= p.due[unit]:
        raise Malformed(f"{where}: this counter is not due then; its turn is {ARRIVAL[unit] or 'never'}")


def _read_battle(ground: Ground, form: BattleForm, where: str) -> Battle:
    battle = Battle(BATTLE_KINDS.index(form.kind), SIDES.index(form.side), _hex(ground, form.target, where))
    battle.attackers = numbers_of(UNIT_NAMES, form.attackers, where)
    battle.support = numbers_of(UNIT_NAMES, form.support, where)
    battle.eligible = numbers_of(UNIT_NAMES, form.eligible, where)
    battle.defenders = numbers_of(UNIT_NAMES, form.defenders, where)
    battle.exposed = numbers_of(UNIT_NAMES, form.exposed, where)
    battle.retreating = numbers_of(UNIT_NAMES, form.retreating, where)
    battle.advancing = numbers_of(UNIT_NAMES, form.advancing, where)
    battle.froms, battle.open, battle.gone = (_hexes(ground, h, where) for h in (form.froms, form.open, form.gone))
    battle.leader = number_or(-1, UNIT_NAMES, form.leader, where)
    battle.defending_leader = number_or(-1, UNIT_NAMES, form.defending_leader, where)
    battle.gunboat, battle.defending_gunboat, battle.charge = form.gunboat, form.defending_gunboat, form.charge
    battle.column, battle.die, battle.letters, battle.back = form.column, form.die, form.letters, form.back
    battle.retreated = [_pair(ground, entry, where) for entry in form.retreated]
    return battle


def _read_stack(to_come: list[str] | None, side: int, where: str) -> list[int]:
    names = ["movement"] if to_come is None else list(to_come)
    check_steps(names, STEP_NAMES, where)
    for name in names[1:]:
        if name in ON_TOP:
            raise Malformed(f"{where}: to_come: '{name}' can only be the awaited step")
    steps = [STEP_NAMES.index(name) for name in names]
    if steps and steps[-1] not in (END_TURN, BEGIN_TURN):
        steps += _what_follows(steps[-1])
        turn = TURN[1:] if side == CSA else TURN[-1:]
        steps += turn[1:] if steps[-1] == turn[0] else turn
    return steps[::-1]


def _what_follows(step: int) -> list[int]:
    """The rest of the player turn after one of its steps."""
    for whole, parts in BEFORE.items():
        if step in parts:
            return [whole, *_what_follows(whole)]
    for whole, parts in PARTS.items():
        if step in parts:
            return parts[parts.index(step) + 1 :] + _what_follows(whole)
    return PLAYER_STEPS[PLAYER_STEPS.index(step) + 1 :] if step in PLAYER_STEPS else []


def _read_task(ground: Ground, text: str, where: str) -> int:
    words = text.split()
    if len(words) != 3 or words[0] not in TASKS[1:] or not all(word.isdigit() for word in words[1:]):
        raise Malformed(f"{where}: '{text}' is no task: it has a name and two numbers")
    kind, a, b = TASKS.index(words[0]), int(words[1]), int(words[2])
    if b < COLUMNS * ROWS and kind in OF_HEXES:
        b = ground.board.by_cell.get((b // ROWS + 1, b % ROWS + 1), NOWHERE)
    if a >= COUNT or not 0 <= b < COLUMNS * ROWS:
        raise Malformed(f"{where}: '{text}': there is no such counter or hex")
    return encode(kind, a, b)


def _pair(ground: Ground, text: str, where: str) -> int:
    words = text.split()
    if len(words) != 2:
        raise Malformed(f"{where}: '{text}' should name a unit and a hex")
    return pair(number_of(UNIT_NAMES, words[0], where), _hex(ground, words[1], where))


def _hex(ground: Ground, name: str, where: str) -> int:
    found = ground.board.by_name.get(name, NOWHERE)
    if found == NOWHERE:
        raise UnknownName(f"{where}: there is no hex '{name}'")
    return found


def _hexes(ground: Ground, names: list[str], where: str) -> list[int]:
    return [_hex(ground, name, where) for name in names]


def write_position(p: ShilohPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: empty fields are left out, turn and side never."""
    form = PositionForm(
        scenario=SCENARIOS[p.scenario],  # type: ignore[arg-type]
        turn=p.turn,
        side=SIDES[p.side],  # type: ignore[arg-type]
        fatigue=FATIGUE_NAMES[p.fatigue],  # type: ignore[arg-type]
        fow={SIDES[side]: p.fow[side] for side in (CSA, USA) if p.fow[side]},  # type: ignore[misc]
        units={UNITS[unit]: _write_unit(p, unit) for unit in range(COUNT) if p.hex[unit] != OUT},
        switches=[name for number, name in enumerate(SWITCHES) if p.switches >> number & 1],
        map=p.ground.text or None,
        to_come=[STEP_NAMES[step] for step in reversed(p.stack)],
        group=_write_group(p) if p.group else None,
        to_draw=p.to_draw,
        die=p.die,
        spent=p.spent,
        taken_back=max(p.taken_back, 0),
        assaulted=[p.ground.names[hex] for hex in p.assaulted],
        must_hit=[p.ground.names[hex] for hex in p.must_hit],
        advances=[_write_pair(p.ground, entry) for entry in p.advances],
        battle=_write_battle(p.ground, p.battle) if p.battle is not None else None,
        first=_write_battle(p.ground, p.first) if p.first is not None else None,
        tasks=[_write_task(p.ground, task) for task in p.tasks],
        task=_write_task(p.ground, p.task) if p.task else None,
    )
    return {"turn": p.turn, "side": SIDES[p.side], **plain(form)}


def _write_group(p: ShilohPosition) -> GroupForm:
    return GroupForm([UNITS[unit] for unit in p.group], p.marching, p.mp, p.under_way)


def _write_unit(p: ShilohPosition, unit: int) -> UnitForm:
    states: list[str] = []
    for number, name in enumerate(FLAG_NAMES):
        if p.flags[unit] >> number & 1:
            turned = 1 << number == TURNED
            states.append(("inactive" if KIND[unit] == HQ else "ineffective") if turned else name)
    assert KIND[unit] in (HQ, LEADER) or not p.flags[unit] & TURNED
    place = p.hex[unit]
    return UnitForm(
        hex=p.ground.names[place] if place >= 0 else None,
        box=OFF_MAP[-place] if place < 0 else None,
        states=states,
        due=p.due[unit],
    )


def _write_task(ground: Ground, task: int) -> str:
    """A hex as its number among all printed ones, on the map or not: so it is stored."""
    kind, b = kind_of(task), second_of(task)
    if kind in OF_HEXES:
        column, row = ground.board.cells[b]
        b = ROWS * (column - 1) + row - 1
    return f"{TASKS[kind]} {first_of(task)} {b}"


def _write_pair(ground: Ground, entry: int) -> str:
    return f"{UNITS[first_of(entry)]} {ground.names[second_of(entry)]}"


def _write_battle(ground: Ground, battle: Battle) -> BattleForm:
    def names(units: list[int]) -> list[str]:
        return [UNITS[unit] for unit in units]

    def hexes(numbers: list[int]) -> list[str]:
        return [ground.names[hex] for hex in numbers]

    return BattleForm(
        kind=BATTLE_KINDS[battle.kind],  # type: ignore[arg-type]
        side=SIDES[battle.side],  # type: ignore[arg-type]
        target=ground.names[battle.target],
        attackers=names(battle.attackers),
        support=names(battle.support),
        eligible=names(battle.eligible),
        defenders=names(battle.defenders),
        froms=hexes(battle.froms),
        exposed=names(battle.exposed),
        leader=UNITS[battle.leader] if battle.leader >= 0 else None,
        defending_leader=UNITS[battle.defending_leader] if battle.defending_leader >= 0 else None,
        gunboat=battle.gunboat,
        defending_gunboat=battle.defending_gunboat,
        charge=battle.charge,
        column=battle.column,
        die=battle.die,
        letters=battle.letters,
        retreating=names(battle.retreating),
        retreated=[_write_pair(ground, entry) for entry in battle.retreated],
        back=battle.back,
        advancing=names(battle.advancing),
        open=hexes(battle.open),
        gone=hexes(battle.gone),
    )
