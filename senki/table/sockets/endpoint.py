"""The socket of a live table: reads messages, judges them, answers. Anything wrong changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from time import monotonic
from typing import Any

import msgspec

from senki.table.metrics import REFUSED, SOCKETS
from senki.table.people.identity import Identity
from senki.table.people.limits import Bucket, Buckets
from senki.table.play.agreements import consent, offer_draw, resign, undo
from senki.table.play.fairness import take_help
from senki.table.play.hall import Hall, encode_error
from senki.table.play.live import LiveTable
from senki.table.play.reasons import answered, why_not_option, why_not_there
from senki.table.play.seating import add_entropy
from senki.table.play.wire import (
    DECODER,
    NOT_FOUND,
    REF_DECODER,
    AddEntropy,
    AnyMessage,
    AskAims,
    AskJudge,
    AskOdds,
    AskOverlay,
    AskReach,
    AskSees,
    Chat,
    Consent,
    Hello,
    Hint,
    Ping,
    Play,
    Pong,
    Propose,
    Resign,
    Undo,
    Why,
    encode,
)
from senki.table.refusals import Refused
from senki.table.settings import Settings
from senki.table.sockets.connection import GOING_AWAY, Connection
from senki.table.sockets.judge import Judge

LOG = logging.getLogger("senki.table")
MOST_BYTES = 4096
PATIENCE = 200
"""Messages refused for haste, less those taken, before the connection is ended."""
HELLO_COSTS = 20
"""Messages a `hello` counts as: its answer is the whole table."""
POLICY = 1008

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class TalkPace:
    """How often somebody may say something: far less often than they may play."""

    def __init__(self, settings: Settings) -> None:
        self.people = Buckets(settings.chat)
        self.addresses = Buckets(settings.chat_from)
        self.watchers = Buckets(settings.watchers_chat)
        """Those who only watch share a pace at each table, so that they cannot drown those who play."""

    def take(self, live: LiveTable, who: Connection) -> None:
        """Count a line; raises Refused when there were too many."""
        if not (self.people.take(who.person) and self.addresses.take(who.address)):
            raise Refused("too_fast", because="many_lines")
        if not live.sides_of(who.person) and not self.watchers.take(live.id):
            raise Refused("too_fast", because="many_lines_watching")


class TableSockets:
    """The ASGI application behind `/ws/tables/{id}`."""

    def __init__(self, hall: Hall, identity: Identity, settings: Settings) -> None:
        self.hall = hall
        self.identity = identity
        self.settings = settings
        self.handshakes = Buckets(settings.requests)
        self.messages = Buckets(settings.address_messages)
        self.judge = Judge(settings)
        self.talk = TalkPace(settings)
        self.open: set[Connection] = set()
        self.addresses: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection from handshake to end."""
        await receive()
        prefix, _, table_id = str(scope["path"]).rpartition("/")
        address = str((scope.get("client") or ("",))[0])
        too_many = self.addresses[address] >= self.settings.connections
        if prefix != "/ws/tables" or too_many or not self.handshakes.take(address):
            await send({"type": "websocket.close", "code": POLICY})
            return
        await send({"type": "websocket.accept"})
        person = await self.identity.who(_cookies(scope))
        pace, judgements = self.settings.messages, self.settings.judgements
        who = Connection(send, person.id, person.name, address, pace, judgements, scope.get("state", {}).get("abort"))
        who.session = person.session
        try:
            live = await self.hall.table(table_id)
        except Refused as wrong:
            await send({"type": "websocket.send", "text": encode_error(wrong, None)})
            await send({"type": "websocket.close", "code": NOT_FOUND})
            return
        pump = asyncio.create_task(who.pump())
        self.open.add(who)
        self.addresses[address] += 1
        live.held += 1
        SOCKETS.inc()
        try:
            await self._listen(live, who, self.messages.of(address), receive)
        finally:
            SOCKETS.dec()
            live.held -= 1
            self.addresses -= Counter((address,))
            self.open.discard(who)
            was_here = who in live.visitors
            live.visitors.discard(who)
            pump.cancel()
            if was_here:
                self.hall.tell_seats(live)
                self.hall.opponents.wake(live)

    async def _listen(self, live: LiveTable, who: Connection, of_address: Bucket, receive: Receive) -> None:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                return
            if who.closing is not None:
                continue
            raw = event.get("text")
            # Many connections from one address share a pace of their own, so that none is crowded out by them.
            if not who.bucket.take() or not of_address.take():
                who.refusals += 1
                _refuse(who, Refused("too_fast"), _ref_of(raw or event.get("bytes") or b""))
                if who.refusals > PATIENCE:
                    who.close(POLICY)
                continue
            who.refusals = max(0, who.refusals - 1)
            try:
                message = _read(raw if raw is not None else event.get("bytes") or b"")
            except Refused as wrong:
                _refuse(who, wrong, _ref_of(raw or event.get("bytes") or b""))
                continue
            try:
                await self._answer(live, who, message)
            except Refused as wrong:
                _refuse(who, wrong, message.ref)
            except Exception:
                LOG.exception("a message failed", extra={"table": live.id})
                _refuse(who, Refused("failed"), message.ref)

    async def _answer(self, live: LiveTable, who: Connection, message: AnyMessage) -> None:
        """Do what a message asks for; raises Refused."""
        hall = self.hall
        if isinstance(message, Play):
            hall.play(live, who, message.at, message.option, message.ref)
        elif isinstance(message, Hello):
            who.greeted = True
            who.bucket.charge(HELLO_COSTS - 1)
            await hall.greet(live, who, message.have, message.ref)
        elif isinstance(message, Ping):
            who.tell(encode(Pong(message.ref)))
        elif isinstance(message, Why):
            self._explain(live, who, message)
        elif isinstance(message, Undo):
            await undo(hall, live, who.person, message.at)
        elif isinstance(message, Consent):
            await consent(hall, live, who.person, message.offer, message.yes)
        elif isinstance(message, Propose):
            await offer_draw(hall, live, who.person)
        elif isinstance(message, Resign):
            await resign(hall, live, who.person, message.side)
        elif isinstance(message, AddEntropy):
            await add_entropy(hall, live, who, message.value)
        elif isinstance(message, Chat):
            self.talk.take(live, who)
            await hall.chat(live, who, message.text, message.ref)
        elif isinstance(message, AskOdds | AskReach | AskOverlay | AskAims):
            who.tell(encode(answered(live, live.sides_of(who.person), message)))
        elif isinstance(message, AskJudge | AskSees):
            who.tell(encode(await self.judge.answer(live, who, message)))
        elif isinstance(message, Hint):
            hall.spawn(asyncio.create_task(self._hint(live, who, message)))

    @staticmethod
    def _explain(live: LiveTable, who: Connection, message: Why) -> None:
        live.check_current(message.at)
        p = live.seen(live.check_turn(live.sides_of(who.person)))
        if message.option is not None:
            reason = why_not_option(live.game, p, message.option)
        elif message.piece is not None or message.place is not None:
            reason = why_not_there(p, message.piece, message.place)
        else:
            raise Refused("malformed", why="name an option, or a piece and a place")
        reason.ref = message.ref
        who.tell(encode(reason))

    async def _hint(self, live: LiveTable, who: Connection, message: Hint) -> None:
        try:
            live.check_current(message.at)
            live.check_turn(live.sides_of(who.person))
            await take_help(self.hall, live, who.person, "hint")
            await self.hall.opponents.hint(live, who, message.at, message.ref)
        except Refused as wrong:
            _refuse(who, wrong, message.ref)

    def end_session(self, session: str) -> None:
        """Whoever came with this session is no longer who they were."""
        for who in [one for one in self.open if one.session == session]:
            who.close(POLICY)

    def end_person(self, person: str) -> None:
        """Somebody is forgotten."""
        for who in [one for one in self.open if one.person == person]:
            who.close(POLICY)

    async def watch(self) -> None:
        """Let go of those who never say hello, and of those whose session has ended, here or in another process."""
        patience = self.settings.patience
        while True:
            await asyncio.sleep(patience.session)
            late = monotonic() - patience.hello
            for who in [one for one in self.open if not one.greeted and one.since < late]:
                who.close(POLICY)
            sessions = {one.session for one in self.open if one.session}
            for session in sessions - await self.identity.sessions_that_hold(sessions):
                self.end_session(session)

    def close_all(self) -> None:
        """The service goes down; clients come back by themselves."""
        for who in list(self.open):
            who.close(GOING_AWAY)


def _read(raw: str | bytes) -> AnyMessage:
    """A message; raises Refused."""
    if len(raw) > MOST_BYTES or (isinstance(raw, str) and len(raw.encode()) > MOST_BYTES):
        raise Refused("too_big", most=MOST_BYTES)
    try:
        message: AnyMessage = DECODER.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as wrong:
        raise Refused("malformed", why=str(wrong)) from None
    return message


def _ref_of(raw: str | bytes) -> str | int | None:
    """The `ref` of a message that is not read otherwise, if it has one."""
    try:
        return REF_DECODER.decode(raw).ref
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _refuse(who: Connection, wrong: Refused, ref: str | int | None) -> None:
    REFUSED.labels(wrong.code).inc()
    who.tell(encode_error(wrong, ref))


def _cookies(scope: Scope) -> dict[str, str]:
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                return {key: morsel.value for key, morsel in SimpleCookie(value.decode("latin-1")).items()}
            except CookieError:
                return {}
    return {}
