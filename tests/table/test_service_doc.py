"""The figures of docs/service.md are those of the code, and every limit of the settings is among them."""

from __future__ import annotations

import re
from dataclasses import fields
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from senki.table.settings import Pace, Patience, Settings, settings_for

ROOT = Path(__file__).parent.parent.parent
DOC = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
OWN = settings_for("127.0.0.1", 0, "sqlite+aiosqlite://", False)
PUBLIC = settings_for("0.0.0.0", 0, "sqlite+aiosqlite://", True)
NAME = re.compile(r"`((?:(?:[a-z_]+\.)?[a-z_]+|Settings|Patience)\.[A-Za-z_]+)`")
NO_LIMITS = {"workers", "port"}


def rows() -> list[list[str]]:
    """The rows of the tables of limits, cell by cell."""
    section = DOC.partition("## Limits")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return [row for row in cells if NAME.search(row[-1])]


def figures(cell: str) -> list[float]:
    return [float(Fraction(figure)) for figure in cell.split(", ")]


def of_code(name: str, settings: Settings) -> list[float]:
    """What the code says under a name."""
    owner, _, attribute = name.rpartition(".")
    holders = {"Settings": settings, "Patience": settings.patience}
    value = getattr(holders.get(owner) or import_module(f"senki.table.{owner}"), attribute)
    return [value.rate, value.burst] if isinstance(value, Pace) else [float(value)]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[-1])
def test_a_figure_is_that_of_the_code(row: list[str]) -> None:
    names = NAME.findall(row[-1])
    for settings, cell in ((OWN, row[1]), (PUBLIC, row[-2])):
        assert figures(cell) == [figure for name in names for figure in of_code(name, settings)], row


def test_every_limit_of_the_settings_is_told() -> None:
    told = {name for row in rows() for name in NAME.findall(row[-1])}
    limits = {f"Settings.{f.name}" for f in fields(Settings) if isinstance(getattr(OWN, f.name), Pace | int)}
    limits -= {f"Settings.{f.name}" for f in fields(Settings) if isinstance(getattr(OWN, f.name), bool)}
    limits -= {f"Settings.{name}" for name in NO_LIMITS}
    limits |= {f"Patience.{f.name}" for f in fields(Patience)}
    assert limits <= told, limits - told
    assert len(told) > 40


def test_every_variable_of_the_environment_is_told() -> None:
    read = set(re.findall(r'environ\.get\("(\w+)"', (ROOT / "senki/table/settings.py").read_text(encoding="utf-8")))
    assert len(read) > 4
    assert all(f"`{name}`" in DOC for name in {*read, "FORWARDED_ALLOW_IPS"})


def test_the_unit_and_the_container_run_what_there_is() -> None:
    from senki.terminal.main import main

    for name in ("senki.service", "Containerfile"):
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        given = re.findall(r'--[a-z]+(?=[ "])', text[text.rindex("serve") :])
        assert {"--public", "--host", "--port", "--db", "--log"} <= set(given)
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
