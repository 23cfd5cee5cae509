"""A game at the terminal for its tests, drawn or in plain lines."""

from __future__ import annotations

from pathlib import Path

from senki.engine.registry import find_game
from senki.players.simple import RandomPlayer
from senki.terminal.saves import Shelf
from senki.terminal.session import HUMAN, Session

GAME = find_game("nano")


def a_session(folder: Path, seats: dict[str, str] | None = None, seed: int = 2) -> Session:
    return Session(GAME, None, seats or {"south": HUMAN, "north": "random"}, seed, Shelf(folder))


def attack_of(session: Session) -> str:
    """Play at random until the person to choose may begin a fight; the option that does."""
    players = RandomPlayer(GAME, 5)
    while not session.match.over:
        if session.rolls:
            session.roll()
            continue
        p = session.match.position
        fights = [option.text for option in p.options() if GAME.odds(p, option) is not None]
        if fights and session.human_to_act:
            return fights[0]
        session.play(players.choose(p.copy()))
    raise AssertionError("nobody could attack")
