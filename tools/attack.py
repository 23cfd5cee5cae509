"""A bounded storm on a service of its own, beside an honest pair at another table.

Records and maps are loaded, machines set against each other and watched, sockets opened that never read, watchers talk
without pause, guests without a cookie begin tables. Meanwhile two people play, and the time from each of their choices
to the other's view is measured, and the memory of the service and of its workers. Exits with 1 if a bound is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from load import Load
from stand import Http, memory, service, workers
from websockets.asyncio.client import connect

import senki
from senki.engine.forms import to_json
from senki.workshop.checking import map_text

P99, WORST = 0.250, 1.0
"""Seconds to the other's view, at the most."""
GROWTH, KEPT = 200 << 20, 100 << 20
"""Bytes the service and its workers may take on, and keep when it is over."""
RECORDS, MACHINES, DEAF, WATCHERS, MAPS = 12, 20, 20, 5, 6
EVERY = 0.05
"""Seconds between two choices of the pair."""
CALM = 15.0
"""Seconds before and after the storm."""


def long_record() -> dict[str, Any]:
    """About 2,000 moves of Shiloh at random."""
    match, chance = senki.new("shiloh", seed=3), random.Random(1)
    while len(match.played) < 2000 and not match.over:
        match.roll_all()
        if not match.over:
            match.play(chance.choice(match.pending.options))  # type: ignore[union-attr]
    found: dict[str, Any] = json.loads(to_json(match.record()))
    return found


class Storm:
    """Everything that is thrown at the service, until it is told to stop."""

    def __init__(self, url: str) -> None:
        at = urlsplit(url)
        self.host, self.port = at.hostname or "", at.port or 0
        self.sockets = url.replace("http", "ws") + "/ws/tables/"
        self.answers: Counter[str] = Counter()
        self.over = False

    def tasks(self, record: dict[str, Any]) -> list[asyncio.Task[None]]:
        both = {"csa": "me", "usa": "me"}
        load = {"game": "shiloh", "seats": both, "record": record}
        text = map_text("shiloh")
        # As long as a map may be, in bytes: most of it is remarks.
        own = {"game": "shiloh", "seats": both, "options": {"map": text + "\n" + "# remark\n" * (880_000 // 9)}}
        guest = {"game": "nano", "seats": {"south": "me", "north": "open"}}
        work = [self._again_and_again("records", load, 0.2) for _ in range(RECORDS)]
        work += [self._again_and_again("maps", own, 0.2) for _ in range(MAPS)]
        work += [self._again_and_again("guests", guest, 0.02) for _ in range(2)]
        work += [self._machines() for _ in range(MACHINES)]
        work += [self._talk() for _ in range(WATCHERS)]
        work += [self._never_read() for _ in range(DEAF)]
        return [asyncio.create_task(self._weather(one)) for one in work]

    async def _weather(self, work: Any) -> None:
        """Go on whatever is refused, cut off or closed."""
        try:
            await work
        except (OSError, EOFError) as wrong:
            self.answers[f"cut off: {type(wrong).__name__}"] += 1

    async def _again_and_again(self, what: str, wish: dict[str, Any], pause: float) -> None:
        http = Http(self.host, self.port)
        while not self.over:
            status, _, _ = await http.try_to("POST", "/api/tables", wish)
            self.answers[f"{what} {status}"] += 1
            await asyncio.sleep(pause)
        http.close()

    async def _table(self, wish: dict[str, Any]) -> str:
        http = Http(self.host, self.port)
        try:
            while not self.over:
                status, _, made = await http.try_to("POST", "/api/tables", wish)
                if status == 201:
                    return str(made["id"])
                await asyncio.sleep(0.5)
        finally:
            http.close()
        return ""

    async def _machines(self) -> None:
        """Two machines at the highest level, watched."""
        table = await self._table({"game": "nano", "seats": {"south": "machine:4", "north": "machine:4"}})
        if not table:
            return
        async with connect(self.sockets + table) as socket:
            await socket.send('{"type":"hello"}')
            while not self.over:
                with suppress(TimeoutError):
                    await asyncio.wait_for(socket.recv(), 1.0)
                    self.answers["machines heard"] += 1

    async def _talk(self) -> None:
        table = await self._table({"game": "nano", "seats": {"south": "me", "north": "open"}})
        if not table:
            return
        async with connect(self.sockets + table) as socket:
            await socket.send('{"type":"hello"}')
            while not self.over:
                await socket.send('{"type":"chat","text":"hear, hear"}')
                heard = json.loads(await socket.recv())
                self.answers[f"chat {heard.get('code', 'heard')}"] += 1
                await asyncio.sleep(0.02)

    async def _never_read(self) -> None:
        """Ask for the whole table and never read it; come back when cut off."""
        table = await self._table({"game": "shiloh", "seats": {"csa": "me", "usa": "me"}})
        while table and not self.over:
            # Nothing is read: the queue is full after one message.
            try:
                async with connect(self.sockets + table, max_queue=1, close_timeout=0.1, ping_interval=None) as socket:
                    while not self.over:
                        await asyncio.wait_for(socket.send('{"type":"hello"}'), 1.0)
                        self.answers["unread asked"] += 1
                        await asyncio.sleep(0.02)
            except Exception:
                self.answers["unread cut off"] += 1
                await asyncio.sleep(0.5)


class Pair:
    """Two people at a table of their own, who play game after game."""

    def __init__(self, url: str) -> None:
        self.load = Load(argparse.Namespace(every=EVERY, seed=1))
        at = urlsplit(url)
        self.host, self.port = at.hostname or "", at.port or 0
        self.stopped = False

    async def play(self) -> None:
        http = Http(self.host, self.port)
        cookies = [(await http.ask("GET", "/api/me"))[0] for _ in range(2)]
        games = [await self.load._table(http, self.host, self.port, cookies) for _ in range(40)]
        http.close()
        for game in games:
            game.running = True
            while game.running and not self.stopped:
                # Both have heard of the last choice: who has not would answer a position that is past.
                if not game.sent_at and len({view.at for view in game.views if view is not None}) == 1:
                    game.choose()
                await asyncio.sleep(EVERY)
            if self.stopped:
                return

    def take(self) -> list[float]:
        """The times since the last call."""
        times, self.load.latencies = self.load.latencies, []
        return sorted(times)


class Scales:
    """The memory of the service and its workers, weighed all the time."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.peak = (0, 0)

    def weigh(self) -> tuple[int, int]:
        """Bytes of the service, and of its workers."""
        return memory(self.pid), sum(map(memory, workers(self.pid)))

    async def watch(self) -> None:
        while True:
            now = self.weigh()
            self.peak = max(self.peak[0], now[0]), max(self.peak[1], now[1])
            await asyncio.sleep(0.2)


def figures(times: list[float]) -> tuple[int, float, float, float]:
    """How many, the median, p99 and the worst."""
    if not times:
        return 0, 0.0, 0.0, 0.0
    return len(times), times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))], times[-1]


async def attack(url: str, pid: int, seconds: float) -> bool:
    record = long_record()
    pair, scales, storm = Pair(url), Scales(pid), Storm(url)
    playing = asyncio.create_task(pair.play())
    await asyncio.sleep(CALM)
    calm, before = figures(pair.take()), scales.weigh()
    watching = asyncio.create_task(scales.watch())
    tasks = storm.tasks(record)
    started = time.perf_counter()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - started
    during = figures(pair.take())
    storm.over = True
    _, late = await asyncio.wait(tasks, timeout=10)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    watching.cancel()
    peak = scales.peak
    await asyncio.sleep(CALM)
    after, left = scales.weigh(), figures(pair.take())
    pair.stopped = True
    await playing
    return report(spent, storm.answers, {"before": calm, "storm": during, "after": left}, (before, peak, after))


def report(
    spent: float,
    answers: Counter[str],
    times: dict[str, tuple[int, float, float, float]],
    weights: tuple[tuple[int, int], tuple[int, int], tuple[int, int]],
) -> bool:
    print(f"{spent:.0f} s of storm: " + ", ".join(f"{what} {count}" for what, count in sorted(answers.items())))
    print(f"\n{'to the other’s view':22}{'choices':>9}{'p50':>9}{'p99':>9}{'worst':>9}")
    for when, (count, middle, p99, worst) in times.items():
        print(f"{when:22}{count:9}{middle * 1000:6.1f} ms{p99 * 1000:6.1f} ms{worst * 1000:6.1f} ms")
    print(f"\n{'memory in MB':22}{'before':>9}{'peak':>9}{'after':>9}")
    for name, at in (("service", 0), ("workers", 1)):
        print(f"{name:22}" + "".join(f"{weight[at] / (1 << 20):9.0f}" for weight in weights))
    before, peak, after = (sum(weight) for weight in weights)
    count, _, p99, worst = times["storm"]
    bounds = {
        f"the pair plays on ({count} choices)": count > 0,
        f"p99 under {P99 * 1000:.0f} ms": p99 < P99,
        f"worst under {WORST * 1000:.0f} ms": worst < WORST,
        f"growth under {GROWTH >> 20} MB ({(peak - before) >> 20})": peak - before < GROWTH,
        f"and after it ({times['after'][0]})": times["after"][0] > 0,
        f"given back to {KEPT >> 20} MB ({(after - before) >> 20})": after - before < KEPT,
        "somebody was refused": any(what.endswith(("429", "too_fast", "cut off")) for what in answers),
    }
    print()
    for bound, holds in bounds.items():
        print(f"{'held  ' if holds else 'BROKEN'}  {bound}")
    return all(bounds.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40.0, help="length of the storm (default 40, at most 120)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'attack.db'}"
        with service(database) as (url, pid):
            return 0 if asyncio.run(attack(url, pid, min(args.seconds, 120.0))) else 1


if __name__ == "__main__":
    sys.exit(main())
