"""What a side may know of a position, for clients: here, everything."""

from __future__ import annotations

from senki.engine.forms import Choice, Note, Piece, Track, View
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.views import chooses, frame
from senki.games.big.board import BLUE, COUNT, HEXES, KIND, NAMES, RED, SIDE_OF, SIDES, STRENGTH, UNITS
from senki.games.big.flow import towns_of
from senki.games.big.position import NOBODY, OFF, BigPosition


def view_of(game: Game, p: BigPosition, side: int) -> View:
    """The view of a side, or of a spectator."""
    return frame(
        game,
        p,
        side,
        turn=p.turn,
        pieces=[piece(p, unit) for unit in range(COUNT)],
        tracks=[Track("turn", p.turn, list(range(max(1, p.turn - 4), min(p.last, p.turn + 4) + 1)))],
        notes=[Note("towns", {"red": towns_of(p, RED), "blue": towns_of(p, BLUE)})],
        prompt=prompt(p),
        choices=[choice(p, option) for option in p.options()] if chooses(p, side) else [],
    )


def piece(p: BigPosition, unit: int) -> Piece:
    """One counter."""
    facts: dict[str, str | int] = {"name": NAMES[unit]["en"], "strength": STRENGTH[unit]}
    if p.due[unit]:
        facts["due"] = p.due[unit]
    if p.done[unit]:
        facts["moved"] = 1
    on_map = p.hex[unit] != OFF
    return Piece(
        id=UNITS[unit],
        side=SIDES[SIDE_OF[unit]],
        symbol=KIND[unit],
        place=HEXES[p.hex[unit]] if on_map else None,
        box=None if on_map else "lost",
        values=[str(STRENGTH[unit])],
        facts=facts,
    )


def prompt(p: BigPosition) -> Note:
    """What the position waits for."""
    if p.over:
        return Note("over", {"red": towns_of(p, RED), "blue": towns_of(p, BLUE)})
    found: dict[str, str | int] = {"side": SIDES[p.side]}
    if p.acting != NOBODY:
        found["unit"] = UNITS[p.acting]
    if p.target != OFF:
        found["to"] = HEXES[p.target]
    return Note(p.step.name, found)


def choice(p: BigPosition, option: Option) -> Choice:
    """An option as a client shows it."""
    reach = p.reach
    return Choice(
        text=option.text,
        verb=option.verb,
        piece=UNITS[option.subject] if option.subject >= 0 else None,
        place=HEXES[option.target] if option.target >= 0 else None,
        cost=str(reach.cost(option.target)) if option.verb == "move" and reach is not None else "",
        facts=option.facts,
    )
