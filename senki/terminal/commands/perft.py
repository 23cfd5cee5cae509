"""`senki perft`: counts of everything that can happen to a depth."""

from __future__ import annotations

import argparse

from senki.lab.perft import perft
from senki.terminal.commands.arguments import (
    Commands,
    add_game,
    add_json,
    add_language,
    add_scenario,
    add_switches,
    switches_of,
    whole,
)
from senki.terminal.commands.shown import say, show, show_json, table

DEEPEST = 100


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "perft",
        help="count the positions to a depth",
        allow_abbrev=False,
        description="Count sequences of answers (options of decisions and outcomes of rolls) and the distinct"
        " positions they lead to.",
    )
    add_game(command)
    add_scenario(command)
    add_switches(command)
    command.add_argument("--depth", metavar="N", type=whole(1, DEEPEST), required=True, help="answers to look ahead")
    add_json(command)
    add_language(command)
    command.set_defaults(run=count)


def count(args: argparse.Namespace) -> int:
    """A table of depth, sequences and positions."""
    game = args.game
    scenario = game.scenario(args.scenario).id
    start = game.start(scenario, game.settings(switches_of(game, args.set, scenario), scenario))
    if args.json:
        show_json({"game": game.key, "scenario": scenario, "levels": list(perft(start, args.depth))})
        return 0
    columns = [say(f"perft.{column}", args.lang) for column in ("depth", "sequences", "positions")]
    found = table("", columns, numbers_from=0)
    for level in perft(start, args.depth):
        found.add_row(str(level.depth), f"{level.sequences:,}", f"{level.positions:,}")
    show(found)
    return 0
