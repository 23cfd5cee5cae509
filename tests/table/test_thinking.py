"""The machine thinks for people: those who wait first, everybody their share, and for nobody not at all."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

import senki
from senki.table.machine import crew
from senki.table.machine.crew import Crew, Worker
from senki.table.machine.jobs import Job, Think
from senki.table.machine.thinker import think
from tests.table.support import Server, Somebody, story


class Dummy(Worker):
    """Answers with the name of its job when it may, or when it shall hurry."""

    def __init__(self) -> None:
        self.asked = 0
        self.memory = 0
        self.heard: list[str] = []
        self.may_answer = asyncio.Event()
        self.ended = False

    @property
    def is_fit(self) -> bool:
        return not self.ended

    async def ask(self, job: Any, told: Any) -> str:
        self.heard.append(job)
        await self.may_answer.wait()
        self.may_answer.clear()
        return str(job)

    def hurry(self) -> None:
        self.heard.append("hurry")
        self.may_answer.set()

    def kill(self) -> None:
        self.ended = True

    async def gone(self) -> None:
        assert self.ended


class Desk(Crew):
    """A crew of one dummy, and those who come to it."""

    def __init__(self) -> None:
        super().__init__(1, hurries=True)
        self.worker = Dummy()
        self.idle.append(self.worker)

    def come(self, name: str, who: str, rank: int = 0) -> asyncio.Task[Any]:
        job: Any = name

        def make() -> Job:
            return job  # type: ignore[no-any-return]

        return asyncio.create_task(self.ask(make, who, 1000.0, lambda: rank))

    async def asked(self, name: str) -> None:
        while name not in self.worker.heard:
            await asyncio.sleep(0)


@story
async def test_one_question_does_not_wait_for_twenty_of_somebody_else() -> None:
    desk = Desk()
    many = [desk.come(f"many {n}", "Ann") for n in range(20)]
    await desk.asked("many 0")
    one = desk.come("one", "Bob")
    await asyncio.sleep(0)
    for _ in range(2):
        desk.worker.may_answer.set()
        await asyncio.wait({one, *many}, return_when=asyncio.FIRST_COMPLETED)
        many = [task for task in many if not task.done()]
    desk.worker.may_answer.set()
    assert await one == "one" and desk.worker.heard[:3] == ["many 0", "one", "many 1"]
    for task in many:
        task.cancel()
    await asyncio.gather(*many, return_exceptions=True)
    assert desk.taken() == 0


@story
async def test_people_who_are_there_come_before_those_who_are_away(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk()
    tasks = [
        desk.come("first", "Ann"),
        desk.come("back", "Ann", 3),
        desk.come("away", "Bob", 2),
        desk.come("here", "Cay"),
    ]
    for name in ("first", "here", "away", "back"):
        await desk.asked(name)
        desk.worker.may_answer.set()
    assert await asyncio.gather(*tasks) == ["first", "back", "away", "here"]
    monkeypatch.setattr(crew, "PATIENCE", 1e-9)
    tasks = [desk.come("again", "Ann"), desk.come("old", "Bob", 3), desk.come("new", "Cay")]
    for name in ("again", "old", "new"):
        await desk.asked(name)
        desk.worker.may_answer.set()
    assert desk.worker.heard[-3:] == ["again", "old", "new"], "whoever has waited long is no longer last"
    await asyncio.gather(*tasks)


@story
async def test_a_long_thought_is_cut_short_only_when_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(crew, "ROUND", 0.0)
    monkeypatch.setattr(crew, "LEAST", 0.0)
    desk = Desk()
    alone = [desk.come("long", "Ann"), desk.come("my other table", "Ann")]
    await asyncio.sleep(0.05)
    assert desk.worker.heard == ["long"]
    other = desk.come("other", "Bob")
    assert await alone[0] == "long"
    await desk.asked("other")
    assert desk.worker.heard == ["long", "hurry", "other"]
    desk.worker.may_answer.set()
    assert await other == "other"
    desk.worker.may_answer.set()
    await alone[1]


@story
async def test_a_question_that_is_given_up_makes_room_at_once() -> None:
    desk = Desk()
    long, next_one = desk.come("long", "Ann"), desk.come("next", "Ann")
    await desk.asked("long")
    long.cancel()
    await desk.asked("next")
    assert desk.worker.heard == ["long", "hurry", "next"] and not desk.worker.ended, "its process is used again"
    desk.worker.may_answer.set()
    assert await next_one == "next"


@story
async def test_a_process_that_does_not_hurry_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOOK_EVERY", "ROUND", "LEAST", "GRACE"):
        monkeypatch.setattr(crew, name, 0.001)
    desk = Desk()
    desk.worker.hurry = lambda: None  # type: ignore[method-assign]
    tasks = [desk.come("deaf", "Ann"), desk.come("other", "Bob")]
    with pytest.raises(crew.TooLong):
        await tasks[0]
    assert desk.worker.ended
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await desk.close()


def test_a_search_that_shall_hurry_answers_with_what_it_knows() -> None:
    match = senki.new("nano", seed=1)
    job = Think("nano", "search:4", 1, match.game.write(match.position))
    thought = think(job, lambda share, chance: None, lambda: True)
    assert thought.option in [option.text for option in match.position.options()]
    assert sum(visits for _, visits, _ in thought.considered) < 1000, "a fortieth of its budget"


async def thinking(url: str) -> float:
    """How many decisions the machine is asked for now."""
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{url}/metrics")).text
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith("senki_machine_thinking ")))


async def until_nobody_thinks(url: str) -> None:
    for _ in range(100):
        if await thinking(url) == 0:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("the machine still thinks")


async def answered(me: Somebody) -> None:
    """At a new table, which cannot be over yet: play until the machine has answered."""
    table, _ = await me.begin(south="me", north="machine:1")
    async with me.at(table) as line:
        assert line.choices
        while line.choices:
            await line.play(line.choices[0])
        while not (line.choices or line.over):
            await line.hear("moved")


@story
async def test_machines_play_each_other_only_while_somebody_watches(server: Server) -> None:
    me = Somebody(server.url)
    table, _ = await me.begin(south="machine:1", north="machine:1")
    await answered(me)
    assert (await me.get(f"/tables/{table}"))["at"] == 0
    async with me.at(table) as watched:
        await watched.hear("moved")
    await until_nobody_thinks(server.url)
    stopped = (await me.get(f"/tables/{table}"))["at"]
    await answered(me)
    assert (await me.get(f"/tables/{table}"))["at"] == stopped > 0
    await me.close()


@pytest.mark.parametrize("how", ["archive", "resign"])
def test_a_table_put_away_or_given_up_is_thought_about_no_more(server: Server, how: str) -> None:
    async def told() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="machine:4", north="me")
        async with me.at(table) as line:
            await line.hear("thinking")
            assert await thinking(server.url) == 1
            await me.post(f"/tables/{table}/{how}")
            await until_nobody_thinks(server.url)
        await me.close()

    asyncio.run(told())


@story
async def test_a_person_is_answered_beside_many_tables_of_machines(server: Server) -> None:
    rival, me = Somebody(server.url), Somebody(server.url)
    tables = [(await rival.begin(south="machine:4", north="machine:4"))[0] for _ in range(8)]
    lines = [rival.at(table) for table in tables]
    watching = [await line.__aenter__() for line in lines]
    await watching[0].hear("thinking")
    for _ in range(3):
        await answered(me)
    for opened in lines:
        await opened.__aexit__(None, None, None)
    await until_nobody_thinks(server.url)
    for who in (rival, me):
        await who.close()
