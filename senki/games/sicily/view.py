"""What a side sees of a position, for clients: everything but the end-run numbers, and in the fog what lies beneath."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Choice, Field, Mark, Note, Piece, Reach, Reason, Track, View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import CHANCE
from senki.engine.views import chooses, frame
from senki.games.sicily.battle import Attack
from senki.games.sicily.capture import is_allied
from senki.games.sicily.chits import strength_of
from senki.games.sicily.counters import (
    ALLIES,
    ARMIES,
    AVAILABLE,
    BRACKETED,
    CLASS,
    CLASSES,
    COUNT,
    DIVISION,
    DIVISIONS,
    IS_DEPOT,
    IS_REGIMENT,
    LABELS,
    MOVEMENT,
    NATION,
    NATIONS,
    SIDE_OF,
    SIDES,
    STEPS,
    TURN_OF,
    TYPE,
    TYPES,
    UK_ARMY,
    UNITS,
    US_ARMY,
    WHEN,
)
from senki.games.sicily.landing import is_disrupted, is_opposed, landing_modifier
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import DONE, GO_TO, MARCH_UNIT, MOVE_UNIT
from senki.games.sicily.position import (
    DISRUPTED,
    ISOLATED,
    OFF_MAP,
    OUT,
    PACKED,
    REPLACEMENTS,
    SHAKEN,
    STATUS,
    UNSUPPLIED,
    WAITING,
    SicilyPosition,
)
from senki.games.sicily.prompts import prompt
from senki.games.sicily.seen import as_seen, fog_name, height, is_fogged, tops, veiled_note, without_numbers
from senki.games.sicily.steps import MARCH, MOVE
from senki.games.sicily.tables import WEATHER
from senki.games.sicily.victory import (
    airfields_held,
    final_points,
    goals_held,
    grade_of,
    points,
    regiments_lost,
    tactical_points,
)

SYMBOLS: Final[dict[str, str]] = {
    "mech_inf": "mechanized", "tank": "armour", "recon": "reconnaissance", "para": "paratroops", "at": "antitank",
    "art": "artillery", "sp_art": "sp_artillery",
}  # fmt: skip
"""Types whose symbol has another name; the others are called like their type."""
STATES: Final = ["", "cadre", "reduced", "full"]
"""The state of a regiment by its steps."""
FULL: Final = "full"
LOUD: Final = ("strike", "airlift", "call_drops", "drop", "reinforce", "run", "land", "land_from", "commit_air")
"""Verbs that always throw dice of their own."""
MAYBE: Final = (
    "fight", "evacuate", "advance", "retreat", "retreat_unit", "lose", "fall_back", "drop_in_rain",
    "naval", "support", "arrive",
)  # fmt: skip
"""Verbs that may: it is tried out."""
COMES_ANYWAY: Final = ("weather_dice", "variable_die", "collapse_die", "income_die", "interdiction_die", "combat_die")
HEX_TARGETS: Final = (
    "drop", "reinforce", "drift", "shift", "land", "run", "land_from", "depot", "arrive", "go", "attack", "also",
    "fight", "retreat", "retreat_unit", "advance",
)  # fmt: skip
"""Verbs whose target is a hex."""
DUTIFUL: Final = ("move", "march", "allocate")
"""Steps that may not be closed while something has still to be done."""
MOST_DUTIES: Final = 6
OF_LEG: Final = ("go", "stop")
LANDINGS: Final = ("land", "land_from", "run")
"""Verbs of landings, whose price is the chance of disruption."""


def view_of(game: Game, truth: SicilyPosition, side: int) -> View:
    """The view of a side, or of a spectator."""
    known, p = without_numbers(truth, side), as_seen(truth, side)
    view = frame(
        game,
        p,
        side,
        turn=p.turn,
        pieces=pieces(known, side),
        tracks=tracks(p),
        notes=notes(known, side, p.draft),
        prompt=veiled_note(known, side, prompt(game, known, p.draft)),
        choices=[choice(p, option) for option in p.options()] if chooses(p, side) else [],
        marks=marks(p),
        fields=fields(known),
    )
    view.duties = duties(p) if chooses(p, side) else []
    return view


def duties(p: SicilyPosition) -> list[Reason]:
    """What stands in the way of closing a phase, the first few of it."""
    if p.step.name not in DUTIFUL or p.draft is not None:
        return []
    return [Reason(one.clause, one.key, one.facts) for one in p.objections(DONE)[:MOST_DUTIES]]


# counters


def pieces(p: SicilyPosition, side: int) -> list[Piece]:
    """Every counter that is in the game; in the fog of an enemy stack the type on top and how many counters it has."""
    found = [piece(p, unit) for unit in range(COUNT) if p.hex[unit] != OUT and not is_fogged(p, side, unit)]
    for number, unit in enumerate(tops(p, side)):
        enemy, place = SIDE_OF[unit], p.ground.names[p.hex[unit]]
        counters: dict[str, str | int] = {"counters": height(p, side, p.hex[unit])}
        found.append(Piece(fog_name(enemy, number + 1), SIDES[enemy], symbol_of(unit), place=place, facts=counters))
    return found


def piece(p: SicilyPosition, unit: int) -> Piece:
    """One counter."""
    place = p.hex[unit]
    return Piece(
        id=UNITS[unit],
        side=SIDES[SIDE_OF[unit]],
        symbol=symbol_of(unit),
        place=p.ground.names[place] if place >= 0 else None,
        box=None if place >= 0 else OFF_MAP[-place],
        state=state(p, unit),
        markers=markers(p, unit),
        colour=NATIONS[NATION[unit]].lower(),
        values=values(p, unit),
        facts=facts(p, unit),
    )


def symbol_of(unit: int) -> str:
    """The symbol of a unit's type."""
    kind = TYPES[TYPE[unit]]
    return SYMBOLS.get(kind, kind)


def state(p: SicilyPosition, unit: int) -> str:
    """In one word which side of a counter, or of its chit, is up."""
    if IS_REGIMENT[unit]:
        return STATES[p.left[unit]] or FULL
    return "reduced" if 0 < p.left[unit] < STEPS[unit] else FULL


def markers(p: SicilyPosition, unit: int) -> list[str]:
    """What lies on a counter, the weightiest first."""
    found: list[str] = []
    if IS_REGIMENT[unit] and p.left[unit] == 1:
        found.append("cadre")
    elif IS_REGIMENT[unit] and p.left[unit]:
        found.append(chit_marker(p, unit))
    elif 0 < p.left[unit] < STEPS[unit]:
        found.append("worn")
    if p.hex[unit] < 0:
        return found
    if p.status[unit] == ISOLATED:
        found.append("isolated")
    elif p.status[unit] == UNSUPPLIED:
        found.append("unsupplied")
    if p.flags[unit] & DISRUPTED:
        found.append("disrupted")
    if p.flags[unit] & PACKED:
        found.append("packed")
    if p.flags[unit] & SHAKEN:
        found.append("shaken")
    if p.aim[unit] != NOBODY:
        found.append("afloat")
    return found


def chit_marker(p: SicilyPosition, unit: int) -> str:
    """The chit of a regiment: its strength on the side that is up, or that it has none yet."""
    if p.chit[unit] == NOBODY:
        return "undrawn"
    side = "chit" if p.left[unit] == STEPS[unit] else "reduced"
    return f"{side}_{strength_of(p, unit)}"


def values(p: SicilyPosition, unit: int) -> list[str]:
    """Class, morale and movement of a regiment, strength and movement of everybody else; a depot has none (1.3)."""
    if IS_DEPOT[unit]:
        return []
    if not IS_REGIMENT[unit] or p.left[unit] == 1:
        return [str(strength_of(p, unit)) if p.left[unit] else "0", str(MOVEMENT[unit])]
    size = CLASSES[CLASS[unit]]
    return [f"[{size}]" if BRACKETED[unit] else size, str(p.morale[unit]), str(MOVEMENT[unit])]


def facts(p: SicilyPosition, unit: int) -> dict[str, str | int]:
    """What is printed on a counter, and what is kept of it."""
    nation = NATIONS[NATION[unit]].lower()
    found: dict[str, str | int] = {
        "name": LABELS[unit],
        "nation": nation,
        "division": f"{nation}_{DIVISIONS[DIVISION[unit]]}" if DIVISION[unit] else f"{nation}_independent",
        "steps": p.left[unit],
        "movement": MOVEMENT[unit],
    }
    if DIVISION[unit]:
        found["band"] = 1
    strength = strength_of(p, unit) if p.left[unit] else 0
    found["strength"] = strength or "?"
    if IS_DEPOT[unit]:
        found["strength"] = ""
    if IS_REGIMENT[unit]:
        found["size"] = CLASSES[CLASS[unit]]
        found["morale"] = p.morale[unit]
    if p.hex[unit] >= 0:
        found["supply"] = STATUS[p.status[unit]]
    elif p.hex[unit] == WAITING:
        found["arrival"] = AVAILABLE[WHEN[unit]].replace(" ", "_").lower()
        if TURN_OF[unit]:
            found["due"] = TURN_OF[unit]
    if p.aim[unit] != NOBODY:
        found["aim"] = p.ground.names[p.aim[unit]]
    return found


# the map, tracks and notes


def marks(p: SicilyPosition) -> list[Mark]:
    """What lies on the map: places the Allies own, ports that are closed, the ends of the army boundary."""
    ground = p.ground
    found: list[Mark] = []
    for number, hex in enumerate(ground.places):
        if p.held[number]:
            closed = ground.port[hex] and p.opens[ground.ports.index(hex)] > p.turn
            found.append(Mark("closed" if closed else "allied", ground.names[hex]))
    line = ground.line_hexes[p.boundary]
    if line and ground.legal_line[p.boundary]:
        found += [Mark("boundary", ground.names[line[0]]), Mark("boundary", ground.names[line[-1]])]
    return found


def tracks(p: SicilyPosition) -> list[Track]:
    """The turns with their dates."""
    plan = p.theatre.plan
    turns = list(range(plan.first_turn, plan.last_turn + 1))
    return [Track("turn", p.turn, turns, [plan.day(turn) for turn in turns])]


def fields(p: SicilyPosition) -> list[Field]:
    """What stands beside the turns: weather, air and naval points, supply points, victory points with their grade."""
    found = [
        Field("weather", f"weather_{WEATHER[p.weather]}"),
        Field("air", "air_bombing" if p.bombers else "air", {"air": p.air, "bombers": p.bombers}),
    ]
    whole = UK_ARMY in p.theatre.plan.armies
    accounts: dict[str, str | int] = {army: p.supply[number] for number, army in enumerate(ARMIES)}
    if whole:
        found.append(Field("naval", "naval", {"us": p.naval[US_ARMY], "uk": p.naval[UK_ARMY]}))
        found.append(Field("supply", "supply", accounts))
    else:
        found.append(Field("naval", "naval_us", {"us": p.naval[US_ARMY]}))
        found.append(Field("supply", "supply_landing", accounts))
    found.append(score(p))
    return found


def score(p: SicilyPosition) -> Field:
    """How it stands: points with the grade they would make, or what has been reached of the landing."""
    plan = p.theatre.plan
    if plan.goals:
        reached: dict[str, str | int] = {
            "goals": goals_held(p), "of": len(plan.goals), "airfields": airfields_held(p),
            "least": plan.least_airfields, "lost": regiments_lost(p), "most": plan.most_lost,
        }  # fmt: skip
        return Field("goals", "goals", reached)
    row = grade_of(p, final_points(p) if not p.over else points(p))
    side = SIDES[row.winner]
    return Field("vp", "score", {"points": points(p), "side": side, "level": row.level}, side)


def notes(p: SicilyPosition, side: int, draft: Attack | None) -> list[Note]:
    """The lines of the status panel; the attack that is being put together as far as the side sees it."""
    plan = p.theatre.plan
    found = [Note("turn", {"turn": p.turn, "turns": plan.last_turn, "date": plan.day(p.turn)})]
    if p.special:
        found.append(Note("special"))
    found += [Note(field.key, field.facts) for field in fields(p)]
    found.append(Note("tactical", {"points": tactical_points(p), "counted": p.tactical, "airfields": p.captured}))
    if any(p.replacements):
        kept: dict[str, str | int] = {name: p.replacements[number] for number, name in enumerate(REPLACEMENTS)}
        found.append(Note("replacements", kept))
    if p.interdiction:
        found.append(Note("interdiction"))
    if p.us_limit:
        found.append(Note("us_limit"))
    if p.collapse:
        found.append(Note("collapse", {"turn": p.collapse}))
    if p.gone:
        found.append(Note("evacuated", {"units": p.gone}))
    if side == ALLIES and (any(p.permits) or p.numbers[US_ARMY] != NOBODY):
        found.append(Note("permits", own_secrets(p)))
    return found + [veiled_note(p, side, one) for one in under_way(p, draft)]


def own_secrets(p: SicilyPosition) -> dict[str, str | int]:
    """The end-run numbers and what is left of their permits, for the Allies alone."""
    return {
        "us": max(0, p.numbers[US_ARMY]), "uk": max(0, p.numbers[UK_ARMY]), "us_regiments": p.permits[0],
        "us_battalions": p.permits[1], "uk_regiments": p.permits[2], "uk_battalions": p.permits[3],
    }  # fmt: skip


def under_way(p: SicilyPosition, draft: Attack | None) -> list[Note]:
    """What goes on: a move, a combat, an attack that is being put together."""
    found: list[Note] = []
    leg, battle = p.leg, p.battle
    if leg is not None:
        found.append(Note("leg", {"unit": UNITS[leg.unit], "points": leg.points}))
    if battle is not None:
        found.append(attack_on(p, battle.side, battle.targets))
    elif draft is not None and draft.targets:
        found.append(attack_on(p, p.side, draft.targets))
    return found


def attack_on(p: SicilyPosition, side: int, targets: list[int]) -> Note:
    """Which hexes a side attacks."""
    return Note("battle", {"side": SIDES[side], "hexes": " ".join(p.ground.names[hex] for hex in targets)})


# options


def choice(p: SicilyPosition, option: Option) -> Choice:
    """An option as a client shows it."""
    leg = p.leg
    piece_id = UNITS[option.subject] if option.subject >= 0 and "unit" in option.facts else None
    cost = ""
    if leg is not None and option.verb in OF_LEG:
        piece_id = UNITS[leg.unit]
    elif option.verb == "land_from" and p.waiting:
        piece_id = UNITS[p.waiting[0]]
    if option.verb == "go" and p.reach is not None:
        cost = str(p.reach.cost(option.target))
    elif option.verb in LANDINGS:
        cost = chance_to_land(p, option)
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


def chance_to_land(p: SicilyPosition, option: Option) -> str:
    """The chance that a landing disrupts the unit, for the chip on its hex (4.6)."""
    opposed = option.verb == "land_from" or is_opposed(p, option.target)
    modifier = landing_modifier(p, opposed, p.turn > 1)
    return f"{round(100 * sum(is_disrupted(face, modifier) for face in range(1, 7)) / 6)}%"


def rolls(p: SicilyPosition, option: Option) -> bool:
    """Does an option throw dice of its own? Those the sequence of play brings after it do not count."""
    if option.verb in LOUD:
        return True
    if option.verb == "go":
        return p.side == ALLIES and p.ground.port[option.target] > 0 and not is_allied(p, option.target)
    if option.verb not in MAYBE:
        return False
    after = p.copy()
    after.play(option)
    return after.waits_for == CHANCE and after.step.name not in COMES_ANYWAY


def later_of(p: SicilyPosition, unit: int) -> list[Reach]:
    """Where a unit comes with the move or the march it may begin now."""
    if p.over or p.stack[-1] not in (MOVE, MARCH) or SIDE_OF[unit] != p.side:
        return []
    phrase = MOVE_UNIT if p.stack[-1] == MOVE else MARCH_UNIT
    begin = p.ground.words.one(phrase, unit)
    if p.objections(begin):
        return []
    after = p.copy()
    after.play(begin)
    if after.over or after.leg is None or after.leg.unit != unit:
        return []
    found: list[Reach] = []
    for option in after.options():
        if option.verb == GO_TO.verb:
            cost = str(after.reach.cost(option.target)) if after.reach is not None else ""
            # What throws dice there is not ordered with the rest.
            whole, place = not rolls(after, option), p.ground.names[option.target]
            found.append(Reach(place, cost, verb=begin.verb, first=begin.text, sure=True, whole=whole))
    return found
