"""`senki replay`: what happened in a recorded game, and whether it can be trusted."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from senki.engine.errors import Malformed
from senki.engine.events import whole_moves
from senki.engine.files import read_whole
from senki.engine.forms import Record, read_json
from senki.engine.match import Match, replay, verify
from senki.engine.parts import PartOf
from senki.lab.rows import ENDINGS, About
from senki.terminal.commands.arguments import Commands, add_json, add_language, path, whole
from senki.terminal.commands.shown import say, show_json, tell
from senki.terminal.sentences import in_language

NOTHING: Mapping[str, object] = {}


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser("replay", help="tell or verify a recorded game", allow_abbrev=False)
    command.add_argument("file", metavar="FILE", type=path, help="a record, or results of senki simulate --records")
    command.add_argument("--game", metavar="N", type=whole(0), help="the game of a series, by its number")
    command.add_argument(
        "--verify", action="store_true", help="prove moves, dice, result and hash instead of telling the game"
    )
    command.add_argument("--to", metavar="N", type=whole(0), help="stop after N moves")
    add_json(command)
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
        proved = verify(record, str(args.file))
        if args.json:
            show_json(summary(proved) | {"verified": proofs(record, proved)})
        else:
            prove(record, proved, args.lang)
    else:
        tell_game(record, str(args.file), args)
    return 0


def holds_results(file: Path) -> bool:
    """Is it the results of a series, not a record?"""
    if file.suffix != ".json":
        return file.is_dir() or file.suffix in ENDINGS
    found = read_json(read_whole(file), object, str(file))
    return isinstance(found, dict) and "about" in found


def tell_or_verify_results(args: argparse.Namespace) -> int:
    """The log of a game of a series, or the proof of it or of all."""
    with PartOf("lab"):
        from senki.lab.retrace import chosen, read_games, record_of, verify_game
    about, games = read_games(args.file)
    if args.verify and args.game is None:
        found = prove_all(about, games, args.file)
        if args.json:
            show_json({"game": about.game, "verified": found})
        else:
            tell_proofs(found, args.lang)
        return 0
    row = chosen(games, args.game, args.file)
    if args.json:
        return show_game(about, row, args)
    tell(say("replay.game", args.lang, index=row["index"], players=", ".join(row[side] for side in about.sides)))
    if args.verify:
        match, moves, rolls = verify_game(about, row, args.file)
        tell(say("replay.moves", args.lang, moves=moves))
        tell(say("replay.seed", args.lang, rolls=rolls))
        tell(say("replay.same_hash", args.lang))
        ending(match, args.lang)
    else:
        tell_game(record_of(about, row, args.file), f"{args.file}: game {row['index']}", args)
    if row["failure"]:
        tell(say("replay.failure", args.lang, why=in_language(row["failure"], args.lang)))
    if row["forfeit"]:
        tell(say("replay.forfeit", args.lang, why=in_language(row["forfeit"], args.lang)))
    return 0


def show_game(about: About, row: dict[str, Any], args: argparse.Namespace) -> int:
    """A game of a series for programs, told or proved."""
    from senki.lab.retrace import record_of, verify_game

    series = {"index": row["index"], "failure": row["failure"] or None, "forfeit": row["forfeit"] or None}
    if not args.verify:
        tell_game(record_of(about, row, args.file), f"{args.file}: game {row['index']}", args, series)
        return 0
    match, moves, rolls = verify_game(about, row, args.file)
    show_json(summary(match) | series | {"verified": {"moves": moves, "rolls": rolls, "dice": True, "hash": True}})
    return 0


def prove_all(about: About, games: dict[int, dict[str, Any]], file: Path) -> dict[str, int]:
    """Prove every game of a series that was played, and count."""
    from senki.lab.retrace import verify_game

    played = [verify_game(about, row, file) for row in games.values() if row["moves"]]
    return {
        "games": len(played),
        "moves": sum(moves for _, moves, _ in played),
        "rolls": sum(rolls for _, _, rolls in played),
        "unplayed": len(games) - len(played),
    }


def tell_proofs(found: dict[str, int], lang: str) -> None:
    """What was proved of a series, in words."""
    tell(say("replay.all", lang, games=found["games"], moves=f"{found['moves']:,}", rolls=f"{found['rolls']:,}"))
    if found["unplayed"]:
        tell(say("replay.unplayed", lang, games=found["unplayed"]))


def tell_game(record: Record, where: str, args: argparse.Namespace, more: Mapping[str, object] = NOTHING) -> None:
    """What happened in a game; for programs with more that is known of it."""
    if args.to is not None and args.to < len(record.moves):
        record.moves = record.moves[: args.to]
    match = replay(record, where)
    known: dict[str, str] = {}
    for side in range(len(match.game.sides)):
        known |= match.game.view(match.position, side).known
    events = whole_moves(match.log)
    told = [match.game.tell(event, args.lang, known) for event in events]
    if args.json:
        log = [{**event.to_json(), "text": line} for event, line in zip(events, told, strict=True)]
        show_json(summary(match) | {"log": log} | dict(more))
        return
    for line in told:
        tell(line)
    ending(match, args.lang)


def summary(match: Match) -> dict[str, object]:
    """What was played and how it stands, for programs."""
    record = match.record()
    return {
        "game": record.game,
        "scenario": record.scenario,
        "rules": record.rules,
        "moves": len(match.played),
        "result": record.result,
        "awaits": None if match.over else match.position.step.name,
        "hash": match.game.digest(match.position),
    }


def proofs(record: Record, match: Match) -> dict[str, object]:
    """What was proved: the moves always are, dice and hash if the record has what is needed."""
    return {
        "moves": len(match.played),
        "rolls": sum(played.side < 0 for played in match.played),
        "dice": record.dice is not None and record.dice.seed is not None,
        "hash": record.hash is not None,
    }


def prove(record: Record, match: Match, lang: str) -> None:
    """Say what was proved and what was not."""
    found = proofs(record, match)
    tell(say("replay.moves", lang, moves=found["moves"]))
    tell(say("replay.dice" if found["dice"] else "replay.no_dice", lang, rolls=found["rolls"]))
    tell(say("replay.same_hash" if found["hash"] else "replay.no_hash", lang))
    ending(match, lang)


def ending(match: Match, lang: str) -> None:
    """The result, or what is awaited, and the hash."""
    game, result = match.game, match.result
    if result is None:
        tell(say("replay.unfinished", lang, awaits=match.position.step.name))
    else:
        winner = game.sides[result.winner].name[lang] if result.winner >= 0 else say("replay.nobody", lang)
        level = game.name_of("level", result.level, lang)
        tell(say("replay.result", lang, winner=winner, level=level, points=result.points, clause=result.clause))
    tell(say("replay.hash", lang, hash=game.digest(match.position)))
