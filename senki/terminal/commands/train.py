"""`senki train`: a network for the machine players of a game, learned from games against itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from senki.lab.fitting import Shape
from senki.lab.training import Course, Done, Round, School, check_folder
from senki.terminal.commands.arguments import (
    Commands,
    add_crew,
    add_game,
    add_json,
    add_language,
    path,
    whole,
)
from senki.terminal.commands.shown import hands, progress, say, show, show_json, stoppable

INTERRUPTED = 130


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "train",
        help="learn what positions of a game are worth",
        allow_abbrev=False,
        description="Each round plays games of the search against itself, fits a small network to them and keeps it"
        " only if it beats the one before. Begun again with the same folder it goes on after the last whole round."
        " Needs PyTorch (extra train). The nodes of a cluster read the networks from --out: a folder they all share.",
    )
    add_game(command)
    command.add_argument("--scenario", metavar="S", help="scenario to learn from (default: all of the game in turn)")
    command.add_argument("--rounds", metavar="N", type=whole(1), default=3, help="rounds (default: 3)")
    command.add_argument("--games", metavar="N", type=whole(1), default=4000, help="games a round (default: 4000)")
    command.add_argument("--nodes", metavar="N", type=whole(2), default=120, help="nodes a decision (default: 120)")
    command.add_argument(
        "--gate-games", metavar="N", type=whole(2), default=400, help="games against the one before (default: 400)"
    )
    command.add_argument(
        "--gate", metavar="PERCENT", type=whole(0, 100), default=53, help="share of them to win (default: 53)"
    )
    command.add_argument(
        "--hidden", metavar="N", type=whole(4), nargs="+", default=[64], help="widths of the layers (default: 64)"
    )
    command.add_argument("--epochs", metavar="N", type=whole(1), default=12, help="passes over the games (default: 12)")
    command.add_argument("--window", metavar="N", type=whole(1), default=3, help="rounds to learn from (default: 3)")
    command.add_argument(
        "--results", metavar="PERCENT", type=whole(0, 100), default=50,
        help="how much the result counts against what the search thought (default: 50)",
    )  # fmt: skip
    command.add_argument("--seed", metavar="N", type=whole(0), default=1, help="seed of the run (default: 1)")
    add_crew(command)
    command.add_argument("--out", metavar="FOLDER", type=path, help="where rounds go (default: build/train/GAME)")
    add_json(command)
    add_language(command)
    command.set_defaults(run=run_training)


def run_training(args: argparse.Namespace) -> int:
    """Do the rounds that are still to do; an interruption loses only the one under way."""
    folder: Path = args.out or Path("build", "train", args.game.key)
    shape = Shape(hidden=tuple(args.hidden), epochs=args.epochs, seed=args.seed)
    scenarios = [args.game.scenario(args.scenario)] if args.scenario else args.game.scenarios
    course = Course(
        args.game.key, tuple(one.id for one in scenarios), args.rounds, args.games, args.nodes, args.gate_games,
        args.gate / 100, args.seed, args.workers, args.window, args.results / 100, shape, args.cluster,
    )  # fmt: skip
    school = School(course, folder)
    check_folder(folder)

    def watch(label: str, total: int, results: Iterable[Done]) -> Iterator[Done]:
        with progress(say(label, args.lang), total, hands=hands(args.workers, args.cluster, args.lang)) as advance:
            for result in results:
                yield result
                advance()

    interrupted = False
    try:
        with stoppable():
            for done in school.rounds(watch):
                if not args.json:
                    show(told(done, args.lang))
    except KeyboardInterrupt:
        interrupted = True
    if args.json:
        show_json(document(school, interrupted))
    elif interrupted:
        show(say("train.interrupted", args.lang, rounds=len(school.done), folder=folder))
    else:
        show(say("train.best" if school.best.exists() else "train.none", args.lang, path=school.best))
    return INTERRUPTED if interrupted else 0


def document(school: School, interrupted: bool) -> dict[str, object]:
    """What came of a run as one JSON document: all rounds of its folder, and the best network if one was kept."""
    course = school.course
    return {
        "game": course.game,
        "scenarios": course.scenarios,
        "seed": course.seed,
        "wanted": course.rounds,
        "interrupted": interrupted,
        "out": str(school.folder),
        "best": str(school.best) if school.best.exists() else None,
        "rounds": school.done,
    }


def told(done: Round, lang: str) -> str:
    """A round as a sentence."""
    low, high = done.interval
    return say(
        "train.kept" if done.kept else "train.dropped", lang, round=done.round, positions=f"{done.positions:,}",
        loss=f"{done.loss:.4f}", share=f"{done.gate_won:.1%}", games=done.gate_games,
        low=f"{low:.1%}", high=f"{high:.1%}", first=f"{done.first_side_won:.1%}", seconds=f"{done.seconds:.0f}",
    )  # fmt: skip
