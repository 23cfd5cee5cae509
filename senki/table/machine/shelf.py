"""Drawings on disk: a service that starts again draws nothing anew, but for what is missing or damaged."""

from __future__ import annotations

import hashlib
import logging
import os
from contextlib import suppress
from pathlib import Path
from time import time

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole

LOG = logging.getLogger("senki.table")
MOST_ON_DISK = 256 << 20
"""Bytes of all drawings together; those asked for longest ago go first."""
OLDEST_ON_DISK = 60 * 86_400
"""Seconds after which a drawing that nobody asked for goes."""
DRAFTS_LAST = 3600
"""Seconds after which what was being written is a leftover of a service that was killed."""
HEAD = 65
"""Bytes before a drawing: its hash and the end of the line."""


class Shelf:
    """A folder of drawings by name, each with its hash before it."""

    def __init__(self, folder: Path, most: int = MOST_ON_DISK) -> None:
        self.folder = folder
        self.most = most
        self.shut = False
        """Nothing can be written there: that was said once and is not tried again."""

    def get(self, name: str) -> bytes | None:
        """A drawing, if it is there and whole."""
        path = self.folder / name
        try:
            content = path.read_bytes()
        except OSError:
            return None
        if content[:HEAD] != head_of(content[HEAD:]):
            LOG.warning("a drawing on disk is damaged and made again", extra={"file": str(path)})
            with suppress(OSError):
                path.unlink()
            return None
        with suppress(OSError):
            os.utime(path)
        return content[HEAD:]

    def put(self, name: str, content: bytes) -> None:
        """Keep a drawing, and let others go for it. A folder that cannot be written to costs only time."""
        if self.shut or HEAD + len(content) > self.most:
            return
        try:
            # What people drew is for those at their tables, not for others on this machine.
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.folder / name, head_of(content) + content)
            self._make_room()
        except (OSError, SenkiError) as wrong:
            self.shut = True
            LOG.warning("drawings cannot be kept", extra={"folder": str(self.folder), "why": str(wrong)})

    def _make_room(self) -> None:
        now, size = time(), 0
        found = [(file.stat(), Path(file.path)) for file in os.scandir(self.folder) if file.is_file()]
        for stat, path in sorted(found, key=lambda one: one[0].st_mtime, reverse=True):
            size += stat.st_size
            oldest = DRAFTS_LAST if path.name.startswith(".") else OLDEST_ON_DISK
            if size > self.most or now - stat.st_mtime > oldest:
                size -= stat.st_size
                path.unlink(missing_ok=True)


def head_of(content: bytes) -> bytes:
    """What stands before a drawing: its hash, in a line of its own."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n"
