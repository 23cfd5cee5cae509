"""The parser of all commands."""

from __future__ import annotations

import argparse
from typing import NoReturn

import senki
from senki.engine.errors import Malformed
from senki.terminal.commands import (
    admin,
    bench,
    completion,
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
from senki.terminal.commands.arguments import language_of
from senki.terminal.commands.speaking import speak

COMMANDS = (
    games, play, serve, mcp, simulate, tournament, report, train, records, rules, fuzz, perft, bench, maps, admin,
    completion,
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
    speak(top, language_of(arguments))
    return top
