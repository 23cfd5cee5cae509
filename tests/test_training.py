"""`senki train`: it plays, fits, holds each network against the one before, and what it writes is read by the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from senki import find_game
from senki.engine.errors import Malformed, SenkiError
from senki.engine.network import network_from
from senki.lab.fitting import Shape, fit
from senki.lab.selfplay import Schooling, looking_back, play_lesson
from senki.lab.simulate import Plan, Trial, failed_trial
from senki.lab.training import LOG, Course, School
from senki.players.levels import make_player
from senki.terminal.main import main

np = pytest.importorskip("numpy")


def course(game: str, scenario: str, rounds: int, **more: object) -> Course:
    """A very small course."""
    settings = {"games": 2, "nodes": 3, "gate_games": 2, "gate": 0.0, "shape": Shape((8, 4), epochs=2), **more}
    return Course(game, (scenario,), rounds, seed=4, workers=1, **settings)  # type: ignore[arg-type]


def silently(label: str, total: int, results: object) -> object:
    return results


def test_two_rounds_of_nano_leave_a_network_and_a_log_and_a_third_goes_on(tmp_path: Path) -> None:
    nano = find_game("nano")
    first = [done.round for done in School(course("nano", "campaign", 2), tmp_path).rounds(silently)]  # type: ignore[arg-type]
    assert first == [1, 2]
    log = [json.loads(line) for line in (tmp_path / LOG).read_text("utf-8").splitlines()]
    assert [(line["round"], line["games"], line["gate_games"], line["kept"]) for line in log] == [
        (1, 2, 2, True),
        (2, 2, 2, True),
    ]
    assert all(0.0 < line["loss"] < 2.0 and line["positions"] > 50 for line in log)
    network = network_from(tmp_path / "network.json", "nano", nano.advice().feature_names())
    p = nano.start("campaign", {})
    p.settle()
    assert 0.0 < network.chance(nano.advice().features(p)) < 1.0
    assert len(network.worth.layers) == 2
    chosen = make_player(f"search:5n@{tmp_path / 'network.json'}", nano, 1).choose(p)
    assert chosen in p.options()
    (third,) = School(course("nano", "campaign", 3), tmp_path).rounds(silently)  # type: ignore[arg-type]
    assert third.round == 3 and third.positions > log[1]["positions"] > log[0]["positions"], "earlier rounds count too"


def test_a_network_that_does_not_win_often_enough_is_not_kept(tmp_path: Path) -> None:
    (done,) = School(course("nano", "campaign", 1, gate=1.01), tmp_path).rounds(silently)  # type: ignore[arg-type]
    assert not done.kept and not (tmp_path / "network.json").exists() and (tmp_path / "round-1.json").exists()


def test_games_are_played_where_the_course_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def played_here(work: Any, tasks: Iterable[int], workers: int, cluster: str = "", **more: Any) -> Iterator[Any]:
        asked.append(cluster)
        return (work(task) for task in reversed(list(tasks)))

    for place in ("senki.lab.selfplay.work_off", "senki.lab.simulate.work_off"):
        monkeypatch.setattr(place, played_here)
    (there,) = School(course("nano", "campaign", 1, cluster="head:6379"), tmp_path / "there").rounds(silently)  # type: ignore[arg-type]
    assert asked == ["head:6379", "head:6379"]
    monkeypatch.undo()
    (here,) = School(course("nano", "campaign", 1), tmp_path / "here").rounds(silently)  # type: ignore[arg-type]
    assert there.loss == here.loss, "the order in which games end makes no difference"


def test_a_gate_whose_games_fail_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(plan: Plan, indexes: Iterable[int], workers: int, cluster: str) -> Iterator[Trial]:
        yield failed_trial(plan, 0, "network.json: cannot be read")

    monkeypatch.setattr("senki.lab.training.simulate", failing)
    with pytest.raises(SenkiError, match=r"game 0 failed: network.json: cannot be read"):
        list(School(course("nano", "campaign", 1), tmp_path).rounds(silently))  # type: ignore[arg-type]
    assert not (tmp_path / LOG).exists()


def test_a_run_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "train nano --rounds 1 --games 2 --nodes 3 --gate-games 2 --gate 0 --hidden 8 --epochs 1 --workers 1 --json"
    assert main([*words.split(), "--out", str(tmp_path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["best"] == str(tmp_path / "network.json") and not told["interrupted"]
    assert [(one["round"], one["games"], one["kept"]) for one in told["rounds"]] == [(1, 2, True)]
    page = (Path(__file__).parent.parent / "docs" / "commands.md").read_text("utf-8")
    [row] = [line for line in page.splitlines() if line.startswith("| `train` |")]
    assert {*told, *told["rounds"][0]} <= set(re.findall(r"\w+", row))


def test_lessons_depend_on_nothing_but_their_number() -> None:
    plan = Schooling("nano", ("campaign",), "search:3n", 9)
    one, same, other = play_lesson(plan, 1), play_lesson(plan, 1), play_lesson(plan, 2)
    assert one == same and one.rows != other.rows
    rows = np.frombuffer(one.rows, np.float32).reshape(-1, len(find_game("nano").advice().feature_names()))
    assert len(rows) == len(one.thought) and one.result in (0.0, 1.0)
    assert looking_back([None, 0.25, None, None], 1.0) == [0.25, 0.25, 1.0, 1.0]


def test_a_fit_begins_with_the_value_written_by_hand() -> None:
    shiloh = find_game("shiloh")
    advice = shiloh.advice()
    rows, hand = [], []
    p = shiloh.start("first_morning", shiloh.settings({}, "first_morning"))
    p.settle()
    chance = Random(1)
    while len(rows) < 60 and not p.over:
        rows.append(advice.features(p))
        hand.append(advice.value(p, 0))
        options = p.options()
        p.play(options[int(chance.random() * len(options))])
    x = np.array(rows, np.float32)
    form, _ = fit(x, np.array(hand, np.float32), Shape((4,), epochs=1, rate=1e-9), advice, "shiloh")
    assert np.abs(np.array(form.direct) - np.array(advice.start_weights())).max() < 1e-4
    never = np.flatnonzero(~x.any(0))
    assert len(never) and not np.array(form.layers[0].weights)[never].any(), "what no game had says nothing"
    assert np.array(form.layers[0].weights)[np.flatnonzero(x.any(0))].any()


def test_a_network_of_another_game_or_version_or_none_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    features = find_game("nano").advice().feature_names()
    path = tmp_path / "n.json"
    good = json.loads(Path(find_game("nano").package.replace(".", "/"), "network.json").read_text("utf-8"))
    for change, told in (
        ({"game": "shiloh"}, "this network was trained for shiloh, not for nano"),
        ({"features": good["features"][:-1]}, "made for other features than nano has now; train it anew"),
        ({"output": good["output"][:-4]}, "the layers do not fit each other"),
    ):
        path.write_text(json.dumps({**good, **change}), "utf-8")
        with pytest.raises(Malformed, match=told):
            network_from(path, "nano", features)
    path.write_text("{", "utf-8")
    with pytest.raises(SenkiError):
        network_from(path, "nano", features)
    assert main(["simulate", "nano", "--south", f"search:2@{path}", "--north", "greedy", "--games", "1"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("senki: ") and told.count("\n") == 1 and str(path) in told


def test_a_game_without_features_is_not_learned(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="sjw is not learned"):
        School(course("sjw", "cedar_mountain", 1), tmp_path)
