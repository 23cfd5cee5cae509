"""Sentences for people: message templates in each language, filled with the facts of an event, option or objection."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from senki.engine.data import LANGUAGES
from senki.engine.errors import Malformed

COMPASS: Final = ["n", "nne", "ne", "ene", "e", "ese", "se", "sse", "s", "ssw", "sw", "wsw", "w", "wnw", "nw", "nnw"]
HOLE: Final = re.compile(r"\{(\w+)(?:\|([\w:,+−/.  　-]*|[^{}]*))?\}")

NOBODY: Final[Mapping[str, str]] = {}
Namer = Callable[[str, str, str], str]
"""(kind of thing, its id, language) → its name: `("place", "luray", "ja")` → `リュレー`."""


class Messages:
    """The message catalogue of a game.

    A template holds `{fact}` or `{fact|kind}`. Kinds: `place`, `side`, `piece` (names by the game), `signed` (+2, −1),
    `whole` (rounded), `halves` (3 as 1½), `compass` (degrees from north as a word), `many:one:several` (English number
    agreement), `agree:one:several` (the same with a list of ids), `list:kind` (a comma list of ids), `said:group`
    (phrases: keys of the group, each with what fills it).
    """

    def __init__(self, table: Mapping[str, object], name_of: Namer) -> None:
        self.templates: dict[str, dict[str, str]] = {}
        self.name_of = name_of
        self._read("", table)

    def _read(self, prefix: str, table: Mapping[str, object]) -> None:
        for key, value in table.items():
            path = f"{prefix}.{key}" if prefix else key
            if not isinstance(value, dict):
                raise Malformed(f"message '{path}' should be a table with {' and '.join(LANGUAGES)}")
            if all(isinstance(value.get(lang), str) for lang in LANGUAGES):
                self.templates[path] = {lang: str(value[lang]) for lang in LANGUAGES}
            elif any(lang in value for lang in LANGUAGES):
                raise Malformed(f"message '{path}' lacks one of {', '.join(LANGUAGES)}")
            else:
                self._read(path, value)

    def has(self, key: str) -> bool:
        """Is there a message under this key?"""
        return key in self.templates

    def say(self, key: str, facts: Mapping[str, object], lang: str, known: Mapping[str, str] = NOBODY) -> str:
        """The sentence under a key, filled with facts; `known` are pieces by the names a reader has for them."""
        template = self.templates.get(key)
        if template is None:
            raise Malformed(f"there is no message '{key}'")

        def fill(hole: re.Match[str]) -> str:
            name, kind = hole.group(1), hole.group(2) or ""
            if name not in facts:
                raise Malformed(f"message '{key}' speaks of '{name}', which is not among its facts")
            return self._show(facts[name], kind, lang, known)

        return HOLE.sub(fill, template[lang])

    def holes(self, key: str) -> set[str]:
        """The facts a message speaks of, in any language."""
        return {name for text in self.templates[key].values() for name, _ in HOLE.findall(text)}

    def _show(self, value: object, kind: str, lang: str, known: Mapping[str, str]) -> str:
        if kind == "signed":
            number = int(str(value))
            return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
        if kind == "whole":
            return str(int(float(str(value)) + 0.5))
        if kind == "halves":
            whole, half = divmod(int(str(value)), 2)
            return f"{whole or ''}½" if half else str(whole)
        if kind == "compass":
            return self.name_of(kind, COMPASS[int(float(str(value)) / 22.5 + 0.5) % 16], lang)
        if kind.startswith("many:"):
            _, one, several = kind.split(":")
            return one if str(value) == "1" else several
        if kind.startswith("agree:"):
            _, one, several = kind.split(":")
            return one if len(str(value).split()) == 1 else several
        if kind.startswith("list:"):
            items = [self._show(item, kind[5:], lang, known) for item in str(value).split()]
            return ("、" if lang == "ja" else ", ").join(items) or "–"
        if kind.startswith("said:"):
            return ("、" if lang == "ja" else ", ").join(self._phrases(kind[5:], str(value).split(), lang))
        if kind == "piece":
            return self.name_of(kind, known.get(str(value), str(value)), lang)
        if kind:
            return self.name_of(kind, str(value), lang)
        return str(value)

    def _phrases(self, group: str, words: list[str], lang: str) -> list[str]:
        """`face 90 advance 90 800`: a key of the group begins a phrase, what follows it fills {1}, {2}, …"""
        starts = [i for i, word in enumerate(words) if self.has(f"{group}.{word}")]
        said: list[str] = []
        for start, end in zip(starts, [*starts[1:], len(words)], strict=False):
            facts = {str(number): word for number, word in enumerate(words[start + 1 : end], 1)}
            said.append(self.say(f"{group}.{words[start]}", facts, lang))
        return said
