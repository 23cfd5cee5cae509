"""Many games side by side: the same as one by one, whatever their vocabulary, to the last byte of what is shown."""

from __future__ import annotations

import pickle
from copy import copy
from random import Random

import pytest

from senki.engine.option import Option
from senki.engine.position import Position
from senki.envs.stage import Stage, stage_of
from senki.lab.seeds import derive
from senki.players.bout import Bout
from senki.players.field import PORTION, Field, Shown

NUMBER = 4


class Buffers:
    """What a field of so many rows shows, and the field."""

    def __init__(self, stage: Stage, rows: int, longest: int) -> None:
        self.stage = stage
        self.games = [0] * rows
        self.width = stage.layout.size * NUMBER
        self.seen = bytearray(rows * self.width)
        self.masks = bytearray(rows * stage.vocabulary.size)
        self.actors = bytearray(rows)
        shown = Shown(memoryview(self.seen), memoryview(self.masks), memoryview(self.actors))
        bouts = [stage.bout(longest) for _ in range(rows)]
        self.field = Field(stage.game, bouts, stage.observer.known, stage.observer.observe, self.seed, shown)

    def seed(self, row: int, bout: Bout) -> None:
        """A game follows from its row and how many were before it."""
        self.stage.seed(bout, derive(row, self.games[row]))
        self.games[row] += 1

    def row(self, row: int) -> tuple[bytes, set[int], int]:
        """What a row shows: the observation, the legal actions, who chooses."""
        size = self.stage.vocabulary.size
        mask = self.masks[row * size : (row + 1) * size]
        legal = {action for action in range(size) if mask[action]}
        assert set(mask) <= {0, 1}
        return bytes(self.seen[row * self.width : (row + 1) * self.width]), legal, self.actors[row]


def seen_by_view(stage: Stage, p: Position, side: int) -> bytes:
    """An observation made of the view, whatever rows are known."""
    view = stage.game.view(p, side)
    return b"".join(row for block, make in stage.observer.makers for row in make(block, view, side))


def told(stage: Stage, bout: Bout) -> tuple[bytes, set[int], int]:
    """What a game should show, found without what is compiled for many."""
    words = stage.vocabulary
    legal = {words.numbers[o.text] for o in bout.options} if words.fixed else set(range(len(bout.options)))
    return seen_by_view(stage, bout.p, bout.side), legal, bout.side


@pytest.mark.parametrize(
    ("key", "scenario", "rows", "steps", "longest"),
    [("nano", None, PORTION + 3, 60, 40), ("shiloh", "battle", 3, 12, 9)],
)
def test_games_side_by_side_are_the_same_as_one_by_one(
    key: str, scenario: str | None, rows: int, steps: int, longest: int
) -> None:
    """Nano with its fixed vocabulary, Shiloh by its lists; games that are lost, broken off and decided begin anew."""
    stage, chance = stage_of(key, scenario), Random(4)
    buffers = Buffers(stage, rows, longest)
    field, alone, games = buffers.field, [stage.bout(longest) for _ in range(rows)], [1] * rows
    field.begin()
    for row, bout in enumerate(alone):
        stage.seed(bout, derive(row, 0))
        bout.begin()
    ends: set[str] = set()
    for step in range(steps):
        actions = [chance.choice(sorted(buffers.row(row)[1])) for row in range(rows)]
        if step % 7 == 3:
            actions[step % rows] = stage.vocabulary.size - 1 if key == "nano" else -1
        field.step(actions)
        endings = {ending.row: ending for ending in field.endings}
        assert [ending.row for ending in field.endings] == sorted(endings)
        for row, bout in enumerate(alone):
            side = bout.side
            bout.act(actions[row])
            assert (row in endings) == bout.over
            if bout.over:
                ending = endings[row]
                assert (ending.terminated, ending.returns) == (bout.terminated, bout.returns)
                assert ending.last == seen_by_view(stage, bout.p, side)
                ends.add("lost" if bout.forfeited >= 0 else "decided" if bout.terminated else "broken off")
                stage.seed(bout, derive(row, games[row]))
                games[row] += 1
                bout.begin()
            assert buffers.row(row) == told(stage, bout), f"row {row} after step {step}"
    assert ends == ({"lost", "decided", "broken off"} if key == "nano" else {"lost", "broken off"})
    assert games == buffers.games


def test_a_game_shows_the_same_mask_alone() -> None:
    for stage in (stage_of("nano"), stage_of("shiloh", "first_morning")):
        bout = stage.bout()
        bout.chance.seed(1)
        bout.begin()
        mask = bout.mask()
        assert len(mask) == stage.vocabulary.size
        assert [action for action, legal in enumerate(mask) if legal] == sorted(bout.legal)


def test_an_option_knows_its_number_and_is_the_same_as_before() -> None:
    """Its place among all its lexicon can write; what is written alike is equal, numbered or not."""
    stage = stage_of("nano")
    listed = stage.game.lexicon(stage.first).every()
    assert [option.number for option in listed] == list(range(len(listed))) and len(listed) == stage.vocabulary.size
    assert [option.text for option in listed] == stage.vocabulary.notations
    known = listed[40]
    for like in (Option(known.verb, known.text), copy(known), pickle.loads(pickle.dumps(known))):
        assert like == known and hash(like) == hash(known) and repr(like) == repr(known)
        assert stage.vocabulary.legal([like]) == [40]
    assert Option(known.verb, known.text).number == -1
