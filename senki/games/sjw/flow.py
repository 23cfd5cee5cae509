"""The sequence of play (chapter 3), phase by phase in rulebook order; actions, combat and the advanced game have their
own files."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.games.sjw.arrivals import (
    arrive_candidates,
    arrive_objections,
    arrive_options,
    begin_arrivals,
    choose_arrival,
    declare,
    declare_objections,
)
from senki.games.sjw.bridges import (
    build_bridge,
    burn_bridge,
    burn_candidates,
    burn_objections,
    burn_options,
    choose_burning,
)
from senki.games.sjw.counters import COUNT, CSA
from senki.games.sjw.events import begin_day, has_event
from senki.games.sjw.flow_advanced import (
    Attach,
    Attachment,
    DeathDie,
    DeathDraw,
    DepotShare,
    EventDice,
    Forage,
    ForageDie,
    Repair,
    RepairDie,
    SupplyEffects,
    SupplyStatus,
)
from senki.games.sjw.flow_combat import (
    Advance,
    ArtilleryDie,
    AssaultDie,
    BattleBegins,
    CavalryDie,
    CavalryRetreat,
    CombatDice,
    Commit,
    EndCombat,
    FallBack,
    Grand,
    GrandDie,
    Refuse,
    Results,
    RetreatStep,
    Routs,
)
from senki.games.sjw.flow_cycle import Action, Cycle, CycleEndDie, EndCycle, Initiative
from senki.games.sjw.flow_march import (
    AfterStep,
    AllowanceDice,
    EndMarch,
    ExtendedDie,
    FindUnits,
    Follow,
    ForceDice,
    Go,
    JoinUnit,
    NameUnits,
    NextMarch,
)
from senki.games.sjw.options import ANY_DIE, DONE, ELSEWHERE, HERE, die_of
from senki.games.sjw.position import FAILED, MARCHED, SjwPosition
from senki.games.sjw.recovery import (
    begin_recovery,
    build,
    build_candidates,
    build_objections,
    build_options,
    offer_building,
    rest,
)
from senki.games.sjw.steps import (
    ACTION,
    ADVANCE,
    AFTER_STEP,
    ALLOWANCE,
    ARRIVE,
    ARTILLERY_DIE,
    ASSAULT_DIE,
    ATTACH,
    ATTACHMENT,
    BATTLE,
    BEGIN_TURN,
    BRIDGE_DIE,
    BUILD,
    BURN,
    BURN_DIE,
    CAVALRY_DIE,
    CAVALRY_RETREAT,
    COMBAT_DICE,
    COMMIT,
    CYCLE,
    CYCLE_END_DIE,
    DEATH_DIE,
    DEATH_DRAW,
    DECLARE_ELSEWHERE,
    DEPOT_SHARE,
    END_COMBAT,
    END_CYCLE,
    END_MARCH,
    END_TURN,
    EVENT_DICE,
    EXTENDED_DIE,
    FALL_BACK,
    FIND_UNITS,
    FOLLOW,
    FORAGE,
    FORAGE_DIE,
    FORCE_DICE,
    GO,
    GRAND,
    GRAND_DIE,
    INITIATIVE,
    JOIN_UNIT,
    LEADER_TRANSFER,
    NAME_UNITS,
    NEXT_MARCH,
    RECOVERY,
    REFUSE,
    REINFORCEMENTS,
    REPAIR,
    REPAIR_DIE,
    REST,
    RESULTS,
    RETREAT,
    ROUTS,
    SUPPLY_EFFECTS,
    SUPPLY_STATUS,
    TRANSFER,
    TRANSFER_TO,
)
from senki.games.sjw.supply import EFFECTS_FROM, TURNS
from senki.games.sjw.transfer import (
    begin_transfer,
    choose_leader,
    hex_candidates,
    hex_objections,
    hex_options,
    leader_candidates,
    leader_objections,
    leader_options,
    ride,
)
from senki.games.sjw.victory import judge

PHASES: Final = [
    EVENT_DICE, REINFORCEMENTS, LEADER_TRANSFER, REPAIR, SUPPLY_STATUS, ATTACHMENT, CYCLE, RECOVERY, SUPPLY_EFFECTS,
    END_TURN,
]  # fmt: skip
"""The phases of a turn in their order."""


class BeginTurn(Step[SjwPosition]):
    """A new day (SJW-3.0)."""

    name = "begin_turn"

    def run(self, p: SjwPosition) -> None:
        begin_turn(p)


@enforces("SJW-3.0", "SJW-3.1")
def begin_turn(p: SjwPosition) -> None:
    """The phases of this turn in their order."""
    if p.events is not None:
        p.tell("turn_began", "SJW-3.1", {"turn": p.turn, "date": p.theatre.plan.day(p.turn)})
    begin_day(p)
    for phase in reversed(PHASES):
        if is_played(p, phase):
            p.push(phase)


@enforces("SJW-3.0", "SJW-A.1", "SJW-12.1", "SJW-14.1")
def is_played(p: SjwPosition, phase: int) -> bool:
    """Does this turn have a phase? Basic scenarios know neither events nor supply nor attachment."""
    if phase == EVENT_DICE:
        return has_event(p)
    if phase in (REPAIR, SUPPLY_STATUS):
        return p.advanced and p.turn in TURNS
    if phase == ATTACHMENT:
        return p.advanced
    return phase != SUPPLY_EFFECTS or (p.advanced and p.turn >= EFFECTS_FROM)


class Reinforcements(Step[SjwPosition]):
    """2. Whoever is due comes in (SJW-3.2)."""

    name = "reinforcements"

    def run(self, p: SjwPosition) -> None:
        begin_arrivals(p)


class Arrive(Step[SjwPosition]):
    """The owner says where a counter comes in (SJW-3.2)."""

    name = "arrive"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return arrive_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return arrive_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return arrive_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        choose_arrival(p, option)


class DeclareElsewhere(Step[SjwPosition]):
    """Heintzelman's corps comes in at Aquia Creek, or all of it elsewhere (SJW-22.1.U1)."""

    name = "declare_elsewhere"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return [HERE, ELSEWHERE]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [HERE, ELSEWHERE, DONE]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return declare_objections(option)

    def play(self, p: SjwPosition, option: Option) -> None:
        declare(p, option)


class LeaderTransfer(Step[SjwPosition]):
    """3. Leaders ride to other units, the Confederate's first (SJW-3.3)."""

    name = "leader_transfer"

    def run(self, p: SjwPosition) -> None:
        begin_transfer(p, CSA)


class Transfer(Step[SjwPosition]):
    """Which leader rides (SJW-3.3)?"""

    name = "transfer"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return leader_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return leader_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return leader_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        choose_leader(p, option)


class TransferTo(Step[SjwPosition]):
    """To which unit (SJW-3.3)?"""

    name = "transfer_to"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return hex_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return hex_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return hex_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        ride(p, option.target)


class Recovery(Step[SjwPosition]):
    """8. Recovery, step by step (SJW-9.1)."""

    name = "recovery"

    def run(self, p: SjwPosition) -> None:
        begin_recovery(p)


class Build(Step[SjwPosition]):
    """8.1. Entrench or bridge (SJW-9.3, 10.1)."""

    name = "build"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return build_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return build_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return build_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        build(p, option)


class BridgeDie(Step[SjwPosition]):
    """Does the bridge stand (SJW-10.1)?"""

    name = "bridge_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        build_bridge(p, die_of(option))
        offer_building(p, p.side)


class Rest(Step[SjwPosition]):
    """8.3 to 8.5. Units reorganize, take heart and rest (SJW-9.1)."""

    name = "rest"

    def run(self, p: SjwPosition) -> None:
        rest(p)


class Burn(Step[SjwPosition]):
    """A unit has ended its march beside a printed bridge (SJW-10.4)."""

    name = "burn"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return burn_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return burn_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return burn_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        choose_burning(p, option)


class BurnDie(Step[SjwPosition]):
    """Does it burn (SJW-10.4)?"""

    name = "burn_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        burn_bridge(p, die_of(option))


class EndTurn(Step[SjwPosition]):
    """10. The turn marker, or the end (SJW-3.1)."""

    name = "end_turn"

    def run(self, p: SjwPosition) -> None:
        end_turn(p)


@enforces("SJW-3.0", "SJW-3.1")
def end_turn(p: SjwPosition) -> None:
    """What holds for a turn is over; after the last one the points are counted."""
    for unit in range(COUNT):
        p.flags[unit] &= ~(MARCHED | FAILED)
    p.side = CSA
    if p.turn == p.theatre.plan.turns:
        judge(p)
    else:
        p.turn += 1
        p.push(BEGIN_TURN)


def _steps() -> list[Step[Position]]:
    steps: dict[int, object] = {
        BEGIN_TURN: BeginTurn(),
        EVENT_DICE: EventDice(),
        REINFORCEMENTS: Reinforcements(),
        ARRIVE: Arrive(),
        DECLARE_ELSEWHERE: DeclareElsewhere(),
        LEADER_TRANSFER: LeaderTransfer(),
        TRANSFER: Transfer(),
        TRANSFER_TO: TransferTo(),
        REPAIR: Repair(),
        REPAIR_DIE: RepairDie(),
        SUPPLY_STATUS: SupplyStatus(),
        DEPOT_SHARE: DepotShare(),
        ATTACHMENT: Attachment(),
        ATTACH: Attach(),
        CYCLE: Cycle(),
        INITIATIVE: Initiative(),
        CYCLE_END_DIE: CycleEndDie(),
        ACTION: Action(),
        END_CYCLE: EndCycle(),
        NAME_UNITS: NameUnits(),
        JOIN_UNIT: JoinUnit(),
        NEXT_MARCH: NextMarch(),
        EXTENDED_DIE: ExtendedDie(),
        ALLOWANCE: AllowanceDice(),
        FORCE_DICE: ForceDice(),
        GO: Go(),
        AFTER_STEP: AfterStep(),
        END_MARCH: EndMarch(),
        BURN: Burn(),
        BURN_DIE: BurnDie(),
        FIND_UNITS: FindUnits(),
        FOLLOW: Follow(),
        ASSAULT_DIE: AssaultDie(),
        COMMIT: Commit(),
        GRAND: Grand(),
        GRAND_DIE: GrandDie(),
        BATTLE: BattleBegins(),
        CAVALRY_RETREAT: CavalryRetreat(),
        CAVALRY_DIE: CavalryDie(),
        REFUSE: Refuse(),
        ARTILLERY_DIE: ArtilleryDie(),
        COMBAT_DICE: CombatDice(),
        DEATH_DIE: DeathDie(),
        DEATH_DRAW: DeathDraw(),
        RESULTS: Results(),
        FALL_BACK: FallBack(),
        ROUTS: Routs(),
        RETREAT: RetreatStep(),
        ADVANCE: Advance(),
        END_COMBAT: EndCombat(),
        RECOVERY: Recovery(),
        BUILD: Build(),
        BRIDGE_DIE: BridgeDie(),
        FORAGE: Forage(),
        FORAGE_DIE: ForageDie(),
        REST: Rest(),
        SUPPLY_EFFECTS: SupplyEffects(),
        END_TURN: EndTurn(),
    }
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


STEPS: Final[list[Step[Position]]] = _steps()
STEP_NAMES: Final[list[str]] = [step.name for step in STEPS]
