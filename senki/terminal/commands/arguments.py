"""Arguments that several commands share, and what their values must be."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from senki.engine.data import LANGUAGES
from senki.engine.errors import Malformed
from senki.engine.files import read_text
from senki.engine.game import Game, check_language
from senki.engine.registry import find_game, game_keys

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
LONGEST_SHOWN = 40
"""Characters of a wrong argument that are repeated."""
LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def default_language() -> str:
    """SENKI_LANG, or Japanese where the system speaks it, or English."""
    asked = os.environ.get("SENKI_LANG")
    if asked:
        return asked
    system = next((value for name in LANGUAGE_VARIABLES if (value := os.environ.get(name))), "")
    return "ja" if system.startswith("ja") else "en"


def language_of(arguments: list[str]) -> str:
    """The language that arguments ask for, before they are read and even where they cannot be."""
    named = [after for word, after in pairwise([*arguments, ""]) if word == "--lang"]
    named += [word.partition("=")[2] for word in arguments if word.startswith("--lang=")]
    return next((lang for lang in [*named, default_language()] if lang in LANGUAGES), LANGUAGES[0])


def add_language(command: argparse.ArgumentParser) -> None:
    """`--lang en|ja`."""
    command.add_argument(
        "--lang", metavar="LANG", type=check_language, default=default_language(), help="language of texts: en or ja"
    )


def add_json(command: argparse.ArgumentParser) -> None:
    """`--json`: one document instead of tables and sentences (docs/commands.md)."""
    command.add_argument("--json", action="store_true", help="print one JSON document instead")


def add_game(command: argparse.ArgumentParser, nargs: str | None = None) -> None:
    """The game, by its key; `args.game` is the game itself."""
    command.add_argument("game", metavar="GAME", type=find_game, nargs=nargs, help=f"one of: {', '.join(game_keys())}")


def add_scenario(command: argparse.ArgumentParser) -> None:
    """`--scenario S`."""
    command.add_argument("--scenario", metavar="S", help="scenario to play (default: the game's first)")


def add_switches(command: argparse.ArgumentParser) -> None:
    """`--set SWITCH=VALUE`; the value of a switch that takes a file is the file's name."""
    command.add_argument(
        "--set", metavar="SWITCH=VALUE", action="append", default=[], type=switch, help="set a rule of the game"
    )


def switch(text: str) -> tuple[str, str]:
    """A switch and its value, as in `steady_pace=on`."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"'{text}' should be SWITCH=VALUE, as in steady_pace=on")
    return name, value


def switches_of(game: Game, named: list[tuple[str, str]], scenario: str | None) -> dict[str, str]:
    """The switches that are set, files read; a switch or value the scenario does not have is an error."""
    files = {known.id for known in game.switches if known.takes_file}
    chosen = {name: read_text(Path(value)) if name in files else value for name, value in named}
    game.settings(chosen, scenario)
    return chosen


def add_workers(command: argparse.ArgumentParser) -> None:
    """`--workers N`."""
    command.add_argument(
        "--workers",
        metavar="N",
        type=whole(1, 256),
        default=os.cpu_count() or 1,
        help="worker processes (default: one for each core)",
    )


def add_crew(command: argparse.ArgumentParser) -> None:
    """`--workers N` and `--cluster ADDRESS`: where the work is done."""
    add_workers(command)
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        default="",
        help="work on a Ray cluster instead: auto (the one this machine is a node of) or HOST:PORT",
    )


def whole(least: int, greatest: int | None = None) -> Callable[[str], int]:
    """A reader of whole numbers within limits."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
            raise argparse.ArgumentTypeError(f"'{shown}' is not a whole number") from None
        if number < least or (greatest is not None and number > greatest):
            limits = f"{least} or more" if greatest is None else f"{least} to {greatest}"
            raise argparse.ArgumentTypeError(f"{text} is out of range: {limits}")
        return number

    return read


def seconds(text: str) -> float:
    """A time of a hundredth of a second to an hour."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0.01 <= number <= 3600.0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds from 0.01 to 3600")
    return number


def path(text: str) -> Path:
    """A path that names something."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError("a file name is needed")
    return Path(text)


def add_seats(command: argparse.ArgumentParser, arguments: list[str]) -> None:
    """`--seat SIDE=PLAYER`, and `--<side> PLAYER` for each side of the game that the arguments name."""
    command.add_argument(
        "--seat", metavar="SIDE=PLAYER", action="append", default=[], type=seat, help="who plays a side"
    )
    named = next((word for word in arguments if word in game_keys()), None)
    for side in find_game(named).sides if named else []:
        command.add_argument(
            f"--{side.id}",
            metavar="PLAYER",
            action="append",
            default=[],
            type=at_side(side.id),
            dest="seat",
            help=f"who plays {side.name[language_of(arguments)]}",
        )


def at_side(side: str) -> Callable[[str], tuple[str, str]]:
    """A reader of players for one side."""
    return lambda player: seat(f"{side}={player}")


def seat(text: str) -> tuple[str, str]:
    """A side and its player, as in `south=greedy`."""
    side, equals, player = text.partition("=")
    if not side or not equals or not player:
        raise argparse.ArgumentTypeError(f"'{text}' should be SIDE=PLAYER, as in south=greedy")
    return side, player


def seats_of(game: Game, named: list[tuple[str, str]]) -> dict[str, str]:
    """The players by side id; a side that is not in the game or named twice is an error."""
    seats: dict[str, str] = {}
    for side, player in named:
        game.side(side)
        if side in seats:
            raise Malformed(f"side '{side}' is given two players: {seats[side]} and {player}")
        seats[side] = player
    return seats
