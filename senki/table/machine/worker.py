"""A worker process: `python -m senki.table.machine.worker FOLDER…`, with the folders the games lie in.

It does one job after another and ends with its service.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import senki.games
from senki.engine.errors import SenkiError
from senki.table.machine.jobs import ASKED, HEAD, Asked, Begin, Draw, Load, Look, Proof, Said, Think, packed
from senki.table.machine.loading import begin_anew, begin_from, look
from senki.table.machine.proving import make_drawing, make_proof
from senki.table.machine.thinker import think
from senki.table.refusals import Refused

NICE = 10
"""How far a worker stands back behind the service when both want the same core."""
STATM = Path("/proc/self/statm")


class Inbox:
    """Reads what the service sends in a thread, so that a worker at work hears that it shall hurry."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Asked] = SimpleQueue()
        self.hurried = 0
        """The last job that shall be answered at once."""
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        come = sys.stdin.buffer
        while len(head := come.read(HEAD)) == HEAD:
            asked = ASKED.decode(come.read(int.from_bytes(head, "big")))
            if asked.job is None:
                self.hurried = asked.n
            else:
                self.asked.put(asked)
        # The service is gone: nobody is left to answer, whatever is being done.
        os._exit(0)


def carry_out(asked: Asked, tell: Callable[[float, float | None], None], hurried: Callable[[], bool]) -> Any:
    """Do a job; raises SenkiError or Refused."""
    job = asked.job
    if isinstance(job, Think):
        return think(job, tell, hurried)
    if isinstance(job, Begin):
        return begin_anew(job.game, job.scenario, job.options)
    if isinstance(job, Load):
        return begin_from(job.record, job.upto)
    if isinstance(job, Look):
        return look(job)
    if isinstance(job, Proof):
        return make_proof(job.game, job.data, job.lang)
    assert isinstance(job, Draw)
    return make_drawing(job)


def memory() -> int:
    """Bytes this process holds; 0 where the system does not say."""
    if not STATM.exists():
        return 0
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def say(said: Said) -> None:
    """Say something to the service."""
    sys.stdout.buffer.write(packed(said))
    sys.stdout.buffer.flush()


def main() -> None:
    """Do jobs until the service is gone."""
    # Whoever plays or commits goes first; workers take what is left of the machine.
    if hasattr(os, "nice"):
        os.nice(NICE)
    senki.games.__path__ = sys.argv[1:] or senki.games.__path__
    inbox = Inbox()
    while True:
        asked = inbox.asked.get()
        n = asked.n

        def tell(share: float, chance: float | None, n: int = n) -> None:
            say(Said(n, told=(share, chance)))

        def hurried(n: int = n) -> bool:
            return inbox.hurried >= n

        try:
            said = Said(n, answer=carry_out(asked, tell, hurried))
        except Refused as wrong:
            said = Said(n, refused=(wrong.code, wrong.facts))
        except SenkiError as wrong:
            said = Said(n, failed=str(wrong))
        said.memory = memory()
        say(said)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        # The service is gone; nobody is left to tell.
        os._exit(1)
