"""The words of a report: its own sentences and the names of its game, in each language."""

from __future__ import annotations

from functools import cache
from html import escape

from senki.engine.data import LANGUAGES, read_toml
from senki.engine.game import Game
from senki.engine.messages import Messages
from senki.lab.simulate import FORFEIT
from senki.reports.figures import DRAWN


@cache
def texts() -> Messages:
    """The sentences and headings of reports."""
    return Messages(read_toml("senki.reports", "texts.toml"), lambda kind, name, lang: name)


def say(key: str, lang: str, **facts: object) -> str:
    """A sentence or heading in a language."""
    return texts().say(key, facts, lang)


def both(words: dict[str, str], tag: str = "span") -> str:
    """The same in every language, of which the page shows one; once where they do not differ."""
    if len(set(words.values())) == 1:
        return f"<{tag}>{escape(words['en'])}</{tag}>"
    return "".join(f'<{tag} lang="{lang}">{escape(words[lang])}</{tag}>' for lang in LANGUAGES)


def said(key: str, tag: str = "span", **facts: object) -> str:
    """A sentence in every language."""
    return both({lang: say(key, lang, **facts) for lang in LANGUAGES}, tag)


def side_name(game: Game, side: str, lang: str) -> str:
    """A side, or nobody where the game was drawn."""
    return say("drawn", lang) if side == DRAWN else game.name_of("side", side, lang)


def side_ink(game: Game, side: str) -> str:
    """The colour of a side, of the page's tokens."""
    return "var(--line-2)" if side == DRAWN else f"var(--{game.sides[game.side(side)].colour})"


def level_name(game: Game, winner: str, level: str, lang: str) -> str:
    """A level of victory and whose it is."""
    if winner == DRAWN:
        return side_name(game, DRAWN, lang)
    name = say("forfeit", lang) if level == FORFEIT else game.name_of("level", level, lang)
    return say("level", lang, side=side_name(game, winner, lang), level=name)
