"""An assistant at the table: a game that is played by questions and answers in words alone.

It knows what its side may know; machine players have the other seats. What is wrong is a SenkiError.
"""

from __future__ import annotations

from collections.abc import Callable

from senki.engine.errors import Forfeit, Illegal, Malformed, UnknownName
from senki.engine.events import Event, whole_moves
from senki.engine.forms import to_json
from senki.engine.game import Game, check_language
from senki.engine.position import Position
from senki.engine.registry import find_game, game_keys
from senki.lab.prose import aims_text, asked, describe, legend, options
from senki.lab.reasons import why_not_text
from senki.lab.telling import clauses_with, event_line, odds_lines, seat_name
from senki.players.base import Player
from senki.terminal.saves import Shelf, read_save
from senki.terminal.session import HUMAN, Session, is_harmless
from senki.terminal.thinker import PlayerMaker, make_player
from senki.terminal.words import say

MOST_LINES = 60
"""Lines of news that are told at once."""
MOST_CLAUSES = 12


class Assistant:
    """Somebody who plays in words: one game at a time, each kept after every choice."""

    def __init__(self, shelf: Shelf, lang: str, opponent: str, make: PlayerMaker = make_player) -> None:
        self.shelf = shelf
        self.lang = lang
        self.opponent = opponent
        """Who sits opposite unless somebody is named; whoever started Senki has chosen."""
        self.make = make
        self.seated: Session | None = None
        self.players: dict[int, Player] = {}
        self.forfeit = ""
        """Why a player has lost by rule, if one has."""

    @property
    def session(self) -> Session:
        """The game on the table; raises Illegal if there is none."""
        if self.seated is None:
            raise Illegal(say("assistant.no_game", self.lang))
        return self.seated

    @property
    def game(self) -> Game:
        """What is played."""
        return self.session.game

    @property
    def seen(self) -> Position:
        """The position as the assistant's side sees it: everything it asks is answered from this one."""
        session = self.session
        seen: Position = self.game.seen(session.match.position, session.viewpoint)
        return seen

    def games(self, lang: str | None = None) -> str:
        """The games there are, with their scenarios and sides."""
        self.lang = check_language(lang) if lang else self.lang
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
        self.lang = check_language(lang) if lang else self.lang
        played = find_game(game)
        named = played.scenario(scenario if scenario else played.begin_with)
        mine = played.sides[played.side(side)].id if side else named.newcomer
        who = self._opponent(opponent, played)
        if seed is not None and not 0 <= seed < 2**63:
            raise Malformed(f"seed {seed}: a whole number from 0 to 2^63 - 1 was expected")
        seats = {one.id: HUMAN if one.id == mine else who for one in played.sides}
        self._sit(Session(played, named.id, seats, seed, self.shelf))
        return "\n\n".join([self._greeting(), legend(played, self.lang), self._go_on(), self.look()])

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
        self._sit(session)
        return "\n\n".join([self._greeting(), legend(match.game, self.lang), self._go_on(), self.look()])

    def look(self) -> str:
        """All the assistant's side sees: status, what wins, the board, what is awaited, the options."""
        session = self.session
        wins = aims_text(self.game, self.game.aims(self.seen, session.viewpoint), self.lang)
        view = session.view()
        return "\n\n".join(part for part in (wins, describe(self.game, view, self.lang)) if part)

    def options(self, about: str = "", first: int = 1) -> str:
        """The options that speak of something, from a number on."""
        self._check_my_turn()
        return "\n".join(options(self.game, self.session.view(), self.lang, about, max(1, first), folds=False))

    def choose(self, option: str | int) -> str:
        """Play an option and let the others play until the assistant is to choose again."""
        self._check_my_turn()
        text = self._notation(option)
        self._check_allowed(text)
        told = [say("assistant.you", self.lang, notation=text), *self._news(self.session.play_as_seen(text))]
        news = self._go_on(told)
        parts = (news, self._trouble(), asked(self.game, self.session.view(), self.lang))
        return "\n\n".join(part for part in parts if part)

    def why_not(self, option: str | int) -> str:
        """Why a choice is not allowed now, with the clause."""
        self._check_my_turn()
        text = self._notation(option)
        reason = why_not_text(self.game, self.seen, text, self.lang)
        if reason is None:
            return say("lines.allowed", self.lang, notation=text)
        return "\n".join(part for part in (reason.sentence, reason.text) if part)

    def odds(self, option: str | int) -> str:
        """What the fight that an option begins would bring."""
        self._check_my_turn()
        text = self._notation(option)
        self._check_allowed(text)
        seen = self.seen
        found = self.game.odds(seen, self.game.answer(seen, text))
        if found is None:
            return say("lines.no_fight", self.lang, notation=text)
        return "\n".join(odds_lines(self.game, found, self.lang))

    def rule(self, words: str, game: str | None = None) -> str:
        """A clause by its number, or the clauses that hold all words; of a game that is named, or of the one played."""
        played = find_game(game) if game else self.game
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
        """Take back the assistant's last choice, where nothing was learned since."""
        try:
            taken = self.session.undo()
        except Illegal:
            raise Illegal(say("assistant.no_undo", self.lang)) from None
        back = say("assistant.undone", self.lang, option=taken.text)
        return f"{back}\n\n{asked(self.game, self.session.view(), self.lang)}"

    def log(self, last: int = MOST_LINES) -> str:
        """What has happened so far, as far as the assistant's side has heard of it; the last so many lines."""
        lines = self._news(self.session.match.log)
        return self._shortened(lines, max(1, last)) or say("assistant.nothing_yet", self.lang)

    def record(self) -> str:
        """The record of the game as JSON; of a game that keeps secrets only once it is over."""
        match = self.session.match
        if not match.over and self.game.keeps_secrets(match.position):
            raise Illegal(say("assistant.closed", self.lang))
        return to_json(match.record(), 2).decode()

    def leave(self) -> None:
        """Let the machine players go; the game is kept."""
        if self.seated is not None:
            for player in self.players.values():
                player.leave(self.seated.match.position)
            self.seated.keep()
        self.players = {}
        self.seated = None

    def _sit(self, session: Session) -> None:
        self.leave()
        self.seated = session
        self.forfeit = ""

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

    def _greeting(self) -> str:
        """What is played, who sits where, and where it is kept."""
        session = self.session
        if session.file is None:
            session.file = self.shelf.new_place(self.game.key)
        session.keep()
        others = [
            say("assistant.other", self.lang, side=one.name[self.lang], who=seat_name(session.seats[one.id], self.lang))
            for one in self.game.sides
            if session.seats[one.id] != HUMAN
        ]
        mine = self.game.sides[session.viewpoint].name[self.lang] if session.viewpoint >= 0 else ""
        title = self.game.scenario(session.scenario).title[self.lang]
        facts = {"game": self.game.title[self.lang], "scenario": title, "side": mine, "others": ", ".join(others)}
        lines = [say("assistant.began", self.lang, **facts), self._trouble()]
        if not session.trouble:
            lines.append(say("assistant.kept", self.lang, name=session.file.name))
        lines.append(say("dice.commitment", self.lang, hash=session.match.dice.commitment))
        return "\n".join(line for line in lines if line)

    def _trouble(self) -> str:
        trouble = self.session.trouble
        return say("assistant.unsaved", self.lang, why=trouble) if trouble else ""

    def _go_on(self, told: list[str] | None = None) -> str:
        """Roll and let the machine play until the assistant is to choose or the game is over; the news."""
        session, lines = self.session, told or []
        while not session.match.over and not session.human_to_act and not self.forfeit:
            if session.rolls:
                lines += self._news(session.roll())
                continue
            try:
                lines += self._machine(session)
            except Forfeit as lost:
                self.forfeit = str(lost)
                side = self.game.sides[lost.side].name[self.lang]
                lines.append(say("over.forfeit", self.lang, side=side, why=lost))
        if session.match.over:
            held = "dice.verified" if session.dice_hold() else "dice.broken"
            lines.append(say(held, self.lang))
        return self._shortened(lines, MOST_LINES)

    def _machine(self, session: Session) -> list[str]:
        """The machine plays a choice; the news of it."""
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
        return [said, *self._news(session.play(option))]

    def _news(self, events: list[Event]) -> list[str]:
        known = self.session.view().known
        heard = whole_moves(self.session.heard(events))
        return [f"  {event_line(self.game, event, self.lang, known)}" for event in heard]

    def _shortened(self, lines: list[str], most: int) -> str:
        if len(lines) > most:
            lines = [say("assistant.earlier", self.lang, count=len(lines) - most), *lines[-most:]]
        return "\n".join(lines)

    def _check_my_turn(self) -> None:
        session = self.session
        if self.forfeit:
            raise Illegal(say("assistant.forfeited", self.lang, why=self.forfeit))
        if not session.human_to_act:
            raise Illegal(say("lines.over", self.lang))

    def _notation(self, option: str | int) -> str:
        """The notation of an option, which may be named by its number."""
        text = " ".join(str(option).split())
        if not text.isdecimal():
            return text
        choices = self.session.view().choices
        if len(text) > 9 or not 1 <= int(text) <= len(choices):
            raise Illegal(say("lines.no_such_number", self.lang, number=text[:20], last=len(choices)))
        return choices[int(text) - 1].text

    def _check_allowed(self, text: str) -> None:
        """Raise Illegal with the clause if a choice is not allowed, or Malformed with an example if it is none."""
        try:
            reason = why_not_text(self.game, self.seen, text, self.lang)
        except (Malformed, UnknownName) as wrong:
            example = self.session.view().choices[0].text
            raise Malformed(
                say("lines.unreadable", self.lang, notation=text[:200], example=example, detail=wrong)
            ) from None
        if reason is not None:
            raise Illegal(say("assistant.refused", self.lang, why=reason.sentence))


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
        ("why_not", assistant.why_not, "Why is a choice not allowed? option: a notation. The answer names the clause."),
        ("odds", assistant.odds, "What would the fight bring that an option begins? option: its number or notation."),
        (
            "rule",
            assistant.rule,
            "Look up the rules. words: the number of a clause, or words it must hold. game: a key (default: the one"
            " you play).",
        ),
        ("undo", assistant.undo, "Take back your last choice, if nothing was rolled, played or learned since."),
        ("log", assistant.log, "What has happened so far. last: so many lines."),
        ("record", assistant.record, "The record of the game as JSON, every choice and roll in notation."),
    ]
