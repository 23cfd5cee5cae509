"""The command line: what each command prints, and one line for whatever is wrong."""

import contextlib
import csv
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import senki
from senki import _build
from senki.engine.forms import to_json
from senki.lab import simulate as series
from senki.lab.bench import NOT_BUILT, measure_here
from senki.terminal.main import main

RANDOM = ["simulate", "nano", "--south", "random", "--north", "random", "--workers", "1"]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SENKI_LANG", "en")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def record() -> dict[str, object]:
    match = senki.new("nano", seed=3)
    chance = random.Random(1)
    while not match.over:
        if match.position.side_to_act < 0:
            match.roll()
        else:
            match.play(chance.choice(match.position.options()))
    found: dict[str, object] = json.loads(to_json(match.record()))
    return found


def write(name: str, content: object) -> str:
    Path(name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return name


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    out, err = capsys.readouterr()
    assert not err
    return out


def test_games_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Shenandoah Nano" in run(capsys, "games")
    assert "シェナンドー・ナノ" in run(capsys, "games", "--lang", "ja")


def test_language_follows_the_environment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SENKI_LANG", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "南軍" in run(capsys, "games")
    monkeypatch.setenv("SENKI_LANG", "en")
    assert "南軍" not in run(capsys, "games")


def test_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert "PositionForm" in json.loads(run(capsys, "schema", "nano"))["$ref"]
    assert "Record" in json.loads(run(capsys, "schema", "nano", "--record"))["$ref"]
    assert "Case" in json.loads(run(capsys, "schema", "nano", "--case"))["$ref"]


def test_replay_tells_the_game(capsys: pytest.CaptureFixture[str], record: dict[str, object]) -> None:
    file = write("game.json", record)
    told = run(capsys, "replay", file)
    assert "Turn 7" in told and "Result: " in told and str(record["hash"]) in told
    assert "南軍" in run(capsys, "replay", file, "--lang", "ja")
    assert "Not over" in run(capsys, "replay", file, "--to", "4")


def test_replay_verifies(capsys: pytest.CaptureFixture[str], record: dict[str, object]) -> None:
    proved = run(capsys, "replay", write("game.json", record), "--verify")
    assert proved.count("Verified") == 3


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"hash": "00"}, "the position hash is"),
        ({"moves": ["pass"]}, "move 1: 'pass' is not allowed"),
        ({"moves": ["fly"]}, "move 1: 'fly' cannot be read"),
        ({"dice": {"commitment": "00", "seed": "00"}}, "does not match the commitment"),
        ({"dice": {"commitment": "00", "seed": "seed"}}, "not hexadecimal"),
        ({"result": None}, "the result is"),
        ({"rules": 99}, "rules version 99"),
        ({"format": 99}, "record format 99"),
        ({"game": "go"}, "there is no game 'go'"),
        ({"scenario": "tomorrow"}, "there is no scenario 'tomorrow'"),
        ({"extra": 1}, "unknown field `extra`"),
    ],
)
def test_a_wrong_record_is_refused(
    capsys: pytest.CaptureFixture[str], record: dict[str, object], change: dict[str, object], complaint: str
) -> None:
    refused(capsys, complaint, "replay", "--verify", write("game.json", record | change))


def refused(capsys: pytest.CaptureFixture[str], complaint: str, *arguments: str) -> None:
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.startswith("senki: ") and err.count("\n") == 1
    assert complaint in err


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "required: COMMAND"),
        ("frob", "invalid choice: 'frob'"),
        ("games --lang fr", "there is no language 'fr'"),
        ("play go", "there is no game 'go'; games are: "),
        ("play nano --scenario x", "there is no scenario 'x'"),
        ("play nano --south chess", "there is no player 'chess'"),
        ("play nano --seat west=human", "there is no side 'west'"),
        ("play nano --seat south", "should be SIDE=PLAYER"),
        ("simulate nano --south greedy", "no player for north"),
        ("simulate nano --south greedy --north chess", "there is no player 'chess'"),
        ("simulate nano --south greedy --south random --north random", "two players"),
        ("simulate nano --south random --north random --games 0", "0 is out of range"),
        ("simulate nano --south random --north random --games -5", "-5 is out of range"),
        ("simulate nano --south random --north random --games many", "'many' is not a whole number"),
        ("simulate nano --south random --north random --workers 0", "0 is out of range"),
        ("simulate nano --south random --north random --out games.txt", "ends in .parquet"),
        ("simulate nano --south random --north random --out file/games.csv", "cannot be written"),
        ("simulate nano --south random --north random --east random", "unrecognized arguments: --east"),
        ("fuzz nano --games 0", "0 is out of range"),
        ("fuzz nano --again nowhere.json", "cannot be read"),
        ("perft nano --depth 0", "0 is out of range"),
        ("perft nano", "required: --depth"),
        ("bench nano --seconds never", "not a number of seconds"),
        ("conform nowhere", "no such file or folder"),
        ("replay nowhere.json", "cannot be read"),
        ("replay file", "not valid JSON"),
        ("replay cut.json", "not valid JSON (Input data was truncated)"),
        ("replay deep.json", "nested too deeply"),
        ("map nano --out map.png", "ends in .svg"),
        ("map nano --out file/map.svg", "cannot be written"),
        ("clauses go", "there is no game 'go'"),
        ("schema nano --record --case", "not allowed with argument"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], line: str, complaint: str) -> None:
    write("file", "no JSON")
    write("cut.json", '{"game": "nano", "moves": ["pa')
    write("deep.json", '{"start": ' + '{"a": ' * 100_000)
    refused(capsys, complaint, *line.split())


def test_conform_counts_and_names_failures(capsys: pytest.CaptureFixture[str]) -> None:
    good = {"game": "nano", "name": "set up first", "clauses": ["NANO-2.4"], "expect": {"awaits": "set_up"}}
    bad = good | {"name": "the North sets up", "expect": {"side": "north"}}
    write("good.json", good)
    write("bad.json", [good, bad])
    write("broken.json", "{")
    assert run(capsys, "conform", "good.json") == "1 passed, 0 failed\n"
    assert main(["conform", "."]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "bad.json: the North sets up: expect.side: expected north, found south"
    assert lines[1].startswith("broken.json: not valid JSON")
    assert lines[2:] == ["2 passed, 2 failed"]


def test_clauses_all_have_code_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "clauses", "nano").endswith("each with code and a case.\n")


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert re.search(r"^ *3 +216 +216$", run(capsys, "perft", "nano", "--depth", "3"), re.MULTILINE)


def test_fuzz(capsys: pytest.CaptureFixture[str]) -> None:
    assert "5 games" in run(capsys, "fuzz", "nano", "--games", "5", "--workers", "1")


def test_fuzz_writes_a_record_that_reproduces_the_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as planted:
        planted.delitem(senki.find_game("nano").messages.templates, "event.passed")
        assert main(["fuzz", "nano", "--games", "50", "--workers", "1"]) == 1
        told = capsys.readouterr().out
        assert "there is no message 'event.passed'" in told
        [file] = Path().glob("fuzz-nano-*.json")
        assert str(file) in told
        assert main(["fuzz", "nano", "--again", str(file)]) == 1
        assert "there is no message 'event.passed'" in capsys.readouterr().out
    assert "nothing broke" in run(capsys, "fuzz", "nano", "--again", str(file))


def test_bench_measures_each_build(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run(capsys, "bench", "nano", "--seconds", "0.1", "--json"))
    assert found[0]["mode"] == "interpreted"
    assert all(figures["decisions_per_second"] > 0 for figures in found)
    shown = run(capsys, "bench", "nano", "--seconds", "0.1", "--mode", "interpreted")
    assert "position copies" in shown and "make build" not in shown


def test_a_measurement_of_a_build_that_is_not_there_starts_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*arguments: object, **options: object) -> None:
        raise AssertionError("a measuring process starts no process")

    monkeypatch.setattr(subprocess, "run", never)
    other = {"compiled": "interpreted", "interpreted": "compiled"}[_build.mode()]
    assert measure_here("nano", "campaign", "0.01", other) == NOT_BUILT
    assert measure_here("nano", "campaign", "0.01", _build.mode()) == 0


def test_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "map", "nano", "--out", "maps/nano.svg", "--lang", "ja", "--theme", "dark") == ""
    assert Path("maps/nano.svg").read_text(encoding="utf-8").startswith(("<svg", "<?xml"))


def test_play_reads_seats_and_calls_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    from senki.terminal import play

    called: list[tuple[object, ...]] = []

    def remember(*arguments: object) -> int:
        called.append(arguments)
        return 0

    monkeypatch.setattr(play, "run_play", remember)
    main(["play", "nano"])
    main(["play", "nano", "--north", "human", "--lang", "ja", "--seed", "7"])
    main(["play", "--seat", "south=greedy", "nano", "--plain", "--load", "game.json"])
    main(["play", "nano", "--south", "random", "--north", "4", "--scenario", "campaign"])
    assert called == [
        ("nano", None, {}, {}, "en", None, None, False),
        ("nano", None, {"north": "human"}, {}, "ja", 7, None, False),
        ("nano", None, {"south": "greedy"}, {}, "en", None, Path("game.json"), True),
        ("nano", "campaign", {"south": "random", "north": "4"}, {}, "en", None, None, False),
    ]


def test_simulate_writes_parquet(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, *RANDOM, "--games", "6", "--seed", "5", "--records", "--out", "new/games.parquet")
    assert "6 games" in told and "95 % interval" in told
    table = pq.read_table("new/games.parquet")
    about = table.schema.metadata
    assert about[b"game"] == b"nano" and about[b"rules"] == b"1"
    assert about[b"command"].startswith(b"senki simulate nano --south random")
    assert table.column("index").to_pylist() == list(range(6))
    assert set(table.column("winner").to_pylist()) <= {"south", "north"}
    assert all(game[0].startswith("place S1") for game in table.column("moves").to_pylist())
    assert [file.name for file in Path("new").iterdir()] == ["games.parquet"]


def test_simulate_writes_csv_and_json_alike(capsys: pytest.CaptureFixture[str]) -> None:
    for file in ("games.csv", "games.json"):
        run(capsys, *RANDOM, "--games", "3", "--out", file)
    with open("games.csv", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    games = json.loads(Path("games.json").read_text(encoding="utf-8"))["games"]
    assert [row["seed"] for row in rows] == [str(game["seed"]) for game in games]
    assert [row["points"] for row in rows] == [str(game["points"]) for game in games]


def test_simulate_with_changing_sides_reports_players(capsys: pytest.CaptureFixture[str]) -> None:
    told = run(capsys, "simulate", "nano", "--seat", "south=random", "--seat", "north=greedy", "--swap",
               "--games", "4", "--workers", "1", "--lang", "ja")  # fmt: skip
    assert re.search(r"すべて +greedy +\d+ +4 ", told)
    assert re.search(r"南軍 +random +\d+ +2 ", told)


def test_an_interrupted_series_is_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    play_trial = series.play_trial

    def interrupted(plan: series.Plan, index: int) -> series.Trial:
        if index == 3:
            raise KeyboardInterrupt
        return play_trial(plan, index)

    monkeypatch.setattr(series, "play_trial", interrupted)
    assert main([*RANDOM, "--games", "10", "--out", "games.parquet"]) == 130
    out, err = capsys.readouterr()
    assert "3 of 10 games were played" in out and not err
    assert pq.read_table("games.parquet").column("index").to_pylist() == [0, 1, 2]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_workers_end_quietly_when_interrupted(number: int) -> None:
    """The whole group hears Ctrl-C as in a terminal; the progress bar says when there is something to keep."""
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "senki", *RANDOM[:-1], "2", "--games", "1000000", "--out", "games.csv"]
    root = str(Path(senki.__file__).parents[1])
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True, env=os.environ | {"PYTHONPATH": root},
        # A shell that runs the tests behind itself has them ignore Ctrl-C; the program under test must not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    patience = time.monotonic() + 120
    try:
        while not re.search(rb"[1-9]\d*/1000000", seen) and time.monotonic() < patience:
            seen += os.read(ours, 65536)
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        out, _ = process.communicate(timeout=120)
    finally:
        # Whatever went wrong, a million games must not go on behind the other tests.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    try:
        while more := os.read(ours, 65536):
            seen += more
    except OSError:
        pass  # the other end is closed: everything was read
    assert process.returncode == 130
    assert "of 1000000 games were played" in out.decode()
    assert b"Traceback" not in seen
    assert len(Path("games.csv").read_text(encoding="utf-8").splitlines()) > 1


def test_nobody_reads_the_output() -> None:
    words = f"{sys.executable} -m senki schema nano | true"
    root = str(Path(senki.__file__).parents[1])
    done = subprocess.run(words, shell=True, capture_output=True, env=os.environ | {"PYTHONPATH": root}, check=False)
    assert done.stderr == b""
