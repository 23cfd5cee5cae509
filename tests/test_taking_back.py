"""Shiloh's end of taking back (SHI-3.8), and the records of its second rules, which had none."""

from __future__ import annotations

import pickle

import msgspec
import pytest

import senki
from senki.engine.dice import seeded_dice
from senki.engine.errors import Illegal, Malformed
from senki.engine.forms import Record, read_json, to_json
from senki.engine.match import Match, replay, verify
from senki.games.shiloh.position import ShilohPosition
from senki.games.shiloh.tables import TAKINGS_BACK

SHILOH = senki.find_game("shiloh")
ATTACK = {
    "turn": 5, "to_come": ["combat"], "units": {"Shaver": {"hex": "1018"}, "2/6": {"hex": "1118"}},
}  # fmt: skip


def called_off(times: int, rules: int) -> Match:
    """An attack that was called off so often under a version of the rules."""
    match = Match(SHILOH, "battle", seeded_dice(1), {}, SHILOH.read(ATTACK, "attack"), rules=rules)
    for _ in range(times):
        match.play("attack 1118")
        match.play("cancel")
    return match


def test_what_was_taken_back_is_written_and_read_but_does_not_tell_positions_apart() -> None:
    match = called_off(3, SHILOH.rules_version)
    written = SHILOH.write(match.position)
    assert written["taken_back"] == 3
    read = SHILOH.read(written, "position")
    assert isinstance(read, ShilohPosition) and read.taken_back == 3
    fresh = SHILOH.read(ATTACK, "attack")
    fresh.settle()
    assert match.position.key() == fresh.key() and SHILOH.write(fresh) != written


def test_undo_takes_the_count_back_too() -> None:
    match = called_off(1, SHILOH.rules_version)
    match.undo(0)
    assert isinstance(match.position, ShilohPosition) and match.position.taken_back == 0


def test_a_record_of_the_second_rules_plays_as_it_was_played() -> None:
    match = called_off(TAKINGS_BACK + 5, 2)
    match.play("attack 1118")
    record: Record = read_json(to_json(match.record()), Record, "record")
    assert record.rules == 2
    found = verify(record)
    assert found.rules == 2 and "cancel" in [option.text for option in found.position.options()]
    assert found.record().rules == 2 and found.record().hash == record.hash
    with pytest.raises(Illegal, match=rf"move {2 * TAKINGS_BACK + 2}: .*SHI-3\.8"):
        replay(msgspec.structs.replace(record, rules=SHILOH.rules_version))
    with pytest.raises(Malformed, match="rules version 1"):
        replay(msgspec.structs.replace(record, rules=1))


def test_a_match_under_the_second_rules_goes_on_under_them_in_another_process() -> None:
    twin = pickle.loads(pickle.dumps(called_off(TAKINGS_BACK + 1, 2)))
    assert twin.rules == 2
    twin.play("attack 1118")
    twin.play("cancel")
