"""Finished games between two accounts are rated, each once, and profiles show what came of them."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from senki.table.club.glicko import Rating, rated
from senki.table.club.ratings import Ratings, Standing
from senki.table.people.identity import DAY
from senki.table.store.rows import RATED, TO_RATE, UNRATED
from senki.table.store.schema import RATINGS, TABLES
from tests.table.inside import PATIENCE, Inside
from tests.table.support import Line, Somebody, sqlite, story
from tests.table.test_forget import everything_in
from tests.table.test_sessions import PASSWORD, Member, public

OPEN = {"game": "nano", "seats": {"south": "me", "north": "open"}, "public": True}


async def member(here: Inside, name: str) -> Member:
    """Somebody with an account; its login is new in every database."""
    made = Member(here.url)
    await made.enter(f"{name}-{os.getpid()}-{secrets.token_hex(4)}", "accounts")
    await made.ask("POST", "/me", {"name": name})
    made.id = (await made.ask("GET", "/me"))["id"]  # type: ignore[attr-defined]
    return made


async def play(south: Member, north: Member, loser: Member | None, moves: int = 1, **wish: Any) -> str:
    """A table that one of them resigns after some choices, or at which both agree to a draw."""
    table: str = (await south.ask("POST", "/tables", {**OPEN, **wish}, 201))["id"]
    await north.ask("POST", f"/tables/{table}/join", {"side": "north"})
    async with south.at(table) as mine, north.at(table) as theirs:
        for _ in range(moves):
            await mine.play(mine.choices[0])
        if loser is None:
            await agree(mine, theirs)
        else:
            await loser.ask("POST", f"/tables/{table}/resign")
    return table


async def agree(mine: Line, theirs: Line) -> None:
    """Both agree to a draw."""
    await mine.say(type="offer", kind="draw")
    while not (offers := (await theirs.hear("offers"))["offers"]):
        pass
    await theirs.say(type="consent", offer=offers[0]["id"], yes=True)
    while not theirs.over:
        await theirs.next()


async def shows(member: Member, person: str, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """A profile, once it shows something: rating comes a moment after the end."""
    async with asyncio.timeout(PATIENCE):
        while not is_so(found := await member.ask("GET", f"/people/{person}")):
            await asyncio.sleep(0.02)
    return dict(found)


def rated_games(many: int) -> Callable[[dict[str, Any]], bool]:
    return lambda found: sum(one["games"] for one in found["ratings"]) == many


def of(found: dict[str, Any]) -> Rating:
    (one,) = found["ratings"]
    return Rating(one["value"], one["deviation"])


def near(found: Rating, wanted: Rating) -> bool:
    return abs(found.value - wanted.value) < 1e-6 and abs(found.deviation - wanted.deviation) < 1e-6


def test_ratings_change_by_glicko_2_and_profiles_show_it(database: str) -> None:
    @story
    async def told() -> None:
        async with public(database) as here:
            jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
            me, other = jackson.id, banks.id  # type: ignore[attr-defined]
            table = await play(jackson, banks, loser=banks)
            first = await shows(jackson, me, rated_games(1))
            won, lost = rated(Rating(), [(Rating(), 1.0)]), rated(Rating(), [(Rating(), 0.0)])
            assert near(of(first), won) and near(of(await shows(banks, other, rated_games(1))), lost)
            # The second one begins where the first one ended, and a draw is worth half a point.
            drawn = await play(banks, jackson, loser=None)
            second = await shows(banks, me, rated_games(2))
            assert near(of(second), rated(won, [(lost, 0.5)]))
            latest, earlier = second["games"]
            assert (latest["table"], earlier["table"]) == (drawn, table)
            assert (latest["score"], earlier["score"]) == (0.5, 1.0)
            assert latest["result"]["how"] == "agreed" and earlier["result"]["how"] == "resigned"
            assert earlier["side"] == "south" and latest["side"] == "north" and latest["rated"]
            assert abs(earlier["change"] - (won.value - 1500)) < 1e-6 and earlier["value"] == pytest.approx(won.value)
            assert latest["others"] == [{"id": other, "side": "south", "kind": "person", "name": "Banks", "level": 0}]
            assert second["rivals"] == [{"id": other, "name": "Banks", "won": 1, "drawn": 1, "lost": 0}]
            assert second["name"] == "Jackson" and not second["you"] and second["since"] > 1e9

    told()


@story
async def test_what_does_not_count(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
        uncounted = [
            await play(jackson, banks, banks, moves=0),
            await play(jackson, banks, banks, rated=False),
            await play(jackson, banks, banks, public=False, seats={"south": "me", "north": "open"}),
            await play(jackson, banks, banks, assisted=True),
            await play(jackson, jackson, jackson),
        ]
        counted = await play(jackson, banks, banks, public=False, rated=True)
        found = await shows(jackson, jackson.id, rated_games(1))  # type: ignore[attr-defined]
        listed = {game["table"]: game["rated"] for game in found["games"]}
        # A table that is neither public nor rated is nobody's business.
        assert listed == {counted: True, **{table: False for table in uncounted if table != uncounted[2]}}
        async with here.service.store.engine.connect() as connection:
            rows = (await connection.execute(select(TABLES.c.id, TABLES.c.rated))).all()
        assert {row.id: row.rated for row in rows} == {counted: RATED, **dict.fromkeys(uncounted, UNRATED)}
        # Nobody is their own opponent.
        assert {one["name"] for one in found["rivals"]} == {"Banks"}
        machine = {"game": "nano", "seats": {"south": "me", "north": "machine:1"}, "public": True}
        table = (await jackson.ask("POST", "/tables", machine, 201))["id"]
        assert not (await jackson.ask("GET", f"/tables/{table}"))["rated"]
        alone = {**OPEN, "seats": {"south": "me", "north": "me"}, "rated": True}
        table = (await jackson.ask("POST", "/tables", alone, 201))["id"]
        assert not (await jackson.ask("GET", f"/tables/{table}"))["rated"]


@story
async def test_a_rated_game_is_not_left_to_somebody_else(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
        table = (await jackson.ask("POST", "/tables", OPEN, 201))["id"]
        await banks.ask("POST", f"/tables/{table}/join", {"side": "north"})
        # Before anything was played a seat may be left, as ever.
        await banks.ask("POST", f"/tables/{table}/leave")
        await banks.ask("POST", f"/tables/{table}/join", {"side": "north"})
        async with jackson.at(table) as line, banks.at(table):
            await line.play(line.choices[0])
        refused = await banks.ask("POST", f"/tables/{table}/leave", status=403)
        assert "resign" in refused["facts"]["why"]


@story
async def test_a_lost_game_is_not_left_before_it_is_rated(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
        rate, here.service.ratings.rate_some = here.service.ratings.rate_some, nothing  # type: ignore[method-assign]
        table = await play(jackson, banks, banks)
        await banks.ask("POST", f"/tables/{table}/leave", status=403)
        assert await rate()
        await banks.ask("POST", f"/tables/{table}/leave")
        assert (await jackson.ask("GET", f"/people/{banks.id}"))["ratings"][0]["games"] == 1  # type: ignore[attr-defined]


@story
async def test_who_takes_over_from_a_guest_is_not_rated(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks, guest = await member(here, "Jackson"), await member(here, "Banks"), Member(here.url)
        wish = {**OPEN, "seats": {"south": "me", "north": "link"}}
        made = await jackson.ask("POST", "/tables", wish, 201)
        table, token = made["id"], made["links"]["north"].rpartition("=")[2]
        await guest.ask("POST", f"/tables/{table}/join", {"side": "north", "token": token})
        async with jackson.at(table) as line, guest.at(table):
            assert line.table["rated"]
            await line.play(line.choices[0])
        await guest.ask("POST", f"/tables/{table}/leave")
        await banks.ask("POST", f"/tables/{table}/join", {"side": "north"})
        async with banks.at(table) as line:
            assert "rated" not in line.table
        assert not (await banks.ask("GET", f"/tables/{table}"))["rated"]


async def nothing() -> bool:
    """Somebody who rates no game."""
    return False


def test_a_game_is_rated_once_by_however_many_processes(postgresql: str) -> None:
    @story
    async def told() -> None:
        async with public(postgresql) as here:
            jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
            await play(jackson, banks, banks)
            await shows(jackson, jackson.id, rated_games(1))  # type: ignore[attr-defined]
            store, writer = here.service.store, here.service.writer
            # As after a crash: several games that have ended and are not rated, and several who find them at once.
            here.service.ratings.rate_some = nothing  # type: ignore[method-assign]
            tables = [await play(jackson, banks, one) for one in (banks, jackson, banks)]
            async with store.engine.begin() as connection:
                await connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(rated=TO_RATE))
            others = [Ratings(store, writer) for _ in range(4)]

            async def rate(one: Ratings) -> None:
                while await one.rate_some():
                    pass

            await asyncio.gather(*(rate(one) for one in others))
            async with store.engine.connect() as connection:
                mine = RATINGS.c.person == jackson.id  # type: ignore[attr-defined]
                rows = (await connection.execute(select(RATINGS).where(mine).order_by(RATINGS.c.n))).all()
            assert [row.n for row in rows] == [1, 2, 3, 4]
            assert len({row.table_id for row in rows}) == 4
            one, two = Rating(), Rating()
            for score in (1.0, 1.0, 0.0, 1.0):
                one, two = rated(one, [(two, score)]), rated(two, [(one, 1.0 - score)])
            assert rows[-1].value == pytest.approx(one.value) and rows[-1].deviation == pytest.approx(one.deviation)

    told()


@story
async def test_days_without_a_game_make_less_sure(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
        await play(jackson, banks, banks)
        me, other = jackson.id, banks.id  # type: ignore[attr-defined]
        fresh = of(await shows(jackson, me, rated_games(1)))
        async with here.service.store.engine.begin() as connection:
            await connection.execute(update(RATINGS).values(at=RATINGS.c.at - 40.5 * DAY))
        aged = {person: of(await shows(jackson, person, rated_games(1))) for person in (me, other)}
        assert aged[me].value == fresh.value and aged[me].deviation > fresh.deviation
        await play(jackson, banks, banks)
        stored = Standing(rated(Rating(), [(Rating(), 1.0)]), 1, 0.0).on(40 * DAY)
        assert near(aged[me], stored)
        theirs = Standing(rated(Rating(), [(Rating(), 0.0)]), 1, 0.0).on(40 * DAY)
        assert near(of(await shows(jackson, me, rated_games(2))), rated(stored, [(theirs, 1.0)]))


def test_who_is_forgotten_is_in_no_result(database: str) -> None:
    name = f"Turner{secrets.token_hex(3)}"

    @story
    async def told() -> None:
        async with public(database) as here:
            leaver, banks = await member(here, name), await member(here, "Banks")
            person = leaver.id  # type: ignore[attr-defined]
            await play(leaver, banks, banks)
            await shows(banks, banks.id, rated_games(1))  # type: ignore[attr-defined]
            running = (await leaver.ask("POST", "/tables", OPEN, 201))["id"]
            await banks.ask("POST", f"/tables/{running}/join", {"side": "north"})
            await leaver.ask("POST", "/me/forget", {"password": PASSWORD})
            await banks.ask("GET", f"/people/{person}", status=404)
            left = await banks.ask("GET", f"/people/{banks.id}")  # type: ignore[attr-defined]
            assert left["ratings"][0]["games"] == 1 and not left["rivals"]
            assert [(one["id"], one["name"]) for one in left["games"][0]["others"]] == [(None, "")]
            # Whoever takes over the other game is not rated for it.
            assert not (await banks.ask("GET", f"/tables/{running}"))["rated"]

    told()
    assert name not in everything_in(database)


@story
async def test_a_profile_can_be_hidden_and_guests_have_none(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path)) as here:
        jackson, banks = await member(here, "Jackson"), await member(here, "Banks")
        await play(jackson, banks, banks)
        await shows(jackson, jackson.id, rated_games(1))  # type: ignore[attr-defined]
        await jackson.ask("POST", "/me", {"hidden": True})
        assert (await jackson.ask("GET", "/me"))["hidden"]
        await banks.ask("GET", f"/people/{jackson.id}", status=404)  # type: ignore[attr-defined]
        own = await jackson.ask("GET", f"/people/{jackson.id}")  # type: ignore[attr-defined]
        assert own["you"] and own["hidden"] and own["ratings"]
        seen = await banks.ask("GET", f"/people/{banks.id}")  # type: ignore[attr-defined]
        assert seen["games"][0]["others"][0]["id"] is None and seen["rivals"][0]["id"] is None
        guest = Member(here.url)
        known = (await guest.ask("GET", "/me"))["id"]
        await guest.ask("POST", "/me", {"name": "Passer-by"})
        for nobody in (known, "u-nobody", "-", "x" * 40):
            await banks.ask("GET", f"/people/{nobody}", status=404)


@story
async def test_only_public_services_have_profiles(tmp_path: Path) -> None:
    from senki.table.settings import Settings
    from tests.table.inside import inside

    async with inside(Settings(database=sqlite(tmp_path))) as here:
        await Somebody(here.url).get("/people/u-x", 403)


@story
async def test_two_ratings_of_one_step_cannot_be_stored(tmp_path: Path) -> None:
    from senki.table.store.writer import Conflict

    async with public(sqlite(tmp_path)) as here:
        row = {"person": "u-a", "game": "nano", "n": 1, "table_id": "t", "score": 1.0, "value": 1.0, "deviation": 1.0}
        row |= {"volatility": 0.06, "at": 0.0}
        await here.service.writer.write(insert(RATINGS).values(row))
        for same in ({"table_id": "other"}, {"n": 2}):
            with pytest.raises(Conflict):
                await here.service.writer.write(insert(RATINGS).values({**row, **same}))
