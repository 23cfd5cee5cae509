"""Finished games on other sites: one page may be framed, nobody is known there, and no running game is shown."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.table.support import PATIENCE, Server, Somebody, story


def policy_of(answer: httpx.Response) -> tuple[bool, str]:
    """May other sites frame this, and what else is said of it."""
    policy = answer.headers["content-security-policy"]
    free = "frame-ancestors *" in policy
    assert free != ("frame-ancestors 'none'" in policy) and free != (answer.headers.get("x-frame-options") == "DENY")
    return free, policy


def test_only_the_embedded_page_may_be_framed(server: Server) -> None:
    answer = httpx.get(f"{server.url}/embed/abc_DEF-123", timeout=PATIENCE)
    free, policy = policy_of(answer)
    assert free and "script-src 'self'" in policy and "set-cookie" not in answer.headers
    elsewhere = (
        "/",
        "/embed",
        "/embed/",
        "/embed/a/b",
        "/embed/a.b",
        "/embedded/a",
        "/api/embed/a",
        "/api/games",
        "/docs",
    )
    for path in (*elsewhere, "/embed/" + "x" * 25, "/table/embed/a", "/embed/..%2f"):
        assert not policy_of(httpx.get(server.url + path, timeout=PATIENCE))[0], path


@story
async def test_a_game_is_shown_when_it_is_over_and_to_nobody_in_particular(server: Server) -> None:
    me = Somebody(server.url)
    table, _ = await me.begin(south="me", north="me")
    async with me.at(table) as line:
        for _ in range(6):
            await line.play(line.choices[0])
        at = line.at
    for path in ("", "/log", f"/view?at={at}"):
        refused = await me.get(f"/embed/{table}{path}", 403)
        assert "when it is over" in refused["facts"]["why"], path
    await me.post(f"/tables/{table}/resign", {"side": "south"})
    async with httpx.AsyncClient(timeout=PATIENCE) as nobody:
        card, log, view = await asyncio.gather(
            *(nobody.get(f"{server.url}/api/embed/{table}{path}") for path in ("", "/log", f"/view?at={at}"))
        )
        assert not any("set-cookie" in answer.headers for answer in (card, log, view)) and not nobody.cookies
    assert card.json()["over"] and card.json()["you"] == [] and "links" not in card.json()
    assert log.json()["entries"] == (await Somebody(server.url).get(f"/tables/{table}/log"))["entries"]
    shown: dict[str, Any] = view.json()
    assert shown["choices"] == [] and shown["side"] is None and shown["pieces"]


@pytest.mark.parametrize("path", ["", "/log", "/view?at=0"])
def test_embedding_takes_no_orders_and_knows_no_other_table(server: Server, path: str) -> None:
    assert httpx.get(f"{server.url}/api/embed/nobody{path}", timeout=PATIENCE).status_code == 404
    assert httpx.post(f"{server.url}/api/embed/nobody{path}", json={}, timeout=PATIENCE).status_code == 405
    assert httpx.get(f"{server.url}/api/embed/{'x' * 25}{path}", timeout=PATIENCE).status_code == 422


@story
async def test_a_link_to_a_step_shows_its_opener_no_more_than_their_seat_may_see(server: Server) -> None:
    """In a game that hides something a step is the spectator's to a stranger, and the seat's to its owner."""
    british, colonial, stranger = (Somebody(server.url) for _ in range(3))
    made = await british.post(
        "/tables",
        {"game": "monmouth", "seats": {"british": "me", "colonial": "link"}, "options": {"hidden_reserves": "on"}},
        201,
    )
    table = made["id"]
    await colonial.take(made["links"]["colonial"])
    own = await british.get(f"/tables/{table}/view?at=0")
    other = await colonial.get(f"/tables/{table}/view?at=0")
    seen = await stranger.get(f"/tables/{table}/view?at=0")
    assert (own["side"], other["side"], seen["side"]) == ("british", "colonial", None)
    async with stranger.at(table) as line:
        assert {piece["id"] for piece in seen["pieces"]} == {piece["id"] for piece in line.view["pieces"]}
    assert not any(view["choices"] for view in (own, other, seen))
