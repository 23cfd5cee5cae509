"""A seat from which somebody plays in words, and such a seat at a game of our own."""

from __future__ import annotations

from senki.engine.errors import Forfeit, Illegal
from senki.engine.events import Event, whole_moves
from senki.engine.forms import Aim, Odds, View, to_json
from senki.engine.game import Game
from senki.engine.position import Position
from senki.lab.prose import asked
from senki.lab.reasons import why_not_text
from senki.lab.telling import event_line, seat_name
from senki.players.base import Player
from senki.terminal.sentences import in_language
from senki.terminal.session import HUMAN, Session
from senki.terminal.thinker import PlayerMaker
from senki.terminal.words import say


class Sitting:
    """A seat at a game, wherever the game is kept: what its side knows, may ask and may do. All raise SenkiError."""

    game: Game
    lang: str

    def view(self) -> View:
        """All that the side may know now."""
        raise AssertionError("a seat has a view")

    def aims(self) -> list[Aim]:
        """What wins for whom, as far as the side can know."""
        raise AssertionError("a seat knows what wins")

    def greeting(self) -> str:
        """What is played, by whom, and where it is kept."""
        raise AssertionError("a seat says what is played")

    def check_turn(self) -> None:
        """Raise Illegal unless the side is to choose."""
        raise AssertionError("a seat knows whose turn it is")

    def why_not(self, text: str) -> list[str]:
        """Why a notation is not allowed now: a sentence and the text of its clause; nothing if it is allowed."""
        raise AssertionError("a seat may ask")

    def odds(self, text: str) -> Odds | None:
        """What the fight would bring that an option begins."""
        raise AssertionError("a seat may ask")

    def play(self, text: str) -> list[str]:
        """Play an option that is allowed; what it caused, in lines."""
        raise AssertionError("a seat may play")

    def go_on(self) -> list[str]:
        """Let the others play until the side is to choose again; what happened, in lines."""
        raise AssertionError("a seat waits for the others")

    def undo(self) -> str:
        """Take back the last choice of the side, or ask the others to agree to it."""
        raise AssertionError("a seat may take back")

    def answer(self, yes: bool) -> str:
        """Answer what the others ask: a draw, or to take something back."""
        raise Illegal(say("guest.nothing_asked", self.lang))

    def log(self) -> list[str]:
        """Everything that has happened, as far as the side has heard of it, in lines."""
        raise AssertionError("a seat remembers")

    def record(self) -> str:
        """The record of the game."""
        raise AssertionError("a game has a record")

    def leave(self) -> None:
        """Go away; the game stays where it is kept."""

    def news(self, events: list[Event]) -> list[str]:
        """Events the side has heard of, in lines."""
        known = self.view().known
        return [f"  {event_line(self.game, event, self.lang, known)}" for event in whole_moves(events)]


class OwnTable(Sitting):
    """The seat of a person at a session: machine players have the others."""

    def __init__(self, session: Session, lang: str, make: PlayerMaker) -> None:
        self.session = session
        self.game = session.game
        self.lang = lang
        self.make = make
        self.players: dict[int, Player] = {}
        self.forfeit = ""
        """Why a player has lost by rule, if one has."""
        if session.file is None:
            session.file = session.shelf.new_place(self.game.key)
        session.keep()

    @property
    def seen(self) -> Position:
        """The position as the side sees it: everything it asks is answered from this one."""
        seen: Position = self.game.seen(self.session.match.position, self.session.viewpoint)
        return seen

    def view(self) -> View:
        """All that the side may know now."""
        return self.session.view()

    def aims(self) -> list[Aim]:
        """What wins for whom, as far as the side can know."""
        return self.game.aims(self.seen, self.session.viewpoint)

    def greeting(self) -> str:
        """What is played, who sits where, where it is kept, and what the dice are bound to."""
        session = self.session
        others = [
            say("assistant.other", self.lang, side=one.name[self.lang], who=seat_name(session.seats[one.id], self.lang))
            for one in self.game.sides
            if session.seats[one.id] != HUMAN
        ]
        mine = self.game.sides[session.viewpoint].name[self.lang] if session.viewpoint >= 0 else ""
        title = self.game.scenario(session.scenario).title[self.lang]
        facts = {"game": self.game.title[self.lang], "scenario": title, "side": mine, "others": ", ".join(others)}
        lines = [say("assistant.began", self.lang, **facts), *self._trouble()]
        if session.file is not None and not session.trouble:
            lines.append(say("assistant.kept", self.lang, name=session.file.name))
        return "\n".join([*lines, say("dice.commitment", self.lang, hash=session.match.dice.commitment)])

    def check_turn(self) -> None:
        """Raise Illegal unless the side is to choose."""
        if self.forfeit:
            raise Illegal(say("assistant.forfeited", self.lang, why=in_language(self.forfeit, self.lang)))
        if not self.session.human_to_act:
            raise Illegal(say("lines.over", self.lang))

    def why_not(self, text: str) -> list[str]:
        """Why a notation is not allowed now, judged by what the side sees."""
        reason = why_not_text(self.game, self.seen, text, self.lang)
        return [part for part in (reason.sentence, reason.text) if part] if reason is not None else []

    def odds(self, text: str) -> Odds | None:
        """What the fight would bring that an option begins, as far as the side can know."""
        seen = self.seen
        return self.game.odds(seen, self.game.answer(seen, text))

    def play(self, text: str) -> list[str]:
        """Play an option and keep the game."""
        told = self._heard(self.session.play_as_seen(text))
        return [say("assistant.you", self.lang, notation=text), *told, *self._trouble()]

    def go_on(self) -> list[str]:
        """Roll and let the machine play until the side is to choose, a player loses by rule or the game is over."""
        session, lines = self.session, []
        while not session.match.over and not session.human_to_act and not self.forfeit:
            if session.rolls:
                lines += self._heard(session.roll())
                continue
            try:
                lines += self._machine()
            except Forfeit as lost:
                self.forfeit = str(lost)
                side = self.game.sides[lost.side].name[self.lang]
                lines.append(say("over.forfeit", self.lang, side=side, why=in_language(str(lost), self.lang)))
        if session.match.over:
            lines.append(say("dice.verified" if session.dice_hold() else "dice.broken", self.lang))
        return lines

    def undo(self) -> str:
        """Take back the last choice, where nothing was learned since."""
        try:
            taken = self.session.undo()
        except Illegal:
            raise Illegal(say("assistant.no_undo", self.lang)) from None
        back = say("assistant.undone", self.lang, option=taken.text)
        return f"{back}\n\n{asked(self.game, self.view(), self.lang)}"

    def log(self) -> list[str]:
        """Everything that has happened, as far as the side has heard of it."""
        return self._heard(self.session.match.log)

    def record(self) -> str:
        """The record as JSON; of a game that keeps secrets only once it is over."""
        match = self.session.match
        if not match.over and self.game.keeps_secrets(match.position):
            raise Illegal(say("assistant.closed", self.lang))
        return to_json(match.record(), 2).decode()

    def leave(self) -> None:
        """Let the machine players go; the game is kept."""
        for player in self.players.values():
            player.leave(self.session.match.position)
        self.players = {}
        self.session.keep()

    def _machine(self) -> list[str]:
        """The machine plays a choice; the news of it."""
        session = self.session
        p = session.match.position
        side = p.side_to_act
        if side not in self.players:
            who = session.seats[self.game.sides[side].id]
            self.players[side] = self.make(who, self.game, (session.seed or 0) + side)
        player = self.players[side]
        player.story = session.story()
        option = player.choose(p.copy())
        key = "lines.machine" if session.may_read(option) else "lines.machine_in_secret"
        said = say(key, self.lang, side=self.game.sides[side].name[self.lang], notation=option.text)
        return [said, *self._heard(session.play(option))]

    def _heard(self, events: list[Event]) -> list[str]:
        return self.news(self.session.heard(events))

    def _trouble(self) -> list[str]:
        trouble = self.session.trouble
        return [say("assistant.unsaved", self.lang, why=trouble)] if trouble else []
