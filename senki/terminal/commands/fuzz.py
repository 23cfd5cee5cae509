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
    add_crew,
    add_game,
    add_json,
    add_language,
    add_scenario,
    add_switches,
    path,
    switches_of,
    whole,
)
from senki.terminal.commands.shown import gather, hands, say, show_json

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
    add_crew(command)
    command.add_argument(
        "--out", metavar="FOLDER", type=path, default=Path("."), help="where the record of a failure is written"
    )
    add_json(command)
    command.add_argument("--again", metavar="FILE", type=path, help="check the game of this record instead")
    add_language(command)
    command.set_defaults(run=run_fuzz)


def run_fuzz(args: argparse.Namespace) -> int:
    """Play and inspect until something breaks or all games are played."""
    if args.again is not None:
        return fuzz_again(args.game, args.again, args.json, args.lang)
    plan = FuzzPlan(
        args.game.key, args.game.scenario(args.scenario).id, args.seed, switches_of(args.game, args.set, args.scenario)
    )
    began = perf_counter()
    workers = min(args.workers, args.games)
    games = fuzz(plan, range(args.games), workers, args.cluster)
    label, who = say("fuzz.playing", args.lang), hands(workers, args.cluster, args.lang)
    inspected, interrupted = gather(games, label, args.games, lambda game: bool(game.complaint), hands=who)
    broken = next((game for game in inspected if game.complaint), None)
    record = keep_record(args.out, plan, broken) if broken is not None else None
    seconds = perf_counter() - began
    steps = sum(game.steps for game in inspected)
    if args.json:
        show_json(document(plan, inspected, args.games, interrupted, seconds, record))
    elif broken is not None:
        tell_failure(plan, broken, record, args.lang)
    else:
        told = "fuzz.interrupted" if interrupted else "fuzz.clean"
        print(say(told, args.lang, games=len(inspected), wanted=args.games, steps=steps, time=f"{seconds:.0f}"))
    return 1 if broken is not None else INTERRUPTED if interrupted else 0


def document(
    plan: FuzzPlan, inspected: list[Inspected], wanted: int, interrupted: bool, seconds: float, record: Path | None
) -> dict[str, object]:
    """What came of it as one JSON document; `broken` is null if nothing broke."""
    place = str(record) if record is not None else None
    broken = [
        {
            "index": game.index,
            "step": game.steps,
            "complaint": game.complaint,
            "record": place,
        }
        for game in inspected
        if game.complaint
    ]
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "seed": plan.seed,
        "games": len(inspected),
        "wanted": wanted,
        "steps": sum(game.steps for game in inspected),
        "interrupted": interrupted,
        "seconds": seconds,
        "broken": broken[0] if broken else None,
    }


def keep_record(folder: Path, plan: FuzzPlan, broken: Inspected) -> Path | None:
    """Write the record that leads to what broke, if there is one."""
    if not broken.record:
        return None
    place = folder / f"fuzz-{plan.game}-{plan.seed}-{broken.index}.json"
    write_whole(place, broken.record)
    return place


def tell_failure(plan: FuzzPlan, broken: Inspected, record: Path | None, lang: str) -> None:
    """What broke, and where the record is that leads there."""
    print(say("fuzz.broke", lang, index=broken.index, step=broken.steps, complaint=broken.complaint))
    if record is not None:
        print(say("fuzz.record", lang, path=record, game=plan.game))


def fuzz_again(game: Game, file: Path, as_json: bool, lang: str) -> int:
    """Inspect every step of a recorded game."""
    record: Record = read_json(read_whole(file), Record, str(file))
    if record.game != game.key:
        raise Malformed(f"{file}: is a record of {record.game}, not of {game.key}")
    found = inspect_record(record)
    if as_json:
        show_json({"game": game.key, "steps": found.steps, "complaint": found.complaint or None})
    elif found.complaint:
        print(say("fuzz.broke", lang, index=found.index, step=found.steps, complaint=found.complaint))
    else:
        print(say("fuzz.again", lang, steps=found.steps))
    return 1 if found.complaint else 0
