"""docs/environments.md: every example runs as it stands, and the figures of the layouts are right."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from senki.engine.errors import SenkiError
from senki.engine.registry import find_game
from senki.envs.stage import LONGEST, stage_of
from senki.envs.vocabulary import LARGEST, MOST_LISTED

PAGE = (Path(__file__).parent.parent / "docs" / "environments.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(5))
def test_an_example_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"example {number + 1}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out or "SenkiVectorEnv" in EXAMPLES[number]


@pytest.mark.parametrize(
    ("module", "library", "told"),
    [
        ("openspiel", "pyspiel", "open_spiel"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("spaces", "gymnasium", "gymnasium"),
        ("vector", "numpy", "gymnasium"),
    ],
)
def test_a_missing_library_is_told_in_a_line(
    module: str, library: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"senki.envs.{module}", raising=False)
    with pytest.raises(SenkiError, match=f"^{told} is not installed, and the environments need it: pip install"):
        importlib.import_module(f"senki.envs.{module}")


def test_the_page_has_no_other_examples() -> None:
    assert len(EXAMPLES) == 5


def test_sizes_and_limits_are_those_of_the_page() -> None:
    sizes = {"nano": None, "monmouth": None, "shiloh": None, "sicily": "landing"}
    for key, scenario in sizes.items():
        size = stage_of(key, scenario).layout.size
        assert f"{size:,}" in PAGE, f"{key}: {size:,} numbers"
    for number in (LONGEST, LARGEST, MOST_LISTED, stage_of("nano").vocabulary.size):
        assert f"{number:,}" in PAGE


def test_the_lexicons_of_hex_games_are_as_large_as_the_page_says() -> None:
    for key, scenario in (("shiloh", "battle"), ("sicily", "campaign")):
        game = find_game(key)
        start = game.start(scenario, game.settings({}, scenario))
        assert f"{game.lexicon(start).extent:,}" in PAGE
