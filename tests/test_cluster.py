"""A series on a Ray cluster of two nodes on this machine: the same games, whatever happens to a node."""

import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

import senki
from senki.engine.errors import SenkiError
from senki.lab.cluster import nodes
from senki.lab.rows import about_of
from senki.lab.series import kept_series
from senki.lab.simulate import Plan, Trial, simulate
from senki.lab.workers import work_off
from senki.terminal.main import main

pytest.importorskip("ray")
PLAN = Plan("nano", "campaign", ("search:1", "greedy"), seed=4, swap=True, records=True)
GAMES = 16


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one core each; the second may be killed."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        yield made
    finally:
        made.shutdown()


@pytest.fixture(scope="module")
def alone() -> list[tuple[object, ...]]:
    """The games as one process plays them."""
    return hashes(list(simulate(PLAN, range(GAMES))))


def hashes(trials: list[Trial]) -> list[tuple[object, ...]]:
    """What must be the same wherever a game is played."""
    trials = sorted(trials, key=lambda trial: trial.index)
    return [(trial.index, trial.moves_hash, trial.digest, trial.winner, trial.failure) for trial in trials]


def test_a_killed_node_loses_nothing_and_the_games_are_those_of_one_process(
    cluster: Any, alone: list[tuple[object, ...]], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    node = cluster.add_node(num_cpus=1)
    about = about_of(senki.find_game("nano"), PLAN, "")
    with kept_series(tmp_path / "run", about, 5) as series:
        trials: list[Trial] = []
        for trial in series.keeping(simulate(PLAN, range(GAMES), cluster=cluster.address)):
            trials.append(trial)
            if len(trials) == GAMES // 4:
                assert nodes() == 2
                cluster.remove_node(node, allow_graceful=False)
    assert hashes(trials) == alone
    told, complaints = capfd.readouterr()
    assert "raylet" not in told + complaints
    with kept_series(tmp_path / "run", about, 5) as series:
        assert hashes(list(series.found.values())) == alone


def test_the_command_plays_on_a_cluster(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ["--seat", "south=random", "--seat", "north=random"]
    out = str(tmp_path / "games.parquet")
    assert main(["simulate", "nano", *seats, "--games", "100", "--out", out, "--cluster", cluster.address]) == 0
    told, complaints = capsys.readouterr()
    assert "100 games, seed 1" in told and out in told and not complaints


def test_a_task_that_ends_its_workers_fails_alone(cluster: Any) -> None:
    def end_or_tell(number: int) -> str:
        if number == 3:
            os._exit(1)
        return f"game {number}"

    found = work_off(end_or_tell, range(6), 1, failed=lambda task, why: f"no {task}: {why}", cluster=cluster.address)
    *whole, lost = sorted(found)
    assert whole == [f"game {number}" for number in (0, 1, 2, 4, 5)]
    assert lost.startswith("no 3: 2 workers of the cluster ended over it")


def test_something_else_that_answers_is_no_cluster() -> None:
    server = HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    Thread(target=server.handle_request, daemon=True).start()
    with server, pytest.raises(SenkiError, match="something else answers there"):
        list(simulate(PLAN, range(2), cluster=f"127.0.0.1:{server.server_port}"))


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1:1", "no Ray cluster there"),
        ("auto", "no Ray cluster there"),
        ("here", "HOST:PORT"),
        ("ray://a:1", "HOST:PORT"),
    ],
)
def test_where_no_cluster_is_one_line_says_so(address: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(SenkiError, match=why) as told:
        list(simulate(PLAN, range(2), cluster=address))
    assert "\n" not in str(told.value)
