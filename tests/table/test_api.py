"""The HTTP interface against its own OpenAPI document, with every kind of odd request."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from senki.table.app import make_app
from senki.table.settings import Settings
from tests.table.support import Server

EXAMPLES = 25
DOCUMENT = make_app(Settings(database="sqlite+aiosqlite:///:memory:")).app.openapi()  # type: ignore[attr-defined]
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DOCUMENT).get_all_operations()]
JUDGED = ("POST /api/tables", "POST /api/tournaments", "POST /api/me/vacation")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_operation_keeps_its_word(operation: Any, server: Server) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def keeps_its_word(case: Any) -> None:
        # Whether a record is one, which games and sides there are, how many days a year has left, no schema can say.
        excluded = [positive_data_acceptance] if operation.label in JUDGED else []
        case.call_and_validate(base_url=server.url, excluded_checks=excluded)

    keeps_its_word()
