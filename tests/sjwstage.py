"""An empty map of Stonewall Jackson's Way, with the steps of the advanced game alone, to try its rules on."""

from senki.engine.clauses import Objection
from senki.engine.events import Event
from senki.engine.option import dice_outcome
from senki.engine.position import CHANCE
from senki.games.sjw import flow_advanced as flow
from senki.games.sjw.counters import UNIT
from senki.games.sjw.flow_cycle import Action
from senki.games.sjw.position import (
    SjwPosition,
    empty_map,
    put,
)
from senki.games.sjw.steps import (
    ATTACH,
    ATTACHMENT,
    DEATH_DIE,
    DEATH_DRAW,
    DEPOT_SHARE,
    EVENT_DICE,
    FORAGE,
    FORAGE_DIE,
    REPAIR,
    REPAIR_DIE,
    SUPPLY_EFFECTS,
    SUPPLY_STATUS,
)
from senki.games.sjw.theatre import theatre
from senki.games.sjw.undertaking import March

REST = 90
PARTS = {
    EVENT_DICE: flow.EventDice(), REPAIR: flow.Repair(), REPAIR_DIE: flow.RepairDie(),
    SUPPLY_STATUS: flow.SupplyStatus(), DEPOT_SHARE: flow.DepotShare(), ATTACHMENT: flow.Attachment(),
    ATTACH: flow.Attach(), FORAGE: flow.Forage(), FORAGE_DIE: flow.ForageDie(), SUPPLY_EFFECTS: flow.SupplyEffects(),
    DEATH_DIE: flow.DeathDie(), DEATH_DRAW: flow.DeathDraw(),
}  # fmt: skip
STEPS = [PARTS.get(number, Action()) for number in range(REST + 1)]
"""Where a phase is over an action is awaited, whatever comes next in the game."""


def field(turn: int = 6, scenario: str = "rapidan_to_manassas") -> SjwPosition:
    """An empty map of a scenario in a turn."""
    p = empty_map(STEPS, [REST], theatre(scenario))  # type: ignore[arg-type]
    p.turn = turn
    p.events = []
    return p


def at(p: SjwPosition, name: str, hex: str, manpower: int = 0, fatigue: int = 0, flags: int = 0) -> int:
    """Put a counter into a hex in some state."""
    unit = UNIT[name]
    p.manpower[unit], p.fatigue[unit], p.flags[unit] = manpower, fatigue, flags
    put(p, unit, p.theatre.hex(hex))
    return unit


def run(p: SjwPosition, step: int, *dice: int) -> None:
    """Go on from a step, with dice and options as they are asked for."""
    p.push(step)
    p.settle()
    for die in dice:
        assert p.waits_for == CHANCE
        p.play(dice_outcome([die]))


def play(p: SjwPosition, text: str) -> None:
    """Play a listed option."""
    option = p.ground.words.parse(text)
    assert option in p.options()
    p.play(option)


def keys(objections: list[Objection]) -> list[str]:
    """What the objections are about."""
    return [objection.key for objection in objections]


def told(p: SjwPosition, kind: str) -> list[Event]:
    """What was told of a kind."""
    assert p.events is not None
    return [event for event in p.events if event.kind == kind]


def agrees(p: SjwPosition) -> None:
    """The options of the awaited decision are its candidates without an objection."""
    legal = [option for option in p.step.candidates(p) if not p.step.objections(p, option)]
    assert {option.text for option in legal} == {option.text for option in p.options()}


def marching(p: SjwPosition, unit: int, before: int = 0) -> March:
    """A unit begins a march, with the fatigue it had before."""
    march = March()
    march.unit, march.start, march.before = unit, p.hex[unit], before
    p.march = march
    return march
