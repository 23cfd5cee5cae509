"""Letters and webhooks: somebody who is not here learns that it is their turn."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import urlsplit

from senki.table.metrics import NOTIFIED
from senki.table.settings import Settings, is_loopback
from senki.table.store.database import Store

LOG = logging.getLogger("senki.table")
TRIES = 4
FIRST_PAUSE = 5.0
"""Seconds before a second try; each further pause is four times as long."""
PATIENCE = 15
"""Seconds to wait for a mail server or a webhook."""
MOST_WAITING = 1000
AT_ONCE = 4
"""Letters and webhooks on their way at a time."""


@dataclass(frozen=True)
class Notice:
    """It is somebody's turn."""

    person: str
    table: str
    name: str
    game: str


@dataclass(frozen=True)
class Letter:
    """Words for one address: by `mail`, or to a `webhook`."""

    how: str
    address: str
    subject: str
    text: str


class Notifier:
    """Sends notices from a queue of its own, so that play never waits for a mail server."""

    def __init__(self, settings: Settings, store: Store, pause: float = FIRST_PAUSE) -> None:
        self.settings = settings
        self.store = store
        self.pause = pause
        self.queue: asyncio.Queue[Notice | Letter] = asyncio.Queue(MOST_WAITING)
        self.underway: set[asyncio.Task[None]] = set()
        # Threads of its own: a webhook that never ends its answer keeps nobody else waiting.
        self.threads = ThreadPoolExecutor(AT_ONCE, "letters")

    def your_turn(self, person: str, table: str, name: str, game: str) -> None:
        """Tell somebody that it is their turn."""
        self._put(Notice(person, table, name, game))

    def mail(self, address: str, subject: str, text: str) -> None:
        """Send a letter."""
        self._put(Letter("mail", address, subject, text))

    def _put(self, asked: Notice | Letter) -> None:
        if self.queue.full():
            LOG.warning("too many notices: one is dropped")
        else:
            self.queue.put_nowait(asked)

    async def run(self) -> None:
        """Send notices as they come. What goes wrong with one of them is no other one's trouble."""
        try:
            while True:
                asked = await self.queue.get()
                if len(self.underway) >= MOST_WAITING:
                    LOG.warning("too many notices: one is dropped")
                    continue
                task = asyncio.create_task(self._send(asked))
                self.underway.add(task)
                task.add_done_callback(self.underway.discard)
        finally:
            for task in list(self.underway):
                task.cancel()

    def close(self) -> None:
        """Begin no more letters."""
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def _send(self, asked: Notice | Letter) -> None:
        try:
            letters = [asked] if isinstance(asked, Letter) else await self._letters(asked)
        except Exception as wrong:
            LOG.error("a notice was lost", extra={"why": _why(wrong)})
            return
        await asyncio.gather(*(self._deliver(letter) for letter in letters))

    async def _letters(self, notice: Notice) -> list[Letter]:
        """A notice to all addresses of a person; letters only to one that is confirmed."""
        person = await self.store.person(notice.person)
        if person is None:
            return []
        link = f"{self.settings.base_url}/#/table/{notice.table}"
        subject = f"Your turn: {notice.name} / あなたの番です"
        text = f"{notice.game}: {notice.name}\n\nIt is your turn. / あなたの番です。\n{link}\n"
        letters = []
        if person.email and person.confirmed and self.settings.smtp:
            letters.append(Letter("mail", person.email, subject, text))
        if person.webhook:
            letters.append(Letter("webhook", person.webhook, subject, text))
        return letters

    async def _deliver(self, letter: Letter) -> None:
        """Try a few times, with longer and longer pauses."""
        pause = self.pause
        loop = asyncio.get_running_loop()
        for attempt in range(1, TRIES + 1):
            try:
                await loop.run_in_executor(self.threads, self._mail if letter.how == "mail" else self._call, letter)
            except Exception as wrong:
                # Whatever the other end answers: BadStatusLine is no OSError.
                LOG.warning("notice not delivered", extra={"how": letter.how, "attempt": attempt, "why": _why(wrong)})
                if attempt == TRIES:
                    NOTIFIED.labels(letter.how, "failed").inc()
                    return
                await asyncio.sleep(pause)
                pause *= 4
            else:
                NOTIFIED.labels(letter.how, "sent").inc()
                return

    def _mail(self, letter: Letter) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.settings.mail_from, letter.address, letter.subject
        mail.set_content(letter.text)
        server = urlsplit(self.settings.smtp)
        make = smtplib.SMTP_SSL if server.scheme == "smtps" else smtplib.SMTP
        with make(server.hostname or "localhost", server.port or 0, timeout=PATIENCE) as smtp:
            if server.username:
                if server.scheme != "smtps":
                    smtp.starttls()
                smtp.login(server.username, server.password or "")
            smtp.send_message(mail)

    def _call(self, letter: Letter) -> None:
        if not may_call(letter.address, self.settings.webhook_hosts):
            raise ValueError("this host is not among those a webhook may lead to")
        body = json.dumps({"content": letter.text}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "senki"}
        request = urllib.request.Request(letter.address, body, headers)
        # Redirects are not followed: they could lead to any address.
        with urllib.request.build_opener(_NoRedirects).open(request, timeout=PATIENCE):
            pass


def _why(wrong: Exception) -> str:
    """What went wrong, without the address it was for: that is kept out of the log."""
    reason = getattr(wrong, "reason", None)
    cause = reason if isinstance(reason, Exception) else wrong
    code = getattr(cause, "code", getattr(cause, "smtp_code", None))
    return f"{type(cause).__name__} {code}" if isinstance(code, int) else type(cause).__name__


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
