"""Sicily as a game of Senki."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.events import Event
from senki.engine.forms import Aim, Odds, Overlay, Reach, View
from senki.engine.game import Game, Writing
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.games.sicily.advice import SicilyAdvice
from senki.games.sicily.aims import aims_of
from senki.games.sicily.counters import ALLIES, AXIS, NAMES, UNIT
from senki.games.sicily.flow import STEPS
from senki.games.sicily.forms import PositionForm, read_position
from senki.games.sicily.ground import ground_of
from senki.games.sicily.odds import fought, odds_of
from senki.games.sicily.overlays import overlay_of
from senki.games.sicily.position import SWITCHES, VARIABLE_LANDING, SicilyPosition, empty_map
from senki.games.sicily.scenario import theatre
from senki.games.sicily.seen import (
    as_seen,
    fog_ids,
    fog_title,
    hides_numbers,
    imagine,
    is_fogged,
    is_foggy,
    is_readable,
    is_secret,
    keeps_secrets,
    veiled,
)
from senki.games.sicily.setup import set_up
from senki.games.sicily.steps import BEGIN_TURN, COASTAL_DICE, PLAN_LANDING
from senki.games.sicily.view import later_of, view_of
from senki.games.sicily.writing import write_position

NO_COMBAT: Final = ("drop", "reinforce", "land", "run", "land_from", "evacuate", "strike", "airlift")
"""Verbs whose odds are not those of a combat."""
VEILED_OVERLAYS: Final = (("supply", -1), ("targets", -1), ("targets", AXIS))
"""In the fog: overlays that would show a side, or a spectator, what is not its own."""


class Sicily(Game[SicilyPosition]):
    """Sicily, July and August 1943."""

    def start(self, scenario: str, settings: dict[str, str]) -> SicilyPosition:
        """Everybody in place or on the way, the first turn about to begin."""
        p = empty_map(STEPS, [BEGIN_TURN], theatre(scenario, self.map_text(scenario, settings)))
        for number, switch in enumerate(SWITCHES):
            if settings.get(switch, "off") == "on":
                p.switches |= 1 << number
        set_up(p)
        if p.theatre.plan.invasion:
            p.push(COASTAL_DICE)
            if p.on(VARIABLE_LANDING):
                p.push(PLAN_LANDING)
        return p

    def lexicon(self, p: SicilyPosition) -> Lexicon:
        """The words of the game on the map of this position."""
        return p.ground.words

    def aims(self, p: SicilyPosition, side: int) -> list[Aim]:
        """What wins for whom, and what is missing."""
        return aims_of(p)

    def view(self, p: SicilyPosition, side: int) -> View:
        """All that a side may know: everything but the end-run numbers, and in the fog what lies beneath."""
        return view_of(self, p, side)

    def odds(self, p: SicilyPosition, option: Option) -> Odds | None:
        """What a combat, a drop, a landing or a crossing would bring; in the fog nobody knows before it is declared."""
        if not is_foggy(p):
            return odds_of(p, option)
        side = p.side_to_act
        known = as_seen(p, side)
        battle = fought(known, option)[1] if option.verb not in NO_COMBAT else None
        if battle is not None and any(is_fogged(known, side, unit) for unit in battle.defenders + battle.attackers):
            return None
        return odds_of(known, option)

    def overlay(self, p: SicilyPosition, side: int, overlay: str, place: str) -> Overlay:
        """Supply, zones of control, areas, airfields and ports, gunfire, landings; in the fog one's own."""
        if is_foggy(p) and (overlay, side) in VEILED_OVERLAYS:
            return Overlay()
        return overlay_of(p, side, overlay)

    def later(self, p: SicilyPosition, piece: str) -> list[Reach]:
        """Where a unit comes with the move or the march it may begin now."""
        return later_of(p, UNIT[piece]) if piece in UNIT else []

    def piece_ids(self, scenario: str) -> list[str]:
        """Every counter, and the stacks that the fog of war leaves of them."""
        shown = super().piece_ids(scenario)
        return shown + fog_ids()

    def hides(self, p: SicilyPosition, side: int) -> bool:
        """End-run numbers that have been noted are hidden from the Axis, and in the fog enemy stacks from both."""
        return hides_numbers(p, side) or is_foggy(p)

    def keeps_secrets(self, p: SicilyPosition) -> bool:
        """Numbers that were noted are secret to the end of the game, stacks in the fog likewise."""
        return keeps_secrets(p)

    def shows(self, p: SicilyPosition, text: str, by: int, to: int) -> bool:
        """Everything is open but the end-run numbers, and in the fog what names the enemy's units."""
        if is_foggy(p) and not is_readable(text, by, to):
            return False
        return to == ALLIES or p.over or not is_secret(text)

    def veils(self, p: SicilyPosition) -> bool:
        """In the fog events are told to each side in its own way."""
        return is_foggy(p)

    def veil(self, events: list[Event], before: SicilyPosition, after: SicilyPosition) -> list[Event]:
        """Whoever may not know a unit hears of a stack instead."""
        return veiled(events, before, after)

    def seen(self, p: SicilyPosition, side: int) -> SicilyPosition:
        """The position with the end-run numbers a side cannot know as nought, and with stand-ins in the fog."""
        return as_seen(p, side)

    def imagine(self, p: SicilyPosition, side: int, chance: Random) -> SicilyPosition:
        """A copy with end-run numbers that allow what the side has seen, and anybody in the fog."""
        return imagine(p, side, chance)

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of a counter."""
        return NAMES[UNIT[piece]][lang] if piece in UNIT else fog_title(piece, lang) or piece

    def place_name(self, place: str, lang: str) -> str:
        """A hex by its number, with the name of what lies there."""
        board = ground_of("").board
        if place not in board.by_name:
            return place
        name = board.name_of(board.by_name[place], lang)
        return f"{place} {name}" if name else place


WRITING: Final = Writing(PositionForm, read_position, write_position)
GAME: Final = Sicily("sicily", "senki.games.sicily", WRITING, SicilyAdvice())
