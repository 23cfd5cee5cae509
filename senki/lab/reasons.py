"""Why not: what the rules object to a choice a player points at."""

from __future__ import annotations

from dataclasses import dataclass

from senki.engine.clauses import Objection
from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import DECISION, Position


@dataclass(frozen=True)
class Reason:
    """A refusal: the sentence with its clause, and the text of that clause."""

    sentence: str
    clause: str
    text: str


def why_not(game: Game, p: Position, piece: str | None, place: str | None, lang: str) -> Reason | None:
    """Why this piece may not go to this place now; none if it may, or if nobody would think of it."""
    tried = candidates_about(p, piece, place)
    legal = p.options() if tried else []
    if any(option in legal for option in tried):
        return None
    verbs = {option.verb for option in legal}
    # What the step mostly offers is what the player had in mind.
    for option in sorted(tried, key=lambda option: option.verb not in verbs):
        for objection in p.objections(option):
            return reason(game, objection, lang)
    return None


def why_idle(game: Game, p: Position, piece: str, lang: str) -> Reason | None:
    """Why a piece can do nothing now: the objection raised most often to what it might try."""
    objections = [found for option in candidates_about(p, piece, None) for found in p.objections(option)[:1]]
    if not objections:
        return None
    keys = [objection.key for objection in objections]
    return reason(game, max(objections, key=lambda objection: keys.count(objection.key)), lang)


def why_not_text(game: Game, p: Position, notation: str, lang: str) -> Reason | None:
    """Why a written choice is not allowed; none if it is. Raises Malformed, UnknownName or Illegal."""
    objections = p.objections(game.parse(notation, p))
    return reason(game, objections[0], lang) if objections else None


def candidates_about(p: Position, piece: str | None, place: str | None) -> list[Option]:
    """What might be tried here with this piece and this place; None stands for any piece only if a place is named."""
    if p.waits_for != DECISION:
        return []
    return [option for option in p.step.candidates(p) if option.is_about(piece, place)]


def reason(game: Game, objection: Objection, lang: str) -> Reason:
    """An objection for a reader."""
    sentence = game.explain(objection, lang)
    text = game.rulebook.text(objection.clause, lang)
    # A clause without a sentence of its own is explained by its text: once is enough.
    return Reason(sentence, objection.clause, "" if sentence.startswith(text) else text)
