"""How fast the rules run: random legal play on one core, with every list of options computed and in playouts."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter, process_time

from senki import _build
from senki.engine.errors import SenkiError
from senki.engine.forms import read_json, to_json
from senki.engine.game import Game
from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game
from senki.players.playout import copy_all, positions_of_a_game, random_game

SLICES = 5
"""The median of so many runs is reported: one disturbed run does not show. Fewer where games are long."""
BATCH = 10
"""So many rounds of copies between two looks at the clock."""
MODES = ("interpreted", "compiled")
NOT_BUILT = 3
"""Exit status of a measurement that found no build of its mode."""


@dataclass
class Listing:
    """How many options the decisions of a step have, and how long it takes to list them, in microseconds."""

    step: str
    """Empty for all steps together."""
    decisions: int
    options: list[float]
    """Median, 99th percentile, most."""
    microseconds: list[float]
    """Median, 99th percentile, worst."""


@dataclass
class Figures:
    """What one build does in a second of processor time."""

    game: str
    mode: str
    decisions_per_second: float
    """With every list of options computed."""
    steps_per_second: float
    """Decisions and rolls."""
    playout_decisions_per_second: float
    """With one option drawn where the list would be dear."""
    games_per_second: float
    copies_per_second: float
    microseconds_per_copy: float
    decisions_per_game: float
    python: str
    listings: list[Listing]
    """All decisions of some random games, then step by step."""


def measure(game: Game, scenario: str, seconds: float) -> Figures:
    """Measure the build that runs now; most of the time goes to games, half of them playouts."""
    start = game.start(scenario, game.settings({}, scenario))
    start.settle()
    chance = Random(1)
    runs = slices(start, chance, seconds * 0.45, True)
    playouts = slices(start, chance, seconds * 0.45, False)
    positions = positions_of_a_game(start.copy(), chance)
    copies = median(copy_for(positions, seconds * 0.1 / SLICES) for _ in range(SLICES))
    return Figures(
        game=game.key,
        mode=_build.mode(),
        decisions_per_second=median(decisions / time for _, decisions, _, time in runs),
        steps_per_second=median((decisions + rolls) / time for _, decisions, rolls, time in runs),
        playout_decisions_per_second=median(decisions / time for _, decisions, _, time in playouts),
        games_per_second=median(games / time for games, _, _, time in runs),
        copies_per_second=copies,
        microseconds_per_copy=1e6 / copies,
        decisions_per_game=sum(run[1] for run in runs) / sum(run[0] for run in runs),
        python=f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}",
        listings=listings(start, chance, seconds * 0.2),
    )


def listings(start: Position, chance: Random, seconds: float) -> list[Listing]:
    """List the options of every decision of random games for a while, each list timed alone."""
    found: dict[str, list[tuple[int, float]]] = {}
    began = process_time()
    while not found or process_time() - began < seconds:
        p = start.copy()
        while not p.over:
            if p.waits_for == DECISION:
                before = perf_counter()
                options = p.options()
                took = perf_counter() - before
                found.setdefault(p.step.name, []).append((len(options), took))
                p.play(options[int(chance.random() * len(options))])
            else:
                roll = p.roll()
                p.play(roll.pick(int(chance.random() * roll.total)))
    everything = [one for measured in found.values() for one in measured]
    return [listing("", everything), *(listing(step, found[step]) for step in sorted(found))]


def listing(step: str, measured: list[tuple[int, float]]) -> Listing:
    """The spread of what was measured at a step."""
    counts = sorted(float(count) for count, _ in measured)
    times = sorted(1e6 * time for _, time in measured)
    return Listing(step, len(measured), spread(counts), spread(times))


def spread(values: list[float]) -> list[float]:
    """Median, 99th percentile and greatest of sorted values."""
    return [median(values), values[min(len(values) - 1, len(values) * 99 // 100)], values[-1]]


def slices(start: Position, chance: Random, seconds: float, listed: bool) -> list[tuple[int, int, int, float]]:
    """Several runs of random games; none begins when their time is over."""
    runs: list[tuple[int, int, int, float]] = []
    while not runs or (len(runs) < SLICES and sum(time for _, _, _, time in runs) < seconds):
        runs.append(play_for(start, chance, seconds / SLICES, listed))
    return runs


def play_for(start: Position, chance: Random, seconds: float, listed: bool) -> tuple[int, int, int, float]:
    """Play random games for a while: games, decisions, rolls and the processor time they took."""
    games = decisions = rolls = 0
    began = process_time()
    while (time := process_time() - began) < seconds or not games:
        made, rolled = random_game(start.copy(), chance, listed)
        decisions += made
        rolls += rolled
        games += 1
    return games, decisions, rolls, time


def copy_for(positions: list[Position], seconds: float) -> float:
    """Copies a second, over all positions of a game."""
    rounds = 0
    began = process_time()
    while (time := process_time() - began) < seconds or not rounds:
        copy_all(positions, BATCH)
        rounds += BATCH
    return rounds * len(positions) / time


def measure_apart(game: Game, scenario: str, seconds: float, mode: str) -> Figures | None:
    """Measure a build in a process of its own; nothing if there is no such build of these sources."""
    command = [sys.executable, "-m", "senki.lab.bench", game.key, scenario, str(seconds), mode]
    root = str(_build.HERE.parent)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))}
    environment.pop("SENKI_PURE", None)
    if mode == "interpreted":
        environment["SENKI_PURE"] = "1"
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    if done.returncode == NOT_BUILT:
        return None
    if done.returncode:
        raise SenkiError(f"the {mode} measurement failed: {done.stderr.decode().strip()}")
    figures: Figures = read_json(done.stdout, Figures, "bench")
    return figures


def measure_here(key: str, scenario: str, seconds: str, mode: str) -> int:
    """What the process of `measure_apart` does: it measures the build it runs, or says that it runs another."""
    if _build.mode() != mode:
        return NOT_BUILT
    print(to_json(measure(find_game(key), scenario, float(seconds))).decode())
    return 0


if __name__ == "__main__":
    sys.exit(measure_here(*sys.argv[1:]))
