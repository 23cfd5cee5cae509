"""HTTP: my vacation, in which my days for a move do not run."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from senki.table.http.asking import REFUSALS, service_of, who
from senki.table.http.forms import Answer
from senki.table.people.identity import Person
from senki.table.play.vacations import ALLOWANCE, declare, left, running
from senki.table.play.wishes import Asked
from senki.table.refusals import Refused

router = APIRouter(prefix="/api/me/vacation", tags=["people"], responses=REFUSALS)
Asker = Annotated[Person, Depends(who)]


class VacationWish(Asked):
    """Days of vacation from now on; none: I am back."""

    days: Annotated[int, Field(ge=0, le=ALLOWANCE)]


class VacationForm(Answer):
    """Until when I am on vacation, and how many days of the year I have left."""

    until: float | None
    left: int


@router.get("")
async def vacation(request: Request, person: Asker) -> VacationForm:
    """My vacation."""
    hall = service_of(request).hall
    known, now = (await hall.store.vacations_of([person.id]))[person.id], hall.watch.date()
    present = running(known, now)
    return VacationForm(until=present.last if present is not None else None, left=left(known, now))


@router.post("")
async def go_on_vacation(request: Request, wish: VacationWish, person: Asker) -> VacationForm:
    """Be on vacation from now on, or be back."""
    service = service_of(request)
    if not service.vacations.take(person.id):
        raise Refused("too_fast")
    await declare(service.hall, person.id, wish.days)
    return await vacation(request, person)
