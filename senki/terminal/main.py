"""The command line: `senki COMMAND …`. Whatever goes wrong is told in one line."""

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import NoReturn

import senki
from senki.engine.errors import Malformed, SenkiError
from senki.terminal.commands import (
    admin,
    bench,
    fuzz,
    games,
    maps,
    mcp,
    perft,
    play,
    records,
    report,
    rules,
    serve,
    simulate,
    tournament,
    train,
)

WRONG_INPUT = 2
OUR_FAULT = 70
INTERRUPTED = 130
COMMANDS = (
    games, play, serve, mcp, simulate, tournament, report, train, records, rules, fuzz, perft, bench, maps, admin,
)  # fmt: skip
"""Each adds its commands, in the order in which help lists them."""


class Parser(argparse.ArgumentParser):
    """Reads arguments; a mistake is an error like any other."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the usage is explained."""
        raise Malformed(f"{message} (see {self.prog} --help)")


def parser(arguments: list[str]) -> Parser:
    """The parser of all commands; that of a game with sides of its own knows them by their names."""
    top = Parser(
        prog="senki",
        description="Historical board wargames by their full rules: play, study, simulate.",
        epilog="'senki COMMAND --help' explains a command. SENKI_LANG or LANG choose the language of texts (en, ja).",
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"senki {senki.__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add(commands, arguments)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        _never_fail_on_a_character()
        args = parser(given).parse_args(given)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except SenkiError as wrong:
        print(f"senki: {wrong}", file=sys.stderr)
        return WRONG_INPUT
    except KeyboardInterrupt:
        print("senki: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has closed it; nobody is left to tell, and the last flush must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as fault:
        if os.environ.get("SENKI_DEBUG"):
            raise
        said = " ".join(f"{type(fault).__name__}: {fault}".split())
        print(f"senki: a fault in Senki, not in what you gave it: {said} (SENKI_DEBUG=1 shows where)", file=sys.stderr)
        return OUR_FAULT


def _never_fail_on_a_character() -> None:
    """A terminal that cannot show a character shows a question mark instead."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
