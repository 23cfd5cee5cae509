"""Going back: positions of earlier entries, and records of whole tables."""

from __future__ import annotations

import json
from collections import OrderedDict

from senki.engine.dice import FairDice
from senki.engine.forms import DiceProof, Record, ResultForm
from senki.engine.game import Game
from senki.engine.position import Position
from senki.table.machine.errands import Errands
from senki.table.machine.jobs import Look, Looked
from senki.table.play.live import is_lesson, moves, standing
from senki.table.store.rows import Ending, EntryRow, SeatRow, TableRow

EVERY = 25
"""Entries between two remembered positions of a replay, at the least."""
MOST_MARKS = 64
"""Positions remembered of one replay; in a long one they lie further apart."""
MOST_OF_ONE = 4 << 20
"""Bytes one replay may remember of its positions."""
MOST_KEPT = 32 << 20
"""Bytes all replays together may remember; those looked at longest ago are forgotten first."""
OF_A_MOVE = 100
"""Bytes a move costs besides its notation, about."""


def played_on(game: Game, row: TableRow, start: str | None, entries: list[EntryRow]) -> Position:
    """The position after some moves from a stored start or the scenario's; raises SenkiError where it goes wrong."""
    if start is not None:
        p: Position = game.read(json.loads(start), "start")
    else:
        p = game.start(row.scenario, game.settings(row.switches, row.scenario))
    p.settle()
    for entry in entries:
        p.play(game.answer(p, entry.option))
    return p


class Replay:
    """The moves of a table that stand, and positions along the way, as text. They are played in a worker process."""

    def __init__(self, row: TableRow, entries: list[EntryRow]) -> None:
        kept = moves(standing(entries))
        self.at = row.n
        self.game, self.rules, self.scenario = row.game, row.rules, row.scenario
        self.switches, self.origin = row.switches, row.origin
        self.numbers = [entry.n for entry in kept]
        self.texts = [entry.option for entry in kept]
        self.every = max(EVERY, -(-len(kept) // MOST_MARKS))
        self.marks: dict[int, str] = {}
        """Positions after so many moves."""
        self.judged = False
        """The machine is at work on its chances."""
        self.chances: dict[int, float] = {}
        """The first side's chance to win after an entry, where the machine was asked for it."""
        self.size = sum(len(text) + OF_A_MOVE for text in self.texts)

    async def look(self, errands: Errands, at: int, side: int, address: str) -> Looked:
        """The position after entry `at`, as a side may see it; raises Refused, and SenkiError under other rules."""
        count = sum(n <= at for n in self.numbers)
        mark = max((number for number in self.marks if number <= count), default=0)
        start = self.marks[mark] if mark else self.origin
        # A position knows its own map; a scenario is set up with the files that were given.
        options = {} if start is not None else self.switches
        moves = self.texts[mark:count]
        job = Look(self.game, self.scenario, options, start, moves, side, self.every, self.rules)
        looked = await errands.look(job, address)
        for number, position in looked.marks:
            self._remember(mark + number, position)
        return looked

    def _remember(self, number: int, position: str) -> None:
        if number not in self.marks and sum(map(len, self.marks.values())) + len(position) <= MOST_OF_ONE:
            self.marks[number] = position
            self.size += len(position)


class Replays:
    """Replays that were looked at lately."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Replay] = OrderedDict()

    def get(self, table_id: str, at: int) -> Replay | None:
        """The replay of a table, if it is remembered up to its last entry."""
        found = self.kept.get(table_id)
        return found if found is not None and found.at == at else None

    def keep(self, table_id: str, replay: Replay) -> None:
        """Remember a replay, and forget others for it."""
        self.kept[table_id] = replay
        self.kept.move_to_end(table_id)
        size = sum(kept.size for kept in self.kept.values())
        while size > MOST_KEPT and len(self.kept) > 1:
            size -= self.kept.popitem(last=False)[1].size


def record_of(
    game: Game, row: TableRow, seats: list[SeatRow], entries: list[EntryRow], ending: Ending | None
) -> Record:
    """A table as a record. It begins where the table's own dice begin, so that every die can be checked."""
    own = [entry.option for entry in moves(standing(entries)) if entry.n > row.base]
    dice = FairDice(bytes.fromhex(row.seed), json.loads(row.entropy), row.dice)
    result = None
    if ending is not None and ending.how == "rules":
        result = ResultForm(ending.winner, ending.level, ending.points, ending.clause)
    return Record(
        game=row.game,
        rules=row.rules,
        scenario=row.scenario,
        moves=own,
        format=dice.version,
        options=row.switches,
        seats={seat.side: f"search:{seat.level}" if seat.kind == "machine" else seat.name for seat in seats},
        start=json.loads(row.start) if row.start is not None else None,
        dice=None if is_lesson(seats) else DiceProof(dice.commitment, dice.entropy, row.seed if ending else None),
        result=result,
        hash=game.digest(game.read(json.loads(row.position), f"table {row.id}")),
    )
