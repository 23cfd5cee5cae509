"""Records and maps are played and judged in worker processes, a few at a time, and leave nothing behind."""

from __future__ import annotations

import asyncio
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import senki
from senki.engine.errors import SenkiError
from senki.engine.forms import Record, convert, to_json
from senki.engine.match import verify
from senki.engine.registry import find_game
from senki.table.machine import crew, errands
from senki.table.machine.errands import MOST_READ, MOST_READ_FROM, Errands
from senki.table.machine.jobs import Begin, Beginning, Load
from senki.table.machine.loading import begin_from
from senki.table.play.founding import set_up
from senki.table.play.replays import MOST_KEPT, MOST_MARKS, Replay, Replays
from senki.table.refusals import Refused
from senki.table.store.rows import EntryRow
from senki.workshop.checking import map_text
from tests.table.inside import PATIENCE
from tests.table.support import Server, Somebody, story


def played(key: str, moves: int, seed: int = 3) -> Record:
    """The record of random play."""
    match, chance = senki.new(key, seed=seed), random.Random(1)
    while len(match.played) < moves and not match.over:
        match.roll_all()
        if not match.over:
            match.play(chance.choice(match.pending.options))  # type: ignore[union-attr]
    return match.record()


@pytest.fixture(scope="module")
def long_record() -> Record:
    return played("shiloh", 2000)


def as_document(record: Record) -> dict[str, Any]:
    return convert(to_json_back(record), dict, "record")


def to_json_back(record: Record) -> Any:
    import json

    return json.loads(to_json(record))


def memory(process: int) -> int:
    """Bytes a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * 4096


def test_a_record_is_played_move_by_move_and_no_position_is_kept(long_record: Record) -> None:
    heard = []
    match = verify(long_record, told=heard.append)
    assert match.played == [] and [one.option.text for one in heard] == long_record.moves
    assert match.position == verify(long_record).position


def test_a_replayed_record_says_what_is_stored() -> None:
    record = played("nano", 1000)
    made = begin_from(record, None)
    match = verify(record)
    assert [move.option for move in made.moves] == record.moves and made.awaits is None and made.ending
    assert [move.side for move in made.moves] == [one.side for one in match.played]
    assert made.seed is not None and made.position == to_json(match.game.write(match.position)).decode()
    part = begin_from(record, 10)
    assert len(part.moves) == 10 and part.seed is None and part.ending is None
    spoilt = [*record.moves[:-1], "pass"]
    with pytest.raises(SenkiError, match=f"move {len(spoilt)}"):
        begin_from(convert({**to_json_back(record), "moves": spoilt}, Record, "record"), None)


@story
async def test_records_are_taken_on_a_few_at_a_time(long_record: Record) -> None:
    work = Errands()
    try:
        asked = [work.begin(Load(long_record, None), "10.0.0.1") for _ in range(MOST_READ_FROM + 2)]
        asked.append(work.begin(Load(played("nano", 50), None), "10.0.0.2"))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(refused) == 2 and all(wrong.code == "too_fast" and wrong.facts["why_ja"] for wrong in refused)
        assert sum(isinstance(answer, Beginning) for answer in answers) == MOST_READ_FROM + 1
        everybody = [work.begin(Load(played("nano", 5), None), f"10.0.1.{n}") for n in range(MOST_READ + 3)]
        answers = await asyncio.gather(*everybody, return_exceptions=True)
        assert sum(isinstance(answer, Refused) for answer in answers) == 3
        assert set(work.counts.values()) == {0}
    finally:
        await work.close()


@story
async def test_a_record_that_takes_too_long_is_given_up_with_its_process(
    long_record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Errands()
    try:
        monkeypatch.setattr(errands, "LONGEST_READ", 0.01)
        with pytest.raises(Refused) as wrong:
            await work.begin(Load(long_record, None), "")
        assert wrong.value.code == "too_big" and not work.crew.workers
        monkeypatch.undo()
        assert (await work.begin(Load(played("nano", 5), None), "")).moves
    finally:
        await work.close()


@story
async def test_a_worker_that_holds_much_memory_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    work = Errands()
    try:
        job = Load(played("nano", 5), None)
        await work.begin(job, "")
        (first,) = work.crew.workers
        await work.begin(job, "")
        assert work.crew.workers == {first} and first.memory > 0
        monkeypatch.setattr(crew, "IDLE", 0.0)
        await work.begin(job, "")
        await asyncio.wait_for(first.process.wait(), 30)
        assert work.crew.workers == set(), "nobody asks: the process goes home"
        monkeypatch.undo()
        await work.begin(job, "")
        (first,) = work.crew.workers
        monkeypatch.setattr(crew, "MOST_MEMORY", 1)
        await work.begin(job, "")
        assert work.crew.workers == set() and await first.process.wait() != 0
    finally:
        await work.close()


@story
async def test_only_what_brings_a_file_along_goes_to_a_worker() -> None:
    asked = []

    async def begin(job: Begin, address: str) -> str:
        asked.append(job)
        return address

    hall: Any = SimpleNamespace(errands=SimpleNamespace(begin=begin))
    game = find_game("shiloh")
    anew: Any = await set_up(hall, game, game.scenarios[0].id, {}, "10.0.0.1")
    assert anew.moves == [] and asked == []
    assert await set_up(hall, game, game.scenarios[0].id, {"map": map_text("shiloh")}, "10.0.0.1") == "10.0.0.1"
    assert len(asked) == 1


@story
async def test_many_records_at_once_cost_the_service_little(server: Server, long_record: Record) -> None:
    """Twelve at a time: some are asked to come again, and memory stays as it was."""
    me = Somebody(server.url)
    document = to_json_back(long_record)
    wish = {"game": "shiloh", "seats": {"csa": "me", "usa": "me"}, "record": document}
    table = (await me.post("/tables", wish, 201))["id"]
    before = memory(server.process.pid)
    answers = await asyncio.gather(*(me.http.post("/api/tables", json=wish) for _ in range(12)))
    codes = [answer.status_code for answer in answers]
    assert set(codes) == {201, 429} and codes.count(201) >= MOST_READ_FROM
    assert "why_ja" in next(answer.json()["facts"] for answer in answers if answer.status_code == 429)
    assert memory(server.process.pid) - before < 60 << 20
    last = len(long_record.moves)
    seen = await me.get(f"/tables/{table}/view?at={last // 2}")
    assert seen["turn"] >= 1 and seen["choices"] == []
    branch = {"game": "shiloh", "seats": {"csa": "me", "usa": "me"}, "branch": {"table": table, "at": last // 2}}
    assert (await me.get(f"/tables/{(await me.post('/tables', branch, 201))['id']}"))["at"] == last // 2
    await me.close()


def test_replays_remember_only_so_much() -> None:
    def replay_of(moves: int) -> Replay:
        entries = [EntryRow("t", n, 0, "", f"move S{n} luray", None, "[]", 0.0) for n in range(moves + 1)]
        row: Any = SimpleNamespace(n=moves, game="nano", rules=1, scenario="campaign", switches={}, origin=None)
        return Replay(row, entries)

    long = replay_of(20_000)
    assert 20_000 / long.every <= MOST_MARKS and replay_of(100).every == 25
    for number in range(MOST_MARKS):
        long._remember(number * long.every, "x" * (1 << 20))
    assert sum(map(len, long.marks.values())) <= 4 << 20
    kept = Replays()
    for number in range(40):
        kept.keep(str(number), replay_of(20_000))
    assert sum(one.size for one in kept.kept.values()) <= MOST_KEPT and "39" in kept.kept and "0" not in kept.kept


@story
async def test_a_process_that_was_ended_in_the_middle_of_a_long_answer_is_gone() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "import sys; sys.stdout.write(5_000_000 * 'x'); sys.stdin.read()",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    # Until reading is paused for want of room; the rest is still in the pipe.
    await process.stdout.readexactly(1)
    await asyncio.sleep(0)
    worker = crew.Worker(process)
    worker.kill()
    await asyncio.wait_for(worker.gone(), PATIENCE)
    assert process.returncode is not None
