"""A game and a player in a package of their own (examples/outside), installed beside the compiled wheel.

They play, simulate on two workers and on Ray, and stand in a tournament. The environment is fresh but for the packages
of others, which are borrowed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from senki import _build

pytest.importorskip("ray")
ROOT = Path(__file__).parent.parent
OURS = ("senki", "__editable__", "distutils-precedence")
NODE = """
import sys
from ray.cluster_utils import Cluster
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
print("address", cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
"""
"""A cluster of one node, until nobody holds its input any more."""
SERIES = ["simulate", "crossroads", "--blue", "patient", "--red", "greedy", "--games", "6", "--swap"]

pytestmark = pytest.mark.skipif(_build.mode() != "compiled", reason="the wheel is made of what is compiled")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and the package, and nothing of this checkout."""
    place = tmp_path_factory.mktemp("fresh")
    wheels = place / "wheels"
    copy = place / "checkout"
    for name in ("senki", "tools", "build/staged"):
        leave = shutil.ignore_patterns("__pycache__", "*.so") if name == "senki" else None
        shutil.copytree(ROOT / name, copy / name, ignore=leave)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "examples" / "outside", place / "outside")
    build(copy, wheels, SENKI_COMPILE="staged", SENKI_CLIENT="0")
    build(place / "outside", wheels)
    venv.create(place / "venv", with_pip=False, symlinks=True)
    programs = place / "venv" / "bin"
    packages = next((place / "venv" / "lib").glob("python*/site-packages"))
    borrowed = place / "borrowed"
    borrowed.mkdir()
    for thing in Path(sysconfig.get_path("purelib")).iterdir():
        if not thing.name.startswith(OURS) and thing.suffix != ".pth":
            (borrowed / thing.name).symlink_to(thing)
    (packages / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")
    run([sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "-q", "--no-deps", "--no-index",
         *map(str, wheels.glob("*.whl"))], place)  # fmt: skip
    return programs


def build(source: Path, wheels: Path, **switches: str) -> None:
    """Make a wheel of a folder."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(wheels)]
    run([*command, str(source)], source, **switches)


def run(command: list[str], where: Path, **switches: str) -> str:
    """What a program says on its output; it must not fail."""
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "RAY_USAGE_STATS_ENABLED": "0", **switches}
    for name in ("PYTHONPATH", "SENKI_PURE"):
        environment.pop(name, None)
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def senki(fresh: Path, *words: str) -> str:
    """What a command says in the fresh environment."""
    return run([str(fresh / "senki"), *words], fresh.parent)


@pytest.fixture(scope="module")
def ray_node(fresh: Path) -> Iterator[str]:
    """The address of a cluster of one node in the fresh environment."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SENKI_PURE")}
    node = subprocess.Popen(
        [str(fresh / "python"), "-c", NODE], cwd=fresh.parent, env={**environment, "RAY_USAGE_STATS_ENABLED": "0"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert node.stdin is not None and node.stdout is not None
    try:
        yield next(line.split()[1] for line in node.stdout if line.startswith("address "))
    finally:
        node.stdin.close()
        node.wait()


def games(told: str) -> list[Any]:
    """The games of a results file, as far as they are the same wherever they are played."""
    read = json.loads(Path(told).read_text(encoding="utf-8"))["games"]
    return [(game["index"], game["moves_hash"], game["digest"], game["winner"]) for game in read]


def test_the_rules_are_compiled_and_the_game_is_there(fresh: Path) -> None:
    ask = "import senki; from senki import _build; print(_build.mode(), senki.__file__)"
    where = run([str(fresh / "python"), "-c", ask], fresh)
    assert where.startswith("compiled") and str(fresh.parent) in where
    listed = {game["key"] for game in json.loads(senki(fresh, "games", "--json"))}
    assert {"crossroads", "nano"} <= listed
    assert "2 passed, 0 failed" in senki(
        fresh, "conform", str(fresh.parent.parent / "outside" / "crossroads" / "cases")
    )
    assert "nothing broke" in senki(fresh, "fuzz", "crossroads", "--games", "10", "--workers", "1")


def test_the_same_games_alone_on_two_workers_and_on_a_cluster(fresh: Path, ray_node: str, tmp_path: Path) -> None:
    crews = {"one": ["--workers", "1"], "two": ["--workers", "2"], "ray": ["--cluster", ray_node]}
    for name, crew in crews.items():
        senki(fresh, *SERIES, *crew, "--out", str(tmp_path / f"{name}.json"))
    one, two, on_ray = (games(str(tmp_path / f"{name}.json")) for name in crews)
    assert len(one) == 6 and one == two == on_ray


def test_they_stand_in_a_tournament(fresh: Path) -> None:
    players = ["--player", "patient", "--player", "greedy", "--player", "one=search:1"]
    told = json.loads(senki(fresh, "tournament", "crossroads", *players, "--games", "4", "--workers", "2", "--json"))
    assert {standing["name"] for standing in told["standings"]} == {"patient", "greedy", "one"}
