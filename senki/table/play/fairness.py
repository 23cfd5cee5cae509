"""Fair company: in a game between people nobody asks the machine, unless all agreed to it at the founding."""

from __future__ import annotations

import json

from sqlalchemy import insert

from senki.table.machine.jobs import Beginning
from senki.table.play.hall import MOST_HELP, Hall
from senki.table.play.live import LiveTable, moves, standing
from senki.table.play.wire import Helped
from senki.table.refusals import Refused
from senki.table.store.rows import HelpRow
from senki.table.store.schema import HELPED
from senki.table.store.writer import Conflict

SAME_MOVES = 4
"""Moves that two games have in common by chance: the dice soon part them."""


async def take_help(hall: Hall, live: LiveTable, person: str, kind: str) -> None:
    """Note that somebody asks the machine, where that was agreed on; raises Refused where it was not."""
    live.check_help()
    if live.over or not live.between_people:
        return
    sides = live.sides_of(person)
    side = live.game.sides[live.viewpoint(sides)].id if sides else ""
    taken = HelpRow(live.n, side, kind)
    if taken in live.helped:
        return
    values = {"table_id": live.id, "n": taken.n, "side": side, "kind": kind, "at": hall.watch.wall()}
    try:
        await hall.writer.write(insert(HELPED).values(values), notice=hall.writer.notice(live.id, "helped"))
    except Conflict:
        return  # It was noted elsewhere in the same moment.
    live.helped = [*live.helped, taken][-MOST_HELP:]
    hall.tell_all(live, Helped(live.helps()))


def check_record(live: LiveTable, person: str) -> None:
    """The record of such a game is for those who play it: whoever watches could have the machine look at it."""
    if live.fair and not live.sides_of(person):
        raise Refused("forbidden", because="record_later")


def check_branch(live: LiveTable) -> None:
    """Refuse to branch off such a game, for there the machine could be asked."""
    if live.fair:
        raise Refused("forbidden", because="branch_later")


async def check_no_running_game(hall: Hall, person: str, game: str, beginning: Beginning) -> None:
    """Refuse to load what is, so far, a running game of this person's own against people."""
    given = [move.option for move in beginning.moves]
    for table_id in await hall.store.running_tables_of(person, game):
        live = await hall.table(table_id)
        if not live.fair or not live.begun or live.row.scenario != beginning.scenario:
            continue
        played = [entry.option for entry in moves(standing(await hall.store.entries(table_id)))]
        shorter = min(len(given), len(played))
        same_game = shorter >= SAME_MOVES and given[:shorter] == played[:shorter]
        if same_game or json.loads(beginning.position) == live.game.write(live.position):
            raise Refused("forbidden", because="record_runs")
