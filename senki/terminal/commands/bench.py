"""`senki bench`: how fast the rules run, interpreted and compiled."""

from __future__ import annotations

import argparse

from senki.engine.game import Game
from senki.engine.registry import find_game, game_keys
from senki.lab.bench import MODES, NOT_BUILT, Figures, measure_apart
from senki.terminal.commands.arguments import Commands, add_game, add_json, add_language, add_scenario, seconds
from senki.terminal.commands.shown import progress, say, show, show_json, table

ROWS = {
    "decisions_per_second": "{:,.0f}",
    "steps_per_second": "{:,.0f}",
    "playout_decisions_per_second": "{:,.0f}",
    "games_per_second": "{:,.0f}",
    "copies_per_second": "{:,.0f}",
    "microseconds_per_copy": "{:.2f}",
    "decisions_per_game": "{:.1f}",
}


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "bench",
        help="measure the speed of the rules",
        allow_abbrev=False,
        description="Random legal play on one core, with every list of options computed and in playouts, which draw"
        " one option where the list is dear; each build in a process of its own. The figures are medians of five runs"
        " in processor time.",
    )
    add_game(command, nargs="?")
    add_scenario(command)
    command.add_argument(
        "--seconds", metavar="S", type=seconds, default=5.0, help="time for each measurement (default: 5)"
    )
    command.add_argument("--mode", choices=("both", *MODES), default="both", help="which build to measure")
    add_json(command)
    add_language(command)
    command.set_defaults(run=bench)


def bench(args: argparse.Namespace) -> int:
    """Measure one game or all."""
    games = [args.game] if args.game is not None else [find_game(key) for key in game_keys()]
    modes = MODES if args.mode == "both" else (args.mode,)
    found = measure_all(games, modes, args)
    if args.json:
        show_json(found)
    else:
        for game in games:
            show_figures(game, [figures for figures in found if figures.game == game.key], args.lang)
        if "compiled" in modes and not any(figures.mode == "compiled" for figures in found):
            show(say("bench.not_built", args.lang))
    return 0 if found else NOT_BUILT


def measure_all(games: list[Game], modes: tuple[str, ...], args: argparse.Namespace) -> list[Figures]:
    """Measure games, each build in a process of its own."""
    found: list[Figures] = []
    with progress(say("bench.measuring", args.lang), len(games) * len(modes)) as advance:
        for game in games:
            for mode in modes:
                figures = measure_apart(game, game.scenario(args.scenario).id, args.seconds, mode)
                if figures is not None:
                    found.append(figures)
                advance()
    return found


def show_figures(game: Game, found: list[Figures], lang: str) -> None:
    """A table with a column for each build."""
    if found:
        headings = [say("bench.figure", lang), *(say(f"bench.{figures.mode}", lang) for figures in found)]
        title = say("bench.title", lang, game=game.title[lang], python=found[0].python)
        shown = table("", headings, numbers_from=1)
        for row, form in ROWS.items():
            shown.add_row(say(f"bench.{row}", lang), *(form.format(getattr(figures, row)) for figures in found))
        show(title, shown)
        for figures in found:
            show_listings(figures, lang)


def show_listings(figures: Figures, lang: str) -> None:
    """Options and the time to list them, all decisions first, then step by step."""
    columns = ("step", "decisions", "options", "options_p99", "options_most", "median", "p99", "worst")
    mode = say(f"bench.{figures.mode}", lang)
    shown = table(
        say("bench.listings", lang, mode=mode), [say(f"bench.{column}", lang) for column in columns], numbers_from=1
    )
    for one in figures.listings:
        times = [f"{time:,.0f}" for time in one.microseconds]
        options = [f"{count:g}" for count in one.options]
        shown.add_row(one.step or say("bench.all", lang), f"{one.decisions:,}", *options, *times)
    show(shown)
