"""Stonewall Jackson's Way: what it says to people, in both languages."""

import ast
from pathlib import Path

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.position import AUTO
from senki.engine.registry import find_game
from senki.games.sjw.campaign import SCENARIOS, campaign
from senki.games.sjw.counters import ARMIES, COMMANDS, SIZES
from senki.games.sjw.events import EVENTS
from senki.games.sjw.flow import STEPS
from senki.games.sjw.modifiers import MARCH_TYPES
from senki.games.sjw.odds import RESULTS
from senki.games.sjw.options import GRAMMAR
from senki.games.sjw.position import CAUSES, OFF_MAP, STATION_STATES
from senki.games.sjw.prompts import CLAUSES
from senki.games.sjw.tables import WORKS

SJW = find_game("sjw")
SOURCES = sorted((Path(__file__).parent.parent / "senki/games/sjw").glob("*.py"))
SAID = SJW.messages.templates


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


COMPUTED = {
    "transfer_far", "transfer_nobody", "SJW-6.2.3", "SJW-6.2.4", "attach_type", "attach_who", "attach_whom",
    "attach_limit",
}  # fmt: skip
"""Keys that stand in a variable or in an `Objection`."""


def test_every_objection_has_a_sentence_of_its_own() -> None:
    keys = {key for some, _, _ in raised() for key in some} | COMPUTED
    assert {key for key in keys if f"objection.{key}" not in SAID} == set()
    for lang in LANGUAGES:
        sentences = [SAID[f"objection.{key}"][lang] for key in keys]
        assert len(sentences) == len(set(sentences)) and all(sentences)


def test_an_objection_gives_what_its_sentence_speaks_of() -> None:
    lacking = [
        (where, key)
        for keys, facts, where in raised()
        for key in keys
        if "**" not in facts and not SJW.messages.holes(f"objection.{key}") <= facts
    ]
    assert lacking == []


def test_no_sentence_is_left_of_an_objection_nobody_raises() -> None:
    written = {key.removeprefix("objection.") for key in SAID if key.startswith("objection.")}
    assert written - {key for some, _, _ in raised() for key in some} - COMPUTED == set()


# Events


def test_every_event_has_a_sentence() -> None:
    told = [(words_in(call.args[0]), where) for call, where in calls("tell")]
    told += [(words_in(call.args[3]), where) for call, where in calls("move_leader")]
    silent = [(word, where) for words, where in told for word in words if f"event.{word}" not in SAID]
    assert silent == []
    ways = ["moved", "retreated", "advanced", "went_by_rail", "arrived", "repaired", "not_repaired"]
    ways += ["arrivals_delayed", "arrivals_advanced", "turn_began"]
    assert [kind for kind in ways if f"event.{kind}" not in SAID] == []
    written = {key.removeprefix("event.") for key in SAID if key.startswith("event.")}
    assert written - {word for words, _ in told for word in words} - set(ways) == set()


def test_a_move_is_told_with_where_it_began_and_a_turn_with_its_day() -> None:
    for kind in ("moved", "retreated", "advanced", "went_by_rail"):
        assert SJW.messages.holes(f"event.{kind}") == {"unit", "origin", "to"}
    assert SJW.messages.holes("event.turn_began") == {"turn", "date"}


# Prompts and options


def test_every_question_is_asked_in_words_and_by_a_clause() -> None:
    asked = [step.name for step in STEPS if step.kind != AUTO]
    assert [name for name in asked if f"prompt.{name}" not in SAID] == []
    assert sorted(CLAUSES) == sorted(asked)
    assert [clause for clause in CLAUSES.values() if clause not in SJW.rulebook] == []


def test_every_option_has_a_label_and_what_moves_a_piece_a_short_word() -> None:
    phrases = {phrase.verb for phrase in GRAMMAR.phrases}
    alone = {option.verb for option in GRAMMAR.alone.values()}
    assert [verb for verb in sorted(phrases | alone) if f"option.{verb}" not in SAID] == []
    assert [verb for verb in sorted(phrases) if f"word.verb.{verb}" not in SAID] == []


# Words


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("cause", CAUSES),
        ("station", STATION_STATES),
        ("works", WORKS),
        ("box", OFF_MAP[1:]),
        ("army", ARMIES),
        ("size", SIZES),
        ("event", EVENTS),
        ("command", COMMANDS[1:]),
        ("level", sorted({row.level for name in SCENARIOS for row in campaign(name).grades})),
    ],
)
def test_every_word_that_a_sentence_may_need_is_there(kind: str, words: list[str]) -> None:
    assert [word for word in words if f"word.{kind}.{word}" not in SAID] == []


def test_the_odds_name_every_result_and_every_way_of_attacking() -> None:
    without_effect = {"normal"}
    assert [key for key in [*RESULTS, *MARCH_TYPES] if f"odds.{key}" not in SAID and key not in without_effect] == []


def test_the_columns_of_the_forces_have_headings() -> None:
    assert [column for column in [*SJW.looks.columns, SJW.looks.group] if f"column.{column}" not in SAID] == []


def test_japanese_says_one_thing_in_one_way() -> None:
    """The terms of the rulebook: disorganized, demoralized, leader, Union."""
    for key, said in SAID.items():
        for other in ("未組織", "士気喪失", "指揮官", "連邦軍", "損傷", "ヘックス", "クリーク"):
            assert other not in said["ja"] or "アクイア・クリーク" in said["ja"], key
