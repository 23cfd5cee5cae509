"""The game in plain lines: for scripts, for terminals that cannot draw, and for ears."""

from __future__ import annotations

from collections.abc import Callable
from typing import TextIO

from senki.engine.data import LANGUAGES
from senki.engine.errors import Forfeit, Illegal, Malformed, SenkiError, UnknownName
from senki.engine.events import Event, whole_moves
from senki.engine.forms import Choice
from senki.lab.reasons import why_not_text
from senki.lab.telling import (
    boxes,
    choice_label,
    event_line,
    note_text,
    odds_lines,
    percent,
    priced_label,
    seat_name,
    standing,
    track_caption,
    track_title,
)
from senki.players.base import Player
from senki.terminal.saves import named_file
from senki.terminal.sentences import in_language
from senki.terminal.session import ADVISER, Session
from senki.terminal.thinker import PlayerMaker, make_player
from senki.terminal.visible import LAYOUT, visible
from senki.terminal.words import say

LONGEST_NUMBER = 9
"""Digits of a number that are read: no list of options is longer."""
OVER = 0
NOT_OVER = 3
"""Exit status when the input ends before the game does."""


class LineGame:
    """A session played line by line: one notation, number or command a line."""

    def __init__(
        self, session: Session, lang: str, source: TextIO, out: TextIO, aside: TextIO, make: PlayerMaker = make_player
    ) -> None:
        self.session = session
        self.game = session.game
        self.lang = lang
        self.source = source
        self.out = out
        self.aside = aside
        """Takes what differs from run to run, such as file names; the rest repeats exactly with the same seed."""
        self.make = make
        self.players: dict[int, Player] = {}
        self.told_end = False
        self.forfeited = False
        """A machine player has lost by rule: nobody plays on."""
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help,
            "help": self.help,
            "why": self.why,
            "odds": self.odds,
            "rule": self.rule,
            "undo": self.undo,
            "save": self.save,
            "load": self.load,
            "log": self.log,
            "board": self.board,
            "hint": self.hint,
            "lang": self.language,
        }

    def run(self) -> int:
        """Play until the input ends or the player leaves; the exit status says whether the game is over."""
        self.greet()
        try:
            self.go_on()
            asked = True
            while not self.forfeited:
                if asked:
                    self.ask()
                line = self.next_line()
                if line is None or line == "quit":
                    break
                asked = self.answer(line)
        finally:
            for player in self.players.values():
                player.leave(self.session.match.position)
        self.leave()
        return OVER if self.session.match.over or self.forfeited else NOT_OVER

    def say(self, key: str, **facts: object) -> None:
        """Print a sentence of the interface."""
        self.put(say(key, self.lang, **facts))

    def put(self, text: str) -> None:
        """Print a line."""
        print(visible(text, LAYOUT), file=self.out, flush=True)

    def greet(self) -> None:
        """Say what is played, by whom, and what the dice are bound to."""
        match = self.session.match
        scenario = self.game.scenario(self.session.scenario)
        self.put(f"{self.game.title[self.lang]}: {scenario.title[self.lang]}")
        for side in self.game.sides:
            self.put(f"  {side.name[self.lang]}: {seat_name(self.session.seats[side.id], self.lang)}")
        self.say("dice.commitment", hash=match.dice.commitment)
        self.say("lines.how")

    def next_line(self) -> str | None:
        """The next line that says something; none at the end of the input. Lines that start with # are remarks."""
        talking = self.source.isatty()
        while True:
            if talking:
                print("> ", end="", file=self.out, flush=True)
            try:
                raw = self.source.readline()
            except KeyboardInterrupt:
                return None
            if not raw:
                return None
            line = " ".join(raw.split())
            if line and not line.startswith("#"):
                if not talking:
                    self.put(f"> {line}")
                return line

    def answer(self, line: str) -> bool:
        """Do what a line says; does the question have to be asked again?"""
        word, _, rest = line.partition(" ")
        try:
            if word in self.commands:
                self.commands[word](rest)
                return word in ("undo", "load", "lang")
            self.choose(line)
        except (Malformed, UnknownName) as wrong:
            self.say("lines.wrong", what=self.unreadable(line, wrong))
            return False
        except SenkiError as wrong:
            self.say("lines.wrong", what=in_language(str(wrong), self.lang))
            return False
        return True

    def unreadable(self, line: str, wrong: SenkiError) -> str:
        """What is wrong with a line that is no notation; a bad file keeps its own message."""
        if line.startswith(("load ", "save ")):
            return in_language(str(wrong), self.lang)
        example = next((option.text for option in self.session.match.position.options()), "quit")
        detail = in_language(str(wrong), self.lang)
        return say("lines.unreadable", self.lang, notation=line, example=example, detail=detail)

    def choose(self, line: str) -> None:
        """Play a notation or the number of an option."""
        p = self.session.match.position
        if p.over:
            raise Illegal(say("lines.over", self.lang))
        line = self.notation(line)
        refusal = why_not_text(self.game, p, line, self.lang)
        if refusal is not None:
            raise Illegal(refusal.sentence)
        self.tell(self.session.play(line))
        self.go_on()

    def go_on(self) -> None:
        """Roll and let the machine play until a person must choose, a player loses by rule or the game is over."""
        try:
            self.play_on()
        except Forfeit as lost:
            self.forfeited = True
            why = in_language(str(lost), self.lang)
            self.say("over.forfeit", side=self.game.sides[lost.side].name[self.lang], why=why)
            return
        if self.session.match.over and not self.told_end:
            self.told_end = True
            self.end()

    def play_on(self) -> None:
        """Roll and let the machine play until a person must choose or the game is over; raises Forfeit."""
        session = self.session
        while not session.match.over and not session.human_to_act:
            if session.rolls:
                self.tell(session.roll())
            else:
                p = session.match.position
                player = self.player(p.side_to_act)
                player.story = session.story()
                option = player.choose(p.copy())
                side = self.game.sides[p.side_to_act].name[self.lang]
                key = "lines.machine" if session.may_read(option) else "lines.machine_in_secret"
                self.say(key, side=side, notation=option.text)
                self.tell(session.play(option))

    def player(self, side: int) -> Player:
        """The machine player of a side."""
        if side not in self.players:
            spec = self.session.seats[self.game.sides[side].id]
            self.players[side] = self.make(spec, self.game, (self.session.seed or 0) + side)
        return self.players[side]

    def tell(self, events: list[Event]) -> None:
        """Print what happened."""
        known = self.session.view().known
        for event in whole_moves(self.session.heard(events)):
            self.put(f"  {event_line(self.game, event, self.lang, known)}")

    def ask(self) -> None:
        """Print the prompt and the numbered options with their notation."""
        view = self.session.view()
        self.put("")
        self.put(self.game.prompt(view, self.lang))
        width = max((len(choice.text) for choice in view.choices), default=0)
        for number, choice in enumerate(view.choices, 1):
            self.put(f"{number:4}  {choice.text:{width}}  {priced_label(self.game, choice, self.lang)}".rstrip())

    def end(self) -> None:
        """Say how it ended and that the dice hold."""
        match = self.session.match
        self.say("dice.revealed", seed=match.dice.seed.hex() or "-")
        self.say("dice.verified" if self.session.dice_hold() else "dice.broken")

    def leave(self) -> None:
        """Say where the game is kept."""
        self.session.keep()
        print(visible(self.session.farewell(self.lang)), file=self.aside)

    def help(self, rest: str) -> None:
        """List the commands, or explain the options in words."""
        self.put(say("lines.help", self.lang).rstrip())

    def why(self, rest: str) -> None:
        """Say why a notation is not allowed, with the text of the clause."""
        p = self.session.match.position
        if p.over:
            raise Illegal(say("lines.over", self.lang))
        refusal = why_not_text(self.game, p, rest, self.lang)
        if refusal is None:
            self.say("lines.allowed", notation=rest)
            return
        self.put(refusal.sentence)
        if refusal.text:
            self.put(f"  {refusal.clause}  {refusal.text}")

    def odds(self, rest: str) -> None:
        """Say what the fight would bring that an option begins, by its number or notation."""
        p = self.session.match.position
        if not self.session.human_to_act:
            raise Illegal(say("lines.over" if p.over else "hint.not_now", self.lang))
        notation = self.notation(rest)
        refusal = why_not_text(self.game, p, notation, self.lang)
        if refusal is not None:
            raise Illegal(refusal.sentence)
        option = self.game.answer(p, notation)
        odds = self.game.odds(p, option)
        if odds is None:
            self.say("lines.no_fight", notation=option.text)
            return
        for line in odds_lines(self.game, odds, self.lang):
            self.put(line)

    def notation(self, line: str) -> str:
        """The notation of an option written by its number."""
        options = self.session.match.position.options()
        if not line.isdecimal():
            return line
        number = int(line[:LONGEST_NUMBER])
        if not 1 <= number <= len(options):
            shown = line if len(line) <= LONGEST_NUMBER else f"{line[:LONGEST_NUMBER]}…"
            raise Illegal(say("lines.no_such_number", self.lang, number=shown, last=len(options)))
        return options[number - 1].text

    def rule(self, rest: str) -> None:
        """Print a clause of the rulebook, or the list of its chapters."""
        clause = self.game.rulebook.clauses.get(rest)
        if clause is not None:
            self.put(f"{clause.number}  {clause.text[self.lang]}")
            return
        if rest:
            self.say("rules.nothing", words=rest)
        for section in self.game.rulebook.sections:
            span = f"{section.clauses[0].number} … {section.clauses[-1].number}" if section.clauses else section.number
            self.put(f"  {section.title[self.lang]}  {span}")

    def undo(self, rest: str) -> None:
        """Take back a choice; behind dice, an enemy's choice or news only if all agree."""
        try:
            taken = self.session.undo(by_consent=rest == "agreed")
        except Illegal:
            raise Illegal(say("undo.nothing" if rest == "agreed" else "lines.undo_needs_consent", self.lang)) from None
        self.told_end = False
        self.say("undo.done", option=self.game.label(taken, self.lang))

    def save(self, rest: str) -> None:
        """Save to a file."""
        if not rest:
            raise Illegal(say("lines.name_a_file", self.lang, command="save"))
        self.session.save(named_file(rest))
        self.say("save.done", file=rest)

    def load(self, rest: str) -> None:
        """Go on with a saved game."""
        if not rest:
            raise Illegal(say("lines.name_a_file", self.lang, command="load"))
        self.session.load(named_file(rest))
        self.told_end = False
        self.say("load.done", file=rest)
        self.go_on()

    def log(self, rest: str) -> None:
        """Print everything that has happened."""
        self.tell(self.session.match.log)

    def board(self, rest: str) -> None:
        """Print the tracks, the notes and where every piece stands."""
        view = self.session.view()
        for track in view.tracks:
            caption = track_caption(self.game, track, self.lang)
            self.put(
                f"{track_title(self.game, track, self.lang)}: {track.value}" + (f" ({caption})" if caption else "")
            )
        for note in view.notes:
            self.put(note_text(self.game, note, self.lang))
        for side in self.game.sides:
            self.put(f"{side.name[self.lang]}:")
            for piece in view.pieces:
                if piece.side == side.id and piece.place is not None:
                    self.put(f"  {standing(self.game, piece, self.lang)}")
        for box, pieces in boxes(self.game, view, self.lang):
            self.put(f"{box}: {' '.join(pieces)}")

    def hint(self, rest: str) -> None:
        """Ask a machine player what it would do."""
        p = self.session.match.position
        if not self.session.human_to_act:
            raise Illegal(say("hint.not_now", self.lang))
        adviser = self.make(ADVISER, self.game, self.session.seed or 0)
        option = adviser.choose(p.copy())
        chance = adviser.last.chance if adviser.last is not None else None
        choice = Choice(option.text, option.verb, facts=option.facts)
        told = f"{option.text} ({choice_label(self.game, choice, self.lang)})"
        if chance is None:
            self.say("hint.plain", option=told)
        else:
            self.say("hint.done", option=told, chance=percent(chance))

    def language(self, rest: str) -> None:
        """Go on in another language."""
        if rest not in LANGUAGES:
            raise Illegal(say("lines.languages", self.lang, known=", ".join(LANGUAGES)))
        self.lang = rest
