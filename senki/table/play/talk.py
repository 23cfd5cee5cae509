"""Talk at a table. Those who watch people play have a talk of their own, which players read when the game is over."""

from __future__ import annotations

from senki.table.play.live import LiveTable
from senki.table.play.wire import ChatLine
from senki.table.store.database import Store
from senki.table.store.rows import ChatRow

LINES = 50
"""The last lines that are sent to whoever opens a table."""
ALL = "all"
WATCHERS = "watchers"


def audience_of(live: LiveTable, sides: list[int]) -> str:
    """For whom somebody speaks who plays these sides, or none."""
    return WATCHERS if not sides and talks_apart(live) else ALL


def talks_apart(live: LiveTable) -> bool:
    """Do those who watch talk among themselves? People play against each other, and the game is on."""
    return not live.over and live.between_people and (live.begun or live.all_seated)


def hears(live: LiveTable, sides: list[int], audience: str) -> bool:
    """May somebody who plays these sides, or none, hear what was said to an audience?"""
    return audience == ALL or live.over or not sides


async def lines_for(store: Store, live: LiveTable, sides: list[int]) -> list[ChatLine]:
    """The last lines somebody may hear, in order; what they may not hear takes no room from the others."""
    rows = await store.chat(live.id, LINES, None if hears(live, sides, WATCHERS) else ALL)
    # The game may have ended, or a seat been taken, while they were read.
    return [chat_line(row) for row in rows if hears(live, sides, row.audience)]


def chat_line(row: ChatRow) -> ChatLine:
    """A stored line of talk as it is sent."""
    return ChatLine(round(row.at, 3), row.name, row.text, row.side, row.audience)
