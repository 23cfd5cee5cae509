"""A fight as a client stages it: the short forms of events in the messages of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from senki.engine.forms import Record, read_json
from senki.engine.match import replay
from senki.engine.registry import find_game, game_keys

ROLES = {"who", "sum", "result", "loss"}


def staged(key: str) -> dict[str, set[str]]:
    """The kinds of event that play a part in a fight, by their part."""
    found: dict[str, set[str]] = {}
    for name in find_game(key).messages.templates:
        if name.startswith("stage."):
            _, role, kind = name.split(".")
            found.setdefault(role, set()).add(kind)
    return found


@pytest.mark.parametrize("key", game_keys())
def test_every_game_says_what_opens_a_fight_decides_it_and_what_it_costs(key: str) -> None:
    parts = staged(key)
    assert {"who", "result", "loss"} <= set(parts) <= ROLES
    said = find_game(key).messages
    assert [kind for kinds in parts.values() for kind in sorted(kinds) if not said.has(f"event.{kind}")] == []


@pytest.mark.parametrize("key", game_keys())
def test_a_short_form_speaks_of_nothing_the_event_does_not_tell(key: str) -> None:
    said = find_game(key).messages
    told = facts_told(key)
    lacking = [
        (role, kind, holes)
        for role, kinds in staged(key).items()
        for kind in sorted(kinds)
        if (holes := said.holes(f"stage.{role}.{kind}") - said.holes(f"event.{kind}") - told.get(kind, set()))
    ]
    assert lacking == []


def facts_told(key: str) -> dict[str, set[str]]:
    """By kind: the facts that its events have in a game that was played, where one is kept."""
    found: dict[str, set[str]] = {}
    for path in sorted((Path(__file__).parent / "records" / key).rglob("*.json"))[:1]:
        for event in replay(read_json(path.read_bytes(), Record, path.name)).log:
            facts = set(event.facts)
            found[event.kind] = found.get(event.kind, facts) & facts
    return found
