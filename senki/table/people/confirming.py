"""An address is confirmed by a letter before word of a turn is sent there."""

from __future__ import annotations

import secrets
from time import time

from sqlalchemy import delete, insert, update

from senki.table.people.identity import DAY, hash_of
from senki.table.people.limits import Buckets
from senki.table.people.notify import Notifier
from senki.table.refusals import Refused
from senki.table.settings import Settings
from senki.table.store.database import Store
from senki.table.store.schema import CONFIRMATIONS, PEOPLE
from senki.table.store.writer import Writer

CONFIRM_DAYS = 3
"""Days in which a letter can be answered."""
LETTERS_TO_ONE = 3
"""Letters of confirmation a day to one mailbox, whoever asks for them."""
LETTERS_FOR_ONE = 6
"""Letters of confirmation a day that one person asks for."""
SUBJECT = "Senki: confirm this address / メールアドレスの確認"
TEXT = """Somebody, we hope you, asked Senki to send word to this address when it is their turn.
To confirm it, open this page and press the button (within {days} days):
{link}
If it was not you, do nothing: no word will be sent here.

戦棋の手番のお知らせ先として、このメールアドレスが登録されました。
次のページを開き、{days}日以内にボタンを押して確認してください。
{link}
お心当たりがなければ、このメールは無視してください。お知らせは送られません。
"""


class Confirming:
    """Sends letters of confirmation, not too many, and hears their answers."""

    def __init__(self, settings: Settings, store: Store, writer: Writer, notifier: Notifier) -> None:
        self.settings = settings
        self.store = store
        self.writer = writer
        self.notifier = notifier
        self.letters = Buckets(settings.letters)

    async def check(self, person: str, email: str, address: str) -> None:
        """Refuse a letter that cannot be sent, or one too many; `address` is where the wish comes from."""
        if not self.settings.smtp:
            raise Refused("forbidden", because="no_letters")
        to_one, for_one = await self.store.letters_since(time() - DAY, mailbox_of(email), person)
        if to_one >= LETTERS_TO_ONE or for_one >= LETTERS_FOR_ONE or not self.letters.take(address):
            raise Refused("too_fast", because="many_letters")

    async def send(self, person: str, email: str) -> None:
        """Send a letter with a secret of which only the hash is stored."""
        token = secrets.token_urlsafe(24)
        values = {
            "token": hash_of(token), "person": person, "email": email, "mailbox": mailbox_of(email), "sent": time(),
        }  # fmt: skip
        await self.writer.write(
            delete(CONFIRMATIONS).where(CONFIRMATIONS.c.sent < time() - CONFIRM_DAYS * DAY),
            insert(CONFIRMATIONS).values(values),
        )
        # Behind `#`: no server and no scanner of letters sees it, and opening the page alone confirms nothing.
        link = f"{self.settings.base_url}/#/confirm?token={token}"
        self.notifier.mail(email, SUBJECT, TEXT.format(link=link, days=CONFIRM_DAYS))

    async def confirm(self, token: str) -> None:
        """Somebody has read the letter; raises Refused. Only the last letter of a person counts."""
        letter = await self.store.confirmation(hash_of(token))
        person = await self.store.person(letter.person) if letter is not None else None
        if (
            letter is None
            or person is None
            or letter.sent < time() - CONFIRM_DAYS * DAY
            or person.email != letter.email
        ):
            raise Refused("unknown", because="letter_old")
        same = (PEOPLE.c.id == letter.person) & (PEOPLE.c.email == letter.email)
        await self.writer.write(update(PEOPLE).where(same).values(confirmed=True))


def mailbox_of(email: str) -> str:
    """The mailbox behind an address: `a+b@c` is delivered to `a@c`."""
    local, _, domain = email.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{domain.rstrip('.')}"
