"""The JSON form of a position of Monmouth. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any

import msgspec

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import ResultForm, convert, read_json, to_json
from senki.engine.position import Result
from senki.engine.reading import bits_of, check_sound, check_steps, index_of, number_of, number_or, numbers_of, stack_of
from senki.games.monmouth.board import (
    ALL_COUNT,
    BAGGAGE,
    GATES,
    HQS,
    IDS,
    LANDMARKS,
    OBJECTIVES,
    PIECE_COUNT,
    PIECES,
    PIECES_OF,
    ROAD,
    ROAD_IDS,
    SECOND_DAY,
    SIDE_OF,
    SIDES,
    TYPE,
)
from senki.games.monmouth.flow import FOLLOWS, STEP_NAMES, STEPS
from senki.games.monmouth.flow_retreats import GONE
from senki.games.monmouth.foe import foes_over, heeds_foe
from senki.games.monmouth.options import BLOCK_NAMES, HQ_NAMES, ORDER_KINDS, PIECE_NAMES
from senki.games.monmouth.position import (
    LOST,
    NOBODY,
    ON_MAP,
    PLACES,
    RESERVE,
    SWITCH_NAMES,
    SWITCHES,
    WAITING,
    Engagement,
    MonmouthPosition,
    Order,
    tenths,
)
from senki.games.monmouth.retreat import CAUSES

Yards = Annotated[float, msgspec.Meta(ge=-2000, le=20000)]
Degrees = Annotated[float, msgspec.Meta(ge=0, lt=360)]
Turn = Annotated[int, msgspec.Meta(ge=1, le=SECOND_DAY)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
HIGHEST_NUMBER = 99
"""No block bears a higher number, and none will when all have appeared."""
ANYWHERE = ("ask", "leave", "night_returns", "withdraw_cavalry")
BELOW = (
    *ANYWHERE, "activation", "alter_window", "ask_attackers", "ask_defenders", "combat_step", "foe_retreats",
    "hq_rides", "next_chit", "next_combat", "next_command", "next_foe_retreat", "next_shot", "round", "turn_end",
)  # fmt: skip
"""Steps that lie below others in the stack; what lies below them in turn is always the same, but for a few."""
NAMED_CAUSES = [*CAUSES, "destroyed"]


class ColumnForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A column on the road: road and arc of its head and its tail; without them it was pushed off the road."""

    head: tuple[str, Yards] | None = None
    tail: tuple[str, Yards] | None = None


class BlockForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece or an HQ. With a pose it is on the map; otherwise `place` is waiting, lost or reserve."""

    pose: list[Yards] = []
    """x, y and, for a piece, the facing."""
    column: ColumnForm | None = None
    place: str | None = None
    held_by: str | None = None
    spent: bool = False
    acted: bool = False
    unpacked: bool = False
    repacked: bool = False
    number: Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_NUMBER)] = 0
    """The number everybody sees; given in order of the forces if left out."""
    revealed: bool = False
    bombed: bool = False
    fought: bool = False
    moved_at: Count = 0
    owes: list[str] | None = None
    """Enemies in whose FoE it began the activation; found by the rules if left out."""


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position. Blocks that are not named wait off the map; a case needs only what matters to it."""

    turn: Turn = 1
    night: bool = False
    switches: dict[str, str] = {}
    blocks: dict[str, BlockForm] = {}
    to_come: list[str] | None = None
    """The steps to come, the awaited one first; what must follow may be left out. Empty: the game is over."""
    engaged: list[tuple[str, str, Count]] = []
    ranks: Count | None = None
    entered: dict[str, Count] = {}
    cup: list[str] = []
    queue: list[str] = []
    active: str | None = None
    asked: str | None = None
    passes: Count = 0
    trying: str | None = None
    trying_jump: bool = False
    selected: str | None = None
    picker: str | None = None
    combat: list[str] = []
    round: Count = 0
    quality_used: list[str] = []
    void_support: list[str] = []
    fire_order: list[tuple[str, str | None]] = []
    shots: list[tuple[str, Count]] = []
    to_ask: list[str] = []
    leaving: list[tuple[str, str]] = []
    stepping: str | None = None
    vacated: list[Yards] = []
    firing: str | None = None
    aim: str | None = None
    answering: bool = False
    bearings: list[Degrees] = []
    foe_list: list[str] = []
    held: dict[str, str] = {}
    """Objectives and the side that holds each."""
    forced_back: list[str] = []
    withdraws: dict[str, bool] = {}
    locations: dict[str, list[Yards]] = {}
    orders: list[tuple[str, str, str, Count]] = []
    returning: list[Count] = []
    result: ResultForm | None = None


def read_position(form: object, where: str) -> MonmouthPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    p = MonmouthPosition(STEPS, [])
    p.turn, p.night = read.turn, int(read.night)
    p.switches = _read_switches(read.switches, where)
    _read_blocks(p, read, where)
    _read_turn(p, read, where)
    _read_combat(p, read, where)
    p.stack = _read_stack(read.to_come, where)
    if read.result is not None:
        winner = index_of(SIDES, read.result.winner, where) if read.result.winner else -1
        p.result = Result(winner, read.result.level, read.result.points, read.result.clause)
    _note_duties(p, read)
    _check(p, where)
    return p


def _check(p: MonmouthPosition, where: str) -> None:
    check_sound(p, where)
    awaited = STEP_NAMES[p.stack[-1]] if p.stack else ""
    lacks = _lacks(p, awaited)
    if lacks:
        raise Malformed(f"{where}: step {awaited!r} needs {lacks}")
    if not p.stack and p.result is None:
        raise Malformed(f"{where}: the end of the game needs 'result'")
    if p.stack and p.result is not None:
        raise Malformed(f"{where}: 'result' belongs to the end of the game")
    _check_numbers(p, where)


def _lacks(p: MonmouthPosition, awaited: str) -> str:
    """What the awaited step cannot do without."""
    if awaited in ("act", "piece", "ride", "relieve_lee", "activation", "hq_rides") and p.active == NOBODY:
        return "'active', the command that acts"
    if awaited == "piece" and not 0 <= p.selected < PIECE_COUNT:
        return "'selected', a piece"
    if awaited == "ride" and p.selected < PIECE_COUNT:
        return "'selected', an HQ"
    if awaited in ("fire", "bombard", "choose_target") and (p.firing == NOBODY or p.aim == NOBODY):
        return "'firing' and 'aim'"
    if awaited in ("alter_order", "write_orders", "withdraw_army", "return_piece") and p.asked == NOBODY:
        return "'asked', the side"
    if awaited == "alter_die" and p.trying == NOBODY:
        return "'trying', the HQ"
    if awaited in ("alter_order", "alter_die") and not p.queue:
        return "'queue', the chit drawn"
    if awaited in ("stay_or_go", "withdraw_cavalry") and not p.to_ask:
        return "'to_ask'"
    if awaited == "choose_bearing" and (not p.leaving or not p.bearings):
        return "'leaving' and 'bearings'"
    if awaited == "supporter" and (p.stepping == NOBODY or len(p.vacated) != 3):
        return "'stepping' and 'vacated'"
    if awaited == "pick_combat" and (p.picker == NOBODY or not p.engaged):
        return "'picker' and 'engaged'"
    if awaited == "return_piece" and len(p.returning) != 2:
        return "'returning'"
    if (awaited == "draw_chit" or (awaited == "alter_die" and not p.trying_jump)) and not p.cup:
        return "'cup'"
    return ""


def _read_switches(named: dict[str, str], where: str) -> list[int]:
    found = [0] * len(SWITCH_NAMES)
    for name, value in named.items():
        if name not in SWITCHES or value not in SWITCHES[name]:
            raise UnknownName(f"{where}: switches: there is no switch '{name}' with the value '{value}'")
        found[SWITCH_NAMES.index(name)] = SWITCHES[name].index(value)
    return found


def _read_blocks(p: MonmouthPosition, read: PositionForm, where: str) -> None:
    for name, form in read.blocks.items():
        block = number_of(BLOCK_NAMES, name, f"{where}: blocks")
        here = f"{where}: blocks.{name}"
        if form.pose:
            _read_pose(p, block, form, here)
        elif form.place is not None:
            p.place[block] = index_of(PLACES, form.place, f"{here}.place")
        if p.place[block] == RESERVE or (p.place[block] == WAITING and form.held_by is not None):
            p.held_by[block] = number_of(HQ_NAMES, form.held_by or "", f"{here}.held_by")
        p.spent[block], p.acted[block] = int(form.spent), int(form.acted)
        if block < PIECE_COUNT:
            p.packed[block], p.repacked[block] = int(not form.unpacked), int(form.repacked)
            p.number[block], p.revealed[block] = form.number, int(form.revealed)
            p.bombed[block], p.fought[block] = int(form.bombed), int(form.fought)
            p.moved_at[block] = form.moved_at
    _give_numbers(p, read)


def _read_pose(p: MonmouthPosition, block: int, form: BlockForm, where: str) -> None:
    need = 2 if block >= PIECE_COUNT else 3
    if len(form.pose) != need or (need == 3 and not 0 <= form.pose[2] < 360):
        raise Malformed(f"{where}.pose: {'x, y' if need == 2 else 'x, y and a facing of 0 to 360'} was expected")
    p.place[block] = ON_MAP
    p.set_pose(block, tenths(form.pose[0]), tenths(form.pose[1]), tenths(form.pose[2]) % 3600 if need == 3 else 0)
    if form.column is not None and block < PIECE_COUNT:
        p.column[block] = 1
        if form.column.head is not None and form.column.tail is not None:
            p.head[2 * block], p.head[2 * block + 1] = _road_point(form.column.head, where)
            p.tail[2 * block], p.tail[2 * block + 1] = _road_point(form.column.tail, where)


def _road_point(point: tuple[str, float], where: str) -> tuple[int, int]:
    if point[0] not in ROAD:
        raise UnknownName(f"{where}.column: there is no road '{point[0]}'; roads are: {', '.join(ROAD)}")
    return ROAD[point[0]], tenths(point[1])


def _give_numbers(p: MonmouthPosition, read: PositionForm) -> None:
    """Blocks on the map, lost or in reserve without a number are numbered in the order of the forces."""
    for side in range(2):
        for rank, piece in enumerate(PIECES_OF[side], 1):
            if p.place[piece] != WAITING and not p.number[piece] and not _absent(p, piece):
                p.number[piece] = rank


def _check_numbers(p: MonmouthPosition, where: str) -> None:
    """No number is borne twice on a side, and each block to appear finds the next one free."""
    for side in range(2):
        given = [p.number[piece] for piece in PIECES_OF[side] if p.number[piece]]
        if len(given) != len(set(given)):
            raise Malformed(f"{where}: blocks: two blocks of one side bear the same number")
        if max([0, *given]) + len(PIECES_OF[side]) - len(given) > HIGHEST_NUMBER:
            raise Malformed(f"{where}: blocks: the numbers leave too few for blocks that are still to appear")


def _absent(p: MonmouthPosition, piece: int) -> bool:
    return TYPE[piece] == BAGGAGE and p.place[piece] == LOST and p.switches[SWITCH_NAMES.index("baggage_trains")] == 1


def _read_turn(p: MonmouthPosition, read: PositionForm, where: str) -> None:
    for gate, count in read.entered.items():
        p.entered[index_of(GATES, gate, f"{where}: entered")] = count
    p.cup = bits_of(HQ_NAMES, read.cup, f"{where}: cup")
    p.queue = numbers_of(HQ_NAMES, read.queue, f"{where}: queue")
    p.active = number_or(NOBODY, HQ_NAMES, read.active, f"{where}: active")
    p.asked = index_of(SIDES, read.asked, f"{where}: asked") if read.asked is not None else NOBODY
    p.passes = read.passes
    p.trying = number_or(NOBODY, HQ_NAMES, read.trying, f"{where}: trying")
    p.trying_jump = int(read.trying_jump)
    p.selected = number_or(NOBODY, BLOCK_NAMES, read.selected, f"{where}: selected")
    for name, side in read.held.items():
        p.holder[index_of(OBJECTIVES, name, f"{where}: held")] = index_of(SIDES, side, f"{where}: held")
    for side in read.forced_back:
        p.forced_back |= 1 << index_of(SIDES, side, f"{where}: forced_back")
    for side, leaves in read.withdraws.items():
        p.withdraws[index_of(SIDES, side, f"{where}: withdraws")] = int(leaves)
    for name, place in read.locations.items():
        hq = number_of(HQ_NAMES, name, f"{where}: locations")
        if len(place) != 2:
            raise Malformed(f"{where}: locations.{name}: x, y was expected")
        p.location[3 * hq : 3 * hq + 3] = [tenths(place[0]), tenths(place[1]), 1]
    for name, kind, landmark, turn in read.orders:
        here = f"{where}: orders"
        p.orders.append(
            Order(
                number_of(HQ_NAMES, name, here),
                index_of(ORDER_KINDS, kind, here),
                index_of(LANDMARKS, landmark, here),
                turn,
            )
        )
    p.returning = list(read.returning)


def _read_combat(p: MonmouthPosition, read: PositionForm, where: str) -> None:
    for attacker, target, rank in read.engaged:
        here = f"{where}: engaged"
        p.engaged.append(Engagement(number_of(PIECE_NAMES, attacker, here), number_of(PIECE_NAMES, target, here), rank))
    highest = max([0, *[pair.rank for pair in p.engaged], *p.moved_at])
    p.ranks = read.ranks if read.ranks is not None else highest
    p.picker = index_of(SIDES, read.picker, f"{where}: picker") if read.picker is not None else NOBODY
    p.combat = bits_of(PIECE_NAMES, read.combat, f"{where}: combat")
    p.round = read.round
    p.quality_used = bits_of(PIECE_NAMES, read.quality_used, f"{where}: quality_used")
    p.void_support = bits_of(PIECE_NAMES, read.void_support, f"{where}: void_support")
    for shooter, partner in read.fire_order:
        p.fire_order += [
            number_of(PIECE_NAMES, shooter, f"{where}: fire_order"),
            number_or(NOBODY, PIECE_NAMES, partner, f"{where}: fire_order"),
        ]
    for target, hits in read.shots:
        p.shots += [number_of(PIECE_NAMES, target, f"{where}: shots"), hits]
    p.to_ask = numbers_of(PIECE_NAMES, read.to_ask, f"{where}: to_ask")
    for name, cause in read.leaving:
        number = index_of(NAMED_CAUSES, cause, f"{where}: leaving")
        p.leaving += [number_of(PIECE_NAMES, name, f"{where}: leaving"), GONE if cause == "destroyed" else number]
    p.stepping = number_or(NOBODY, PIECE_NAMES, read.stepping, f"{where}: stepping")
    p.vacated = [tenths(value) for value in read.vacated]
    p.firing = number_or(NOBODY, PIECE_NAMES, read.firing, f"{where}: firing")
    p.aim = number_or(NOBODY, PIECE_NAMES, read.aim, f"{where}: aim")
    p.answering = int(read.answering)
    p.bearings = [tenths(bearing) for bearing in read.bearings]
    p.foe_list = numbers_of(PIECE_NAMES, read.foe_list, f"{where}: foe_list")


def _note_duties(p: MonmouthPosition, read: PositionForm) -> None:
    """Duties that a case leaves out follow from where the pieces stand; at night there are none."""
    bound = p.active != NOBODY and not p.night
    for piece in PIECES:
        form = read.blocks.get(IDS[piece])
        if form is None or not p.here(piece):
            continue
        if form.owes is not None:
            p.owes[piece] = bits_of(PIECE_NAMES, form.owes, "owes")
        elif bound and SIDE_OF[piece] == SIDE_OF[p.active] and heeds_foe(piece) and not p.acted[piece]:
            p.owes[piece] = foes_over(p, p.rect(piece), SIDE_OF[piece])


def _read_stack(to_come: list[str] | None, where: str) -> list[int]:
    names = ["begin_turn"] if to_come is None else list(to_come)
    check_steps(names, STEP_NAMES, where)
    for step, following in pairwise(names):
        if following not in BELOW or (step in BELOW and step not in ANYWHERE and following not in FOLLOWS[step]):
            raise Malformed(f"{where}: to_come: '{following}' does not follow '{step}'")
    return stack_of(names, STEP_NAMES, FOLLOWS)


def write_position(p: MonmouthPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: empty fields are left out, the turn never."""
    form = PositionForm(
        turn=p.turn,
        night=bool(p.night),
        switches={name: SWITCHES[name][p.switches[n]] for n, name in enumerate(SWITCH_NAMES) if p.switches[n]},
        blocks={IDS[block]: _write_block(p, block) for block in range(ALL_COUNT)},
        to_come=[STEP_NAMES[step] for step in reversed(p.stack)],
        engaged=[(IDS[pair.attacker], IDS[pair.target], pair.rank) for pair in p.engaged],
        ranks=p.ranks,
        entered={gate: p.entered[n] for n, gate in enumerate(GATES) if p.entered[n]},
        cup=[IDS[hq] for hq in HQS if p.cup >> hq & 1],
        queue=[IDS[hq] for hq in p.queue],
        active=_name(p.active),
        asked=SIDES[p.asked] if p.asked != NOBODY else None,
        passes=p.passes,
        trying=_name(p.trying),
        trying_jump=bool(p.trying_jump),
        selected=_name(p.selected),
        picker=SIDES[p.picker] if p.picker != NOBODY else None,
        combat=_names(p.combat),
        round=p.round,
        quality_used=_names(p.quality_used),
        void_support=_names(p.void_support),
        fire_order=[(IDS[p.fire_order[i]], _name(p.fire_order[i + 1])) for i in range(0, len(p.fire_order), 2)],
        shots=[(IDS[p.shots[i]], p.shots[i + 1]) for i in range(0, len(p.shots), 2)],
        to_ask=[IDS[piece] for piece in p.to_ask],
        leaving=[(IDS[p.leaving[i]], _cause(p.leaving[i + 1])) for i in range(0, len(p.leaving), 2)],
        stepping=_name(p.stepping),
        vacated=[value / 10 for value in p.vacated],
        firing=_name(p.firing),
        aim=_name(p.aim),
        answering=bool(p.answering),
        bearings=[bearing / 10 for bearing in p.bearings],
        foe_list=[IDS[piece] for piece in p.foe_list],
        held={name: SIDES[p.holder[n]] for n, name in enumerate(OBJECTIVES) if p.holder[n] != NOBODY},
        forced_back=[side for n, side in enumerate(SIDES) if p.forced_back >> n & 1],
        withdraws={side: bool(p.withdraws[n]) for n, side in enumerate(SIDES) if p.withdraws[n] != NOBODY},
        locations={
            IDS[hq]: [p.location[3 * hq] / 10, p.location[3 * hq + 1] / 10] for hq in HQS if p.location[3 * hq + 2]
        },
        orders=[(IDS[o.command], ORDER_KINDS[o.kind], LANDMARKS[o.landmark], o.turn) for o in p.orders],
        returning=p.returning,
    )
    if p.result is not None:
        winner = SIDES[p.result.winner] if p.result.winner >= 0 else None
        form.result = ResultForm(winner, p.result.level, p.result.points, p.result.clause)
    # By way of its bytes, so that pairs are lists as in any JSON.
    written: dict[str, Any] = {"turn": p.turn, **read_json(to_json(form), dict, "position")}
    return written


def _write_block(p: MonmouthPosition, block: int) -> BlockForm:
    form = BlockForm(spent=bool(p.spent[block]), acted=bool(p.acted[block]))
    if p.here(block):
        form.pose = [p.x[block] / 10, p.y[block] / 10] + ([p.facing[block] / 10] if block < PIECE_COUNT else [])
    elif p.place[block] != WAITING:
        form.place = PLACES[p.place[block]]
    if block >= PIECE_COUNT:
        return form
    if p.column[block]:
        form.column = ColumnForm()
        if p.head[2 * block] >= 0:
            form.column.head = (ROAD_IDS[p.head[2 * block]], p.head[2 * block + 1] / 10)
            form.column.tail = (ROAD_IDS[p.tail[2 * block]], p.tail[2 * block + 1] / 10)
    form.held_by = _name(p.held_by[block])
    form.unpacked, form.repacked = not p.packed[block], bool(p.repacked[block])
    form.number, form.revealed = p.number[block], bool(p.revealed[block])
    form.bombed, form.fought = bool(p.bombed[block]), bool(p.fought[block])
    form.moved_at = p.moved_at[block]
    form.owes = _names(p.owes[block])
    return form


def _cause(number: int) -> str:
    return "destroyed" if number == GONE else CAUSES[number]


def _name(block: int) -> str | None:
    return IDS[block] if block != NOBODY else None


def _names(bits: int) -> list[str]:
    return [IDS[piece] for piece in PIECES if bits >> piece & 1]
