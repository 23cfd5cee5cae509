"""Who is in contact when a combat phase begins (17.1 to 17.3), and whether a list of attacks can still be completed.

Attackers and defending hexes are the two sides of a graph; an attack is a part of it in which everybody touches
everybody. Any choice of one neighbour for each that must be served falls apart into such attacks (a smallest set of
edges that serves all is made of stars). So a list can be completed as long as everybody who must attack still has a
free hex before him, and every hex that must be attacked a free unit before it; only the attack that is being put
together, and hexes that both Allied armies want, need a closer look.
"""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.battle import Attack
from senki.games.sicily.counters import ALLIES, ARMY, UK_ARMY, UNITS_OF, US_ARMY
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import SicilyPosition, is_regiment

HIGH: Final = 4
"""From this level on units need not attack downhill (17.2)."""


class Party:
    """Units of one army in one hex that may attack the same hexes."""

    def __init__(self, hex: int, aim: int, army: int) -> None:
        self.hex = hex
        self.aim = aim
        """The landing hex of units at sea, NOBODY of others."""
        self.army = army
        """The Allied army; NOBODY of the Axis, whose nations attack together."""
        self.regiments: list[int] = []
        """At most one of them attacks (17.3)."""
        self.others: list[int] = []
        self.targets: list[int] = []
        self.obliged = False


class Clash:
    """Hexes that both Allied armies are next to, joined by units that must attack."""

    def __init__(self) -> None:
        self.targets: list[int] = []
        self.parties: list[int] = []
        """Parties that must attack and are next to one of them."""
        self.plans: list[list[int]] = []
        """Who may take which of the hexes so that nobody is excused without need (17.1b)."""


class Contact:
    """The graph: parties, defending hexes, who must, and where the armies clash."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.parties: list[Party] = []
        self.party_of: dict[int, int] = {}
        self.targets: list[int] = []
        self.must: list[int] = []
        """Hexes that must be attacked."""
        self.clashes: list[Clash] = []
        self.clash_of: dict[int, int] = {}
        """The clash of a hex."""
        self.clash_of_party: list[int] = []
        """The clash of each party that must attack, NOBODY without one."""
        self.fields: list[Contact] = []
        """The parts of the graph that do not touch each other: what is chosen in one changes nothing in the others."""
        self.field_of: dict[int, int] = {}
        """The part a hex belongs to."""

    def field(self, target: int) -> Contact:
        """The part of the graph with a hex in it."""
        return self.fields[self.field_of[target]]


@enforces("SIC-4.5", "SIC-17.1c")
def bound_for(p: SicilyPosition, unit: int) -> int:
    """The landing hex that is all a unit at sea attacks, NOBODY for a unit on land."""
    return p.aim[unit]


@enforces("SIC-17.1", "SIC-17.1c", "SIC-4.5", "SIC-11.3")
def targets_of(p: SicilyPosition, side: int, hex: int, aim: int) -> list[int]:
    """Hexes next to one with somebody to attack in them, a lone depot too; from the sea the landing hex alone."""
    found: list[int] = []
    for to in p.ground.around[hex]:
        if p.presence.units(1 - side, to) and p.ground.land[to] and aim in (NOBODY, to):
            found.append(to)
    return found


@enforces("SIC-17.2", "SIC-4.5")
def obliges(p: SicilyPosition, hex: int, aim: int, target: int) -> bool:
    """Whoever is next to an enemy must attack, but not from a town or city, nor downhill from level 4 or more."""
    if aim == target:
        return True
    ground = p.ground
    if ground.town[hex] or ground.city[hex]:
        return False
    return ground.level[hex] < HIGH or ground.level[target] >= ground.level[hex]


@enforces("SIC-17.1", "SIC-17.2", "SIC-17.3", "SIC-17.5", "SIC-15.4")
def contact_of(p: SicilyPosition, side: int) -> Contact:
    """Everybody of a side who may attack somebody."""
    found = Contact(side)
    by_key: dict[tuple[int, int, int], int] = {}
    for unit in UNITS_OF[side]:
        hex = p.hex[unit]
        if hex < 0:
            continue
        key = (hex, bound_for(p, unit), ARMY[unit] if side == ALLIES else NOBODY)
        at = by_key.get(key, NOBODY)
        if at == NOBODY:
            at = by_key[key] = _add_party(p, found, key)
        if at >= 0:
            party = found.parties[at]
            (party.regiments if is_regiment(p, unit) else party.others).append(unit)
            found.party_of[unit] = at
    found.targets.sort()
    for target in found.targets:
        if target not in found.field_of:
            found.fields.append(_part(found, target))
    return found


def _part(contact: Contact, first: int) -> Contact:
    """Everybody who touches a hex, the other hexes they touch, and so on."""
    part = Contact(contact.side)
    inside: set[int] = set()
    waiting = [first]
    contact.field_of[first] = len(contact.fields)
    while waiting:
        target = waiting.pop()
        part.targets.append(target)
        for at, party in enumerate(contact.parties):
            if target in party.targets and at not in inside:
                inside.add(at)
                for other in party.targets:
                    if other not in contact.field_of:
                        contact.field_of[other] = len(contact.fields)
                        waiting.append(other)
    part.targets.sort()
    part.must = [target for target in contact.must if contact.field_of.get(target, NOBODY) == len(contact.fields)]
    for at in sorted(inside):
        party = contact.parties[at]
        for unit in party.regiments + party.others:
            part.party_of[unit] = len(part.parties)
        part.parties.append(party)
    _find_clashes(part)
    return part


FAR: Final = -2
"""Nobody to attack from there."""


def _add_party(p: SicilyPosition, contact: Contact, key: tuple[int, int, int]) -> int:
    hex, aim, army = key
    targets = targets_of(p, contact.side, hex, aim)
    if not targets:
        return FAR
    party = Party(hex, aim, army)
    party.targets = targets
    for target in targets:
        if target not in contact.targets:
            contact.targets.append(target)
        if obliges(p, hex, aim, target):
            party.obliged = True
            if target not in contact.must:
                contact.must.append(target)
    contact.parties.append(party)
    return len(contact.parties) - 1


def _find_clashes(contact: Contact) -> None:
    both: list[int] = []
    for target in contact.targets:
        armies = {party.army for party in contact.parties if target in party.targets}
        if len(armies) > 1:
            both.append(target)
    for target in both:
        if target not in contact.clash_of:
            contact.clashes.append(_spread(contact, target, both))
    contact.clash_of_party = [NOBODY] * len(contact.parties)
    for number, clash in enumerate(contact.clashes):
        clash.plans = plans_of(contact, clash)
        for at in clash.parties:
            contact.clash_of_party[at] = number


def _spread(contact: Contact, first: int, both: list[int]) -> Clash:
    """A hex both armies want, and all that hang together with it by units that must attack."""
    clash = Clash()
    waiting = [first]
    contact.clash_of[first] = len(contact.clashes)
    while waiting:
        target = waiting.pop()
        clash.targets.append(target)
        for at, party in enumerate(contact.parties):
            if party.obliged and target in party.targets and at not in clash.parties:
                clash.parties.append(at)
                for other in party.targets:
                    if other in both and other not in contact.clash_of:
                        contact.clash_of[other] = len(contact.clashes)
                        waiting.append(other)
    return clash


@enforces("SIC-17.1b")
def plans_of(contact: Contact, clash: Clash) -> list[list[int]]:
    """One army takes each hex; those whose hexes all go to the other army are excused. A plan that excuses somebody
    whom another plan, excusing nobody else, does not is no plan."""
    plans: list[list[int]] = []
    excused: list[int] = []
    for number in range(1 << len(clash.targets)):
        plan = [UK_ARMY if number >> at & 1 else US_ARMY for at in range(len(clash.targets))]
        bits = 0
        for at, which in enumerate(clash.parties):
            if is_excused(contact.parties[which], clash, plan):
                bits |= 1 << at
        plans.append(plan)
        excused.append(bits)
    least = [bits for bits in set(excused) if not any(other != bits and other & bits == other for other in excused)]
    return [plan for plan, bits in zip(plans, excused, strict=True) if bits in least]


@enforces("SIC-17.1b")
def is_excused(party: Party, clash: Clash, plan: list[int]) -> bool:
    """Does the other army take everything this party could attack?"""
    for target in party.targets:
        if target not in clash.targets or plan[clash.targets.index(target)] == party.army:
            return False
    return True


FINE: Final = 0
UNIT_LEFT: Final = 1
"""Somebody who must attack would have nobody to attack."""
HEX_LEFT: Final = 2
"""A hex that must be attacked would have nobody to attack it."""
EXCUSED: Final = 3
"""Somebody would be excused without need."""


class Trouble:
    """Why a list of attacks cannot be completed."""

    def __init__(self, kind: int, unit: int, hex: int) -> None:
        self.kind = kind
        self.unit = unit
        self.hex = hex


NO_TROUBLE: Final = Trouble(FINE, NOBODY, NOBODY)


class Standing:
    """How far the list has come in a part of the graph: the attacks that are settled, and the one put together."""

    def __init__(self, p: SicilyPosition, contact: Contact, targets: list[int], units: list[int], open: bool) -> None:
        self.contact = contact
        self.used: set[int] = set(units)
        """Units of the list."""
        self.taken: dict[int, int] = {}
        """Hexes of the list, with the army that attacks them."""
        self.targets = targets
        self.units = units
        """The attack that is put together."""
        self.open = open
        """May it still grow?"""
        for attack in p.attacks:
            if attack.targets[0] in contact.targets:
                self.used.update(attack.units)
                for target in attack.targets:
                    self.taken[target] = army_of(contact, attack.units)
        self.army = army_of(contact, units)
        for target in targets:
            self.taken[target] = self.army
        self.free: list[list[int]] = [free_units(party, self.used) for party in contact.parties]
        """By party: who may still be given an attack."""


def army_of(contact: Contact, units: list[int]) -> int:
    """The Allied army of attackers; NOBODY of the Axis and of no attackers."""
    return contact.parties[contact.party_of[units[0]]].army if units else NOBODY


@enforces("SIC-17.3")
def free_units(party: Party, used: set[int]) -> list[int]:
    """Who of a party may still be given an attack: of its regiments one, if none has been."""
    found = [unit for unit in party.others if unit not in used]
    if party.regiments and not any(unit in used for unit in party.regiments):
        found.append(party.regiments[0])
    return found


def touches(contact: Contact, unit: int, targets: list[int]) -> bool:
    """Is a unit next to all of these hexes?"""
    mine = contact.parties[contact.party_of[unit]].targets
    return all(target in mine for target in targets)


@enforces("SIC-17.1", "SIC-17.1a", "SIC-17.1b")
def trouble_with(
    p: SicilyPosition, contact: Contact, targets: list[int], units: list[int], open: bool = True
) -> Trouble:
    """Why the list with this attack at its end cannot be completed in its part of the graph; NO_TROUBLE if it can. An
    attack without units must get some."""
    if not targets or units:
        return _judge(Standing(p, contact, targets, units, open))
    found = Trouble(HEX_LEFT, NOBODY, targets[0])
    for free in Standing(p, contact, [], [], False).free:
        if free and touches(contact, free[0], targets):
            found = _judge(Standing(p, contact, targets, [free[0]], True))
            if found.kind == FINE:
                return found
    return found


def _judge(standing: Standing) -> Trouble:
    """All parts of the graph in turn: where the attack that is open must take up a hex, it cannot elsewhere have to
    take up a unit, for that unit is not next to that hex."""
    contact = standing.contact
    grows_units = grows_hexes = NO_TROUBLE
    for number in range(-1, len(contact.clashes)):
        plans = contact.clashes[number].plans if number >= 0 else [[]]
        found: Trouble | None = None
        no_hexes = no_units = False
        more_hexes = more_units = NO_TROUBLE
        for plan in plans:
            hexes, units, problem = _left_over(standing, number, plan)
            if problem.kind != FINE:
                found = problem if found is None or found.kind == EXCUSED else found
                continue
            no_hexes = no_hexes or hexes.kind == FINE
            no_units = no_units or units.kind == FINE
            if hexes.kind != FINE and units.kind != FINE:
                found = units
            elif hexes.kind != FINE:
                more_hexes = hexes
            elif units.kind != FINE:
                more_units = units
        if not no_hexes and not no_units:
            return found if found is not None else NO_TROUBLE
        if not no_hexes:
            grows_hexes = more_hexes
        if not no_units:
            grows_units = more_units
    if grows_units.kind != FINE and grows_hexes.kind != FINE:
        return grows_units
    return NO_TROUBLE


def _left_over(standing: Standing, number: int, plan: list[int]) -> tuple[Trouble, Trouble, Trouble]:
    """In one part of the graph, by one plan: a hex and a unit that only the open attack can take up, and what even that
    cannot."""
    contact = standing.contact
    clash = contact.clashes[number] if number >= 0 else NO_CLASH
    for at, target in enumerate(clash.targets):
        if target in standing.taken and standing.taken[target] not in (plan[at], NOBODY):
            return NO_TROUBLE, NO_TROUBLE, Trouble(EXCUSED, _somebody(contact, clash, plan, target), target)
    hexes = units = NO_TROUBLE
    for target in _needed(standing, number, clash, plan):
        army = plan[clash.targets.index(target)] if number >= 0 else NOBODY
        if not _has_attacker(standing, target, army):
            hexes = Trouble(HEX_LEFT, NOBODY, target)
            if not _can_add_hex(standing, target, army):
                return NO_TROUBLE, NO_TROUBLE, hexes
    for at, party in enumerate(contact.parties):
        if not party.obliged or contact.clash_of_party[at] != number or (plan and is_excused(party, clash, plan)):
            continue
        free = standing.free[at]
        if free and not _has_target(standing, party, clash, plan):
            units = Trouble(UNIT_LEFT, free[0], NOBODY)
            if not _can_add_unit(standing, party):
                return NO_TROUBLE, NO_TROUBLE, units
    return hexes, units, NO_TROUBLE


NO_CLASH: Final = Clash()


def _needed(standing: Standing, number: int, clash: Clash, plan: list[int]) -> list[int]:
    """Hexes of a part of the graph that have still to be attacked: those that must be, and those whose attack by the
    other army is to excuse somebody."""
    contact = standing.contact
    found: list[int] = []
    for target in contact.must:
        if contact.clash_of.get(target, NOBODY) == number and target not in standing.taken:
            found.append(target)
    for at in clash.parties:
        if is_excused(contact.parties[at], clash, plan):
            for target in contact.parties[at].targets:
                if target not in standing.taken and target not in found:
                    found.append(target)
    return found


def _somebody(contact: Contact, clash: Clash, plan: list[int], target: int) -> int:
    """A unit of the army that a plan gives a hex to."""
    army = plan[clash.targets.index(target)]
    for party in contact.parties:
        if party.army == army and target in party.targets:
            return (party.others + party.regiments)[0]
    return NOBODY


def _has_attacker(standing: Standing, target: int, army: int) -> bool:
    for at, party in enumerate(standing.contact.parties):
        if standing.free[at] and target in party.targets and army in (NOBODY, party.army):
            return True
    return False


def _has_target(standing: Standing, party: Party, clash: Clash, plan: list[int]) -> bool:
    for target in party.targets:
        ours = target not in clash.targets or plan[clash.targets.index(target)] == party.army
        if ours and target not in standing.taken:
            return True
    return False


def _can_add_hex(standing: Standing, target: int, army: int) -> bool:
    if not standing.open or not standing.units or army not in (NOBODY, standing.army):
        return False
    return all(touches(standing.contact, unit, [target]) for unit in standing.units)


def _can_add_unit(standing: Standing, party: Party) -> bool:
    if not standing.open or party.army != standing.army:
        return False
    return all(target in party.targets for target in standing.targets)


@enforces("SIC-17.1a")
def what_is_missing(p: SicilyPosition, contact: Contact) -> Trouble:
    """NO_TROUBLE if everybody who must attack does and every hex that must be attacked is; else who is missing."""
    for part in contact.fields:
        found = _missing_in(Standing(p, part, [], [], False))
        if found.kind != FINE:
            return found
    return NO_TROUBLE


def _missing_in(standing: Standing) -> Trouble:
    found = _judge(standing)
    if found.kind != FINE:
        return found
    for target in standing.contact.must:
        if target not in standing.taken:
            return Trouble(HEX_LEFT, NOBODY, target)
    for at, party in enumerate(standing.contact.parties):
        excused = all(standing.taken.get(target, party.army) != party.army for target in party.targets)
        if party.obliged and standing.free[at] and not excused:
            return Trouble(UNIT_LEFT, standing.free[at][0], NOBODY)
    return NO_TROUBLE


def attack_on(attacks: list[Attack], target: int) -> Attack | None:
    """The attack of a list on a hex."""
    for attack in attacks:
        if target in attack.targets:
            return attack
    return None
