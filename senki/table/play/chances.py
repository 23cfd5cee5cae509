"""The chances of a replay: what the machine thinks of each position on the way."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from zlib import crc32

from senki.engine.errors import SenkiError
from senki.table.machine.crew import Crew, TooLong
from senki.table.machine.errands import Errands
from senki.table.machine.jobs import Looked, Think
from senki.table.play.live import LiveTable
from senki.table.play.opponents import Rank, ask
from senki.table.play.replays import Replay
from senki.table.refusals import Refused

LOG = logging.getLogger("senki.table")
ANALYST = "search:2"
"""Who judges the positions of a replay."""


async def chances_of(
    crew: Crew, errands: Errands, live: LiveTable, replay: Replay, who: str, address: str
) -> AsyncIterator[dict[str, float | int]]:
    """The first side's chance to win after each entry after which somebody chooses, and how far the work is."""
    for index, n in enumerate(replay.numbers):
        known = replay.chances.get(n)
        if known is None:
            try:
                seen = await replay.look(errands, n, -1, address)
                if not seen.decides and seen.winner is None:
                    continue
                known = replay.chances[n] = await _chance(crew, live, seen, n, who)
            except (SenkiError, Refused, TooLong) as wrong:
                LOG.error("a chance could not be worked out", extra={"table": live.id, "why": str(wrong)})
                return
        yield {"n": n, "chance": round(known, 3), "share": round((index + 1) / len(replay.numbers), 3)}


async def _chance(crew: Crew, live: LiveTable, seen: Looked, n: int, who: str) -> float:
    if seen.winner is not None:
        return {0: 1.0, -1: 0.5}.get(seen.winner, 0.0)
    asked = Think(live.game.key, ANALYST, crc32(f"{live.id} {n}".encode()), json.loads(seen.position))
    thought = await ask(crew, lambda: asked, who, lambda: Rank.LOOKING_BACK)
    chance = thought.chance if thought.chance is not None else 0.5
    return chance if seen.actor == 0 else 1.0 - chance
