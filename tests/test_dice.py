"""Dice bound to the moves before them, checked by the page that documents them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from conftest import SET_UP
from dice_by_the_page import WrongDice, check

import senki
from senki.engine.dice import FairDice
from senki.engine.errors import Illegal
from senki.engine.forms import Record, read_json, to_json
from senki.engine.match import Decision, Match, replay, verify
from senki.terminal.saves import read_save, write_save

RECORDS = sorted((Path(__file__).parent / "records").rglob("*.json"))
PAGE = Path(__file__).parent.parent / "docs" / "dice.md"


def at_random(key: str, seed: int) -> Match:
    """A game of random choices, to its end."""
    match, chance = senki.new(key, seed=seed, entropy=f"salt-{seed}"), Random(seed)
    while (pending := match.pending) is not None:
        match.play(chance.choice(pending.options)) if isinstance(pending, Decision) else match.roll()
    return match


def document(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_json(match.record()))
    return found


# The page


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: "-".join(path.parts[-4:]))
def test_the_dice_of_a_golden_record_follow_from_the_page_alone(path: Path) -> None:
    assert check(json.loads(path.read_bytes())) > 5


def test_there_are_golden_records_of_both_formats() -> None:
    found = {
        (json.loads(path.read_bytes()).get("format", 1), path.relative_to(RECORDS[0].parents[3]).parts[0])
        for path in RECORDS
    }
    assert found >= {(1, "nano"), (2, "nano"), (2, "shiloh"), (2, "monmouth")}


@pytest.mark.parametrize(("key", "draws"), [("nano", 0), ("shiloh", 5), ("monmouth", 1)])
def test_every_roll_and_draw_of_random_games_follows_from_the_page(key: str, draws: int) -> None:
    drawn = 0
    for seed in range(3):
        record = document(at_random(key, seed))
        assert record["format"] == 2
        outcomes = [move for move in record["moves"] if move.split()[0] in ("roll", "draw")]
        assert check(record) == len(outcomes)
        drawn += sum(move.startswith("draw") for move in outcomes)
    assert drawn >= draws


def test_the_page_does_not_pass_what_is_false() -> None:
    record = document(at_random("nano", 1))
    number = next(n for n, move in enumerate(record["moves"]) if move.startswith("roll"))
    _, south, *north = record["moves"][number].split()
    other = " ".join(["roll", str(int(south) % 6 + 1), *north])
    changes: list[Callable[[dict[str, Any]], Any]] = [
        lambda r: r["moves"].__setitem__(number, other),
        lambda r: r["moves"].__setitem__(0, "place S1 winchester"),
        lambda r: r["moves"].pop(0),
        lambda r: r["dice"].__setitem__("entropy", []),
        lambda r: r["dice"].__setitem__("seed", "00" * 32),
        lambda r: r.__setitem__("format", 1),
    ]
    for change in changes:
        spoilt = json.loads(json.dumps(record))
        change(spoilt)
        with pytest.raises(WrongDice):
            check(spoilt)


def test_the_example_of_the_page_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    dice = FairDice(bytes(32), ["salt", "pepper"])
    assert dice.commitment in page
    mark = dice.first_mark
    assert f"- T₀: `{mark}`" in page
    for move in SET_UP:
        mark = dice.mark_after(mark, move, rolled=False)
        assert f"- after `{move}`: `{mark}`" in page
    assert f"`salt|pepper|{mark}|0`" in page
    assert dice.draw(mark, 36) == 34 and "`roll 6 5`" in page
    assert FairDice(bytes(32), ["salt", "pepper"], 1).draw("0", 36) == 35 and "`roll 6 6`" in page


# Bound to the moves


@pytest.mark.parametrize("key", ["nano", "shiloh"])
def test_the_same_choice_meets_the_same_die_and_another_choice_another(key: str) -> None:
    """Before a die falls, each of the last options in turn: what falls is not always the same."""
    match, chance = senki.new(key, seed=5), Random(5)
    differed = 0
    for _ in range(60):
        pending = match.pending
        if not isinstance(pending, Decision):
            match.roll()
            continue
        fallen = {}
        for option in pending.options[:6]:
            for _ in range(2):
                match.play(option)
                if isinstance(match.pending, senki.engine.option.Roll):
                    total = match.pending.total
                    match.roll()
                    assert (
                        fallen.setdefault((option.text, total), match.played[-1].option.text)
                        == match.played[-1].option.text
                    )
                match.undo(pending.side, by_consent=True)
        differed += len(set(fallen.values())) > 1
        match.play(chance.choice(pending.options))
    assert differed >= 3


def test_old_dice_only_count_and_go_on_so(tmp_path: Path) -> None:
    """A game saved in format 1 with its seed: it is played on with counted rolls, and its record verifies."""
    match = Match(senki.find_game("nano"), "campaign", FairDice(bytes(32), ["old"], 1), {})
    for text in SET_UP:
        match.play(text)
    match.roll()
    first = match.played[-1].option.text
    match.undo(0, by_consent=True)
    match.play("place S4 mount_jackson")
    match.roll()
    assert match.played[-1].option.text == first, "format 1 did not know of choices"
    write_save(match, tmp_path / "old.json")
    assert b'"format"' not in (tmp_path / "old.json").read_bytes(), "1 is left out, as it was when only 1 was known"
    again, chance = read_save(tmp_path / "old.json"), Random(3)
    while (pending := again.pending) is not None:
        again.play(chance.choice(pending.options)) if isinstance(pending, Decision) else again.roll()
    record = again.record()
    assert record.format == 1 and check(json.loads(to_json(record))) > 5
    assert verify(read_json(to_json(record), Record, "record")).over
    with pytest.raises(Illegal, match="the dice say"):
        verify(msgspec.structs.replace(record, format=2))


def test_a_record_without_its_seed_goes_on_with_new_dice_of_today(tmp_path: Path) -> None:
    match = Match(senki.find_game("nano"), "campaign", FairDice(bytes(32), [], 1), {})
    for text in SET_UP:
        match.play(text)
    (tmp_path / "open.json").write_bytes(to_json(match.record()))
    again = read_save(tmp_path / "open.json")
    assert again.dice.version == 2 and again.dice.seed != bytes(32) and again.played == []


def test_a_choice_altered_before_a_roll_is_found() -> None:
    """What format 1 could not find: the dice of another game fitted to these choices."""
    record = at_random("nano", 4).record()
    other = ["place S1 luray" if move.startswith("place S1") else move for move in record.moves[:4]]
    if other == record.moves[:4]:
        other[0] = "place S1 harrisonburg"
    match = Match(senki.find_game("nano"), "campaign", replay(record).dice, {})
    for text in [*other, record.moves[4]]:
        match.play(text)
    forged = match.record()
    assert record.dice is not None and forged.dice is not None
    forged.dice.seed = record.dice.seed
    with pytest.raises(Illegal, match="move 5: the dice say"):
        verify(forged)
