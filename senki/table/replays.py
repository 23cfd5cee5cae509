"""Going back: positions of earlier entries, and records of whole tables."""

from __future__ import annotations

import json
from collections import OrderedDict

from senki.engine.dice import FairDice
from senki.engine.forms import DiceProof, Record, ResultForm
from senki.engine.game import Game
from senki.engine.position import Position
from senki.table.live import moves, standing
from senki.table.rows import Ending, EntryRow, SeatRow, TableRow

EVERY = 25
"""Entries between two remembered positions of a replay."""
TABLES_KEPT = 64


def played_on(game: Game, row: TableRow, start: str | None, entries: list[EntryRow]) -> Position:
    """The position after some moves from a stored start or the scenario's; raises SenkiError where it goes wrong."""
    if start is not None:
        p = game.read(json.loads(start), "start")
    else:
        p = game.start(row.scenario, game.settings(row.switches))
    p.settle()
    for entry in entries:
        p.play(game.answer(p, entry.option))
    return p


class Replay:
    """The moves of a table that stand, and positions along the way."""

    def __init__(self, game: Game, row: TableRow, entries: list[EntryRow]) -> None:
        self.game = game
        self.at = row.n
        self.moves = moves(standing(entries))
        self.marks = [played_on(game, row, row.origin, [])]
        """The positions before moves 0, EVERY, 2·EVERY …"""
        self.judged = False
        """The machine is at work on its chances."""
        self.chances: dict[int, float] = {}
        """The first side's chance to win after an entry, where the machine was asked for it."""

    def position(self, at: int) -> Position:
        """The position after entry `at`."""
        count = sum(entry.n <= at for entry in self.moves)
        while len(self.marks) <= count // EVERY:
            done = (len(self.marks) - 1) * EVERY
            self.marks.append(self._on(self.marks[-1], done, done + EVERY))
        mark = count // EVERY
        return self._on(self.marks[mark], mark * EVERY, count)

    def _on(self, p: Position, first: int, end: int) -> Position:
        after = p.copy()
        for entry in self.moves[first:end]:
            after.play(self.game.answer(after, entry.option))
        return after


class Replays:
    """Replays that were looked at lately."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Replay] = OrderedDict()

    def get(self, table_id: str, at: int) -> Replay | None:
        """The replay of a table, if it is remembered up to its last entry."""
        found = self.kept.get(table_id)
        if found is None or found.at != at:
            return None
        self.kept.move_to_end(table_id)
        return found

    def keep(self, row: TableRow, replay: Replay) -> None:
        """Remember a replay."""
        self.kept[row.id] = replay
        while len(self.kept) > TABLES_KEPT:
            self.kept.popitem(last=False)


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
        dice=DiceProof(dice.commitment, dice.entropy, row.seed if ending is not None else None),
        result=result,
        hash=game.digest(game.read(json.loads(row.position), f"table {row.id}")),
    )
