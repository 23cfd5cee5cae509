"""What an installed Senki has to bring along, and what it may ask for."""

from __future__ import annotations

from pathlib import Path

import senki


def test_whoever_types_against_senki_is_believed_its_types() -> None:
    assert (Path(senki.__file__).parent / "py.typed").is_file()
