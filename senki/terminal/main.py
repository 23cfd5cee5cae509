"""The command line: `senki COMMAND …`. Whatever goes wrong is told in one line.

Nothing of Senki is imported before `main` runs, so that even an interruption meanwhile is told in one line.
"""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress

WRONG_INPUT = 2
OUR_FAULT = 70
INTERRUPTED = 130
NOBODY_READS = 1
"""Exit statuses (docs/commands.md)."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        _have_all_streams()
        return run(given)
    except KeyboardInterrupt:
        complain("interrupted", given)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has closed it; nobody is left to tell.
        _let_go_of_output()
        return NOBODY_READS


def run(given: list[str]) -> int:
    """Read the arguments and do what they say; what goes wrong is told in a line."""
    from senki.engine.errors import SenkiError

    try:
        from senki.terminal.commands.every import parser

        args = parser(given).parse_args(given)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except SenkiError as wrong:
        complain(str(wrong), given)
        return WRONG_INPUT
    except BrokenPipeError:
        raise
    except OSError as wrong:
        if os.environ.get("SENKI_DEBUG"):
            raise
        # The output, or a file of the system's: a full disk, too many open files. The last flush must not fail again.
        _let_go_of_output()
        complain(f"{wrong.filename or 'the output'}: {wrong.strerror or wrong}", given)
        return WRONG_INPUT
    except Exception as fault:
        if os.environ.get("SENKI_DEBUG"):
            raise
        said = " ".join(f"{type(fault).__name__}: {fault}".split())
        complain(f"a fault in Senki, not in what you gave it: {said} (SENKI_DEBUG=1 shows where)", given)
        return OUR_FAULT


def complain(what: str, given: list[str]) -> None:
    """One line on the error output, in the language that the arguments ask for, if anybody can read it."""
    with suppress(KeyboardInterrupt):  # Who is interrupted once more while importing this says it in English.
        from senki.terminal.commands.arguments import language_of
        from senki.terminal.sentences import in_language
        from senki.terminal.visible import visible

        what = visible(in_language(what, language_of(given)))
    with suppress(OSError):
        print(f"senki: {what}", file=sys.stderr, flush=True)


def _have_all_streams() -> None:
    """A stream that was closed leads nowhere; a terminal that cannot show a character shows a question mark instead."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """What is still to be written to the output goes nowhere."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
