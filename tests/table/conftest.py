from __future__ import annotations

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from senki.table.people import identity
from tests.table.postgres import postgres
from tests.table.support import Server, sqlite


@pytest.fixture(scope="session", autouse=True)
def passwords_in_no_time() -> Iterator[None]:
    """In the test's own process a password costs next to nothing; services in theirs hash as people's do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "PASSWORDS", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


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
