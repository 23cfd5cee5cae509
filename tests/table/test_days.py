"""Days for a move: they run out though nobody looks, stand still on vacation, and cannot be stretched for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from senki.engine.registry import find_game
from senki.table.machine.loading import begin_anew
from senki.table.people.identity import Person
from senki.table.play.daily import AFTER_START, DAY, apart, due_of, rested
from senki.table.play.founding import rows_of
from senki.table.play.live import LiveTable
from senki.table.play.vacations import ALLOWANCE, left, sweep
from senki.table.play.wishes import DaysWish, NewTable
from senki.table.settings import Settings
from senki.table.store.pens import SNAPSHOT_COLUMNS
from senki.table.store.rows import Clock, Vacation
from tests.table.inside import Inside, inside
from tests.table.support import Somebody, sqlite, story
from tests.table.test_clock import TwoHands


class Letters:
    """A table with three days a move, and its stored row."""

    def __init__(self) -> None:
        self.game = find_game("nano")
        self.watch = TwoHands()
        wish = NewTable(game="nano", seats={"south": "me", "north": "me"}, clock=DaysWish(days=3))
        begun = begin_anew("nano", self.game.scenario(None).id, {})
        self.row, self.seats = rows_of(self.game, begun, Person("me", "Me"), wish, self.watch.date())
        for seat in self.seats:
            seat.person = seat.side
        self.live = LiveTable(self.row, self.seats, [], self.game, self.watch)

    def choose(self, live: LiveTable | None = None) -> None:
        """One choice, stored."""
        live = live or self.live
        turn = live.carry_out(live.position.options()[0], live.actor())
        stored = dict(zip(SNAPSHOT_COLUMNS, live.snapshot_of(turn), strict=True))
        for name in ("n", "mark", "position", "awaits", "actor", "ending", "clock", "due"):
            setattr(self.row, name, stored[name])
        live.take(turn)

    def left(self) -> float:
        state = self.live.clock_state()
        assert state is not None and state.running is not None and state.days == 3
        return state.left[state.running]


@pytest.fixture
def letters() -> Letters:
    made = Letters()
    rolls = made.live.first_rolls()
    if rolls is not None:
        made.live.take(rolls)
    return made


def test_a_move_lasts_until_another_side_is_asked(letters: Letters) -> None:
    first = letters.live.actor()
    letters.watch.pass_by(DAY)
    assert letters.left() == 2 * DAY
    choices = 0
    while letters.live.actor() == first:
        before = letters.left()
        letters.choose()
        choices += 1
        if letters.live.actor() == first:
            # Choosing on and on gives no new days.
            assert letters.left() == before
            letters.watch.pass_by(3600)
        assert choices < 200
    assert letters.left() == 3 * DAY
    assert letters.row.due == letters.watch.date() + 3 * DAY


def test_the_days_run_out_and_setting_the_calendar_changes_nothing(letters: Letters) -> None:
    letters.watch.calendar += 30 * DAY
    assert letters.left() == 3 * DAY and letters.live.out_of_time() < 0
    letters.watch.pass_by(3 * DAY - 1)
    assert letters.live.out_of_time() < 0
    letters.watch.pass_by(1)
    assert letters.live.out_of_time() == letters.live.actor() and letters.left() == 0


def test_taking_back_gives_no_days(letters: Letters) -> None:
    side = letters.live.actor()
    letters.watch.pass_by(DAY)
    while letters.live.actor() == side:
        letters.choose()
    target = letters.live.last_choice([side])
    assert target is not None
    letters.live.take(letters.live.take_back(target, side))
    assert letters.live.actor() == side and letters.left() == 2 * DAY


def test_after_a_restart_the_days_go_on_and_leave_time_to_come_back(letters: Letters) -> None:
    letters.choose()
    watch = TwoHands(letters.watch.calendar + 2 * DAY)
    again = LiveTable(letters.row, letters.seats, [], letters.game, watch)
    state = again.clock_state()
    assert state is not None and state.running is not None and state.left[state.running] == DAY
    watch = TwoHands(letters.watch.calendar + 5 * DAY)
    again = LiveTable(letters.row, letters.seats, [], letters.game, watch)
    assert again.out_of_time() < 0
    watch.pass_by(AFTER_START)
    assert again.out_of_time() == again.actor()


def test_on_vacation_the_own_days_stand_still(letters: Letters) -> None:
    side = letters.live.actor()
    person, now = letters.seats[side].person or "", letters.watch.date()
    letters.live.timer.vacations = {person: [Vacation(now + DAY, now + 11 * DAY)]}
    letters.watch.pass_by(5 * DAY)
    state = letters.live.clock_state()
    assert state is not None and state.still and letters.left() == 2 * DAY
    assert letters.live.seat_states()[side].away == now + 11 * DAY
    assert letters.live.timer.due(letters.live.clock, letters.live.chooser()) == now + 13 * DAY
    letters.watch.pass_by(7 * DAY)
    state = letters.live.clock_state()
    assert state is not None and not state.still and letters.left() == DAY
    letters.watch.pass_by(DAY)
    assert letters.live.out_of_time() == side
    # The vacation of whoever is not to choose stops nothing.
    letters.live.timer.vacations = {letters.seats[1 - side].person or "": [Vacation(now, now + 30 * DAY)]}
    assert letters.live.out_of_time() == side


def test_vacations_that_overlap_count_once() -> None:
    both = [Vacation(10, 30), Vacation(20, 40), Vacation(50, 60)]
    assert apart(both) == [Vacation(10, 40), Vacation(50, 60)]
    assert rested(both, 0, 100) == 40 and rested(both, 15, 55) == 30
    assert due_of(Clock(5, 0, {"a": 5.0}, 8.0, 1), "a", both) == 43


def test_a_year_has_so_many_days_and_each_vacation_takes_one() -> None:
    now = 1000 * DAY
    assert left([], now) == ALLOWANCE
    assert left([Vacation(now - 10 * DAY, now - 10 * DAY + 60)], now) == ALLOWANCE - 1
    assert left([Vacation(now - 370 * DAY, now - 363 * DAY)], now) == ALLOWANCE - 2
    assert left([Vacation(now - 400 * DAY, now - 370 * DAY)], now) == ALLOWANCE
    assert left([Vacation(now - DAY, now + 29 * DAY)], now) == 0


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[tuple[Inside, TwoHands]]:
    """A service whose time is set by hand, up for so long that days may run out."""
    watch = TwoHands()
    async with inside(Settings(database=sqlite(folder), workers=1)) as made:
        made.service.hall.watch = watch
        watch.pass_by(AFTER_START)
        yield made, watch


async def game(made: Inside, days: int = 2) -> tuple[Somebody, Somebody, str]:
    south, north = Somebody(made.url), Somebody(made.url)
    await south.post("/me", {"name": "Ann"})
    await north.post("/me", {"name": "Bob"})
    wish = {"game": "nano", "seats": {"south": "me", "north": "open"}, "public": True, "clock": {"days": days}}
    table = (await south.post("/tables", wish, 201))["id"]
    # Nobody's days run before everybody sits.
    assert (await south.get(f"/tables/{table}"))["due"] is None
    await north.post(f"/tables/{table}/join", {"side": "north"})
    for person in (south, north):
        await person.give_part(table)
    async with south.at(table) as line:
        while line.view["actor"] is None:
            await line.next()
        assert line.table["clock"]["days"] == days
    return south, north, table


@story
async def test_days_run_out_at_a_table_that_is_in_nobodys_memory(tmp_path: Path) -> None:
    async with running(tmp_path) as (made, watch):
        south, _, table = await game(made)
        hall = made.service.hall
        form = await south.get(f"/tables/{table}")
        assert form["days"] == 2 and form["due"] == pytest.approx(watch.date() + 2 * DAY)
        del hall.live[table]
        watch.pass_by(2 * DAY - 60)
        await sweep(hall)
        assert not (await south.get(f"/tables/{table}"))["over"] and table not in hall.live
        watch.pass_by(120)
        await sweep(hall)
        form = await south.get(f"/tables/{table}")
        loser = next(side for side in ("south", "north") if side != form["result"]["winner"])
        assert form["over"] and form["result"]["how"] == "time" and form["due"] is None
        last = (await south.get(f"/tables/{table}/log"))["entries"][-1]
        assert last["kind"] == "time" and last["side"] == loser
        await sweep(hall)


async def chooser(people: tuple[Somebody, Somebody], table: str) -> tuple[Somebody, Somebody]:
    """Who is to choose, and the other one."""
    form = await people[0].get(f"/tables/{table}")
    return people if form["actor"] in form["you"] else (people[1], people[0])


@story
async def test_a_vacation_is_seen_stops_the_clock_and_ends(tmp_path: Path) -> None:
    async with running(tmp_path) as (made, watch):
        hall = made.service.hall
        *people, table = await game(made)
        mine, other = await chooser((people[0], people[1]), table)
        assert await mine.get("/me/vacation") == {"until": None, "left": ALLOWANCE}
        async with other.at(table) as line:
            begun = watch.date()
            answer = await mine.post("/me/vacation", {"days": 10})
            assert answer == {"until": pytest.approx(begun + 10 * DAY), "left": ALLOWANCE - 10}
            frame: dict[str, Any] = await line.hear("seats")
            while not frame["clock"]["still"]:
                frame = await line.hear("seats")
            away = [seat.get("away") for seat in frame["seats"]]
            assert pytest.approx(begun + 10 * DAY) in away
        del hall.live[table]
        watch.pass_by(9 * DAY)
        await sweep(hall)
        form = await other.get(f"/tables/{table}")
        assert not form["over"] and form["due"] == pytest.approx(begun + 12 * DAY)
        # Back early: the days go on from here, and what was not used is there for another time.
        assert (await mine.post("/me/vacation", {"days": 0})) == {"until": None, "left": ALLOWANCE - 9}
        assert (await other.get(f"/tables/{table}"))["due"] == pytest.approx(begun + 11 * DAY)
        watch.pass_by(2 * DAY - 1)
        await sweep(hall)
        assert not (await other.get(f"/tables/{table}"))["over"]
        watch.pass_by(1)
        await sweep(hall)
        assert (await other.get(f"/tables/{table}"))["over"]


@story
async def test_nobody_stalls_for_ever(tmp_path: Path) -> None:
    async with running(tmp_path) as (made, watch):
        *people, table = await game(made)
        mine, other = await chooser((people[0], people[1]), table)
        await mine.post("/me/vacation", {"days": 20})
        # Prolonging goes on with the same vacation; more than a year has is refused, with what is left.
        await mine.post("/me/vacation", {"days": ALLOWANCE})
        watch.pass_by(10 * DAY)
        wrong = await mine.post("/me/vacation", {"days": 21}, 403)
        assert wrong["facts"]["days"] == 20 and "20" in wrong["facts"]["why"] and "20" in wrong["facts"]["why_ja"]
        watch.pass_by(20 * DAY)
        assert await mine.get("/me/vacation") == {"until": None, "left": 0}
        await mine.post("/me/vacation", {"days": 1}, 403)
        watch.pass_by(2 * DAY)
        await sweep(made.service.hall)
        assert (await other.get(f"/tables/{table}"))["over"]
        await mine.post("/me/vacation", {"days": -1}, 422)
        await mine.post("/me/vacation", {"days": 31}, 422)


@story
async def test_a_vacation_goes_with_the_person(tmp_path: Path) -> None:
    async with running(tmp_path) as (made, _):
        me = Somebody(made.url)
        await me.post("/me", {"name": "Ann"})
        await me.post("/me/vacation", {"days": 3})
        who = (await me.get("/me"))["id"]
        store = made.service.store
        assert len((await store.vacations_of([who]))[who]) == 1
        await me.post("/me/forget")
        assert (await store.vacations_of([who]))[who] == []


@story
async def test_a_rematch_has_the_same_days(tmp_path: Path) -> None:
    async with running(tmp_path) as (made, watch):
        south, _, table = await game(made, days=7)
        await south.post(f"/tables/{table}/resign")
        again = (await south.post(f"/tables/{table}/rematch", {}, 201))["id"]
        row = await made.service.store.table(again)
        assert row is not None and row.clock is not None
        clock = msgspec.json.decode(row.clock, type=Clock)
        assert clock.days == 7 and clock.since == pytest.approx(watch.date())
