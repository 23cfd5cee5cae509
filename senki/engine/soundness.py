"""What must hold of every position of every game, whatever is played: the checks behind fuzzing and property tests."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection
from senki.engine.data import LANGUAGES
from senki.engine.errors import BrokenInvariant, SenkiError
from senki.engine.events import Event
from senki.engine.forms import Note, Odds, OddsResult, View, read_json, to_json
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import CHANCE, DECISION, Position

REMEMBERED: Final = 100_000
"""So many options are remembered as whole, no more: where poses are free there is no end of them."""


class Inspector:
    """Holds the positions of one game against the contract; raises BrokenInvariant where they differ.

    Sentences that were found whole once are not filled again: it remembers them.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._whole: set[tuple[str, str, int, int, int]] = set()
        self._explained: set[str] = set()

    def inspect(self, p: Position) -> None:
        """Everything that must hold of a position, the views of all sides included."""
        p.check()
        self.round_trip(p)
        self.views(p)
        if p.waits_for == DECISION:
            self.decision(p)
        elif p.waits_for == CHANCE:
            self.roll(p)
        elif p.result is None:
            raise BrokenInvariant("the game is over without a result")

    def round_trip(self, p: Position) -> None:
        """The position comes back equal from its JSON form, and the form from its bytes."""
        form = self.game.write(p)
        read = read_json(to_json(form), dict, "position")
        if read != form:
            raise BrokenInvariant(f"the JSON form does not survive its bytes: {form}")
        try:
            twin = self.game.read(read, "position")
        except SenkiError as wrong:
            raise BrokenInvariant(f"the written position cannot be read: {wrong}") from None
        if twin != p or twin.result != p.result:
            raise BrokenInvariant(f"the position that was read differs from the one written: {form}")

    def decision(self, p: Position) -> None:
        """The decision has options, each parses back, and they are the candidates without an objection."""
        step = p.step
        options = step.options(p)
        offered = {option.text for option in options}
        if not options:
            raise BrokenInvariant(f"dead end: step {step.name} offers no option")
        if len(offered) != len(options):
            raise BrokenInvariant(f"step {step.name} offers an option twice: {options}")
        for option in options:
            self.notation(p, option)
            odds = self.game.odds(p, option)
            if odds is not None:
                self.odds(odds, option)
        unobjected: set[str] = set()
        for option in step.candidates(p):
            objections = step.objections(p, option)
            if not objections:
                unobjected.add(option.text)
            for objection in objections:
                self.objection(objection)
        if unobjected != offered:
            raise BrokenInvariant(
                f"step {step.name}: offered but objected to: {sorted(offered - unobjected)}; "
                f"without objection but not offered: {sorted(unobjected - offered)}"
            )

    def odds(self, odds: Odds, option: Option) -> None:
        """The chances of a fight add up, and every line of its reckoning names clauses and can be read."""
        where = f"odds of '{option.text}'"
        if abs(sum(result.chance for result in odds.results) - 1.0) > 1e-9:
            raise BrokenInvariant(f"{where}: the chances do not add up to 1")
        told = [(odds.title.key, odds.title.facts)]
        lines = [*odds.lines, *odds.sums, *odds.closed]
        results: list[OddsResult] = [*odds.results, *odds.also]
        told += [(line.key, line.facts) for line in lines]
        told += [(result.key, result.facts) for result in results]
        told += [(face.key, face.facts) for face in odds.faces]
        for line in lines:
            self.clause(line.clause, where)
        for result in results:
            self.clause(result.clause, where)
            if not 0.0 <= result.chance <= 1.0:
                raise BrokenInvariant(f"{where}: '{result.key}' has the chance {result.chance}")
        try:
            for key, facts in told:
                for lang in LANGUAGES:
                    self.game.messages.say(f"odds.{key}", facts, lang)
        except SenkiError as wrong:
            raise BrokenInvariant(f"{where}: {wrong}") from None

    def roll(self, p: Position) -> None:
        """Every outcome of the roll parses back and can come up."""
        roll = p.roll()
        if min(roll.weights) < 1:
            raise BrokenInvariant(f"roll {roll.name} has an outcome that never comes")
        for outcome in roll.outcomes:
            self.notation(p, outcome)

    def notation(self, p: Position, option: Option) -> None:
        """The text of an option parses back to the same option, and has a sentence in each language."""
        known = (option.text, option.verb, option.subject, option.target, option.extra)
        if known in self._whole:
            return
        try:
            parsed = self.game.parse(option.text, p)
            for lang in LANGUAGES:
                self.game.label(option, lang)
        except SenkiError as wrong:
            raise BrokenInvariant(f"option '{option.text}': {wrong}") from None
        if (parsed.text, parsed.verb, parsed.subject, parsed.target, parsed.extra) != known:
            raise BrokenInvariant(f"option '{option.text}' parses back as another: {parsed}")
        if len(self._whole) >= REMEMBERED:
            self._whole.clear()
        self._whole.add(known)

    def objection(self, objection: Objection) -> None:
        """The objection names a clause of the rulebook and can be explained in each language."""
        known = f"{objection.key} {objection.clause} {len(objection.facts)}"
        if known in self._explained:
            return
        self.clause(objection.clause, f"objection {objection}")
        try:
            for lang in LANGUAGES:
                self.game.explain(objection, lang)
        except SenkiError as wrong:
            raise BrokenInvariant(f"objection {objection}: {wrong}") from None
        self._explained.add(known)

    def events(self, events: list[Event]) -> None:
        """Every event names a clause of the rulebook and can be told in each language."""
        for event in events:
            self.clause(event.clause, f"event {event}")
            try:
                for lang in LANGUAGES:
                    self.game.tell(event, lang)
            except SenkiError as wrong:
                raise BrokenInvariant(f"event {event}: {wrong}") from None

    def clause(self, clause: str, where: str) -> None:
        """The clause is in the rulebook."""
        if clause and clause not in self.game.rulebook:
            raise BrokenInvariant(f"{where}: the rulebook has no clause '{clause}'")

    def views(self, p: Position) -> None:
        """The view of each side and of a spectator can be built and sent, and offers just what that side may choose."""
        offered = [option.text for option in p.options()] if p.waits_for == DECISION else []
        for side in range(-1, len(self.game.sides)):
            view = self.game.view(p, side)
            to_json(view)
            if [choice.text for choice in view.choices] != (offered if side == p.side_to_act and side >= 0 else []):
                raise BrokenInvariant(f"the view of side {side} offers other choices than the rules")
            if view.proposal and view.proposal[0].text not in [choice.text for choice in view.choices]:
                raise BrokenInvariant(f"the view of side {side} proposes what it does not offer")
            self.declared(view)
            if side < 0:
                self.sentences(view)
                spectator = view
            elif not self.game.hidden_information:
                view.side, view.choices, view.proposal = spectator.side, spectator.choices, spectator.proposal
                if view != spectator:
                    raise BrokenInvariant(f"nothing is hidden, yet side {side} sees something else than a spectator")

    def declared(self, view: View) -> None:
        """Every colour, marker and mark of a view is one that the card of the game declares."""
        shown = [("colour", piece.colour) for piece in view.pieces if piece.colour]
        shown += [("marker", marker) for piece in view.pieces for marker in piece.markers]
        shown += [("mark", mark.kind) for mark in view.marks]
        for kind, name in set(shown):
            if name not in self.game.looks.names[kind]:
                raise BrokenInvariant(f"the card of the game declares no {kind} '{name}'")

    def sentences(self, view: View) -> None:
        """The prompt and the notes of a view can be read in each language."""
        try:
            for lang in LANGUAGES:
                self.game.prompt(view, lang)
                for note in view.notes:
                    self.note(note, lang)
        except SenkiError as wrong:
            raise BrokenInvariant(f"view: {wrong}") from None

    def note(self, note: Note, lang: str) -> None:
        """A line of the status panel can be read."""
        self.game.messages.say(f"note.{note.key}", note.facts, lang)
