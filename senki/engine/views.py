"""The frame of a view: what every game tells of a position in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from senki.engine.forms import Choice, Field, Mark, Note, Piece, ResultForm, Track, View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import CHANCE, DECISION, Position, Result

P = TypeVar("P", bound=Position)


def frame(
    game: Game,
    p: Position,
    side: int,
    turn: int,
    pieces: list[Piece],
    tracks: list[Track],
    notes: list[Note],
    prompt: Note,
    choices: list[Choice],
    marks: list[Mark] | None = None,
    fields: list[Field] | None = None,
    proposal: list[Choice] | None = None,
) -> View:
    """A view of a position for a side (-1: a spectator), with who is to choose, what is awaited and how it ended."""
    actor = p.side_to_act
    if not p.over and p.step.name in game.looks.clauses:
        prompt.facts["clause"] = game.looks.clauses[p.step.name]
    return View(
        game=game.key,
        side=game.sides[side].id if side >= 0 else None,
        turn=turn,
        pieces=pieces,
        tracks=tracks,
        notes=notes,
        awaits=None if p.over else p.step.name,
        chance=p.waits_for == CHANCE,
        actor=game.sides[actor].id if actor >= 0 else None,
        prompt=prompt,
        choices=choices,
        result=result_form(game, p.result) if p.result is not None else None,
        marks=marks or [],
        fields=fields or [],
        proposal=proposal or [],
    )


def chooses(p: Position, side: int) -> bool:
    """Does this side choose now? Nobody else is told the options."""
    return p.waits_for == DECISION and p.side_to_act == side


def whole_answer(p: P, step: int, against: Callable[[P, Option], tuple[int, int, int]]) -> list[Option]:
    """What may be proposed while a side is asked at a step: choice by choice that against which the least speaks."""
    if p.waits_for != DECISION or p.stack[-1] != step:
        return []
    side, twin = p.side_to_act, p.copy()
    found: list[Option] = []
    while twin.waits_for == DECISION and twin.stack[-1] == step and twin.side_to_act == side:
        best = min(twin.options(), key=lambda option: against(twin, option))
        found.append(best)
        twin.play(best)
    return found


def who_chooses(game: Game, p: Position) -> dict[str, str | int]:
    """The facts a prompt begins with: the side that chooses, if one does."""
    actor = p.side_to_act
    return {"side": game.sides[actor].id} if actor >= 0 else {}


def result_form(game: Game, result: Result) -> ResultForm:
    """A result with names instead of numbers."""
    winner = game.sides[result.winner].id if result.winner >= 0 else None
    return ResultForm(winner, result.level, result.points, result.clause)
