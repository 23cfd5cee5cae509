"""What holds for the texts of every game: a test class derives from GameTexts and names what is the game's own."""

import ast
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from senki.engine.game import Game
from senki.engine.lexicon import Grammar
from senki.engine.position import AUTO, Position, Step
from senki.engine.registry import find_game


def words_in(node: ast.expr) -> list[str]:
    """The words written in an expression."""
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


class GameTexts:
    """The rules of a game read as source, held against its messages."""

    key: ClassVar[str]
    steps: ClassVar[Sequence[Step[Position]]]
    grammar: ClassVar[Grammar]
    words: ClassVar[Mapping[str, Sequence[str]]]
    """By kind: the words that a sentence may need."""
    other_terms: ClassVar[Sequence[str]]
    """Japanese terms for which the rulebook has others."""
    named_so: ClassVar[Sequence[str]] = ()
    """Names in which such a term may stand."""

    @cached_property
    def game(self) -> Game:
        return find_game(self.key)

    @cached_property
    def said(self) -> Mapping[str, Mapping[str, str]]:
        return self.game.messages.templates

    @cached_property
    def sources(self) -> dict[str, str]:
        """The modules of the rules by name."""
        folder = Path(__file__).parent.parent / "senki/games" / self.key
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))}

    def calls(self, name: str) -> list[tuple[ast.Call, str]]:
        """Every call of a function in the rules, with where it stands."""
        found = []
        for module, source in self.sources.items():
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.Call):
                    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    if called == name:
                        found.append((node, f"{module}:{node.lineno}"))
        return found

    def raised(self) -> list[tuple[list[str], set[str], str]]:
        """Every `forbid` of the rules: the keys it may have, the facts it gives, and where it stands."""
        found = []
        for call, where in self.calls("forbid"):
            keys = [word for word in words_in(call.args[-1]) if word]
            found.append((keys, {word.arg or "**" for word in call.keywords}, where))
        return found

    def told(self) -> list[tuple[list[str], str]]:
        """Every `tell` of the rules: the kinds of event it may have, and where it stands."""
        return [(words_in(call.args[0]), where) for call, where in self.calls("tell")]

    def unsaid(self, kind: str, words: Sequence[str]) -> list[str]:
        """The words of a kind for which there is no text."""
        return [word for word in words if f"{kind}.{word}" not in self.said]

    def written(self, kind: str) -> set[str]:
        """The words of a kind for which there is a text."""
        return {key.removeprefix(f"{kind}.") for key in self.said if key.startswith(f"{kind}.")}

    def spoken(self, word: str) -> bool:
        """Does a word stand in the rules? Keys that stand in a variable do so somewhere."""
        return any(f'"{word}"' in source for source in self.sources.values())

    # Objections

    def test_every_objection_has_a_sentence(self) -> None:
        assert [(key, where) for keys, _, where in self.raised() for key in self.unsaid("objection", keys)] == []

    def test_an_objection_gives_what_its_sentence_speaks_of(self) -> None:
        lacking = [
            (where, key)
            for keys, facts, where in self.raised()
            for key in keys
            if "**" not in facts and not self.game.messages.holes(f"objection.{key}") <= facts
        ]
        assert lacking == []

    def test_no_sentence_is_left_of_an_objection_nobody_raises(self) -> None:
        assert [key for key in sorted(self.written("objection")) if not self.spoken(key)] == []

    # Events

    def test_every_event_has_a_sentence_and_every_sentence_an_event(self) -> None:
        assert [(kind, where) for kinds, where in self.told() for kind in self.unsaid("event", kinds)] == []
        assert [key for key in sorted(self.written("event")) if not self.spoken(key)] == []

    def test_a_turn_is_told_with_its_day(self) -> None:
        assert self.game.messages.holes("event.turn_began") == {"turn", "date"}

    # Prompts and options

    def test_every_question_is_asked_in_words_and_by_a_clause(self) -> None:
        asked = [step.name for step in self.steps if step.kind != AUTO]
        assert self.unsaid("prompt", asked) == []
        clauses = self.game.looks.clauses
        assert sorted(clauses) == sorted(asked)
        assert [clause for clause in clauses.values() if clause not in self.game.rulebook] == []

    def test_every_option_has_a_label_and_what_moves_a_piece_a_short_word(self) -> None:
        phrases = {phrase.verb for phrase in self.grammar.phrases}
        alone = {option.verb for option in self.grammar.alone.values()}
        assert self.unsaid("option", sorted(phrases | alone)) == []
        assert self.unsaid("word.verb", sorted(phrases)) == []

    # Words

    def test_every_word_that_a_sentence_may_need_is_there(self) -> None:
        lacking = [(kind, word) for kind, words in self.words.items() for word in self.unsaid(f"word.{kind}", words)]
        assert lacking == []

    def test_the_columns_of_the_forces_have_headings(self) -> None:
        looks = self.game.looks
        assert self.unsaid("column", [*looks.columns, looks.group]) == []

    def test_japanese_says_one_thing_in_one_way(self) -> None:
        for key, said in self.said.items():
            if not any(name in said["ja"] for name in self.named_so):
                assert [other for other in self.other_terms if other in said["ja"]] == [], key
