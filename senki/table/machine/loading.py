"""What a worker does with what people bring along: it sets up a scenario, plays a record again, judges a map.

A record is played move by move: of each only its events are kept, as text, so that a long one costs no memory.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import msgspec
from msgspec.structs import replace

from senki.engine.dice import seeded_dice
from senki.engine.errors import SenkiError
from senki.engine.events import Event
from senki.engine.forms import Record, to_json
from senki.engine.game import Game
from senki.engine.match import Match, Played, replay, verify
from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.table.machine.jobs import Beginning, Look, Looked, Move
from senki.table.refusals import Refused
from senki.table.store.rows import ending_by_rules
from senki.workshop.boards import switches_in
from senki.workshop.checking import check_map, has_hex_map


def begin_anew(key: str, scenario: str, options: dict[str, str]) -> Beginning:
    """The beginning of a scenario with some switches set; raises Refused, a bad file among them included."""
    game = find_game(key)
    if options.get("map") and has_hex_map(game.key):
        check_own_map(game, options["map"])
    try:
        return _beginning(Match(game, scenario, seeded_dice(0), {}, options=options), [])
    except SenkiError as wrong:
        raise Refused("malformed", because="bad_option", detail=str(wrong)) from None


def check_own_map(game: Game, text: str) -> None:
    """Refuse a map of the players' own with the first thing that is wrong with it, as the workshop would say it."""
    found, problems = check_map(game.key, text.encode())
    if found is None:
        first = problems[0]
        raise Refused(
            "malformed", because="bad_map", line=first.line, column=first.column,
            problem=first.say("en"), problem_ja=first.say("ja"),
        )  # fmt: skip


@dataclass(slots=True)
class Scribe:
    """Writes down what a replay tells."""

    moves: list[Move] = field(default_factory=list)

    def hear(self, played: Played) -> None:
        """Note the next move."""
        self.moves.append(Move(played.side, played.option.text, events_text(played.events)))


def begin_from(record: Record, upto: int | None) -> Beginning:
    """Play a record again; raises SenkiError. Only a finished one keeps its dice: of others the seed may be known."""
    scribe = Scribe()
    if upto is not None and upto < len(record.moves):
        part = replace(record, moves=record.moves[:upto], dice=None)
        return _beginning(replay(part, told=scribe.hear, keep=False), scribe.moves)
    match = verify(record, told=scribe.hear)
    made = _beginning(match, scribe.moves)
    if match.over and record.dice is not None and record.dice.seed is not None:
        made.seed, made.entropy = record.dice.seed, list(record.dice.entropy)
    return made


def _beginning(match: Match, moves: list[Move]) -> Beginning:
    game, p = match.game, match.position
    ending = ending_by_rules(game, p)
    actor = p.side_to_act
    return Beginning(
        scenario=match.scenario,
        options=switches_in(match),
        position=to_json(game.write(p)).decode(),
        origin=msgspec.json.encode(match.start_form).decode() if match.start_form is not None else None,
        opening=events_text(match.opening),
        moves=moves,
        awaits=None if p.over else p.step.name,
        actor=game.sides[actor].id if actor >= 0 else None,
        ending=msgspec.json.encode(ending).decode() if ending is not None else None,
        rules=match.rules,
        dice=match.dice.version,
        mark=match.mark,
    )


def events_text(events: list[Event]) -> str:
    """Events as they are stored."""
    return msgspec.json.encode([event.stored() for event in events]).decode()


def look(job: Look) -> Looked:
    """Play some moves and look at where they lead; raises SenkiError where they go wrong."""
    game = find_game(job.game)
    if job.position is not None:
        p = game.read(json.loads(job.position), "start")
    else:
        p = game.start(job.scenario, game.settings(job.options, job.scenario))
    if job.rules in game.replayed:
        game.go_by(p, job.rules)
    p.settle()
    marks: list[tuple[int, str]] = []
    for number, text in enumerate(job.moves, 1):
        p.play(game.answer(p, text))
        if number % job.every == 0 and number < len(job.moves):
            marks.append((number, to_json(game.write(p)).decode()))
    seen = game.view(p, job.side)
    # They can no longer be made.
    seen.choices, seen.proposal = [], []
    return Looked(
        position=to_json(game.write(p)).decode(),
        view=msgspec.json.encode(seen),
        actor=p.side_to_act,
        decides=p.waits_for == DECISION,
        winner=p.result.winner if p.result is not None else None,
        marks=marks,
    )
