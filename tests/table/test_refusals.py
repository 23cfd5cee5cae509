"""Every refusal a person may run into is told in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from senki.table.refusals import REASONS, Refused

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "senki" / "table"
WORD = re.compile(r'^  e_(\w+): \["(.+)", "(.+)"\],$', re.MULTILINE)


def refusals() -> Iterator[tuple[str, str, set[str]]]:
    """Code, key and facts of everything the service refuses, as its sources have it."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                given = {word.arg: word.value for word in node.keywords if word.arg}
                code, because = node.args[0], given.get("because")
                if isinstance(code, ast.Constant):
                    key = str(because.value) if isinstance(because, ast.Constant) else ""
                    yield str(code.value), key, set(given)


def test_the_client_has_a_sentence_in_both_languages_for_every_code() -> None:
    words = {key: (en, ja) for key, en, ja in WORD.findall((ROOT / "web/src/lib/words.ts").read_text(encoding="utf-8"))}
    codes = {code for code, _, _ in refusals()}
    assert len(codes) > 12 and codes <= set(words)
    for code in codes:
        english, japanese = words[code]
        assert english.isascii() or "’" in english
        assert re.search("[ぁ-んァ-ン]", japanese), code


def test_every_reason_is_given_somewhere_with_its_facts_and_every_key_has_a_reason() -> None:
    given = {key: facts for _, key, facts in refusals() if key}
    assert set(given) == set(REASONS.templates)
    for key, facts in given.items():
        assert REASONS.holes(key) <= facts, key


@pytest.mark.parametrize("key", sorted(REASONS.templates))
def test_a_reason_is_said_in_both_languages(key: str) -> None:
    told = Refused("forbidden", None, key, **dict.fromkeys(REASONS.holes(key), "1")).facts
    english, japanese = str(told["why"]), str(told["why_ja"])
    assert english[0].isupper() and not re.search("[ぁ-ん]", english)
    assert re.search("[ぁ-んァ-ン]", japanese) and "{" not in english + japanese
