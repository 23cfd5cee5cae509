"""What agents observe: all that a view shows and nothing a side may not know, in the places the layout names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy
import pytest
from librt.strings import BytesWriter

from senki.engine.errors import BrokenInvariant, Illegal
from senki.engine.glance import Glance
from senki.engine.position import CHANCE, DECISION, Position
from senki.engine.registry import find_game, game_keys
from senki.envs.observing import LIMIT, amount
from senki.envs.spaces import observation
from senki.envs.stage import Stage, stage_of
from senki.envs.vocabulary import MOST_LISTED
from senki.games.monmouth.position import SWITCHES, MonmouthPosition
from senki.games.shiloh.position import ShilohPosition
from tests.test_sicily_secrets import fog_twin, foggy_game
from tests.twins import game_with_secrets, monmouth_twin, shiloh_twin

SHORT = {"shiloh": "first_morning", "sjw": "stuarts_raid", "sicily": "landing"}


def blocks(stage: Stage, p: Position, side: int) -> dict[str, numpy.ndarray]:
    """An observation by blocks."""
    return stage.layout.split(numpy.frombuffer(stage.observer.observe(p, side), numpy.float32))


def positions(stage: Stage, seed: int, steps: int) -> Iterator[Position]:
    """The positions of a random game, rolls and the end included."""
    p, chance = stage.first.copy(), Random(seed)
    for _ in range(steps):
        yield p
        if p.over:
            return
        options = p.options()
        p.play(options[int(chance.random() * len(options))])


def test_a_unit_of_nano_stands_where_its_row_says() -> None:
    stage = stage_of("nano")
    p = stage.first.copy()
    p.play(stage.game.answer(p, "place S1 luray"))
    south, north = blocks(stage, p, 0), blocks(stage, p, 1)
    units, towns = stage.layout.block("pieces"), stage.layout.block("places")
    row, luray = units.row["S1"], towns.row["luray"]
    assert south["pieces"][row, units.at["place"]] == luray + 1
    assert south["pieces"][row, units.at["x"]] == pytest.approx(stage.layout.ground.at[luray][0])
    assert south["pieces"][row, units.at["mine"]] == 1 and north["pieces"][row, units.at["mine"]] == 0
    assert north["pieces"][row, units.at["theirs"]] == 1
    assert south["places"][luray].tolist()[:2] == [1, 0] and north["places"][luray].tolist()[:2] == [0, 1]
    asked = stage.layout.block("asked")
    assert south["asked"][0, asked.at["me:south"]] == 1 and south["asked"][0, asked.at["actor:south"]] == 1
    assert south["asked"][0, asked.at["step:set_up"]] == 1
    question = stage.layout.block("question")
    assert south["question"][0, question.at["fact:unit"]] == units.row["S2"] + 1


@pytest.mark.parametrize("key", game_keys())
def test_nothing_a_view_shows_lacks_a_row_or_a_column(key: str) -> None:
    """Steps, questions, notes, tracks, pieces with their markers and values, places with their marks, options."""
    stage = stage_of(key, SHORT.get(key))
    names = {f"{block.name} {column}" for block in stage.layout.blocks for column in block.columns}
    pieces, places = stage.layout.block("pieces").row, stage.layout.block("places").row
    for n, p in enumerate(positions(stage, 5, 400)):
        if n % 15:
            continue
        for side in range(len(stage.sides)):
            view = stage.game.view(p, side)
            assert view.awaits is None or f"asked step:{view.awaits}" in names
            assert f"asked prompt:{view.prompt.key}" in names
            assert all(f"tracks track:{track.id}" in names for track in view.tracks)
            assert all(f"note:{note.key} shown" in names for note in view.notes)
            for piece in view.pieces:
                assert piece.id in pieces and len(piece.values) <= stage.layout.values
                assert piece.place is None or piece.place in places
                assert all(f"pieces marker:{marker}" in names for marker in piece.markers)
            for mark in view.marks:
                assert mark.place in places and f"places mark:{mark.kind}" in names
            assert all(choice.verb in stage.observer.verbs for choice in view.choices)


@pytest.mark.parametrize("key", game_keys())
def test_numbers_are_within_their_limit_and_options_within_the_vocabulary(key: str) -> None:
    stage = stage_of(key, SHORT.get(key))
    bout, chance = stage.bout(), Random(2)
    bout.chance.seed(2)
    bout.begin()
    for step in range(300):
        if bout.terminated:
            break
        if step % 20 == 0:
            seen = observation(stage, bout, bout.side)["observation"]
            assert len(seen) == stage.layout.size and numpy.abs(seen).max() <= LIMIT and not numpy.isnan(seen).any()
        assert len(bout.options) == len(set(bout.legal)) <= MOST_LISTED
        action = chance.choice(bout.legal)
        assert stage.vocabulary.option(bout.options, action) is bout.options[bout.legal.index(action)]
        bout.act(action)
    assert bout.decisions > 20


def test_rows_that_are_remembered_are_those_of_the_view() -> None:
    """Nano's `glance` tells apart whatever a view tells apart: at decisions, at rolls, at the end, for both sides."""
    stage = stage_of("nano")
    fresh = Stage(stage.game, stage.scenario, {})
    for seed in range(25):
        for p in positions(stage, seed, 10_000):
            for side in (0, 1):
                view = stage.game.view(p, side)
                made = b"".join(row for block, make in fresh.observer.makers for row in make(block, view, side))
                assert stage.observer.observe(p, side) == made


def test_a_row_is_told_by_a_small_number() -> None:
    rows = Glance(2)
    with pytest.raises(BrokenInvariant, match="row 1 is known by number 65536"):
        rows.learn(1, 1 << 16, b"x")
    rows.learn(1, 5, b"x")
    written = BytesWriter()
    for _ in range(2):
        rows.begin(written)
        rows.see(1, 5)
        assert rows.whole()
    rows.see(0, 5)
    assert not rows.whole() and rows.missing == [(0, 5, 1)]
    assert written.getvalue() == b"x", "what was written of a row that is not whole is taken back"


def test_nanos_vocabulary_is_fixed_and_that_of_large_games_a_list() -> None:
    words = stage_of("nano").vocabulary
    assert words.fixed and words.size == len(set(words.notations)) == 1123
    assert words.notations[:3] == ["pass", "stop", "wait"] and words.notations[-1].startswith("battle ")
    for key in ("shiloh", "sjw", "sicily", "monmouth"):
        assert not stage_of(key, SHORT.get(key)).vocabulary.fixed
    p = stage_of("nano").first
    with pytest.raises(Illegal, match="action 0, 'pass': it is not offered here"):
        words.option(p.options(), 0)
    with pytest.raises(Illegal, match="action 2000: there are 1123, numbered from 0"):
        words.option(p.options(), 2000)
    listed = stage_of("shiloh", "first_morning")
    with pytest.raises(Illegal, match="only 1 options are offered"):
        listed.vocabulary.option(listed.first.options()[:1], 7)


def test_the_options_of_a_list_are_described_in_their_order() -> None:
    """In Shiloh: the verb, the piece and the place of each option, for the side that chooses alone."""
    stage = stage_of("shiloh", "first_morning")
    p = next(p for p in positions(stage, 4, 400) if p.waits_for == DECISION and len(p.options()) > 30)
    side = p.side_to_act
    choices = stage.game.view(p, side).choices
    told = blocks(stage, p, side)["choices"]
    block, ground = stage.layout.block("choices"), stage.layout.ground
    for choice, row in zip(choices, told, strict=False):
        assert row[block.at["verb"]] == stage.observer.verbs[choice.verb]
        assert row[block.at["place"]] == (ground.number[choice.place] + 1 if choice.place else 0)
    assert told[: len(choices), 0].all() and not told[len(choices) :].any()
    assert not blocks(stage, p, 1 - side)["choices"].any()


def same_to(stage: Stage, p: Position, twin: Position, side: int) -> bool:
    """Does a side observe the same in two positions, and may it do the same?"""
    if stage.observer.observe(p, side) != stage.observer.observe(twin, side):
        return False
    if p.side_to_act != side:
        return True
    return stage.vocabulary.legal(p.options()) == stage.vocabulary.legal(twin.options())


def test_monmouths_twins_are_observed_alike() -> None:
    """Names swapped, blocks moved unseen, reserves held elsewhere, orders written otherwise: nothing shows."""
    switches = {name: values[-1] for name, values in SWITCHES.items()}
    stage, chance, looked_at, different = stage_of("monmouth", None, switches), Random(21), 0, 0
    for step, p in enumerate(game_with_secrets(stage.game, switches, 3, 150)):
        assert isinstance(p, MonmouthPosition)
        if step % 8 or p.waits_for == CHANCE:
            continue
        side = p.side_to_act
        twin = monmouth_twin(p, side, chance)
        if twin is not None:
            looked_at += 1
            assert same_to(stage, p, twin, side)
            different += not same_to(stage, p, twin, 1 - side)
    assert looked_at > 5 and different, "the other side sees which is which"


def test_shilohs_twins_are_observed_alike() -> None:
    stage, chance, looked_at = stage_of("shiloh", None, {"hidden_cup": "on"}), Random(22), 0
    for seed in range(20):
        for p in game_with_secrets(stage.game, {"hidden_cup": "on"}, seed, 400):
            assert isinstance(p, ShilohPosition)
            twin = shiloh_twin(p, 0, chance)
            if twin is not None:
                looked_at += 1
                assert same_to(stage, p, twin, 0)
        if looked_at > 3:
            return
    raise AssertionError("no counter was ever drawn from the hidden cup")


def test_sicilys_end_run_numbers_do_not_show() -> None:
    """Whatever numbers the Allies may have written down, the Axis observes the same."""
    stage, chance, different = stage_of("sicily", "landing"), Random(23), 0
    for n, p in enumerate(positions(stage, 6, 700)):
        if n % 40 == 0 and not p.over and stage.game.hides(p, 1):
            other = stage.game.imagine(p, 1, chance)
            different += other != p
            assert stage.observer.observe(p, 1) == stage.observer.observe(other, 1)
    assert different


def test_in_the_fog_sicilys_twins_are_observed_alike() -> None:
    """Units in the fog exchanged, with each other or with some still to come."""
    stage, chance, looked_at, different = stage_of("sicily", "landing", {"fog": "on"}), Random(24), 0, 0
    for n, p in enumerate(foggy_game("landing", 2, 260)):
        if n % 20 or p.waits_for == CHANCE:
            continue
        for side in (0, 1):
            twin = fog_twin(p, side, chance)
            if twin is not None:
                looked_at += 1
                assert same_to(stage, p, twin, side)
                different += not same_to(stage, p, twin, 1 - side)
    assert looked_at > 3 and different


def test_printed_values_are_read_as_numbers() -> None:
    read = {"4": 4.0, "[3]": 3.0, "½": 0.5, "3½": 3.5, "(12)": 12.0, "A": None, "": None}
    assert {text: amount(text) for text in read} == read


def test_every_game_has_rows_for_all_its_scenarios() -> None:
    """A layout belongs to a scenario: its pieces, its map."""
    for key in ("shiloh", "sjw"):
        game = find_game(key)
        for scenario in game.scenarios[:2]:
            layout = stage_of(key, scenario.id).layout
            assert layout.block("pieces").rows == game.piece_ids(scenario.id)
            assert len(layout.block("places").rows) == len(layout.ground.ids) > 400
