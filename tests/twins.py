"""Twins: positions that are equal but for what a side may not know, and the questions it may ask in both."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.engine.position import CHANCE, DECISION, Position
from senki.games.monmouth.board import COMMAND, FIELD, HQS_OF, IDS, LANDMARKS, PIECES_OF, SIDE_OF, TYPE
from senki.games.monmouth.contact import clear_of_all
from senki.games.monmouth.hiding import swapped
from senki.games.monmouth.orders import take_location
from senki.games.monmouth.position import (
    BLIND,
    LOST,
    NOBODY,
    ORDERS,
    RESERVE,
    RESERVES,
    MonmouthPosition,
    Order,
    Tried,
    footprint,
)
from senki.games.monmouth.spotting import identity_known, is_shown, type_told
from senki.games.shiloh.camps import cup
from senki.games.shiloh.game import hidden_draw, with_drawn
from senki.games.shiloh.position import ShilohPosition

BUSY = ("enter", "move", "attack", "pick", "ride", "order", "bombard")


def monmouth_twin(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition | None:
    """The position with something changed that the side cannot know; None if everything is known."""
    twin = p.copy()
    twin.tried = Tried()
    for change in chance.sample([swap_names, move_unseen, hold_elsewhere, write_otherwise], 4):
        twin = change(twin, side, chance)
    twin.check()
    return None if twin == p else twin


def swap_names(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
    """Blocks that the side cannot tell apart bear each other's names."""
    for _ in range(3):
        hidden = [n for n in PIECES_OF[1 - side] if p.place[n] != LOST and not identity_known(p, n)]
        if len(hidden) < 2:
            return p
        a, b = chance.sample(hidden, 2)
        told = type_told(p, side, a) or type_told(p, side, b)
        spent = p.spent[a] or p.spent[b]
        if (not told or TYPE[a] == TYPE[b]) and (not spent or (COMMAND[a] >= 0 and COMMAND[b] >= 0)):
            p = swapped(p, a, b)
    return p


def move_unseen(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
    """On a blind map blocks nobody of the side sees stand somewhere else, unseen too."""
    if not p.on(BLIND):
        return p
    for piece in PIECES_OF[1 - side]:
        if not p.here(piece) or is_shown(p, side, piece):
            continue
        for _ in range(20):
            twin = p.copy()
            twin.tried = Tried()
            x, y = chance.randrange(int(FIELD.width) * 10), chance.randrange(int(FIELD.height) * 10)
            facing = chance.randrange(3600)
            rect = footprint(piece, x, y, facing, False)
            if not FIELD.mostly_on_map(rect) or not clear_of_all(p, piece, rect):
                continue
            twin.column[piece] = 0
            twin.set_pose(piece, x, y, facing)
            if not is_shown(twin, side, piece):
                p = twin
                break
    return p


def hold_elsewhere(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
    """Reserves are with another HQ that is on the map and may hold them."""
    from senki.games.monmouth.reserves import spotted

    if p.on(RESERVES):
        twin = p.copy()
        twin.tried = Tried()
        for piece in PIECES_OF[1 - side]:
            holders = [hq for hq in HQS_OF[1 - side] if p.here(hq) and not spotted(p, hq)]
            if p.place[piece] == RESERVE and holders:
                twin.held_by[piece] = chance.choice(holders)
        return twin
    return p


def write_otherwise(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
    """Orders say something else, commands keep to other places, a decision was another one."""
    twin = p.copy()
    twin.tried = Tried()
    if p.on(ORDERS):
        for i, order in enumerate(p.orders):
            if SIDE_OF[order.command] != side:
                kind, landmark = chance.randrange(2), chance.randrange(len(LANDMARKS))
                twin.orders[i] = Order(order.command, kind, landmark, order.turn)
        for hq in HQS_OF[1 - side]:
            if p.location[3 * hq + 2]:
                take_location(twin, hq, chance.random() * FIELD.width, chance.random() * FIELD.height)
    if p.withdraws[1 - side] != NOBODY:
        twin.withdraws[1 - side] = chance.randrange(2)
    return twin


def shiloh_twin(p: ShilohPosition, side: int, chance: Random) -> ShilohPosition | None:
    """Another counter of the hidden cup is the one that was drawn."""
    drawn = hidden_draw(p, side)
    if drawn < 0:
        return None
    return with_drawn(p, drawn, chance.choice(cup(p))) if cup(p) else None


def game_with_secrets(game: Game, switches: dict[str, str], seed: int, steps: int) -> Iterator[Position]:
    """The positions of a random game in which much comes onto the map and meets."""
    chance = Random(seed)
    p = game.start(game.scenario(None).id, game.settings(switches))
    p.settle()
    for _ in range(steps):
        if p.over:
            return
        yield p
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        options = p.options()
        busy = [o for o in options if o.verb in BUSY] if chance.random() < 0.9 else []
        if chance.random() < 0.4:
            busy = [o for o in options if o.verb in ("reserve", "bombard", "attack")] or busy
        p.play(chance.choice(busy or options))


def monmouth_questions(p: MonmouthPosition, side: int, chance: Random, count: int) -> list[dict[str, Any]]:
    """What a client of the side might ask in a position of Monmouth, or in its twin."""
    own = [IDS[n] for n in [*PIECES_OF[side], *HQS_OF[side]]]
    texts = [option.text for option in p.options()] if p.waits_for == DECISION and p.side_to_act == side else []
    asked: list[dict[str, Any]] = []
    for _ in range(count):
        piece = chance.choice(own)
        at = chance.choice([n for n in range(len(p.x)) if p.here(n)])
        near = [p.x[at] / 10 + chance.uniform(-900, 900), p.y[at] / 10 + chance.uniform(-900, 900)]
        pose = [*near, chance.uniform(0, 360)]
        kind = chance.randrange(6)
        if kind <= 2:
            asked.append({"type": "judge", "piece": piece, "pose": pose})
        elif kind == 3 and texts:
            asked.append({"type": "odds", "option": chance.choice(texts)})
        elif kind == 4:
            enemy = f"{'CB'[side]}{chance.randrange(1, 12)}"
            far, way = chance.randrange(1, 2400), chance.randrange(360)
            text = chance.choice(
                [
                    f"move {piece} face {way} advance {way} {far}", f"bombard {piece} {enemy} facing {way}",
                    f"move {piece} face {way} advance {way} {far} attack {enemy}", "end", f"sit {piece}",
                    f"rally {piece}", f"reserve {piece}", f"turn {piece} to {enemy}",
                    f"ride {piece} to {near[0]:.0f} {near[1]:.0f}", *texts[:20],
                ]
            )  # fmt: skip
            asked.append({"type": "why", "option": text})
        else:
            asked.append({"type": "why", "piece": piece})
    return asked


def answer(game: Game, p: Position, side: int, question: dict[str, Any]) -> bytes:
    """What the service would answer."""
    from senki.engine.errors import SenkiError
    from senki.table.play.reasons import why_not_option, why_not_there
    from senki.table.refusals import Refused

    known = game.seen(p, side)
    try:
        if question["type"] == "judge":
            return to_json(game.judge(p, side, question["piece"], question["pose"]))
        if question["type"] == "odds":
            return to_json(game.odds(p, game.parse(question["option"], p)))
        if "option" in question:
            return to_json(why_not_option(game, known, question["option"]))
        return to_json(why_not_there(known, question["piece"], None))
    except (SenkiError, Refused) as wrong:
        return repr(wrong).encode()
