"""Lessons as tables: the pupil's seat and the coach's, from the position the game's lesson begins in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import cache

from senki.engine.data import LANGUAGES
from senki.engine.errors import SenkiError, UnknownName
from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.lab.lessons import Lesson, is_wanted, leads_there, lesson_of, opening_of
from senki.table.machine.jobs import Beginning
from senki.table.people.forgetting import deletion_of
from senki.table.people.identity import DAY, GUEST, Person
from senki.table.play.founding import NEW_DICE, entries_of, rows_of, statements_for
from senki.table.play.hall import Hall
from senki.table.play.live import LiveTable
from senki.table.play.wishes import NewTable
from senki.table.refusals import Refused
from senki.table.store.rows import COACH

KEPT_DAYS = 90
"""Days for which a guest's lesson waits to be gone on with. Every browser without a cookie is a new guest."""
CLEAR_EVERY = 3600.0
"""Seconds between two looks at lessons that were left."""
AT_ONCE = 100
"""Lessons deleted together."""


async def begin_lesson(hall: Hall, person: Person, key: str, anew: bool) -> str:
    """The id of somebody's lesson of a game: the one they left, or a new one in its place; raises Refused."""
    try:
        game = hall.game(key)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused("unknown", why=f"{key} has no lesson")
    earlier = await hall.store.lessons_of(person.id, key)
    for table_id in earlier[:1]:
        if not anew and goes_on(await hall.table(table_id)):
            return table_id
    # Beside the loop: what is played before a lesson takes a while the first time.
    beginning = await asyncio.to_thread(beginning_of, game)
    row, seats = rows_of(game, beginning, person, wish_of(game, lesson))
    seats = [replace(seat, kind=COACH) if seat.kind == "open" else seat for seat in seats]
    made = statements_for(row, seats)
    made += [statement for old in earlier for statement in deletion_of(old)]
    await hall.writer.write(*made, entries=entries_of(row, beginning))
    for old in earlier:
        if old in hall.live:
            hall.let_go(hall.live[old])
    return row.id


async def clear_lessons(hall: Hall) -> None:
    """Delete the lessons guests have left for good, as long as the service runs."""
    while True:
        while await clear_some(hall) == AT_ONCE:
            pass
        await asyncio.sleep(CLEAR_EVERY)


async def clear_some(hall: Hall) -> int:
    """Delete some lessons guests have left for good, but none that somebody looks at; returns how many."""
    deleted = 0
    for table_id in await hall.store.lessons_left(GUEST, hall.watch.wall() - KEPT_DAYS * DAY, AT_ONCE):
        live = hall.live.get(table_id)
        if live is not None and live.held:
            continue
        await hall.writer.write(*deletion_of(table_id), notice=hall.writer.notice(table_id, "seats"))
        if live is not None:
            hall.let_go(live)
        deleted += 1
    return deleted


def goes_on(live: LiveTable) -> bool:
    """May a lesson that was left be gone on with: is it not done, and does it still want what can be done?"""
    step = live.step_to_do
    if step is None or live.over:
        return False
    offered = [option.text for option in live.position.options()]
    return any(is_wanted(step, text) or leads_there(step, text) for text in offered)


def wish_of(game: Game, lesson: Lesson) -> NewTable:
    """The table a lesson is held at; its name is the game's in whatever language it is read."""
    return NewTable(game=game.key, seats={lesson.side: "me"}, name=game.title[LANGUAGES[0]])


@cache
def beginning_of(game: Game) -> Beginning:
    """Where a lesson begins, as a table stores it; raises Refused if the lesson does not go with the rules."""
    lesson = lesson_of(game)
    assert lesson is not None
    try:
        p = opening_of(game, lesson)
    except SenkiError as wrong:
        raise Refused("failed", why=str(wrong)) from None
    written = to_json(game.write(p)).decode()
    actor = p.side_to_act
    return Beginning(
        scenario=game.scenario(lesson.scenario).id,
        options=lesson.options,
        position=written,
        origin=written,
        opening="[]",
        moves=[],
        awaits=p.step.name,
        actor=game.sides[actor].id if actor >= 0 else None,
        ending=None,
        rules=game.rules_version,
        dice=NEW_DICE.version,
        mark=NEW_DICE.first_mark,
    )
