"""An assistant at the table: a game that is played by questions and answers in words alone.

It knows what its side may know; machine players or people have the other seats. What is wrong is a SenkiError.
"""

from __future__ import annotations

from collections.abc import Callable

from senki.engine.errors import Illegal, Malformed, UnknownName
from senki.engine.game import Game, check_language
from senki.engine.parts import PartOf
from senki.engine.registry import find_game, game_keys
from senki.lab.prose import aims_text, asked, describe, legend, options
from senki.lab.telling import clauses_with, odds_lines
from senki.terminal.saves import Shelf, read_save
from senki.terminal.session import HUMAN, Session, is_harmless
from senki.terminal.sitting import OwnTable, Sitting
from senki.terminal.thinker import PlayerMaker, make_player
from senki.terminal.words import say

MOST_LINES = 60
"""Lines of news that are told at once."""
MOST_CLAUSES = 12
COOKIES = "tables.cookies"
"""The file beside the saved games by which a service knows who sat at its tables."""


class Assistant:
    """Somebody who plays in words: one game at a time, each kept after every choice."""

    def __init__(self, shelf: Shelf, lang: str, opponent: str, make: PlayerMaker = make_player) -> None:
        self.shelf = shelf
        self.lang = lang
        self.opponent = opponent
        """Who sits opposite unless somebody is named; whoever started Senki has chosen."""
        self.make = make
        self.seated: Sitting | None = None

    @property
    def seat(self) -> Sitting:
        """The seat the assistant has; raises Illegal if it has none."""
        if self.seated is None:
            raise Illegal(say("assistant.no_game", self.lang))
        return self.seated

    def games(self, lang: str | None = None) -> str:
        """The games there are, with their scenarios and sides."""
        self._speak(lang)
        lines = []
        for key in game_keys():
            game = find_game(key)
            facts = {"game": key, "title": game.title[self.lang], "summary": game.summary[self.lang]}
            lines.append(say("assistant.game", self.lang, **facts))
            for one in game.scenarios:
                told = {"id": one.id, "title": one.title[self.lang], "summary": one.summary[self.lang]}
                lines.append(say("assistant.scenario", self.lang, **told))
            sides = ", ".join(f"{side.id} ({side.name[self.lang]})" for side in game.sides)
            lines.append(say("assistant.sides", self.lang, sides=sides))
        return "\n".join(lines)

    def new_game(
        self,
        game: str,
        scenario: str | None = None,
        side: str | None = None,
        opponent: str | None = None,
        seed: int | None = None,
        lang: str | None = None,
    ) -> str:
        """Begin a game; a running one stays where it is kept."""
        self._speak(lang)
        played = find_game(game)
        named = played.scenario(scenario if scenario else played.begin_with)
        mine = played.sides[played.side(side)].id if side else named.newcomer
        who = self._opponent(opponent, played)
        if seed is not None and not 0 <= seed < 2**63:
            raise Malformed(f"seed {seed}: a whole number from 0 to 2^63 - 1 was expected")
        seats = {one.id: HUMAN if one.id == mine else who for one in played.sides}
        return self._sit(OwnTable(Session(played, named.id, seats, seed, self.shelf), self.lang, self.make))

    def saved(self) -> str:
        """The names of the games that are kept, the latest of each kind first."""
        names = [path.name for key in game_keys() for path in self.shelf.games(key)]
        return "\n".join(names) or say("assistant.no_saves", self.lang)

    def resume(self, name: str) -> str:
        """Go on with a game that is kept."""
        known = self.saved()
        if name not in known.splitlines():
            raise UnknownName(say("assistant.no_such_save", self.lang, name=name, known=", ".join(known.splitlines())))
        path = self.shelf.folder / name
        match = read_save(path)
        session = Session(match.game, match.scenario, {}, None, self.shelf)
        session.load(path, {})
        for who in session.seats.values():
            if who != HUMAN:
                self.make(who, match.game, 0)
        return self._sit(OwnTable(session, self.lang, self.make))

    def join(self, link: str, name: str = "", lang: str | None = None) -> str:
        """Take a seat at a table of a service, by the link to the seat; another game stays where it is kept."""
        with PartOf("envs"):
            from senki.terminal.guest import GuestSeat
        self._speak(lang)
        self.shelf.folder.mkdir(parents=True, exist_ok=True)
        return self._sit(GuestSeat(link, name, self.lang, self.shelf.folder / COOKIES))

    def look(self) -> str:
        """All the assistant's side sees: what wins, status, the board, what is awaited, the options."""
        seat = self.seat
        parts = (aims_text(seat.game, seat.aims(), self.lang), describe(seat.game, seat.view(), self.lang))
        return "\n\n".join(part for part in parts if part)

    def options(self, about: str = "", first: int = 1) -> str:
        """The options that speak of something, from a number on."""
        self.seat.check_turn()
        return "\n".join(options(self.seat.game, self.seat.view(), self.lang, about, max(1, first), folds=False))

    def choose(self, option: str | int) -> str:
        """Play an option and let the others play until the assistant is to choose again."""
        text = self._allowed(option)
        return self._told(self.seat.play(text) + self.seat.go_on())

    def wait(self) -> str:
        """Wait for the others, for a while."""
        return self._told(self.seat.go_on())

    def why_not(self, option: str | int) -> str:
        """Why a choice is not allowed now, with the clause."""
        self.seat.check_turn()
        text = self._notation(option)
        return "\n".join(self.seat.why_not(text)) or say("lines.allowed", self.lang, notation=text)

    def odds(self, option: str | int) -> str:
        """What the fight that an option begins would bring."""
        text = self._allowed(option)
        found = self.seat.odds(text)
        if found is None:
            return say("lines.no_fight", self.lang, notation=text)
        return "\n".join(odds_lines(self.seat.game, found, self.lang))

    def rule(self, words: str, game: str | None = None) -> str:
        """A clause by its number, or the clauses that hold all words; of a game that is named, or of the one played."""
        played = find_game(game) if game else self.seat.game
        clause = played.rulebook.clauses.get(words.strip().upper()) or played.rulebook.clauses.get(words.strip())
        if clause is not None:
            reason = say("rules.reason", self.lang, why=clause.reason[self.lang]) if clause.reason else ""
            return "\n".join(part for part in (f"{clause.number}  {clause.text[self.lang]}", reason) if part)
        found = [one for _, some in clauses_with(played, words, self.lang) for one in some]
        if not found:
            return say("rules.nothing", self.lang, words=words)
        lines = [f"{one.number}  {one.text[self.lang]}" for one in found[:MOST_CLAUSES]]
        rest = [one.number for one in found[MOST_CLAUSES:]]
        return "\n".join([*lines, *([", ".join(rest)] if rest else [])])

    def undo(self) -> str:
        """Take back the assistant's last choice, where nothing was learned since or the others agree."""
        return self.seat.undo()

    def answer(self, yes: bool) -> str:
        """Agree to what the others ask, or do not."""
        return self.seat.answer(yes)

    def log(self, last: int = MOST_LINES) -> str:
        """What has happened so far, as far as the assistant's side has heard of it; the last so many lines."""
        return self._shortened(self.seat.log(), max(1, last)) or say("assistant.nothing_yet", self.lang)

    def record(self) -> str:
        """The record of the game; of one that keeps secrets only once it is over."""
        return self.seat.record()

    def leave(self) -> None:
        """Go away from the table; the game is kept."""
        if self.seated is not None:
            self.seated.leave()
        self.seated = None

    def _sit(self, seat: Sitting) -> str:
        """Take a seat, wait for the turn, and see the board."""
        self.leave()
        self.seated = seat
        news = self._shortened(seat.go_on(), MOST_LINES)
        return "\n\n".join(part for part in (seat.greeting(), legend(seat.game, self.lang), news, self.look()) if part)

    def _speak(self, lang: str | None) -> None:
        """Go on in a language, if one is named."""
        if lang:
            self.lang = check_language(lang)
            if self.seated is not None:
                self.seated.lang = lang

    def _opponent(self, named: str | None, game: Game) -> str:
        """Who sits opposite; a program only if whoever started Senki named it."""
        who = named or self.opponent
        if who != self.opponent and not is_harmless(who):
            raise UnknownName(say("assistant.opponent", self.lang, who=who))
        try:
            self.make(who, game, 0)
        except UnknownName:
            raise UnknownName(say("assistant.opponent", self.lang, who=who)) from None
        return who

    def _told(self, news: list[str]) -> str:
        """What happened, and what is asked now."""
        question = asked(self.seat.game, self.seat.view(), self.lang)
        return "\n\n".join(part for part in (self._shortened(news, MOST_LINES), question) if part)

    def _shortened(self, lines: list[str], most: int) -> str:
        if len(lines) > most:
            lines = [say("assistant.earlier", self.lang, count=len(lines) - most), *lines[-most:]]
        return "\n".join(lines)

    def _notation(self, option: str | int) -> str:
        """The notation of an option, which may be named by its number."""
        text = " ".join(str(option).split())
        if not text.isdecimal():
            return text
        choices = self.seat.view().choices
        if len(text) > 9 or not 1 <= int(text) <= len(choices):
            raise Illegal(say("lines.no_such_number", self.lang, number=text[:20], last=len(choices)))
        return choices[int(text) - 1].text

    def _allowed(self, option: str | int) -> str:
        """The notation of an allowed choice; raises Illegal with the clause, or Malformed with an example."""
        self.seat.check_turn()
        text = self._notation(option)
        try:
            reasons = self.seat.why_not(text)
        except (Malformed, UnknownName) as wrong:
            example = self.seat.view().choices[0].text
            facts = {"notation": text[:200], "example": example, "detail": wrong}
            raise Malformed(say("lines.unreadable", self.lang, **facts)) from None
        if reasons:
            raise Illegal(say("assistant.refused", self.lang, why=reasons[0]))
        return text


def tools_of(assistant: Assistant) -> list[tuple[str, Callable[..., str], str]]:
    """Name, function and description of everything an assistant can ask for."""
    return [
        ("games", assistant.games, "List the wargames, their scenarios and sides. lang: en or ja."),
        (
            "new_game",
            assistant.new_game,
            "Begin a game and see the board. game: a key from games. scenario, side: ids from games (default: the one"
            " to begin with). opponent: random, greedy or search:1 to search:4. seed: a number for dice that repeat"
            " (default: fair dice). lang: en or ja.",
        ),
        ("saved", assistant.saved, "List the games that are kept."),
        ("resume", assistant.resume, "Go on with a kept game. name: one of saved."),
        (
            "join",
            assistant.join,
            "Sit down at a table of a Senki service, where people play. link: the address of the seat that its host"
            " gave you. name: how the others see you; say that you are a machine. lang: en or ja.",
        ),
        (
            "look",
            assistant.look,
            "See everything your side may know: status, what wins, every unit by place, what is awaited, options.",
        ),
        (
            "options",
            assistant.options,
            "List your options one by one. about: words they must hold, such as a unit, a place or a verb. first: the"
            " number to begin with, where the list goes on.",
        ),
        (
            "choose",
            assistant.choose,
            "Make your choice. option: its number or its notation. The answer tells what happened, what the others"
            " did, and what you are asked next.",
        ),
        ("wait", assistant.wait, "Wait up to a minute for the others at a table of a service."),
        ("why_not", assistant.why_not, "Why is a choice not allowed? option: a notation. The answer names the clause."),
        ("odds", assistant.odds, "What would the fight bring that an option begins? option: its number or notation."),
        (
            "rule",
            assistant.rule,
            "Look up the rules. words: the number of a clause, or words it must hold. game: a key (default: the one"
            " you play).",
        ),
        ("undo", assistant.undo, "Take back your last choice, if nothing was rolled, played or learned since."),
        ("answer", assistant.answer, "Answer what the others at a table ask: a draw, to take back. yes: agree or not."),
        ("log", assistant.log, "What has happened so far. last: so many lines."),
        ("record", assistant.record, "The record of the game as JSON, every choice and roll in notation."),
    ]
