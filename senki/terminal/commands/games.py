"""`senki games` and `senki schema`: which games there are, and the JSON they speak."""

from __future__ import annotations

import argparse

from senki.engine.forms import Case, Record, schema, to_json
from senki.engine.game import Game
from senki.engine.registry import find_game, game_keys
from senki.terminal.commands.arguments import Commands, add_game, add_json, add_language
from senki.terminal.commands.shown import say, show, show_json, table, texts

COLUMNS = ("key", "title", "board", "scenarios", "sides", "rules")


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the two commands."""
    listing = commands.add_parser("games", help="list the games", allow_abbrev=False)
    add_json(listing)
    add_language(listing)
    listing.set_defaults(run=list_games)
    shape = commands.add_parser("schema", help="print the JSON Schema of a game's positions", allow_abbrev=False)
    add_game(shape)
    which = shape.add_mutually_exclusive_group()
    which.add_argument("--record", action="store_const", const=Record, dest="shape", help="of records instead")
    which.add_argument("--case", action="store_const", const=Case, dest="shape", help="of conformance cases instead")
    shape.set_defaults(run=print_schema)


def list_games(args: argparse.Namespace) -> int:
    """A table of all games."""
    lang: str = args.lang
    if args.json:
        show_json([card(find_game(key)) for key in game_keys()])
        return 0
    found = table("", [say(f"games.{column}", lang) for column in COLUMNS])
    for key in game_keys():
        game = find_game(key)
        found.add_row(
            game.key,
            game.title[lang],
            _board(game, lang),
            ", ".join(f"{scenario.id} ({scenario.title[lang]})" for scenario in game.scenarios),
            ", ".join(f"{side.id} ({side.name[lang]})" for side in game.sides),
            str(game.rules_version),
        )
    show(found)
    return 0


def card(game: Game) -> dict[str, object]:
    """What there is to know of a game before it is played."""
    return {
        "key": game.key,
        "title": game.title,
        "board": game.board,
        "scenarios": [{"id": scenario.id, "title": scenario.title} for scenario in game.scenarios],
        "sides": [{"id": side.id, "name": side.name} for side in game.sides],
        "rules": game.rules_version,
    }


def _board(game: Game, lang: str) -> str:
    return say(f"board.{game.board}", lang) if texts().has(f"board.{game.board}") else game.board


def print_schema(args: argparse.Namespace) -> int:
    """The JSON Schema of positions, records or cases."""
    print(to_json(schema(args.shape or args.game.form()), indent=2).decode(), end="")
    return 0
