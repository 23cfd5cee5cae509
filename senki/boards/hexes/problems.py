"""What is wrong with a map: where, and in a sentence in either language what it is and what to do."""

from __future__ import annotations

from senki.engine.data import read_toml
from senki.engine.messages import Messages


class Problem:
    """One mistake in a map file. Lines and columns count from 1."""

    def __init__(self, key: str, line: int, column: int, facts: dict[str, object]) -> None:
        self.key = key
        self.line = line
        self.column = column
        self.facts = facts

    def say(self, lang: str) -> str:
        """What is wrong and what to do, as a sentence."""
        return _sentences().say(self.key, self.facts, lang)

    def __repr__(self) -> str:
        """Line, column and the English sentence."""
        return f"line {self.line}, column {self.column}: {self.say('en')}"


def _as_is(kind: str, name: str, lang: str) -> str:
    return name


_READ: list[Messages] = []


def _sentences() -> Messages:
    if not _READ:
        _READ.append(Messages(read_toml("senki.boards.hexes", "problems.toml"), _as_is))
    return _READ[0]
