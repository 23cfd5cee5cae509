from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.postgres import postgres
from tests.table.support import Server, sqlite


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service for the tests of one module."""
    with Server(sqlite(tmp_path_factory.mktemp("tables"))) as running:
        yield running


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Each kind of database in turn."""
    if request.param == "sqlite":
        return sqlite(tmp_path_factory.mktemp("tables"))
    url: str = request.getfixturevalue("postgresql")
    return url
