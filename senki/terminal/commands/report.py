"""`senki report`: what a series of games says, as one page to look at."""

from __future__ import annotations

import argparse
from pathlib import Path

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole
from senki.engine.parts import PartOf
from senki.terminal.commands.arguments import Commands, add_language, path
from senki.terminal.commands.shown import say, show


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "report",
        help="make a page of what a series of games says",
        allow_abbrev=False,
        description="Write one HTML page about the games of senki simulate --out: who wins, how long it takes, where it"
        " is fought, what the dice do. Several series of a game are compared. The page holds both languages.",
        epilog="Play the games with --luck to see what the dice do.",
    )
    command.add_argument(
        "results", metavar="RESULTS", type=path, nargs="+", help="results files, or folders of their parts, of one game"
    )
    command.add_argument(
        "--out", metavar="FILE", type=path, help="the page (default: beside the first results, ending in .html)"
    )
    add_language(command)
    command.set_defaults(run=run_report)


def run_report(args: argparse.Namespace) -> int:
    """Read, draw and write."""
    place = args.out if args.out is not None else beside(args.results[0])
    if place.is_dir():
        raise SenkiError(f"{place}: is a folder: --out names the page")
    with PartOf("lab"):
        from senki.reports.page import page
        from senki.reports.reading import read_runs
    game, runs = read_runs(args.results)
    write_whole(place, page(game, runs, args.lang).encode())
    show(say("report.written", args.lang, path=place, games=sum(len(run.games) for run in runs)))
    return 0


def beside(results: Path) -> Path:
    """Where a report goes when nobody says where."""
    return results.parent / f"{results.name.removesuffix(results.suffix)}.html"
