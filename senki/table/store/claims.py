"""An SQLite file has one service: a lock beside it that the system takes away with the process, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from senki.engine.errors import SenkiError
from senki.table.store.urls import SQLITE, read_url

PATIENCE = 2.0
"""Seconds a service waits for a short piece of work of `senki admin` to be done."""
LOOK_AGAIN = 0.05
PRIVATE = 0o600
BEGINS = b"SQLite format 3\0"
"""The first bytes of every SQLite database; a new one is empty."""
BESIDE = ("", "-wal", "-shm", "-journal")
"""The files SQLite keeps a database in."""


class InUse(SenkiError):
    """Another process holds the database."""


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database; none for other databases and those in memory; raises Malformed."""
    url = read_url(database)
    if url.drivername != SQLITE or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).resolve()


def check_file(file: Path) -> None:
    """Raise SenkiError for something else than a database: nothing of it is changed, nor anything put beside it."""
    if not file.exists():
        return
    head = BEGINS
    with suppress(OSError):
        if not file.is_file():
            head = b"no file"
        else:
            with file.open("rb") as opened:
                head = opened.read(len(BEGINS))
    if head and head != BEGINS:
        raise SenkiError(f"{file}: is not an SQLite database; name one, or a file that is not there yet")


def make_private(file: Path) -> None:
    """Let only the owner read a database, new or not: it holds the secrets of running games."""
    check_file(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    except FileExistsError:
        for end in BESIDE:
            part = Path(f"{file}{end}")
            # Whose file it is not cannot change that; whether it can be used shows next.
            with suppress(OSError):
                if part.stat().st_mode & 0o077:
                    part.chmod(PRIVATE)


@contextmanager
def claimed(database: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a database for oneself; raises InUse if another process does. Only SQLite needs that."""
    file = sqlite_file(database)
    if file is None:
        yield
        return
    claim = _claim(file, patience)
    try:
        yield
    finally:
        # The file stays: whoever waits for it must find the same one.
        os.close(claim)


def _claim(file: Path, patience: float) -> int:
    check_file(file)
    # A file of its own: SQLite's own locks on the database would not survive that somebody else closes it.
    lock = Path(f"{file}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        claim = os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE)
        _give_to_owner(claim, file)
    except OSError as wrong:
        raise SenkiError(f"{lock}: cannot be written ({wrong.strerror})") from None
    until = monotonic() + patience
    while not _lock(claim):
        if monotonic() >= until:
            holder = os.read(claim, 20).decode("ascii", "replace").strip()
            os.close(claim)
            by = f" (process {holder})" if holder else ""
            raise InUse(f"{file}: another Senki is using it{by}; an SQLite database has one service")
        sleep(LOOK_AGAIN)
    os.ftruncate(claim, 0)
    os.write(claim, str(os.getpid()).encode())
    return claim


def _give_to_owner(claim: int, file: Path) -> None:
    """What root makes beside somebody's database is theirs, or their service could not start."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and file.exists():
        os.fchown(claim, file.stat().st_uid, file.stat().st_gid)


if sys.platform == "win32":
    import msvcrt

    def _lock(claim: int) -> bool:
        """Try to lock a byte beyond what is written."""
        try:
            os.lseek(claim, 100, os.SEEK_SET)
            msvcrt.locking(claim, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(claim, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _lock(claim: int) -> bool:
        """Try to lock; the lock goes with the last process that holds the file open."""
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
