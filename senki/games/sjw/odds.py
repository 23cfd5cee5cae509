"""The odds of a combat before it is fought: every modifier with its clause, and the exact chance of each result."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Note, Odds, OddsLine, OddsResult
from senki.engine.option import Option
from senki.games.sjw.assault import eligible, plan, units_for
from senki.games.sjw.cavalry import may_decline
from senki.games.sjw.counters import SIDE_OF, SIDES, UNITS, USA
from senki.games.sjw.death import may_die
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.modifiers import (
    Modifier,
    artillery_halves,
    attack_value,
    defence_value,
    modifiers,
    plain_defence,
    total,
)
from senki.games.sjw.position import SjwPosition, troops_in
from senki.games.sjw.results import (
    STARRED_FROM,
    Outcome,
    attacker_outcome,
    defender_outcome,
    difference,
    is_starred,
)
from senki.games.sjw.steps import ACTION, CAVALRY_RETREAT, COMMIT, GO, GRAND, REFUSE
from senki.games.sjw.tables import HALF, WORKS
from senki.games.sjw.undertaking import MARCH_ATTACK, NOBODY, Battle

FACES: Final = range(1, 7)
ODD: Final = 1
EVEN: Final = 2
"""Faces that stand for half of a die."""
QUARTERS: Final = 4
DEATH: Final = 0.5
"""The chance that a leader in danger falls."""
RESULTS: Final = ["rout_starred", "rout", "retreat", "disorganized", "tired", "losses_only", "nothing"]
"""What becomes of the defenders, the worst first."""


class Chances:
    """Chances gathered over every throw of the dice."""

    def __init__(self) -> None:
        self.of: dict[str, float] = {}
        self.losses: list[float] = [0.0, 0.0]
        """Manpower the attackers and the defenders lose on average."""

    def add(self, key: str, chance: float) -> None:
        """Something more often."""
        self.of[key] = self.of.get(key, 0.0) + chance


def odds_of(p: SjwPosition, option: Option) -> Odds | None:
    """What the combat would bring to which an option leads; none if it leads to none."""
    planned = battles(p, option)
    if not planned:
        return None
    found = Chances()
    fought = 0.0
    for chance, battle in planned:
        battle.defenders = troops_in(p, 1 - battle.side, battle.target)
        fought += chance
        weigh(p, battle, chance, found)
    main = planned[-1][1]
    attacker, defender = SIDES[main.side], SIDES[1 - main.side]
    results = [
        OddsResult(key, min(1.0, found.of[key]), attacker if n < RESULTS.index("tired") else None)
        for n, key in enumerate(RESULTS)
        if key in found.of
    ]
    if fought < 1.0:
        results.append(OddsResult("assault_fails", 1.0 - fought, defender, clause="SJW-5.3.2"))
    title = Note("title", {"to": p.ground.names[main.target]})
    return Odds(title, lines(p, main, found), results, also(p, main, found), sums=sums(p, main))


def battles(p: SjwPosition, option: Option) -> list[tuple[float, Battle]]:
    """The combats an option may lead to with their chances, the greatest force last; empty if it leads to none. Of an
    assault the strongest units are thought to join."""
    step, verb = p.stack[-1] if p.stack else NOBODY, option.verb
    march, battle = p.march, p.battle
    if step == GO and verb == "attack" and march is not None:
        attack = Battle(MARCH_ATTACK, SIDE_OF[march.unit], option.target)
        attack.attackers = [march.unit]
        attack.points = march.points
        return [(1.0, attack)]
    if step == ACTION and verb == "assault":
        return called(p, plan(option.subject, option.target, SIDE_OF[option.subject]), option.subject)
    if battle is None:
        return []
    same = battle.copy()
    if step == GRAND and verb == "grand":
        same.grand = option.subject
        failed = battle.copy()
        joined = called(p, same, option.subject)
        left = 1.0 - sum(chance for chance, _ in joined)
        return [(left, failed), *joined] if left > 0.0 else joined
    if step == COMMIT and verb == "commit":
        same.attackers = [*battle.attackers, option.subject]
        return [(1.0, same)]
    if step == REFUSE and verb in ("refuse", "stand"):
        same.refused = verb == "refuse"
        return [(1.0, same)]
    if (step in (COMMIT, GRAND) and verb in ("done", "decline")) or (step == CAVALRY_RETREAT and verb == "stand"):
        return [(1.0, same)]
    return []


def called(p: SjwPosition, battle: Battle, leader: int) -> list[tuple[float, Battle]]:
    """A combat with as many of the strongest units as each face of a leader's die brings; a failure is left out."""
    able = sorted(eligible(p, battle), key=lambda unit: (-combat_value(p, unit), UNITS[unit]))
    by_count: dict[int, int] = {}
    for die in FACES:
        count = min(units_for(p, leader, die), len(able))
        if count:
            by_count[count] = by_count.get(count, 0) + 1
    found: list[tuple[float, Battle]] = []
    for count in sorted(by_count):
        one = battle.copy()
        one.attackers = [*battle.attackers, *able[:count]]
        found.append((by_count[count] / len(FACES), one))
    return found


def halves_of(p: SjwPosition, battle: Battle) -> list[int]:
    """The faces by which an artillery die can fall; a single one where none is needed."""
    if battle.artillery_die:
        return [battle.artillery_die]
    return [ODD, EVEN] if artillery_halves(p, battle) % 2 else [ODD]


def weigh(p: SjwPosition, battle: Battle, chance: float, found: Chances) -> None:
    """Every throw of both dice, and of the artillery die, with what it brings."""
    faces = halves_of(p, battle)
    for face in faces:
        twin = battle.copy()
        twin.artillery_die = face
        added = modifiers(p, twin)
        net = total(added, True) - total(added, False)
        for a in FACES:
            for d in FACES:
                take_in(p, twin, difference(a + net, d), chance / len(faces) / 36, found)
    if may_die(p, battle):
        found.add("leader_falls", chance * DEATH / 36)


def take_in(p: SjwPosition, battle: Battle, row: int, chance: float, found: Chances) -> None:
    """One row of the table."""
    ours, theirs = attacker_outcome(p, battle, row), defender_outcome(p, battle, row)
    found.add(result_of(theirs, row), chance)
    if ours.advances:
        found.add("may_advance", chance)
    if ours.disorganizes:
        found.add("attacker_disorganized", chance)
    if p.advanced and not p.panic_turn and is_starred(battle.side, row):
        found.add("panic", chance)
    for n, (outcome, units) in enumerate(((ours, battle.attackers), (theirs, battle.defenders))):
        found.losses[n] += chance * min(outcome.losses, sum(p.manpower[unit] for unit in units))


def result_of(theirs: Outcome, row: int) -> str:
    """What becomes of the defenders."""
    if theirs.routs:
        return "rout_starred" if row >= STARRED_FROM else "rout"
    if theirs.retreats:
        return "retreat"
    if theirs.disorganizes:
        return "disorganized"
    if theirs.fatigue:
        return "tired"
    return "losses_only" if theirs.losses else "nothing"


def lines(p: SjwPosition, battle: Battle, found: Chances) -> list[OddsLine]:
    """Who fights, every modifier, and what each side loses on average."""
    told = [unit_line(p, unit) for unit in [*battle.attackers, *battle.defenders]]
    attacker, defender = SIDES[battle.side], SIDES[1 - battle.side]
    told.append(OddsLine("attack_value", in_halves(attack_value(p, battle)), "SJW-7.2.1", attacker))
    told.append(OddsLine("defence_value", in_halves(plain_defence(p, battle)), "SJW-7.2.1", defender))
    if any(p.works[unit] for unit in battle.defenders):
        amount = f"{defence_value(p, battle) / QUARTERS:g}"
        told.append(OddsLine("entrenched_value", amount, "SJW-7.2.2", defender))
    low, high = spread(p, battle)
    keys = [one.key for one in low]
    for one in [*low, *[other for other in high if other.key not in keys]]:
        side = attacker if one.attacker else defender
        amount = artillery_amount(low, high) if one.key == "artillery" else f"{one.amount:+d}"
        told.append(OddsLine(one.key, amount, one.clause, side, one.facts))
    told.append(OddsLine("mean_losses", f"{found.losses[0]:.1f}", "SJW-7.5.2", attacker))
    told.append(OddsLine("mean_losses", f"{found.losses[1]:.1f}", "SJW-7.5.2", defender))
    return told


def unit_line(p: SjwPosition, unit: int) -> OddsLine:
    """A unit with its combat value and its works."""
    facts: dict[str, str | int] = {"unit": UNITS[unit], "works": WORKS[p.works[unit]]}
    return OddsLine("unit", in_halves(combat_value(p, unit)), "SJW-2.2.2", SIDES[SIDE_OF[unit]], facts)


def in_halves(value: int) -> str:
    """A combat value as it is said."""
    return f"{value / HALF:g}"


def spread(p: SjwPosition, battle: Battle) -> tuple[list[Modifier], list[Modifier]]:
    """The modifiers by either fall of the artillery die; twice the same where none is needed."""
    found: list[list[Modifier]] = []
    for face in halves_of(p, battle):
        twin = battle.copy()
        twin.artillery_die = face
        found.append(modifiers(p, twin))
    return found[0], found[-1]


def artillery_amount(low: list[Modifier], high: list[Modifier]) -> str:
    """What artillery adds, by either fall of its die."""
    one = sum(line.amount for line in low if line.key == "artillery")
    return either(one, sum(line.amount for line in high if line.key == "artillery"))


def either(one: int, other: int) -> str:
    """One amount, or two that a die decides between."""
    return f"{one:+d}" if one == other else f"{one:+d} / {other:+d}"


def sums(p: SjwPosition, battle: Battle) -> list[OddsLine]:
    """What each side adds to its die, and the difference of both."""
    low, high = spread(p, battle)
    attacker, defender = SIDES[battle.side], SIDES[1 - battle.side]
    ours, theirs = (total(low, True), total(high, True)), total(low, False)
    return [
        OddsLine("attack_total", either(ours[0], ours[1]), "SJW-7.4.1", attacker),
        OddsLine("net", either(ours[0] - theirs, ours[1] - theirs), "SJW-7.5.1"),
        OddsLine("defence_total", f"{theirs:+d}", "SJW-7.4.1", defender),
    ]


def also(p: SjwPosition, battle: Battle, found: Chances) -> list[OddsResult]:
    """Chances beside the result: the advance, the attackers' own state, panic, the death of a leader, evasion."""
    attacker, defender = SIDES[battle.side], SIDES[1 - battle.side]
    told: list[OddsResult] = []
    for key, good_for, clause in (
        ("may_advance", attacker, "SJW-7.8"),
        ("attacker_disorganized", defender, "SJW-7.5.3"),
        ("panic", SIDES[1 - USA], "SJW-18.1"),
        ("leader_falls", SIDES[USA], "SJW-17.1"),
    ):
        if key in found.of:
            told.append(OddsResult(key, min(1.0, found.of[key]), good_for, clause=clause))
    if may_decline(p, battle):
        told.append(OddsResult("may_decline", 1.0, defender, clause="SJW-7.7.1"))
    return told
