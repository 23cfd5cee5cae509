"""The table a player sits at: the map, the panes beside it and the prompt under it, and what they show now."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option as Line

from senki.engine.events import Event, whole_moves
from senki.engine.forms import Choice, Odds, Overlay, View
from senki.engine.looks import OverlayCard
from senki.engine.match import Played
from senki.lab.reasons import Reason, why_idle, why_not
from senki.lab.telling import event_line, odds_results, odds_sum, priced_label, standing
from senki.terminal.app.aim import LIST, NO_LINE, PIECE, PLACE, WAY, Aim
from senki.terminal.app.colours import BAD, INK_3, SELECT
from senki.terminal.app.entry_line import EntryLine
from senki.terminal.app.log import Log
from senki.terminal.app.map_widget import MapWidget
from senki.terminal.app.side import Thinking, key_bar, pane_bar, rulebook, status, without_dice
from senki.terminal.charts import chart_of
from senki.terminal.mapview import Scene
from senki.terminal.session import Session
from senki.terminal.visible import LAYOUT, visible
from senki.terminal.words import say

OPTIONS, LOG, RULES, HELP = "options", "log", "rules", "help"
TALL, NARROW, WIDE = 32, 100, 150
"""From this height options and log stand together; below and from these widths the side panel is slim or broad."""
EVENTS_TOLD = 4
"""How many of the last events the prompt repeats; one less on a short screen."""
GUIDES = {PIECE: "choose.piece", PLACE: "choose.place", WAY: "choose.way", LIST: "choose.list"}


class Table(Vertical):
    """Everything on the screen, and what it shows of the session."""

    def __init__(self, session: Session, lang: str) -> None:
        super().__init__()
        self.session = session
        self.game = session.game
        self.lang = lang
        self.map = MapWidget(chart_of(self.game, session.scenario, session.options), lang)
        self.entry_line = EntryLine()
        self.view: View = session.view()
        self.aim: Aim | None = None
        self.pane = OPTIONS
        self.short = False
        self.overlay: OverlayCard | None = None
        """What the game shows on its map because the player asked for it."""
        self.thinking: Thinking | None = None
        self.tumbling: list[int] = []
        self.at: int | None = None
        """Of a finished game: how many moves of the replay are shown; none for the end."""
        self.message = Text()
        self.clause = ""
        """The clause of the refusal that is shown."""
        self.listed: tuple[list[Choice], str] = ([], "")
        """The options in the list, and their language."""
        self.told: list[Event] = []
        self.moves: dict[Played, list[Event]] = {}
        self.told_lines: list[Text] = []
        """The events told in the log so far, and their lines."""
        self.told_for: tuple[str, dict[str, str]] = ("", {})
        """The language and the known pieces they were told for."""
        self.log_told: list[Text] = []
        self.log_width = 0

    def compose(self) -> ComposeResult:
        """Title, map and side panel, prompt, keys."""
        yield Static(id="title")
        with Horizontal(id="middle"):
            yield self.map
            with Vertical(id="side"):
                yield Static(id="status")
                yield OptionList(id="options")
                yield Static(id="panes")
                yield Log()
                with Vertical(id="rules"):
                    yield Input(id="search")
                    with VerticalScroll(id="rules_scroll"):
                        yield Static(id="rules_text")
                with VerticalScroll(id="help"):
                    yield Static(id="help_text")
        with VerticalScroll(id="prompt"):
            yield Static(id="ask")
            yield Static(id="say")
            yield self.entry_line
        yield Static(id="keys")

    def on_mount(self) -> None:
        """Only lines of text take the keys away from the board."""
        for pane in self.query("#options, #log, #rules_scroll, #help, #prompt"):
            pane.can_focus = False
        self.show_words()

    def fit(self, width: int, height: int) -> None:
        """Suit the panels to the size of the terminal."""
        self.short = height < TALL
        self.set_class(self.short, "short")
        self.set_class(width < NARROW, "narrow")
        self.set_class(width >= WIDE, "wide")

    def next_decision(self) -> None:
        """A new position: forget what was pointed at and show everything."""
        self.at = None
        self.view = self.session.view()
        self.message, self.clause = Text(), ""
        self.aim = Aim(self.view, self.map.where, self.map.chart.places) if self.view.choices else None
        self.show_all()

    def look_at(self, moves: int) -> None:
        """Show a finished game as it was after so many moves."""
        match = self.session.match
        moves = max(0, min(moves, len(match.played)))
        self.at = None if moves == len(match.played) else moves
        self.view = self.game.view(match.before(moves), -1)
        self.message = Text()
        self.show_all()

    def speak(self, lang: str) -> None:
        """Go on in another language; the position, the selection and the pane stay."""
        self.lang = lang
        self.show_words()
        self.speak_of_cursor()
        self.show_all()

    # Showing

    def show_all(self) -> None:
        """Show everything that may have changed."""
        self.show_map()
        self.show_status()
        self.show_options()
        self.show_panes()
        self.show_log()
        self.show_prompt()

    def show_words(self) -> None:
        """Show what depends on the language alone."""
        scenario = self.game.scenario(self.session.scenario).title[self.lang]
        title = Text.assemble("戦棋 Senki", ("  ·  ", INK_3), self.game.title[self.lang], (f"  {scenario}", INK_3))
        self.query_one("#title", Static).update(title)
        search = self.query_one("#search", Input)
        search.placeholder = say("rules.search", self.lang)
        self.show_rules(search.value)
        self.query_one("#help_text", Static).update(Text(say("help.text", self.lang).strip()))

    def show_rules(self, search: str) -> None:
        """The rulebook, or what was searched for in it."""
        self.query_one("#rules_text", Static).update(rulebook(self.game, search, self.lang))
        self.query_one("#rules_scroll").scroll_home(animate=False)

    def scene(self) -> Scene:
        """What the map shows now."""
        scene = Scene(self.view.pieces, {side.id: side.colour for side in self.game.sides})
        aim = self.aim
        if aim is not None:
            scene.ready = {choice.piece for choice in self.view.choices if choice.piece is not None}
            scene.lit = aim.lit()
            scene.aiming = aim.piece is not None
            scene.chosen = aim.piece or (aim.cursor.piece if aim.cursor is not None else None)
            if aim.way is not None:
                scene.cursor = aim.way
            elif aim.cursor is not None and (aim.piece is not None or aim.cursor.piece is None):
                scene.cursor = aim.cursor.place
        scene.overlay = self.overlaid(scene)
        return scene

    def overlaid(self, scene: Scene) -> Overlay:
        """What the overlay shows now, from where the player points if it is about a place; nothing in a replay."""
        if self.overlay is None or self.at is not None:
            return Overlay()
        place = scene.cursor or next((piece.place for piece in scene.pieces if piece.id == scene.chosen), None)
        if self.overlay.asks and place is None:
            return Overlay()
        side = self.session.viewpoint
        return self.game.overlay(self.game.seen(self.session.match.position, side), side, self.overlay.id, place or "")

    def next_overlay(self) -> None:
        """Go on to the next overlay the game names, after the last to none."""
        cards = self.game.looks.overlays_in(self.session.scenario)
        if not cards:
            self.say(say("overlay.none", self.lang))
            return
        at = cards.index(self.overlay) + 1 if self.overlay is not None else 0
        self.overlay = cards[at] if at < len(cards) else None
        self.show_map()
        if self.overlay is None:
            self.say(say("overlay.off", self.lang))
        else:
            self.say(say("overlay.on", self.lang, name=self.overlay.name[self.lang], hint=self.overlay.hint[self.lang]))

    def show_map(self) -> None:
        """Draw the map."""
        self.map.show(self.scene(), self.lang)

    def show_status(self) -> None:
        """Tracks, seats, dice."""
        view = without_dice(self.view) if self.tumbling else self.view
        rolled = self.tumbling or self.last_dice()
        text = status(self.game, view, self.session.seats, rolled, self.thinking, self.lang, self.short)
        self.query_one("#status", Static).update(text)

    def last_dice(self) -> list[int]:
        """The dice that fell last."""
        shown = self.session.match.played[: self.at]
        faces = next((p.option.facts.get("faces", "") for p in reversed(shown) if p.side < 0), "")
        return [int(face) for face in faces.split()]

    def show_options(self) -> None:
        """The list of options, numbered; it is made anew only when it holds something else."""
        options = self.query_one("#options", OptionList)
        shown = self.aim.shown() if self.aim is not None else []
        if (shown, self.lang) != self.listed:
            self.listed = (shown, self.lang)
            options.clear_options()
            digits = len(str(len(shown)))
            options.add_options(self.option_line(f"{number:{digits}}", one) for number, one in enumerate(shown, 1))
        aim = self.aim
        marked = aim is not None and (aim.cursor is not None or aim.typed or aim.stage in (WAY, LIST))
        line = aim.marked if aim is not None else NO_LINE
        options.highlighted = line if marked and 0 <= line < len(shown) else None

    def option_line(self, number: str, choice: Choice) -> Line:
        """A line of the list."""
        mark = say("option.numbered", self.lang, number=number)
        return Line(Text.assemble((mark, f"bold {SELECT}"), priced_label(self.game, choice, self.lang)), id=choice.text)

    @property
    def open_pane(self) -> str:
        """The pane that is open; where there is room the options stand above the log."""
        return LOG if self.pane == OPTIONS and not self.short else self.pane

    def show_panes(self) -> None:
        """Show the pane that is open."""
        self.query_one("#options").display = self.open_pane == OPTIONS or (not self.short and self.open_pane == LOG)
        for name in (LOG, RULES, HELP):
            self.query_one(f"#{name}").display = self.open_pane == name
        self.query_one("#panes", Static).update(pane_bar(self.open_pane, self.short, self.lang), layout=False)

    def show_log(self) -> None:
        """The log; only what is new is written if nothing else has changed."""
        log = self.query_one("#log", RichLog)
        if not log.size.width:
            return  # It is hidden, or not yet laid out; it says when it has a size.
        lines = self.log_lines()
        written = len(self.log_told)
        if log.size.width != self.log_width or lines[:written] != self.log_told:
            log.clear()
            written = 0
        for line in lines[written:]:
            log.write(line)
        self.log_told, self.log_width = lines, log.size.width

    def on_log_fitted(self) -> None:
        """The log has another width."""
        self.show_log()

    def log_lines(self) -> list[Text]:
        """The seal of the dice, everything that happened, and at the end the proof."""
        match = self.session.match
        lines = [Text(say("dice.commitment", self.lang, hash=match.dice.commitment), INK_3)]
        told = match.opening + [event for played in match.played[: self.at] for event in self.moves_of(played)]
        lines += self.sentences(self.session.heard(told))
        if match.over and self.at is None:
            lines.append(Text(say("dice.revealed", self.lang, seed=match.dice.seed.hex() or "-"), INK_3))
            lines.append(Text(say("dice.verified" if self.session.dice_hold() else "dice.broken", self.lang), SELECT))
        return lines

    def moves_of(self, played: Played) -> list[Event]:
        """What an answer caused, its marches as whole moves, made once."""
        if played not in self.moves:
            self.moves[played] = whole_moves(played.events)
        return self.moves[played]

    def sentences(self, events: list[Event]) -> list[Text]:
        """Events as lines of the log; those that were told before are not told again."""
        known = self.view.known
        if (self.lang, known) != self.told_for or events[: len(self.told)] != self.told:
            self.told, self.told_lines, self.told_for = [], [], (self.lang, known)
        for event in events[len(self.told) :]:
            line = Text.assemble(self.game.tell(event, self.lang, known), (f" {event.clause}", INK_3))
            self.told_lines.append(line)
        self.told = events
        return self.told_lines

    def show_prompt(self) -> None:
        """What the game waits for, how to answer, and what there is to say about it."""
        self.query_one("#ask", Static).update(self.prompt_text())
        said = self.message
        if not said:
            said = Text("\n".join(self.last_events()), INK_3)
        if self.session.trouble:
            said = Text.assemble((say("save.failed", self.lang, why=self.session.trouble) + "\n", BAD), said)
        self.query_one("#say", Static).update(said)
        keys = key_bar(self.session.match.over, self.app.size.width, self.lang)
        self.query_one("#keys", Static).update(keys, layout=False)

    def last_events(self) -> list[str]:
        """What happened since a person last chose, in so many lines as there is room for."""
        told: list[str] = []
        for played in reversed(self.session.match.played[: self.at]):
            heard = self.session.heard(played.events)
            told = [event_line(self.game, event, self.lang, self.view.known) for event in whole_moves(heard)] + told
            if self.session.is_human(played.side) or self.at is not None:
                break
        return told[-EVENTS_TOLD + self.short :]

    def prompt_text(self) -> Text:
        """The prompt and, under it, how to answer it."""
        if self.at is not None:
            moves = len(self.session.match.played)
            return Text(say("over.replay", self.lang, at=self.at, all=moves), "bold")
        text = Text.assemble((self.game.prompt(self.view, self.lang), "bold"))
        if self.thinking is not None:
            side = self.game.sides[self.game.side(self.thinking.side)].name[self.lang]
            text.append("\n" + say("wait.machine", self.lang, side=side), INK_3)
        elif self.aim is not None:
            text.append("\n" + self.guide(self.aim), INK_3)
        return text

    def guide(self, aim: Aim) -> str:
        """How to make the choice that is to be made now."""
        piece = self.game.piece_name(aim.piece, self.lang) if aim.piece is not None else ""
        place = self.game.place_name(aim.way, self.lang) if aim.way is not None else ""
        return say(GUIDES[aim.stage], self.lang, piece=piece, place=place)

    # Speaking

    def say(self, sentence: str) -> None:
        """Say a sentence under the prompt."""
        self.tell(Text(visible(sentence, LAYOUT)))

    def tell(self, text: Text, clause: str = "") -> None:
        """Say something under the prompt."""
        self.message, self.clause = text, clause
        self.query_one("#prompt").scroll_home(animate=False)
        self.show_prompt()

    def tell_reason(self, reason: Reason) -> None:
        """Say why not: the sentence, and under it the clause."""
        text = Text.assemble((reason.sentence, f"bold {BAD}"))
        if reason.text:
            text.append("\n" + say("rules.clause", self.lang, clause=reason.clause, text=reason.text), INK_3)
        self.tell(text, reason.clause)

    def pointed(self) -> None:
        """The cursor or the selection has changed: show it, and what may be said about it."""
        self.speak_of_cursor()
        self.show_map()
        self.show_options()

    def speak_of_cursor(self) -> None:
        """Say what may be said about what the cursor is on."""
        aim = self.aim
        if aim is not None and aim.stage in (WAY, LIST):
            shown = aim.shown()
            marked = shown[aim.line : aim.line + 1]
            self.tell(self.told_of(marked) if self.fight_of(marked) else Text())
        elif aim is None or aim.cursor is None:
            self.tell(Text())
        elif aim.stage == PIECE and aim.cursor.piece is not None:
            here = next(piece for piece in self.view.pieces if piece.id == aim.cursor.piece)
            self.say(standing(self.game, here, self.lang))
        else:
            self.speak_of(aim.cursor.piece, aim.cursor.place)

    def speak_of(self, piece: str | None, place: str | None) -> None:
        """Say what a piece may do at a place, or why not."""
        if place is None:
            return
        fitting = [choice for choice in self.view.choices if choice.piece == piece and choice.place == place]
        if fitting:
            self.tell(self.told_of(fitting))
            return
        refusal = why_not(self.game, self.session.match.position, piece, place, self.lang)
        if refusal is not None:
            self.tell_reason(refusal)
        else:
            key = "choose.no_way" if piece is not None else "choose.nothing_there"
            self.say(say(key, self.lang, piece=piece, place=self.game.place_name(place, self.lang)))

    def told_of(self, choices: list[Choice]) -> Text:
        """Some choices as sentences, and under the first that begins a fight what it would bring."""
        text = Text("\n".join(priced_label(self.game, choice, self.lang) for choice in choices))
        odds = self.fight_of(choices)
        if odds is not None:
            told = [odds_sum(self.game, odds, self.lang), *odds_results(self.game, odds, self.lang)]
            text.append("\n" + "\n".join(line for line in told if line), INK_3)
        return text

    def fight_of(self, choices: list[Choice]) -> Odds | None:
        """What the first fight among some choices would bring."""
        p = self.session.match.position
        found = (self.game.odds(p, self.game.answer(p, choice.text)) for choice in choices)
        return next((odds for odds in found if odds is not None), None)

    def speak_of_idle(self, piece: str) -> None:
        """Say why a piece can do nothing now."""
        idle = why_idle(self.game, self.session.match.position, piece, self.lang)
        if idle is not None:
            self.tell_reason(idle)
        else:
            self.say(say("choose.idle", self.lang, piece=self.game.piece_name(piece, self.lang)))
