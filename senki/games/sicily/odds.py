"""The odds of what an option begins, exactly: a combat over every chit, air and naval die and the combat die; a drop, a
landing, a crossing under interdiction, an air strike, supply by air."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Note, Odds, OddsColumn, OddsFace, OddsLine, OddsResult
from senki.engine.option import Option
from senki.games.sicily.battle import Attack, Battle
from senki.games.sicily.chits import full_value, needs_chit, strength_of
from senki.games.sicily.combat import BREAKTHROUGH, RESULTS, nameable, preview
from senki.games.sicily.counters import ALLIES, AXIS, CLASS, MORALE, SIDE_OF, SIDES, UNITS
from senki.games.sicily.drops import (
    LOSS_WORDS,
    LOST,
    could_be_target,
    drop_modifier,
    loss_in,
    row_for,
    scatter_modifier,
    steps_of,
)
from senki.games.sicily.evacuation import AWAY_UP_TO, LOSES, STAYS, flak
from senki.games.sicily.landing import is_disrupted, is_opposed, landing_modifier
from senki.games.sicily.position import ASSAULTED, ISOLATED, UNSUPPLIED, SicilyPosition
from senki.games.sicily.relief import air_limit
from senki.games.sicily.shifts import AIR_HIT, shift_lines, total
from senki.games.sicily.steps import AIR_POINT, ALLOCATE, NAME, NAVAL_POINTS, RESOLVE, SUPPORT
from senki.games.sicily.strengths import (
    COLUMNS,
    attack_of,
    attack_value,
    column_for,
    column_label,
    defence_factor,
    defence_of,
    defence_value,
    from_sea,
    shifted,
)
from senki.games.sicily.support import AIR_ROLLS, BRITISH_HIT, STRIKE_HIT, air_success
from senki.games.sicily.tables import CHITS, POOLS, TABLES

FACES: Final = range(1, 7)
SIX: Final = 6
BEST_FIRST: Final = ["0/4B", "0/3B", "0/2B", "0/2", "1/2", "0/1", "1/1", "1/0", "2/0", "3/0"]
"""What the table may say, the best for the attacker first."""
CROSSINGS: Final = ["crossing_away", "crossing_stays", "crossing_step", "crossing_lost"]
DROPS: Final = [f"drop_{word}" for word in LOSS_WORDS]
SURE: Final = 0.999999999
COMBAT_STEPS: Final = (ALLOCATE, RESOLVE, NAME, SUPPORT, AIR_POINT, NAVAL_POINTS)


def key_of(result: str) -> str:
    """The message of a result of the table."""
    return "result_" + result.replace("/", "_").lower()


def odds_of(p: SicilyPosition, option: Option) -> Odds | None:
    """What an option begins would bring; none if it begins nothing that is rolled for."""
    verb = option.verb
    if verb in ("drop", "reinforce"):
        return drop_odds(p, option.subject, option.target, verb == "drop")
    if verb in ("land", "run"):
        return landing_odds(p, option.subject, option.target, is_opposed(p, option.target))
    if verb == "land_from" and p.waiting:
        return landing_odds(p, p.waiting[0], p.aim[p.waiting[0]], True)
    if verb == "evacuate" and p.interdiction and SIDE_OF[option.subject] == AXIS:
        return crossing_odds(p, option.subject)
    if verb == "strike":
        return simple_odds("strike", option.subject, (SIX + 1 - STRIKE_HIT) / SIX, "SIC-13.7", SIDES[ALLIES])
    if verb == "airlift":
        chance = air_limit(p, option.subject) / SIX
        return simple_odds("airlift", option.subject, chance, "SIC-11.9", SIDES[SIDE_OF[option.subject]])
    return combat_odds(p, option)


# combat


def combat_odds(p: SicilyPosition, option: Option) -> Odds | None:
    """An attack that is being put together, picked or supported."""
    after, battle = fought(p, option)
    if battle is None or not battle.attackers or not battle.defenders:
        return None
    spread = Spread(after, battle)
    results: dict[str, float] = {}
    for column, chance in spread.columns.items():
        for face in RESULTS[column]:
            results[face] = results.get(face, 0.0) + chance / SIX
    attacker, defender = SIDES[battle.side], SIDES[1 - battle.side]
    told = [
        OddsResult(key_of(result), min(1.0, results[result]), winner(result, attacker, defender), clause="SIC-17.15")
        for result in BEST_FIRST
        if result in results
    ]
    return Odds(
        Note("title", {"to": after.ground.names[battle.targets[0]]}),
        lines(after, battle, spread),
        told,
        also(results, attacker, defender),
        sums(battle, spread),
        faces(spread, attacker, defender),
        closed(after, battle),
        [
            OddsColumn(signed(least_of(column)), spread.before.get(column, 0.0), spread.columns.get(column, 0.0))
            for column in range(len(COLUMNS))
        ],
    )


def fought(p: SicilyPosition, option: Option) -> tuple[SicilyPosition, Battle | None]:
    """The combat an option leads to, and the position it is fought in."""
    step = p.stack[-1] if p.stack else -1
    draft = p.draft
    if step not in COMBAT_STEPS or (step in (ALLOCATE, RESOLVE) and option.verb in ("done", "strike")):
        return p, None
    target = draft.targets[0] if draft is not None else option.target
    after = p.copy()
    after.play(option)
    if after.battle is not None:
        battle = after.battle.copy()
        for hex in battle.to_name:
            choices = nameable(after, 1 - battle.side, hex)
            battle.defenders.append(min(choices, key=lambda unit: (CLASS[unit], -MORALE[unit])))
        # what was put together may have been followed by another attack at once
        return after, battle if step != ALLOCATE or target in battle.targets else None
    if step != ALLOCATE:
        return after, None
    drafts: list[Attack] = [after.draft, *after.attacks] if after.draft is not None else after.attacks
    for attack in drafts:
        if target in attack.targets and attack.units:
            return after, preview(after, attack)
    return after, None


class Spread:
    """Every way chits and support may fall, by the column the die is then read in."""

    def __init__(self, p: SicilyPosition, battle: Battle) -> None:
        self.factor: dict[int, int] = {
            unit: defence_factor(p, battle.attackers, p.hex[unit]) for unit in battle.defenders
        }
        sides: dict[tuple[int, int], float] = strengths(p, battle, self.factor)
        shifts = shift_chances(p, battle)
        self.attack: list[int] = sorted({attack for attack, _ in sides})
        self.defence: list[int] = sorted({defence for _, defence in sides})
        self.differential: list[int] = sorted({attack - defence for attack, defence in sides})
        self.shifts: list[int] = sorted(shifts)
        self.before: dict[int, float] = {}
        """The chance of each column by the differential alone."""
        self.columns: dict[int, float] = {}
        for (attack, defence), chance in sides.items():
            unshifted = column_for(attack - defence)
            self.before[unshifted] = self.before.get(unshifted, 0.0) + chance
            for columns, share in shifts.items():
                column = shifted(unshifted, columns)
                self.columns[column] = self.columns.get(column, 0.0) + chance * share

    def likeliest(self) -> int:
        """The column the die is most likely read in."""
        return max(sorted(self.columns), key=lambda column: self.columns[column])


def strengths(p: SicilyPosition, battle: Battle, factor: dict[int, int]) -> dict[tuple[int, int], float]:
    """The chance of every pair of attack and defence strength: who has no chit yet draws one, the defender first, and
    what is drawn is gone from its pool."""
    attack = sum(attack_of(p, unit) for unit in battle.attackers)
    defence = sum(defence_of(p, unit) * factor[unit] for unit in battle.defenders)
    states: dict[tuple[tuple[int, ...], int, int], float] = {(tuple(p.pool), attack, defence): 1.0}
    for unit in battle.defenders + battle.attackers:
        if not needs_chit(p, unit):
            continue
        further: dict[tuple[tuple[int, ...], int, int], float] = {}
        for (pool, a, d), chance in states.items():
            for kind, share, left in draws(pool, p.morale[unit]):
                full = full_value(p.morale[unit], kind, CLASS[unit])
                if unit in factor:
                    state = (left, a, d + defence_value(p, unit, full) * factor[unit])
                else:
                    state = (left, a + attack_value(p, unit, full), d)
                further[state] = further.get(state, 0.0) + chance * share
        states = further
    found: dict[tuple[int, int], float] = {}
    for (_, a, d), chance in states.items():
        found[(a, d)] = found.get((a, d), 0.0) + chance
    return found


def draws(pool: tuple[int, ...], morale: int) -> list[tuple[int, float, tuple[int, ...]]]:
    """Each kind of chit that may be drawn, its chance, and what is left then; an empty pool lends its chits."""
    first = CHITS * (morale - 1)
    counts = list(pool[first : first + CHITS])
    lent = not sum(counts)
    if lent:
        counts = [row[3] for row in POOLS[morale - 1]]
    everything = sum(counts)
    found: list[tuple[int, float, tuple[int, ...]]] = []
    for kind, count in enumerate(counts):
        if count:
            at = first + kind
            left = pool if lent else (*pool[:at], pool[at] - 1, *pool[at + 1 :])
            found.append((kind, count / everything, left))
    return found


def air_chance(p: SicilyPosition) -> float:
    """The chance of an air point that has to roll."""
    return air_success(p) / SIX


def shift_chances(p: SicilyPosition, battle: Battle) -> dict[int, float]:
    """Columns by which the table is shifted, with the dice of air and British naval points that have still to roll."""
    certain = battle.copy()
    certain.air = 0 if battle.air == AIR_ROLLS else battle.air
    found: dict[int, float] = {total(shift_lines(p, certain)): 1.0}
    way = 1 if battle.side == ALLIES else -1
    dice = [air_chance(p)] if battle.air == AIR_ROLLS else []
    dice += [BRITISH_HIT / SIX] * battle.naval_rolls
    for hit in dice:
        further: dict[int, float] = {}
        for columns, chance in found.items():
            further[columns] = further.get(columns, 0.0) + chance * (1.0 - hit)
            further[columns + way] = further.get(columns + way, 0.0) + chance * hit
        found = further
    return found


def winner(result: str, attacker: str, defender: str) -> str | None:
    """Whom a result favours: who has less to meet."""
    attack, defence = [int(number) for number in result.rstrip(BREAKTHROUGH).split("/")]
    return attacker if defence > attack else defender if attack > defence else None


def lines(p: SicilyPosition, battle: Battle, spread: Spread) -> list[OddsLine]:
    """Who fights with what, every shift with its clause, and the columns the die may be read in."""
    told = [unit_line(p, unit, True, 1) for unit in battle.attackers]
    told += [unit_line(p, unit, False, spread.factor[unit]) for unit in battle.defenders]
    certain = battle.copy()
    certain.air = 0 if battle.air == AIR_ROLLS else battle.air
    for clause, key, columns in shift_lines(p, certain):
        told.append(OddsLine(f"shift_{key}", show_columns(columns), clause))
    if battle.air == AIR_ROLLS:
        roll = battle.copy()
        roll.air = AIR_HIT
        way = total(shift_lines(p, roll)) - total(shift_lines(p, certain))
        most = air_success(p)
        told.append(OddsLine("shift_air_die", show_columns(way), "SIC-13.3", facts={"most": most}))
    if battle.naval_rolls:
        way = 1 if battle.side == ALLIES else -1
        told.append(OddsLine("shift_naval_die", show_columns(way), "SIC-21.1", facts={"points": battle.naval_rolls}))
    shown = [show_columns(columns) for columns in spread.shifts]
    told.append(OddsLine("shift_total", " / ".join(shown), "SIC-17.8"))
    for column in sorted(spread.columns):
        share = f"{100 * spread.columns[column]:.0f} %"
        told.append(OddsLine("column", share, "SIC-17.8", facts={"column": column_label(column)}))
    return told


def unit_line(p: SicilyPosition, unit: int, attacks: bool, factor: int) -> OddsLine:
    """A unit with what it counts for; of one without a chit the range of what it may draw."""
    side = SIDES[SIDE_OF[unit]]
    if needs_chit(p, unit):
        kinds = [kind for kind, _, _ in draws(tuple(p.pool), p.morale[unit])]
        full = [full_value(p.morale[unit], kind, CLASS[unit]) for kind in kinds]
        worth = [attack_value(p, unit, one) if attacks else factor * defence_value(p, unit, one) for one in full]
        return OddsLine("unit_undrawn", show_range(sorted(worth)), "SIC-1.9", side, {"unit": UNITS[unit]})
    worth_now = attack_of(p, unit) if attacks else factor * defence_of(p, unit)
    facts: dict[str, str | int] = {"unit": UNITS[unit], "strength": strength_of(p, unit)}
    if p.status[unit] == ISOLATED or (attacks and p.status[unit] == UNSUPPLIED):
        facts["status"] = "isolated" if p.status[unit] == ISOLATED else "unsupplied"
        return OddsLine("unit_unsupplied", str(worth_now), "SIC-10.8", side, facts)
    if factor > 1:
        facts["factor"] = factor
        return OddsLine("unit_multiplied", str(worth_now), "SIC-17.7", side, facts)
    return OddsLine("unit", str(worth_now), "SIC-17.6", side, facts)


def show_columns(columns: int) -> str:
    """A shift as the table writes it: 2R, 1L, 0."""
    return f"{columns}R" if columns > 0 else f"{-columns}L" if columns < 0 else "0"


def least_of(column: int) -> int:
    """What a column is called by: its least differential, the greatest of the first one."""
    return COLUMNS[column] if column else COLUMNS[1] - 1


def signed(number: int) -> str:
    """A number with its sign, a real minus."""
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def show_range(values: list[int]) -> str:
    """One number, or the least and the greatest."""
    return str(values[0]) if values[0] == values[-1] else f"{values[0]}–{values[-1]}"


def sums(battle: Battle, spread: Spread) -> list[OddsLine]:
    """Attack, differential and defence, with the range undrawn chits leave them."""
    low, high = spread.differential[0], spread.differential[-1]
    difference = signed(low) if low == high else f"{signed(low)}…{signed(high)}"
    return [
        OddsLine("attack", show_range(spread.attack), "SIC-17.6", SIDES[battle.side]),
        OddsLine("differential", difference, "SIC-17.8"),
        OddsLine("defence", show_range(spread.defence), "SIC-17.6", SIDES[1 - battle.side]),
    ]


def faces(spread: Spread, attacker: str, defender: str) -> list[OddsFace]:
    """The faces of the die in the likeliest column."""
    column = spread.likeliest()
    facts: dict[str, str | int] = {"column": column_label(column)}
    return [
        OddsFace(face, key_of(RESULTS[column][face - 1]), winner(RESULTS[column][face - 1], attacker, defender), facts)
        for face in FACES
    ]


def also(results: dict[str, float], attacker: str, defender: str) -> list[OddsResult]:
    """How often either side has something to meet, and how often it breaks."""
    chances = [0.0, 0.0, 0.0]
    for result, chance in results.items():
        attack, defence = [int(number) for number in result.rstrip(BREAKTHROUGH).split("/")]
        chances[0] += chance if defence else 0.0
        chances[1] += chance if attack else 0.0
        chances[2] += chance if result.endswith(BREAKTHROUGH) else 0.0
    told: list[OddsResult] = []
    rows = [("defender_meets", attacker, "SIC-17.15"), ("attacker_meets", defender, "SIC-17.15")]
    rows.append(("breakthrough", attacker, "SIC-17.20"))
    for number, (key, good_for, clause) in enumerate(rows):
        if chances[number] > 0.0:
            told.append(OddsResult(key, min(1.0, chances[number]), good_for, clause=clause))
    return told


def closed(p: SicilyPosition, battle: Battle) -> list[OddsLine]:
    """What one might expect and is not possible: artillery that is still at sea; holding on against a landing."""
    if not any(from_sea(p, unit) for unit in battle.attackers):
        return []
    return [OddsLine("no_guns_afloat", "", "SIC-4.7"), OddsLine("no_holding", "", "SIC-4.9")]


# drops, landings, crossings


def drop_odds(p: SicilyPosition, unit: int, hex: int, assault: bool) -> Odds:
    """Both dice, and the direction where it scatters."""
    twin = p.copy()
    twin.flags[unit] = p.flags[unit] | ASSAULTED if assault else p.flags[unit] & ~ASSAULTED
    losses, scatter = TABLES["airborne"]["losses"], TABLES["airborne"]["scatter"]
    chances = [0.0] * len(LOSS_WORDS)
    on_target = 0.0
    for first in FACES:
        loss = int(losses[row_for(first, drop_modifier(twin, unit))])
        for second in FACES:
            far = int(scatter[row_for(second, scatter_modifier(twin, unit))])
            if not far:
                on_target += 1 / SIX / SIX
            for way in range(SIX) if far else range(1):
                share = 1 / SIX / SIX / (SIX if far else 1)
                chances[fate(twin, unit, drifted(twin, hex, way, far), loss)] += share
    side = SIDES[ALLIES]
    results = [
        OddsResult(DROPS[number], min(1.0, chance), side if number == 0 else SIDES[AXIS] if number > 1 else None)
        for number, chance in enumerate(chances)
        if chance > 0.0
    ]
    told = [OddsLine("drop_modifier", signed(drop_modifier(twin, unit)), "SIC-6.8", side)]
    told.append(OddsLine("scatter_modifier", signed(scatter_modifier(twin, unit)), "SIC-6.8", side))
    title = Note("drop_title", {"unit": UNITS[unit], "to": p.ground.names[hex]})
    return Odds(title, told, results, [OddsResult("on_target", min(1.0, on_target), side, clause="SIC-6.8")])


def drifted(p: SicilyPosition, hex: int, way: int, far: int) -> int:
    """The hex so far off in a direction; negative off the map."""
    for _ in range(far):
        hex = int(p.ground.next[6 * hex + way])
        if hex < 0:
            break
    return hex


def fate(p: SicilyPosition, unit: int, hex: int, loss: int) -> int:
    """What becomes of a unit that comes down in a hex, on the ladder of losses."""
    found = loss_in(p, unit, hex, loss)
    if steps_of(found) >= p.left[unit]:
        return LOST
    if p.presence.units(AXIS, hex) and not any(could_be_target(p, unit, to) for to in p.ground.around[hex]):
        return LOST
    return found


def landing_odds(p: SicilyPosition, unit: int, hex: int, opposed: bool) -> Odds:
    """The die for disruption."""
    modifier = landing_modifier(p, opposed, p.turn > 1)
    chance = sum(1 for face in FACES if is_disrupted(face, modifier)) / SIX
    side, enemy = SIDES[ALLIES], SIDES[AXIS]
    results = [OddsResult("landing_in_order", 1.0 - chance, side, clause="SIC-4.6")] if chance < SURE else []
    if chance > 0.0:
        results.append(OddsResult("landing_disrupted", chance, enemy, clause="SIC-4.6"))
    told = [OddsLine("landing_modifier", signed(modifier), "SIC-4.6", side)]
    if opposed:
        told.append(OddsLine("landing_opposed", "", "SIC-4.5", enemy))
    title = Note("landing_title", {"unit": UNITS[unit], "to": p.ground.names[hex]})
    return Odds(title, told, results)


def crossing_odds(p: SicilyPosition, unit: int) -> Odds:
    """The die under maximum interdiction; a unit with one step is lost where it would lose one."""
    guns = flak(p)
    chances = [0.0] * len(CROSSINGS)
    for face in FACES:
        number = face - guns
        row = 0 if number <= AWAY_UP_TO else 1 if number <= STAYS else 2 if number <= LOSES else 3
        if row == 2 and p.left[unit] == 1:
            row = 3
        chances[row] += 1 / SIX
    side, enemy = SIDES[AXIS], SIDES[ALLIES]
    results = [
        OddsResult(CROSSINGS[row], min(1.0, chance), side if row == 0 else enemy, clause="SIC-22.3")
        for row, chance in enumerate(chances)
        if chance > 0.0
    ]
    title = Note("crossing_title", {"unit": UNITS[unit]})
    return Odds(title, [OddsLine("flak", signed(-guns), "SIC-22.3", side)], results)


def simple_odds(key: str, unit: int, chance: float, clause: str, side: str) -> Odds:
    """Something that succeeds or fails by one die."""
    results = [OddsResult(f"{key}_works", chance, side, clause=clause)] if chance > 0.0 else []
    if chance < SURE:
        results.append(OddsResult(f"{key}_fails", 1.0 - chance, None, clause=clause))
    return Odds(Note(f"{key}_title", {"unit": UNITS[unit]}), [], results)
