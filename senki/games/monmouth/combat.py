"""Combat (chapter 12): who fights whom, who fires when, with what, and what the hits do."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    COMMAND,
    DICE,
    FIELD,
    FIGHTERS,
    FIGHTERS_OF,
    HQS_OF,
    PIECES,
    RATING,
    SIDE_OF,
    SIDES,
    TYPE,
)
from senki.games.monmouth.contact import (
    attack_of,
    drop_all,
    engaged_with,
    supported_by,
    supporter_of,
    touched_enemies,
    touching,
)
from senki.games.monmouth.flank import flanks, is_flanked, void_supports
from senki.games.monmouth.ladder import DESTROYED, RETREATS, SPENT, UNHURT, hit_steps, rung
from senki.games.monmouth.position import NOBODY, Engagement, MonmouthPosition
from senki.games.monmouth.retreat import FORCED, WORN_OUT, destroy, spend
from senki.games.monmouth.terrain import in_cover

MOST_ROUNDS: Final = 30
TO_HIT: Final = 4


@enforces("MON-11.9")
def take_part(p: MonmouthPosition, piece: int) -> None:
    """Note that a piece has taken part in combat, and who supports it too."""
    p.fought[piece] = 1
    behind = supporter_of(p, piece)
    if behind != NOBODY:
        p.fought[behind] = 1


@enforces("MON-11.9")
def engaged_take_part(p: MonmouthPosition) -> None:
    """Who has an engagement in the Combat step has taken part, even if it is broken before it is fought."""
    for pair in p.engaged:
        take_part(p, pair.attacker)
        take_part(p, pair.target)


@enforces("MON-12.3", "MON-14.4", "MON-11.9")
def destroy_baggage(p: MonmouthPosition) -> None:
    """Trains in contact with an enemy combat piece are destroyed; who attacked one has taken part in combat."""
    for piece in PIECES:
        if TYPE[piece] != BAGGAGE or not p.here(piece):
            continue
        enemies = touched_enemies(p, p.rect(piece), SIDE_OF[piece])
        fighters = [enemy for enemy in enemies if enemy in FIGHTERS]
        if fighters:
            for enemy in fighters:
                take_part(p, enemy)
            destroy(p, piece, "MON-12.3")


@enforces("MON-12.2")
def best_rating(p: MonmouthPosition, side: int) -> int:
    """The highest rating among a side's HQs on the map, 0 without any."""
    best = 0
    for hq in HQS_OF[side]:
        if p.here(hq):
            best = max(best, RATING[hq])
    return best


@enforces("MON-12.1")
def combat_of(p: MonmouthPosition, first: int) -> int:
    """All pieces joined to one by engagements, as bits."""
    found = 1 << first
    while True:
        before = found
        for pair in p.engaged:
            both = 1 << pair.attacker | 1 << pair.target
            if found & both:
                found |= both
        if found == before:
            return found


@enforces("MON-12.1")
def combats(p: MonmouthPosition) -> list[int]:
    """The first attacker of each combat, in order of contact."""
    firsts: list[int] = []
    seen = 0
    for pair in p.engaged:
        if not seen >> pair.attacker & 1:
            firsts.append(pair.attacker)
            seen |= combat_of(p, pair.attacker)
    return firsts


@enforces("MON-12.1", "MON-9.3")
def begin_combat(p: MonmouthPosition, first: int) -> None:
    """Take up a combat: its supports are tested."""
    p.combat = combat_of(p, first)
    members = [piece for piece in PIECES if p.combat >> piece & 1]
    void_supports(p, members)
    if p.events is not None:
        p.tell("combat", "MON-12.1", {"units": " ".join(p.name(piece) for piece in members)})


def live(p: MonmouthPosition) -> list[Engagement]:
    """The engagements of the combat being fought, in order of contact."""
    return [pair for pair in p.engaged if p.combat >> pair.attacker & 1 or p.combat >> pair.target & 1]


@enforces("MON-12.5", "MON-12.19")
def in_contact_order(p: MonmouthPosition) -> list[int]:
    """The engaged front pieces in the order in which they came into contact, attacker before target."""
    found: list[int] = []
    for pair in live(p):
        for piece in (pair.attacker, pair.target):
            if piece not in found:
                found.append(piece)
    return found


@enforces("MON-12.5", "MON-12.6", "MON-12.7", "MON-12.8")
def order_of_fire(p: MonmouthPosition) -> list[int]:
    """Who fires when: in round 1 artillery first; the lead pair together; then the others in order of contact.

    A pair stands for the two of the lead: the first fires at the second, who fires with it unless guns go first.
    """
    pairs = live(p)
    if not pairs:
        return []
    attacker, target = pairs[0].attacker, pairs[0].target
    everybody = in_contact_order(p)
    fire: list[int] = []
    done: list[int] = []
    if p.round == 1:
        done = [piece for piece in everybody if TYPE[piece] == ARTILLERY]
        for piece in done:
            fire += [piece, _other_of_lead(piece, attacker, target)]
    if attacker in done or target in done:
        for piece in (attacker, target):
            if piece not in done:
                fire += [piece, _other_of_lead(piece, attacker, target)]
    else:
        fire += [attacker, target]
    done += [attacker, target]
    for piece in everybody:
        if piece not in done:
            fire += [piece, NOBODY]
    return fire


def _other_of_lead(piece: int, attacker: int, target: int) -> int:
    return target if piece == attacker else attacker if piece == target else NOBODY


@enforces("MON-12.8")
def guns_go_first(p: MonmouthPosition, piece: int, other: int) -> bool:
    """Do two that make the lead pair fire one after the other: in round 1, if one of them is artillery?"""
    return p.round == 1 and (TYPE[piece] == ARTILLERY or TYPE[other] == ARTILLERY)


@enforces("MON-12.7")
def targets(p: MonmouthPosition, piece: int) -> list[int]:
    """Whom a piece may fire at: its own target, else the enemies engaged with it."""
    own = attack_of(p, piece)
    if own != NOBODY and p.here(own):
        return [own]
    found: list[int] = []
    for enemy in engaged_with(p, piece):
        if p.here(enemy) and enemy not in found:
            found.append(enemy)
    return found


def is_attacker(p: MonmouthPosition, piece: int, target: int) -> bool:
    """Did the piece attack this target?"""
    return any(pair.attacker == piece and pair.target == target for pair in p.engaged)


@enforces("MON-12.10", "MON-12.11", "MON-9.5")
def modifier(p: MonmouthPosition, piece: int, target: int) -> int:
    """What is added to each die: one +1 for any flank of the target, one −1 for any of one's own, −1 for cover."""
    attacker = is_attacker(p, piece, target)
    across = p.round == 1 and river_between(p, piece, target)
    total = 0
    if flanks(p, piece, target) or p.column[target] or (across and not attacker):
        total += 1
    if is_flanked(p, piece) or p.column[piece] or (across and attacker):
        total -= 1
    if attacker and in_cover(p, p.rect(target), p.rect(piece)):
        total -= 1
    return total


@enforces("MON-12.11", "MON-4.7")
def river_between(p: MonmouthPosition, a: int, b: int) -> bool:
    """Does the line between two centres cross a river?"""
    one, other = p.rect(a), p.rect(b)
    return bool(FIELD.river_crossings(one.x, one.y, other.x, other.y))


@enforces("MON-12.9", "MON-1.1")
def dice_of(piece: int) -> int:
    """Infantry, cavalry and artillery three dice, dragoons two, detachments one."""
    return DICE[piece]


@enforces("MON-12.9", "MON-12.10")
def face_needed(p: MonmouthPosition, piece: int, target: int) -> int:
    """The face from which on a die hits: a modified 4."""
    return TO_HIT - modifier(p, piece, target)


@enforces("MON-12.12", "MON-12.13", "MON-12.20", "MON-1.4")
def take_hits(p: MonmouthPosition, piece: int, hits: int) -> int:
    """Move a piece down the ladder; says where it ends. A detachment is removed by any hit."""
    if not hits:
        return UNHURT
    if COMMAND[piece] < 0:
        return DESTROYED
    used = bool(p.quality_used >> piece & 1)
    steps = hit_steps(piece, hits, used)
    p.quality_used |= 1 << piece
    result = rung(p.spent[piece], steps)
    if result in (SPENT, RETREATS):
        spend(p, piece)
    return result


@enforces("MON-8.7", "MON-12.15", "MON-12.18", "MON-12.20", "MON-9.3")
def hand_over(p: MonmouthPosition, piece: int) -> bool:
    """A front piece leaves: until its owner says, its supporter inherits all of it.

    That is its engagements, its turn to fire and its place in the order of movement.
    """
    behind = supporter_of(p, piece)
    if behind == NOBODY:
        drop_all(p, piece)
        return False
    for i, pair in enumerate(p.engaged):
        if pair.joins(piece):
            attacker = behind if pair.attacker == piece else pair.attacker
            p.engaged[i] = Engagement(attacker, behind if pair.target == piece else pair.target, pair.rank)
    for i in range(len(p.fire_order)):
        if p.fire_order[i] == piece:
            p.fire_order[i] = behind
    p.moved_at[behind] = p.moved_at[piece]
    p.stepping = behind
    p.vacated = [p.x[piece], p.y[piece], p.facing[piece]]
    p.combat |= 1 << behind
    return True


@enforces("MON-8.7", "MON-11.9", "MON-12.8")
def step_up(p: MonmouthPosition) -> None:
    """The supporter takes the exact pose of the piece it supported."""
    piece = p.stepping
    p.set_pose(piece, p.vacated[0], p.vacated[1], p.vacated[2])
    p.revealed[piece] = 1
    take_part(p, piece)
    if p.events is not None:
        p.tell("stepped_up", "MON-8.7", {"unit": p.name(piece)})


@enforces("MON-12.16")
def worn_out(p: MonmouthPosition) -> None:
    """After 30 rounds every attacker of the combat must retreat."""
    for pair in live(p):
        if pair.attacker not in p.leaving[0::2]:
            p.leaving += [pair.attacker, WORN_OUT]


@enforces("MON-12.14")
def must_retreat(p: MonmouthPosition, piece: int) -> None:
    """A piece that must retreat does so at once, after both fires of an exchange."""
    p.leaving += [piece, FORCED]


@enforces("MON-12.5", "MON-12.17", "MON-12.19")
def defenders(p: MonmouthPosition) -> list[int]:
    """The targets of the combat, in contact order; who attacks and is attacked is asked here and not again."""
    hit = [pair.target for pair in live(p)]
    return [piece for piece in in_contact_order(p) if piece in hit]


@enforces("MON-12.5", "MON-12.17", "MON-12.19")
def attackers(p: MonmouthPosition) -> list[int]:
    """The attackers of the combat that nobody attacks, in contact order."""
    hit = [pair.target for pair in live(p)]
    return [piece for piece in in_contact_order(p) if piece not in hit]


@enforces("MON-12.18", "MON-8.5", "MON-8.8")
def engage_loose_contacts(p: MonmouthPosition) -> bool:
    """When no engagement is left, pairs still in contact become engagements; the piece that moved last attacks."""
    found: list[Engagement] = []
    for a in FIGHTERS_OF[0]:
        for b in FIGHTERS_OF[1]:
            if not p.here(a) or not p.here(b) or not touching(p.rect(a), p.rect(b)):
                continue
            one, other = _front_of(p, a), _front_of(p, b)
            attacker, target = (one, other) if p.moved_at[a] > p.moved_at[b] else (other, one)
            if not any(pair.joins(attacker) and pair.joins(target) for pair in found):
                p.ranks += 1
                found.append(Engagement(attacker, target, p.ranks))
    for pair in found:
        p.revealed[pair.attacker] = 1
        p.revealed[pair.target] = 1
        if p.events is not None:
            p.tell("loose_contact", "MON-12.18", {"unit": p.name(pair.attacker), "enemy": p.name(pair.target)})
    p.engaged += found
    engaged_take_part(p)
    return len(found) > 0


def _front_of(p: MonmouthPosition, piece: int) -> int:
    front = supported_by(p, piece)
    return piece if front == NOBODY else front


@enforces("MON-12.13", "MON-9.3")
def end_combat(p: MonmouthPosition) -> None:
    """Forget what belonged to one combat: quality counters and void supports are new in the next."""
    p.combat = 0
    p.round = 0
    p.quality_used = 0
    p.void_support = 0


@enforces("MON-12.2")
def choose_picker(p: MonmouthPosition) -> bool:
    """The side with the better HQ picks the combats; says False when dice must decide."""
    british, colonial = best_rating(p, 0), best_rating(p, 1)
    if british == colonial:
        return False
    p.picker = 0 if british > colonial else 1
    return True


def tell_fire(p: MonmouthPosition, piece: int, target: int, faces: str, hits: int) -> None:
    """Report a roll of fire."""
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": p.name(piece), "enemy": p.name(target), "faces": faces, "hits": hits}
        facts["side"] = SIDES[SIDE_OF[piece]]
        p.tell("fired", "MON-12.9", facts)
