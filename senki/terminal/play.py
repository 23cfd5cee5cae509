"""`senki play`: one game at the terminal, drawn or in plain lines."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path

from senki.engine.game import check_language
from senki.engine.parts import PartOf
from senki.engine.registry import find_game
from senki.terminal.lines import LineGame
from senki.terminal.saves import Shelf, saves_folder
from senki.terminal.session import HUMAN, Session
from senki.terminal.thinker import make_player
from senki.terminal.visible import visible


def run_play(
    game: str,
    scenario: str | None,
    seats: dict[str, str],
    options: dict[str, str],
    lang: str,
    seed: int | None,
    load: Path | None,
    plain: bool,
) -> int:
    """Play a game to its end or until the player leaves; returns the exit status. Raises SenkiError for bad input."""
    check_language(lang)
    session = Session(find_game(game), scenario, seats, seed, Shelf(saves_folder()), options)
    if load is not None:
        session.load(load, seats)
    for who in session.seats.values():
        if who != HUMAN:
            make_player(who, session.game, 0)
    if plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        return LineGame(session, lang, sys.stdin, sys.stdout, sys.stderr).run()
    with PartOf("terminal"):
        from senki.terminal.app.game_app import GameApp

    app = GameApp(session, lang)
    status = app.run(mouse=True)
    print(visible(session.farewell(app.lang)))
    return status or 0
