"""What a position waits for, as a message with its facts: one for every step that asks a side or the dice."""

from __future__ import annotations

from senki.engine.forms import Note
from senki.engine.game import Game
from senki.engine.tasks import first_of, second_of
from senki.engine.views import who_chooses
from senki.games.sjw.commands import command_value_of
from senki.games.sjw.counters import KIND, SIDES, UNITS
from senki.games.sjw.position import FIRST, SOLO, SjwPosition
from senki.games.sjw.tables import HALF
from senki.games.sjw.undertaking import NOBODY, Battle, March


def show_halves(halves: int) -> str:
    """A number of halves as it is printed: 4, 2½, ½."""
    whole = str(halves // HALF) if halves >= HALF or not halves else ""
    return whole + ("½" if halves % HALF else "")


def prompt(game: Game, p: SjwPosition) -> Note:
    """What the position waits for."""
    if p.over:
        result = p.result
        assert result is not None
        return Note("over", {"side": SIDES[result.winner], "level": result.level, "points": result.points})
    name = p.step.name
    found = who_chooses(game, p)
    key = name
    if name == "action" and p.to_act != FIRST:
        key = "action_solo" if p.to_act == SOLO else "action_second"
    march, battle = p.march, p.battle
    if name == "retreat" and battle is not None and not battle.been:
        key = "retreat_next"
    found.update(of_task(p, name))
    if march is not None:
        found.update(of_march(p, march))
    if battle is not None:
        found.update(of_battle(p, battle))
    return Note(key, found)


def of_task(p: SjwPosition, name: str) -> dict[str, str | int]:
    """What the task or the queue of a phase is about."""
    names, first = p.ground.names, first_of(p.task)
    if name == "arrive":
        return {"unit": UNITS[p.waiting[0]]}
    if name == "repair_die":
        return {"hex": names[p.ground.stations[first]]}
    if name == "depot_share":
        return {"hex": names[p.theatre.depots[first]], "left": second_of(p.task)}
    if name in ("forage_die", "burn"):
        return {"unit": UNITS[first]}
    if name in ("bridge_die", "burn_die"):
        return {"unit": UNITS[first], "to": names[second_of(p.task)]}
    if name in ("transfer_to", "follow"):
        return {"leader": UNITS[first]}
    return {}


def of_march(p: SjwPosition, march: March) -> dict[str, str | int]:
    """Who marches, under whom, with what."""
    found: dict[str, str | int] = {"points": show_halves(march.points)}
    if march.leader != NOBODY:
        found["leader"] = UNITS[march.leader]
    if march.unit != NOBODY:
        found["unit"] = UNITS[march.unit]
        found["units"] = UNITS[march.unit]
        found["fatigue"] = p.fatigue[march.unit]
    else:
        found["units"] = " ".join(UNITS[unit] for unit in march.named if not march.rolled[KIND[unit]])
    if march.to_ask:
        found["to"] = p.ground.names[march.to_ask[0]]
    return found


def of_battle(p: SjwPosition, battle: Battle) -> dict[str, str | int]:
    """Where it is fought, who leads, who goes back."""
    found: dict[str, str | int] = {"to": p.ground.names[battle.target], "most": battle.most, "steps": battle.steps}
    leader = battle.grand if p.step.name == "grand_die" else battle.leader
    if leader != NOBODY:
        found["leader"] = UNITS[leader]
        found["value"] = command_value_of(p, leader)
    if battle.retreating:
        found["unit"] = UNITS[battle.retreating[0]]
    return found
