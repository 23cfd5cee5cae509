"""Help in the language of whoever asks for it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from unicodedata import east_asian_width

from senki.terminal.sentences import in_language

NO_BEGINNING = "、。，．）」』】：；・ー〜"
"""Signs that no line begins with."""
WORD = re.compile(r"[\x21-\u024f]+|\s+|.")
"""Western words are kept whole; between the signs of others a line may end anywhere."""


def speak(top: argparse.ArgumentParser, lang: str) -> None:
    """Put all that help says into a language."""
    if lang == "en":
        return
    for parser in parsers_in(top):
        parser.formatter_class = Japanese
        parser.description = in_language(parser.description or "", lang) or None
        parser.epilog = in_language(parser.epilog or "", lang) or None
        for group in parser._action_groups:
            group.title = in_language(group.title or "", lang)
        for action in parser._actions:
            below = action._choices_actions if isinstance(action, argparse._SubParsersAction) else []
            for one in [action, *below]:
                if one.help:
                    one.help = in_language(one.help, lang)


def parsers_in(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and all that are below it."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from parsers_in(below)


class Japanese(argparse.HelpFormatter):
    """Help whose lines end where Japanese lines may."""

    def _format_usage(self, usage, actions, groups, prefix):  # type: ignore[no-untyped-def]
        return super()._format_usage(usage, actions, groups, in_language("usage: ", "ja") if prefix is None else prefix)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return folded(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in folded(text, width - len(indent)))


def folded(text: str, width: int) -> list[str]:
    """A text in lines of so many cells; some signs take two."""
    lines, line = [], ""
    for word in WORD.findall(" ".join(text.split())):
        if cells(line + word) > width and line and word not in NO_BEGINNING:
            lines.append(line.rstrip())
            line = ""
        line += word if line else word.lstrip()
    return [*lines, line.rstrip()] if line.strip() else lines


def cells(text: str) -> int:
    """How wide a text is on a terminal."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)
