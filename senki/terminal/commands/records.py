"""`senki replay`: what happened in a recorded game, and whether it can be trusted."""

from __future__ import annotations

import argparse

from senki.engine.errors import Malformed
from senki.engine.events import whole_moves
from senki.engine.files import read_whole
from senki.engine.forms import Record, read_json
from senki.engine.match import Match, replay, verify
from senki.terminal.commands.arguments import Commands, add_json, add_language, path, whole
from senki.terminal.commands.shown import say, show_json, tell


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser("replay", help="tell or verify a recorded game", allow_abbrev=False)
    command.add_argument("file", metavar="FILE", type=path, help="a record")
    command.add_argument(
        "--verify", action="store_true", help="prove moves, dice, result and hash instead of telling the game"
    )
    command.add_argument("--to", metavar="N", type=whole(0), help="stop after N moves")
    add_json(command)
    add_language(command)
    command.set_defaults(run=tell_or_verify)


def tell_or_verify(args: argparse.Namespace) -> int:
    """The log of a record, or the proof of it."""
    record: Record = read_json(read_whole(args.file), Record, str(args.file))
    if args.verify:
        if args.to is not None:
            raise Malformed("--verify proves the whole record; it does not go with --to")
        proved = verify(record, str(args.file))
        if args.json:
            show_json(summary(proved) | {"verified": proofs(record, proved)})
        else:
            prove(record, proved, args.lang)
        return 0
    if args.to is not None and args.to < len(record.moves):
        record.moves = record.moves[: args.to]
    match = replay(record, str(args.file))
    known: dict[str, str] = {}
    for side in range(len(match.game.sides)):
        known |= match.game.view(match.position, side).known
    events = whole_moves(match.log)
    told = [match.game.tell(event, args.lang, known) for event in events]
    if args.json:
        log = [{**event.to_json(), "text": line} for event, line in zip(events, told, strict=True)]
        show_json(summary(match) | {"log": log})
        return 0
    for line in told:
        tell(line)
    ending(match, args.lang)
    return 0


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
