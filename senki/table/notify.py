"""Letters and webhooks: somebody who is not here learns that it is their turn."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import urllib.request
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import urlsplit

from senki.table.metrics import NOTIFIED
from senki.table.settings import Settings, is_loopback
from senki.table.store import Store

LOG = logging.getLogger("senki.table")
TRIES = 4
FIRST_PAUSE = 5.0
"""Seconds before a second try; each further pause is four times as long."""
PATIENCE = 15
"""Seconds to wait for a mail server or a webhook."""
MOST_WAITING = 1000


@dataclass(frozen=True)
class Notice:
    """It is somebody's turn."""

    person: str
    table: str
    name: str
    game: str


class Notifier:
    """Sends notices from a queue of its own, so that play never waits for a mail server."""

    def __init__(self, settings: Settings, store: Store, pause: float = FIRST_PAUSE) -> None:
        self.settings = settings
        self.store = store
        self.pause = pause
        self.queue: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)

    def your_turn(self, person: str, table: str, name: str, game: str) -> None:
        """Tell somebody that it is their turn."""
        if not self.queue.full():
            self.queue.put_nowait(Notice(person, table, name, game))

    async def run(self) -> None:
        """Send notices as they come."""
        async with asyncio.TaskGroup() as group:
            while True:
                notice = await self.queue.get()
                person = await self.store.person(notice.person)
                if person is not None and person.email and self.settings.smtp:
                    group.create_task(self._deliver("mail", person.email, notice))
                if person is not None and person.webhook:
                    group.create_task(self._deliver("webhook", person.webhook, notice))

    async def _deliver(self, how: str, address: str, notice: Notice) -> None:
        """Try a few times, with longer and longer pauses."""
        pause = self.pause
        for attempt in range(1, TRIES + 1):
            try:
                await asyncio.to_thread(self._mail if how == "mail" else self._call, address, notice)
            except (OSError, smtplib.SMTPException, ValueError) as wrong:
                LOG.warning("notice not delivered", extra={"how": how, "attempt": attempt, "why": str(wrong)})
                if attempt == TRIES:
                    NOTIFIED.labels(how, "failed").inc()
                    return
                await asyncio.sleep(pause)
                pause *= 4
            else:
                NOTIFIED.labels(how, "sent").inc()
                return

    def _text(self, notice: Notice) -> tuple[str, str]:
        link = f"{self.settings.base_url}/#/table/{notice.table}"
        subject = f"Your turn: {notice.name} / あなたの番です"
        return subject, f"{notice.game}: {notice.name}\n\nIt is your turn. / あなたの番です。\n{link}\n"

    def _mail(self, address: str, notice: Notice) -> None:
        letter = EmailMessage()
        letter["From"], letter["To"] = self.settings.mail_from, address
        letter["Subject"], text = self._text(notice)
        letter.set_content(text)
        server = urlsplit(self.settings.smtp)
        make = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
        with make(server.hostname or "localhost", server.port or 0, timeout=PATIENCE) as smtp:
            if server.username:
                if server.scheme != "smtps":
                    smtp.starttls()
                smtp.login(server.username, server.password or "")
            smtp.send_message(letter)

    def _call(self, address: str, notice: Notice) -> None:
        if not may_call(address, self.settings.webhook_hosts):
            raise ValueError("this host is not among those a webhook may lead to")
        body = json.dumps({"content": self._text(notice)[1]}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "senki"}
        request = urllib.request.Request(address, body, headers)
        # Redirects are not followed: they could lead to any address.
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=PATIENCE):
            pass


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """Follow nothing."""
        return


def may_call(address: str, hosts: tuple[str, ...]) -> bool:
    """Is this an address the service may call? Plain http only to this machine, if that is allowed at all."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    named = host in hosts or f"{host}:{port}" in hosts
    return named and (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host)))
