"""Engines: players that are programs of their own, in any language, and talk in JSON lines (docs/engine-protocol.md).

An engine is told what its side may know and no more. One that is silent, gone or chooses what is not allowed loses.
"""

from __future__ import annotations

import hashlib
import re
import shlex
import sys
from shutil import which
from time import monotonic
from typing import Final

import senki
from senki.engine.errors import Forfeit, SenkiError, UnknownName
from senki.engine.forms import read_json, to_json
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.base import Player, Progress, Report
from senki.players.forms import PROTOCOL, SAID, Chosen, Hello, Move, Over, Quit, Ready, Said, Think
from senki.players.wires import Cut, Silence, Wire, plain

ENGINE: Final = "exec:"
"""How the name of a player begins that is a program."""
USUAL_TIME: Final = 10.0
"""Seconds for a choice, if the name does not say."""
TIMED: Final = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)s:")


def make_engine(spec: str, game: Game, seed: int) -> EnginePlayer:
    """The player `exec:PROGRAM …` or `exec:5s:PROGRAM …`; it starts when it is first asked. Raises UnknownName."""
    command, seconds = spec.removeprefix(ENGINE), USUAL_TIME
    timed = TIMED.match(command)
    if timed is not None:
        command, seconds = command[timed.end() :], float(timed.group(1))
    if not 0.01 <= seconds <= 3600.0:
        raise UnknownName(f"player '{spec}': the time for a choice is 0.01 to 3600 seconds")
    if sys.platform == "win32":
        raise UnknownName(f"player '{spec}': engines run on Linux and macOS only")
    try:
        words = shlex.split(command)
    except ValueError as wrong:
        raise UnknownName(f"player '{spec}': the command cannot be read ({wrong})") from None
    if not words:
        raise UnknownName(f"player '{spec}' names no program; write exec:./mybot or 'exec:python3 mybot.py'")
    if which(words[0]) is None:
        raise UnknownName(f"player '{spec}': there is no program '{words[0]}', or it is not executable")
    return EnginePlayer(game, seed, words, seconds)


class EnginePlayer(Player):
    """A program that chooses. Its process begins with its first choice and ends when it leaves."""

    def __init__(self, game: Game, seed: int, words: list[str], seconds: float) -> None:
        super().__init__(game, seed)
        # Not the number itself: the dice of a game may come from it. All languages hold 53 bits exactly.
        digest = hashlib.blake2b(str(seed).encode(), digest_size=8, person=b"engine").digest()
        self.seed = int.from_bytes(digest, "big") >> 11
        self.words = words
        self.seconds = seconds
        self.start = 30.0
        """Seconds to get ready."""
        self.grace = 1.0
        """Seconds to end by itself once the game is over."""
        self.side = -1
        self.wire: Wire | None = None
        self.heard: list[tuple[int, str]] = []
        """The answers it was told of."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The engine's choice; raises Forfeit if it makes none that can be played."""
        side = p.side_to_act
        try:
            wire = self._begin(side)
            wire.say(to_json(self._question(p, side)))
            said = self._choice(wire, progress)
            # What is hidden from the engine may not show in what it is refused.
            return self.game.answer(self.game.seen(p, side), said)
        except Cut as cut:
            raise Forfeit(side, self._complaint(str(cut))) from None
        except SenkiError as wrong:
            raise Forfeit(side, self._complaint(f"its answer cannot be played: {wrong}")) from None

    def leave(self, p: Position | None = None) -> None:
        """Tell the engine how the game ended, and to go."""
        wire, self.wire = self.wire, None
        if wire is None:
            return
        if p is not None and p.over and not wire.ended:
            wire.say(to_json(Over(self.game.view(p, self.side))))
        if not wire.ended:
            wire.say(to_json(Quit()))
        wire.close(self.grace)

    def _begin(self, side: int) -> Wire:
        """The running program; it is started and greeted when it is first needed."""
        if self.wire is not None and side == self.side:
            return self.wire
        self.leave()
        self.side = side
        self.heard = []
        wire = self.wire = Wire(self.words)
        wire.say(to_json(self._greeting(side)))
        said = self._next(wire, monotonic() + self.start, "it was not ready")
        if not isinstance(said, Ready):
            raise Cut("its first line should be 'ready'")
        return wire

    def _greeting(self, side: int) -> Hello:
        game, story = self.game, self.story
        scenario = story.scenario if story is not None else None
        switches = game.settings(story.switches, scenario) if story is not None else {}
        sides = [one.id for one in game.sides]
        return Hello(
            PROTOCOL, senki.__version__, game.key, game.rules_version, scenario, switches, sides[side], sides,
            self.seconds, self.seed,
        )  # fmt: skip

    def _question(self, p: Position, side: int) -> Think:
        """What the engine is asked: all of it is what its side may know."""
        view = self.game.view(p, side)
        told = self.story.moves if self.story is not None else []
        since = 0
        while since < min(len(told), len(self.heard)) and told[since] == self.heard[since]:
            since += 1
        self.heard = list(told)
        moves = [self._move(p, side, by, text) for by, text in told[since:]]
        return Think(view, [choice.text for choice in view.choices], since, moves, self.seconds)

    def _move(self, p: Position, side: int, by: int, text: str) -> Move:
        who = self.game.sides[by].id if by >= 0 else None
        return Move(who, text if self.game.shows(p, text, by, side) else None)

    def _choice(self, wire: Wire, progress: Progress | None) -> str:
        """The notation the engine chooses; what it tells before is passed on."""
        until = monotonic() + self.seconds
        while True:
            said = self._next(wire, until, "no choice")
            if isinstance(said, Chosen):
                self.last = Report([], [], said.chance, 0) if said.chance is not None else None
                return said.option
            if isinstance(said, Ready):
                raise Cut("it said 'ready' a second time")
            if progress is not None and said.chance is not None:
                progress(said.share, Report([], [], said.chance, 0))

    def _next(self, wire: Wire, until: float, missing: str) -> Said:
        """The next thing it says; raises Cut with what is missing if it says nothing in time."""
        began = monotonic()
        try:
            line = wire.hear(until)
        except Silence:
            raise Cut(f"{missing} within {until - began:.3g} s") from None
        try:
            said: Said = read_json(line, SAID, "line")
        except SenkiError as wrong:
            raise Cut(f"its answer '{plain(line)}' cannot be read ({wrong})") from None
        return said

    def _complaint(self, why: str) -> str:
        """Why it loses, in one line with its last words; it is ended."""
        wire, self.wire = self.wire, None
        words = ""
        if wire is not None:
            status = wire.close()
            if wire.ended:
                why = f"{why} (exit status {status})"
            words = wire.last_words()
        command = plain(shlex.join(self.words).encode())
        return f"engine '{command}' loses by rule: {why}" + (f"; it said: {words}" if words else "")
