"""A series that is kept while it is played: whatever ends it, it goes on where it was, with the same games."""

import json
import os
import signal
import subprocess
import sys
import time
from multiprocessing import active_children
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import senki
from senki.engine.errors import Malformed, SenkiError
from senki.lab import series as keeping
from senki.lab.results import read_results, table_of, written
from senki.lab.rows import About, about_of, row_of
from senki.lab.series import kept_series
from senki.lab.simulate import Plan, Trial, simulate
from senki.terminal.main import main

NANO = senki.find_game("nano")
PLAN = Plan("nano", "campaign", ("greedy", "random"), seed=6, swap=True, records=True)
ABOUT = about_of(NANO, PLAN, "senki simulate nano")
COMMAND = ["simulate", "nano", "--seat", "south=greedy", "--seat", "north=random", "--seed", "6", "--swap", "--records",
           "--lang", "en"]  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def hashes(trials: list[Trial]) -> list[tuple[object, ...]]:
    """What must be the same wherever and whenever a game is played."""
    trials = sorted(trials, key=lambda trial: trial.index)
    return [(trial.index, trial.moves_hash, trial.digest, trial.winner, trial.failure) for trial in trials]


def hashes_in(place: Path) -> list[tuple[object, ...]]:
    """The same of games that were written."""
    about, table = read_results(place)
    sides = {side: number for number, side in enumerate(about.sides)} | {None: -1}
    columns = ("index", "moves_hash", "digest", "winner", "failure")
    return [
        (index, moves, digest, sides[winner], failure or "")
        for index, moves, digest, winner, failure in zip(*(table[name].to_pylist() for name in columns), strict=True)
    ]


@pytest.mark.parametrize("place", ["run", "games.parquet"])
def test_a_killed_series_goes_on_where_it_was(place: str) -> None:
    """Killed as by the kernel, with no time to write anything; whatever was written is not played again."""
    folder = Path(place) if place == "run" else Path("games.parquet.parts")
    words = [sys.executable, "-m", "senki", *COMMAND, "--part", "3", "--workers", "2", "--out", place]
    root = str(Path(senki.__file__).parents[1])
    process = subprocess.Popen([*words, "--games", "1000000"], env=os.environ | {"PYTHONPATH": root})
    try:
        patience = time.monotonic() + 120
        while len(list(folder.glob("part-*.parquet"))) < 3 and time.monotonic() < patience:
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    parts = {part: part.read_bytes() for part in folder.glob("part-*.parquet")}
    there = {row[0] for part in parts for row in hashes_in(part)}
    games = len(there) + 5
    assert len(there) >= 9
    assert main([*COMMAND, "--games", str(games), "--workers", "1", "--out", place]) == 0
    assert [row for row in hashes_in(Path(place)) if int(str(row[0])) < games] == hashes(
        list(simulate(PLAN, range(games)))
    )
    if place == "run":
        assert all(part.read_bytes() == content for part, content in parts.items())
    assert sorted(thing.name for thing in Path().iterdir()) == [place]


def test_a_worker_that_is_killed_is_replaced_and_its_games_are_played() -> None:
    alone = hashes(list(simulate(PLAN, range(12))))
    trials: list[Trial] = []
    for trial in simulate(PLAN, range(12), workers=2):
        if not trials:
            active_children()[0].kill()
        trials.append(trial)
    assert hashes(trials) == alone


def test_a_game_that_fails_is_a_row_and_the_series_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from senki.lab import simulate as lab

    play_trial = lab.play_trial

    def faulty(plan: Plan, index: int) -> Trial:
        if index == 2:
            raise ZeroDivisionError("a rule\nbroke")
        return play_trial(plan, index)

    monkeypatch.setattr(lab, "play_trial", faulty)
    assert main([*COMMAND, "--games", "5", "--workers", "1", "--out", "games.csv"]) == 1
    assert "Game 2: ZeroDivisionError: a rule broke" in capsys.readouterr().out
    _, table = read_results(Path("games.csv"))
    assert table["failure"].to_pylist() == [None, None, "ZeroDivisionError: a rule broke", None, None]
    assert main(["replay", "games.csv", "--verify", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "Verified: 4 games" in told and "Not verified: 1 games" in told
    assert main(["replay", "games.csv", "--game", "2"]) == 2
    assert "game 2 was not played: ZeroDivisionError" in capsys.readouterr().err


def test_a_game_without_end_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--games", "2", "--cap", "20", "--out", "games.json", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [failure["why"] for failure in told["failures"]] == ["not over after 20 steps"] * 2
    assert told["summary"] is None and told["games"] == told["wanted"] == 2
    assert main(["replay", "games.json", "--verify", "--lang", "en"]) == 0
    assert "Verified: 2 games, 40 moves" in capsys.readouterr().out


def test_a_full_disk_loses_nothing_that_was_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_whole, written_parts = keeping.write_whole, 0

    def full(path: Path, content: bytes) -> None:
        nonlocal written_parts
        written_parts += 1
        if written_parts > 2:
            raise SenkiError(f"{path}: cannot be written (No space left on device)")
        write_whole(path, content)

    command = [*COMMAND, "--games", "20", "--workers", "1", "--part", "4", "--out", "games.parquet"]
    with monkeypatch.context() as disk:
        disk.setattr(keeping, "write_whole", full)
        assert main(command) == 2
    said = capsys.readouterr().err
    assert "No space left on device" in said and "the same command goes on" in said and said.count("\n") == 1
    assert main(command) == 0
    assert "8 games were there already" in capsys.readouterr().out
    assert hashes_in(Path("games.parquet")) == hashes(list(simulate(PLAN, range(20))))
    assert [thing.name for thing in Path().iterdir()] == ["games.parquet"]


def test_an_interruption_while_a_part_is_written_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole, tried = keeping.write_whole, 0

    def interrupted(path: Path, content: bytes) -> None:
        nonlocal tried
        tried += 1
        if tried == 2:
            raise KeyboardInterrupt
        write_whole(path, content)

    monkeypatch.setattr(keeping, "write_whole", interrupted)
    assert main([*COMMAND, "--games", "20", "--workers", "1", "--part", "4", "--out", "games.csv"]) == 130
    assert hashes_in(Path("games.csv")) == hashes(list(simulate(PLAN, range(8))))


def test_a_hang_up_keeps_what_was_played() -> None:
    words = [sys.executable, "-m", "senki", *COMMAND, "--part", "2", "--workers", "1", "--out", "run"]
    root = str(Path(senki.__file__).parents[1])
    process = subprocess.Popen(
        [*words, "--games", "1000000"], env=os.environ | {"PYTHONPATH": root}, stdout=subprocess.PIPE, text=True,
        # A shell that runs the tests under nohup has them ignore a hang-up; the program under test must not.
        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
    )  # fmt: skip
    try:
        patience = time.monotonic() + 120
        while not list(Path("run").glob("part-*.parquet")) and time.monotonic() < patience:
            time.sleep(0.01)
        process.send_signal(signal.SIGHUP)
        told, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130
    assert f"{len(hashes_in(Path('run')))} of 1000000 games were played; they are kept" in told


def test_another_series_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--games", "2", "--out", "games.csv"]) == 0
    before = Path("games.csv").read_bytes()
    assert main([*COMMAND, "--games", "2", "--cap", "99", "--out", "games.csv"]) == 2
    assert "holds another series (cap 100000, not 99)" in capsys.readouterr().err
    seats = ["--seat", "csa=random", "--seat", "usa=random"]
    assert main(["simulate", "shiloh", *seats, "--out", "games.csv"]) == 2
    assert "holds another series (game nano, not shiloh)" in capsys.readouterr().err
    assert Path("games.csv").read_bytes() == before
    busy = pytest.raises(SenkiError, match="is being written by another")
    with kept_series(Path("run"), ABOUT, 5), busy, kept_series(Path("run"), ABOUT, 5):
        pass
    Path("mine").mkdir()
    Path("mine/letter.txt").write_text("dear", encoding="utf-8")
    assert main([*COMMAND, "--out", "mine"]) == 2
    assert "a folder with other things in it" in capsys.readouterr().err
    assert sorted(thing.name for thing in Path().iterdir()) == ["games.csv", "mine"]


def told_of() -> list[Trial]:
    """Games of which something is told."""
    trials = list(simulate(PLAN, range(3)))
    trials[1].fights, trials[1].losses = [(2, "staunton")], [(2, 1, 1.5), (3, 0, 1.0)]
    trials[1].lead, trials[1].luck = [(1, 3.0), (2, -1.0)], [0.25, -0.5]
    return trials


@pytest.mark.parametrize("ending", [".parquet", ".csv", ".json"])
def test_every_ending_holds_the_same(ending: str) -> None:
    table = table_of(ABOUT, (row_of(ABOUT, trial) for trial in told_of()))
    Path(f"games{ending}").write_bytes(written(ABOUT, table, ending))
    about, found = read_results(Path(f"games{ending}"))
    assert about == ABOUT
    assert found.to_pylist() == table.to_pylist() and found.schema == table.schema
    assert found["losses"][1].as_py()[0] == {"turn": 2, "side": "north", "amount": 1.5}
    assert found["north_luck"].to_pylist() == [None, -0.5, None]


def test_what_are_no_results_is_refused_in_one_line() -> None:
    pq.write_table(pa.table({"index": [1]}), "other.parquet")
    Path("torn.parquet").write_bytes(b"PAR1 and then nothing")
    Path("other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    Path("other.json").write_text('{"about": {"format": 99}}', encoding="utf-8")
    Path("nothing").mkdir()
    refused = {
        "other.parquet": "not results of senki simulate",
        "torn.parquet": "not a Parquet file, or a damaged one",
        "other.csv": "not results of senki simulate",
        "other.json": "results of format 99; this Senki reads format 1",
        "nothing": "a folder without parts of results",
        "gone.csv": "cannot be read",
        "letter.txt": "results are a file that ends in",
    }
    for name, why in refused.items():
        with pytest.raises(SenkiError, match=why) as told:
            read_results(Path(name))
        assert name in str(told.value) and "\n" not in str(told.value)


def test_parts_of_two_series_do_not_go_together() -> None:
    Path("run").mkdir()
    other = About(**{name: getattr(ABOUT, name) for name in ABOUT.__struct_fields__} | {"seed": 7})
    for number, about in enumerate((ABOUT, other)):
        (Path("run") / f"part-0000{number}.parquet").write_bytes(written(about, table_of(about, []), ".parquet"))
    with pytest.raises(Malformed, match=r"part-00001\.parquet: of another series .* \(seed 7, not 6\)"):
        read_results(Path("run"))


def test_a_game_of_a_series_is_told_and_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--games", "3", "--out", "run"]) == 0
    capsys.readouterr()
    assert main(["replay", "run", "--game", "1", "--to", "2", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Game 1: random, greedy\n") and "Not over" in told
    assert main(["replay", "run", "--game", "1", "--verify", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "rolls follow from the seed of the game" in told and "the position hash is the record's" in told
    for words, why in ((["run"], "holds 3 games, 0 to 2: choose one"), (["run", "--game", "9"], "holds no game 9")):
        assert main(["replay", *words]) == 2
        assert why in capsys.readouterr().err


@pytest.mark.parametrize(
    ("column", "why"), [("digest", "the position hash is"), ("seed", "the seed says"), ("points", "the result is")]
)
def test_a_game_that_was_not_played_so_is_found_out(column: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row_of(ABOUT, trial) for trial in simulate(PLAN, range(2))]
    rows[1][column] = rows[0][column] if column != "points" else 99
    Path("games.json").write_bytes(written(ABOUT, table_of(ABOUT, rows), ".json"))
    assert main(["replay", "games.json", "--verify"]) == 2
    said = capsys.readouterr().err
    assert "game 1: " in said and why in said


def test_without_ray_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(SenkiError, match=r"ray is not installed: pip install 'senki\[cluster\]'"):
        list(simulate(PLAN, range(2), cluster="auto"))


def test_the_summary_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, "--games", "4", "--json", "--workers", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["summary"]["games"] == 4 and told["failures"] == [] and told["out"] is None
    assert sum(share["wins"] for share in told["summary"]["shares"] if share["side"] is None) == 4
    assert main(["fuzz", "nano", "--games", "2", "--json", "--workers", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2 and told["broken"] is None and told["steps"] > 50
