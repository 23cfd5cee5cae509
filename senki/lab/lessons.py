"""Lessons: a scripted position, what the coach says, what is to be chosen, and what dice and opponent answer.

A game's lesson is its `lesson.toml` (docs/add-a-game.md). Where somebody stands in it follows from the moves that were
played: each step with something to do takes one choice of the pupil and then exactly the moves its script names.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from senki.engine.data import LANGUAGES, read_toml
from senki.engine.errors import Malformed
from senki.engine.game import Game
from senki.engine.position import Position

FILE = "lesson.toml"
Words = dict[str, str]
Part = Literal["", "tracks", "prompt", "odds", "log", "seats", "forces"]
"""A part of the screen the coach may point at."""


class Step(Struct, forbid_unknown_fields=True):
    """Something the coach says, and what is to be done then; without `expects` it is only read."""

    say: Words
    expects: list[str] = []
    """The choices that are right, in notation; `*` stands for anything (where a piece goes on a plane)."""
    also: list[str] = []
    """Choices on the way there, which do not finish the step."""
    then: list[str] = []
    """What follows by itself: dice as they fall, the other side's answers, the pupil's own moves of no interest."""
    instead: Words = {}
    """What the coach says to any other choice."""
    clause: str = ""
    pieces: list[str] = []
    places: list[str] = []
    part: Part = ""


class Lesson(Struct, forbid_unknown_fields=True):
    """A lesson of a game: the pupil plays one side, the coach the other and the dice."""

    title: Words
    side: str
    step: list[Step]
    scenario: str | None = None
    options: dict[str, str] = {}
    position: dict[str, Any] | None = None
    """The position it begins from, in the game's JSON form; the scenario's own if left out."""
    before: list[str] = []
    """Moves and dice played before it begins."""

    def first_open(self, played: list[str]) -> int:
        """The first step that somebody has not done after these moves; after all of them only words are left."""
        first = at = 0
        for number, step in enumerate(self.step):
            if not step.expects:
                continue
            while at < len(played) and not is_wanted(step, played[at]):
                at += 1
            if at >= len(played):
                return first
            at += 1 + len(step.then)
            first = number + 1
        return first

    def task(self, played: list[str]) -> list[Step]:
        """What comes after these moves: steps to be read, and the one to be done if any is left."""
        first = self.first_open(played)
        for number in range(first, len(self.step)):
            if self.step[number].expects:
                return self.step[first : number + 1]
        return self.step[first:]

    def wanted(self, played: list[str]) -> Step | None:
        """The step to be done after these moves; none once all is done."""
        last = self.task(played)[-1:]
        return last[0] if last and last[0].expects else None


def is_wanted(step: Step, option: str) -> bool:
    """Is this what the coach asks for?"""
    return any(fnmatchcase(option, wish) for wish in step.expects)


def leads_there(step: Step, option: str) -> bool:
    """Is this on the way to what the coach asks for?"""
    return any(fnmatchcase(option, wish) for wish in step.also)


@cache
def lesson_of(game: Game) -> Lesson | None:
    """The lesson of a game, if it has one; raises Malformed."""
    if not resources.files(game.package).joinpath(FILE).is_file():
        return None
    where = f"{game.package}/{FILE}"
    try:
        lesson = msgspec.convert(read_toml(game.package, FILE), Lesson)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"{where}: {wrong}") from None
    said = [lesson.title, *(words for step in lesson.step for words in (step.say, step.instead) if words)]
    for words in said:
        if set(words) != set(LANGUAGES) or not all(words.values()):
            raise Malformed(f"{where}: a text in {' and '.join(LANGUAGES)} was expected, not {words!r}")
    if not lesson.step or lesson.step[-1].expects:
        raise Malformed(f"{where}: the last step says goodbye, so it expects nothing")
    return lesson


def opening_of(game: Game, lesson: Lesson) -> Position:
    """The position in which a lesson begins; raises SenkiError."""
    scenario = game.scenario(lesson.scenario).id
    where = f"{game.package}/{FILE}"
    p: Position
    if lesson.position is None:
        p = game.start(scenario, game.settings(lesson.options, scenario))
    else:
        p = game.read(lesson.position, where)
    p.settle()
    for text in lesson.before:
        p.play(game.answer(p, text))
    return p
