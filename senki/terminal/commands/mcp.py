"""`senki mcp`: an assistant sits down at the table, by the Model Context Protocol (docs/mcp.md)."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING

import senki
from senki.engine.errors import SenkiError
from senki.engine.parts import PartOf
from senki.engine.registry import find_game, game_keys
from senki.players.levels import make_player
from senki.terminal.commands.arguments import Commands, add_language

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from senki.terminal.assistant import Assistant

INSTRUCTIONS = (
    "Senki plays historical board wargames by their full rules. Begin with games, then new_game; you play one side, a"
    " machine the others. With the link of a seat at a table of a service, join it instead. Every decision is one"
    " choice from a list of legal options: read what is awaited, look at the board, then choose by number or notation."
    " Nothing that is hidden from your side is told. When a choice is refused, the answer names the clause of the"
    " rulebook; rule looks it up. The game is kept after every choice."
)


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "mcp",
        help="let an assistant play, by the Model Context Protocol",
        allow_abbrev=False,
        description="Serve the games to an assistant over standard input and output (docs/mcp.md). An assistant's"
        " program starts this command; by hand there is nothing to see. Games are kept where senki play keeps them.",
    )
    command.add_argument(
        "--opponent",
        metavar="PLAYER",
        default="search:2",
        help="who plays against the assistant unless it asks for a level (default: search:2)",
    )
    add_language(command)
    command.set_defaults(run=serve)


def serve(args: argparse.Namespace) -> int:
    """Answer until the assistant's program closes the input."""
    from senki.terminal.assistant import Assistant
    from senki.terminal.saves import Shelf, saves_folder

    make_player(args.opponent, find_game(game_keys()[0]), 0)
    assistant = Assistant(Shelf(saves_folder()), args.lang, args.opponent)
    try:
        build(assistant).run()
    finally:
        assistant.leave()
    return 0


def build(assistant: Assistant) -> MCPServer[object]:
    """The server that offers an assistant its tools."""
    with PartOf("envs"):
        from mcp.server.mcpserver import MCPServer

    from senki.terminal.assistant import tools_of

    server: MCPServer[object] = MCPServer(
        "senki", instructions=INSTRUCTIONS, version=senki.__version__, log_level="WARNING"
    )
    one_at_a_time = Lock()
    for name, tool, description in tools_of(assistant):
        # The library runs a tool in a thread: thinking keeps nobody waiting but the next question.
        server.add_tool(_told(tool, one_at_a_time), name, description=description, structured_output=False)
    return server


def _told(tool: Callable[..., str], one_at_a_time: Lock) -> Callable[..., str]:
    """A tool whose mistakes are told as errors of the protocol, and that waits for the one before it."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(tool)
    def ask(**given: object) -> str:
        with one_at_a_time:
            try:
                return tool(**given)
            except SenkiError as wrong:
                raise ToolError(str(wrong)) from None

    return ask
