"""What the command line says in another language than English: help, and what is wrong.

Errors are English sentences where they are raised; the edge knows who reads. A sentence is found by its English form,
facts and all, so that what is not there yet is still said, in English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from senki.engine.data import read_toml

HOLE = re.compile(r"\{(\w+)\}")
SAID = ("said", "why")
"""The holes that are filled by other sentences."""


class Form(NamedTuple):
    """An English sentence as a pattern, and the other with the same holes."""

    pattern: re.Pattern[str]
    other: str


def in_language(sentence: str, lang: str) -> str:
    """A sentence in a language, as far as it is known there; what stands before a colon is the place it is about."""
    if lang != "ja":
        return sentence
    exact, forms = japanese()
    if sentence in exact:
        return exact[sentence]
    for form in forms:
        found = form.pattern.fullmatch(sentence)
        if found is not None:
            return filled(form.other, found.groupdict(), lang)
    place, colon, said = sentence.partition(": ")
    other = in_language(said, lang) if colon else said
    return f"{place}：{other}" if other != said else sentence


def filled(form: str, facts: dict[str, str], lang: str) -> str:
    """A sentence with its facts; what is a sentence of its own among them is put into the language too."""
    return HOLE.sub(lambda hole: in_language(facts[hole[1]], lang) if hole[1] in SAID else facts[hole[1]], form)


@cache
def japanese() -> tuple[dict[str, str], list[Form]]:
    """Whole sentences, and those with facts in the order of the file."""
    exact: dict[str, str] = {}
    forms: list[Form] = []
    for group in read_toml("senki.terminal", "japanese.toml").values():
        assert isinstance(group, dict)
        for english, other in group.items():
            if HOLE.search(english):
                forms.append(Form(pattern_of(english), other))
            else:
                exact[english] = other
    return exact, forms


def pattern_of(english: str) -> re.Pattern[str]:
    """A sentence with holes as a pattern: each hole takes as little as it can."""
    parts = HOLE.split(english)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)), re.DOTALL
    )
