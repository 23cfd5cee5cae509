"""HTTP: who I am, accounts and sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from senki.table.http.asking import REFUSALS, address_of, service_of, set_cookie, who
from senki.table.http.forms import Credentials, Done, Farewell, LetterRead, PersonChange, PersonForm
from senki.table.people.identity import (
    GUEST_COOKIE,
    KNOWN_COOKIE,
    KNOWN_DAYS,
    SESSION_COOKIE,
    SESSION_DAYS,
    Person,
    hash_of,
)
from senki.table.people.notify import may_call
from senki.table.play.seating import rename_seats
from senki.table.refusals import Refused

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
        confirmed=row is not None and row.confirmed,
        webhook=row.webhook if row is not None else "",
        letters=bool(service.settings.smtp),
        push=service.notifier.vapid.public,
        browsers=len(await service.browsers.of(person.id)),
        hidden=row is not None and row.hidden,
    )


@router.post("/me")
async def change_me(request: Request, wish: PersonChange, person: Asker) -> Done:
    """Change my name, and where word is sent that it is my turn. An address is sent a letter, to be confirmed."""
    service = service_of(request)
    if wish.webhook and not may_call(wish.webhook, service.settings.webhook_hosts):
        raise Refused("forbidden", because="webhook_hosts", hosts=", ".join(service.settings.webhook_hosts))
    row = await service.store.person(person.id)
    confirmed = row is not None and row.confirmed and row.email == wish.email
    if wish.email and not confirmed:
        await service.confirming.check(person.id, wish.email, address_of(request))
    await service.identity.change(person, wish.name, wish.email, wish.webhook, wish.hidden)
    if wish.name is not None and wish.name != person.name:
        await rename_seats(service.hall, person.id, wish.name)
    if wish.email and not confirmed:
        await service.confirming.send(person.id, wish.email)
    return Done()


@router.post("/confirm")
async def confirm(request: Request, wish: LetterRead) -> Done:
    """The address a letter was sent to is its reader's. The page behind the letter's link asks for this."""
    await service_of(request).confirming.confirm(wish.token)
    return Done()


@router.post("/me/forget")
async def forget_me(request: Request, wish: Farewell, person: Asker, response: Response) -> Done:
    """Delete my account, or what is known of me as a guest: name, addresses, talk, tables at which nobody else sits."""
    service = service_of(request)
    if person.account:
        check_pace(request)
        row = await service.store.person(person.id)
        assert row is not None
        await service.identity.sign_in(row.login, wish.password or "", request.cookies.get(KNOWN_COOKIE, ""))
    await service.forget(person.id)
    for cookie in (SESSION_COOKIE, GUEST_COOKIE, KNOWN_COOKIE):
        response.delete_cookie(cookie, path="/")
    return Done()


@router.post("/accounts", status_code=201)
async def register(request: Request, wish: Credentials, response: Response) -> Done:
    """Make an account and sign in."""
    service = service_of(request)
    check_pace(request)
    if not service.settings.public:
        raise Refused("forbidden", because="no_accounts")
    await _enter(request, response, await service.identity.register(wish.login, wish.password, wish.login), wish.login)
    return Done()


@router.post("/session", status_code=201)
async def sign_in(request: Request, wish: Credentials, response: Response) -> Done:
    """Sign in."""
    service = service_of(request)
    check_pace(request)
    if not service.settings.public:
        raise Refused("forbidden", because="no_accounts")
    known = request.cookies.get(KNOWN_COOKIE, "")
    await _enter(request, response, await service.identity.sign_in(wish.login, wish.password, known), wish.login)
    return Done()


async def _enter(request: Request, response: Response, person: str, login: str) -> None:
    """A new session, in place of the one this browser had."""
    service = service_of(request)
    await _leave(request)
    token = await service.identity.open_session(person)
    set_cookie(response, service, SESSION_COOKIE, token, SESSION_DAYS)
    set_cookie(response, service, KNOWN_COOKIE, service.identity.known_browser(login), KNOWN_DAYS)


@router.delete("/session")
async def sign_out(request: Request, response: Response) -> Done:
    """Sign out; the sockets of this session end with it."""
    if await _leave(request):
        response.delete_cookie(SESSION_COOKIE, path="/")
    return Done()


async def _leave(request: Request) -> bool:
    """End the session of a browser, if it has one, and its sockets."""
    service = service_of(request)
    token = request.cookies.get(SESSION_COOKIE)
    if not token:
        return False
    session = hash_of(token)
    await service.identity.close_session(session)
    service.sockets.end_session(session)
    return True


def check_pace(request: Request) -> None:
    """Passwords are not to be guessed by trying."""
    if not service_of(request).sign_ins.take(address_of(request)):
        raise Refused("too_fast")
