"""A series that is kept while it is played: in parts, so that whatever ends it loses little and it can go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from senki.engine.errors import Malformed, SenkiError
from senki.engine.files import write_whole
from senki.lab.results import PARTS, parts_of, read_parquet, read_results, table_of, written
from senki.lab.rows import ENDINGS, About, difference, row_of, trial_of
from senki.lab.simulate import Trial

AT_LEAST_EVERY = 60.0
"""Seconds after which a part is written whatever it holds; a game that took so long is a part by itself."""
LOCK = ".lock"
ELSEWHERE = "name another place, or remove it"
GO_ON = "the games that were written are kept, and the same command goes on from them"


def check_place(path: Path) -> None:
    """Raise SenkiError if results could not be written there; better before the games than after."""
    single = path.suffix in ENDINGS
    if path.suffix and not single and not path.is_dir():
        raise SenkiError(
            f"{path}: the name of a results file ends in {', '.join(ENDINGS)}, that of a folder in nothing"
        )
    if single and path.is_dir():
        raise SenkiError(f"{path}: is a folder")
    if not single and path.exists() and not path.is_dir():
        raise SenkiError(f"{path}: is a file; parts of results go into a folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise SenkiError(f"{path}: cannot be written ({wrong.strerror or wrong})") from None
    if not os.access(path.parent, os.W_OK):
        raise SenkiError(f"{path}: cannot be written (no permission for the folder)")


class Series:
    """The games of a series on disk. A single file is put together from its parts at the end."""

    def __init__(self, path: Path, about: About, size: int) -> None:
        self.path = path
        self.about = about
        self.size = size
        self.single = path.suffix in ENDINGS
        self.folder = path.with_name(f"{path.name}.parts") if self.single else path
        self.pending: list[Trial] = []
        self.began = monotonic()
        """When the part that is being filled was begun."""
        self.next_part = 0
        self.found: dict[int, Trial] = {}
        """The games that were there, by their numbers."""

    def look(self) -> None:
        """Find what is there already; raises SenkiError if it is of another series or of none."""
        parts = parts_of(self.folder)
        for draft in self.folder.glob(f".{PARTS}.*"):
            draft.unlink(missing_ok=True)
        strangers = [thing for thing in self.folder.iterdir() if thing.name != LOCK]
        if not parts and strangers:
            raise SenkiError(f"{self.folder}: a folder with other things in it: name a new one")
        self.next_part = max((int(part.stem.partition("-")[2]) + 1 for part in parts), default=0)
        for about, table, place in self.written_before():
            if other := difference(about, self.about):
                raise SenkiError(f"{place}: holds another series ({other}): {ELSEWHERE}")
            wanted = [name for name in table.column_names if name not in ("moves", "fights", "losses", "lead")]
            for row in table.select(wanted).to_pylist():
                self.found[row["index"]] = trial_of(about, row)

    def written_before(self) -> Iterator[tuple[About, Any, Path]]:
        """What files hold already, first the whole one."""
        if self.single and self.path.exists():
            try:
                yield (*read_results(self.path), self.path)
            except Malformed as wrong:
                raise Malformed(f"{wrong}: {ELSEWHERE}") from None
        for part in parts_of(self.folder):
            yield (*read_parquet(part), part)

    def keeping(self, trials: Generator[Trial, None, None]) -> Generator[Trial, None, None]:
        """The same games, kept as they come, also those of a part that is not full when the series is broken off."""
        try:
            for trial in trials:
                self.pending.append(trial)
                waiting = max(monotonic() - self.began, sum(trial.seconds))
                if len(self.pending) >= self.size or waiting >= AT_LEAST_EVERY:
                    self.write_part()
                yield trial
        finally:
            trials.close()
            self.write_part()

    def write_part(self) -> None:
        """Write the games that wait for it as a part. What happened in them need not be remembered any more.

        They wait until it is written: what interrupts the writing leaves them to the next one.
        """
        trials = list(self.pending)
        if not trials:
            return
        content = written(self.about, table_of(self.about, (row_of(self.about, trial) for trial in trials)), ".parquet")
        try:
            write_whole(self.folder / PARTS.replace("*", f"{self.next_part:05}"), content)
        except SenkiError as wrong:
            raise SenkiError(f"{wrong}; {GO_ON}") from None
        self.next_part += 1
        self.pending, self.began = [], monotonic()
        for trial in trials:
            trial.moves, trial.fights, trial.losses, trial.lead = [], [], [], []

    def finish(self) -> None:
        """Put a single file together from what it held and its parts, which are then gone."""
        if not self.single:
            return
        if self.next_part:
            rows = [row for _, table, _ in self.written_before() for row in table.to_pylist()]
            try:
                write_whole(self.path, written(self.about, table_of(self.about, rows), self.path.suffix))
            except SenkiError as wrong:
                raise SenkiError(f"{wrong}; {GO_ON}") from None
        for part in parts_of(self.folder):
            part.unlink()

    def leave_nothing_empty(self) -> None:
        """Remove the folder if no part is in it."""
        if [thing.name for thing in self.folder.iterdir()] == [LOCK]:
            (self.folder / LOCK).unlink()
            with suppress(OSError):
                self.folder.rmdir()


@contextmanager
def kept_series(path: Path, about: About, size: int) -> Iterator[Series]:
    """A series that nobody else writes meanwhile; what is there already is found."""
    check_place(path)
    series = Series(path, about, size)
    try:
        series.folder.mkdir(exist_ok=True)
        lock = os.open(series.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as wrong:
        raise SenkiError(f"{series.folder}: cannot be written ({wrong.strerror or wrong})") from None
    try:
        if not _locked(lock):
            raise SenkiError(f"{path}: is being written by another senki simulate")
        try:
            series.look()
            yield series
        finally:
            series.leave_nothing_empty()
    finally:
        os.close(lock)


if sys.platform == "win32":

    def _locked(lock: int) -> bool:
        """Nothing is locked here."""
        return True
else:
    import fcntl

    def _locked(lock: int) -> bool:
        """Is the file this process's alone from now on, until it ends?"""
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
