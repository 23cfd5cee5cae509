"""The odds of a fight before it is fought (chapters 10 and 12): dice, modifiers with their clauses, chances.

What a side does not know of the enemy is not told. Everything is reckoned in the position as the side sees it
(`hiding.as_seen`): unknown blocks bear names given out in a fixed order. If the enemy in the fight
is one of them, the chances are the mean over all blocks it may be, each counting alike; the best and the worst case are
told beside them, and his dice are a range. Supporters are reckoned only where they save guns that must retreat.
"""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Note, Odds, OddsLine, OddsResult
from senki.engine.option import Option
from senki.games.monmouth.acts import carry_out, try_act
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    COMMAND,
    DETACHMENT,
    ELITE,
    IDS,
    MILITIA,
    QUALITY,
    SIDE_OF,
    SIDES,
    TYPE,
    VILLAGE,
    WOODS,
)
from senki.games.monmouth.bombardment import bombard_result, need_to_hit
from senki.games.monmouth.combat import (
    MOST_ROUNDS,
    begin_combat,
    dice_of,
    face_needed,
    is_attacker,
    live,
    modifier,
    river_between,
)
from senki.games.monmouth.contact import attack_of, supporter_of
from senki.games.monmouth.flank import flanks, is_flanked
from senki.games.monmouth.hiding import as_seen, may_be, swapped
from senki.games.monmouth.ladder import DESTROYED, RETREATS, SPENT, UNHURT, hit_steps, rung
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.options import MoveOption
from senki.games.monmouth.position import NOBODY, MonmouthPosition, Tried
from senki.games.monmouth.retreat import FORCED, dies_instead, may_withdraw, open_bearings
from senki.games.monmouth.terrain import above, ground, in_cover

FATES: Final = ["unhurt", "spent", "retreats", "destroyed"]
ENDS: Final = ["end_target", "end_attacker", "end_both"]


def odds_of(p: MonmouthPosition, option: Option) -> Odds | None:
    """What the fight that this option begins would bring, as far as the side that chooses can know."""
    side = p.side_to_act
    p = as_seen(p, side).copy()
    p.tried = Tried()
    verb = option.verb
    if isinstance(option, MoveOption):
        if verb == "ride" or try_act(p, option).target == NOBODY:
            return None
        return attack_odds(p, side, option)
    if verb == "bombard":
        return bombard_odds(p, side, option)
    if verb == "fire":
        return fire_odds(p, side, option)
    if verb == "combat" or verb == "stay":
        return combat_odds(p, side, option)
    return None


class Fight:
    """A shooter and its target in a position in which the fight is on, and the chances of both."""

    def __init__(self, p: MonmouthPosition, attacker: int, target: int, answers: bool) -> None:
        self.p = p
        self.attacker = attacker
        self.target = target
        self.answers = answers
        """Does the target fire back at the attacker?"""
        self.first = NOBODY
        """Whose guns fire before the other (MON-12.8)."""
        if p.round == 1:
            for piece in (attacker, target):
                if TYPE[piece] == ARTILLERY and self.first == NOBODY:
                    self.first = piece
        self.target_fates = [0.0] * 4
        self.attacker_fates = [0.0] * 4
        self.ends: list[float] = []
        self.doomed = [self.dies(attacker), self.dies(target)]

    def dies(self, piece: int) -> bool:
        """Is a retreat the end of a piece: guns without support, or no way back?"""
        return dies_instead(self.p, piece, FORCED) or not open_bearings(self.p, piece)

    def reckon(self) -> None:
        """The chances of the next exchange, and if the two are alone, of the fight to its end."""
        start = self.state()
        for turn in self.exchange(start):
            self.attacker_fates[self.ended(0, turn.results[0])] += turn.chance
            self.target_fates[self.ended(1, turn.results[1])] += turn.chance
        if self.answers and self.alone():
            self.ends = self.to_the_end(start)

    def ended(self, which: int, result: int) -> int:
        """A retreat that cannot be made is the end."""
        return DESTROYED if result == RETREATS and self.doomed[which] else result

    def alone(self) -> bool:
        """Do the two fight by themselves, without supporters?"""
        pair = (self.attacker, self.target)
        return len(live(self.p)) == 1 and all(supporter_of(self.p, piece) == NOBODY for piece in pair)

    def state(self) -> list[int]:
        """Spent or not, and quality used or not, of attacker and target."""
        p, a, t = self.p, self.attacker, self.target
        return [p.spent[a], p.quality_used >> a & 1, p.spent[t], p.quality_used >> t & 1]

    def exchange(self, state: list[int]) -> list[Turn]:
        """All that one exchange of fire may come to."""
        p = self.p
        on_target = hit_chances(dice_of(self.attacker), face_needed(p, self.attacker, self.target))
        on_attacker = hit_chances(dice_of(self.target), face_needed(p, self.target, self.attacker))
        if not self.answers:
            on_attacker = [1.0]
        found: list[Turn] = []
        for a in range(len(on_attacker)):
            for t in range(len(on_target)):
                hits = [a, t]
                chance = on_attacker[a] * on_target[t]
                # Who is driven off by guns that fire first does not fire back: count that once.
                if self.first == self.target and fall(self.attacker, state[0], state[1], a) >= RETREATS:
                    hits, chance = [a, 0], on_attacker[a] if t == 0 else 0.0
                elif self.first == self.attacker and fall(self.target, state[2], state[3], t) >= RETREATS:
                    hits, chance = [0, t], on_target[t] if a == 0 else 0.0
                if chance > 0.0:
                    found.append(Turn(self, state, hits, chance))
        return found

    def to_the_end(self, start: list[int]) -> list[float]:
        """The chances that only the target leaves, only the attacker, or both; nobody goes of his own will."""
        ends = [0.0, 0.0, 0.0]
        first, was = self.first, self.p.round
        standing = {tuple(start): 1.0}
        while self.p.round <= MOST_ROUNDS and standing:
            following: dict[tuple[int, ...], float] = {}
            for state, share in standing.items():
                for turn in self.exchange(list(state)):
                    gone = [result >= RETREATS for result in turn.results]
                    if gone[0] or gone[1]:
                        ends[2 if gone[0] and gone[1] else 1 if gone[0] else 0] += share * turn.chance
                    else:
                        after = tuple(turn.state)
                        following[after] = following.get(after, 0.0) + share * turn.chance
            standing = following
            self.first = NOBODY
            self.p.round += 1
        ends[1] += sum(standing.values())
        self.first, self.p.round = first, was
        return ends


class Turn:
    """One way an exchange may go: what becomes of attacker and target, how they stand then, and the chance of it."""

    def __init__(self, fight: Fight, state: list[int], hits: list[int], chance: float) -> None:
        self.chance = chance
        self.results = [
            fall(fight.attacker, state[0], state[1], hits[0]),
            fall(fight.target, state[2], state[3], hits[1]),
        ]
        self.state = state[:]
        for which in range(2):
            if self.results[which] == SPENT:
                self.state[2 * which] = 1
            if hits[which]:
                self.state[2 * which + 1] = 1


def fall(piece: int, spent: int, used: int, hits: int) -> int:
    """Where on the ladder some hits put a piece (MON-12.12, 12.13)."""
    if not hits:
        return UNHURT
    if COMMAND[piece] < 0:
        return DESTROYED
    return rung(spent, hit_steps(piece, hits, used == 1))


def hit_chances(dice: int, need: int) -> list[float]:
    """The chance of each number of hits."""
    one = min(6, max(0, 7 - need)) / 6.0
    found = [1.0]
    for _ in range(dice):
        longer = [0.0] * (len(found) + 1)
        for hits in range(len(found)):
            longer[hits] += found[hits] * (1.0 - one)
            longer[hits + 1] += found[hits] * one
        found = longer
    return found


# The fights that options begin


def attack_odds(base: MonmouthPosition, side: int, option: MoveOption) -> Odds:
    """An attack as it would be fought if nothing else changed before the Combat step."""
    piece = option.subject
    after = attacked(base, option)
    front = attack_of(after, piece)
    fights: list[Fight] = []
    for block in may_be(base, side, front):
        world = attacked(swapped(base, front, block), option)
        target = attack_of(world, piece)
        begin_combat(world, piece)
        world.round = 1
        leads = any(lead.attacker == piece and lead.target == target for lead in live(world)[:1])
        fights.append(Fight(world, piece, target, leads))
    title = Note("attack", {"unit": IDS[piece], "enemy": after.name(front)})
    odds = fight_odds(side, title, fights)
    odds.lines.append(OddsLine("fought_later", "", "MON-12.1"))
    return odds


def attacked(p: MonmouthPosition, option: MoveOption) -> MonmouthPosition:
    """The position after an attack has been moved."""
    after = p.copy()
    carry_out(after, option, try_act(p, option))
    return after


def combat_odds(base: MonmouthPosition, side: int, option: Option) -> Odds | None:
    """The next exchange of the lead pair of a combat that is picked, or that goes on if this piece stays."""
    if option.verb == "combat":
        begin_combat(base, target_of(base, option.target))
    base.round += 1
    pairs = live(base)
    if not pairs:
        return None
    attacker, target = pairs[0].attacker, pairs[0].target
    facts: dict[str, str | int] = {"unit": label(base, side, attacker), "enemy": label(base, side, target)}
    facts["round"] = base.round
    return fight_odds(side, Note("round", facts), [Fight(base, attacker, target, True)])


def fire_odds(base: MonmouthPosition, side: int, option: Option) -> Odds:
    """One piece's fire at the enemy chosen."""
    target = target_of(base, option.target)
    facts: dict[str, str | int] = {"unit": IDS[option.subject], "enemy": base.name(target)}
    return fight_odds(side, Note("fire", facts), [Fight(base, option.subject, target, False)])


def bombard_odds(base: MonmouthPosition, side: int, option: Option) -> Odds:
    """Three dice at a target that is never destroyed by them (MON-10.10)."""
    gun, block = option.subject, target_of(base, option.target)
    base.facing[gun] = option.extra
    need = need_to_hit(base, gun, block)
    names = may_be(base, side, block)
    each: list[list[float]] = []
    for name in names:
        world = swapped(base, block, name)
        fates = [0.0] * 4
        hits = hit_chances(dice_of(gun), need) if TYPE[name] != BAGGAGE else [1.0]
        for count in range(len(hits)):
            result = bombard_result(world, name, count)
            if result == RETREATS and not open_bearings(world, name):
                result = SPENT
            fates[result] += hits[count]
        each.append(fates)
    facts: dict[str, str | int] = {"unit": IDS[gun], "enemy": base.name(block)}
    mine, theirs = SIDES[side], SIDES[1 - side]
    lines = [OddsLine("dice", str(dice_of(gun)), "MON-10.10", mine, {"unit": IDS[gun]})]
    if base.column[block]:
        lines.append(OddsLine("target_in_column", "+1", "MON-10.10", mine, facts))
    lines += cover_lines(base, side, gun, block)
    lines += block_lines(base, side, block, names)
    odds = Odds(Note("bombard", facts), lines, fate_results(each, base.name(block), mine, theirs))
    odds.sums = [OddsLine("shoots", shots(dice_of(gun), need), "MON-10.10", mine)]
    if len(names) > 1:
        odds.also += extremes(each, SPENT, "hurt", base.name(block), mine)
    return odds


def fight_odds(side: int, title: Note, fights: list[Fight]) -> Odds:
    """The form of a fight; several fights are the same one with different blocks for an unknown enemy."""
    p, attacker, target = fights[0].p, fights[0].attacker, fights[0].target
    mine, theirs = SIDES[SIDE_OF[attacker]], SIDES[SIDE_OF[target]]
    named = label(p, side, target)
    if TYPE[target] == BAGGAGE and len(fights) == 1:
        facts: dict[str, str | int] = {"unit": named}
        lost = OddsResult("destroyed", 1.0, mine, facts, "MON-12.3")
        return Odds(title, [OddsLine("train", "", "MON-12.3", mine, facts)], [lost])
    for fight in fights:
        if TYPE[fight.target] == BAGGAGE:
            fight.target_fates[DESTROYED] = 1.0
            fight.attacker_fates[UNHURT] = 1.0
            fight.ends = [1.0, 0.0, 0.0]
        else:
            fight.reckon()
    blocks = [fight.target for fight in fights]
    answers = fights[0].answers
    lines = fire_lines(p, side, attacker, [attacker], target) + block_lines(p, side, attacker, [attacker])
    if answers:
        lines += fire_lines(p, side, target, blocks, attacker)
    lines += block_lines(p, side, target, blocks)
    if all(fight.first != NOBODY for fight in fights):
        lines.append(OddsLine("guns_first", "", "MON-12.8", facts={"unit": label(p, side, fights[0].first)}))
    if not answers and title.key == "attack":
        lines.append(OddsLine("not_leading", "", "MON-12.6"))
    if title.key == "attack" and all(may_withdraw(fight.p, fight.target) for fight in fights):
        lines.append(OddsLine("may_withdraw", "", "MON-11.11", theirs, {"unit": named}))
    for piece in (attacker, target):
        if supporter_of(p, piece) != NOBODY:
            lines.append(OddsLine("supported", "", "MON-8.7", facts={"unit": label(p, side, piece)}))
    each = [fight.target_fates for fight in fights]
    odds = Odds(title, lines, fate_results(each, named, mine, theirs))
    odds.sums = [OddsLine("shoots", shots(dice_of(attacker), face_needed(p, attacker, target)), "MON-12.9", mine)]
    if answers:
        dice = dice_range(blocks)
        odds.sums.append(OddsLine("answer", f"{dice} × {least(face_needed(p, target, attacker))}", "MON-12.9", theirs))
        odds.also += fate_results([f.attacker_fates for f in fights], label(p, side, attacker), theirs, mine)
    if all(fight.ends for fight in fights):
        means = mean([fight.ends for fight in fights])
        told: dict[str, str | int] = {"unit": label(p, side, attacker), "enemy": named}
        odds.also += [OddsResult(ENDS[n], means[n], [mine, theirs, None][n], told, "MON-12.5") for n in range(3)]
    if len(fights) > 1:
        odds.also += extremes(each, RETREATS, "leaves", named, mine)
    return odds


# Lines and results


def label(p: MonmouthPosition, side: int, piece: int) -> str:
    """A block by its name to its owner, by its number to the other side."""
    return IDS[piece] if SIDE_OF[piece] == side else p.name(piece)


def least(need: int) -> str:
    """The faces that hit: 4+."""
    return f"{max(1, need)}+" if need <= 6 else "—"


def shots(dice: int, need: int) -> str:
    """Dice and what they need: 3 × 4+."""
    return f"{dice} × {least(need)}"


def dice_range(blocks: list[int]) -> str:
    """The dice of a block that may be one of several."""
    dice = sorted({dice_of(block) for block in blocks})
    return str(dice[0]) if len(dice) == 1 else f"{dice[0]}–{dice[len(dice) - 1]}"


def fire_lines(p: MonmouthPosition, side: int, piece: int, blocks: list[int], target: int) -> list[OddsLine]:
    """The dice of a piece and every modifier with its clause; flank, column and river count once (MON-12.10)."""
    name = SIDES[SIDE_OF[piece]]
    facts: dict[str, str | int] = {"unit": label(p, side, piece), "enemy": label(p, side, target)}
    found = [OddsLine("dice", dice_range(blocks), "MON-12.9", name, facts)]
    attacker = is_attacker(p, piece, target)
    across = p.round == 1 and river_between(p, piece, target)
    if flanks(p, piece, target):
        clause = "MON-9.3" if p.void_support >> target & 1 else "MON-9.1"
        found.append(OddsLine("flanks", "+1", clause, name, facts))
    elif p.column[target]:
        found.append(OddsLine("target_in_column", "+1", "MON-12.10", name, facts))
    elif across and not attacker:
        found.append(OddsLine("across_to_us", "+1", "MON-12.10", name, facts))
    if is_flanked(p, piece):
        found.append(OddsLine("flanked", "−1", "MON-9.5", name, facts))
    elif p.column[piece]:
        found.append(OddsLine("in_column", "−1", "MON-12.10", name, facts))
    elif across and attacker:
        found.append(OddsLine("across", "−1", "MON-12.10", name, facts))
    if attacker:
        found += cover_lines(p, side, piece, target)
    total = modifier(p, piece, target)
    if total:
        found.append(OddsLine("to_hit", least(face_needed(p, piece, target)), "MON-12.9", name, facts))
    return found


def cover_lines(p: MonmouthPosition, side: int, piece: int, target: int) -> list[OddsLine]:
    """What covers a target, once."""
    rect, other = p.rect(target), p.rect(piece)
    if not in_cover(p, rect, other):
        return []
    kind = ground(rect)
    key, clause = "hedgerow", "MON-20.7"
    if kind in (WOODS, VILLAGE):
        key, clause = "woods" if kind == WOODS else "village", "MON-4.7"
    elif above(rect, other):
        key, clause = "hill", "MON-12.11"
    return [OddsLine(key, "−1", clause, SIDES[SIDE_OF[piece]], {"enemy": label(p, side, target)})]


def block_lines(p: MonmouthPosition, side: int, piece: int, blocks: list[int]) -> list[OddsLine]:
    """Status and quality of a block; or among how many blocks one must guess."""
    name = SIDES[SIDE_OF[piece]]
    facts: dict[str, str | int] = {"unit": label(p, side, piece)}
    found: list[OddsLine] = []
    if p.spent[piece]:
        found.append(OddsLine("is_spent", "", "MON-12.12", name, facts))
    if len(blocks) > 1:
        facts["count"] = len(blocks)
        return [*found, OddsLine("unknown", "?", "MON-10.7", name, facts)]
    if QUALITY[piece] in (ELITE, MILITIA, DETACHMENT):
        key = {ELITE: "elite", MILITIA: "militia", DETACHMENT: "detachment"}[QUALITY[piece]]
        found.append(OddsLine(key, "", "MON-12.13", name, facts))
    if p.combat and TYPE[piece] == ARTILLERY and dies_instead(p, piece, FORCED):
        found.append(OddsLine("guns_alone", "", "MON-11.10", name, facts))
    return found


def mean(each: list[list[float]]) -> list[float]:
    """The mean of some lists, place by place."""
    return [sum(one[n] for one in each) / len(each) for n in range(len(each[0]))]


def fate_results(each: list[list[float]], unit: str, shooter: str, victim: str) -> list[OddsResult]:
    """What becomes of a block under fire, the mean of all it may be."""
    chances = mean(each)
    found: list[OddsResult] = []
    for fate in range(4):
        if chances[fate] > 0.0:
            good = victim if fate == UNHURT else shooter
            found.append(OddsResult(FATES[fate], chances[fate], good, {"unit": unit}, "MON-12.12"))
    return found


def extremes(each: list[list[float]], fate: int, key: str, unit: str, shooter: str) -> list[OddsResult]:
    """The chance of a fate or a worse one if the unknown block is the strongest it may be, and if the weakest."""
    chances = sorted(sum(one[fate:]) for one in each)
    facts: dict[str, str | int] = {"unit": unit}
    return [
        OddsResult(f"{key}_at_least", chances[0], shooter, facts, "MON-10.7"),
        OddsResult(f"{key}_at_most", chances[len(chances) - 1], shooter, facts, "MON-10.7"),
    ]
