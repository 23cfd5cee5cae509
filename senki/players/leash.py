"""Runs a program and ends it, with all that it began, when whoever started it closes a pipe or is gone.

It is run as a script of its own, `leash.py PIPE PROGRAM …`, and needs nothing of Senki. Whoever holds the other end of
the pipe may be killed without a warning: the pipe is closed even then.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

NOT_STARTED = 127


def main() -> int:
    """Start the program, wait for the end of the pipe, end the program; its exit status."""
    pipe = int(sys.argv[1])
    child = os.fork()
    if child == 0:
        _become(sys.argv[2:], pipe)
    # The program alone holds the streams: their ends are seen when it ends.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.read(pipe, 1)
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with suppress(OSError):
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255


def _become(words: list[str], pipe: int) -> None:
    """Be the program, in a group of its own."""
    os.setsid()
    os.close(pipe)
    try:
        os.execvp(words[0], words)
    except OSError as wrong:
        os.write(2, f"{words[0]}: {wrong.strerror}\n".encode())
        os._exit(NOT_STARTED)


if __name__ == "__main__":
    sys.exit(main())
