"""What holds for the sentences of every game in both languages: one and several, one title, names of their time."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.messages import HOLE, Messages
from senki.engine.registry import find_game, game_keys

ROOT = Path(__file__).parent.parent
NAMES = {"unit", "next", "enemy", "asked", "result", "faces", "reason", "start", "time", "label", "column", "entry"}
"""Facts without a kind that are no numbers."""
NO_PLURALS = {"across", "comes", "has", "is", "less", "needs", "times"}
ONE_TOO_MANY = re.compile(r"(?<![\w:+−.])1 (?:(?!of |in |to |on |at |for |and |or |with )[a-z-]+ )?([a-z]+s)\b")
LISTED = re.compile(r"\|list:piece\} (\w+)")
AFTER_A_LIST = {"by", "can", "may", "retreated", "will"}
"""Words that follow one name as well as several."""


def rendered(key: str, number: int) -> Iterator[tuple[str, str, str]]:
    """Every message of a game with all its figures set to a number: its key, its language, its text."""
    messages = Messages({}, lambda kind, name, lang: "X")
    messages.templates = find_game(key).messages.templates
    for path in messages.templates:
        facts: dict[str, object] = {name: "X" if name in NAMES else number for name in messages.holes(path)}
        for lang in LANGUAGES:
            yield path, lang, messages.say(path, facts, lang)


@pytest.mark.parametrize("key", game_keys())
def test_one_is_not_said_as_several(key: str) -> None:
    wrong = []
    for path, lang, text in rendered(key, 1):
        several = ONE_TOO_MANY.search(text) if lang == "en" else None
        if several and several[1] not in NO_PLURALS:
            wrong.append((path, text))
    assert wrong == []


@pytest.mark.parametrize("key", game_keys())
def test_two_are_not_said_as_one(key: str) -> None:
    """A word that agrees with a number is written for several too."""
    for path, template in find_game(key).messages.templates.items():
        for _, kind in HOLE.findall(template["en"]):
            if kind.startswith(("many:", "agree:")):
                one, several = kind.split(":")[1:]
                assert one and several and one != several, path
    assert all(text for _, _, text in rendered(key, 2))


@pytest.mark.parametrize("key", game_keys())
def test_a_verb_agrees_with_those_who_do_it(key: str) -> None:
    messages = find_game(key).messages
    wrong = [path for path, said in messages.templates.items() if (set(LISTED.findall(said["en"])) - AFTER_A_LIST)]
    assert wrong == []


def test_one_attacks_and_two_attack() -> None:
    say = find_game("shiloh").messages.say
    facts = {"side": "csa", "units": "Gladden", "to": "1009"}
    assert say("event.assaulted", facts, "en") == "South: Gladden attacks 1009."
    assert say("event.assaulted", {**facts, "units": "Gladden Shaver"}, "en") == "South: Gladden, Shaver attack 1009."
    assert say("event.may_move", {"units": "Gladden", "points": 1}, "en") == "Gladden: 1 movement point."


def test_half_points_are_written_as_such() -> None:
    messages = Messages({"cost": {"en": "{cost|halves}", "ja": "{cost|halves}"}}, lambda kind, name, lang: name)
    assert [messages.say("cost", {"cost": cost}, "en") for cost in (1, 2, 3)] == ["½", "1", "1½"]


@pytest.mark.parametrize("key", game_keys())
def test_a_game_has_one_title_in_a_language(key: str) -> None:
    """On the shelf of the home page and in the Japanese introduction it is called as on its card."""
    title = find_game(key).title
    shelf = (ROOT / "web/src/data/shelf.ts").read_text(encoding="utf-8").replace("’", "'")
    box = re.search(rf'key: "{key}".*?title: w\("([^"]+)", "([^"]+)"\)', shelf, re.DOTALL)
    if box:
        assert (box[1], box[2]) == (title["en"], title["ja"])
    assert f"**{title['ja']}**" in (ROOT / "README.ja.md").read_text(encoding="utf-8")


def test_places_are_called_as_in_their_time() -> None:
    game = find_game("monmouth")
    names = [game.place_name("lm_midroad", "en"), game.place_name("lm_combs_vc", "en")]
    assert names == ["the Englishtown road, mid-field", "the top of Combs Hill"]
