"""`senki map`: the map of a game as a drawing."""

from __future__ import annotations

import argparse

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole
from senki.terminal.commands.arguments import Commands, add_game, add_language, path


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser("map", help="draw the map of a game", allow_abbrev=False)
    add_game(command)
    command.add_argument("--out", metavar="FILE.svg", type=path, required=True, help="the drawing to write")
    command.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (default: light)")
    add_language(command)
    command.set_defaults(run=draw)


def draw(args: argparse.Namespace) -> int:
    """Write the map."""
    from senki.workshop import draw_map

    if args.out.suffix != ".svg":
        raise SenkiError(f"{args.out}: the name of a map ends in .svg")
    try:
        drawing = draw_map(args.game.key, lang=args.lang, theme=args.theme)
    except ValueError as wrong:
        raise SenkiError(str(wrong)) from None
    write_whole(args.out, drawing.encode())
    return 0
