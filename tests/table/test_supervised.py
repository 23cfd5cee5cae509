"""Everything that goes on by itself goes on after a failure, and the log says what failed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from senki.table import supervise
from senki.table.http import games
from senki.table.machine.crew import Crew
from senki.table.machine.drawings import Drawings
from senki.table.people.notify import Notifier
from senki.table.play.hall import Hall
from senki.table.settings import Patience, Settings
from senki.table.sockets.endpoint import TableSockets
from senki.table.store.writer import Writer
from senki.table.supervise import supervised
from tests.table.inside import inside, until
from tests.table.support import Somebody, sqlite, story


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that failed begins again at once."""
    monkeypatch.setattr(supervised, "__defaults__", (0.01,))


class Broken:
    """Fails the first times it is called."""

    def __init__(self, work: Callable[..., Awaitable[None]], failures: int = 2) -> None:
        self.work = work
        self.failures = failures
        self.calls = 0

    async def __call__(self, *given: Any) -> None:
        self.calls += 1
        if self.calls <= self.failures:
            raise RuntimeError("a surprise")
        await self.work(*given)


@story
async def test_work_that_fails_is_begun_again_and_work_that_ends_is_done(caplog: pytest.LogCaptureFixture) -> None:
    done: list[int] = []

    async def well() -> None:
        done.append(1)

    await asyncio.wait_for(supervised("a work", Broken(well, 3), 0.01), 10)
    assert done == [1]
    told = [record for record in caplog.records if record.message == "background work failed"]
    assert len(told) == 3 and all(record.__dict__["work"] == "a work" and record.exc_info for record in told)


@story
async def test_work_that_is_stopped_is_not_begun_again() -> None:
    begun: list[int] = []

    async def waits() -> None:
        begun.append(1)
        await asyncio.Event().wait()

    task = asyncio.create_task(supervised("a work", waits, 0.01))
    await until(lambda: bool(begun))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert begun == [1]


@pytest.mark.parametrize(
    ("owner", "name", "work"),
    [
        (Notifier, "run", "notices"),
        (Hall, "watch_clocks", "clocks"),
        (TableSockets, "watch", "sockets"),
        (Crew, "warm_up", "crew"),
        (Drawings, "warm_up", "drawings"),
        (Hall, "resume", "machine tables"),
        (Writer, "_run", "writer"),
        (games, "warm_up", "documents"),
    ],
)
def test_each_work_of_the_service(
    owner: Any, name: str, work: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = Broken(getattr(owner, name))

    async def called(*given: Any) -> None:
        await broken(*given)

    monkeypatch.setattr(owner, name, called)

    @story
    async def told() -> None:
        async with inside(Settings(database=sqlite(tmp_path))) as here:
            await until(lambda: broken.calls > 2)
            # The whole service does its work as if nothing had happened.
            me = Somebody(here.url)
            table, _ = await me.begin(south="me", north="machine:1")
            async with me.at(table) as line:
                await line.play(line.choices[0])
            await me.close()

    told()
    failed = [record.__dict__["work"] for record in caplog.records if record.message == "background work failed"]
    assert failed == [work, work]


def test_hearing_other_processes_is_taken_up_again(postgresql: str, caplog: pytest.LogCaptureFixture) -> None:
    """A notice that is none (anybody on the database may send one) ends the listening, for a moment only."""

    @story
    async def told() -> None:
        async with inside(Settings(database=postgresql)) as here:
            me = Somebody(here.url)
            table, _ = await me.begin(south="me", north="me")
            url = make_url(postgresql).set(drivername="postgresql").render_as_string()
            elsewhere = await asyncpg.connect(url)
            async with me.at(table) as line:
                await elsewhere.execute("SELECT pg_notify('senki', 'nonsense')")
                await until(lambda: any(record.message == "background work failed" for record in caplog.records))
                # Another process says something; whoever is connected here hears it once the line is up again.
                add = "INSERT INTO chat (table_id, at, name, text) VALUES ($1, 0, 'Lee', 'are you there?')"
                await elsewhere.execute(add, table)
                said = asyncio.create_task(line.hear("chat"))
                while not said.done():
                    await elsewhere.execute(f"SELECT pg_notify('senki', 'elsewhere {table} chat 0.0')")
                    await asyncio.wait([said], timeout=0.1)
                assert said.result()["text"] == "are you there?"
            await elsewhere.close()
            await me.close()

    told()


@story
async def test_one_table_s_trouble_does_not_stop_the_clocks_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(Settings(database=sqlite(tmp_path))) as here:
        me = Somebody(here.url)
        clock = {"game": "nano", "seats": {"south": "me", "north": "me"}, "clock": {"initial": 10}}
        first, second = [(await me.post("/tables", clock, 201))["id"] for _ in range(2)]
        hall = here.service.hall
        end = type(hall.live[first]).end

        def ends(live: Any, *given: Any) -> Any:
            if live.id == first:
                raise RuntimeError("a surprise")
            return end(live, *given)

        monkeypatch.setattr(type(hall.live[first]), "out_of_time", lambda live: -1 if live.over else 0)
        monkeypatch.setattr(type(hall.live[first]), "end", ends)
        await until(lambda: hall.live[second].over)
        assert not hall.live[first].over
        await me.close()


@story
async def test_a_task_nobody_waits_for_does_not_fail_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails() -> None:
        raise RuntimeError("a surprise")

    async with inside(Settings(database=sqlite(tmp_path), patience=Patience())) as here:
        here.service.hall.spawn(asyncio.create_task(fails(), name="somebody's hint"))
        await until(lambda: not here.service.hall.tasks)
    told = [record for record in caplog.records if record.message == "background task failed"]
    assert [record.__dict__["work"] for record in told] == ["somebody's hint"] and told[0].levelno == logging.ERROR


def test_pauses_grow_and_have_an_end() -> None:
    assert 0 < supervise.FIRST_PAUSE < supervise.LONGEST_PAUSE <= 60
