"""Questions about a position: why not, what a fight would bring, what is in reach, what wins, what an overlay shows."""

from __future__ import annotations

from senki.engine.errors import SenkiError
from senki.engine.game import Game
from senki.engine.position import DECISION, Position
from senki.table.play.live import LiveTable
from senki.table.play.wire import (
    AimsFrame,
    AskAims,
    AskOdds,
    AskReach,
    Frame,
    OddsFrame,
    OverlayFrame,
    Question,
    Reached,
    Reason,
)
from senki.table.refusals import ObjectionForm, Refused, objection_forms


def answered(live: LiveTable, sides: list[int], question: Question) -> Frame:
    """The answer to a question of somebody who plays these sides; raises Refused."""
    live.check_current(question.at)
    game = live.game
    if isinstance(question, AskOdds):
        p = live.seen(live.check_turn(sides))
        return OddsFrame(game.odds(p, live.offered(question.option)), question.ref)
    if isinstance(question, AskReach):
        p = live.seen(live.check_turn(sides))
        return Reached(game.later(p, question.piece), question.ref)
    if not sides:
        raise Refused("forbidden", because="no_seat")
    side = live.viewpoint(sides)
    if isinstance(question, AskAims):
        return AimsFrame(game.aims(live.seen(side), side), question.ref)
    card = game.looks.overlay(question.overlay)
    if card is None or bool(card.asks) != bool(question.place):
        raise Refused("unknown", overlay=question.overlay)
    shown = game.overlay(live.seen(side), side, question.overlay, question.place or "")
    return OverlayFrame(shown.places, shown.lines, question.ref)


def why_not_option(game: Game, p: Position, text: str) -> Reason:
    """Why a written choice is not allowed; no objections if it is."""
    try:
        option = game.parse(text, p)
        objections = p.objections(option)
    except SenkiError as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    return Reason(objection_forms(objections), [] if objections else [option.text])


def why_not_there(p: Position, piece: str | None, place: str | None) -> Reason:
    """Why a piece may not go to a place: the options that lead there, or else every objection to those that might."""
    tried = [option for option in p.step.candidates(p) if option.is_about(piece, place)] if _asks(p) else []
    legal = {option.text for option in p.options()} if tried else set()
    open_ones = [option.text for option in tried if option.text in legal]
    raised: dict[str, ObjectionForm] = {}
    if not open_ones:
        for option in tried:
            for form in objection_forms(p.objections(option)):
                raised.setdefault(f"{form.key} {sorted(form.facts.items())}", form)
    return Reason(list(raised.values()), open_ones)


def _asks(p: Position) -> bool:
    return p.waits_for == DECISION
