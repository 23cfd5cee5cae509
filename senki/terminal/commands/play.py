"""`senki play`: a game in the terminal."""

from __future__ import annotations

import argparse

from senki.engine.parts import PartOf
from senki.players.levels import make_player
from senki.terminal.commands.arguments import (
    Commands,
    add_game,
    add_language,
    add_scenario,
    add_seats,
    add_switches,
    path,
    seats_of,
    switches_of,
    whole,
)

HUMAN = "human"


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "play",
        help="play a game in the terminal",
        allow_abbrev=False,
        description="Play a game. Without a terminal, or with --plain, choices are read line by line in notation.",
        epilog="PLAYER is human, random, greedy, search:1 to search:4 or exec:PROGRAM (docs/engine-protocol.md)."
        " By default you play the first side against"
        " search:2; with a seat named, the other seats are search:2, or yours if the machine has that seat."
        " A loaded game keeps its seats. Exit status: 0 when the game has ended, 3 when the input ended before it did.",
    )
    add_game(command)
    add_scenario(command)
    add_switches(command)
    add_seats(command, arguments)
    command.add_argument("--seed", metavar="N", type=whole(0), help="play with the dice of this number")
    command.add_argument("--load", metavar="FILE", type=path, help="go on with a saved game")
    command.add_argument("--plain", action="store_true", help="plain lines instead of the full screen")
    add_language(command)
    command.set_defaults(run=play)


def play(args: argparse.Namespace) -> int:
    """Seat the players and open the board."""
    with PartOf("terminal"):
        from senki.terminal.play import run_play

    game = args.game
    scenario = game.scenario(args.scenario).id if args.scenario is not None else None
    named = seats_of(game, args.seat)
    for player in named.values():
        if player != HUMAN:
            make_player(player, game, 0)
    return run_play(
        game.key, scenario, named, switches_of(game, args.set, scenario), args.lang, args.seed, args.load, args.plain
    )
