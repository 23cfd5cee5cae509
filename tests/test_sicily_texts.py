"""Sicily: what it says to people, in both languages."""

import ast
from pathlib import Path

import pytest

from senki.engine.position import AUTO
from senki.engine.registry import find_game
from senki.games.sicily.combat import RESULTS
from senki.games.sicily.counters import ARMIES, AVAILABLE, COUNT, NATIONS
from senki.games.sicily.flow import STEPS
from senki.games.sicily.odds import BEST_FIRST, CROSSINGS, DROPS, key_of
from senki.games.sicily.options import GRAMMAR
from senki.games.sicily.position import OFF_MAP, STATUS, SicilyPosition
from senki.games.sicily.prompts import CLAUSES
from senki.games.sicily.scenario import SCENARIOS, scenario_of
from senki.games.sicily.tables import WEATHER
from senki.games.sicily.victory import ROUTED
from senki.games.sicily.view import HEX_TARGETS, LOUD, MAYBE, facts, symbol_of

SICILY = find_game("sicily")
SOURCES = sorted((Path(__file__).parent.parent / "senki/games/sicily").glob("*.py"))
SAID = SICILY.messages.templates


def calls(name: str) -> list[tuple[ast.Call, str]]:
    """Every call of a function in the rules, with where it stands."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if called == name:
                    found.append((node, f"{path.name}:{node.lineno}"))
    return found


def words_in(node: ast.expr) -> list[str]:
    """The words written in an expression."""
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


# Objections


def raised() -> list[tuple[list[str], set[str], str]]:
    """Every `forbid` of the rules: the keys it may have, the facts it gives, and where it stands."""
    found = []
    for call, where in calls("forbid"):
        keys = [word for word in words_in(call.args[-1]) if word]
        found.append((keys, {word.arg or "**" for word in call.keywords}, where))
    return found


def test_every_objection_has_a_sentence() -> None:
    lacking = [(key, where) for keys, _, where in raised() for key in keys if f"objection.{key}" not in SAID]
    assert lacking == []


def test_an_objection_gives_what_its_sentence_speaks_of() -> None:
    lacking = [
        (where, key)
        for keys, facts, where in raised()
        for key in keys
        if "**" not in facts and not SICILY.messages.holes(f"objection.{key}") <= facts
    ]
    assert lacking == []


def test_no_sentence_is_left_of_an_objection_nobody_raises() -> None:
    """Keys that stand in a variable are somewhere in the rules as words."""
    written = {key.removeprefix("objection.") for key in SAID if key.startswith("objection.")}
    spoken = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [key for key in sorted(written) if f'"{key}"' not in spoken] == []


# Events


def test_every_event_has_a_sentence_and_every_sentence_an_event() -> None:
    told = [(words_in(call.args[0]), where) for call, where in calls("tell")]
    assert [(word, where) for words, where in told for word in words if f"event.{word}" not in SAID] == []
    written = {key.removeprefix("event.") for key in SAID if key.startswith("event.")}
    spoken = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [key for key in sorted(written) if f'"{key}"' not in spoken] == []


def test_a_turn_is_told_with_its_day() -> None:
    assert SICILY.messages.holes("event.turn_began") == {"turn", "date"}


# Prompts and options


def test_every_question_is_asked_in_words_and_by_a_clause() -> None:
    asked = [step.name for step in STEPS if step.kind != AUTO]
    assert [name for name in asked if f"prompt.{name}" not in SAID] == []
    assert sorted(CLAUSES) == sorted(asked)
    assert [clause for clause in CLAUSES.values() if clause not in SICILY.rulebook] == []


def test_every_option_has_a_label_and_what_moves_a_piece_a_short_word() -> None:
    phrases = {phrase.verb for phrase in GRAMMAR.phrases}
    alone = {option.verb for option in GRAMMAR.alone.values()}
    assert [verb for verb in sorted(phrases | alone) if f"option.{verb}" not in SAID] == []
    assert [verb for verb in sorted(phrases) if f"word.verb.{verb}" not in SAID] == []


def test_the_view_speaks_of_verbs_that_there_are() -> None:
    verbs = {phrase.verb for phrase in GRAMMAR.phrases} | {option.verb for option in GRAMMAR.alone.values()}
    assert {*HEX_TARGETS, *LOUD, *MAYBE} - verbs == set()


# Words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("box", OFF_MAP[1:]),
        ("army", ARMIES),
        ("status", STATUS),
        ("nation", [nation.lower() for nation in NATIONS]),
        ("arrival", [words.replace(" ", "_").lower() for words in AVAILABLE]),
        ("level", sorted({row.level for name in SCENARIOS for row in scenario_of(name).grades} | {ROUTED})),
    ],
)
def test_every_word_that_a_sentence_may_need_is_there(kind: str, words: list[str]) -> None:
    assert [word for word in words if f"word.{kind}.{word}" not in SAID] == []


def test_every_counter_has_a_symbol_and_a_division_that_are_named() -> None:
    p = SICILY.start("campaign", SICILY.settings({}, "campaign"))
    assert isinstance(p, SicilyPosition)
    for unit in range(COUNT):
        assert f"word.symbol.{symbol_of(unit)}" in SAID
        assert f"word.division.{facts(p, unit)['division']}" in SAID


def test_the_odds_name_every_result() -> None:
    assert {result for column in RESULTS for result in column} == set(BEST_FIRST)
    keys = [key_of(result) for result in BEST_FIRST] + CROSSINGS + DROPS
    assert [key for key in keys if f"odds.{key}" not in SAID] == []


@pytest.mark.parametrize("kind", ["note", "field"])
def test_every_weather_is_told(kind: str) -> None:
    assert [word for word in WEATHER if f"{kind}.weather_{word}" not in SAID] == []


def test_the_columns_of_the_forces_have_headings() -> None:
    looks = SICILY.looks
    assert [column for column in [*looks.columns, looks.group] if f"column.{column}" not in SAID] == []


def test_japanese_says_one_thing_in_one_way() -> None:
    """The terms of the rulebook: cadre, evacuation, end-run, airborne assault, hex."""
    for key, said in SAID.items():
        for other in (
            "カドレ",
            "撤収",
            "撤退",
            "迂回上陸",
            "空挺強襲",
            "ヘックス",
            "荷駄",
            "可変増員",
            "セグメント移動",
        ):
            assert other not in said["ja"], key
