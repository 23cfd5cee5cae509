"""Shared by the tests: the game of Nano, and positions met in its cases and in random games."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

import senki
from senki import _build
from senki.engine.cases import find_cases, read_cases
from senki.engine.events import Event
from senki.engine.game import Game
from senki.engine.match import Match
from senki.engine.option import Roll
from senki.engine.position import Position

settings.register_profile("senki", deadline=None, derandomize=True, database=None, max_examples=200)
settings.load_profile("senki")

SET_UP = ["place S1 luray", "place S2 luray", "place S3 harrisonburg", "place S4 staunton"]
CASES = Path(senki.__file__).parent / "games" / "nano" / "cases"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What changes the rules or adds to their classes needs the sources; `make interpreted` runs it."""
    if _build.mode() == "compiled":
        for item in items:
            if item.get_closest_marker("interpreted"):
                item.add_marker(pytest.mark.skip(reason="compiled classes take no changes"))


@pytest.fixture(scope="session")
def nano() -> Game:
    return senki.find_game("nano")


def finished(seed: int = 7) -> Match:
    """A whole game in which everybody plays the first option offered, but passes now and then."""
    match = senki.new("nano", scenario="campaign", seed=seed, seats={"south": "Ann", "north": "Bo"}, entropy="tea")
    while not match.over:
        if isinstance(match.pending, Roll):
            match.roll()
        else:
            options = match.position.options()
            match.play(options[len(match.played) * 7 % len(options)])
    return match


@cache
def _met() -> tuple[list[Position], list[Event]]:
    positions: list[Position] = []
    events: list[Event] = []
    for p in chain(_cases_played(), _random_games(120)):
        positions.append(p.copy())
        assert p.events is not None
        events += p.events
        p.events = []
    return positions, events


def _cases_played() -> Iterator[Position]:
    for path in find_cases([CASES]):
        for case in read_cases(path):
            game = senki.find_game(case.game)
            p = game.read(case.position, case.name) if case.position is not None else game.start("campaign", {})
            p.events = []
            p.settle()
            yield p
            for action in case.play:
                if isinstance(action, str):
                    p.play(game.answer(p, action))
                    yield p


def _random_games(count: int) -> Iterator[Position]:
    game = senki.find_game("nano")
    for seed in range(count):
        chance = Random(seed)
        p = game.start("campaign", {})
        p.events = []
        p.settle()
        yield p
        while not p.over:
            p.play(chance.choice(p.options()))
            yield p


@pytest.fixture(scope="session")
def met() -> list[Position]:
    """Every position of every case and of 120 random games, in the order of play."""
    return _met()[0]


@pytest.fixture(scope="session")
def told() -> list[Event]:
    """Every event told on the way to them."""
    return _met()[1]
