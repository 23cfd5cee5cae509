"""The drawn game: keys and mouse, dice and machine players, round one table."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic

from textual import work
from textual.app import App, ComposeResult
from textual.events import Key, Resize
from textual.widgets import Input, OptionList

from senki.engine.data import LANGUAGES
from senki.engine.errors import Forfeit, Illegal, SenkiError
from senki.engine.forms import Choice
from senki.lab.reasons import why_not_text
from senki.lab.telling import choice_label, percent
from senki.terminal.app import result_screen as result
from senki.terminal.app.colours import THEME
from senki.terminal.app.entry_line import LOAD, SAVE, WRITE, free_name
from senki.terminal.app.keys import GAME_KEYS
from senki.terminal.app.map_widget import MapWidget
from senki.terminal.app.result_screen import ResultScreen
from senki.terminal.app.side import Thinking
from senki.terminal.app.table import HELP, OPTIONS, RULES, Table
from senki.terminal.mapview import Hit
from senki.terminal.saves import named_file
from senki.terminal.sentences import in_language
from senki.terminal.session import ADVISER, Session
from senki.terminal.thinker import Thinker, ThinkerApart, Thought
from senki.terminal.words import say

TUMBLES = 6
TUMBLE = 0.09
"""Seconds a die shows one face while it rolls."""
AFTER_ROLL = 0.4
AFTER_MOVE = 0.9
"""Seconds to look at a roll and at a move of the machine."""
BLINK = 0.03
BOARD_KEYS = ("walk", "steer", "pan", "enter", "end", "result")
"""What the board does with keys that a line of text needs itself."""


class GameApp(App[int]):
    """One game in the terminal."""

    CSS_PATH = "game_app.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    BINDINGS = GAME_KEYS

    def __init__(
        self, session: Session, lang: str, pace: float = 1.0, thinkers: dict[str, Thinker] | None = None
    ) -> None:
        super().__init__()
        self.session = session
        self.game = session.game
        self.table = Table(session, lang)
        self.pace = pace
        """How long everything takes to be shown: 1 as meant, 0 at once."""
        self.thinkers: dict[str, Thinker] = thinkers or {}
        """The machine players by side id, and the one who gives hints."""
        self.consent_asked = False
        self.hurried = False
        """A key was pressed: no more waiting."""

    @property
    def lang(self) -> str:
        """The language of now."""
        return self.table.lang

    def compose(self) -> ComposeResult:
        """The table is all there is."""
        yield self.table

    def on_mount(self) -> None:
        """Show the table and let the game go on."""
        self.title = self.game.title[self.lang]
        self.register_theme(THEME)
        self.theme = THEME.name
        self.set_focus(None)
        self.table.fit(self.size.width, self.size.height)
        self.call_after_refresh(self.go_on)

    def on_resize(self, event: Resize) -> None:
        """Everything again at the new size, once the widgets know theirs."""
        self.table.fit(event.size.width, event.size.height)
        self.call_after_refresh(self.table.show_all)

    # The game goes on

    @work(exclusive=True, group="game")
    async def go_on(self, first_words: str = "") -> None:
        """Roll and let the machine play, one thing at a time, until a person must choose or the game is over."""
        session = self.session
        self.show_position()
        if first_words:
            self.table.say(first_words)
        try:
            while not session.match.over and not session.human_to_act:
                if session.rolls:
                    await self.tumble()
                    session.roll()
                    self.show_position()
                    await self.pause(AFTER_ROLL)
                else:
                    thought = await self.think()
                    session.play(thought.text)
                    self.show_position()
                    await self.pause(AFTER_MOVE)
        except Forfeit as lost:
            side, why = self.game.sides[lost.side].name[self.lang], in_language(str(lost), self.lang)
            self.table.say(say("over.forfeit", self.lang, side=side, why=why))
        except SenkiError as wrong:
            self.table.say(in_language(str(wrong), self.lang))
        if session.match.over:
            self.action_result()

    def show_position(self) -> None:
        """A new position has come about."""
        self.consent_asked = False
        self.table.next_decision()

    async def pause(self, seconds: float) -> None:
        """Let the player look; any key ends it."""
        self.hurried = False
        until = monotonic() + seconds * self.pace
        await asyncio.sleep(0)
        while monotonic() < until and not self.hurried:
            await asyncio.sleep(BLINK)

    async def tumble(self) -> None:
        """Show dice rolling; what they will show is not decided here."""
        dice = len(self.session.match.position.roll().outcomes[0].facts.get("faces", "").split())
        faces = Random(len(self.session.match.played))
        self.hurried = False
        for _ in range(TUMBLES if self.pace else 0):
            self.table.tumbling = [faces.randint(1, 6) for _ in range(dice)]
            self.table.show_status()
            await asyncio.sleep(TUMBLE * self.pace)
            if self.hurried:
                break
        self.table.tumbling = []

    async def think(self) -> Thought:
        """Ask the machine player of the side to act, showing how far it has come."""
        position = self.session.match.position
        side = self.game.sides[position.side_to_act].id
        table = self.table

        def told(share: float, chance: float | None) -> None:
            table.thinking = Thinking(side, share, chance)
            table.show_status()

        told(0.0, None)
        table.show_prompt()
        try:
            thinker = self.thinker(side, self.session.seats[side])
            thinker.story = self.session.story()
            return await thinker.choose(position.copy(), told)
        finally:
            table.thinking = None

    def thinker(self, name: str, spec: str) -> Thinker:
        """The machine player in a seat, started when it is first asked."""
        if name not in self.thinkers:
            seed = (self.session.seed or 0) + len(self.thinkers)
            self.thinkers[name] = ThinkerApart(spec, self.game, seed)
        return self.thinkers[name]

    # Choosing

    def choose(self, choice: Choice | None) -> None:
        """Play a choice of the person to act, or show how far pointing has come."""
        if choice is None:
            self.table.pointed()
        else:
            self.play(choice.text)

    def action_write(self) -> None:
        """Ask for a choice in notation: what is listed may be only a sample."""
        if self.table.aim is not None:
            self.ask(WRITE, [choice.text for choice in self.table.aim.shown()])

    def write(self, notation: str) -> None:
        """Play what was written, or say why it cannot be played."""
        try:
            refusal = why_not_text(self.game, self.session.match.position, notation, self.lang)
        except SenkiError as wrong:
            example = self.session.match.position.options()[0].text
            detail = in_language(str(wrong), self.lang)
            self.table.say(say("lines.unreadable", self.lang, notation=notation, example=example, detail=detail))
            return
        if refusal is not None:
            self.table.tell_reason(refusal)
        else:
            self.play(notation)

    def play(self, text: str) -> None:
        """Play a choice of the person to act."""
        try:
            self.session.play(text)
        except SenkiError as wrong:
            self.table.say(in_language(str(wrong), self.lang))
            return
        # The next key must already find the new position.
        self.show_position()
        self.go_on()

    def on_map_widget_pointed(self, event: MapWidget.Pointed) -> None:
        """The mouse: a click chooses, resting on something tells about it."""
        aim = self.table.aim
        if aim is None or event.hit is None:
            return
        if event.clicked:
            self.click(event.hit)
        elif aim.piece is not None and aim.way is None:
            self.table.speak_of(aim.piece, event.hit.place)

    def click(self, hit: Hit) -> None:
        """Choose a lit place, take a piece that may act, or say why neither can be done."""
        aim = self.table.aim
        assert aim is not None
        ready = [piece for piece in hit.pieces if any(choice.piece == piece for choice in aim.choices)]
        if hit.place in aim.lit():
            self.choose(aim.go(hit.place))
        elif ready:
            # A second click on a stack takes its next piece.
            after = ready.index(aim.piece) + 1 if aim.piece in ready else 0
            aim.take(ready[after % len(ready)])
            self.table.pointed()
        elif aim.piece is not None:
            self.table.speak_of(aim.piece, hit.place)
        elif hit.pieces:
            self.table.speak_of_idle(hit.pieces[0])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line of the list was clicked."""
        chosen = next((choice for choice in self.table.view.choices if choice.text == event.option_id), None)
        if chosen is not None:
            self.choose(chosen)

    def on_key(self, event: Key) -> None:
        """Any key ends a pause."""
        self.hurried = True

    @property
    def typing(self) -> bool:
        """Does a line of text take the keys?"""
        return isinstance(self.focused, Input)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a text is typed or the result is on top, the keys of the board rest."""
        if action in BOARD_KEYS and self.typing:
            return action == "steer" and bool(self.table.entry_line.purpose) and parameters[0] == 0
        return action == "leave" or not isinstance(self.screen, ResultScreen)

    def action_walk(self, step: int) -> None:
        """Go to the next thing that may be chosen."""
        if self.table.aim is not None:
            self.table.aim.walk(step)
            self.table.pointed()

    def action_steer(self, right: int, down: int) -> None:
        """Go in a direction; in a replay, back and forth; among saved games, to the next."""
        table = self.table
        if table.entry_line.purpose:
            table.entry_line.offer(down)
        elif self.session.match.over:
            here = len(self.session.match.played) if table.at is None else table.at
            table.look_at(here + right + down)
        elif table.aim is not None:
            table.aim.steer(right, down)
            table.pointed()

    def action_pan(self, right: int, down: int) -> None:
        """Look at another part of a large map."""
        self.table.map.chart.pan(right, down)
        self.table.show_map()

    def action_overlay(self) -> None:
        """Show the next of what the game can show on its map, after the last of them nothing."""
        self.table.next_overlay()

    def action_end(self, last: int) -> None:
        """Go to either end of the replay."""
        if self.session.match.over:
            self.table.look_at(len(self.session.match.played) if last else 0)

    def action_enter(self) -> None:
        """Take what the cursor is on."""
        if self.table.aim is not None:
            self.choose(self.table.aim.enter())

    def action_step_back(self) -> None:
        """Leave the line of text, the pane or the selection."""
        if self.typing:
            self.leave_line()
        elif self.table.pane in (RULES, HELP):
            self.action_pane(OPTIONS)
        elif self.table.aim is not None:
            self.table.aim.back()
            self.table.pointed()

    def action_number(self, number: int) -> None:
        """Choose a line of the list by the digits of its number."""
        aim = self.table.aim
        if aim is None:
            return
        try:
            choice = aim.number(number)
        except IndexError as beyond:
            self.table.say(say("choose.not_listed", self.lang, number=beyond))
            self.table.show_options()
            return
        if choice is not None:
            self.choose(choice)
        else:
            self.table.say(say("choose.typed", self.lang, number=aim.typed))
            self.table.show_options()

    def action_pass_on(self) -> None:
        """Make the one choice that is about no piece and no place: pass, wait, stop."""
        if self.table.aim is not None:
            bare = self.table.aim.bare_choice()
            if bare is not None:
                self.choose(bare)
            else:
                self.table.say(say("choose.no_pass", self.lang))

    # The table

    def action_undo(self) -> None:
        """Take back the last choice; behind dice or an enemy's choice only when asked twice."""
        try:
            taken = self.session.undo(by_consent=self.consent_asked)
        except Illegal:
            ask = self.session.may_undo_by_consent() and not self.consent_asked
            self.consent_asked = ask
            self.table.say(say("undo.consent" if ask else "undo.nothing", self.lang))
            return
        self.go_on(say("undo.done", self.lang, option=self.game.label(taken, self.lang)))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask a machine player what it would do."""
        position = self.session.match.position
        if not self.session.human_to_act:
            self.table.say(say("hint.not_now", self.lang))
            return
        self.table.say(say("hint.working", self.lang))
        try:
            thought = await self.thinker("hint", ADVISER).choose(position.copy(), lambda share, chance: None)
        except SenkiError as wrong:
            self.table.say(in_language(str(wrong), self.lang))
            return
        choice = next((choice for choice in self.table.view.choices if choice.text == thought.text), None)
        if position is self.session.match.position and choice is not None:
            label = choice_label(self.game, choice, self.lang)
            chance = percent(thought.chance) if thought.chance is not None else ""
            self.table.say(say("hint.done" if chance else "hint.plain", self.lang, option=label, chance=chance))

    def action_pane(self, pane: str) -> None:
        """Open a pane; the rulebook opens at the clause that was spoken of."""
        self.table.pane = pane
        self.table.show_panes()
        search = self.query_one("#search", Input)
        if pane == RULES and self.table.clause:
            search.value = self.table.clause
        self.set_focus(search if pane == RULES else None)
        self.call_after_refresh(self.table.show_log)

    def action_scroll_pane(self, pages: int) -> None:
        """Scroll the open pane."""
        pane = self.query_one("#rules_scroll" if self.table.open_pane == RULES else f"#{self.table.open_pane}")
        pane.scroll_relative(y=pages * max(1, pane.size.height - 1), animate=False)

    def action_language(self) -> None:
        """Go on in the next language."""
        self.table.speak(LANGUAGES[(LANGUAGES.index(self.lang) + 1) % len(LANGUAGES)])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search the rulebook while typing."""
        if event.input.id == "search":
            self.table.show_rules(event.value)

    # Files

    def action_ask_save(self) -> None:
        """Ask for the file to save to."""
        self.ask(SAVE, [free_name(f"{self.game.key}-save")])

    def action_ask_load(self) -> None:
        """Ask for the file to load, offering the games that are kept, the running one last."""
        kept = self.session.shelf.games(self.game.key)
        self.ask(LOAD, [str(path) for path in sorted(kept, key=lambda path: path == self.session.file)])

    def ask(self, purpose: str, offers: list[str]) -> None:
        """Open the line for a file name or a notation."""
        self.table.say(say(f"{purpose}.title", self.lang))
        self.table.entry_line.open(purpose, offers)

    def leave_line(self) -> None:
        """No line of text takes the keys any more."""
        if self.table.entry_line.purpose:
            self.table.entry_line.close()
            self.table.say("")
        self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """A file was named, a choice written, or a search is done."""
        purpose, name = self.table.entry_line.purpose, event.value.strip()
        self.leave_line()
        if event.input is not self.table.entry_line or not name:
            return
        if purpose == WRITE:
            self.write(name)
            return
        try:
            if purpose == SAVE:
                self.session.save(named_file(name))
                self.table.say(say("save.done", self.lang, file=name))
            else:
                self.session.load(named_file(name))
                self.go_on(say("load.done", self.lang, file=name))
        except SenkiError as wrong:
            self.table.say(say(f"{purpose}.failed", self.lang, why=in_language(str(wrong), self.lang)))

    # The end

    def action_result(self) -> None:
        """Show how it ended."""
        if self.session.match.over:
            self.push_screen(ResultScreen(self.session, self.lang), self.after_result)

    def after_result(self, wish: str | None) -> None:
        """Do what the player wants after the end."""
        if wish == result.REPLAY:
            self.table.look_at(len(self.session.match.played) - 1)
        elif wish == result.SAVE:
            self.action_ask_save()
        elif wish == result.AGAIN:
            self.action_again()
        elif wish == result.LEAVE:
            self.action_leave()
        elif wish == result.LANGUAGE:
            self.action_language()
            self.action_result()

    def action_again(self) -> None:
        """Begin a new game, once this one is over."""
        if self.session.match.over:
            self.session.again()
            self.go_on()

    def action_leave(self) -> None:
        """Leave at any time: the game is kept."""
        self.session.keep()
        self.exit(0)

    async def on_unmount(self) -> None:
        """Let the machine players go."""
        self.workers.cancel_all()
        for thinker in self.thinkers.values():
            await thinker.close()
