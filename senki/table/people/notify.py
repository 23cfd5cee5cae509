"""Letters, webhooks and messages to browsers: somebody who is not here learns that it is their turn."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import ssl
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from senki.table.metrics import NOTIFIED
from senki.table.people.push import Browsers, Gone, Subscription, Vapid, encrypted
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
"""Letters, webhooks and messages on their way at a time."""
PUSH_KEPT = 86_400
"""Seconds for which a push service keeps a message for a browser that is off."""
MOST_TOLD = 200
"""Characters of a message to a browser."""
GONE = "gone"
ENDED = (404, 410)
"""What a push service answers when a subscription has ended."""


@dataclass(frozen=True)
class Notice:
    """It is somebody's turn."""

    person: str
    table: str
    name: str
    game: str


@dataclass(frozen=True)
class Letter:
    """Words for one address: by `mail`, to a `webhook`, or by `push` to a browser."""

    how: str
    address: str
    subject: str
    text: str
    browser: Subscription | None = None
    link: str = ""
    """What a click on a message opens."""
    topic: str = ""
    """Of messages on one topic a browser that was off gets the last."""


class Notifier:
    """Sends notices from a queue of its own, so that play never waits for a mail server."""

    vapid: Vapid
    """Known once the database is open."""

    def __init__(self, settings: Settings, store: Store, browsers: Browsers, pause: float = FIRST_PAUSE) -> None:
        self.settings = settings
        self.store = store
        self.browsers = browsers
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
        path = f"/#/table/{notice.table}"
        letters = []
        for browser in await self.browsers.of(notice.person):
            title = "あなたの番です" if browser.lang == "ja" else "Your turn"
            told = notice.game if notice.game == notice.name else f"{notice.game}: {notice.name}"
            letters.append(Letter("push", browser.endpoint, title, told, browser, path, notice.table))
        person = await self.store.person(notice.person)
        if person is None:
            return letters
        link = f"{self.settings.base_url}{path}"
        subject = f"Your turn: {notice.name} / あなたの番です"
        text = f"{notice.game}: {notice.name}\n\nIt is your turn. / あなたの番です。\n{link}\n"
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
                await loop.run_in_executor(self.threads, self._carry, letter)
            except Gone:
                NOTIFIED.labels(letter.how, "gone").inc()
                await self.browsers.remove(letter.address)
                return
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

    async def try_now(self, letter: Letter) -> str:
        """Send something once, while somebody waits: nothing if it was taken, else what went wrong.

        A browser that has ended its subscription is forgotten.
        """
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(2 * PATIENCE):
                await loop.run_in_executor(self.threads, self._carry, letter)
        except Gone:
            await self.browsers.remove(letter.address)
            return GONE
        except Exception as wrong:
            LOG.warning("notice not delivered", extra={"how": letter.how, "attempt": 1, "why": _why(wrong)})
            return _why(wrong)
        return ""

    def _carry(self, letter: Letter) -> None:
        {"mail": self._mail, "webhook": self._call, "push": self._push}[letter.how](letter)

    def _mail(self, letter: Letter) -> None:
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self.settings.mail_from, letter.address, letter.subject
        mail.set_content(letter.text)
        server = urlsplit(self.settings.smtp)
        host, port = server.hostname or "localhost", server.port or 0
        with (
            smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=trusting(host))
            if server.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=PATIENCE)
        ) as smtp:
            if server.username:
                if server.scheme != "smtps":
                    smtp.starttls(context=trusting(host))
                smtp.login(unquote(server.username), unquote(server.password or ""))
            smtp.send_message(mail)

    def _call(self, letter: Letter) -> None:
        if not may_call(letter.address, self.settings.webhook_hosts):
            raise ValueError("this host is not among those a webhook may lead to")
        body = json.dumps({"content": letter.text}).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "senki"}
        request = urllib.request.Request(letter.address, body, headers)
        _post(request)

    def _push(self, letter: Letter) -> None:
        if letter.browser is None or not may_call(letter.address, self.settings.push_hosts):
            raise ValueError("this host is not among those of push services")
        told = {"title": letter.subject, "body": letter.text[:MOST_TOLD], "url": letter.link, "tag": letter.topic}
        body = encrypted(json.dumps(told).encode(), letter.browser)
        headers = {
            "Authorization": self.vapid.authorization(letter.address), "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream", "TTL": str(PUSH_KEPT), "User-Agent": "senki",
        }  # fmt: skip
        if letter.topic:
            headers["Topic"] = letter.topic
        try:
            _post(urllib.request.Request(letter.address, body, headers))
        except urllib.error.HTTPError as wrong:
            if wrong.code in ENDED:
                raise Gone from None
            raise


def _post(request: urllib.request.Request) -> None:
    """Send something and look at nothing but whether it was taken."""
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


def trusting(host: str) -> ssl.SSLContext:
    """How a mail server is trusted: by its certificate; one on this machine may have made its own."""
    made = ssl.create_default_context()
    if is_loopback(host):
        made.check_hostname, made.verify_mode = False, ssl.CERT_NONE
    return made


def may_call(address: str, hosts: tuple[str, ...]) -> bool:
    """Is this an address the service may call? Plain http only to this machine, if that is allowed at all.

    A host that begins with a dot stands for all hosts below it.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    named = host in hosts or f"{host}:{port}" in hosts or any(host.endswith(one) for one in hosts if one[:1] == ".")
    return named and (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host)))
