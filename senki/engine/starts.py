"""Starts that somebody brings along: a game begins only from a position that it can be played from."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from senki.engine.errors import Malformed, SenkiError
from senki.engine.forms import read_json, to_json
from senki.engine.game import Game
from senki.engine.position import Position

TRIALS: Final = 2
"""Games tried from a start."""
FAR: Final = 8
"""Steps of each."""
HUGE: Final = 1_000_000


def read_start(game: Game, form: object, where: str) -> Position:
    """The position of a start; raises SenkiError unless it reads back, all can see it, and it can be played on from."""
    _check_numbers(form, where)
    try:
        start: Position = game.read(form, where)
        check_written(game, start, where)
        settled = start.copy()
        settled.settle()
        for seed in range(TRIALS):
            _play_on(game, settled.copy(), Random(seed), where)
    except SenkiError:
        raise
    except Exception as wrong:
        # A position that nobody could have reached makes the rules stumble anywhere: that is its fault, not theirs.
        said = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
        raise Malformed(f"{where}: the game cannot go on from this position ({said})") from None
    return start


def _check_numbers(form: object, where: str) -> None:
    """Refuse numbers that play could soon carry beyond what a position may hold."""
    waiting = [form]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, int | float) and not -HUGE < part < HUGE:
            raise Malformed(f"{where}: no game comes to the number {str(part)[:20]}")


def _play_on(game: Game, p: Position, chance: Random, where: str) -> None:
    """Some random steps; before each everybody must be able to see the position, and it must be fit to be stored."""
    for _ in range(FAR):
        p.check()
        check_written(game, p, where)
        for side in range(-1, len(game.sides)):
            to_json(game.view(p, side))
        if p.over:
            return
        answers = p.options()
        if not answers:
            raise Malformed(f"{where}: step '{p.step.name}' offers nothing")
        p.play(chance.choice(answers))


def check_written(game: Game, p: Position, where: str) -> None:
    """Raise SenkiError unless a position comes back equal from its JSON form."""
    form: dict[str, Any] = game.write(p)
    twin = game.read(read_json(to_json(form), dict, where), where)
    if twin != p or twin.result != p.result or game.write(twin) != form:
        raise Malformed(f"{where}: the position does not read back as it was written")
