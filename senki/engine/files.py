"""Files that are never half written."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from senki.engine.errors import SenkiError


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
    """The content of a file, or a one-line error."""
    try:
        return path.read_bytes()
    except OSError as wrong:
        raise SenkiError(f"{path}: cannot be read ({wrong.strerror or wrong})") from None


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, or a one-line error that names the byte that is none."""
    try:
        return read_whole(path).decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise SenkiError(f"{path}: byte {wrong.start} is not UTF-8 text") from None
