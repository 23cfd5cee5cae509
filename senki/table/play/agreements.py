"""What people settle among themselves: taking back, draws, resigning."""

from __future__ import annotations

import asyncio
import json
import secrets

from sqlalchemy import update

from senki.engine.dice import FairDice
from senki.engine.errors import SenkiError
from senki.engine.undo import teaches_nothing
from senki.table.machine.jobs import Look
from senki.table.play.hall import Hall
from senki.table.play.live import LiveTable, Past, moves, standing
from senki.table.play.wire import ENCODER, Offers
from senki.table.refusals import Refused
from senki.table.store.rows import EntryRow, Offer
from senki.table.store.schema import TABLES


def sides_at(live: LiveTable, person: str) -> list[int]:
    """The sides a person plays; raises Refused if none."""
    sides = live.sides_of(person)
    if not sides:
        raise Refused("forbidden", because="no_seat")
    return sides


def other_people(live: LiveTable, sides: list[int]) -> set[str]:
    """The sides other people play; the machine agrees to every undo."""
    return {seat.side for number, seat in enumerate(live.seats) if seat.kind == "person" and number not in sides}


async def undo(hall: Hall, live: LiveTable, person: str, at: int) -> None:
    """Take back a person's last choice if it is free or nobody else needs to agree; otherwise ask them."""
    live.check_current(at)
    sides = sides_at(live, person)
    target = live.last_choice(sides) or await replayed_choice(hall, live, sides)
    if target is None:
        raise Refused("nothing", because="no_choice_yet")
    # What a choice has shown where something is hidden takes a while to find out: no other table waits for it.
    is_free = not other_people(live, sides) or await asyncio.to_thread(nothing_learned, live, target)
    live.check_current(at)
    if is_free:
        await hall.submit(live, live.take_back(target, target.side), "undo")
        return
    check_no_offer(live, "undo", sides)
    side = live.game.sides[target.side].id
    await set_offers(hall, live, [*live.offers, Offer(secrets.token_hex(6), "undo", side, live.n, target.prior)])


def nothing_learned(live: LiveTable, choice: Past) -> bool:
    """Has nothing come since a choice, and has it shown its side nothing that was hidden?"""
    return choice.n == live.head and teaches_nothing(live.game, choice.before, choice.option, choice.side)


async def replayed_choice(hall: Hall, live: LiveTable, sides: list[int], back: int | None = None) -> Past | None:
    """A standing choice that is no longer in memory, found by playing the log again: the last, or that after `back`."""
    own = [entry for entry in moves(standing(await hall.store.entries(live.id))) if entry.n > live.row.base]
    for index in range(len(own) - 1, -1, -1):
        prior = own[index - 1].n if index else live.row.base
        if own[index].side not in sides or (back is not None and prior != back):
            continue
        earlier = [entry.option for entry in own[:index]]
        options = {} if live.row.start is not None else live.row.switches
        job = Look(live.game.key, live.row.scenario, options, live.row.start, earlier, -1, len(own) + 1, live.row.rules)
        try:
            looked = await hall.errands.look(job, live.id)
            position = live.game.read(json.loads(looked.position), f"table {live.id}")
            option = live.game.answer(position, own[index].option)
        except SenkiError as wrong:
            raise Refused("failed", because="other_rules", detail=str(wrong)) from None
        mark = mark_after(live.dice, own[:index])
        return Past(own[index].n, own[index].side, prior, option, position, mark, own[index].events)
    return None


def mark_after(dice: FairDice, own: list[EntryRow]) -> str:
    """The dice's mark after moves of the table's own."""
    mark = dice.first_mark
    for entry in own:
        mark = dice.mark_after(mark, entry.option, entry.side < 0)
    return mark


def check_no_offer(live: LiveTable, kind: str, sides: list[int]) -> None:
    """One offer of a kind at a time."""
    mine = {live.game.sides[side].id for side in sides}
    if any(offer.kind == kind and offer.side in mine for offer in live.offers):
        raise Refused("pending", because="offer_waits")


async def offer_draw(hall: Hall, live: LiveTable, person: str) -> None:
    """Offer a draw to the other people."""
    await hall.settled(live)
    sides = sides_at(live, person)
    if live.over:
        raise Refused("over")
    if any(seat.kind != "person" for seat in live.seats):
        raise Refused("forbidden", because="draw_by_people")
    if not other_people(live, sides):
        await hall.submit(live, live.end("draw", "agreed", sides[0], None), "person")
        return
    check_no_offer(live, "draw", sides)
    side = live.game.sides[sides[0]].id
    await set_offers(hall, live, [*live.offers, Offer(secrets.token_hex(6), "draw", side, live.n)])


async def consent(hall: Hall, live: LiveTable, person: str, offer_id: str, yes: bool) -> None:
    """Answer somebody's offer, or withdraw one's own; it is carried out when all others have agreed."""
    await hall.settled(live)
    sides = sides_at(live, person)
    mine = {live.game.sides[side].id for side in sides}
    offer = next((found for found in live.offers if found.id == offer_id), None)
    if offer is None or offer.at != live.n or live.over:
        raise Refused("unknown", because="offer_gone")
    if yes and offer.side in mine:
        raise Refused("forbidden", because="offer_of_others")
    rest = [found for found in live.offers if found.id != offer_id]
    if not yes:
        await set_offers(hall, live, rest)
        return
    asker = live.game.side(offer.side)
    asking = [number for number, seat in enumerate(live.seats) if seat.person == live.seats[asker].person]
    agreed = {*offer.agreed, *mine}
    if other_people(live, asking) - agreed:
        waiting = Offer(offer.id, offer.kind, offer.side, offer.at, offer.back, sorted(agreed))
        await set_offers(hall, live, [*rest, waiting])
    elif offer.kind == "draw":
        await hall.submit(live, live.end("draw", "agreed", asker, None), "person")
    else:
        await take_back_to(hall, live, asker, offer.back)


async def take_back_to(hall: Hall, live: LiveTable, side: int, back: int | None) -> None:
    """Carry out an undo that was agreed on."""
    at = live.n
    target = next((past for past in live.past if past.prior == back and past.side == side), None)
    if target is None:
        target = await replayed_choice(hall, live, [side], back)
    live.check_current(at)
    if target is None:
        raise Refused("unknown", because="nothing_to_take_back")
    await hall.submit(live, live.take_back(target, side), "undo")


async def set_offers(hall: Hall, live: LiveTable, offers: list[Offer]) -> None:
    """Store the offers that wait for an answer and tell them."""
    at = live.n
    stored = ENCODER.encode(offers).decode()
    statement = update(TABLES).where(TABLES.c.id == live.id, TABLES.c.n == at).values(offers=stored)
    await hall.change(live, statement, what="offers")
    if live.n == at:
        live.offers = offers
    hall.tell_all(live, Offers(live.offers))


async def resign(hall: Hall, live: LiveTable, person: str, side_id: str | None) -> None:
    """Give up for one of a person's sides."""
    await hall.settled(live)
    sides = [side for side in sides_at(live, person) if side_id in (None, live.game.sides[side].id)]
    if not sides:
        raise Refused("forbidden", because="no_such_seat")
    if live.over:
        raise Refused("over")
    side = live.actor() if live.actor() in sides else sides[0]
    await hall.submit(live, live.end("resign", "resigned", side, live.opponent_of(side)), "person")
