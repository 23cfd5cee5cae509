"""Random play that trusts nothing: after every step the position is held against the whole contract."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from random import Random

from senki.engine.dice import seeded_dice
from senki.engine.errors import BrokenInvariant
from senki.engine.forms import DiceProof, Record, read_json, to_json
from senki.engine.match import Match, verify
from senki.engine.option import Option
from senki.engine.position import CHANCE
from senki.engine.registry import find_game
from senki.engine.soundness import Inspector
from senki.lab.seeds import derive
from senki.lab.simulate import LONGEST
from senki.lab.workers import work_off


@dataclass(frozen=True)
class FuzzPlan:
    """What is played at random."""

    game: str
    scenario: str
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    """The switches of the game that are set."""


@dataclass
class Inspected:
    """One game: its steps, and if something broke what it was and a record that leads there."""

    index: int
    steps: int
    complaint: str = ""
    record: bytes = b""


def fuzz(
    plan: FuzzPlan, indexes: Iterable[int], workers: int = 1, cluster: str = ""
) -> Generator[Inspected, None, None]:
    """Play and inspect the games with these numbers; they come in the order in which they end."""
    return work_off(partial(fuzz_game, plan), indexes, workers, failed=unplayed, cluster=cluster)


def unplayed(index: int, why: str) -> Inspected:
    """Stands for a game over which its worker ended: there is no record of it."""
    return Inspected(index, 0, why)


def fuzz_game(plan: FuzzPlan, index: int) -> Inspected:
    """Play one random game and inspect every step of it."""
    seed = derive(plan.seed, index)
    walk = Walk(Match(find_game(plan.game), plan.scenario, seeded_dice(seed), {}, options=plan.options))
    complaint = walk.at_random(Random(seed))
    return Inspected(index, len(walk.match.played), complaint, to_json(walk.record(), indent=1) if complaint else b"")


def inspect_record(record: Record) -> Inspected:
    """Play a record again and inspect every step of it."""
    game = find_game(record.game)
    start = game.read(record.start, "start") if record.start is not None else None
    walk = Walk(Match(game, record.scenario, seeded_dice(0), {}, start, dict(record.options)))
    return Inspected(0, len(record.moves), walk.along(record.moves))


@cache
def inspector_of(key: str) -> Inspector:
    """The inspector of a game, one for each process."""
    return Inspector(find_game(key))


class Walk:
    """A match that is inspected after every step. `trying` is the answer that is being played."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.inspector = inspector_of(match.game.key)
        self.trying = ""

    def at_random(self, chance: Random) -> str:
        """Play to the end; what broke, or nothing."""
        try:
            self.begin()
            while not self.match.over:
                if len(self.match.played) > LONGEST:
                    raise BrokenInvariant(f"the game has not ended after {LONGEST} steps")
                self.step(self.next_option(chance))
            self.finish()
        except Exception as wrong:
            return complaint(wrong)
        return ""

    def along(self, moves: list[str]) -> str:
        """Play these answers; what broke, or nothing."""
        try:
            self.begin()
            for text in moves:
                self.step(self.match.game.answer(self.match.position, text))
        except Exception as wrong:
            return complaint(wrong)
        return ""

    def next_option(self, chance: Random) -> Option:
        """A random option; where dice are awaited, what the dice of the match say."""
        p = self.match.position
        if p.waits_for == CHANCE:
            roll = p.roll()
            return roll.pick(self.match.dice.draw(self.match.mark, roll.total))
        return p.draw(chance)

    def begin(self) -> None:
        """Inspect the beginning."""
        self.inspector.events(self.match.opening)
        self.inspector.inspect(self.match.position)

    def step(self, option: Option) -> None:
        """Play an option, take it back, play it again, and inspect what came of it."""
        match = self.match
        self.trying = option.text
        side = match.position.side_to_act
        before = match.position.key()
        events = match.play(option)
        if side >= 0:
            after = match.position.key()
            match.undo(side, by_consent=True)
            if match.position.key() != before:
                raise BrokenInvariant(f"taking back '{option.text}' does not lead back to the position before it")
            match.play(option)
            if match.position.key() != after:
                raise BrokenInvariant(f"'{option.text}' played a second time leads to another position")
        self.trying = ""
        self.inspector.events(events)
        self.inspector.inspect(match.position)

    def finish(self) -> None:
        """The finished game comes back equal from the bytes of its record, every die proved."""
        record: Record = read_json(to_json(self.match.record()), Record, "record")
        if verify(record).position != self.match.position:
            raise BrokenInvariant("the replayed record ends in another position")

    def record(self) -> Record:
        """The way to where the walk stands, or fell: no hash, for a broken position may have none."""
        match = self.match
        moves = [played.option.text for played in match.played]
        return Record(
            game=match.game.key,
            rules=match.rules,
            scenario=match.scenario,
            options=match.options,
            moves=[*moves, self.trying] if self.trying else moves,
            format=match.dice.version,
            dice=DiceProof(match.dice.commitment, match.dice.entropy, match.dice.seed.hex()),
        )


def complaint(wrong: Exception) -> str:
    """What broke, in one line."""
    said = " ".join(str(wrong).split())
    return said if isinstance(wrong, BrokenInvariant) else f"{type(wrong).__name__}: {said}"
