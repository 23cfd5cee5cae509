"""Measures what a large hex game costs: 3,300 hexes, 220 counters, two sheets, six levels (`make big`).

A copy of the package whose only game is that of tests/big lies in build/big and is compiled there, so that rules,
boards and engine are measured as they are played; with SENKI_PURE=1 all of it runs interpreted. Each part is measured
in a process of its own, in processor time; the service by the clock, as those who wait for it do. Nothing here is a
test: figures depend on the machine and on what else it does. `tools/bigbench.py terminal sjw rapidan_to_manassas`
measures one part (terminal, service) of a game as it is, with the rules as they are compiled.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bigmap import make_game

ROOT = Path(__file__).parent.parent
TREE = ROOT / "build" / "big"
BUILDING = ("setup.py", "pyproject.toml", "README.md", "LICENSE", "tools/unmark.py", "tools/compile.ini")
GAME, SCENARIO = sys.argv[2:4] if len(sys.argv) > 3 else ("big", "campaign")
STEPS = 20_000
SCREEN = (120, 40)
PARTS = ("rules", "memory", "terminal", "service")


# The package with this one game


def make_tree() -> None:
    """Bring the copy up to date; a file that has not changed keeps its age, so that little is compiled again."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        shutil.copytree(ROOT / "senki", fresh / "senki", ignore=left_out)
        for game in (fresh / "senki" / "games").iterdir():
            if game.is_dir():
                shutil.rmtree(game)
        make_game(fresh / "senki" / "games")
        for name in BUILDING:
            (fresh / name).parent.mkdir(exist_ok=True)
            shutil.copy2(ROOT / name, fresh / name)
        wanted = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
        for kept in wanted:
            target = TREE / kept
            if not target.exists() or target.read_bytes() != (fresh / kept).read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(fresh / kept, target)
        for old in list((TREE / "senki").rglob("*.py")):
            if old.relative_to(TREE) not in wanted:
                old.unlink()


def compile_tree() -> None:
    """Compile the copy, unless the sources are to run."""
    if os.environ.get("SENKI_PURE"):
        return
    print("compiling engine, boards, players and the game (minutes, once) …", flush=True)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    log = TREE / "compile.log"
    with log.open("w") as out:
        made = subprocess.run(command, cwd=TREE, env={**os.environ, "SENKI_COMPILE": "1"}, stdout=out, stderr=out)
    if made.returncode:
        raise SystemExit(f"nothing was compiled: see {log}")
    for library in TREE.glob("senki__mypyc*.so"):
        library.touch()


def measure(part: str) -> None:
    """Measure one part in a process that has this one game."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TREE), str(ROOT)])}
    subprocess.run([sys.executable, str(Path(__file__)), part], cwd=TREE, env=env, check=True)


# What is measured


def tell(what: str, aim: str, found: str) -> None:
    print(f"| {what} | {aim} | {found} |", flush=True)


def best(work: Callable[[], object], times: int, rounds: int = 5) -> float:
    """Seconds of processor time of one run, in the best of some rounds."""
    found = []
    for _ in range(rounds):
        before = process_time()
        for _ in range(times):
            work()
        found.append((process_time() - before) / times)
    return min(found)


def begun(steps: int = 600) -> Any:
    """A position some turns into a random game."""
    from senki.engine.position import DECISION
    from senki.engine.registry import find_game

    game = find_game(GAME)
    p = game.start(SCENARIO, game.settings({}, SCENARIO))
    p.settle()
    chance = Random(1)
    for _ in range(steps):
        roll = None if p.waits_for == DECISION else p.roll()
        p.play(chance.choice(p.options()) if roll is None else roll.pick(int(chance.random() * roll.total)))
    return p


def rules() -> None:
    """Copies, and all moves of every unit."""
    from senki import _build
    from senki.engine.position import DECISION

    print(f"({_build.mode()})")
    p = begun()
    tell("position copy", "15 µs", f"{best(p.copy, 2000) * 1e6:.1f} µs")
    while p.step.name != "pick":
        p.play(p.options()[-1])
    costs, reached = [], []
    for option in p.options()[:-1]:
        going = p.copy()
        going.play(option)
        assert going.waits_for == DECISION

        def moves(going: Any = going) -> None:
            going.reach = None
            going.options()

        costs.append(best(moves, 3, 3))
        reached.append(len(going.options()) - 1)
    tell(
        "all moves of a 12-point unit", "1 ms",
        f"median {median(costs) * 1e3:.3f} ms, worst {max(costs) * 1e3:.3f} ms of {len(costs)} units "
        f"({median(reached):.0f} and {max(reached)} hexes)",
    )  # fmt: skip


def memory() -> None:
    """A long random game: time and the most memory the process ever held."""
    from senki.engine.dice import seeded_dice
    from senki.engine.match import Match
    from senki.engine.position import CHANCE
    from senki.engine.registry import find_game

    match, chance = Match(find_game(GAME), SCENARIO, seeded_dice(1), {}), Random(1)
    before = process_time()
    for _ in range(STEPS):
        if match.position.waits_for == CHANCE:
            match.roll()
        else:
            match.play(match.position.draw(chance))
    seconds = process_time() - before
    match.position.check()
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tell(f"a match of {STEPS:,} random steps", "400 MB", f"{held:.0f} MB (turn {match.view(-1).turn}, {seconds:.1f} s)")


def terminal() -> None:
    """Opening the map and drawing it, then the whole screen."""
    from senki.engine.registry import find_game
    from senki.terminal.charts import chart_of
    from senki.terminal.mapview import Scene

    game = find_game(GAME)
    p = begun()
    view = game.view(p, p.side_to_act)
    colours = {side.id: side.colour for side in game.sides}
    ready = {choice.piece for choice in view.choices if choice.piece is not None}
    before = process_time()
    chart = chart_of(game, SCENARIO, {})
    chart.draw(*SCREEN, "en", Scene(view.pieces, colours, ready))
    tell("terminal: map laid out and drawn", "300 ms", f"{(process_time() - before) * 1e3:.0f} ms")
    cursors = Random(1).sample(chart.places, 40)

    def frames() -> None:
        for place in cursors:
            picture = chart.draw(*SCREEN, "ja", Scene(view.pieces, colours, ready, cursor=place))
            for row in range(picture.height):
                picture.row(row)

    tell(
        f"terminal: frame of {SCREEN[0]} × {SCREEN[1]}", "20 ms", f"{best(frames, 1) / len(cursors) * 1e3:.1f} ms"
    )  # fmt: skip
    asyncio.run(screen())


async def screen() -> None:
    """The whole screen, with everything around the map."""
    from senki.engine.registry import find_game
    from senki.terminal.app.game_app import GameApp
    from senki.terminal.saves import Shelf
    from senki.terminal.session import HUMAN, Session

    game = find_game(GAME)
    with tempfile.TemporaryDirectory() as folder:
        before = process_time()
        session = Session(game, SCENARIO, {side.id: HUMAN for side in game.sides}, 1, Shelf(Path(folder)))
        app = GameApp(session, "en", pace=0)
        async with app.run_test(size=SCREEN) as pilot:
            await pilot.pause()
            tell("… the screen with list, log and rules", "", f"{(process_time() - before) * 1e3:.0f} ms")
            keys = []
            for key in ("tab", "tab", "enter", "enter", "right", "down", "tab", "enter"):
                before = process_time()
                await pilot.press(key)
                keys.append(process_time() - before)
            tell("… a key, until the screen is at rest", "", f"median {median(keys) * 1e3:.0f} ms")


def service() -> None:
    """A table opened over HTTP and its socket: with nothing drawn yet, and after a restart; then views in play."""
    from tests.table.support import Server, sqlite

    with tempfile.TemporaryDirectory() as folder:
        database = sqlite(Path(folder))
        for when, aim in (("map drawn for the first time", ""), ("opened cold after a restart", "2 s")):
            with Server(database) as server:
                asyncio.run(table(server.url, when, aim))
                server.stop()


async def table(url: str, when: str, aim: str) -> None:
    """Open a table as a browser does; the second time, play on it."""
    from senki.engine.registry import find_game
    from tests.table.support import Somebody

    ann = Somebody(url)
    seats = {side.id: "me" for side in find_game(GAME).sides}
    before = perf_counter()
    made = await ann.post("/tables", {"game": GAME, "scenario": SCENARIO, "seats": seats}, 201)
    for what in ("games", f"games/{GAME}/messages", f"games/{GAME}/rulebook"):
        await ann.get(f"/{what}")
    async with ann.at(made["id"]) as line:
        board = line.table["board"]
        answers = [await ann.http.get(f"/api/{board}{what}?lang=en") for what in ("", "/map.svg")]
        assert all(answer.status_code == 200 for answer in answers), answers
        size = sum(len(answer.content) for answer in answers)
        tell(f"browser service: table, {when}", aim, f"{perf_counter() - before:.2f} s ({size / 1e6:.1f} MB of board)")
        if aim:
            times, chance = [], Random(2)
            for _ in range(200):
                before = perf_counter()
                await line.play(chance.choice(line.choices))
                times.append(perf_counter() - before)
            tell(
                "browser service: choice made, view back", "50 ms",
                f"median {median(times) * 1e3:.1f} ms, worst of 200 {max(times) * 1e3:.1f} ms",
            )  # fmt: skip
    await ann.close()


def main() -> int:
    if len(sys.argv) > 1:
        {"rules": rules, "memory": memory, "terminal": terminal, "service": service}[sys.argv[1]]()
        return 0
    make_tree()
    compile_tree()
    print("| what | aim | found |\n| --- | --- | --- |")
    for part in PARTS:
        measure(part)
    return 0


if __name__ == "__main__":
    sys.exit(main())
