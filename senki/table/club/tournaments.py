"""Tournaments: an account founds one, others enter, tables are made round by round and results taken from them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import time

import msgspec
from sqlalchemy import Executable, and_, case, delete, exists, func, insert, literal, null, select, update

from senki.engine.errors import UnknownName
from senki.table.club.pairing import (
    DRAW,
    FIRST,
    NOBODY,
    SECOND,
    Game,
    bracket,
    round_robin,
    sides,
    standing,
)
from senki.table.club.ratings import Ratings
from senki.table.people.identity import DAY, Person
from senki.table.play.agreements import resign
from senki.table.play.founding import clock_for, entries_of, fresh_id, rows_of, set_up, statements_for
from senki.table.play.hall import Hall
from senki.table.play.live import LiveTable
from senki.table.play.wire import ENCODER
from senki.table.play.wishes import ClockWish, DaysWish, NewTable
from senki.table.refusals import Refused
from senki.table.store.pens import Row
from senki.table.store.rows import TO_RATE, Clock, Ending, SeatRow, TableRow
from senki.table.store.schema import ENTRANTS, ENTRIES, PAIRINGS, TOURNAMENTS
from senki.table.store.writer import Conflict
from senki.table.texts import TABLE_NAME, as_name

LOG = logging.getLogger("senki.table")
ROUND_ROBIN, KNOCK_OUT = "round_robin", "knock_out"
OPEN, RUNNING, OVER, OFF = "open", "running", "over", "off"
FEWEST, MOST = 3, 16
"""Entrants of a tournament."""
MOST_FOUNDED = 3
"""Tournaments of one founder that are not over."""
MOST_ENTERED = 5
"""Tournaments somebody has entered that are not over."""
MOST_GOING = 50
"""Tournaments of a service that are not over."""
MOST_LISTED = 50
OPEN_DAYS = 30
"""Days after which a tournament that has not begun is called off."""
LOOK_EVERY = 5.0
"""Seconds between two looks at tournaments that are played."""


@dataclass(frozen=True)
class Entrant:
    """Somebody in a tournament; who is forgotten has no id and no name, but keeps the place."""

    number: int
    person: str | None
    name: str
    seed: int
    gone: bool


@dataclass(frozen=True)
class Met(Game):
    """A game of a tournament at its table; a walk-over has none."""

    table_id: str = ""


@dataclass(frozen=True)
class Tournament:
    """A tournament with its entrants in the order of their seeds, and its games in the order of rounds and boards."""

    id: str
    name: str
    game: str
    scenario: str
    kind: str
    size: int
    clock: str
    owner: str
    state: str
    created: float
    updated: float
    entrants: Sequence[Entrant] = ()
    games: Sequence[Met] = ()

    @property
    def pace(self) -> ClockWish | DaysWish:
        """The clock of its games."""
        known = msgspec.json.decode(self.clock)
        return DaysWish(**known) if "days" in known else ClockWish(**known)

    def entrant(self, person: str) -> Entrant | None:
        """Somebody's entry."""
        return next((one for one in self.entrants if one.person == person), None)

    def standing(self) -> list[int]:
        """The numbers of the entrants as they stand, the best first."""
        scored = standing([one.number for one in self.entrants], list(self.games), self.kind == KNOCK_OUT)
        return [score.entrant for score in scored]


@dataclass
class Round:
    """What is to be stored of a new round, and the tables that come into being with it."""

    statements: list[Executable]
    entries: list[Row]
    tables: list[tuple[TableRow, list[SeatRow]]]


class Tournaments:
    """Founds, fills and plays tournaments. Whatever several processes do at once is stored once."""

    def __init__(self, hall: Hall, ratings: Ratings) -> None:
        self.hall = hall
        self.store = hall.store
        self.writer = hall.writer
        self.ratings = ratings
        self.wake = asyncio.Event()

    # Asking

    async def get(self, tournament_id: str) -> Tournament:
        """A tournament with everything; raises Refused."""
        rows = await self.store.ask(select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id))
        if not rows:
            raise Refused("unknown", because="no_tournament")
        of = ENTRANTS.c.tournament == tournament_id
        entrants = await self.store.ask(select(ENTRANTS).where(of).order_by(ENTRANTS.c.seed, ENTRANTS.c.number))
        order = (PAIRINGS.c.round, PAIRINGS.c.board, PAIRINGS.c.again)
        games = await self.store.ask(select(PAIRINGS).where(PAIRINGS.c.tournament == tournament_id).order_by(*order))
        return replace(
            Tournament(*rows[0]),
            entrants=[Entrant(one.number, one.person, one.name, one.seed, one.gone) for one in entrants],
            games=[Met(g.round, g.board, g.first, g.second, g.result, g.again, g.table_id) for g in games],
        )

    async def listed(self) -> list[tuple[Tournament, int]]:
        """Tournaments, those first that can be entered or are played, each with the number of its entrants."""
        order = (TOURNAMENTS.c.state.in_((OVER, OFF)), TOURNAMENTS.c.updated.desc())
        rows = await self.store.ask(
            select(TOURNAMENTS).where(TOURNAMENTS.c.state != OFF).order_by(*order).limit(MOST_LISTED)
        )
        inside = select(ENTRANTS.c.tournament).where(ENTRANTS.c.tournament.in_([row.id for row in rows]))
        entered = [row.tournament for row in await self.store.ask(inside)]
        return [(Tournament(*row), entered.count(row.id)) for row in rows]

    # What people do

    async def found(self, person: Person, wish: NewTable, kind: str, size: int) -> str:
        """A new tournament, which its founder has entered; raises Refused."""
        try:
            game = self.hall.game(wish.game)
            scenario = game.scenario(wish.scenario).id
        except UnknownName as wrong:
            raise Refused("unknown", why=str(wrong)) from None
        if len(game.sides) != 2:
            raise Refused("forbidden", because="two_sides")
        assert wish.clock is not None
        going = TOURNAMENTS.c.state.in_((OPEN, RUNNING))
        all_going = await self.store.ask(select(TOURNAMENTS.c.owner).where(going))
        if len(all_going) >= MOST_GOING or [row.owner for row in all_going].count(person.id) >= MOST_FOUNDED:
            raise Refused("too_fast", because="many_tournaments")
        await self._check_entered(person)
        now = time()
        made = fresh_id()
        values = {
            "id": made, "name": as_name(wish.name, TABLE_NAME) or game.title["en"], "game": game.key,
            "scenario": scenario, "kind": kind, "size": size, "clock": ENCODER.encode(wish.clock.model_dump()).decode(),
            "owner": person.id, "state": OPEN, "created": now, "updated": now,
        }  # fmt: skip
        await self.writer.write(insert(TOURNAMENTS).values(values), _entry(made, 1, person))
        return made

    async def enter(self, tournament_id: str, person: Person) -> None:
        """Enter a tournament that has not begun; the last one who can begins it. Raises Refused."""
        await self._check_entered(person)
        for _ in range(MOST):
            found = await self.get(tournament_id)
            if found.entrant(person.id) is not None:
                return
            if found.state != OPEN or len(found.entrants) >= found.size:
                raise Refused("forbidden", because="tournament_closed")
            number = max((one.number for one in found.entrants), default=0) + 1
            try:
                await self.writer.write(_entry(tournament_id, number, person))
            except Conflict:
                continue  # Somebody else entered in the same moment.
            now = await self.get(tournament_id)
            if now.entrant(person.id) is not None and len(now.entrants) >= now.size:
                try:
                    await self.begin(now)
                except Refused as wrong:
                    # It was begun elsewhere, or somebody has just left: the entry stands all the same.
                    if wrong.code != "stale":
                        raise
            return

    async def _check_entered(self, person: Person) -> None:
        going = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state.in_((OPEN, RUNNING)))
        mine = select(ENTRANTS.c.tournament).where(
            ENTRANTS.c.person == person.id, ~ENTRANTS.c.gone, ENTRANTS.c.tournament.in_(going)
        )
        if len(await self.store.ask(mine)) >= MOST_ENTERED:
            raise Refused("too_fast", because="many_entries")

    async def withdraw(self, tournament_id: str, person: Person) -> None:
        """Leave: before it begins the place is free again; later the game is resigned and all others are lost."""
        found = await self.get(tournament_id)
        mine = found.entrant(person.id)
        if mine is None or found.state not in (OPEN, RUNNING):
            raise Refused("forbidden", because="not_entered")
        same = (ENTRANTS.c.tournament == tournament_id) & (ENTRANTS.c.number == mine.number)
        if found.state == OPEN:
            # Who has a seed has games: it was begun in the same moment.
            await self.writer.write(delete(ENTRANTS).where(same, ENTRANTS.c.seed == 0))
            found = await self.get(tournament_id)
            if found.entrant(person.id) is None:
                return
        await self.writer.write(update(ENTRANTS).where(same).values(gone=True))
        for game in found.games:
            if not game.result and game.table_id and mine.number in (game.first, game.second):
                try:
                    await resign(self.hall, await self.hall.table(game.table_id), person.id, None)
                except Refused:
                    continue  # It has ended by itself, or the table is gone.
        self.wake.set()

    async def start(self, tournament_id: str, person: Person) -> None:
        """The founder begins without waiting for more; raises Refused."""
        found = await self._of_founder(tournament_id, person)
        if len(found.entrants) < FEWEST:
            raise Refused("waiting", because="few_entrants", fewest=FEWEST)
        await self.begin(found)

    async def call_off(self, tournament_id: str, person: Person) -> None:
        """The founder calls off a tournament that has not begun; raises Refused."""
        found = await self._of_founder(tournament_id, person)
        same = (TOURNAMENTS.c.id == found.id) & (TOURNAMENTS.c.state == OPEN)
        await self.writer.write(update(TOURNAMENTS).where(same).values(state=OFF, updated=time()))

    async def _of_founder(self, tournament_id: str, person: Person) -> Tournament:
        found = await self.get(tournament_id)
        if found.owner != person.id:
            raise Refused("forbidden", because="not_founder")
        if found.state != OPEN:
            raise Refused("forbidden", because="tournament_closed")
        return found

    # Playing

    def table_over(self, live: LiveTable) -> None:
        """A table has ended here."""
        if live.row.tournament is not None:
            self.wake.set()

    async def run(self) -> None:
        """Look after all tournaments that are played, as long as the service runs."""
        while True:
            self.wake.clear()
            await self.look()
            try:
                await asyncio.wait_for(self.wake.wait(), LOOK_EVERY)
            except TimeoutError:
                continue

    async def look(self) -> None:
        """Take results from tables, and begin the rounds that are due; trouble with one is none for the others."""
        old = (TOURNAMENTS.c.state == OPEN) & (TOURNAMENTS.c.created < time() - OPEN_DAYS * DAY)
        for row in await self.store.ask(select(TOURNAMENTS.c.id).where(old)):
            still = (TOURNAMENTS.c.id == row.id) & (TOURNAMENTS.c.state == OPEN)
            await self.writer.write(update(TOURNAMENTS).where(still).values(state=OFF))
        for row in await self.store.ask(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.state == RUNNING)):
            try:
                while await self.advance(row.id):
                    pass
            except Conflict:
                LOG.info("a round was begun elsewhere", extra={"tournament": row.id})
            except Exception:
                LOG.exception("a tournament could not go on", extra={"tournament": row.id})

    async def begin(self, found: Tournament) -> None:
        """Seed the entrants, the best rated first, and begin; raises Refused."""
        now = time()
        strength = {}
        for one in found.entrants:
            known = await self.ratings.standing(one.person or "", found.game)
            strength[one.number] = known.on(now).value
        ordered = sorted(found.entrants, key=lambda one: (-strength[one.number], one.number))
        seeded = [Entrant(one.number, one.person, one.name, seed, one.gone) for seed, one in enumerate(ordered, 1)]
        of = ENTRANTS.c.tournament == found.id
        seeds: list[Executable] = [
            update(ENTRANTS).where(of, ENTRANTS.c.number == one.number).values(seed=one.seed) for one in seeded
        ]
        # Was it begun or called off meanwhile, or has somebody left? Then there is no state for it: nothing is stored.
        seeded_are = select(func.count()).where(of, ENTRANTS.c.seed > 0).scalar_subquery()
        as_read = and_(TOURNAMENTS.c.state == OPEN, seeded_are == len(seeded))
        state = case((as_read, RUNNING), else_=null())
        seeds.append(update(TOURNAMENTS).where(TOURNAMENTS.c.id == found.id).values(state=state, updated=now))
        begun = replace(found, entrants=seeded, state=RUNNING)
        try:
            await self._store(await self._round(begun, first_round(begun)), seeds)
        except Conflict:
            raise Refused("stale") from None
        self.wake.set()

    async def advance(self, tournament_id: str) -> bool:
        """Take results, and begin what comes next; may there be more to do?"""
        found = await self.get(tournament_id)
        late = [one.number for one in found.entrants if not one.seed]
        if late:
            # They entered while it was begun in another process.
            of = ENTRANTS.c.tournament == found.id
            await self.writer.write(delete(ENTRANTS).where(of, ENTRANTS.c.number.in_(late)))
            return True
        waiting = [game for game in found.games if not game.result]
        settled = [game for game in waiting if await self._settle(found, game)]
        if settled:
            return True
        if waiting or found.state != RUNNING:
            return False
        pairs = next_games(found)
        if not pairs:
            same = TOURNAMENTS.c.id == found.id
            await self.writer.write(update(TOURNAMENTS).where(same).values(state=OVER, updated=time()))
            return False
        await self._store(await self._round(found, pairs), [])
        return True

    async def _settle(self, found: Tournament, game: Met) -> bool:
        """Take the result of a game from its table, if there is one."""
        row = await self.store.listed(game.table_id)
        statements: list[Executable] = []
        result = walk_over(found, game)
        if row is not None and row.ending is not None:
            ending = msgspec.json.decode(row.ending, type=Ending)
            order = [side.id for side in self.hall.game(found.game).sides]
            result = DRAW if ending.winner is None else FIRST if ending.winner == order[0] else SECOND
            loser = {FIRST: 1, SECOND: 0}.get(result)
            if ending.how == "time" and loser is not None and not await self._has_chosen(game.table_id, loser):
                # Who never came loses by the clock once, not round after round.
                number = game.second if loser else game.first
                same = (ENTRANTS.c.tournament == found.id) & (ENTRANTS.c.number == number)
                statements.append(update(ENTRANTS).where(same).values(gone=True))
        elif row is None and not result:
            result = DRAW
        if not result:
            if isinstance(found.pace, ClockWish):
                # In memory its clock is looked after; days are, wherever the table is.
                await self.hall.table(game.table_id)
            return False
        same = (PAIRINGS.c.tournament == found.id) & (PAIRINGS.c.round == game.round)
        same &= (PAIRINGS.c.board == game.board) & (PAIRINGS.c.again == game.again) & (PAIRINGS.c.result == "")
        changed = update(TOURNAMENTS).where(TOURNAMENTS.c.id == found.id).values(updated=time())
        await self.writer.write(update(PAIRINGS).where(same).values(result=result), changed, *statements)
        return True

    async def _has_chosen(self, table_id: str, side: int) -> bool:
        chosen = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.kind == "") & (ENTRIES.c.side == side)
        return bool(await self.store.ask(select(ENTRIES.c.n).where(chosen).limit(1)))

    async def _round(self, found: Tournament, pairs: list[Game]) -> Round:
        """Tables and pairings for games that begin together; where somebody is gone, or has nobody to meet, none."""
        made = Round([], [], [])
        game = self.hall.game(found.game)
        beginning = await set_up(self.hall, game, found.scenario, {}, "")
        entrants = {one.number: one for one in found.entrants}
        for pair in pairs:
            result = FIRST if pair.second == NOBODY else walk_over(found, pair)
            table_id = ""
            if not result:
                wish = NewTable(
                    game=found.game, seats={}, scenario=found.scenario, public=True,
                    name=as_name(f"{found.name} {pair.round}.{pair.board + 1}", TABLE_NAME),
                )  # fmt: skip
                row, seats = rows_of(game, beginning, Person("", ""), wish)
                row.rated, row.tournament = TO_RATE, found.id
                for seat, number in zip(seats, (pair.first, pair.second), strict=True):
                    seat.kind, seat.person, seat.name = "person", entrants[number].person, entrants[number].name
                row.clock, row.due = clock_for(game, row, seats, found.pace, self.hall.watch.date())
                row.clock = _running(row.clock)
                made.statements += statements_for(row, seats)
                made.entries += entries_of(row, beginning)
                made.tables.append((row, seats))
                table_id = row.id
            values = {
                "tournament": found.id, "round": pair.round, "board": pair.board, "again": pair.again,
                "first": pair.first, "second": pair.second, "table_id": table_id, "result": result,
            }  # fmt: skip
            made.statements.append(insert(PAIRINGS).values(values))
        return made

    async def _store(self, made: Round, before: list[Executable]) -> None:
        """Begin a round, all of it or nothing, and tell whoever is to choose; raises Conflict."""
        await self.writer.write(*before, *made.statements, entries=made.entries)
        for row, seats in made.tables:
            self.hall.go_on(await self.hall.table(row.id))
            for seat in seats:
                if seat.person and seat.side == row.actor:
                    self.hall.notifier.your_turn(seat.person, row.id, row.name, self.hall.game(row.game).title["en"])


def _entry(tournament_id: str, number: int, person: Person) -> Executable:
    """An entry that is stored only while the tournament has not begun."""
    still = exists(select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.id == tournament_id, TOURNAMENTS.c.state == OPEN))
    values = (tournament_id, number, person.id, person.name, 0, False)
    names = ["tournament", "number", "person", "name", "seed", "gone"]
    return insert(ENTRANTS).from_select(names, select(*(literal(value) for value in values)).where(still))


def _running(clock: str | None) -> str:
    """A clock that runs from the beginning: who does not come loses by it."""
    assert clock is not None
    made = msgspec.json.decode(clock, type=Clock)
    made.since = made.since or time()
    return ENCODER.encode(made).decode()


def walk_over(found: Tournament, game: Game) -> str:
    """The result of a game whose players are not both there; nothing if they are."""
    gone = {one.number for one in found.entrants if one.gone}
    if game.first in gone:
        return DRAW if game.second in gone else SECOND
    return FIRST if game.second in gone else ""


def first_round(found: Tournament) -> list[Game]:
    """The games of the first round, by seeds."""
    order = [one.number for one in found.entrants]
    if found.kind == ROUND_ROBIN:
        return _all_play_all(order, 1)
    made = []
    for board, (a, b) in enumerate(bracket(len(order))):
        one, other = order[a - 1], order[b - 1] if b != NOBODY else NOBODY
        first, second = (one, other) if other == NOBODY else sides(one, other, [], board % 2 == 1)
        made.append(Game(1, board, first, second))
    return made


def _all_play_all(order: list[int], number: int) -> list[Game]:
    rounds = round_robin(len(order))
    if number > len(rounds):
        return []
    return [Game(number, board, order[a], order[b]) for board, (a, b) in enumerate(rounds[number - 1])]


def next_games(found: Tournament) -> list[Game]:
    """What begins when every game so far has its result; nothing when the tournament is over."""
    last = max(game.round for game in found.games)
    if found.kind == ROUND_ROBIN:
        return _all_play_all([one.number for one in found.entrants], last + 1)
    here = [game for game in found.games if game.round == last]
    again = [game for game in here if game.result == DRAW and not game.again]
    replayed = {game.board for game in here if game.again}
    due = [Game(last, g.board, g.second, g.first, "", 1) for g in again if g.board not in replayed]
    if due:
        return due
    through = winners(found, last)
    if len(through) == 1:
        return []
    pairs = list(zip(through[::2], through[1::2], strict=True))
    made = []
    for board, (a, b) in enumerate(pairs):
        first, second = sides(a, b, list(found.games), (last + board) % 2 == 1)
        made.append(Game(last + 1, board, first, second))
    return made


def winners(found: Tournament, number: int) -> list[int]:
    """Who came through a round of a knock-out, board by board: if the second game was drawn too, the better seed."""
    seeds = {one.number: one.seed for one in found.entrants}
    # The second game of a board comes after its first.
    decided = {game.board: game for game in found.games if game.round == number}
    through = []
    for _, game in sorted(decided.items()):
        better = min((game.first, game.second), key=lambda one: seeds.get(one, MOST + 1))
        through.append(better if game.winner is None else game.winner)
    return through
