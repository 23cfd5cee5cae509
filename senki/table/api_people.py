"""HTTP: who I am, accounts and sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from senki.table.asking import REFUSALS, service_of, set_cookie, who
from senki.table.forms import Credentials, Done, PersonChange, PersonForm
from senki.table.identity import SESSION_COOKIE, SESSION_DAYS, Person
from senki.table.notify import may_call
from senki.table.wire import Refused

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
Asker = Annotated[Person, Depends(who)]


@router.get("/me")
async def me(request: Request, person: Asker) -> PersonForm:
    """Who I am."""
    service = service_of(request)
    row = await service.store.person(person.id)
    return PersonForm(
        id=person.id,
        name=person.name,
        account=person.account,
        public=service.settings.public,
        email=row.email if row is not None else "",
        webhook=row.webhook if row is not None else "",
    )


@router.post("/me")
async def change_me(request: Request, wish: PersonChange, person: Asker) -> Done:
    """Change my name, and where word is sent that it is my turn."""
    service = service_of(request)
    if wish.webhook and not may_call(wish.webhook, service.settings.webhook_hosts):
        raise Refused("forbidden", because="webhook_hosts", hosts=", ".join(service.settings.webhook_hosts))
    await service.identity.change(person, wish.name, wish.email, wish.webhook)
    return Done()


@router.post("/accounts", status_code=201)
async def register(request: Request, wish: Credentials, response: Response) -> Done:
    """Make an account and sign in."""
    service = service_of(request)
    check_pace(request)
    if not service.settings.public:
        raise Refused("forbidden", because="no_accounts")
    person = await service.identity.register(wish.login, wish.password, wish.login)
    token = await service.identity.open_session(person)
    set_cookie(response, service, SESSION_COOKIE, token, SESSION_DAYS)
    return Done()


@router.post("/session", status_code=201)
async def sign_in(request: Request, wish: Credentials, response: Response) -> Done:
    """Sign in."""
    service = service_of(request)
    check_pace(request)
    if not service.settings.public:
        raise Refused("forbidden", because="no_accounts")
    person = await service.identity.sign_in(wish.login, wish.password)
    token = await service.identity.open_session(person)
    set_cookie(response, service, SESSION_COOKIE, token, SESSION_DAYS)
    return Done()


@router.delete("/session")
async def sign_out(request: Request, response: Response) -> Done:
    """Sign out."""
    service = service_of(request)
    token = request.cookies.get(SESSION_COOKIE)
    if token:
        await service.identity.close_session(token)
        response.delete_cookie(SESSION_COOKIE, path="/")
    return Done()


def check_pace(request: Request) -> None:
    """Passwords are not to be guessed by trying."""
    client = request.client.host if request.client is not None else ""
    if not service_of(request).sign_ins.take(client):
        raise Refused("too_fast")
