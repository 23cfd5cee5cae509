"""A match: a game in progress with its dice, its log, undo and its record."""

from __future__ import annotations

from collections.abc import Callable

from senki.engine.dice import FairDice, seeded_dice
from senki.engine.errors import Illegal, Malformed, SenkiError
from senki.engine.events import Event
from senki.engine.forms import READABLE, DiceProof, Record, View
from senki.engine.game import Game
from senki.engine.keeping import played_again
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Result
from senki.engine.registry import find_game
from senki.engine.starts import read_start
from senki.engine.trail import Trail
from senki.engine.undo import teaches_nothing
from senki.engine.views import result_form


class Decision:
    """One side must choose one of several options."""

    def __init__(self, name: str, side: int, options: list[Option]) -> None:
        self.name = name
        self.side = side
        self.options = options


class Played:
    """One answer of a match: what was played by whom, the dice's mark before it, what it caused.

    `roll` is the roll it answered, if it was one.
    """

    def __init__(self, option: Option, side: int, roll: Roll | None, mark: str, events: list[Event]) -> None:
        self.option = option
        self.side = side
        self.roll = roll
        self.mark = mark
        self.events = events


Told = Callable[[Played], None]
"""Called with each answer of a replay as it is played."""


class Match:
    """A game in progress: `play` answers what is pending, `roll` lets the dice answer."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        dice: FairDice,
        seats: dict[str, str],
        start: Position | None = None,
        options: dict[str, str] | None = None,
        rules: int = 0,
    ) -> None:
        self.game = game
        self.rules = rules or game.rules_version
        """The version of the rules it is played by: that of its record, if that is an earlier one."""
        self.scenario = game.scenario(scenario).id
        self.dice = dice
        self.seats = seats
        self.options: dict[str, str] = options or {}
        settings = game.settings(self.options, self.scenario)
        self.position: Position = start.copy() if start is not None else game.start(self.scenario, settings)
        self.start_form = game.write(self.position) if start is not None else None
        if self.rules != game.rules_version:
            game.go_by(self.position, self.rules)
        self.mark = dice.first_mark
        """Where in the game the next roll comes, for the dice."""
        self.played: list[Played] = []
        self.opening: list[Event] = []
        self.position.events = self.opening
        self.position.settle()
        self.trail = Trail(self.position)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its answers, which are played again."""
        moves = [played.option.text for played in self.played]
        start = self.start_form
        return played_again, (self.game, self.scenario, self.dice, self.seats, start, self.options, moves, self.rules)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.position.over

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        return self.position.result

    @property
    def pending(self) -> Decision | Roll | None:
        """What the game waits for: a decision, a roll, or nothing when it is over."""
        p = self.position
        if p.waits_for == DECISION:
            return Decision(p.step.name, p.side_to_act, p.options())
        return p.roll() if p.waits_for == CHANCE else None

    @property
    def log(self) -> list[Event]:
        """Everything that happened, in order."""
        return self.opening + [event for played in self.played for event in played.events]

    def view(self, side: int) -> View:
        """All that a side (or a spectator, -1) may know now."""
        return self.game.view(self.position, side)

    def play(self, answer: Option | str) -> list[Event]:
        """Answer what is pending with an option, an outcome or a notation; returns what happened."""
        option = self.game.answer(self.position, answer if isinstance(answer, str) else answer.text)
        return self.carry_out(option).events

    def roll(self) -> list[Event]:
        """Let the dice answer the pending roll."""
        if self.position.waits_for != CHANCE:
            raise Illegal("no roll is awaited")
        roll = self.position.roll()
        return self.carry_out(roll.pick(self.dice.draw(self.mark, roll.total))).events

    def roll_all(self) -> list[Event]:
        """Let the dice answer until somebody must choose."""
        told: list[Event] = []
        while self.position.waits_for == CHANCE:
            told += self.roll()
        return told

    def carry_out(self, option: Option, keep: bool = True) -> Played:
        """Play a legal option or a possible outcome; if it is not kept, it can never be taken back."""
        p = self.position
        side = p.side_to_act
        played = Played(option, side, p.roll() if side < 0 else None, self.mark, [])
        if keep:
            self.trail.keep(len(self.played), p)
        before = p.copy() if self.game.veils(p) else None
        p.events = played.events
        p.play(option)
        if before is not None:
            played.events = self.game.veil(played.events, before, p)
        if keep:
            self.played.append(played)
        self.mark = self.dice.mark_after(self.mark, option.text, side < 0)
        return played

    def before(self, number: int) -> Position:
        """A copy of the position before an answer, counted from 0; after the last one, of that which stands."""
        if number >= len(self.played):
            return self.position.copy()
        nearest = self.trail.nearest(number)
        p = self.trail.kept(nearest).copy()
        for played in self.played[nearest:number]:
            p.play(played.option)
        return p

    def may_undo(self, side: int) -> bool:
        """Was the last thing played this side's own choice, and has it taught the side nothing?"""
        if not self.played or self.played[-1].side != side:
            return False
        last = self.played[-1]
        return teaches_nothing(self.game, self.before(len(self.played) - 1), last.option, side)

    def undo(self, side: int, by_consent: bool = False) -> Option:
        """Take back this side's last choice; behind a roll, an enemy choice or something learned only by consent."""
        if not by_consent and not self.may_undo(side):
            raise Illegal("nothing to take back: a roll, the enemy's choice or news came since your last choice")
        for back in range(len(self.played) - 1, -1, -1):
            if self.played[back].side == side:
                taken = self.played[back]
                self.position, self.mark = self.before(back), taken.mark
                self.trail.cut(back)
                del self.played[back:]
                return taken.option
        raise Illegal("nothing to take back: you have made no choice yet")

    def record(self) -> Record:
        """The match as a document; the seed is revealed only when the game is over."""
        game = self.game
        result = self.result
        return Record(
            game=game.key,
            rules=self.rules,
            scenario=self.scenario,
            moves=[played.option.text for played in self.played],
            format=self.dice.version,
            options=self.options,
            seats=self.seats,
            start=self.start_form,
            dice=DiceProof(self.dice.commitment, self.dice.entropy, self.dice.seed.hex() if self.over else None),
            result=result_form(game, result) if result is not None else None,
            hash=game.digest(self.position),
        )


def new(
    key: str,
    scenario: str | None = None,
    seed: int = 0,
    seats: dict[str, str] | None = None,
    entropy: str = "",
    options: dict[str, str] | None = None,
) -> Match:
    """Begin a game: `senki.new("nano", scenario="campaign", seed=7)`."""
    game = find_game(key)
    dice = seeded_dice(seed)
    if entropy:
        dice = FairDice(dice.seed, [entropy])
    return Match(game, game.scenario(scenario).id, dice, seats or {}, options=options)


def replay(record: Record, where: str = "record", told: Told | None = None, keep: bool = True) -> Match:
    """Play a record again from its beginning; raises Malformed, UnknownName or Illegal where it goes wrong.

    `told` hears each answer as it is played. Without `keep` none is remembered, so that a long record costs no memory.
    """
    if record.format not in READABLE:
        known = " and ".join(str(version) for version in READABLE)
        raise Malformed(f"{where}: record format {record.format} is not known (this Senki reads formats {known})")
    game = find_game(record.game)
    if record.rules != game.rules_version and record.rules not in game.replayed:
        raise Malformed(
            f"{where}: played under rules version {record.rules} of {game.key}; this Senki has {game.rules_version}"
        )
    start = read_start(game, record.start, f"{where}: start") if record.start is not None else None
    dice = read_dice(record.dice or DiceProof(""), record.format, where)
    scenario = game.scenario(record.scenario).id
    match = Match(game, scenario, dice, dict(record.seats), start, dict(record.options), record.rules)
    for number, text in enumerate(record.moves, 1):
        try:
            played = match.carry_out(game.answer(match.position, text), keep)
        except SenkiError as wrong:
            raise type(wrong)(f"{where}: move {number}: {wrong}") from None
        if told is not None:
            told(played)
    if not keep:
        match.trail = Trail(match.position)
    return match


def read_dice(proof: DiceProof, version: int, where: str) -> FairDice:
    """The dice of a record; without a revealed seed they can show nothing."""
    try:
        return FairDice(bytes.fromhex(proof.seed or ""), list(proof.entropy), version)
    except ValueError:
        raise Malformed(f"{where}: dice.seed: '{proof.seed}' is not hexadecimal") from None


def verify(record: Record, where: str = "record", told: Told | None = None) -> Match:
    """Replay a record and hold everything it claims against the replay: hash, result and every die.

    With `told` each answer is handed over and not kept.
    """
    witness = DiceWitness(record, where)

    def seen(played: Played) -> None:
        witness.see(played)
        if told is not None:
            told(played)

    match = replay(record, where, seen, keep=told is None)
    found = match.game.digest(match.position)
    if record.hash is not None and record.hash != found:
        raise Illegal(f"{where}: the position hash is {found}, the record says {record.hash}")
    reached = result_form(match.game, match.result) if match.result is not None else None
    if record.result != reached:
        raise Illegal(f"{where}: the result is {reached}, the record says {record.result}")
    return match


class DiceWitness:
    """Holds each roll of a replay against the revealed seed; without one there is nothing to see."""

    def __init__(self, record: Record, where: str) -> None:
        self.where = where
        self.dice: FairDice | None = None
        self.moves = 0
        proof = record.dice
        if proof is not None and proof.seed is not None:
            self.dice = read_dice(proof, record.format, where)
            if self.dice.commitment != proof.commitment:
                raise Illegal(f"{where}: the revealed seed does not match the commitment shown before the game")

    def see(self, played: Played) -> None:
        """Hear of the next answer; raises Illegal if it is not what the dice say."""
        self.moves += 1
        roll = played.roll
        if self.dice is None or roll is None:
            return
        due = roll.pick(self.dice.draw(played.mark, roll.total))
        if due != played.option:
            text = played.option.text
            raise Illegal(f"{self.where}: move {self.moves}: the dice say '{due.text}', the record '{text}'")
