"""HTTP: profiles and ratings, where a service is public."""

from __future__ import annotations

from time import time
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.params import Path

from senki.table.club.profiles import Finished, Profile, profile_of
from senki.table.club.ratings import Standing
from senki.table.http.asking import REFUSALS, service_of, who
from senki.table.http.clubforms import FinishedForm, OtherForm, ProfileForm, RatingForm, RivalForm
from senki.table.http.forms import EndingForm
from senki.table.people.identity import Person
from senki.table.refusals import Refused
from senki.table.service import Service
from senki.table.store.rows import RATED

router = APIRouter(prefix="/api", tags=["club"], responses=REFUSALS)
Asker = Annotated[Person, Depends(who)]
PersonId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$")]


def club_of(request: Request) -> Service:
    """The running service, if it has a club; raises Refused."""
    service = service_of(request)
    if not service.settings.public:
        raise Refused("forbidden", because="no_accounts")
    return service


@router.get("/people/{person_id}")
async def profile(request: Request, person_id: PersonId, person: Asker) -> ProfileForm:
    """Somebody's profile: ratings, finished games, and how they went against whom."""
    service = club_of(request)
    standings = await service.ratings.standings(person_id)
    return profile_form(await profile_of(service.store, person_id, person.id, standings), person)


def profile_form(found: Profile, asker: Person) -> ProfileForm:
    """A profile as it is sent."""
    return ProfileForm(
        id=found.person,
        name=found.name,
        since=found.since,
        hidden=found.hidden,
        you=found.person == asker.id,
        ratings=[rating_form(game, standing) for game, standing in sorted(found.ratings.items())],
        games=[finished_form(game, found.shown) for game in found.games],
        rivals=[
            RivalForm(
                id=one.person if one.person in found.shown else None,
                name=one.name, won=one.won, drawn=one.drawn, lost=one.lost,
            )
            for one in found.rivals
        ],
    )  # fmt: skip


def rating_form(game: str, standing: Standing) -> RatingForm:
    """A rating as it is now: surer after games, less sure after days without one."""
    now = standing.on(time())
    return RatingForm(game=game, value=now.value, deviation=now.deviation, games=standing.games)


def finished_form(game: Finished, shown: set[str]) -> FinishedForm:
    """A finished game as it is sent."""
    others = [
        OtherForm(
            id=seat.person if seat.person in shown else None, side=seat.side, kind=seat.kind, name=seat.name,
            level=seat.level,
        )
        for seat in game.others
    ]  # fmt: skip
    return FinishedForm(
        table=game.row.id,
        name=game.row.name,
        game=game.row.game,
        scenario=game.row.scenario,
        side=game.side,
        others=others,
        score=game.score,
        result=EndingForm(**msgspec.structs.asdict(game.ending)),
        ended=game.row.updated,
        rated=game.row.rated == RATED,
        value=game.value,
        change=game.change,
    )
