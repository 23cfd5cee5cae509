"""Each field of a position is its own in a copy, and tells it from others."""

from senki import find_game
from senki.games.monmouth.position import Engagement, MonmouthPosition, Order

GAME = find_game("monmouth")
NO_STATE = ("steps", "events", "result", "tried")
"""Who listens, how the game ended (the empty stack says that it did), and what was found out once."""


def some_position() -> MonmouthPosition:
    p = GAME.start("monmouth", GAME.settings({}))
    assert isinstance(p, MonmouthPosition)
    p.settle()
    return p


def fields(p: MonmouthPosition) -> list[str]:
    names = getattr(type(p), "__mypyc_attrs__", None) or vars(p)
    return [name for name in names if name not in NO_STATE and not name.startswith("__")]


def change(p: MonmouthPosition, name: str) -> None:
    """Make one field another, in place if it is a list."""
    value = getattr(p, name)
    if isinstance(value, int):
        setattr(p, name, value + 1)
    elif name == "engaged":
        value.append(Engagement(0, 8, 1))
    elif name == "orders":
        value.append(Order(15, 0, 0, 1))
    elif value:
        value[-1] += 1
    else:
        value.append(0)


def test_every_field_is_copied_and_told_apart() -> None:
    before = some_position()
    key = before.key()
    assert len(fields(before)) > 50
    for name in fields(before):
        twin = before.copy()
        assert twin.key() == key
        change(twin, name)
        assert twin.key() != key, f"{name} tells nothing"
        assert before.key() == key, f"{name} is shared"
        assert twin.copy().key() == twin.key(), f"{name} is not copied"


def test_each_number_of_an_engagement_and_of_an_order_tells() -> None:
    keys = set()
    for numbers in ([1, 9, 1], [2, 9, 1], [1, 10, 1], [1, 9, 2]):
        p = some_position()
        p.engaged = [Engagement(*numbers)]
        keys.add(p.key())
    for words in ([15, 0, 0, 1], [16, 0, 0, 1], [15, 1, 0, 1], [15, 0, 1, 1], [15, 0, 0, 2]):
        p = some_position()
        p.orders = [Order(*words)]
        keys.add(p.key())
    assert len(keys) == 9
