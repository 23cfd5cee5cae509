"""`senki completion`: what a shell needs to complete the words of a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from senki.engine.data import LANGUAGES
from senki.engine.parts import PartOf
from senki.engine.registry import find_game, game_keys
from senki.terminal.commands.arguments import Commands, seat
from senki.terminal.commands.speaking import parsers_in

SHELLS = ("bash", "zsh", "fish")
PLAYERS = ("human", "random", "greedy", "search:1", "search:2", "search:3", "search:4")
FILES = ("FILE", "PATH", "PLACE", "RESULTS", "FILE.svg", "FILE.geojson")
FOLDERS = ("FOLDER",)


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "completion",
        help="print what a shell needs to complete commands",
        allow_abbrev=False,
        description="Print a script that completes commands, games, scenarios, sides, players and files.",
        epilog='bash: eval "$(senki completion bash)" in ~/.bashrc. zsh: senki completion zsh > _senki in a folder of'
        " $fpath. fish: senki completion fish > ~/.config/fish/completions/senki.fish.",
    )
    command.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of: {', '.join(SHELLS)}")
    command.set_defaults(run=print_script)


def print_script(args: argparse.Namespace) -> int:
    """The script for a shell."""
    with PartOf("terminal"):
        import shtab
    from senki.terminal.commands.every import parser

    top = parser([])
    for command in parsers_in(top):
        name_sides(command)
        for action in command._actions:
            suggest(action, shtab.FILE, shtab.DIRECTORY)
    print(shtab.complete(top, shell=args.shell))
    return 0


def name_sides(command: argparse.ArgumentParser) -> None:
    """A command that seats players knows the sides of every game by their names, not only of one that was named."""
    if not any(action.type is seat for action in command._actions):
        return
    for side in dict.fromkeys(side.id for key in game_keys() for side in find_game(key).sides):
        command.add_argument(f"--{side}", metavar="PLAYER")


def suggest(action: argparse.Action, files: object, folders: object) -> None:
    """Give an argument the words it may be; nothing is parsed with it, so that need not be all."""
    name = str(action.metavar)
    words: dict[str, Callable[[], list[str]]] = {
        "GAME": game_keys,
        "S": lambda: list(dict.fromkeys(one.id for key in game_keys() for one in find_game(key).scenarios)),
        "PLAYER": lambda: list(PLAYERS),
        "LANG": lambda: list(LANGUAGES),
    }
    if name in FILES or name in FOLDERS:
        action.complete = folders if name in FOLDERS else files  # type: ignore[attr-defined]
    elif name in words and action.choices is None:
        action.choices = words[name]()
