"""What a side may know of a position, for clients."""

from __future__ import annotations

from senki.engine.forms import Choice, Mark, Note, Piece, Track, View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.tasks import first_of, kind_of
from senki.engine.views import chooses, frame, who_chooses
from senki.games.shiloh.camps import cup
from senki.games.shiloh.counters import (
    CAMP,
    COMBAT,
    COUNT,
    CSA,
    FORMATION,
    GUNBOAT,
    HQ,
    HQ_OF,
    KIND,
    LEADER,
    NAMES,
    RATING,
    SIDE_OF,
    SIDES,
    TROOPS,
    UNITS,
    USA,
)
from senki.games.shiloh.morale import morale_of
from senki.games.shiloh.movement import show_points
from senki.games.shiloh.outlook import proposal_of
from senki.games.shiloh.position import (
    CUP,
    DEPLETED,
    DISRUPTED,
    DRAWN,
    FATIGUE_NAMES,
    FIRST_MORNING,
    HIDDEN_CUP,
    MARCHED,
    MOVED,
    OFF_MAP,
    OUT,
    REDUCED,
    ROUTED,
    TURNED,
    ShilohPosition,
    in_enemy_zone,
)
from senki.games.shiloh.strength import factor
from senki.games.shiloh.tables import ARMY_OF_THE_OHIO, CAMPS, COLUMNS, MORNING_LEAD, TURN_STARTS
from senki.games.shiloh.tasks import TASKS
from senki.games.shiloh.victory import camps_taken, reason, score

SYMBOLS = ["infantry", "artillery", "cavalry", "leader", "headquarters", "supply", "ship"]
MARKS = [(REDUCED, "reduced"), (DISRUPTED, "disrupted"), (DEPLETED, "no_ammunition"), (MARCHED, "marched")]


def view_of(game: Game, p: ShilohPosition, side: int) -> View:
    """The view of a side, or of a spectator."""
    hidden = p.on(HIDDEN_CUP) and side != USA
    return frame(
        game,
        p,
        side,
        turn=p.turn,
        pieces=[piece(p, unit, hidden) for unit in range(COUNT) if p.hex[unit] != OUT],
        tracks=[
            Track("turn", p.turn, list(range(1, p.last_turn + 1)), [s[11:] for s in TURN_STARTS[: p.last_turn]]),
            Track("vp_csa", score(p, CSA), list(range(31))),
            Track("vp_usa", score(p, USA), list(range(31))),
        ],
        notes=notes(p),
        prompt=prompt(game, p, hidden),
        choices=[choice(p, option) for option in p.options()] if chooses(p, side) else [],
        marks=marks(p, hidden),
        proposal=[choice(p, option) for option in proposal_of(p)] if chooses(p, side) else [],
    )


def marks(p: ShilohPosition, hidden: bool) -> list[Mark]:
    """The camps with counters in the cup, and in the first morning those the South has taken."""
    found = [Mark("camp", p.ground.names[hex]) for hex in sleeping_camps(p, hidden)]
    if p.scenario == FIRST_MORNING:
        found += [Mark("camp_taken", p.ground.names[hex]) for hex in camps_taken(p)]
    return found


def sleeping_camps(p: ShilohPosition, hidden: bool) -> list[int]:
    """The camps with counters in the cup; from a hidden cup nobody but the North sees which counter is out."""
    inside = (CUP, DRAWN) if hidden else (CUP,)
    asleep = {CAMP[unit] for unit in TROOPS[USA] if p.hex[unit] in inside}
    return [hex for camp, hex in zip(CAMPS, p.ground.camps, strict=True) if camp in asleep]


def piece(p: ShilohPosition, unit: int, hidden: bool) -> Piece:
    """One counter. From a hidden cup nobody but the North sees which counter is out."""
    place = p.hex[unit]
    if hidden and place == DRAWN:
        place = CUP
    state = "normal"
    if p.flags[unit] & TURNED:
        state = "inactive" if KIND[unit] == HQ else "ineffective"
    elif place == ROUTED:
        state = "routed"
    elif p.flags[unit] & DISRUPTED:
        state = "disrupted"
    return Piece(
        id=UNITS[unit],
        side=SIDES[SIDE_OF[unit]],
        symbol=SYMBOLS[KIND[unit]],
        place=p.ground.names[place] if place >= 0 else None,
        box=None if place >= 0 else OFF_MAP[-place],
        state=state,
        markers=[name for flag, name in MARKS if p.flags[unit] & flag],
        colour="ohio" if SIDE_OF[unit] == USA and FORMATION[unit] in ARMY_OF_THE_OHIO else "",
        values=values(p, unit),
        facts=facts(p, unit),
    )


def values(p: ShilohPosition, unit: int) -> list[str]:
    """The printed values of a counter, as they are now."""
    if COMBAT[unit]:
        return [str(factor(p, unit)), str(morale_of(p, unit))]
    if KIND[unit] == GUNBOAT:
        return [str(factor(p, unit))]
    return [str(RATING[unit])] if KIND[unit] == LEADER else []


def facts(p: ShilohPosition, unit: int) -> dict[str, str | int]:
    """What is printed on a counter, as it is now."""
    found: dict[str, str | int] = {"name": NAMES[unit]["en"]}
    if COMBAT[unit]:
        found["strength"] = factor(p, unit)
        found["second"] = morale_of(p, unit)
        found["formation"] = FORMATION[unit]
    elif KIND[unit] == GUNBOAT:
        found["strength"] = factor(p, unit)
    elif KIND[unit] == LEADER:
        found["rating"] = RATING[unit]
    if p.due[unit]:
        found["due"] = p.due[unit]
    if p.flags[unit] & MOVED:
        found["moved"] = 1
    return found


def notes(p: ShilohPosition) -> list[Note]:
    """The lines of the status panel."""
    found = [
        Note("phase", {"side": SIDES[p.side], "turn": p.turn, "start": TURN_STARTS[p.turn - 1][11:]}),
        Note("points", {"csa": score(p, CSA), "usa": score(p, USA)}),
        Note("fow", {"csa": p.fow[CSA], "usa": p.fow[USA]}),
        Note(f"fatigue_{FATIGUE_NAMES[p.fatigue]}"),
    ]
    if p.scenario == FIRST_MORNING:
        found.append(Note("morning", {"count": len(camps_taken(p)), "lead": MORNING_LEAD, "clause": "SHI-22.3"}))
    left = len(cup(p)) + (sum(p.hex[u] == DRAWN for u in range(COUNT)) if p.on(HIDDEN_CUP) else 0)
    if left:
        found.append(Note("cup", {"count": left}))
    if p.group:
        found.append(Note("group", {"units": " ".join(UNITS[u] for u in p.group), "points": show_points(p.mp)}))
    if p.battle is not None:
        found.append(Note("battle", {"to": p.ground.names[p.battle.target], "side": SIDES[p.battle.side]}))
    return found


def prompt(game: Game, p: ShilohPosition, hidden: bool) -> Note:
    """What the position waits for."""
    if p.over:
        assert p.result is not None
        told: dict[str, str | int] = {"csa": score(p, CSA), "usa": score(p, USA), "reason": reason(p.result)}
        if p.result.winner < 0:
            return Note("draw_game", told)
        return Note("over", {"side": SIDES[p.result.winner], **told})
    name = p.step.name
    found = who_chooses(game, p)
    if name in ("allowance", "allowance_again", "allowance_second", "go", "form_group"):
        found["units"] = " ".join(UNITS[u] for u in p.group)
        found["points"] = show_points(p.mp)
        found["die"] = p.die
    elif name in ("check", "check_again", "follow", "place"):
        kind = kind_of(p.task)
        found["check"] = TASKS[kind]
        found["die"] = p.die
        secret = hidden and name == "place" and TASKS[kind] == "camp_place"
        if TASKS[kind] == "arrive_formation":
            name = "check_formation"
            found["formation"] = first_of(p.task)
        elif secret:
            name = "place_hidden"
        else:
            found["unit"] = UNITS[first_of(p.task)]
    elif name == "hq_flip":
        hq = HQ_OF[p.side]
        found["hex"] = p.ground.names[p.hex[hq]]
        found["state"] = "inactive" if p.flags[hq] & TURNED else "active"
    elif p.battle is not None:
        found["to"] = p.ground.names[p.battle.target]
        found["column"] = COLUMNS[p.battle.column]
        found["die"] = p.battle.die
    return Note(name, found)


def choice(p: ShilohPosition, option: Option) -> Choice:
    """An option as a client shows it."""
    cost = ""
    piece_id = UNITS[option.subject] if option.subject >= 0 else None
    if option.verb == "move":
        reach = p.reach
        if reach is not None:
            cost = show_points(reach.cost(option.target))
        piece_id = UNITS[p.group[0]]
    return Choice(
        text=option.text,
        verb=option.verb,
        piece=piece_id,
        place=p.ground.names[option.target] if option.target >= 0 else None,
        cost=cost,
        facts=option.facts,
        rolls=rolls(p, option),
    )


def rolls(p: ShilohPosition, option: Option) -> bool:
    """Does an option throw dice of its own? Those after the end of a phase or between counters drawn come anyway."""
    if option.verb in ("end", "place"):
        return False
    # Only next to the enemy a step sets off a check: the many others need not be tried out.
    return (option.verb != "move" or in_enemy_zone(p, p.side, option.target)) and p.throws_dice(option)
