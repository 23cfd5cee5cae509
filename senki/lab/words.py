"""The words in which a game is told in each language, from words.toml."""

from __future__ import annotations

from typing import Final

from senki.engine.data import read_toml
from senki.engine.messages import Messages


def _as_it_is(kind: str, name_id: str, lang: str) -> str:
    return name_id


WORDS: Final = Messages(read_toml("senki.lab", "words.toml"), _as_it_is)


def say(key: str, lang: str, **facts: object) -> str:
    """A sentence about a game."""
    return WORDS.say(key, facts, lang)
