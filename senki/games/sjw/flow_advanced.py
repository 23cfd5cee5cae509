"""The steps of the advanced game (chapters 14 to 21)."""

from __future__ import annotations

from senki.engine.clauses import Objection, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sjw.counters import CSA, TROOPS, USA
from senki.games.sjw.death import draw_death, roll_death
from senki.games.sjw.events import take_event
from senki.games.sjw.forage import ask_forage, forage, forage_objections, go_on, may_forage
from senki.games.sjw.options import ANY_DIE, DONE, FORAGE_UNIT, SUPPLY_UNIT, TWO_DICE
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.steps import FORAGE_DIE
from senki.games.sjw.substitutes import (
    attach,
    attach_candidates,
    attach_objections,
    attachments,
    begin_attachment,
)
from senki.games.sjw.supply import begin_status, next_repair, repair, share, share_objections, supply_effects


class EventDice(Step[SjwPosition]):
    """1. The Union rolls for a random event (SJW-14.1)."""

    name = "event_dice"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return TWO_DICE

    def play(self, p: SjwPosition, option: Option) -> None:
        take_event(p, option.subject + option.target)


class Repair(Step[SjwPosition]):
    """4. Damaged stations are repaired (SJW-20.2)."""

    name = "repair"

    def run(self, p: SjwPosition) -> None:
        next_repair(p, 0)


class RepairDie(Step[SjwPosition]):
    """The die of one station."""

    name = "repair_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        repair(p, option.subject)


class SupplyStatus(Step[SjwPosition]):
    """5. Who is in supply (SJW-20.3)?"""

    name = "supply_status"

    def run(self, p: SjwPosition) -> None:
        begin_status(p)


class DepotShare(Step[SjwPosition]):
    """Whom a captured depot feeds (SJW-20.3.1)."""

    name = "depot_share"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return CSA

    def options(self, p: SjwPosition) -> list[Option]:
        return [p.ground.words.one(SUPPLY_UNIT, unit) for unit in p.waiting]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [p.ground.words.one(SUPPLY_UNIT, unit) for unit in TROOPS[CSA] if p.hex[unit] >= 0]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        if option.verb != "supply":
            return [forbid("SJW-20.3.1", "not_now")]
        return share_objections(p, option.subject)

    def play(self, p: SjwPosition, option: Option) -> None:
        share(p, option.subject)


class Attachment(Step[SjwPosition]):
    """6. Substitutes rejoin units, and some units join others for good (SJW-21.2)."""

    name = "attachment"

    def run(self, p: SjwPosition) -> None:
        begin_attachment(p, CSA)


class Attach(Step[SjwPosition]):
    """One unit after another, or no more of this side (SJW-21.2.1)."""

    name = "attach"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return [*attachments(p, p.side), DONE]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [*attach_candidates(p), DONE]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        if option.verb == "done":
            return []
        if option.verb != "attach":
            return [forbid("SJW-21.2.1", "not_now")]
        return attach_objections(p, option.subject, option.target)

    def play(self, p: SjwPosition, option: Option) -> None:
        if option.verb == "attach":
            attach(p, option.subject, option.target)
        elif p.side == CSA:
            begin_attachment(p, USA)


class Forage(Step[SjwPosition]):
    """8.2. Units out of supply forage, or a side is done (SJW-20.4.1)."""

    name = "forage"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        words = p.ground.words
        return [*(words.one(FORAGE_UNIT, unit) for unit in TROOPS[p.side] if may_forage(p, unit)), DONE]

    def candidates(self, p: SjwPosition) -> list[Option]:
        words = p.ground.words
        return [*(words.one(FORAGE_UNIT, unit) for unit in TROOPS[p.side] if p.hex[unit] >= 0), DONE]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        if option.verb == "done":
            return []
        if option.verb != "forage":
            return [forbid("SJW-20.4.1", "not_now")]
        return forage_objections(p, option.subject)

    def play(self, p: SjwPosition, option: Option) -> None:
        if option.verb == "done":
            go_on(p, p.side + 1)
            return
        ask_forage(p, option.subject)
        p.push(FORAGE_DIE)


class ForageDie(Step[SjwPosition]):
    """The die of one unit (SJW-20.4.1)."""

    name = "forage_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        forage(p, option.subject)


class SupplyEffects(Step[SjwPosition]):
    """9. What being out of supply does (SJW-20.5.2)."""

    name = "supply_effects"

    def run(self, p: SjwPosition) -> None:
        supply_effects(p)


class DeathDie(Step[SjwPosition]):
    """Both combat dice were 1: does a Confederate leader fall (SJW-17.1)?"""

    name = "death_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        roll_death(p, option.subject)


class DeathDraw(Step[SjwPosition]):
    """Which of two equal leaders (SJW-17.1)?"""

    name = "death_draw"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        draw_death(p, option.subject)
