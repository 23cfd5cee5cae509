"""`senki fuzz`: random play that trusts nothing."""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from senki.engine.errors import Malformed
from senki.engine.files import read_whole, write_whole
from senki.engine.forms import Record, read_json
from senki.engine.game import Game
from senki.lab.fuzz import FuzzPlan, Inspected, fuzz, inspect_record
from senki.terminal.commands.arguments import (
    Commands,
    add_game,
    add_language,
    add_scenario,
    add_switches,
    add_workers,
    path,
    switches_of,
    whole,
)
from senki.terminal.commands.shown import gather, say, tell

INTERRUPTED = 130


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "fuzz",
        help="play at random and check everything after every step",
        allow_abbrev=False,
        description="Random play. After every step: invariants hold; the position comes back from its JSON; the legal"
        " list is the list of candidates without objections, and never empty; every option parses back; taking back"
        " and playing again lead to equal positions; views can be sent; every sentence is there in both languages."
        " The finished game comes back from its record, dice verified.",
    )
    add_game(command)
    add_scenario(command)
    add_switches(command)
    command.add_argument("--games", metavar="N", type=whole(1), default=1000, help="games to play (default: 1000)")
    command.add_argument("--seed", metavar="N", type=whole(0), default=1, help="seed of the series (default: 1)")
    add_workers(command)
    command.add_argument(
        "--out", metavar="FOLDER", type=path, default=Path("."), help="where the record of a failure is written"
    )
    command.add_argument("--again", metavar="FILE", type=path, help="check the game of this record instead")
    add_language(command)
    command.set_defaults(run=run_fuzz)


def run_fuzz(args: argparse.Namespace) -> int:
    """Play and inspect until something breaks or all games are played."""
    if args.again is not None:
        return fuzz_again(args.game, args.again, args.lang)
    plan = FuzzPlan(
        args.game.key, args.game.scenario(args.scenario).id, args.seed, switches_of(args.game, args.set, args.scenario)
    )
    began = perf_counter()
    games = fuzz(plan, range(args.games), min(args.workers, args.games))
    label = say("fuzz.playing", args.lang)
    inspected, interrupted = gather(games, label, args.games, lambda game: bool(game.complaint))
    broken = next((game for game in inspected if game.complaint), None)
    if broken is not None:
        tell_failure(args.game, plan, broken, args.out, args.lang)
        return 1
    told = "fuzz.interrupted" if interrupted else "fuzz.clean"
    steps = sum(game.steps for game in inspected)
    time = f"{perf_counter() - began:.0f}"
    tell(say(told, args.lang, games=len(inspected), wanted=args.games, steps=steps, time=time))
    return INTERRUPTED if interrupted else 0


def tell_failure(game: Game, plan: FuzzPlan, broken: Inspected, folder: Path, lang: str) -> None:
    """What broke, and a record that leads there."""
    tell(say("fuzz.broke", lang, index=broken.index, step=broken.steps, complaint=broken.complaint))
    place = folder / f"fuzz-{game.key}-{plan.seed}-{broken.index}.json"
    write_whole(place, broken.record)
    tell(say("fuzz.record", lang, path=place, game=game.key))


def fuzz_again(game: Game, file: Path, lang: str) -> int:
    """Inspect every step of a recorded game."""
    record: Record = read_json(read_whole(file), Record, str(file))
    if record.game != game.key:
        raise Malformed(f"{file}: is a record of {record.game}, not of {game.key}")
    found = inspect_record(record)
    if found.complaint:
        tell(say("fuzz.broke", lang, index=found.index, step=found.steps, complaint=found.complaint))
        return 1
    tell(say("fuzz.again", lang, steps=found.steps))
    return 0
