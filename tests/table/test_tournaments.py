"""Tournaments: entered, begun, played at tables of their own, and decided as it was said before."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from senki.table.club.tournaments import MOST_ENTERED, MOST_FOUNDED, Tournaments
from senki.table.people.identity import DAY
from senki.table.play.daily import AFTER_START
from senki.table.play.vacations import sweep
from senki.table.refusals import Refused
from senki.table.settings import Pace
from senki.table.store.schema import ENTRANTS, PAIRINGS, TOURNAMENTS
from senki.table.store.writer import Conflict
from tests.table.inside import PATIENCE, Inside
from tests.table.support import sqlite, story
from tests.table.test_clock import TwoHands
from tests.table.test_ratings import agree, member
from tests.table.test_sessions import PASSWORD, Member, public

UNHURRIED = Pace(1000, 1000)
WISH = {"game": "nano", "kind": "round_robin", "size": 3, "clock": {"initial": 3600, "increment": 5}}


async def club(here: Inside, many: int) -> list[Member]:
    return [await member(here, f"Member{number}") for number in range(1, many + 1)]


async def founded(members: list[Member], **wish: Any) -> str:
    """A tournament that all of these have entered."""
    made: str = (await members[0].ask("POST", "/tournaments", {**WISH, "size": len(members), **wish}, 201))["id"]
    for one in members[1:]:
        await one.ask("POST", f"/tournaments/{made}/enter")
    return made


async def stands(who: Member, made: str, is_so: Any) -> dict[str, Any]:
    """A tournament, once something is so of it."""
    async with asyncio.timeout(PATIENCE):
        while not is_so(found := await who.ask("GET", f"/tournaments/{made}")):
            await asyncio.sleep(0.03)
    return dict(found)


def in_play(found: dict[str, Any]) -> list[dict[str, Any]]:
    return [game for game in found["games"] if not game["result"]]


def is_over(found: dict[str, Any]) -> bool:
    return bool(found["state"] == "over")


async def draw(a: Member, b: Member, table: str) -> None:
    async with a.at(table) as mine, b.at(table) as theirs:
        await agree(mine, theirs)


def test_three_play_all_against_all(database: str) -> None:
    @story
    async def told() -> None:
        async with public(database, new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
            members = await club(here, 3)
            made = await founded(members, name="The Valley Cup")
            seen: set[str] = set()
            found = await stands(members[0], made, lambda found: found["state"] == "running")
            while not is_over(found):
                (game,) = in_play(found)
                assert game["table"] not in seen
                seen.add(game["table"])
                table = await members[0].ask("GET", f"/tables/{game['table']}")
                assert table["tournament"] == made and table["rated"] and table["public"]
                names = [seat["name"] for seat in table["seats"]]
                assert names == [f"Member{game['first']}", f"Member{game['second']}"]
                # Who entered earlier wins.
                loser = members[max(game["first"], game["second"]) - 1]
                await loser.ask("POST", f"/tables/{game['table']}/leave", status=403)
                await loser.ask("POST", f"/tables/{game['table']}/resign")
                played = len(seen)
                found = await stands(
                    members[0], made, lambda f, n=played: is_over(f) or (len(in_play(f)) and len(f["games"]) > n)
                )
            assert [(one["name"], one["points"]) for one in found["entrants"]] == [
                ("Member1", 2), ("Member2", 1), ("Member3", 0),
            ]  # fmt: skip
            assert [one["berger"] for one in found["entrants"]] == [1.0, 0.0, 0.0]
            assert found["name"] == "The Valley Cup" and found["entrants"][0]["you"]
            first = [sum(game["first"] == number for game in found["games"]) for number in (1, 2, 3)]
            assert first == [1, 1, 1]
            listed = await members[1].ask("GET", "/tournaments")
            assert (made, 3, "over") in [(one["id"], one["entered"], one["state"]) for one in listed]

    told()


@story
async def test_a_knock_out_with_byes_and_draws(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        members = await club(here, 3)
        made = await founded(members, kind="knock_out")
        found = await stands(members[0], made, lambda found: found["state"] == "running")
        # Nobody is rated: who entered first is seeded first and has nobody to meet.
        assert [(g["first"], g["second"], g["result"]) for g in found["games"] if not g["second"]] == [(1, 0, "first")]
        (game,) = in_play(found)
        assert {game["first"], game["second"]} == {2, 3}
        await draw(members[1], members[2], game["table"])
        found = await stands(members[0], made, lambda found: in_play(found) and in_play(found)[0]["again"])
        (again,) = in_play(found)
        # Played again on changed sides; drawn again, the better seed goes through.
        assert (again["first"], again["second"]) == (game["second"], game["first"]) and again["round"] == 1
        await draw(members[1], members[2], again["table"])
        found = await stands(members[0], made, lambda found: in_play(found) and in_play(found)[0]["round"] == 2)
        (final,) = in_play(found)
        assert {final["first"], final["second"]} == {1, 2}
        await members[0].ask("POST", f"/tables/{final['table']}/resign")
        found = await stands(members[0], made, is_over)
        assert [one["name"] for one in found["entrants"]] == ["Member2", "Member1", "Member3"]


@story
async def test_who_never_comes_loses_by_the_clock_and_is_out(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        members = await club(here, 3)
        made = await founded(members, clock={"initial": 10, "increment": 600})
        found = await stands(members[0], made, lambda found: found["state"] == "running")
        # Nobody looks at the table, and its clock runs all the same.
        (game,) = in_play(found)
        live = await here.service.hall.table(game["table"])
        assert live.clock is not None and live.clock.since is not None
        live.timer.ticking -= 11
        found = await stands(members[0], made, lambda found: len(found["games"]) > 1 or is_over(found))
        late = next(one for one in found["entrants"] if one["gone"])
        assert late["number"] == game["first"] and found["games"][0]["result"] == "second"
        # The others go on; games with somebody who is out are decided without a table.
        found = await stands(members[0], made, lambda found: in_play(found) or is_over(found))
        while not is_over(found):
            (game,) = in_play(found)
            assert late["number"] not in (game["first"], game["second"])
            await members[game["first"] - 1].ask("POST", f"/tables/{game['table']}/resign")
            found = await stands(members[0], made, lambda f, g=game: is_over(f) or in_play(f) not in ([], [g]))
        assert all(
            game["table"] == "" for game in found["games"][1:] if late["number"] in (game["first"], game["second"])
        )
        assert found["entrants"][-1]["number"] == late["number"]


@story
async def test_days_for_a_move_run_from_the_beginning(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        hall, watch = here.service.hall, TwoHands()
        hall.watch = watch
        watch.pass_by(AFTER_START)
        members = await club(here, 3)
        made = await founded(members, clock={"days": 2})
        found = await stands(members[0], made, lambda found: found["state"] == "running")
        assert found["clock"] == {"days": 2}
        (game,) = in_play(found)
        table = await members[0].ask("GET", f"/tables/{game['table']}")
        assert table["days"] == 2 and table["due"] == pytest.approx(watch.date() + 2 * DAY)
        # Whoever is on vacation does not lose by it.
        late = members[game["first"] - 1]
        await late.ask("POST", "/me/vacation", {"days": 5})
        watch.pass_by(6 * DAY)
        await sweep(hall)
        assert (await members[0].ask("GET", f"/tournaments/{made}"))["games"][0]["result"] == ""
        watch.pass_by(DAY)
        await sweep(hall)
        found = await stands(members[0], made, lambda found: found["games"][0]["result"])
        assert found["games"][0]["result"] == "second"
        assert [one["number"] for one in found["entrants"] if one["gone"]] == [game["first"]]


@story
async def test_nothing_begins_with_somebody_who_has_just_left(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        members, tournaments = await club(here, 4), here.service.tournaments
        made = await founded(members, size=16)
        earlier = await tournaments.get(made)
        await members[1].ask("POST", f"/tournaments/{made}/withdraw")
        with pytest.raises(Refused):
            await tournaments.begin(earlier)
        found = await members[0].ask("GET", f"/tournaments/{made}")
        assert found["state"] == "open" and not found["games"] and len(found["entrants"]) == 3
        assert all(one["seed"] == 0 for one in found["entrants"])
        earlier = await tournaments.get(made)
        await members[0].ask("POST", f"/tournaments/{made}/call-off")
        with pytest.raises(Refused):
            await tournaments.begin(earlier)
        assert not (await members[0].ask("GET", f"/tournaments/{made}"))["games"]


@story
async def test_who_withdraws_or_is_forgotten(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        members = await club(here, 4)
        made = await founded(members[:3], size=16)
        await members[3].ask("POST", f"/tournaments/{made}/enter")
        await members[3].ask("POST", f"/tournaments/{made}/withdraw")
        await members[3].ask("POST", f"/tournaments/{made}/withdraw", status=403)
        await members[1].ask("POST", f"/tournaments/{made}/start", status=403)
        await members[0].ask("POST", f"/tournaments/{made}/start")
        await members[3].ask("POST", f"/tournaments/{made}/enter", status=403)
        found = await stands(members[0], made, lambda found: found["state"] == "running")
        assert len(found["entrants"]) == 3
        await members[2].ask("POST", f"/tournaments/{made}/withdraw")
        await members[1].ask("POST", "/me/forget", {"password": PASSWORD})
        found = await stands(members[0], made, is_over)
        assert found["entrants"][0]["you"] and found["entrants"][0]["points"] == 2
        gone = next(one for one in found["entrants"] if one["number"] == 2)
        assert gone["name"] == "" and gone["id"] is None and gone["gone"]


@story
async def test_what_is_refused(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
        me, other, guest = await member(here, "Founder"), await member(here, "Other"), Member(here.url)
        await guest.ask("POST", "/tournaments", WISH, 401)
        for wrong in (
            {"size": 2},
            {"size": 17},
            {"kind": "swiss"},
            {"clock": None},
            {"more": 1},
            {"clock": {"initial": 1}},
            {"clock": {"days": 0}},
            {"clock": {"days": 3, "initial": 600}},
        ):
            await me.ask("POST", "/tournaments", {**WISH, **wrong}, 422)
        await me.ask("POST", "/tournaments", {**WISH, "game": "chess"}, 404)
        made = [(await me.ask("POST", "/tournaments", WISH, 201))["id"] for _ in range(MOST_FOUNDED)]
        assert "Enough" in (await me.ask("POST", "/tournaments", WISH, 429))["facts"]["why"]
        await me.ask("POST", f"/tournaments/{made[0]}/start", status=409)
        await other.ask("POST", f"/tournaments/{made[0]}/call-off", status=403)
        await me.ask("POST", f"/tournaments/{made[0]}/call-off")
        await other.ask("POST", f"/tournaments/{made[0]}/enter", status=403)
        await guest.ask("POST", f"/tournaments/{made[1]}/enter", status=401)
        await me.ask("GET", "/tournaments/nobody", status=404)
        assert made[0] not in [one["id"] for one in await me.ask("GET", "/tournaments")]
        async with here.service.store.engine.begin() as connection:
            for number in range(MOST_ENTERED):
                row = {
                    "id": f"t{number}", "name": "T", "game": "nano", "scenario": "x", "kind": "knock_out", "size": 3,
                    "clock": '{"initial": 600}', "owner": "", "state": "open", "created": 4e9, "updated": 0.0,
                }  # fmt: skip
                await connection.execute(insert(TOURNAMENTS).values(row))
                entry = {
                    "tournament": f"t{number}",
                    "number": 1,
                    "person": other.id,
                    "name": "",
                    "seed": 0,
                    "gone": False,
                }  # type: ignore[attr-defined]
                await connection.execute(insert(ENTRANTS).values(entry))
        await other.ask("POST", f"/tournaments/{made[1]}/enter", status=429)
        # One that nobody begins is called off.
        async with here.service.store.engine.begin() as connection:
            same = TOURNAMENTS.c.id == made[1]
            await connection.execute(update(TOURNAMENTS).where(same).values(created=TOURNAMENTS.c.created - 31 * DAY))
        await here.service.tournaments.look()
        assert (await me.ask("GET", f"/tournaments/{made[1]}"))["state"] == "off"


def test_rounds_are_begun_once_by_however_many_processes(postgresql: str) -> None:
    @story
    async def told() -> None:
        async with public(postgresql, new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
            members = await club(here, 4)
            made = await founded(members)
            found = await stands(members[0], made, lambda found: found["state"] == "running")
            others = [Tournaments(here.service.hall, here.service.ratings) for _ in range(3)]
            for game in in_play(found):
                await members[game["first"] - 1].ask("POST", f"/tables/{game['table']}/resign")

            async def go_on(one: Tournaments) -> None:
                try:
                    while await one.advance(made):
                        pass
                except Conflict:
                    pass

            await asyncio.gather(*(go_on(one) for one in others))
            found = await stands(members[0], made, lambda found: len(found["games"]) >= 4)
            async with here.service.store.engine.connect() as connection:
                of = PAIRINGS.c.tournament == made
                rows = (await connection.execute(select(PAIRINGS.c.round, PAIRINGS.c.board).where(of))).all()
            assert len(rows) == len(set(rows)) == 4

    told()


@pytest.mark.parametrize("many", [5])
def test_seeds_follow_ratings(tmp_path: Path, many: int) -> None:
    from senki.table.store.schema import RATINGS

    @story
    async def told() -> None:
        async with public(sqlite(tmp_path), new_tables=UNHURRIED, new_tables_from=UNHURRIED) as here:
            members = await club(here, many)
            for place, one in enumerate(members):
                row = {"person": one.id, "game": "nano", "n": 1, "table_id": f"x{place}", "score": 1.0, "at": 4e9}  # type: ignore[attr-defined]
                row |= {"value": 1400.0 + 50 * place, "deviation": 80.0, "volatility": 0.06}
                await here.service.writer.write(insert(RATINGS).values(row))
            made = await founded(members, kind="knock_out")
            found = await stands(members[0], made, lambda found: found["state"] == "running")
            assert [one["seed"] for one in sorted(found["entrants"], key=lambda e: e["number"])] == [5, 4, 3, 2, 1]

    told()
