"""What a network says of options: learned from what a search tried, read from the file, used where a tree opens."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from senki.engine.errors import Malformed
from senki.engine.forms import PolicyForm, to_json
from senki.engine.network import Network, network_from
from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game
from senki.games.shiloh.choices import KINDS, OPTION_FEATURES
from senki.lab.fitting import Shape, fit_policy
from senki.lab.selfplay import Schooling, play_lesson
from senki.players.search import Tree

SHILOH = find_game("shiloh")
SCENARIO = "first_morning"


def liking(feature: str) -> PolicyForm:
    """A policy that wants nothing but one feature."""
    direct = [20.0 if name == feature else 0.0 for name in OPTION_FEATURES]
    return PolicyForm(OPTION_FEATURES, [{"weights": [[0.0] * 4] * len(direct), "bias": [0.0] * 4}], [0.0] * 4, direct)  # type: ignore[list-item]


def with_policy(tmp_path: Path, feature: str) -> Network:
    """The network that ships, with a policy that wants one feature, by way of a file."""
    network = SHILOH.advice().network
    assert network is not None
    form = json.loads(to_json(network.form))
    form["policy"] = json.loads(to_json(liking(feature)))
    path = tmp_path / "network.json"
    path.write_text(json.dumps(form), "utf-8")
    return network_from(path, "shiloh", network.form.features, OPTION_FEATURES)


def choices_of_a_game(seed: int) -> list[Position]:
    """Positions of a random game in which there is something to choose."""
    p = SHILOH.start(SCENARIO, SHILOH.settings({}, SCENARIO))
    p.settle()
    chance, found = Random(seed), []
    while not p.over:
        options = p.options()
        if p.waits_for == DECISION and len(options) > 1:
            found.append(p.copy())
        p.play(options[int(chance.random() * len(options))])
    return found


def test_a_policy_learns_what_was_tried_most() -> None:
    chance = np.random.default_rng(1)
    counts = np.array([3, 5, 2] * 60, np.int64)
    options = chance.random((int(counts.sum()), 4), np.float32)
    tried = np.zeros(len(options), np.float32)
    first = 0
    for count in counts:
        tried[first + int(options[first : first + count, 2].argmax())] = 1.0
        first += int(count)
    form = fit_policy(options, counts, tried, Shape(choices=(8,), epochs=60, rate=0.02, batch=64), ["a", "b", "c", "d"])
    network = SHILOH.advice().network
    assert network is not None
    learned = Network(network.form)
    learned.form.policy, kept = form, learned.form.policy
    shares = Network(learned.form).shares([[0.5, 0.5, 0.1, 0.5], [0.5, 0.5, 0.9, 0.5], [0.5, 0.5, 0.3, 0.5]])
    learned.form.policy = kept
    assert shares[1] > 0.9 and sum(shares) == pytest.approx(1.0)


def test_a_lesson_keeps_what_the_search_tried() -> None:
    lesson = play_lesson(Schooling("shiloh", (SCENARIO,), "search:6n", 3), 0)
    rows = np.frombuffer(lesson.options, np.float32).reshape(-1, len(OPTION_FEATURES))
    assert lesson.counts and min(lesson.counts) > 1 and len(rows) == sum(lesson.counts) == len(lesson.tried)
    assert sum(lesson.tried) == pytest.approx(len(lesson.counts))


def test_every_option_is_told_by_its_kind_and_within_bounds() -> None:
    known = 0
    for p in choices_of_a_game(2)[::3]:
        options = p.options()
        for option, row in zip(options, SHILOH.advice().option_features(p, options), strict=True):
            assert len(row) == len(OPTION_FEATURES) and all(-8.0 <= number <= 8.0 for number in row)
            assert sum(row[: len(KINDS)]) == ((p.stack[-1], option.verb) in KINDS)
            known += int(sum(row[: len(KINDS)]))
    assert known > 1000


def test_a_tree_tries_first_what_the_policy_likes(tmp_path: Path) -> None:
    advice = SHILOH.advice().learned(with_policy(tmp_path, "worth"))
    plain = SHILOH.advice().learned(with_policy(tmp_path, "far"))
    different = 0
    for p in choices_of_a_game(5):
        tree = Tree(p, advice, Random(1))
        assert tree.root.shares == (advice.priors(p, tree.root.options) if len(tree.root.options) > 1 else [1.0])
        different += [o.text for o in tree.root.options] != [o.text for o in Tree(p, plain, Random(1)).root.options]
    assert different > 5, "of many ways it is the likeliest that are looked at"


def test_a_policy_for_other_features_is_refused(tmp_path: Path) -> None:
    network = with_policy(tmp_path, "worth")
    path = tmp_path / "network.json"
    with pytest.raises(Malformed, match="made for other features than shiloh has now"):
        network_from(path, "shiloh", network.form.features, OPTION_FEATURES[1:])
    path.write_bytes(
        to_json(
            {**json.loads(path.read_text("utf-8")), "policy": {**json.loads(to_json(liking("worth"))), "output": []}}
        )
    )
    with pytest.raises(Malformed, match="the layers do not fit each other"):
        network_from(path, "shiloh", network.form.features, OPTION_FEATURES)
