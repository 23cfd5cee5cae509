"""The large game for measurements: its map has what it promises, and a small one plays by the whole contract."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from senki.boards.hexes.format import load_map
from senki.boards.hexes.writing import write_map
from tools import bigmap

PLAY = """
import sys
from runpy import run_module
import senki.games
senki.games.__path__.append(sys.argv.pop(1))
run_module("senki", run_name="__main__")
"""
"""The game lies in a folder of its own; it is not compiled, so the engine is not either."""


def test_the_map_is_as_large_as_the_largest_games_need_it() -> None:
    found = bigmap.make_map(bigmap.COLUMNS, bigmap.ROWS)
    assert found.size == 3_300
    assert sorted(set(found.level)) == [0, 1, 2, 3, 4, 5]
    assert {line.kind for line in found.lines} == {"road", "trail"}
    assert {run.kind for run in found.runs} == {"river", "bridge"}
    assert all(place.names["en"] and place.names["ja"] for place in found.places) and len(found.places) > 50
    north, south = (set(found.sheet(id)) for id in ("north", "south"))
    assert north | south == set(range(found.size)) and north & south
    assert found.number("N0127") == found.number("S0104")
    text = write_map(found)
    assert write_map(load_map(text, found.words, "map")) == text
    assert bigmap.make_units(found, bigmap.UNITS).count("\n") == 1 + 220


def test_a_small_one_plays_and_holds_every_check(tmp_path: Path) -> None:
    bigmap.make_game(tmp_path, 20, 15, 40)
    command = [sys.executable, "-c", PLAY, str(tmp_path), "fuzz", "big", "--scenario", "skirmish"]
    played = subprocess.run(
        [*command, "--games", "1", "--workers", "1"],
        capture_output=True, text=True, env={**os.environ, "SENKI_PURE": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    assert played.returncode == 0 and "nothing broke" in played.stdout, played.stdout + played.stderr
