"""How games, positions and matches go from process to process: pickled by their documented forms."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from senki.engine.registry import game_behind, game_of

if TYPE_CHECKING:
    from senki.engine.dice import FairDice
    from senki.engine.game import Game
    from senki.engine.match import Match
    from senki.engine.position import Position


def taken_apart(p: Position) -> tuple[str, dict[str, Any]]:
    """A position as the package of its game and its JSON form."""
    game = game_behind(type(p))
    return game.package, game.write(p)


def put_together(package: str, form: dict[str, Any]) -> Position:
    """The position that was taken apart; nobody listens to it."""
    p: Position = game_in(package).read(form, "position")
    return p


def game_in(package: str) -> Game:
    """The game that a package offers."""
    return game_of(package, "GAME")


def played_again(
    game: Game,
    scenario: str,
    dice: FairDice,
    seats: dict[str, str],
    start: dict[str, Any] | None,
    options: dict[str, str],
    moves: list[str],
    rules: int,
) -> Match:
    """The match in which these answers were given; they were legal then and are not judged again."""
    match_class: type[Match] = import_module("senki.engine.match").Match
    begun = game.read(start, "start") if start is not None else None
    match = match_class(game, scenario, dice, seats, begun, options, rules)
    for text in moves:
        match.carry_out(game.parse(text, match.position))
    return match
