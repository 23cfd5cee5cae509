"""Leader transfer (3.3): leaders ride to other units of their command, and those who were set aside come back."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.search import explore
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of
from senki.games.sjw.commands import Courier, commands, in_radius, move_leader
from senki.games.sjw.counters import LEADERS, SIDE_OF, TROOPS, UNITS, USA
from senki.games.sjw.limits import barred, tied
from senki.games.sjw.options import DONE, TRANSFER_HEX, TRANSFER_LEADER
from senki.games.sjw.panic import waits_aside
from senki.games.sjw.position import ASIDE, SjwPosition
from senki.games.sjw.steps import TRANSFER, TRANSFER_TO
from senki.games.sjw.tables import TRANSFER as TRANSFER_HEXES

ABOUT: Final = 1
"""The kind of the task of TRANSFER_TO: there is no other."""


@enforces("SJW-3.3", "SJW-3.4")
def begin_transfer(p: SjwPosition, side: int) -> None:
    """A side's leaders: first those who come back to the map, then whoever is to ride; then the other side's."""
    for other in range(side, USA + 1):
        p.side = other
        p.waiting = [leader for leader in LEADERS[other] if p.hex[leader] >= 0 or is_returning(p, leader)]
        if ask(p):
            return
    p.waiting = []


def ask(p: SjwPosition) -> bool:
    """Ask the side for the next thing it may do, if there is anything."""
    for leader in p.waiting:
        if is_returning(p, leader):
            p.task = encode(ABOUT, leader)
            p.push(TRANSFER_TO)
            return True
    if any(not transfer_objections(p, leader) for leader in p.waiting):
        p.push(TRANSFER)
        return True
    return False


@enforces("SJW-2.2.7", "SJW-18.3")
def is_returning(p: SjwPosition, leader: int) -> bool:
    """Does a leader who was set aside come back now? He needs a unit of his command; McClellan has to be called."""
    return p.hex[leader] == ASIDE and not waits_aside(p, leader) and bool(hexes_of_command(p, leader))


@enforces("SJW-13.0.7")
def hexes_of_command(p: SjwPosition, leader: int) -> list[int]:
    """The hexes of the units of a leader's command, by number; units that may not act are among them."""
    return sorted({p.hex[unit] for unit in TROOPS[SIDE_OF[leader]] if p.hex[unit] >= 0 and commands(p, leader, unit)})


@enforces("SJW-2.7", "SJW-3.3", "SJW-14.2")
def transfer_hexes(p: SjwPosition, leader: int) -> list[int]:
    """Where a leader may go: to a unit of his command within 10 hexes of a way without enemies and, but where friends
    are, without enemy zones; rain does not matter."""
    if p.hex[leader] == ASIDE:
        return hexes_of_command(p, leader)
    near = near_hexes(p, leader)
    return ridden_to(p, leader, near, TRANSFER_HEXES) if near else []


def near_hexes(p: SjwPosition, leader: int) -> list[int]:
    """The hexes of a leader's command that are not too far off, whatever lies between."""
    here = p.hex[leader]
    return [hex for hex in hexes_of_command(p, leader) if 0 < p.ground.distance(here, hex) <= TRANSFER_HEXES]


def ridden_to(p: SjwPosition, leader: int, hexes: list[int], most: int) -> list[int]:
    """Those of some hexes to which a way of at most so many hexes leads."""
    reach = explore(p.ground, Courier(p, SIDE_OF[leader], p.hex[leader], True), most)
    return [hex for hex in hexes if in_radius(p, reach, hex)]


def may_ride(p: SjwPosition, leader: int) -> bool:
    """Has a leader anywhere to go? Most often the nearest unit is enough, and little of the map is looked at."""
    near = near_hexes(p, leader)
    if not near:
        return False
    nearest = min([p.ground.distance(p.hex[leader], hex) for hex in near])
    return bool(ridden_to(p, leader, near, nearest)) or bool(ridden_to(p, leader, near, TRANSFER_HEXES))


@enforces("SJW-3.3", "SJW-13.3.2")
def transfer_objections(p: SjwPosition, leader: int) -> list[Objection]:
    """Why a leader may not ride: once a phase, not if the scenario bars or ties him, and there must be somewhere."""
    if SIDE_OF[leader] != p.side or p.hex[leader] < 0:
        return [forbid("SJW-3.3", "not_your_leader", leader=UNITS[leader])]
    if leader not in p.waiting:
        return [forbid("SJW-3.3", "transferred", leader=UNITS[leader])]
    found = [one for one in (barred(p, leader), tied(p, leader)) if one is not None]
    if not found and not may_ride(p, leader):
        found.append(forbid("SJW-3.3", "nowhere_to_transfer", leader=UNITS[leader]))
    return found


def leader_options(p: SjwPosition) -> list[Option]:
    """The leaders of the side who may ride, or no more of them."""
    words = p.ground.words
    found = [words.one(TRANSFER_LEADER, leader) for leader in p.waiting if not transfer_objections(p, leader)]
    return [*found, DONE]


def leader_candidates(p: SjwPosition) -> list[Option]:
    """Every leader of the side."""
    return [*(p.ground.words.one(TRANSFER_LEADER, leader) for leader in LEADERS[p.side]), DONE]


def leader_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why this leader may not ride."""
    if option.verb == "done":
        return []
    return transfer_objections(p, option.subject) if option.verb == "transfer" else [forbid("SJW-3.3", "not_now")]


def choose_leader(p: SjwPosition, option: Option) -> None:
    """A leader is to ride, or the side has done."""
    if option.verb == "transfer":
        p.task = encode(ABOUT, option.subject)
        p.push(TRANSFER_TO)
    else:
        begin_transfer(p, p.side + 1)


def hex_options(p: SjwPosition) -> list[Option]:
    """Where he may go."""
    leader = first_of(p.task)
    return [p.ground.words.two(TRANSFER_HEX, leader, hex) for hex in transfer_hexes(p, leader)]


def hex_candidates(p: SjwPosition) -> list[Option]:
    """Every hex of his command."""
    leader = first_of(p.task)
    return [p.ground.words.two(TRANSFER_HEX, leader, hex) for hex in hexes_of_command(p, leader)]


@enforces("SJW-3.3")
def hex_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why he may not go there."""
    leader = first_of(p.task)
    if option.verb != "transfer_to" or option.subject != leader:
        return [forbid("SJW-3.3", "transfer_where", leader=UNITS[leader])]
    if option.target in transfer_hexes(p, leader):
        return []
    key = "transfer_far" if option.target in hexes_of_command(p, leader) else "transfer_nobody"
    return [forbid("SJW-3.3", key, leader=UNITS[leader], to=p.ground.names[option.target])]


@enforces("SJW-3.3", "SJW-13.0.8")
def ride(p: SjwPosition, hex: int) -> None:
    """He is there; others may follow."""
    leader = first_of(p.task)
    p.task = 0
    p.waiting = [other for other in p.waiting if other != leader]
    move_leader(p, leader, hex, "transferred", "SJW-3.3", {"leader": UNITS[leader]})
    if not ask(p):
        begin_transfer(p, p.side + 1)
