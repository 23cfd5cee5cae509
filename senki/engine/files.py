"""Files that are never half written, and are read only where there is a file."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from senki.engine.errors import Malformed, SenkiError

UTF8_MARK: Final = b"\xef\xbb\xbf"
WIDE_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
"""How UTF-16 (and UTF-32) text begins."""
OPEN_ALREADY: Final = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
"""Where a pipe has its writer: whoever started the command opened it."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name beside it and rename it: the old or the new content, never a part."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as draft:
            try:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
                os.chmod(draft.name, 0o644)
                os.replace(draft.name, path)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
    except OSError as wrong:
        raise SenkiError(f"{path}: cannot be written ({wrong.strerror or wrong})") from None


def read_whole(path: Path) -> bytes:
    """The content of a file, or a one-line error; what never ends or waits for ever is no file."""
    try:
        mode = path.stat().st_mode
        piped = stat.S_ISFIFO(mode) and str(path).startswith(OPEN_ALREADY)
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or piped):
            raise Malformed(f"{path}: is a {'pipe' if stat.S_ISFIFO(mode) else 'device'}, not a file")
        return path.read_bytes()
    except OSError as wrong:
        raise SenkiError(f"{path}: cannot be read ({wrong.strerror or wrong})") from None


def as_utf8(raw: bytes, where: str) -> bytes:
    """Text of a file without the mark some editors begin UTF-8 with; that of another encoding is refused by name."""
    if raw.startswith(WIDE_MARKS):
        raise Malformed(f"{where}: is UTF-16 text; save it as UTF-8")
    return raw.removeprefix(UTF8_MARK)


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, or a one-line error that names the byte that is none."""
    raw = as_utf8(read_whole(path), str(path))
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise SenkiError(f"{path}: byte {wrong.start} is not UTF-8 text") from None
