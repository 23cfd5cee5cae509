"""The clock of a table goes by the steady clock of the computer; the calendar counts only across restarts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from senki.engine.registry import find_game
from senki.table.machine.loading import begin_anew
from senki.table.people.identity import Person
from senki.table.play.founding import rows_of
from senki.table.play.live import LiveTable
from senki.table.play.timing import COMING_BACK
from senki.table.play.watch import Watch
from senki.table.play.wishes import ClockWish, NewTable
from senki.table.store.pens import SNAPSHOT_COLUMNS
from senki.table.store.rows import SeatRow, TableRow

HOUR = 3600.0


class TwoHands(Watch):
    """A clock whose two times are set by hand."""

    def __init__(self, calendar: float = 1_800_000_000.0) -> None:
        self.calendar = calendar
        self.even = 50.0
        super().__init__()

    def wall(self) -> float:
        return self.calendar

    def steady(self) -> float:
        return self.even

    def pass_by(self, seconds: float) -> None:
        self.calendar += seconds
        self.even += seconds


class Game:
    """A table with ten minutes a side, and its stored row."""

    def __init__(self) -> None:
        game = find_game("nano")
        wish = NewTable(game="nano", seats={"south": "me", "north": "me"}, clock=ClockWish(initial=600, increment=0))
        begun = begin_anew("nano", game.scenario(None).id, {})
        self.game = game
        self.watch = TwoHands()
        self.row, self.seats = rows_of(game, begun, Person("me", "Me"), wish)
        self.live = self.opened(self.watch)

    def opened(self, watch: Watch) -> LiveTable:
        """The table as a process finds it."""
        return LiveTable(self.row, self.seats, [], self.game, watch)

    def choose(self) -> str:
        """One choice, stored; the side whose time runs then."""
        live = self.live
        turn = live.carry_out(live.position.options()[0], live.actor())
        stored = dict(zip(SNAPSHOT_COLUMNS, live.snapshot_of(turn), strict=True))
        for name in ("n", "mark", "position", "awaits", "actor", "ending", "clock"):
            setattr(self.row, name, stored[name])
        live.take(turn)
        return live.game.sides[live.actor()].id

    def left(self, live: LiveTable | None = None) -> float:
        """Seconds left to the side whose time runs."""
        state = (live or self.live).clock_state()
        assert state is not None and state.running is not None
        return state.left[state.running]


@pytest.fixture
def table() -> Game:
    made = Game()
    made.choose()
    return made


@pytest.mark.parametrize("jump", [HOUR, -2 * HOUR])
def test_setting_the_calendar_changes_nothing(table: Game, jump: float) -> None:
    table.watch.pass_by(30)
    table.watch.calendar += jump
    assert table.live.out_of_time() < 0 and table.left() == 570
    side = table.choose()
    table.watch.pass_by(10)
    state = table.live.clock_state()
    assert state is not None and sum(state.left.values()) == 1200 - 40 and state.running == side


def test_time_that_really_passes_runs_out(table: Game) -> None:
    table.watch.pass_by(599)
    assert table.live.out_of_time() < 0
    table.watch.pass_by(1)
    assert table.live.out_of_time() == table.live.actor() and table.left() == 0


def restarted(table: Game, down: float) -> LiveTable:
    """The table after the service was down for a while; the steady clock of the new process begins anywhere."""
    watch = TwoHands()
    watch.calendar, watch.even = table.watch.calendar + down, 7.0
    return table.opened(watch)


@pytest.mark.parametrize(("down", "left"), [(100.0, 500.0), (-2 * HOUR, 600.0), (HOUR, COMING_BACK)])
def test_time_while_the_service_is_down_counts_but_leaves_a_minute(table: Game, down: float, left: float) -> None:
    again = restarted(table, down)
    assert table.left(again) == left and again.out_of_time() < 0


def test_who_had_less_than_a_minute_keeps_it(table: Game) -> None:
    table.watch.pass_by(580)
    clock = msgspec.json.decode(table.row.clock or "")
    clock["left"][table.row.actor or ""] -= 580
    table.row.clock = msgspec.json.encode({**clock, "since": table.watch.calendar}).decode()
    again = restarted(table, 30)
    assert table.left(again) == 20


def taken_over(live: LiveTable, row: TableRow, seats: list[SeatRow]) -> None:
    live.take_row(row, seats, [])


def test_reading_the_row_again_does_not_move_the_clock(table: Game) -> None:
    """A seat changes hands, or another process tells: the time goes on as it did."""
    table.watch.pass_by(30)
    table.watch.calendar += HOUR
    taken_over(table.live, table.row, table.seats)
    assert table.left() == 570


def test_a_choice_made_in_another_process_cannot_cost_more_than_has_passed_here(table: Game) -> None:
    here: Any = table.opened(table.watch)
    table.watch.pass_by(20)
    table.choose()
    table.watch.pass_by(5)
    table.watch.calendar += HOUR
    taken_over(here, table.row, table.seats)
    state = here.clock_state()
    assert state.left[state.running] == 580 - 25
