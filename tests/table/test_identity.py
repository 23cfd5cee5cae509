"""Who may ask: guests, accounts, other sites."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.table.support import Server, Somebody, sqlite


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(sqlite(tmp_path_factory.mktemp("public")), "--public") as running:
        yield running


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """Secure cookies, as a browser behind TLS would send them back."""
    return {
        part.split("=", 1)[0]: part.split("=", 1)[1].split(";")[0] for part in answer.headers.get_list("set-cookie")
    }


def test_accounts_where_the_service_is_public(public: Server) -> None:
    with httpx.Client(base_url=public.url) as http:
        table = {"game": "nano", "seats": {"south": "me", "north": "machine:1"}}
        assert http.post("/api/tables", json=table).status_code == 401
        weak = {"login": "jackson", "password": "short"}
        assert http.post("/api/accounts", json=weak).status_code == 422
        account = {"login": "jackson", "password": "stonewall-1862"}
        made = http.post("/api/accounts", json=account)
        assert made.status_code == 201
        flags = made.headers["set-cookie"].lower()
        assert "httponly" in flags and "secure" in flags and "samesite=lax" in flags
        assert http.post("/api/accounts", json=account).status_code == 409
        signed_in = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies_of(made).items())}
        assert http.get("/api/me", headers=signed_in).json()["account"]
        assert http.post("/api/tables", json=table, headers=signed_in).status_code == 201
        assert http.post("/api/session", json={**account, "password": "wrong-password"}).status_code == 403
        assert http.post("/api/session", json={**account, "login": "nobody"}).status_code == 403
        again = http.post("/api/session", json=account)
        assert again.status_code == 201
        assert http.delete("/api/session", headers=signed_in).status_code == 200
        assert not http.get("/api/me", headers=signed_in).json()["account"]
        tries = [http.post("/api/session", json=account).status_code for _ in range(6)]
        assert 429 in tries


def test_the_page_itself_makes_a_guest_known(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        assert set(cookies_of(http.get("/"))) == {"senki_guest"}
        asked = [http.get("/api/me") for _ in range(2)]
        assert not any(cookies_of(answer) for answer in asked), "nobody is given a second name"
        assert not cookies_of(http.get("/"))


def test_a_guest_s_cookie_cannot_be_forged(server: Server) -> None:
    with httpx.Client(base_url=server.url) as http:
        me = http.get("/api/me").json()["id"]
        assert http.get("/api/me").json()["id"] == me
    with httpx.Client(base_url=server.url) as http:
        for forged in (me, f"{me}.", f"{me}.{'0' * 64}", "g-é.x"):
            answer = http.get("/api/me", headers={"Cookie": f"senki_guest={forged}".encode()})
            assert answer.status_code == 200 and answer.json()["id"] != me


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Origin": "http://[::1"},
        {"Origin": "http://[v1.x]:y"},
        {"Host": "[::1"},
        {"Host": "127.0.0.1]"},
    ],
)
def test_other_sites_cannot_act_for_me(server: Server, headers: dict[str, str]) -> None:
    wish = {"game": "nano", "seats": {"south": "me", "north": "machine:1"}}
    answer = httpx.post(f"{server.url}/api/tables", json=wish, headers=headers)
    assert answer.status_code == 403 and answer.json()["code"] == "forbidden"


def test_a_form_of_another_site_is_no_request(server: Server) -> None:
    answer = httpx.post(f"{server.url}/api/tables", content='{"game":"nano"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 422


def test_sockets_of_other_sites_are_refused(server: Server) -> None:
    async def story() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="machine:1")
        address = f"{server.url.replace('http', 'ws')}/ws/tables/{table}"
        with pytest.raises(InvalidStatus):
            async with connect(address, origin="https://evil.example"):  # type: ignore[arg-type]
                pass
        async with connect(address, origin=server.url):  # type: ignore[arg-type]
            pass
        # A handshake that cannot be read is refused like one from elsewhere, and leaves no traceback.
        for broken in ({"Origin": "http://[::1"}, {"Origin": "http://127.0.0.1]:"}):
            with pytest.raises(InvalidStatus) as refused:
                async with connect(address, additional_headers=broken):
                    pass
            assert refused.value.response.status_code == 403, broken

    asyncio.run(story())


def test_every_answer_is_dressed(server: Server) -> None:
    for path in ("/", "/api/games", "/api/nowhere", "/docs", "/healthz"):
        headers = httpx.get(server.url + path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"


def test_health_metrics_docs_and_bodies_that_are_too_big(server: Server) -> None:
    assert httpx.get(f"{server.url}/healthz").json() == {"ok": True}
    assert "senki_commits_total" in httpx.get(f"{server.url}/metrics").text
    assert "POST /api/tables" in httpx.get(f"{server.url}/docs").text
    huge = b'{"game": "' + b"x" * 3_000_000 + b'"}'
    headers = {"Content-Type": "application/json"}
    assert httpx.post(f"{server.url}/api/tables", content=huge, headers=headers).status_code == 413
    assert httpx.post(f"{server.url}/api/tables", content=iter([huge]), headers=headers).status_code == 413
    assert "root:" not in httpx.get(f"{server.url}/assets/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text
    assert "requires-python" not in httpx.get(f"{server.url}/%2e%2e/%2e%2e/%2e%2e/pyproject.toml").text


def test_a_game_s_documents_are_sent_once(server: Server) -> None:
    for what in ("rulebook", "messages"):
        first = httpx.get(f"{server.url}/api/games/nano/{what}")
        assert first.status_code == 200 and first.headers["etag"]
        again = httpx.get(f"{server.url}/api/games/nano/{what}", headers={"If-None-Match": first.headers["etag"]})
        assert again.status_code == 304 and not again.content
    names = httpx.get(f"{server.url}/api/games/nano/messages").json()["names"]
    assert set(names) == {"side", "piece"} and "S1" in names["piece"]
