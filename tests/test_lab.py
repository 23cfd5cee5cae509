"""The lab: series that repeat, figures that are right, and a fuzzer with teeth."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import senki
from senki.engine.errors import SenkiError
from senki.engine.position import Result
from senki.lab import clauses
from senki.lab.bench import listings
from senki.lab.fuzz import FuzzPlan, fuzz
from senki.lab.perft import perft
from senki.lab.report import Share, histogram, pairs_of, shares, summarise, wilson
from senki.lab.simulate import Plan, Trial, simulate
from senki.lab.workers import work_off

NANO = senki.find_game("nano")


def told(trials: list[Trial]) -> list[tuple[object, ...]]:
    """Everything of the games but the time they took, in order."""
    trials = sorted(trials, key=lambda trial: trial.index)
    return [(t.index, t.seed, t.players, t.decisions, t.rolls, t.winner, t.points, t.moves) for t in trials]


def test_the_same_seed_gives_the_same_games_whatever_the_workers() -> None:
    plan = Plan("nano", "campaign", ("random", "greedy"), seed=4, swap=True, records=True)
    alone = told(list(simulate(plan, range(8), workers=1)))
    assert told(list(simulate(plan, range(8), workers=2))) == alone
    assert told(list(simulate(plan, [5], workers=1))) == [alone[5]]
    other = Plan("nano", "campaign", ("random", "greedy"), seed=5, swap=True, records=True)
    assert told(list(simulate(other, range(8), workers=1))) != alone


def test_players_change_sides_after_every_game() -> None:
    plan = Plan("nano", "campaign", ("a", "b"), seed=1, swap=True)
    assert [plan.seats(index) for index in range(3)] == [("a", "b"), ("b", "a"), ("a", "b")]


def test_a_recorded_series_replays_by_the_rules() -> None:
    plan = Plan("nano", "campaign", ("random", "random"), seed=9, records=True)
    for trial in simulate(plan, range(3)):
        match = senki.new("nano")
        for move in trial.moves:
            match.play(move)
        assert match.result is not None
        assert (match.result.winner, match.result.points) == (trial.winner, trial.points)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 3, 0.0615, 0.7923), (0, 0, 0.0, 1.0)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def trial(index: int, players: tuple[str, str], winner: int, points: int = 0) -> Trial:
    return Trial(index, 0, players, [10, 20], [0.1, 0.4], rolls=5, turns=7, winner=winner, points=points)


def test_shares_by_side_and_by_player() -> None:
    fixed = [trial(0, ("a", "b"), 0), trial(1, ("a", "b"), 1)]
    assert shares(fixed) == [Share(0, "a", 1, 2), Share(1, "b", 1, 2)]
    changing = [trial(0, ("a", "b"), 0), trial(1, ("b", "a"), 1), trial(2, ("a", "b"), -1)]
    assert shares(changing) == [
        Share(0, None, 1, 3),
        Share(1, None, 1, 3),
        Share(None, "a", 2, 3),
        Share(None, "b", 0, 3),
        Share(0, "a", 1, 2),
        Share(1, "a", 1, 1),
        Share(0, "b", 0, 1),
        Share(1, "b", 0, 2),
    ]


def test_summary() -> None:
    summary = summarise([trial(0, ("a", "b"), 0, 3), trial(1, ("b", "a"), -1, 5)])
    assert (summary.games, summary.draws) == (2, 1)
    assert summary.points == [(3, 3, 1), (4, 4, 0), (5, 5, 1)]
    assert summary.decisions.mean == 30
    assert [(pace.player, pace.decisions) for pace in summary.paces] == [("a", 30), ("b", 30)]
    assert summary.paces[0].per_decision == pytest.approx(0.5 / 30)


def test_histogram_puts_many_values_together() -> None:
    assert histogram(list(range(40)), most=4) == [(0, 9, 10), (10, 19, 10), (20, 29, 10), (30, 39, 10)]
    assert histogram([-2, 7]) == [(-2, -2, 1), *((value, value, 0) for value in range(-1, 7)), (7, 7, 1)]


def double(number: int) -> int:
    """Stands for work that fails on one task."""
    if number == 3:
        raise ValueError("three is not to be doubled")
    return number * 2


def vanish(number: int) -> int:
    """Stands for a game that ends its worker."""
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


@pytest.mark.parametrize("workers", [1, 2])
def test_a_task_that_fails_is_told_with_its_number(workers: int) -> None:
    assert sorted(work_off(double, [0, 1, 2], workers)) == [0, 2, 4]
    with pytest.raises(SenkiError, match="game 3 failed: ValueError: three is not to be doubled"):
        list(work_off(double, range(5), workers))


def test_a_task_that_ends_two_workers_is_a_failure_and_the_others_are_done() -> None:
    said: list[str] = []

    def failed(number: int, why: str) -> int:
        said.append(f"{number}: {why}")
        return -1

    assert sorted(work_off(vanish, range(4), 2, failed=failed)) == [-1, 0, 4, 6]
    assert said == ["1: 2 worker processes ended over it (signal 9, SIGKILL)"]
    with pytest.raises(SenkiError, match="game 1 failed: 2 worker processes ended over it"):
        list(work_off(vanish, [1], 1, apart=True))


def test_perft_of_nano() -> None:
    """Golden numbers: four units into six towns each, then the initiative dice."""
    counts = [(level.sequences, level.positions) for level in perft(NANO.start("campaign", {}), 5)]
    assert counts == [(6, 6), (36, 36), (216, 216), (1296, 1296), (46656, 40176)]


def test_fuzz_finds_nothing_in_nano() -> None:
    games = list(fuzz(FuzzPlan("nano", "campaign", seed=2), range(6), workers=2))
    assert sorted(game.index for game in games) == list(range(6))
    assert not any(game.complaint for game in games)


FAULTS = {
    "an invariant": (
        "position.NanoPosition.check = lambda self: check(self) or (self.turn == 2 and fail('turn two'))",
        "turn two",
    ),
    "the quick list of options": ("action.legal_moves = lambda p, side: []", "without objection but not offered"),
    "the JSON form": (
        "nano.GAME.writing.write = lambda p: writing.write_position(p) | {'vp': 3}",
        "differs from the one",
    ),
    "the notation": ("nano.GAME.parse = lambda text, p: options.PASS", "parses back as another"),
    "the copy": ("position.NanoPosition.copy = shallow", "does not lead back to the position before it"),
    "a dead end": ("flow.redeployments = lambda p: []; flow.placements = lambda p: []", "dead end"),
    "an error in a rule": ("flow.move = lambda p, unit, to: 1 // 0", "ZeroDivisionError"),
}
PLANT = """
from senki.engine.errors import BrokenInvariant
from senki.games.nano import action, flow, options, position, writing
from senki.games.nano import game as nano
from senki.lab.fuzz import FuzzPlan, fuzz

check, copy = position.NanoPosition.check, position.NanoPosition.copy

def fail(why):
    raise BrokenInvariant(why)

def shallow(self):
    twin = copy(self)
    twin.town = self.town
    return twin

{fault}
for game in fuzz(FuzzPlan("nano", "campaign", 1), range(20)):
    if game.complaint:
        print(game.complaint)
        print(game.record.decode())
        break
"""


@pytest.mark.parametrize("name", FAULTS)
def test_fuzz_finds_a_planted_fault(name: str) -> None:
    """Only interpreted classes take a fault, so each is planted in a process of its own."""
    fault, complaint = FAULTS[name]
    environment = os.environ | {"SENKI_PURE": "1", "PYTHONPATH": str(Path(senki.__file__).parents[1])}
    found = subprocess.run(
        [sys.executable, "-c", PLANT.format(fault=fault)], env=environment, capture_output=True, text=True, check=True
    )
    assert complaint in found.stdout
    assert '"moves"' in found.stdout


RULE = '''
@enforces("NANO-1.1", "NANO-99.1")
def map_of_roads(p):
    """Shown by a case."""
    clause = "NANO-1.2" if p else "NANO-1.3"
    return [forbid(clause), p.tell("seen", "NANO-98.1", {})]


@enforces("NANO-1.5")
def round_and_round(p):
    """Only itself calls it, and what it calls nobody else does."""
    return round_and_round(p) or echo(p)


@enforces("NANO-1.6")
def echo(p):
    """Never called."""


MAP = map_of_roads(None)
'''


def test_clauses_without_code_or_case_are_listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text(RULE, encoding="utf-8")
    (tmp_path / "cases").mkdir()
    case = '{"game": "nano", "name": "roads", "clauses": ["NANO-1.1", "NANO-97.1"]}'
    (tmp_path / "cases" / "roads.json").write_text(case, encoding="utf-8")
    monkeypatch.setattr(clauses, "package_folder", lambda game: tmp_path)
    tracing = clauses.trace_clauses(NANO)
    traces = {trace.clause: trace for trace in tracing.traces}
    assert traces["NANO-1.1"].code == ["rule.map_of_roads"] and traces["NANO-1.1"].cases == ["roads"]
    assert traces["NANO-1.2"].code == traces["NANO-1.3"].code == ["rule.map_of_roads"]
    assert "NANO-1.2 has no case" in tracing.faults and "NANO-1.4 has no code" in tracing.faults
    for unknown in ("NANO-97.1", "NANO-98.1", "NANO-99.1"):
        assert any(unknown in fault for fault in tracing.faults)
    assert not any("NANO-1.1 " in fault for fault in tracing.faults)
    assert "NANO-1.5: its code rule.round_and_round is never called" in tracing.faults
    assert "NANO-1.6: its code rule.echo is never called" in tracing.faults
    assert "NANO-1.5 has no code" in tracing.faults and not traces["NANO-1.5"].code


def test_a_note_needs_neither_code_nor_case(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(clauses, "package_folder", lambda game: tmp_path)
    monkeypatch.setattr(NANO.rulebook.clauses["NANO-1.5"], "note", True)
    tracing = clauses.trace_clauses(NANO)
    assert not any("NANO-1.5" in fault for fault in tracing.faults)
    assert "NANO-1.4 has no code" in tracing.faults and "NANO-1.4 has no case" in tracing.faults


@pytest.mark.parametrize("key", ["nano", "shiloh"])
def test_every_clause_of_a_game_has_called_code_and_a_case_or_is_a_note(key: str) -> None:
    game = senki.find_game(key)
    assert clauses.trace_clauses(game).faults == []
    notes = [clause.number for clause in game.rulebook.clauses.values() if clause.note]
    assert notes == ([] if key == "nano" else ["SHI-1.5", "SHI-21.1", "SHI-21.2"])


def test_a_pair_plays_one_seed_twice_with_sides_changed() -> None:
    plan = Plan("nano", "campaign", ("greedy", "random"), seed=3, pairs=True)
    trials = sorted(simulate(plan, range(6)), key=lambda trial: trial.index)
    assert [trial.seed for trial in trials[::2]] == [trial.seed for trial in trials[1::2]]
    assert len({trial.seed for trial in trials}) == 3
    assert [trial.players for trial in trials] == [("greedy", "random"), ("random", "greedy")] * 3
    game = senki.find_game("nano")
    for trial in trials:
        assert trial.grade == {0: 1, 1: -1, -1: 0}[trial.winner]
    sums = pairs_of(plan, trials)
    assert sums == [[first.grade, -second.grade] for first, second in zip(trials[::2], trials[1::2], strict=True)]
    assert game.grade(Result(1, "any", 3, ""), 0) == -1 and game.grade(Result(-1, "draw", 0, ""), 1) == 0


def test_the_bench_tells_how_many_options_there_are_and_how_long_listing_them_takes() -> None:
    game = senki.find_game("nano")
    start = game.start("campaign", game.settings({}))
    start.settle()
    everything, *steps = listings(start, Random(1), 0.0)
    assert everything.step == "" and everything.decisions == sum(one.decisions for one in steps)
    assert everything.options[2] == max(one.options[2] for one in steps)
    for one in steps:
        assert 1 <= one.options[0] <= one.options[1] <= one.options[2]
        assert 0 < one.microseconds[0] <= one.microseconds[1] <= one.microseconds[2]
