"""The supply phases of both sides (2.8, 2.9). A decision without a choice is not asked."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.counters import ALLIES, AXIS, UNITS_OF
from senki.games.sicily.options import (
    AIRLIFT,
    ANY_DIE,
    DONE,
    GERMAN_SHARE,
    GIVE_PACK,
    PASS,
    REPLACE_UNIT,
    SHIP,
    TAKE_PACK,
    die_of,
    number_of,
    numbered,
)
from senki.games.sicily.pack import (
    give_pack,
    pack_objections,
    packable,
    packed,
    take_pack,
    unpack_objections,
)
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.relief import (
    airlift,
    airlift_objections,
    airlifts,
    fly,
    ship,
    ship_objections,
    shipments,
)
from senki.games.sicily.replacements import replace, replace_objections, replaceable
from senki.games.sicily.steps import (
    AIR_SUPPLY,
    AIR_SUPPLY_DIE,
    INCOME,
    INCOME_DIE,
    JUDGE,
    PACK,
    REPLACE,
    SEA_SUPPLY,
)
from senki.games.sicily.supply import judge_all
from senki.games.sicily.supply_points import allied_income, axis_income, divide, share_objections, shares


class Supply(Step[SicilyPosition]):
    """The supply phase of the side whose player turn it is (SIC-2.8, SIC-2.9)."""

    name = "supply"

    def run(self, p: SicilyPosition) -> None:
        begin_supply(p)


@enforces("SIC-2.3", "SIC-2.4", "SIC-2.8", "SIC-2.9")
def begin_supply(p: SicilyPosition) -> None:
    """Allies: pack markers, judgement, relief, replacements, income. Axis: income, judgement, air supply,
    replacements."""
    if p.side == ALLIES:
        p.push(INCOME)
        p.push(JUDGE)
        ask_packs(p)
    else:
        p.push(JUDGE)
        p.push(INCOME_DIE)


def ask_packs(p: SicilyPosition) -> None:
    """Ask for pack markers if there are any to give or to take."""
    if packed(p) or packable(p):
        p.push(PACK)


class Pack(Step[SicilyPosition]):
    """Pack markers are given and taken off, one after another (SIC-18.1)."""

    name = "pack"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        words = p.ground.words
        return [
            *(words.one(GIVE_PACK, unit) for unit in packable(p)),
            *(words.one(TAKE_PACK, unit) for unit in packed(p)),
            DONE,
        ]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        words = p.ground.words
        units = [unit for unit in UNITS_OF[ALLIES] if p.hex[unit] >= 0]
        return [
            *(words.one(GIVE_PACK, unit) for unit in units),
            *(words.one(TAKE_PACK, unit) for unit in units),
            DONE,
        ]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        if option.verb == "done":
            return []
        if option.verb == "pack":
            return pack_objections(p, option.subject)
        if option.verb == "unpack":
            return unpack_objections(p, option.subject)
        return [forbid("SIC-2.8", "not_now")]

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "done":
            return
        if option.verb == "pack":
            give_pack(p, option.subject)
        else:
            take_pack(p, option.subject)
        ask_packs(p)


class Judge(Step[SicilyPosition]):
    """Both sides are judged; then the side whose phase it is helps some of its units (SIC-2.7)."""

    name = "judge"

    def run(self, p: SicilyPosition) -> None:
        judge_all(p)
        ask_air(p)


@enforces("SIC-2.8", "SIC-2.9")
def ask_air(p: SicilyPosition) -> None:
    """Supply by air, or what comes after it."""
    if airlifts(p):
        p.push(AIR_SUPPLY)
    else:
        ask_sea(p)


@enforces("SIC-2.8")
def ask_sea(p: SicilyPosition) -> None:
    """Supply by sea, or what comes after it."""
    if shipments(p):
        p.push(SEA_SUPPLY)
    else:
        ask_replacements(p)


@enforces("SIC-2.8", "SIC-2.9")
def ask_replacements(p: SicilyPosition) -> None:
    """Replacements, if anybody can receive a point."""
    if replaceable(p):
        p.push(REPLACE)


class AirSupply(Step[SicilyPosition]):
    """One unit is supplied by air, or none (SIC-11.7)."""

    name = "air_supply"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(AIRLIFT, unit) for unit in airlifts(p)), PASS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(AIRLIFT, unit) for unit in UNITS_OF[p.side] if p.hex[unit] >= 0), PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        if option.verb == "pass":
            return []
        if option.verb != "airlift":
            return [forbid("SIC-2.8" if p.side == ALLIES else "SIC-2.9", "not_now")]
        return airlift_objections(p, option.subject)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "pass":
            ask_sea(p)
            return
        airlift(p, option.subject)
        p.push(AIR_SUPPLY_DIE)


class AirSupplyDie(Step[SicilyPosition]):
    """Do the supplies reach the unit (SIC-11.9)?"""

    name = "air_supply_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        fly(p, die_of(option))
        ask_sea(p)


class SeaSupply(Step[SicilyPosition]):
    """One other unit is supplied by sea, or none (SIC-11.7, SIC-11.10)."""

    name = "sea_supply"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(SHIP, unit) for unit in shipments(p)), PASS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(SHIP, unit) for unit in UNITS_OF[ALLIES] if p.hex[unit] >= 0), PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        if option.verb == "pass":
            return []
        if option.verb != "ship":
            return [forbid("SIC-2.8", "not_now")]
        return ship_objections(p, option.subject)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "ship":
            ship(p, option.subject)
        ask_replacements(p)


class Replace(Step[SicilyPosition]):
    """Replacement points are spent, one for each nation (SIC-25.1)."""

    name = "replace"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(REPLACE_UNIT, unit) for unit in replaceable(p)), DONE]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [*(p.ground.words.one(REPLACE_UNIT, unit) for unit in UNITS_OF[p.side] if p.hex[unit] >= 0), DONE]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        if option.verb == "done":
            return []
        if option.verb != "replace":
            return [forbid("SIC-2.8" if p.side == ALLIES else "SIC-2.9", "not_now")]
        return replace_objections(p, option.subject)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "replace":
            replace(p, option.subject)
            ask_replacements(p)


class Income(Step[SicilyPosition]):
    """The supply point segment of the Allies (SIC-12.6)."""

    name = "income"

    def run(self, p: SicilyPosition) -> None:
        allied_income(p)


class IncomeDie(Step[SicilyPosition]):
    """The die of the Axis on the airfield table (SIC-12.7)."""

    name = "income_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        axis_income(p, die_of(option))


class Divide(Step[SicilyPosition]):
    """How much of the points is Germany's (SIC-12.7, SIC-12.8)."""

    name = "divide"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return AXIS

    def options(self, p: SicilyPosition) -> list[Option]:
        return [p.ground.words.one(GERMAN_SHARE, numbered(share)) for share in shares(p.task)]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        least, most = min(p.task, 0) - 1, max(p.task, 0) + 1
        return [p.ground.words.one(GERMAN_SHARE, numbered(share)) for share in range(least, most + 1)]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        if option.verb != "german_share":
            return [forbid("SIC-2.9", "not_now")]
        return share_objections(p, number_of(option))

    def play(self, p: SicilyPosition, option: Option) -> None:
        divide(p, number_of(option))
