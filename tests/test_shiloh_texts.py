"""Shiloh: what it says to people, in both languages."""

import ast
import re
from importlib import resources
from pathlib import Path
from random import Random

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.events import Event
from senki.engine.game import Game
from senki.engine.position import CHANCE, Result
from senki.engine.registry import find_game
from senki.games.shiloh.checks import CLAUSES
from senki.games.shiloh.forms import GROUND
from senki.games.shiloh.tables import AMMO, FLAGS, LEADER_FLAG
from senki.games.shiloh.tasks import ARRIVE_FORMATION, TASKS
from senki.games.shiloh.victory import reason

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "senki/games/shiloh").glob("*.py"))
TEXTS = [
    path
    for folder, endings in (("senki", ("toml", "hexes", "geojson", "py")), ("web/src", ("ts", "svelte")))
    for ending in endings
    for path in sorted((ROOT / folder).rglob(f"*.{ending}"))
] + [ROOT / "README.ja.md"]


@pytest.fixture(scope="module")
def shiloh() -> Game:
    return find_game("shiloh")


@pytest.fixture(scope="module")
def told(shiloh: Game) -> list[Event]:
    """The events of one game of random choices."""
    chance = Random(12)
    p = shiloh.start("battle", shiloh.settings({}))
    p.events = []
    p.settle()
    while not p.over:
        options = p.roll().outcomes if p.waits_for == CHANCE else p.options()
        p.play(options[int(chance.random() * len(options))])
    return p.events


# Objections


def raised() -> list[tuple[str, str, set[str], str]]:
    """Every `forbid` of the rules: its clause, its key, the facts it gives, and where it stands."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "forbid":
                words = [word.value if isinstance(word, ast.Constant) else "" for word in node.args]
                facts = {word.arg or "" for word in node.keywords}
                found.append((words[0], words[-1], facts, f"{path.name}:{node.lineno}"))
    return found


def test_every_objection_has_a_sentence_of_its_own(shiloh: Game) -> None:
    assert [where for _, key, _, where in raised() if not key] == [], "a key that is not written out"
    silent = {key for _, key, _, _ in raised() if not shiloh.messages.has(f"objection.{key}")}
    assert silent == set()
    for lang in LANGUAGES:
        sentences = [shiloh.messages.templates[f"objection.{key}"][lang] for key in {key for _, key, _, _ in raised()}]
        assert len(sentences) == len(set(sentences)) and all(sentences)


def test_an_objection_gives_what_its_sentence_speaks_of() -> None:
    messages = find_game("shiloh").messages
    assert [where for _, key, facts, where in raised() if not messages.holes(f"objection.{key}") <= facts] == []


def test_no_sentence_is_left_of_an_objection_nobody_raises(shiloh: Game) -> None:
    written = {key.removeprefix("objection.") for key in shiloh.messages.templates if key.startswith("objection.")}
    assert written == {key for _, key, _, _ in raised()}


# Events


def test_a_check_names_what_is_checked(shiloh: Game, told: list[Event]) -> None:
    for kind in CLAUSES:
        assert kind == ARRIVE_FORMATION or shiloh.messages.has(f"word.check.{TASKS[kind]}")
    checks = [event for event in told if event.kind in ("check_passed", "check_failed")]
    assert {str(event.facts["check"]) for event in checks} >= {"steady_check", "recover"}
    for event in checks:
        for lang in LANGUAGES:
            assert shiloh.name_of("check", str(event.facts["check"]), lang) in shiloh.tell(event, lang)


def test_dice_are_told_wherever_they_fall(shiloh: Game, told: list[Event]) -> None:
    """The sentence of a throw shows its faces."""
    shown = {"fatigued", "still_fresh", "camp_number", "formation_roll", "allowance", "check_passed", "check_failed",
             "routed", "leader_unhurt", "leader_shaken", "leader_falls", "combat_die"}  # fmt: skip
    for kind in shown:
        assert shiloh.messages.holes(f"event.{kind}") & {"die", "faces"}, kind
    assert [event.facts["faces"] for event in told if event.kind == "camp_number"]


def test_a_march_is_told(told: list[Event]) -> None:
    assert any(event.kind == "marches" and event.facts["units"] for event in told)


def test_a_flag_is_told_in_words(shiloh: Game) -> None:
    for flag in (FLAGS[LEADER_FLAG], FLAGS[AMMO]):
        for lang in LANGUAGES:
            said = shiloh.tell(Event("flag", "SHI-8.10", {"flag": flag, "side": "csa"}), lang)
            assert len(said) > len(flag) + 8, said


def test_the_end_says_why(shiloh: Game) -> None:
    ends = {
        "landing": Result(0, "objective", 3, "SHI-18.1"),
        "line": Result(1, "objective", 3, "SHI-18.2"),
        "more_points": Result(1, "points", -4, "SHI-18.3"),
        "equal_points": Result(-1, "draw", 0, "SHI-18.3"),
        "too_few_points": Result(-1, "draw", 2, "SHI-18.3"),
    }
    for word, result in ends.items():
        assert reason(result) == word
        kind = "won" if result.winner >= 0 else "drawn_game"
        facts: dict[str, str | int] = {"csa": 12, "usa": 8, "reason": word, "side": "csa"}
        for lang in LANGUAGES:
            assert shiloh.name_of("reason", word, lang) in shiloh.tell(Event(kind, result.clause, facts), lang)


def test_the_question_of_the_headquarters_shows_its_side(shiloh: Game) -> None:
    for state, word in (([], "active"), (["inactive"], "inactive")):
        units = {"CSA-HQ": {"hex": "0125", "states": state}, "Wood": {"hex": "0521"}}
        p = shiloh.read({"turn": 4, "to_come": ["hq_flip"], "units": units}, "a flip")
        asked = shiloh.view(p, 0).prompt
        assert (asked.facts["state"], asked.facts["hex"]) == (word, "0125")
        for lang in LANGUAGES:
            assert shiloh.name_of("state", word, lang) in shiloh.prompt(shiloh.view(p, 0), lang)


# Words


def test_no_sentence_says_a_word_twice_with_the_name_of_a_place(shiloh: Game) -> None:
    """A place may be called a camp: then no sentence calls it one again."""
    board = GROUND.board
    names = {lang: [board.name_of(hex, lang) for hex in range(len(board.cells))] for lang in LANGUAGES}
    for key, template in shiloh.messages.templates.items():
        for before in re.findall(r"([ァ-ヶー一-龠]{2,})の?\{\w+\|place\}", template["ja"]):
            assert not [name for name in names["ja"] if name.startswith(before)], key
        for after in re.findall(r"\{\w+\|place\}の([ァ-ヶー一-龠]{2,})", template["ja"]):
            assert not [name for name in names["ja"] if after.startswith(name[-2:] or "-")], key
        for before in re.findall(r"(\w{4,}) \{\w+\|place\}", template["en"]):
            assert not [name for name in names["en"] if before.lower() in name.lower().split()], key


def test_there_is_one_spelling_of_a_hex_in_japanese() -> None:
    assert [path.name for path in TEXTS if "ヘックス" in path.read_text(encoding="utf-8")] == []


def test_a_leader_who_is_lost_need_not_be_dead() -> None:
    for name in ("messages.toml", "rulebook.toml"):
        assert "戦死" not in resources.files("senki.games.shiloh").joinpath(name).read_text(encoding="utf-8")


def test_after_a_turn_does_not_include_it(shiloh: Game) -> None:
    """以後 and 以降 include what they are said of; the English "after turn 3" does not."""
    for clause in shiloh.rulebook.clauses.values():
        for turn in re.findall(r"after turn (\d+)", clause.text["en"]):
            assert not re.search(rf"第{turn}ターン以[後降]", clause.text["ja"]), clause.number
