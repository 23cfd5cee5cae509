"""Pub Battles: Monmouth as a game of Senki."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.forms import Aim, Choice, Judgement, Note, Odds, Piece, Sightline, Track, View
from senki.engine.game import Game, Writing
from senki.engine.option import Option
from senki.engine.views import chooses, frame, who_chooses
from senki.games.monmouth.acts import try_act
from senki.games.monmouth.advice import MonmouthAdvice
from senki.games.monmouth.aims import aims_of
from senki.games.monmouth.board import (
    DEPTH,
    DICE,
    HQ,
    HQ_SIDE,
    HQS,
    IDS,
    LABELS,
    LANDMARKS,
    LENGTH,
    NAMES,
    NUMBER,
    OBJECTIVES,
    PIECES_OF,
    PLACE_NAMES,
    QUALITIES,
    QUALITY,
    RATING,
    SIDE_OF,
    SIDES,
    TURN_TIMES,
    TYPE,
    TYPES,
    token,
)
from senki.games.monmouth.entry import set_up
from senki.games.monmouth.flow import STEPS
from senki.games.monmouth.forms import PositionForm, read_position, write_position
from senki.games.monmouth.hiding import as_seen, hides, imagine
from senki.games.monmouth.judging import free_form, judge_pose
from senki.games.monmouth.looking import line_of_sight
from senki.games.monmouth.odds import odds_of
from senki.games.monmouth.options import ORDER_KINDS, MoveOption, parse, show
from senki.games.monmouth.position import (
    LOST,
    NOBODY,
    ON_MAP,
    PLACES,
    RESERVE,
    SWITCH_NAMES,
    SWITCHES,
    WAITING,
    MonmouthPosition,
)
from senki.games.monmouth.riding import try_ride
from senki.games.monmouth.spotting import identity_known, seen_by, told_type
from senki.games.monmouth.steps import BEGIN_TURN
from senki.games.monmouth.victory import absent, last_turn, score

COMES_ANYWAY: Final = ("end", "pass")
"""Verbs after which the next chit is drawn, whoever says them."""


class Monmouth(Game[MonmouthPosition]):
    """The battle of 28 June 1778 on a free field."""

    def start(self, scenario: str, settings: dict[str, str]) -> MonmouthPosition:
        """Cornwallis and the Dragoons on the map, everybody else to come."""
        p = MonmouthPosition(STEPS, [BEGIN_TURN])
        p.switches = [SWITCHES[name].index(settings.get(name, SWITCHES[name][0])) for name in SWITCH_NAMES]
        set_up(p)
        return p

    def parse(self, text: str, p: MonmouthPosition) -> Option:
        """The option or outcome a notation names."""
        return parse(text)

    def hides(self, p: MonmouthPosition, side: int) -> bool:
        """Is anything of the enemy hidden from this side now?"""
        return hides(p, side)

    def seen(self, p: MonmouthPosition, side: int) -> MonmouthPosition:
        """The position as a side sees it: unknown blocks named in a fixed order, unseen ones not there."""
        return as_seen(p, side)

    def imagine(self, p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
        """A position this side cannot tell from the real one: unknown blocks, reserves and orders drawn anew."""
        return imagine(p, side, chance)

    def odds(self, p: MonmouthPosition, option: Option) -> Odds | None:
        """What an attack, a bombardment or the next exchange of a combat would bring, as far as its side can know."""
        return odds_of(p, option)

    def judge(self, p: MonmouthPosition, side: int, piece: str, pose: list[float]) -> Judgement | None:
        """How a piece would get to a pose it is dragged to, and what speaks against it."""
        return judge_pose(p, side, piece, pose)

    def sees(self, p: MonmouthPosition, side: int, start: list[float], end: list[float]) -> Sightline | None:
        """The line of sight between two points: the ground alone decides, so nothing hidden is told."""
        return line_of_sight(start, end)

    def piece_ids(self, scenario: str) -> list[str]:
        """The blocks by name, and the numbers by which the other side calls them."""
        return IDS + [token(side, number + 1) for side in range(2) for number in range(len(PIECES_OF[side]))]

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of an own block, or the number of one that is not named."""
        if piece in NUMBER:
            return NAMES[NUMBER[piece]][lang]
        side = 0 if piece.startswith("B") else 1
        number = piece[1:]
        return f"{self.sides[side].name[lang]}{number}" if lang == "ja" else f"{piece}"

    def place_name(self, place: str, lang: str) -> str:
        """The name of a feature of the map."""
        return PLACE_NAMES[place][lang] if place in PLACE_NAMES else place

    def aims(self, p: MonmouthPosition, side: int) -> list[Aim]:
        """What wins for whom, and what is missing."""
        return aims_of(p)

    def view(self, p: MonmouthPosition, side: int) -> View:
        """All that a side may know: own blocks by name, enemy ones by number, type if seen, quality if revealed."""
        p = as_seen(p, side)
        mine = chooses(p, side)
        pieces = _pieces(p, side)
        known = _known(pieces)
        view = frame(
            self,
            p,
            side,
            turn=p.turn,
            pieces=pieces,
            tracks=[Track("turn", p.turn, list(range(1, last_turn(p) + 1)), _times(p))],
            notes=_notes(p) + _own_orders(p, side),
            prompt=_prompt(self, p, side),
            choices=[_choice(p, option, known) for option in p.options()] if mine else [],
        )
        view.free = free_form(p, side) if mine else None
        view.known = known
        return view


def _known(pieces: list[Piece]) -> dict[str, str]:
    """Numbers that events call blocks by: those of own ones, and of shown enemy ones that have a name."""
    own = {str(piece.facts["number"]): piece.id for piece in pieces if "number" in piece.facts}
    return own | {piece.id: str(piece.facts["name"]) for piece in pieces if "name" in piece.facts}


def _times(p: MonmouthPosition) -> list[str]:
    return [f"{TURN_TIMES[n % len(TURN_TIMES)][:2]}:{TURN_TIMES[n % len(TURN_TIMES)][2:]}" for n in range(last_turn(p))]


def _pieces(p: MonmouthPosition, side: int) -> list[Piece]:
    """HQs, own pieces, then enemy blocks in the order of their numbers; never in the order of their names."""
    found = [_hq(p, hq) for hq in HQS if p.place[hq] in (ON_MAP, WAITING)]
    for owner in range(2):
        pieces = [piece for piece in PIECES_OF[owner] if not absent(p, piece)]
        if owner == side:
            found += [_own(p, piece) for piece in pieces]
            continue
        numbered = [(p.number[piece], piece) for piece in pieces if p.number[piece]]
        for _, piece in sorted(numbered):
            if p.place[piece] in (ON_MAP, LOST):
                found.append(_enemy(p, piece, side >= 0 and bool(seen_by(p, side) >> piece & 1)))
    return found


def _hq(p: MonmouthPosition, hq: int) -> Piece:
    here = p.place[hq] == ON_MAP
    return Piece(
        id=IDS[hq],
        side=SIDES[SIDE_OF[hq]],
        symbol="hq",
        box=None if here else "waiting",
        state="spent" if p.spent[hq] else "fresh",
        facts={"rating": RATING[hq]},
        pose=[p.x[hq] / 10, p.y[hq] / 10, 0.0] if here else [],
        size=[HQ_SIDE, HQ_SIDE],
    )


def _own(p: MonmouthPosition, piece: int) -> Piece:
    shown = _block(p, piece, IDS[piece], TYPES[TYPE[piece]])
    shown.facts["quality"] = QUALITIES[QUALITY[piece]]
    shown.facts["dice"] = DICE[piece]
    shown.facts["label"] = LABELS[piece]
    if p.number[piece]:
        shown.facts["number"] = token(SIDE_OF[piece], p.number[piece])
    if p.acted[piece]:
        shown.markers.append("acted")
    if p.place[piece] == RESERVE:
        shown.facts["held_by"] = IDS[p.held_by[piece]]
    return shown


def _enemy(p: MonmouthPosition, piece: int, seen: bool) -> Piece:
    known = identity_known(p, piece) or p.place[piece] == LOST
    unpacked = not p.packed[piece]
    symbol = TYPES[told_type(piece)] if known or seen or unpacked else "unknown"
    shown = _block(p, piece, token(SIDE_OF[piece], p.number[piece]), symbol)
    if known:
        shown.facts["quality"] = QUALITIES[QUALITY[piece]]
        shown.facts["dice"] = DICE[piece]
        shown.facts["label"] = LABELS[piece]
        shown.facts["name"] = IDS[piece]
    return shown


def _block(p: MonmouthPosition, piece: int, name: str, symbol: str) -> Piece:
    here = p.place[piece] == ON_MAP
    markers = ["column"] if p.column[piece] else []
    if not p.packed[piece]:
        markers.append("unpacked")
    column = bool(p.column[piece])
    return Piece(
        id=name,
        side=SIDES[SIDE_OF[piece]],
        symbol=symbol,
        box=None if here else PLACES[p.place[piece]],
        state="spent" if p.spent[piece] else "fresh",
        markers=markers,
        facts={},
        pose=[p.x[piece] / 10, p.y[piece] / 10, p.facing[piece] / 10] if here else [],
        size=[DEPTH, LENGTH] if column else [LENGTH, DEPTH],
    )


def _notes(p: MonmouthPosition) -> list[Note]:
    notes = [Note("points", {"british": score(p, 0), "colonial": score(p, 1)})]
    held = [OBJECTIVES[n] for n in range(len(OBJECTIVES)) if p.holder[n] == 0]
    notes.append(Note("held", {"places": " ".join(held)}))
    waiting = [sum(1 for n in PIECES_OF[s] if p.place[n] == WAITING and not absent(p, n)) for s in range(2)]
    notes.append(Note("waiting", {"british": waiting[0], "colonial": waiting[1]}))
    if p.round:
        notes.append(Note("round", {"round": p.round}))
    return notes


def _own_orders(p: MonmouthPosition, side: int) -> list[Note]:
    """The orders a side has written, for its own eyes."""
    notes = []
    for order in p.orders:
        if SIDE_OF[order.command] == side:
            kind = ORDER_KINDS[order.kind]
            facts: dict[str, str | int] = {"unit": IDS[order.command], "kind": kind, "turn": order.turn}
            facts["to"] = LANDMARKS[order.landmark]
            notes.append(Note("order", facts))
    return notes


def _prompt(game: Game, p: MonmouthPosition, side: int) -> Note:
    if p.over:
        assert p.result is not None
        winner = SIDES[p.result.winner] if p.result.winner >= 0 else ""
        return Note("over" if winner else "drawn_game", {"side": winner, "level": p.result.level})
    name = p.step.name
    facts = who_chooses(game, p)
    facts["unit"] = _subject(p, side, name)
    if name == "piece" and not facts["unit"]:
        # It comes on, or out of reserve: the other side does not see which it is.
        return Note("piece_unseen", facts)
    if name in ("fire", "bombard", "choose_target"):
        facts["enemy"] = _called(p, p.aim)
    return Note(name, facts)


def _called(p: MonmouthPosition, block: int) -> str:
    """A block by its number, if whoever looks is shown it."""
    return p.name(block) if p.number[block] and p.place[block] in (ON_MAP, LOST) else ""


def _subject(p: MonmouthPosition, side: int, name: str) -> str:
    """The block a prompt speaks of, by name to its owner and by number to everybody else."""
    block = NOBODY
    if name in ("ride", "piece"):
        block = p.selected
    elif name in ("fire", "bombard", "choose_target"):
        block = p.firing
    elif name in ("stay_or_go", "withdraw_cavalry"):
        block = p.to_ask[0]
    elif name == "choose_bearing":
        block = p.leaving[0]
    elif name == "supporter":
        block = p.stepping
    elif name == "alter_die":
        block = p.trying
    elif name == "alter_order":
        block = p.queue[0]
    elif name in ("act", "relieve_lee"):
        block = p.active
    if block == NOBODY:
        return ""
    if side == SIDE_OF[block] or TYPE[block] == HQ:
        return IDS[block]
    return _called(p, block)


def _choice(p: MonmouthPosition, option: Option, known: dict[str, str]) -> Choice:
    piece, place, cost = None, None, ""
    if option.subject >= 0:
        piece = IDS[option.subject]
    if option.verb == "reserve":
        # What the HQ about to ride may do: those who come with it are not on the map to be pointed at.
        piece = IDS[p.selected]
    if isinstance(option, MoveOption) and option.reserve:
        # Where it ends nobody will stand, so there is no place to point at: it is something to do, like a rally.
        cost = str(round(try_act(p, option).cost))
    elif isinstance(option, MoveOption):
        if option.verb == "ride":
            ridden = try_ride(p, option)
            place, cost = f"{ridden.rect.x:g},{ridden.rect.y:g},0", str(round(ridden.cost))
        else:
            trial = try_act(p, option)
            rect = trial.rect
            place = f"{rect.x:g},{rect.y:g},{show(rect.turn)}"
            cost = str(round(trial.cost))
    facts = {name: known.get(fact, fact) for name, fact in option.facts.items()}
    rolls = option.verb not in COMES_ANYWAY and not isinstance(option, MoveOption) and p.throws_dice(option)
    return Choice(text=option.text, verb=option.verb, piece=piece, place=place, cost=cost, facts=facts, rolls=rolls)


GAME: Final = Monmouth(
    "monmouth", "senki.games.monmouth", Writing(PositionForm, read_position, write_position), MonmouthAdvice()
)
