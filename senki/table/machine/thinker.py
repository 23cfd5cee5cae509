"""What a worker does to choose for the machine: it searches, tells how far it is, and stops when it shall hurry."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from senki.engine.registry import find_game
from senki.players.base import Report
from senki.players.levels import make_player
from senki.table.machine.jobs import Think, Thought

TOLD_EVERY = 0.2
"""Seconds between two reports of progress."""
MOST_CONSIDERED = 8


def think(job: Think, tell: Callable[[float, float | None], None], hurried: Callable[[], bool]) -> Thought:
    """Think about one position; raises SenkiError."""
    game = find_game(job.game)
    p = game.read(job.position, "position")
    player = make_player(job.player, game, job.seed)
    before = monotonic()

    def progress(share: float, report: Report) -> bool:
        nonlocal before
        if monotonic() - before >= TOLD_EVERY:
            before = monotonic()
            tell(round(share, 3), round(report.chance, 3))
        return not hurried()

    option = player.choose(p, progress)
    report = player.last
    considered = report.considered[:MOST_CONSIDERED] if report is not None else []
    return Thought(
        option.text,
        round(report.chance, 3) if report is not None else None,
        [(one.option.text, one.visits, round(one.chance, 3)) for one in considered],
    )
