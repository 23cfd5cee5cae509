"""HTTP: a lesson is begun, or gone on with where it was left."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from senki.table.http.asking import REFUSALS, address_of, service_of, who
from senki.table.http.forms import LessonAnswer
from senki.table.people.identity import Person
from senki.table.play.teaching import begin_lesson
from senki.table.play.wishes import NewLesson
from senki.table.refusals import Refused

router = APIRouter(prefix="/api/lessons", tags=["lessons"], responses=REFUSALS)


@router.post("", status_code=201)
async def learn(request: Request, wish: NewLesson, person: Annotated[Person, Depends(who)]) -> LessonAnswer:
    """Learn a game at a table of one's own; guests may, also where tables want an account."""
    service = service_of(request)
    if not (service.new_tables_from.take(address_of(request)) and service.new_tables.take(person.id)):
        raise Refused("too_fast", because="many_tables")
    return LessonAnswer(id=await begin_lesson(service.hall, person, wish.game, wish.anew))
