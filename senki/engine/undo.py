"""Taking back: free only while nothing was learned since."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.errors import SenkiError
from senki.engine.events import Event
from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position

GUESSES: Final = 8
"""Imagined positions beside the one a side sees: where that one happens to be the truth, these are not."""


def teaches_nothing(game: Game, before: Position, option: Option, side: int) -> bool:
    """Did a side know all that its choice has shown it? Then it may take the choice back unasked.

    It did if the choice leads to the same view and the same news wherever the side could have been: in the position
    as it sees it, and with what is hidden drawn anew.
    """
    if not game.keeps_secrets(before):
        return True
    shown = _outcome(game, before, option, side)
    possible = [game.seen(before, side), *(game.imagine(before, side, Random(n)) for n in range(GUESSES))]
    return all(_leads_to(game, other, option, side, shown) for other in possible)


def _leads_to(game: Game, p: Position, option: Option, side: int, shown: bytes) -> bool:
    """Would an option show a side just this in another position?"""
    try:
        likewise = game.answer(p, option.text)
    except SenkiError:
        return False
    return _outcome(game, p, likewise, side) == shown


def _outcome(game: Game, before: Position, option: Option, side: int) -> bytes:
    """What a side sees and hears of an option that is played."""
    after = before.copy()
    events: list[Event] = []
    after.events = events
    after.play(option)
    if game.veils(before):
        events = game.veil(events, before, after)
    return to_json([game.view(after, side), [event.to_json() for event in events if event.is_heard_by(side)]])
