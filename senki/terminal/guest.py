"""A seat at a table of a service, taken by its link (docs/protocol.md): the others may be people."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from senki.engine.clauses import Objection
from senki.engine.errors import Illegal, Malformed, SenkiError
from senki.engine.events import Event
from senki.engine.forms import Aim, Odds, View, convert
from senki.engine.registry import find_game
from senki.lab.prose import asked
from senki.terminal.desk import ANSWERED, LARGEST, Desk, SeatLink
from senki.terminal.sitting import Sitting
from senki.terminal.words import say

WAIT = 45.0
"""Seconds to wait for the others at a time: most assistants give up on a tool after a minute."""
CALLED = "Assistant"
"""How the others see a guest that says no name."""


class GuestSeat(Sitting):
    """A seat at a table of a service. What the service says is taken in by a thread of its own."""

    def __init__(self, link: str, name: str, lang: str, cookies: Path, wait: float = WAIT) -> None:
        self.lang = lang
        self.link = SeatLink(link)
        self.wait = wait
        self.desk = Desk(self.link.service, cookies, lang)
        self.said = Condition()
        self.answers: dict[str, dict[str, Any]] = {}
        """What the service has answered, by the reference of the question."""
        self.asked = 0
        self.entries: list[dict[str, Any]] = []
        self.told = -1
        """The number of the last entry that was told."""
        self.table: dict[str, Any] = {}
        self.gone = True
        self.line = ExitStack()
        """Holds the socket open."""
        self.socket: ClientConnection | None = None
        try:
            self._sit_down(name)
            self.game = find_game(str(self.table.get("game")))
            self._check_rules()
        except BaseException:
            self.leave()
            raise
        self.told = max((int(entry["n"]) for entry in self.entries), default=-1)

    def view(self) -> View:
        """What the service shows this side."""
        found: View = convert(self._live()["view"], View, "view")
        return found

    def aims(self) -> list[Aim]:
        """What wins for whom, as the service says."""
        if self._over():
            return []
        found: list[Aim] = convert(self._ask(type="aims", at=self._live()["at"]).get("aims", []), list[Aim], "aims")
        return found

    def greeting(self) -> str:
        """What is played, and who sits where."""
        table = self._live()
        seats = [
            say("assistant.other", self.lang, side=self._side(seat["side"]), who=seat.get("name") or seat["kind"])
            for seat in table["seats"]
            if seat["side"] not in table["you"]
        ]
        mine = ", ".join(self._side(side) for side in table["you"])
        title = self.game.scenario(table["scenario"]).title[self.lang]
        facts = {"game": self.game.title[self.lang], "scenario": title, "side": mine, "others": ", ".join(seats)}
        return say("assistant.began", self.lang, **facts) + "\n" + say("guest.kept", self.lang)

    def check_turn(self) -> None:
        """Raise Illegal unless the side is to choose."""
        if self._over():
            raise Illegal(say("lines.over", self.lang))
        if not self._my_turn():
            raise Illegal(say("guest.not_yet", self.lang))

    def why_not(self, text: str) -> list[str]:
        """Why a notation is not allowed now, as the service says."""
        frame = self._ask(type="why", at=self._live()["at"], option=text)
        if frame["type"] == "error":
            raise Malformed(self.desk.sentence(frame))
        return self._reasons(frame.get("objections") or [])

    def odds(self, text: str) -> Odds | None:
        """What the fight would bring that an option begins."""
        frame = self._ask(type="odds", at=self._live()["at"], option=text)
        found: Odds | None = convert(frame["odds"], Odds, "odds") if frame.get("odds") else None
        return found

    def play(self, text: str) -> list[str]:
        """Play an option; what it caused is told with what the others do."""
        frame = self._ask(type="play", at=self._live()["at"], option=text)
        if frame["type"] == "error":
            raise Illegal("; ".join(self._reasons(frame.get("objections") or [])) or self.desk.sentence(frame))
        return []

    def go_on(self) -> list[str]:
        """Wait until the side is to choose, is asked something, or the game is over."""
        self._live()
        self._await(lambda: self._my_turn() or self._over() or bool(self._offers()), self.wait)
        return self._news()

    def undo(self) -> str:
        """Take back the last choice; where something was learned since, the others are asked to agree."""
        before = self._live()["at"]

        def changed() -> bool:
            return self.table["at"] != before or bool(self._offers(mine=True))

        self._ask_for_change(changed, type="undo", at=before)
        if self.table["at"] == before:
            return say("guest.undo_asked", self.lang)
        return "\n\n".join(["\n".join(self._news()), asked(self.game, self.view(), self.lang)])

    def answer(self, yes: bool) -> str:
        """Agree to the first thing that is asked, or do not."""
        offers = self._offers()
        if not offers:
            raise Illegal(say("guest.nothing_asked", self.lang))
        first = offers[0]["id"]

        def settled() -> bool:
            return self._over() or first not in [offer["id"] for offer in self._offers()]

        self._ask_for_change(settled, type="consent", offer=first, yes=yes)
        return "\n\n".join(["\n".join(self._news()), asked(self.game, self.view(), self.lang)])

    def log(self) -> list[str]:
        """What has happened lately, as far as this side has heard of it."""
        with self.said:
            entries = list(self.entries)
        return [line for entry in entries for line in self._entry(entry)]

    def record(self) -> str:
        """The record, as the service gives it."""
        return self.desk.read(f"/tables/{self.link.table}/record")

    def leave(self) -> None:
        """Hang up; the seat stays taken, and the same link leads back to it."""
        self.line.close()

    # At the door

    def _sit_down(self, name: str) -> None:
        """Say who comes, take the seat, and listen."""
        link, known = self.link, self.desk.ask("/me")
        if name or not known.get("name"):
            self.desk.ask("/me", {"name": name or CALLED})
        taken: dict[str, Any] = {"side": link.side}
        if link.token is not None:
            taken["token"] = link.token
        self.desk.ask(f"/tables/{quote(link.table)}/join", taken)
        self.desk.keep()
        self._connect()

    def _check_rules(self) -> None:
        """The service must play by the rules that are here, or what it says could not be told."""
        theirs = next((one["rules"] for one in self.desk.ask("/games") if one["key"] == self.game.key), None)
        if theirs != self.game.rules_version:
            facts = {"game": self.game.key, "theirs": theirs, "ours": self.game.rules_version}
            raise SenkiError(say("guest.other_rules", self.lang, **facts))

    def _connect(self) -> None:
        """Open the socket and wait for the table."""
        try:
            self.line.close()
            opened = connect(
                self.link.socket, additional_headers={"Cookie": self.desk.cookies()}, max_size=LARGEST,
                open_timeout=ANSWERED, compression=None,
            )  # fmt: skip
            self.socket = self.line.enter_context(opened)
        except (OSError, InvalidHandshake, TimeoutError) as wrong:
            raise SenkiError(say("guest.no_service", self.lang, service=self.link.service, why=wrong)) from None
        with self.said:
            self.table, self.gone = {}, False
        Thread(target=self._listen, args=(self.socket,), daemon=True).start()
        self._send(type="hello")
        if not self._await(lambda: bool(self.table) or self.gone, ANSWERED) or not self.table:
            raise SenkiError(say("guest.no_table", self.lang))

    def _live(self) -> dict[str, Any]:
        """The table as it is; a line that was cut is taken up again."""
        if self.gone:
            self._connect()
        return self.table

    # What is said

    def _listen(self, socket: ClientConnection) -> None:
        """Take in everything the service says, until the line is cut."""
        try:
            for raw in socket:
                frame = json.loads(raw)
                with self.said:
                    give_part = self._take(frame)
                    self.said.notify_all()
                if give_part:
                    self._send(type="entropy", value=secrets.token_urlsafe(12))
        except (ConnectionClosed, ValueError, SenkiError):
            pass
        with self.said:
            self.gone = self.gone or socket is self.socket
            self.said.notify_all()

    def _take(self, frame: dict[str, Any]) -> bool:
        """Take in what the service says; does it wait for our part of the dice?"""
        kind, table = frame.get("type"), self.table
        if kind == "table":
            known = {entry["n"] for entry in frame["entries"]}
            self.entries = [entry for entry in self.entries if entry["n"] not in known] + frame["entries"]
            self.entries.sort(key=lambda entry: int(entry["n"]))
            self.table = frame
        elif kind == "moved":
            back = frame.get("back")
            if back is not None:
                self.entries = [entry for entry in self.entries if entry["n"] <= back or entry.get("kind")]
            self.entries += frame["entries"]
            table |= {name: frame.get(name) for name in ("at", "view", "over", "ending")}
        elif kind in ("seats", "offers"):
            table |= {name: value for name, value in frame.items() if name != "type"}
        if "ref" in frame:
            self.answers[str(frame["ref"])] = frame
        return kind in ("table", "seats") and bool(frame.get("entropy_open"))

    def _send(self, **message: Any) -> None:
        assert self.socket is not None
        try:
            self.socket.send(json.dumps(message))
        except ConnectionClosed:
            raise SenkiError(say("guest.cut", self.lang)) from None

    def _ask(self, **message: Any) -> dict[str, Any]:
        """The answer to a message; raises SenkiError if none comes."""
        ref = self._numbered(message)
        if not self._await(lambda: ref in self.answers or self.gone, ANSWERED) or ref not in self.answers:
            raise SenkiError(say("guest.cut", self.lang))
        return self.answers.pop(ref)

    def _ask_for_change(self, changed: Callable[[], bool], **message: Any) -> None:
        """Send a message that is answered by a change, or by a refusal."""
        ref = self._numbered(message)
        self._await(lambda: ref in self.answers or self.gone or changed(), ANSWERED)
        refusal = self.answers.pop(ref, None)
        if refusal is not None and refusal["type"] == "error":
            raise Illegal(self.desk.sentence(refusal))

    def _numbered(self, message: dict[str, Any]) -> str:
        self._live()
        self.asked += 1
        ref = f"q{self.asked}"
        self._send(**message, ref=ref)
        return ref

    def _await(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until something holds, for so many seconds; does it?"""
        until = monotonic() + seconds
        with self.said:
            return self.said.wait_for(lambda: holds() or self.gone, max(0.0, until - monotonic())) and holds()

    # What it means

    def _my_turn(self) -> bool:
        return bool(self.table.get("view", {}).get("choices")) and not self._over()

    def _over(self) -> bool:
        return bool(self.table.get("over"))

    def _offers(self, mine: bool = False) -> list[dict[str, Any]]:
        """What the others ask, or what this side asks them."""
        sides = self.table.get("you") or []
        return [one for one in self.table.get("offers") or [] if (one["side"] in sides) == mine]

    def _side(self, side: str) -> str:
        return self.game.name_of("side", side, self.lang)

    def _news(self) -> list[str]:
        """What has happened since this was last told, and what is waited for."""
        with self.said:
            news = [entry for entry in self.entries if entry["n"] > self.told]
            self.told = max((entry["n"] for entry in news), default=self.told)
        lines = [line for entry in news for line in self._entry(entry)]
        for offer in self._offers():
            lines.append(say(f"guest.asks_{offer['kind']}", self.lang, side=self._side(offer["side"])))
        if self._over():
            lines += self._ending()
        elif not self._my_turn():
            lines.append(say("guest.waiting", self.lang))
        return lines

    def _entry(self, entry: dict[str, Any]) -> list[str]:
        """An entry of the log in lines."""
        side, option, kind = entry.get("side"), entry.get("option", ""), entry.get("kind")
        lines = []
        if kind:
            lines.append(say(f"guest.{kind}", self.lang, side=self._side(side) if side else "", option=option))
        elif side:
            key = "lines.machine" if option else "lines.machine_in_secret"
            lines.append(say(key, self.lang, side=self._side(side), notation=option))
        return lines + self.news([_event(told) for told in entry.get("events", [])])

    def _ending(self) -> list[str]:
        """How the game ended, where the view does not say it."""
        ending = self.table.get("ending") or {}
        if ending.get("how") in (None, "rules"):
            return []
        winner = self._side(ending["winner"]) if ending.get("winner") else say("guest.nobody", self.lang)
        return [say(f"guest.ended_{ending['how']}", self.lang, winner=winner)]

    def _reasons(self, objections: list[dict[str, Any]]) -> list[str]:
        """Objections as sentences, and the text of the first clause if it is not said already."""
        said = [self.game.explain(Objection(one["clause"], one["facts"], one["key"]), self.lang) for one in objections]
        text = self.game.rulebook.text(objections[0]["clause"], self.lang) if objections else ""
        return said[:1] + ([text] if text and not said[0].startswith(text) else [])


def _event(told: dict[str, Any]) -> Event:
    facts = {name: value for name, value in told.items() if name not in ("kind", "clause")}
    return Event(str(told["kind"]), str(told["clause"]), facts)
