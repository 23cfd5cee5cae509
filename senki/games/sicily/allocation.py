"""The list of attacks (17.1a, 17.3 to 17.5), put together attack by attack so that it can always be completed."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.battle import Attack
from senki.games.sicily.contact import (
    EXCUSED,
    FINE,
    HEX_LEFT,
    Contact,
    Trouble,
    army_of,
    contact_of,
    touches,
    trouble_with,
    what_is_missing,
)
from senki.games.sicily.counters import IS_DEPOT, SIDE_OF, UNITS
from senki.games.sicily.options import ALSO, ATTACK, DONE, NEXT, WITH
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import ALLOCATE


def allocation_candidates(p: SicilyPosition) -> list[Option]:
    """Every hex and every unit in contact, an attack closed, the list closed."""
    return _candidates(p, contact_of(p, p.side))


def _candidates(p: SicilyPosition, contact: Contact) -> list[Option]:
    words = p.ground.words
    if p.draft is None:
        return [words.one(ATTACK, target) for target in contact.targets] + [DONE]
    found = [words.one(ALSO, target) for target in contact.targets]
    for party in contact.parties:
        found += [words.one(WITH, unit) for unit in party.regiments + party.others]
    return [*found, NEXT]


def allocation_options(p: SicilyPosition) -> list[Option]:
    """What may be added to the list."""
    if p.listed is None:
        contact = contact_of(p, p.side)
        p.listed = [option for option in _candidates(p, contact) if not _objections(p, contact, option)]
    return p.listed[:]


def allocation_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """Why something may not be added to the list, or the list not be closed."""
    return _objections(p, contact_of(p, p.side), option)


def _objections(p: SicilyPosition, contact: Contact, option: Option) -> list[Objection]:
    draft = p.draft
    if option.verb == "done" and draft is None:
        return _told(p, what_is_missing(p, contact))
    if option.verb == "attack" and draft is None:
        return _target_objections(p, contact, option.target) or _told(
            p, trouble_with(p, contact.field(option.target), [option.target], [])
        )
    if draft is None:
        return [forbid("SIC-17.1a", "list_first")]
    if option.verb == "also":
        return _also_objections(p, contact, draft, option.target)
    if option.verb == "with":
        return _with_objections(p, contact, draft, option.subject)
    if option.verb == "next":
        if not draft.units:
            return [forbid("SIC-17.1a", "nobody_attacks", to=p.ground.names[draft.targets[0]])]
        return _told(p, trouble_with(p, contact.field(draft.targets[0]), draft.targets, draft.units, False))
    return [forbid("SIC-17.1a", "attack_first", to=p.ground.names[draft.targets[0]])]


@enforces("SIC-17.1", "SIC-17.4")
def _target_objections(p: SicilyPosition, contact: Contact, target: int) -> list[Objection]:
    """A hex is attacked once, by somebody next to it."""
    to = p.ground.names[target]
    if not p.presence.units(1 - p.side, target):
        return [forbid("SIC-17.1", "nobody_to_attack", to=to)]
    if target not in contact.targets:
        return [forbid("SIC-17.1", "nobody_near", to=to)]
    for attack in p.attacks:
        if target in attack.targets:
            return [forbid("SIC-17.4", "attacked_already", to=to)]
    return []


@enforces("SIC-17.4")
def _also_objections(p: SicilyPosition, contact: Contact, draft: Attack, target: int) -> list[Objection]:
    """A further hex must be next to everybody who attacks."""
    to = p.ground.names[target]
    found = _target_objections(p, contact, target)
    if target in draft.targets:
        return [forbid("SIC-17.4", "attacked_already", to=to)]
    for unit in draft.units:
        if not touches(contact, unit, [target]):
            found.append(forbid("SIC-17.4", "not_next_to_all", unit=UNITS[unit], to=to))
    if found:
        return found
    targets = [*draft.targets, target]
    if not any(all(one in party.targets for one in targets) for party in contact.parties):
        return [forbid("SIC-17.4", "nobody_near_both", to=to)]
    return _told(p, trouble_with(p, contact.field(target), targets, draft.units))


@enforces("SIC-17.3", "SIC-17.4", "SIC-17.5", "SIC-15.4", "SIC-4.5")
def _with_objections(p: SicilyPosition, contact: Contact, draft: Attack, unit: int) -> list[Objection]:
    """Each unit attacks once, next to every hex of its attack; one regiment from a hex; the Allied armies apart."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side or p.hex[unit] < 0 or IS_DEPOT[unit]:
        return [forbid("SIC-17.1", "cannot_attack", unit=name)]
    for attack in [*p.attacks, draft]:
        if unit in attack.units:
            return [forbid("SIC-17.4", "attacks_already", unit=name)]
    found: list[Objection] = []
    for target in draft.targets:
        if unit not in contact.party_of or not touches(contact, unit, [target]):
            found.append(forbid("SIC-17.4", "not_next_to", unit=name, to=p.ground.names[target]))
    if found:
        return found
    party = contact.parties[contact.party_of[unit]]
    if draft.units and party.army != army_of(contact, draft.units):
        return [forbid("SIC-17.5", "armies_apart", unit=name, other=UNITS[draft.units[0]])]
    if unit in party.regiments:
        for attack in [*p.attacks, draft]:
            for other in attack.units:
                if other in party.regiments:
                    return [forbid("SIC-17.3", "one_regiment", unit=name, other=UNITS[other])]
    return _told(p, trouble_with(p, contact.field(draft.targets[0]), draft.targets, [*draft.units, unit]))


def _told(p: SicilyPosition, trouble: Trouble) -> list[Objection]:
    """Who would be left without an attack, or which hex."""
    if trouble.kind == FINE:
        return []
    if trouble.kind == HEX_LEFT:
        return [forbid("SIC-17.1", "hex_unattacked", to=p.ground.names[trouble.hex])]
    if trouble.kind == EXCUSED:
        return [forbid("SIC-17.1b", "excused_without_need", unit=UNITS[trouble.unit], to=p.ground.names[trouble.hex])]
    return [forbid("SIC-17.1", "unit_idle", unit=UNITS[trouble.unit])]


def allocate(p: SicilyPosition, option: Option) -> bool:
    """Add to the list; is it closed now?"""
    draft = p.draft
    p.listed = None
    if option.verb == "done":
        return True
    if option.verb == "attack":
        p.draft = Attack()
        p.draft.targets = [option.target]
    elif draft is not None and option.verb == "also":
        draft.targets.append(option.target)
    elif draft is not None and option.verb == "with":
        draft.units.append(option.subject)
        draft.places.append(p.hex[option.subject])
    elif draft is not None:
        _close(p, draft)
    return False


@enforces("SIC-17.1a")
def _close(p: SicilyPosition, draft: Attack) -> None:
    """The attack goes on the list."""
    p.attacks.append(draft)
    p.draft = None
    if p.events is not None:
        p.tell(
            "attack_listed",
            "SIC-17.1a",
            {"targets": hexes_told(p, draft.targets), "units": " ".join(UNITS[unit] for unit in draft.units)},
        )


def hexes_told(p: SicilyPosition, hexes: list[int]) -> str:
    """Hexes as a list of names."""
    return " ".join(p.ground.names[hex] for hex in hexes)


@enforces("SIC-17.1a")
def ask_for_list(p: SicilyPosition) -> bool:
    """Ask what is to be added to the list, as long as there is a choice; is it closed?"""
    p.listed = None
    while True:
        options = allocation_options(p)
        if len(options) > 1:
            p.push(ALLOCATE)
            return False
        if allocate(p, options[0]):
            return True
