"""Counters are for who runs the service: from its own machine, or with a token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.table.support import Server, sqlite

TOKEN = "count-me-in"


@pytest.fixture(scope="module", params=[(), ("--public",)], ids=["own", "public"])
def counted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = sqlite(tmp_path_factory.mktemp("counted"))
    with Server(database, *request.param, env={"SENKI_METRICS_TOKEN": TOKEN}) as running:
        yield running


def test_from_this_machine(counted: Server) -> None:
    assert "senki_commits_total" in httpx.get(f"{counted.url}/metrics").text


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "203.0.113.7"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-For": ""},
        {"Forwarded": "for=203.0.113.7"},
        {"X-Real-IP": "203.0.113.7"},
        {"Via": "1.1 proxy"},
    ],
)
def test_not_through_a_proxy_on_this_machine_but_with_the_token(counted: Server, headers: dict[str, str]) -> None:
    refused = httpx.get(f"{counted.url}/metrics", headers=headers)
    assert refused.status_code == 403 and refused.json()["code"] == "forbidden" and "senki_" not in refused.text
    wrong = {**headers, "Authorization": "Bearer count-me-out"}
    assert httpx.get(f"{counted.url}/metrics", headers=wrong).status_code == 403
    right = {**headers, "Authorization": f"Bearer {TOKEN}"}
    assert "senki_commits_total" in httpx.get(f"{counted.url}/metrics", headers=right).text


def test_not_under_another_name(tmp_path: Path) -> None:
    with Server(sqlite(tmp_path), "--public") as server:
        for headers in (
            {"Host": "senki.example"},
            {"Host": "senki.example", "Authorization": "Bearer x"},
            {"Host": "[::1"},
        ):
            assert httpx.get(f"{server.url}/metrics", headers=headers).status_code == 403
        assert httpx.get(f"{server.url}/metrics", headers={"Authorization": "Bearer é".encode()}).status_code == 200
