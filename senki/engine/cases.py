"""Conformance cases: a rule shown by a position, what is played and what must follow."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

from senki.engine.errors import BrokenInvariant, Illegal, Malformed, SenkiError
from senki.engine.events import ONLY, Event
from senki.engine.files import as_utf8, read_whole
from senki.engine.forms import Case, Expectation, Judgement, Odds, Sightline, plain, read_json
from senki.engine.game import Game
from senki.engine.naming import NOBODY, NOTHING, check_names
from senki.engine.option import Option
from senki.engine.position import CHANCE, DECISION, Position
from senki.engine.registry import find_game

IMAGINED = 12
"""So many positions are drawn for each side that is expected to imagine something."""


class Outcome:
    """How a case went: nothing to say if it passed."""

    def __init__(self, path: Path, name: str, complaint: str) -> None:
        self.path = path
        self.name = name
        self.complaint = complaint

    @property
    def passed(self) -> bool:
        """Did everything come out as expected?"""
        return not self.complaint


def find_cases(paths: list[Path]) -> list[Path]:
    """The case files at these paths: files as they are, folders with all `*.json` below them."""
    found: list[Path] = []
    for path in paths:
        # Not the path's own questions: they fail on a name that is too long for the system.
        if os.path.isdir(path):
            found += sorted(path.rglob("*.json"))
        elif os.path.exists(path):
            found.append(path)
        else:
            raise SenkiError(f"{path}: there is no such file or folder")
    if not found:
        raise SenkiError(f"{', '.join(map(str, paths))}: no case files (*.json) found")
    return found


def read_cases(path: Path) -> list[Case]:
    """The cases of a file: one case or an array of cases."""
    raw = as_utf8(read_whole(path), str(path))
    if raw.lstrip().startswith(b"["):
        cases: list[Case] = read_json(raw, list[Case], str(path))
        return cases
    case: Case = read_json(raw, Case, str(path))
    return [case]


def run_case(path: Path, case: Case) -> Outcome:
    """Play a case and compare; what goes wrong is told in one line."""
    try:
        play_case(case)
    except (SenkiError, BrokenInvariant) as wrong:
        return Outcome(path, case.name, str(wrong))
    return Outcome(path, case.name, "")


def play_case(case: Case) -> None:
    """Play a case; raises SenkiError where it differs from what it expects."""
    game = find_game(case.game)
    unknown = [clause for clause in case.clauses if clause not in game.rulebook]
    if unknown:
        raise Malformed(f"the rulebook of {game.key} has no clause {', '.join(unknown)}")
    if case.position is not None:
        p = game.read(case.position, "position")
    else:
        p = game.start(game.scenario(case.scenario).id, game.settings(case.options, case.scenario))
    events: list[Event] = []
    p.events = events
    p.settle()
    for number, action in enumerate(case.play, 1):
        where = f"play {number}"
        if isinstance(action, str):
            try:
                option = game.answer(p, action)
                _expect_no_objection(p, option)
                p.play(option)
            except SenkiError as wrong:
                raise type(wrong)(f"{where}: {wrong}") from None
            p.check()
        else:
            compare(game, p, events, action, where)
    compare(game, p, events, case.expect, "expect")


def compare(game: Game, p: Position, events: list[Event], expect: Expectation, where: str) -> None:
    """Hold a position and the events so far against an expectation, which may name only what the game knows."""
    check_names(game, p, events, expect, where)
    if expect.awaits is not None:
        awaited = NOTHING if p.over else p.step.name
        _equal(awaited, expect.awaits, f"{where}.awaits")
    if expect.side is not None:
        acting = game.sides[p.side_to_act].id if p.waits_for == DECISION else NOBODY
        _equal(acting, expect.side, f"{where}.side")
    if expect.winner is not None:
        winner = game.sides[p.result.winner].id if p.result is not None and p.result.winner >= 0 else NOBODY
        _equal(winner, expect.winner, f"{where}.winner")
    offered = {option.text: option for option in p.options()}
    if expect.legal is not None:
        _equal(sorted(offered), sorted(expect.legal), f"{where}.legal")
    for text in expect.includes or []:
        if text not in offered:
            raise Illegal(f"{where}.includes: '{text}' is not among the options {list(offered)}")
    for text in (expect.legal or []) + (expect.includes or []):
        _expect_no_objection(p, offered[text])
    for text, clauses in (expect.illegal or {}).items():
        _expect_illegal(game, p, text, clauses, f"{where}.illegal")
    for text, facts in (expect.refused or {}).items():
        _expect_refused(game, p, text, facts, f"{where}.refused")
    for text, chances in (expect.odds or {}).items():
        match_subset(_chances(game.odds(p, game.parse(text, p))), chances, f"{where}.odds.{text}")
    if expect.destinations is not None:
        _expect_destinations(game, p, expect.destinations, f"{where}.destinations")
    if expect.states is not None:
        seen = {piece.id: piece.state for piece in game.view(p, -1).pieces}
        match_subset(seen, expect.states, f"{where}.states")
    for side, pieces in (expect.sees or {}).items():
        shown = {piece.id: plain(piece) for piece in game.view(p, game.side(side)).pieces}
        match_subset(shown, pieces, f"{where}.sees.{side}")
    _expect_seen(game, p, expect, where)
    _expect_free(game, p, expect, where)
    if expect.position is not None:
        match_subset(game.write(p), expect.position, f"{where}.position")
    if expect.events is not None:
        _expect_events(game, events, expect.events, f"{where}.events")
    for unwanted in expect.never or []:
        facts = {"kind": unwanted} if isinstance(unwanted, str) else unwanted
        if any(_has(game, event, facts) for event in events):
            raise Illegal(f"{where}.never: {facts} happened; told: {events}")


def _equal(found: object, expected: object, where: str) -> None:
    if found != expected:
        raise Illegal(f"{where}: expected {expected}, found {found}")


def _expect_no_objection(p: Position, option: Option) -> None:
    """What a game offers it must not object to when it is judged by itself."""
    found = p.objections(option) if p.waits_for == DECISION else []
    if found:
        raise Illegal(f"'{option.text}' is offered, but refused by {', '.join(o.clause for o in found)}")


def _expect_illegal(game: Game, p: Position, text: str, clauses: list[str], where: str) -> None:
    option = game.parse(text, p)
    if p.waits_for == CHANCE:
        raise Illegal(f"{where}: '{text}' cannot be judged, the dice are awaited")
    found = [objection.clause for objection in p.objections(option)]
    if not found:
        raise Illegal(f"{where}: '{text}' is legal")
    missing = [clause for clause in clauses if clause not in found]
    if missing:
        raise Illegal(f"{where}: '{text}' is refused by {', '.join(found)}, not by {', '.join(missing)}")


def _expect_refused(game: Game, p: Position, text: str, facts: dict[str, str], where: str) -> None:
    """One objection to an option has all these facts."""
    found = [{**o.facts, "clause": o.clause, "key": o.key} for o in p.objections(game.parse(text, p))]
    if not any(facts.items() <= objection.items() for objection in found):
        raise Illegal(f"{where}: '{text}' is not refused with {facts}, but with {found}")


def _chances(odds: Odds | None) -> dict[str, float]:
    """The chance of each result by its key, to three places; results with one key are added."""
    found: dict[str, float] = {}
    for result in odds.results if odds is not None else []:
        found[result.key] = found.get(result.key, 0.0) + result.chance
    return {key: round(chance, 3) for key, chance in found.items()}


def _expect_destinations(game: Game, p: Position, expected: dict[str, list[str]], where: str) -> None:
    """The options that name a piece lead to exactly these places."""
    choices = game.view(p, p.side_to_act).choices if p.waits_for == DECISION else []
    for piece, places in expected.items():
        found = {choice.place for choice in choices if choice.piece == piece and choice.place is not None}
        _equal(sorted(found), sorted(places), f"{where}.{piece}")


def _expect_seen(game: Game, p: Position, expect: Expectation, where: str) -> None:
    """Whether something is hidden from sides, the position as they see it, and what they may imagine of it."""
    for side, hidden in (expect.hides or {}).items():
        _equal(game.hides(p, game.side(side)), hidden, f"{where}.hides.{side}")
    for side, shown in (expect.seen or {}).items():
        match_subset(game.write(game.seen(p, game.side(side))), shown, f"{where}.seen.{side}")
    for side, wanted in (expect.imagined or {}).items():
        drawn = [game.write(game.imagine(p, game.side(side), Random(number))) for number in range(IMAGINED)]
        for subset in wanted:
            if not any(_matches(position, subset) for position in drawn):
                raise Illegal(f"{where}.imagined.{side}: no imagined position has {subset}")


def _expect_free(game: Game, p: Position, expect: Expectation, where: str) -> None:
    """What the rules say on a plane of poses, zones and lines of sight."""
    side = p.side_to_act if p.waits_for == DECISION else -1
    for number, judged in enumerate(expect.judged or [], 1):
        judgement = game.judge(p, side, judged.piece, judged.to)
        match_subset(_with_clauses(judgement), judged.finds, f"{where}.judged.{number}")
    if expect.zones is not None:
        free = game.view(p, side).free
        zones = {zone.piece: plain(zone) for zone in free.zones} if free is not None else {}
        match_subset(zones, expect.zones, f"{where}.zones")
    for number, looked in enumerate(expect.looked or [], 1):
        line = game.sees(p, side, looked.start, looked.end)
        match_subset(_with_clauses(line), looked.finds, f"{where}.looked.{number}")


def _with_clauses(answer: Judgement | Sightline | None) -> dict[str, Any] | None:
    """An answer as plain values, its objections by their clauses."""
    return {**plain(answer), "objections": [reason.clause for reason in answer.objections]} if answer else None


def _matches(found: Any, expected: Any) -> bool:
    try:
        match_subset(found, expected, "")
    except Illegal:
        return False
    return True


def match_subset(found: Any, expected: Any, where: str) -> None:
    """Objects match if every expected field does; everything else must be equal.

    A field that is not written is empty: it matches null, false, 0 and empty text, lists and objects.
    """
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            match_subset(found.get(name), value, f"{where}.{name}")
    elif found != expected and (found is not None or expected):
        raise Illegal(f"{where}: expected {expected!r}, found {found!r}")


def _expect_events(game: Game, events: list[Event], expected: list[dict[str, Any] | str], where: str) -> None:
    """The expected events occur among those told, in this order."""
    told = iter(events)
    for number, wanted in enumerate(expected, 1):
        facts = {"kind": wanted} if isinstance(wanted, str) else wanted
        if not any(_has(game, event, facts) for event in told):
            raise Illegal(f"{where}: event {number} ({facts}) did not happen, or not in this order; told: {events}")


def _has(game: Game, event: Event, facts: dict[str, Any]) -> bool:
    flat: dict[str, Any] = dict(event.to_json())
    flat[ONLY] = [game.sides[side].id for side in event.only] if event.only is not None else None
    return all(flat.get(name) == value for name, value in facts.items())
