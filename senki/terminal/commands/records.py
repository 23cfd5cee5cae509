"""`senki replay`: what happened in a recorded game, and whether it can be trusted."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from senki.engine.errors import Malformed
from senki.engine.events import whole_moves
from senki.engine.files import read_whole
from senki.engine.forms import Record, read_json
from senki.engine.match import Match, replay, verify
from senki.lab.rows import ENDINGS, About
from senki.terminal.commands.arguments import Commands, add_language, path, whole
from senki.terminal.commands.shown import say


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser("replay", help="tell or verify a recorded game", allow_abbrev=False)
    command.add_argument("file", metavar="FILE", type=path, help="a record, or results of senki simulate --records")
    command.add_argument("--game", metavar="N", type=whole(0), help="the game of a series, by its number")
    command.add_argument(
        "--verify", action="store_true", help="prove moves, dice, result and hash instead of telling the game"
    )
    command.add_argument("--to", metavar="N", type=whole(0), help="stop after N moves")
    add_language(command)
    command.set_defaults(run=tell_or_verify)


def tell_or_verify(args: argparse.Namespace) -> int:
    """The log of a record, or the proof of it."""
    if args.verify and args.to is not None:
        raise Malformed("--verify proves the whole record; it does not go with --to")
    if holds_results(args.file):
        return tell_or_verify_results(args)
    if args.game is not None:
        raise Malformed(f"{args.file}: is the record of one game; --game N chooses one of a series")
    record: Record = read_json(read_whole(args.file), Record, str(args.file))
    if args.verify:
        prove(record, verify(record, str(args.file)), args.lang)
    else:
        tell(record, str(args.file), args)
    return 0


def holds_results(file: Path) -> bool:
    """Is it the results of a series, not a record?"""
    if file.suffix != ".json":
        return file.is_dir() or file.suffix in ENDINGS
    found = read_json(read_whole(file), object, str(file))
    return isinstance(found, dict) and "about" in found


def tell_or_verify_results(args: argparse.Namespace) -> int:
    """The log of a game of a series, or the proof of it or of all."""
    from senki.lab.retrace import chosen, read_games, record_of, verify_game

    about, games = read_games(args.file)
    if args.verify and args.game is None:
        prove_all(about, games, args.file, args.lang)
        return 0
    row = chosen(games, args.game, args.file)
    print(say("replay.game", args.lang, index=row["index"], players=", ".join(row[side] for side in about.sides)))
    if args.verify:
        match, moves, rolls = verify_game(about, row, args.file)
        print(say("replay.moves", args.lang, moves=moves))
        print(say("replay.seed", args.lang, rolls=rolls))
        print(say("replay.same_hash", args.lang))
        ending(match, args.lang)
    else:
        tell(record_of(about, row, args.file), f"{args.file}: game {row['index']}", args)
    if row["failure"]:
        print(say("replay.failure", args.lang, why=row["failure"]))
    return 0


def prove_all(about: About, games: dict[int, dict[str, Any]], file: Path, lang: str) -> None:
    """Prove every game of a series that was played."""
    from senki.lab.retrace import verify_game

    moves = rolls = 0
    played = [row for row in games.values() if row["moves"]]
    for row in played:
        _, moved, rolled = verify_game(about, row, file)
        moves, rolls = moves + moved, rolls + rolled
    print(say("replay.all", lang, games=len(played), moves=f"{moves:,}", rolls=f"{rolls:,}"))
    if unplayed := len(games) - len(played):
        print(say("replay.unplayed", lang, games=unplayed))


def tell(record: Record, where: str, args: argparse.Namespace) -> None:
    """What happened in a game."""
    if args.to is not None and args.to < len(record.moves):
        record.moves = record.moves[: args.to]
    match = replay(record, where)
    known: dict[str, str] = {}
    for side in range(len(match.game.sides)):
        known |= match.game.view(match.position, side).known
    for event in whole_moves(match.log):
        print(match.game.tell(event, args.lang, known))
    ending(match, args.lang)


def prove(record: Record, match: Match, lang: str) -> None:
    """Say what was proved and what was not."""
    rolls = sum(played.side < 0 for played in match.played)
    seed_known = record.dice is not None and record.dice.seed is not None
    print(say("replay.moves", lang, moves=len(match.played)))
    print(say("replay.dice" if seed_known else "replay.no_dice", lang, rolls=rolls))
    print(say("replay.same_hash" if record.hash is not None else "replay.no_hash", lang))
    ending(match, lang)


def ending(match: Match, lang: str) -> None:
    """The result, or what is awaited, and the hash."""
    game, result = match.game, match.result
    if result is None:
        print(say("replay.unfinished", lang, awaits=match.position.step.name))
    else:
        winner = game.sides[result.winner].name[lang] if result.winner >= 0 else say("replay.nobody", lang)
        level = game.name_of("level", result.level, lang)
        print(say("replay.result", lang, winner=winner, level=level, points=result.points, clause=result.clause))
    print(say("replay.hash", lang, hash=game.digest(match.position)))
