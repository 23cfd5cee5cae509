"""The Crossroads as a game of Senki."""

from __future__ import annotations

from typing import Final

from crossroads.flow import BEGIN_TURN, STEPS, WORDS
from crossroads.forms import PositionForm, read_position, write_position
from crossroads.position import (
    BEGINS_AT,
    BLUE,
    ENOUGH,
    LAST_TURN,
    LOST,
    MAP,
    NOBODY,
    RED,
    SIDE_OF,
    SIDES,
    UNITS,
    VILLAGES,
    CrossroadsPosition,
)
from senki.engine.forms import Choice, Note, Piece, Track, View
from senki.engine.game import Advice, Game, Writing
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.engine.views import chooses, frame, who_chooses


class CrossroadsAdvice(Advice[CrossroadsPosition]):
    """Points, troops, and who stands on the crossroads."""

    def value(self, p: CrossroadsPosition, side: int) -> float:
        """The estimated chance of a side to win."""
        if p.result is not None:
            return 0.5 if p.result.winner < 0 else float(p.result.winner == side)
        lead = p.points[side] - p.points[1 - side] + 0.5 * (p.left(side) - p.left(1 - side))
        lead += bool(p.here(side, MAP.by_id["crossroads"])) - bool(p.here(1 - side, MAP.by_id["crossroads"]))
        return min(0.95, max(0.05, 0.5 + 0.08 * lead))


class Crossroads(Game[CrossroadsPosition]):
    """Three battalions a side."""

    def start(self, scenario: str, settings: dict[str, str]) -> CrossroadsPosition:
        """Both sides in their farms."""
        return CrossroadsPosition(STEPS, [BEGIN_TURN], [BEGINS_AT[side] for side in SIDE_OF], [0, 0])

    def lexicon(self, p: CrossroadsPosition) -> Lexicon:
        """The words for battalions and villages."""
        return WORDS

    def place_name(self, place: str, lang: str) -> str:
        """The name of a village."""
        return MAP.places[MAP.number(place)].names[lang]

    def view(self, p: CrossroadsPosition, side: int) -> View:
        """Everything is open."""
        facts: dict[str, str | int] = dict(who_chooses(self, p))
        if p.attacker != NOBODY:
            facts |= {"unit": UNITS[p.attacker], "to": VILLAGES[p.target]}
        return frame(
            self, p, side, p.turn,
            pieces=[piece(p, unit) for unit in range(len(UNITS))],
            tracks=[Track("turn", p.turn, list(range(1, LAST_TURN + 1)))],
            notes=[Note("points", {"blue": p.points[BLUE], "red": p.points[RED], "enough": ENOUGH})],
            prompt=Note("over" if p.over else p.step.name, facts),
            choices=[choice(option) for option in p.options()] if chooses(p, side) else [],
        )  # fmt: skip


def piece(p: CrossroadsPosition, unit: int) -> Piece:
    """One battalion."""
    lost = p.place[unit] == LOST
    return Piece(
        UNITS[unit],
        SIDES[SIDE_OF[unit]],
        "infantry",
        None if lost else VILLAGES[p.place[unit]],
        "lost" if lost else None,
    )


def choice(option: Option) -> Choice:
    """An option as a client shows it."""
    return Choice(option.text, option.verb, option.facts.get("unit"), option.facts.get("to"), facts=option.facts)


GAME: Final = Crossroads(
    "crossroads", "crossroads", Writing(PositionForm, read_position, write_position), CrossroadsAdvice()
)
