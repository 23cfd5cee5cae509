"""Starts that were altered: refused in a sentence, or accepted and then played on from without a stumble."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

import senki
from senki.engine.errors import Malformed, SenkiError
from senki.engine.forms import Record
from senki.engine.game import Game
from senki.engine.match import replay
from senki.engine.position import Position
from senki.engine.starts import read_start

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 99, 100, 2**31, 2**63, 10**30, 0.5, 1e300, "", "x", "\0", [], {}, [1], {"a": 1},
]  # fmt: skip
Path = tuple[str | int, ...]


@cache
def met(key: str) -> list[dict[str, Any]]:
    """Written positions of random games, the beginnings among them, with and without optional rules."""
    game, found = senki.find_game(key), []
    for seed in range(5):
        chance = Random(seed)
        wished = {s.id: chance.choice(list(s.values)) for s in game.switches if seed and not s.takes_file}
        p = game.start(chance.choice(game.scenarios).id, game.settings(wished))
        p.settle()
        for number in range(200):
            if p.over:
                break
            if number % 9 == 0:
                found.append(game.write(p))
            p.play(chance.choice(p.options()))
    return found


def paths(tree: Any, at: Path = ()) -> list[Path]:
    """Where something stands in a JSON document."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [at] * bool(at) + [path for key, part in inner for path in paths(part, (*at, key))]


def at(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def altered(form: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A position in which one to three things were changed, swapped, dropped, doubled or taken from another one."""
    made = deepcopy(form)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        everywhere = paths(made)
        part = chance.choice(list(made))
        path = chance.choice(everywhere if chance.random() < 0.6 else [p for p in everywhere if p[0] == part])
        parent, key = at(made, path[:-1]), path[-1]
        alter_one(made, parent, key, [at(made, p) for p in everywhere if p[: len(path)] != path], other, chance)
    return made


def alter_one(
    made: dict[str, Any], parent: Any, key: Any, rest: list[Any], other: dict[str, Any], chance: Random
) -> None:
    value = parent[key]
    how = chance.choice(("odd", "near", "drop", "double", "swap", "other", "like", "shorter"))
    if how == "odd":
        parent[key] = chance.choice(ODD)
    elif how == "near" and isinstance(value, bool):
        parent[key] = not value
    elif how == "near" and isinstance(value, int | float):
        parent[key] = value + chance.choice((-100, -2, -1, 1, 3, 10, 100))
    elif how == "drop":
        del parent[key]
    elif how == "double" and isinstance(value, list) and value:
        value.insert(chance.randrange(len(value) + 1), deepcopy(chance.choice(value)))
    elif how == "swap":
        keys = list(parent) if isinstance(parent, dict) else list(range(len(parent)))
        with_key = chance.choice(keys)
        parent[key], parent[with_key] = parent[with_key], value
    elif how == "other":
        taken = chance.choice(list(other))
        made[taken] = deepcopy(other[taken])
    elif how == "like":
        parent[key] = deepcopy(chance.choice([part for part in rest if type(part) is type(value)] or [value]))
    elif how == "shorter" and isinstance(value, list) and value:
        value.pop(chance.randrange(len(value)))


def play_on(game: Game, p: Position, chance: Random, steps: int) -> None:
    """Random steps, with everything a table does in between: store, read back, show to all."""
    p.settle()
    for _ in range(steps):
        twin = game.read(json.loads(json.dumps(game.write(p))), "stored")
        assert twin == p and twin.result == p.result and game.write(twin) == game.write(p)
        for side in range(-1, len(game.sides)):
            game.view(p, side)
        p.check()
        if p.over:
            assert p.result is not None
            return
        p.events = []
        p.play(chance.choice(p.options()))


@pytest.mark.parametrize(
    ("key", "count", "steps", "every"), [("nano", 600, 24, 1), ("shiloh", 400, 12, 3), ("monmouth", 400, 8, 9)]
)
def test_altered_starts_are_refused_or_can_be_played(key: str, count: int, steps: int, every: int) -> None:
    """All are read; of those a game accepts one in `every` is taken as a start and played on from."""
    game, forms = senki.find_game(key), met(key)
    refused = 0
    for number in range(count):
        chance = Random(number)
        form = json.loads(json.dumps(altered(chance.choice(forms), chance.choice(forms), chance)))
        tried = (number - refused) % every == 0
        try:
            p = read_start(game, form, "start") if tried else game.read(form, "start")
        except SenkiError as wrong:
            assert str(wrong) and "\n" not in str(wrong)
            refused += 1
            continue
        if tried:
            play_on(game, p.copy(), chance, steps)
    assert count // 5 < refused < count * 4 // 5


@pytest.mark.parametrize("key", ["nano", "shiloh", "monmouth"])
def test_positions_of_honest_games_are_good_starts(key: str) -> None:
    game = senki.find_game(key)
    for form in met(key)[::4]:
        assert game.write(read_start(game, form, "start")) == form


def record_of(key: str, start: dict[str, Any]) -> Record:
    game = senki.find_game(key)
    return Record(game=key, rules=game.rules_version, scenario=game.scenarios[0].id, moves=[], start=start)


def test_a_start_whose_numbers_run_out_is_refused() -> None:
    """Blocks of Monmouth numbered up to 99: the next one to enter would get 100, which cannot be read."""
    form = deepcopy(met("monmouth")[0])
    on_map = [name for name, block in form["blocks"].items() if block.get("number")]
    form["blocks"][on_map[0]]["number"] = 99
    with pytest.raises(Malformed, match="numbers leave too few"):
        replay(record_of("monmouth", form))
    twice = deepcopy(met("monmouth")[0])
    one, two = [name for name in on_map if form["blocks"][name].get("number")][:2]
    twice["blocks"][one]["number"] = twice["blocks"][two]["number"]
    with pytest.raises(Malformed):
        replay(record_of("monmouth", twice))


def test_a_start_from_which_the_game_would_stumble_is_refused() -> None:
    """A unit without a camp in the cup, and a group that moves twice: once accepted, both failed in play."""
    in_cup = next(form for form in met("shiloh") if any(u.get("box") == "cup" for u in form["units"].values()))
    form = deepcopy(in_cup)
    form["units"]["Art/6"] = {"box": "cup"}
    with pytest.raises(Malformed, match="no camp"):
        replay(record_of("shiloh", form))
    form = deepcopy(next(form for form in met("shiloh") if form["to_come"][0] == "go"))
    form["to_come"].insert(0, "go")
    with pytest.raises(Malformed, match="only be the awaited step"):
        replay(record_of("shiloh", form))


def test_a_start_with_a_number_beyond_every_game_is_refused() -> None:
    form = deepcopy(met("monmouth")[0])
    form["ranks"] = 2**53
    with pytest.raises(Malformed, match="no game comes to the number"):
        replay(record_of("monmouth", form))
