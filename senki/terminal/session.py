"""One game at the terminal: its match, who sits where, and everything kept safe after every move."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from senki.engine.dice import FairDice, seeded_dice
from senki.engine.errors import Illegal, Malformed, SenkiError
from senki.engine.events import Event
from senki.engine.forms import View
from senki.engine.game import Game
from senki.engine.match import Match, verify
from senki.engine.option import Option
from senki.engine.position import CHANCE
from senki.players.base import Story
from senki.terminal.saves import Shelf, is_save, read_save, write_save
from senki.terminal.words import say
from senki.workshop.boards import switches_in

HUMAN = "human"
OPPONENT = "search:2"
"""Who takes a seat that nobody was named for, once a person sits at the board."""
ADVISER = "search:2"
"""Who is asked for a hint."""


def is_harmless(who: str) -> bool:
    """Is this player none that runs something of its own? Only such a one is seated because a file says so."""
    return ":" not in who.removeprefix("search:").removeprefix("level:")


class Session:
    """A game in progress with its seats, its language and its file."""

    def __init__(
        self,
        game: Game,
        scenario: str | None,
        seats: Mapping[str, str],
        seed: int | None,
        shelf: Shelf,
        options: dict[str, str] | None = None,
    ) -> None:
        self.game = game
        self.scenario = game.scenario(scenario).id
        self.options = options or {}
        self.seed = seed
        self.shelf = shelf
        self.file: Path | None = None
        self.trouble = ""
        """Why the last autosave failed, if it did."""
        self.seats: dict[str, str] = {}
        self.take_seats(seats)
        self.match = self._new_match()

    def _new_match(self) -> Match:
        dice = seeded_dice(self.seed) if self.seed is not None else FairDice(secrets.token_bytes(32), [])
        return Match(self.game, self.scenario, dice, dict(self.seats), options=self.options)

    def take_seats(self, seats: Mapping[str, str]) -> None:
        """Seat those who are named; a person takes the first free seat if none plays yet, the machine the others."""
        for named in seats:
            self.game.side(named)
        self.seats = dict(seats)
        for side in self.game.sides:
            if side.id not in self.seats:
                self.seats[side.id] = OPPONENT if HUMAN in self.seats.values() else HUMAN

    def is_human(self, side: int) -> bool:
        """Does a person choose for this side?"""
        return side >= 0 and self.seats[self.game.sides[side].id] == HUMAN

    @property
    def rolls(self) -> bool:
        """Dice are awaited."""
        return self.match.position.waits_for == CHANCE

    @property
    def human_to_act(self) -> bool:
        """A person's choice is awaited."""
        return self.is_human(self.match.position.side_to_act)

    @property
    def viewpoint(self) -> int:
        """Whose view this screen may show: that of the person to act, else of the only person, else of a spectator."""
        side = self.match.position.side_to_act
        if side >= 0 and self.is_human(side):
            return side
        people = [number for number in range(len(self.game.sides)) if self.is_human(number)]
        return people[0] if len(people) == 1 else -1

    def story(self) -> Story:
        """How the game began and what was answered since, for a player that wants to know."""
        story = Story(self.scenario, self.options)
        story.moves = [(played.side, played.option.text) for played in self.match.played]
        return story

    def view(self) -> View:
        """What this screen may show."""
        return self.match.view(self.viewpoint)

    def heard(self, events: list[Event]) -> list[Event]:
        """The events that whoever looks may hear; all of them once the game is over."""
        if self.match.over:
            return [event for event in events if not event.instead]
        return [event for event in events if event.is_heard_by(self.viewpoint)]

    def may_read(self, option: Option) -> bool:
        """May whoever looks read the notation of what the side to act chooses?"""
        p = self.match.position
        return self.game.shows(p, option.text, p.side_to_act, self.viewpoint)

    def play(self, answer: Option | str) -> list[Event]:
        """Play a choice and keep it; what the dice show is nobody's choice."""
        if self.rolls:
            raise Illegal("the dice are awaited: nobody can choose now")
        told = self.match.play(answer)
        self.keep()
        return told

    def play_as_seen(self, text: str) -> list[Event]:
        """Play a choice that is legal as its side sees the position: what is hidden from it is met, not told."""
        if self.rolls:
            raise Illegal("the dice are awaited: nobody can choose now")
        p = self.match.position
        told = self.match.carry_out(self.game.answer(self.game.seen(p, p.side_to_act), text)).events
        self.keep()
        return told

    def roll(self) -> list[Event]:
        """Roll the dice that are awaited and keep what they show."""
        told = self.match.roll()
        self.keep()
        return told

    def undo(self, by_consent: bool = False) -> Option:
        """Take back the last choice of the person to act, or of the last person who chose."""
        taken = self.match.undo(self._whose_choice(), by_consent)
        self.keep()
        return taken

    def may_undo_by_consent(self) -> bool:
        """Is there any choice that could be taken back if all agree?"""
        side = self._whose_choice()
        return any(played.side == side for played in self.match.played)

    def _whose_choice(self) -> int:
        side = self.match.position.side_to_act
        if self.is_human(side):
            return side
        return next((played.side for played in reversed(self.match.played) if self.is_human(played.side)), side)

    def keep(self) -> None:
        """Write the running game to its own file; trouble is remembered, not raised: the game goes on."""
        if self.file is None and not self.match.played:
            return
        try:
            if self.file is None:
                self.file = self.shelf.new_place(self.game.key)
            write_save(self.match, self.file)
            self.trouble = ""
        except SenkiError as wrong:
            self.trouble = str(wrong)

    def save(self, path: Path) -> None:
        """Save to a file of the player's choosing, but not over something else of theirs; raises SenkiError."""
        if os.path.exists(path) and not is_save(path):
            raise SenkiError(f"{path}: is there already and is no saved game; it is left as it is")
        write_save(self.match, path)

    def load(self, path: Path, seats: Mapping[str, str] | None = None) -> None:
        """Go on with a saved game; raises SenkiError and changes nothing if the file is bad.

        A game from the shelf stays in its file; any other file is left as it is.
        """
        match = read_save(path, self.game.key)
        if seats is not None:
            kept = {one.id: match.seats[one.id] for one in self.game.sides if one.id in match.seats}
            for side, who in kept.items():
                if side not in seats and not is_harmless(who):
                    raise Malformed(
                        f"{path}: the {side} seat is '{who}'; a file starts no program: name it, --seat {side}=…"
                    )
            self.take_seats({**kept, **seats})
        match.seats = dict(self.seats)
        self.match = match
        self.scenario, self.options = match.scenario, switches_in(match)
        self.file = path if self.shelf.holds(path) else None

    def again(self) -> None:
        """Begin a new game with the same seats, and with new dice even if the first had a seed."""
        self.seed = None
        self.file = None
        self.match = self._new_match()

    def farewell(self, lang: str) -> str:
        """Where the game is, said when the player leaves."""
        if self.trouble:
            return say("save.failed", lang, why=self.trouble)
        if self.file is None:
            return say("save.nothing", lang)
        return say("save.finished" if self.match.over else "save.running", lang, game=self.game.key, file=self.file)

    def dice_hold(self) -> bool:
        """Of a finished game: does every die follow from the revealed seed, and the seed from the commitment?"""
        try:
            verify(self.match.record())
        except SenkiError:
            return False
        return True
