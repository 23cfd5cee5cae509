"""HTTP: tournaments, where a service is public."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.params import Path

from senki.table.club.pairing import scores
from senki.table.club.tournaments import Tournament
from senki.table.http.asking import REFUSALS, address_of, who
from senki.table.http.club import club_of
from senki.table.http.clubforms import (
    EntrantForm,
    MadeTournament,
    MeetingForm,
    NewTournament,
    TournamentCard,
    TournamentForm,
)
from senki.table.http.forms import Done
from senki.table.people.identity import Person
from senki.table.play.wishes import NewTable
from senki.table.refusals import Refused
from senki.table.service import Service

router = APIRouter(prefix="/api/tournaments", tags=["club"], responses=REFUSALS)
Asker = Annotated[Person, Depends(who)]
TournamentId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,24}$")]


def member_of(request: Request, person: Person) -> Service:
    """The running service, for somebody with an account; raises Refused."""
    service = club_of(request)
    if not person.account:
        raise Refused("sign_in", because="sign_in_to_enter")
    return service


@router.post("", status_code=201)
async def found(request: Request, wish: NewTournament, person: Asker) -> MadeTournament:
    """Found a tournament and enter it."""
    service = member_of(request, person)
    if not (service.new_tables_from.take(address_of(request)) and service.new_tables.take(person.id)):
        raise Refused("too_fast", because="many_tables")
    like = NewTable(game=wish.game, scenario=wish.scenario, seats={}, name=wish.name, clock=wish.clock)
    return MadeTournament(id=await service.tournaments.found(person, like, wish.kind, wish.size))


@router.get("")
async def listed(request: Request) -> list[TournamentCard]:
    """Tournaments, those first that can be entered or are played."""
    return [card(one, entered) for one, entered in await club_of(request).tournaments.listed()]


@router.get("/{tournament_id}")
async def one(request: Request, tournament_id: TournamentId, person: Asker) -> TournamentForm:
    """A tournament: who is in it, who meets whom, and how it stands."""
    service = club_of(request)
    found = await service.tournaments.get(tournament_id)
    shown = await service.store.shown_people({one.person for one in found.entrants if one.person})
    return whole(found, shown, person)


@router.post("/{tournament_id}/enter")
async def enter(request: Request, tournament_id: TournamentId, person: Asker) -> Done:
    """Enter a tournament; when it is full it begins."""
    await member_of(request, person).tournaments.enter(tournament_id, person)
    return Done()


@router.post("/{tournament_id}/withdraw")
async def withdraw(request: Request, tournament_id: TournamentId, person: Asker) -> Done:
    """Leave a tournament: later than its beginning all games that are left are lost."""
    await member_of(request, person).tournaments.withdraw(tournament_id, person)
    return Done()


@router.post("/{tournament_id}/start")
async def start(request: Request, tournament_id: TournamentId, person: Asker) -> Done:
    """Begin my tournament with those who have entered."""
    await member_of(request, person).tournaments.start(tournament_id, person)
    return Done()


@router.post("/{tournament_id}/call-off")
async def call_off(request: Request, tournament_id: TournamentId, person: Asker) -> Done:
    """Call off my tournament, which has not begun."""
    await member_of(request, person).tournaments.call_off(tournament_id, person)
    return Done()


def _card(found: Tournament, entered: int) -> dict[str, object]:
    return {
        "id": found.id, "name": found.name, "game": found.game, "scenario": found.scenario, "kind": found.kind,
        "size": found.size, "entered": entered, "state": found.state, "created": found.created,
        "clock": found.pace, "updated": found.updated,
    }  # fmt: skip


def card(found: Tournament, entered: int) -> TournamentCard:
    """A tournament as a list shows it."""
    return TournamentCard.model_validate(_card(found, entered))


def whole(found: Tournament, shown: set[str], asker: Person) -> TournamentForm:
    """A tournament as it is sent."""
    known = {entrant.number: entrant for entrant in found.entrants}
    scored = scores(list(known), list(found.games))
    entrants = [
        EntrantForm(
            number=number,
            id=entrant.person if entrant.person in shown else None,
            name=entrant.name,
            seed=entrant.seed,
            gone=entrant.gone,
            you=entrant.person == asker.id,
            points=scored[number].points,
            berger=scored[number].berger,
            wins=scored[number].wins,
        )
        for number in found.standing()
        for entrant in [known[number]]
    ]
    games = [
        MeetingForm.model_validate(
            {
                "round": game.round, "board": game.board, "again": game.again, "first": game.first,
                "second": game.second, "table": game.table_id, "result": game.result,
            }
        )
        for game in found.games
    ]  # fmt: skip
    more = {"yours": found.owner == asker.id, "entrants": entrants, "games": games}
    return TournamentForm.model_validate({**_card(found, len(entrants)), **more})
