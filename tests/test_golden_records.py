"""Games of every rules version, replayed to the hash they had when they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from senki.engine.forms import Record, read_json
from senki.engine.match import verify

RECORDS = sorted((Path(__file__).parent / "records").rglob("*.json"))


def test_there_are_golden_records() -> None:
    assert len(RECORDS) >= 16


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: "-".join(path.parts[-3:]))
def test_a_golden_record_replays_to_its_hash_with_every_die_proved(path: Path) -> None:
    record: Record = read_json(path.read_bytes(), Record, path.name)
    assert record.hash is not None and record.result is not None and record.dice is not None
    assert record.dice.seed is not None
    match = verify(record, path.name)
    assert match.over
