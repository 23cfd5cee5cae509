"""HTTP: which browsers get word that it is somebody's turn, and a test of every way to get it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request

from senki.table.http.asking import REFUSALS, address_of, service_of, who
from senki.table.http.forms import Done, NewBrowser, OldBrowser, Trial, TrialAnswer
from senki.table.people.identity import Person
from senki.table.people.notify import GONE, Letter, may_call
from senki.table.people.push import Subscription, check_keys
from senki.table.refusals import Refused
from senki.table.service import Service

router = APIRouter(prefix="/api/me", tags=["people"], responses=REFUSALS)
Asker = Annotated[Person, Depends(who)]
SUBJECT = {"en": "Senki: a test", "ja": "戦棋：テスト"}
TEXT = {"en": "This is how you hear that it is your turn.", "ja": "手番のお知らせはこのように届きます。"}


@router.post("/push")
async def sign_up(request: Request, wish: NewBrowser, person: Asker) -> Done:
    """Have word sent to this browser, from now on for me alone."""
    service = service_of(request)
    # A browser names the address: without a list of hosts the service could be made to call any of them.
    if not may_call(wish.endpoint, service.settings.push_hosts):
        raise Refused("forbidden", because="push_hosts", host=_host(wish.endpoint))
    if not service.subscribing.take(address_of(request)):
        raise Refused("too_fast", because="many_trials")
    browser = Subscription(wish.endpoint, wish.p256dh, wish.auth, wish.lang)
    check_keys(browser)
    await service.browsers.add(person.id, browser)
    return Done()


@router.post("/push/forget")
async def sign_off(request: Request, wish: OldBrowser, person: Asker) -> Done:
    """Send no more word to this browser, whoever it was for: whoever knows its endpoint is that browser."""
    await service_of(request).browsers.remove(wish.endpoint)
    return Done()


@router.post("/trial")
async def try_out(request: Request, wish: Trial, person: Asker) -> TrialAnswer:
    """Send me a test at once, and say what became of it."""
    service = service_of(request)
    letter = await _letter(service, wish, person)
    if not service.trials.take(address_of(request)):
        raise Refused("too_fast", because="many_trials")
    wrong = await service.notifier.try_now(letter)
    if not wrong:
        return TrialAnswer(outcome="sent", detail="")
    return TrialAnswer(outcome="gone" if wrong == GONE else "failed", detail=wrong)


async def _letter(service: Service, wish: Trial, person: Person) -> Letter:
    """The test as it is sent; raises Refused if there is nowhere to send it."""
    if wish.how == "push":
        found = [browser for browser in await service.browsers.of(person.id) if browser.endpoint == wish.endpoint]
        if not found:
            raise Refused("nothing", because="not_subscribed")
        lang = found[0].lang
        return Letter("push", found[0].endpoint, SUBJECT[lang], TEXT[lang], found[0], "/", "trial")
    row = await service.store.person(person.id)
    subject, text = " / ".join(SUBJECT.values()), f"{TEXT['en']}\n{TEXT['ja']}\n{service.settings.base_url}\n"
    if wish.how == "webhook":
        if row is None or not row.webhook:
            raise Refused("nothing", because="no_address")
        return Letter("webhook", row.webhook, subject, text)
    if row is None or not row.email:
        raise Refused("nothing", because="no_address")
    if not row.confirmed:
        raise Refused("pending", because="not_confirmed")
    if not service.settings.smtp:
        raise Refused("forbidden", because="no_letters")
    return Letter("mail", row.email, subject, text)


def _host(endpoint: str) -> str:
    """The host of an address that may be anything."""
    try:
        return urlsplit(endpoint).hostname or ""
    except ValueError:
        return ""
