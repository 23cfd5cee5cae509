"""What everybody sees of a position, for clients: nothing is hidden in this game."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Choice, Field, Mark, Note, Piece, Track, View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import CHANCE
from senki.engine.tasks import kind_of
from senki.engine.views import chooses, frame
from senki.games.sjw.commands import army_of, command_of, command_value_of, commands, tactical_of
from senki.games.sjw.counters import (
    AP,
    ARMIES,
    COMMANDS,
    COUNT,
    CSA,
    IS_TROOP,
    KIND,
    NAMES,
    NO_COMMAND,
    SIDE_OF,
    SIDES,
    SIZE,
    SIZES,
    TACTICAL,
    TROOPS,
    UNITS,
    USA,
)
from senki.games.sjw.counters import ARMY as ARMY_SIZE
from senki.games.sjw.crossings import SPAN_KINDS, hexes_of
from senki.games.sjw.manpower import artillery_of, combat_value
from senki.games.sjw.outlook import proposal_of
from senki.games.sjw.position import (
    DISORGANIZED,
    OFF_MAP,
    OUT,
    REPLACED,
    STATION_STATES,
    UNSUPPLIED,
    WHOLE,
    SjwPosition,
)
from senki.games.sjw.prompts import prompt, show_halves
from senki.games.sjw.steps import ACTION
from senki.games.sjw.tables import HALF, WORKS
from senki.games.sjw.undertaking import NOBODY
from senki.games.sjw.victory import combat_losses, grade, total

SYMBOLS: Final = ["infantry", "cavalry", "leader"]
WEATHERS: Final = ["dry", "rain"]
TO_ACT: Final = ["solo", "initiative", "second"]
"""By whose turn it is to act: the note that says so."""
QUIET: Final = (
    "pass", "stop", "done", "move", "take", "drop", "name", "name_all", "raid", "entrench", "entrench_all", "delay",
    "arrive", "arrive_here", "arrive_elsewhere", "transfer", "transfer_to", "supply", "attach", "remove", "take_up",
    "detach", "activate", "follow", "retreat", "advance",
)  # fmt: skip
"""Verbs that throw no dice of their own: what is rolled after them comes anyway."""
COMES_ANYWAY: Final = ("initiative", "cycle_end_die", "event_dice", "repair_die")
HEX_TARGETS: Final = (
    "move", "attack", "assault", "retreat", "follow", "arrive", "transfer_to", "bridge", "remove",
)  # fmt: skip
"""Verbs whose target is a hex."""


def view_of(game: Game, p: SjwPosition, side: int) -> View:
    """The view of a side, or of a spectator."""
    return frame(
        game,
        p,
        side,
        turn=p.turn,
        pieces=[piece(p, unit) for unit in range(COUNT) if p.hex[unit] != OUT],
        tracks=tracks(p),
        notes=notes(p),
        prompt=prompt(game, p),
        choices=[choice(p, option) for option in p.options()] if chooses(p, side) else [],
        marks=marks(p),
        fields=fields(p),
        proposal=[choice(p, option) for option in proposal_of(p)] if chooses(p, side) else [],
    )


def piece(p: SjwPosition, unit: int) -> Piece:
    """One counter."""
    place = p.hex[unit]
    return Piece(
        id=UNITS[unit],
        side=SIDES[SIDE_OF[unit]],
        symbol=SYMBOLS[KIND[unit]],
        place=p.ground.names[place] if place >= 0 else None,
        box=None if place >= 0 else OFF_MAP[-place],
        state=state(p, unit),
        markers=markers(p, unit),
        colour="potomac" if army_of(p, unit) == AP else "",
        values=values(p, unit),
        facts=facts(p, unit),
    )


def state(p: SjwPosition, unit: int) -> str:
    """In one word how a counter fares."""
    if p.demoralized[unit]:
        return f"demoralized_{p.demoralized[unit]}"
    if p.flags[unit] & DISORGANIZED:
        return "disorganized"
    return "replaced" if p.flags[unit] & REPLACED else "normal"


def markers(p: SjwPosition, unit: int) -> list[str]:
    """What lies on a counter, the weightiest first."""
    found: list[str] = []
    if p.demoralized[unit]:
        found.append(f"demoralized_{p.demoralized[unit]}")
    if p.flags[unit] & DISORGANIZED:
        found.append("disorganized")
    if p.flags[unit] & REPLACED:
        found.append("replaced")
    if p.flags[unit] & UNSUPPLIED:
        found.append("unsupplied")
    if p.fatigue[unit]:
        found.append(f"fatigue_{p.fatigue[unit]}")
    if p.works[unit]:
        found.append(WORKS[p.works[unit]])
    return found


def values(p: SjwPosition, unit: int) -> list[str]:
    """Combat value, tactical and artillery value of a unit; of a leader his command value, and the tactical one."""
    if IS_TROOP[unit]:
        return [show_halves(combat_value(p, unit)), str(TACTICAL[unit]), str(artillery_of(p, unit))]
    if SIZE[unit] == ARMY_SIZE:
        return [str(command_value_of(p, unit))]
    return [str(command_value_of(p, unit)), str(tactical_of(p, unit))]


def facts(p: SjwPosition, unit: int) -> dict[str, str | int]:
    """What is printed on a counter, and what is kept of it."""
    found: dict[str, str | int] = {
        "name": NAMES[unit]["en"],
        "size": SIZES[SIZE[unit]],
        "army": ARMIES[army_of(p, unit)],
    }
    command = command_of(p, unit)
    found["command"] = COMMANDS[command] if command != NO_COMMAND else f"{SIDES[SIDE_OF[unit]]}_independent"
    if IS_TROOP[unit]:
        if command != NO_COMMAND:
            found["formation"] = COMMANDS[command].removesuffix("-AP")
        halves = combat_value(p, unit)
        found["manpower"] = p.manpower[unit]
        found["combat"] = show_halves(halves) if halves % HALF else halves // HALF
        found["fatigue"] = p.fatigue[unit]
    else:
        found["command_value"] = command_value_of(p, unit)
        found["strength"] = strength_under(p, unit)
    if p.due[unit] and p.hex[unit] < 0:
        found["due"] = p.due[unit]
    return found


def strength_under(p: SjwPosition, leader: int) -> int:
    """The manpower on the map that a leader commands; an army leader's army, not his whole side."""
    own = [unit for unit in TROOPS[SIDE_OF[leader]] if p.hex[unit] >= 0 and commands(p, leader, unit)]
    if SIZE[leader] == ARMY_SIZE:
        own = [unit for unit in own if army_of(p, unit) == army_of(p, leader)]
    return sum(p.manpower[unit] for unit in own)


def marks(p: SjwPosition) -> list[Mark]:
    """What lies on the map: marked stations, depots, objectives, and bridges that are not those of the map."""
    names, scene = p.ground.names, p.theatre
    found: list[Mark] = []
    for number, hex in enumerate(p.ground.stations):
        if p.stations[number] != WHOLE:
            found.append(Mark(STATION_STATES[p.stations[number]], names[hex]))
    for number, hex in enumerate(scene.depots):
        if p.depots[number]:
            found.append(Mark("depot", names[hex]))
    for number, hex in enumerate(scene.objectives):
        found.append(Mark("objective_taken" if p.control[number] else "objective", names[hex]))
    for span in p.spans:
        a, b = hexes_of(span)
        found.append(Mark(SPAN_KINDS[kind_of(span)], names[a], names[b]))
    return found


def tracks(p: SjwPosition) -> list[Track]:
    """The turns with their dates, and the Confederate points with the least that wins."""
    plan, points = p.theatre.plan, total(p)
    turns = list(range(1, plan.turns + 1))
    goal = min(row.least for row in plan.grades if row.winner == CSA)
    least = min(0, points, *[row.least for row in plan.grades if row.winner == USA and row.least > -9999])
    most = max(points, *[row.least for row in plan.grades])
    return [
        Track("turn", p.turn, turns, [plan.day(turn) for turn in turns]),
        Track("vp_csa", points, list(range(least, most + 1)), goal=goal),
    ]


def fields(p: SjwPosition) -> list[Field]:
    """What stands beside the turns: the weather, who has the initiative, the points with the grade they would make."""
    found: list[Field] = []
    if p.advanced:
        found.append(Field("weather", f"weather_{WEATHERS[p.weather]}", {"until": p.rain_until}))
    if in_cycle(p):
        side = SIDES[p.side]
        found.append(Field("initiative", TO_ACT[p.to_act], {"side": side}, side))
    row = grade(p)
    side = SIDES[row.winner]
    found.append(Field("vp_csa", "score", {"points": total(p), "side": side, "level": row.level}, side))
    return found


def notes(p: SjwPosition) -> list[Note]:
    """The lines of the status panel."""
    row = grade(p)
    found = [
        Note("turn", {"turn": p.turn, "turns": p.theatre.plan.turns, "date": p.theatre.plan.day(p.turn)}),
        Note("score", {"points": total(p), "side": SIDES[row.winner], "level": row.level}),
        Note("losses", {"csa": combat_losses(p, CSA), "usa": combat_losses(p, USA)}),
    ]
    if p.advanced:
        found.append(Note(f"weather_{WEATHERS[p.weather]}", {"until": p.rain_until}))
    if p.paralysed != NOBODY:
        found.append(Note("paralysed", {"side": SIDES[p.paralysed]}))
    if p.panic_turn:
        found.append(Note("panic" if p.turn <= p.panic_turn + 1 else "panicked", {"turn": p.panic_turn}))
    found += under_way(p)
    return found


def under_way(p: SjwPosition) -> list[Note]:
    """What goes on: whose action it is, a march, a combat."""
    found: list[Note] = []
    names, side = p.ground.names, SIDES[p.side]
    if in_cycle(p):
        found.append(Note(TO_ACT[p.to_act], {"side": side}))
    march, battle = p.march, p.battle
    if march is not None and march.leader != NOBODY:
        units = [march.unit] if march.unit != NOBODY else []
        named = " ".join(UNITS[unit] for unit in [*units, *march.named])
        found.append(Note("activation", {"leader": UNITS[march.leader], "units": named}))
    if march is not None and march.unit != NOBODY:
        found.append(Note("march", {"unit": UNITS[march.unit], "points": show_halves(march.points)}))
    if battle is not None:
        found.append(Note("battle", {"to": names[battle.target], "side": SIDES[battle.side]}))
    return found


def in_cycle(p: SjwPosition) -> bool:
    """Is an action under way, or about to be chosen?"""
    return not p.over and (p.stack[-1] == ACTION or p.march is not None or p.battle is not None)


def choice(p: SjwPosition, option: Option) -> Choice:
    """An option as a client shows it."""
    cost = ""
    march = p.march
    piece_id = UNITS[option.subject] if option.subject >= 0 else None
    if march is not None and march.unit != NOBODY and option.verb in ("move", "attack", "remove", "detach", "force"):
        piece_id = UNITS[march.unit]
    if option.verb == "move" and p.reach is not None:
        cost = show_halves(p.reach.cost(option.target))
    place = p.ground.names[option.target] if option.target >= 0 and option.verb in HEX_TARGETS else None
    return Choice(
        text=option.text,
        verb=option.verb,
        piece=piece_id,
        place=place,
        cost=cost,
        facts=option.facts,
        rolls=rolls(p, option),
    )


def rolls(p: SjwPosition, option: Option) -> bool:
    """Does an option throw dice of its own? Those the sequence of play brings after it do not count."""
    if option.verb in QUIET:
        return False
    after = p.copy()
    after.play(option)
    return after.waits_for == CHANCE and after.step.name not in COMES_ANYWAY
