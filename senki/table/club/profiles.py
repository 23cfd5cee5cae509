"""What everybody may see of an account: its name, its ratings, the games it has finished."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import msgspec

from senki.table.club.glicko import MIDDLE
from senki.table.club.ratings import Standing, score_of
from senki.table.people.identity import ACCOUNT
from senki.table.refusals import Refused
from senki.table.store.database import Store
from senki.table.store.rows import Ending, ListRow, SeatRow

MOST_GAMES = 50
"""Finished games shown of somebody."""
MOST_COUNTED = 500
"""Finished games counted against each opponent."""
MOST_RIVALS = 10


@dataclass
class Finished:
    """A game somebody has finished."""

    row: ListRow
    side: str
    others: list[SeatRow]
    ending: Ending
    value: float | None = None
    """The rating after it, if it was rated, and how much that is more than before."""
    change: float | None = None

    @property
    def score(self) -> float:
        """1, ½ or 0."""
        return score_of(self.ending, self.side)


@dataclass
class Rival:
    """Somebody played against, and how that went."""

    person: str
    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass
class Profile:
    """What everybody may see of an account."""

    person: str
    name: str
    since: float
    hidden: bool
    ratings: dict[str, Standing] = field(default_factory=dict)
    games: list[Finished] = field(default_factory=list)
    rivals: list[Rival] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    """Those of the others who have a profile to be looked at."""


async def profile_of(store: Store, person: str, asker: str, standings: dict[str, Standing]) -> Profile:
    """The profile of an account; raises Refused where there is none, or it is hidden from who asks."""
    row = await store.person(person) if person.startswith(ACCOUNT) else None
    if row is None or (row.hidden and person != asker):
        raise Refused("unknown", because="no_profile")
    made = Profile(person, row.name, row.created, row.hidden, standings)
    tables = await store.finished_of(person, MOST_COUNTED)
    seats = await store.seats_of([table.id for table in tables])
    finished = [_finished(table, seats[table.id], person) for table in tables]
    made.games = finished[:MOST_GAMES]
    made.rivals = rivals_of(person, finished)
    others = {seat.person for game in made.games for seat in game.others if seat.person} | {
        rival.person for rival in made.rivals
    }
    made.shown = await store.shown_people(others)
    steps = await store.rating_steps(person, [game.row.id for game in made.games])
    for game in made.games:
        if game.row.id in steps:
            value, before = steps[game.row.id]
            game.value, game.change = value, value - (MIDDLE if before is None else before)
    return made


def _finished(row: ListRow, seats: list[SeatRow], person: str) -> Finished:
    assert row.ending is not None
    own = next(seat for seat in seats if seat.person == person)
    return Finished(
        row, own.side, [seat for seat in seats if seat is not own], msgspec.json.decode(row.ending, type=Ending)
    )


def rivals_of(person: str, finished: list[Finished]) -> list[Rival]:
    """How somebody's games against each other account went, those met most often first; the latest name holds."""
    found: dict[str, Rival] = {}
    met: Counter[str] = Counter()
    for game in finished:
        for seat in game.others:
            if seat.person is None or seat.person == person or not seat.person.startswith(ACCOUNT):
                continue
            rival = found.setdefault(seat.person, Rival(seat.person, seat.name))
            met[seat.person] += 1
            rival.won += game.score == 1.0
            rival.drawn += game.score == 0.5
            rival.lost += game.score == 0.0
    return [found[person] for person, _ in met.most_common(MOST_RIVALS)]
