"""The sequence of play (chapter 2), top to bottom; its segments and phases have their own files."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.engine.position import Position, Step
from senki.games.sicily.counters import ALLIES, AXIS, COUNT, SIDES
from senki.games.sicily.flow_airborne import (
    Airborne,
    CallDrops,
    DirectionDie,
    Drop,
    DropDice,
    DropsDie,
    RainDrops,
    Scatter,
)
from senki.games.sicily.flow_combat import (
    AirDie,
    AirPoint,
    Allocate,
    ChitDraw,
    Combat,
    CombatDie,
    EndBattle,
    EndCombat,
    Name,
    NavalDie,
    NavalPoints,
    Resolve,
    StrikeDie,
    Support,
)
from senki.games.sicily.flow_landing import (
    Amphibious,
    Depot,
    Depots,
    EndRun,
    Land,
    LandingDie,
    PortDie,
)
from senki.games.sicily.flow_move import (
    EndMovement,
    EvacuationDie,
    Go,
    InterdictionDie,
    March,
    MarchTo,
    Move,
    Overstack,
    Strategic,
    Tactical,
)
from senki.games.sicily.flow_record import (
    Bombing,
    Boundary,
    Collapse,
    CollapseDie,
    Interdiction,
    NumberDice,
    Numbers,
    Record,
    VariableDie,
    WeatherDice,
)
from senki.games.sicily.flow_results import (
    Advance,
    Lose,
    Results,
    Retreat,
    Split,
    Survivors,
)
from senki.games.sicily.flow_setup import (
    CoastalDice,
    CoastalDraw,
    PlanLanding,
)
from senki.games.sicily.flow_supply import (
    AirSupply,
    AirSupplyDie,
    Divide,
    Income,
    IncomeDie,
    Judge,
    Pack,
    Replace,
    SeaSupply,
    Supply,
)
from senki.games.sicily.position import OF_TURN, SicilyPosition
from senki.games.sicily.record import begin_day
from senki.games.sicily.steps import (
    ADVANCE,
    AIR_DIE,
    AIR_POINT,
    AIR_SUPPLY,
    AIR_SUPPLY_DIE,
    AIRBORNE,
    ALLIED_TURN,
    ALLOCATE,
    AMPHIBIOUS,
    AXIS_TURN,
    BEGIN_TURN,
    BOMBING,
    BOUNDARY,
    CALL_DROPS,
    CHIT_DRAW,
    COASTAL_DICE,
    COASTAL_DRAW,
    COLLAPSE,
    COLLAPSE_DIE,
    COMBAT,
    COMBAT_DIE,
    DEPOT,
    DEPOTS,
    DIRECTION_DIE,
    DIVIDE,
    DROP,
    DROP_DICE,
    DROPS_DIE,
    END_BATTLE,
    END_COMBAT,
    END_MOVEMENT,
    END_RUN,
    END_TURN,
    EVACUATION_DIE,
    GO,
    INCOME,
    INCOME_DIE,
    INTERDICTION,
    INTERDICTION_DIE,
    JUDGE,
    LAND,
    LANDING_DIE,
    LOSE,
    MARCH,
    MARCH_TO,
    MOVE,
    NAME,
    NAVAL_DIE,
    NAVAL_POINTS,
    NUMBER_DICE,
    NUMBERS,
    OVERSTACK,
    PACK,
    PLAN_LANDING,
    PORT_DIE,
    RAIN_DROPS,
    RECORD,
    REPLACE,
    RESOLVE,
    RESULTS,
    RETREAT,
    SCATTER,
    SEA_SUPPLY,
    SPECIAL_STAGE,
    SPLIT,
    STRATEGIC,
    STRIKE_DIE,
    SUPPLY,
    SUPPORT,
    SURVIVORS,
    TACTICAL,
    VARIABLE_DIE,
    WEATHER_DICE,
)
from senki.games.sicily.victory import end_of_turn, judge


class BeginTurn(Step[SicilyPosition]):
    """A new turn of two days (SIC-2)."""

    name = "begin_turn"

    def run(self, p: SicilyPosition) -> None:
        begin_turn(p)


@enforces("SIC-2.1", "SIC-2.2", "SIC-2.5")
def begin_turn(p: SicilyPosition) -> None:
    """Weather, records (not on turn 1), the Allied and the Axis player turn; on turn 1 the special stage."""
    p.side, p.special = ALLIES, 0
    if p.events is not None:
        p.tell("turn_began", "SIC-2.1", {"turn": p.turn, "date": p.theatre.plan.day(p.turn)})
    begin_day(p)
    p.push(END_TURN)
    if p.turn == 1:
        p.push(SPECIAL_STAGE)
    p.push(AXIS_TURN)
    p.push(ALLIED_TURN)
    if p.turn > 1:
        p.push(RECORD)
    p.push(WEATHER_DICE)


class AlliedTurn(Step[SicilyPosition]):
    """The Allied player turn (SIC-2.3)."""

    name = "allied_turn"

    def run(self, p: SicilyPosition) -> None:
        allied_turn(p)


@enforces("SIC-2.3", "SIC-2.5")
def allied_turn(p: SicilyPosition) -> None:
    """Supply, then movement by its segments, then combat; on turn 1 neither supply nor strategic movement."""
    p.side = ALLIES
    if p.events is not None:
        p.tell("phase", "SIC-2.3", {"side": SIDES[ALLIES]})
    p.push(COMBAT)
    p.push(END_MOVEMENT)
    if p.turn > 1:
        p.push(STRATEGIC)
    p.push(TACTICAL)
    p.push(DEPOTS)
    p.push(AMPHIBIOUS)
    p.push(AIRBORNE)
    if p.turn > 1:
        p.push(SUPPLY)


class AxisTurn(Step[SicilyPosition]):
    """The Axis player turn (SIC-2.4)."""

    name = "axis_turn"

    def run(self, p: SicilyPosition) -> None:
        axis_turn(p)


@enforces("SIC-2.4", "SIC-2.5")
def axis_turn(p: SicilyPosition) -> None:
    """Supply (not on turn 1), tactical and strategic movement, combat."""
    p.side = AXIS
    if p.events is not None:
        p.tell("phase", "SIC-2.4", {"side": SIDES[AXIS]})
    p.push(COMBAT)
    p.push(END_MOVEMENT)
    p.push(STRATEGIC)
    p.push(TACTICAL)
    if p.turn > 1:
        p.push(SUPPLY)


class SpecialStage(Step[SicilyPosition]):
    """Turn 1 alone: both sides move and fight once more (SIC-2.5)."""

    name = "special_stage"

    def run(self, p: SicilyPosition) -> None:
        special_stage(p)


@enforces("SIC-2.5")
def special_stage(p: SicilyPosition) -> None:
    """A second movement and combat phase of the Allies, then of the Axis."""
    p.special = 1
    p.push(AXIS_TURN)
    p.push(ALLIED_TURN)


class EndTurn(Step[SicilyPosition]):
    """The turn marker, or the end (SIC-2.6)."""

    name = "end_turn"

    def run(self, p: SicilyPosition) -> None:
        end_turn(p)


@enforces("SIC-2.6")
def end_turn(p: SicilyPosition) -> None:
    """What holds for a turn is over; after the last one victory is judged."""
    end_of_turn(p)
    for unit in range(COUNT):
        p.flags[unit] &= ~OF_TURN
    if not p.stack and p.result is not None:
        return
    if p.turn == p.theatre.plan.last_turn:
        judge(p)
    else:
        p.turn += 1
        p.push(BEGIN_TURN)


def _steps() -> list[Step[Position]]:
    steps: dict[int, object] = {
        COASTAL_DICE: CoastalDice(),
        COASTAL_DRAW: CoastalDraw(),
        PLAN_LANDING: PlanLanding(),
        BEGIN_TURN: BeginTurn(),
        WEATHER_DICE: WeatherDice(),
        RECORD: Record(),
        BOMBING: Bombing(),
        INTERDICTION: Interdiction(),
        BOUNDARY: Boundary(),
        NUMBERS: Numbers(),
        NUMBER_DICE: NumberDice(),
        VARIABLE_DIE: VariableDie(),
        COLLAPSE: Collapse(),
        COLLAPSE_DIE: CollapseDie(),
        ALLIED_TURN: AlliedTurn(),
        AXIS_TURN: AxisTurn(),
        SPECIAL_STAGE: SpecialStage(),
        END_TURN: EndTurn(),
        SUPPLY: Supply(),
        PACK: Pack(),
        JUDGE: Judge(),
        AIR_SUPPLY: AirSupply(),
        AIR_SUPPLY_DIE: AirSupplyDie(),
        SEA_SUPPLY: SeaSupply(),
        REPLACE: Replace(),
        INCOME: Income(),
        INCOME_DIE: IncomeDie(),
        DIVIDE: Divide(),
        AIRBORNE: Airborne(),
        RAIN_DROPS: RainDrops(),
        DROP: Drop(),
        DROP_DICE: DropDice(),
        DIRECTION_DIE: DirectionDie(),
        SCATTER: Scatter(),
        CALL_DROPS: CallDrops(),
        DROPS_DIE: DropsDie(),
        AMPHIBIOUS: Amphibious(),
        LAND: Land(),
        LANDING_DIE: LandingDie(),
        END_RUN: EndRun(),
        DEPOTS: Depots(),
        PORT_DIE: PortDie(),
        TACTICAL: Tactical(),
        MOVE: Move(),
        GO: Go(),
        STRATEGIC: Strategic(),
        MARCH: March(),
        MARCH_TO: MarchTo(),
        EVACUATION_DIE: EvacuationDie(),
        INTERDICTION_DIE: InterdictionDie(),
        OVERSTACK: Overstack(),
        END_MOVEMENT: EndMovement(),
        COMBAT: Combat(),
        ALLOCATE: Allocate(),
        RESOLVE: Resolve(),
        STRIKE_DIE: StrikeDie(),
        NAME: Name(),
        CHIT_DRAW: ChitDraw(),
        SUPPORT: Support(),
        AIR_POINT: AirPoint(),
        NAVAL_POINTS: NavalPoints(),
        AIR_DIE: AirDie(),
        NAVAL_DIE: NavalDie(),
        COMBAT_DIE: CombatDie(),
        END_BATTLE: EndBattle(),
        END_COMBAT: EndCombat(),
        RESULTS: Results(),
        SPLIT: Split(),
        LOSE: Lose(),
        RETREAT: Retreat(),
        ADVANCE: Advance(),
        SURVIVORS: Survivors(),
        DEPOT: Depot(),
    }
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


STEPS: Final[list[Step[Position]]] = _steps()
STEP_NAMES: Final[list[str]] = [step.name for step in STEPS]
