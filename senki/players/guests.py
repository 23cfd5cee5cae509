"""Players that others write: they are given what their side may know, never the true position.

A guest is a class of its own package: `my_module:MyPlayer` names it, or an entry point of the group `senki.players`.
"""

from __future__ import annotations

import sys
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Final

from mypy_extensions import mypyc_attr

from senki.engine.errors import Forfeit, Malformed, SenkiError, UnknownName
from senki.engine.forms import View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.base import Player, Progress

GROUP: Final = "senki.players"


class Situation:
    """A decision as its side knows it: what it sees, what it may choose, and positions that could be the true one."""

    def __init__(self, game: Game, p: Position) -> None:
        self.game = game
        self.side = p.side_to_act
        self.view: View = game.view(p, self.side)
        """All the side may know, as the board shows it."""
        self.options: list[Option] = p.options()
        """What may be chosen."""
        self._imagine = partial(game.imagine, p.copy(), self.side)

    def imagine(self, chance: Random) -> Position:
        """A position the side cannot tell from the true one, to look ahead in: what is hidden is drawn anew each time.

        What is offered there need not be offered in truth.
        """
        imagined: Position = self._imagine(chance)
        return imagined


@mypyc_attr(allow_interpreted_subclasses=True)
class Guest:
    """The base of players from outside: a subclass chooses. It is made once for every game it plays."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.chance = Random(seed)
        """Luck of its own: with no other the same seed gives the same games."""

    def choose(self, situation: Situation) -> Option:
        """One of the options of the situation."""
        raise AssertionError("a guest says how it chooses")


class GuestPlayer(Player):
    """Seats a guest among the players of Senki."""

    def __init__(self, game: Game, seed: int, kind: type[Guest]) -> None:
        super().__init__(game, seed)
        self.guest = kind(game, seed)

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """What the guest chooses; it loses by rule if that was not offered."""
        situation = Situation(self.game, p)
        offered = situation.options
        chosen = self.guest.choose(situation)
        if chosen in offered:
            return chosen
        if isinstance(chosen, Option) and p.step.accepts(p, chosen) and not p.objections(chosen):
            return chosen
        name = type(self.guest).__name__
        raise Forfeit(
            p.side_to_act, f"{name} loses by rule: it chose {chosen!r}, which is not offered at {p.step.name}"
        )


@cache
def known_guests() -> dict[str, str]:
    """Where the players of other packages are, by name."""
    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


@cache
def guest_class(spec: str) -> type[Guest]:
    """The class that `module:Class` or the name of an entry point stands for."""
    place, _, name = known_guests().get(spec, spec).partition(":")
    kind = getattr(guest_module(place), name, None)
    if kind is None:
        raise UnknownName(f"there is no class '{name}' in {place} (asked for as player '{spec}')")
    if not (isinstance(kind, type) and issubclass(kind, Guest)):
        raise Malformed(f"player '{spec}': {name} should be a subclass of senki.players.guests.Guest")
    return kind


def guest_module(place: str) -> object:
    """The module of a guest; one in the working folder is found too."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        return import_module(place)
    except SenkiError:
        raise
    except Exception as wrong:
        raise UnknownName(f"the player at {place} cannot be loaded: {type(wrong).__name__}: {wrong}") from None
