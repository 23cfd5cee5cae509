"""Reading the JSON form of a position: names to numbers, steps to a stack; a mistake is told with its place."""

from __future__ import annotations

from senki.engine.errors import BrokenInvariant, Malformed, UnknownName
from senki.engine.lexicon import Names
from senki.engine.position import Position


def number_of(names: Names, name: str, where: str) -> int:
    """The number of a name."""
    try:
        return names.number(name)
    except UnknownName as wrong:
        raise UnknownName(f"{where}: {wrong}") from None


def number_or(nothing: int, names: Names, name: str | None, where: str) -> int:
    """The number of a name, or what stands for none."""
    return number_of(names, name, where) if name is not None else nothing


def numbers_of(names: Names, given: list[str], where: str) -> list[int]:
    """The numbers of names, in their order."""
    return [number_of(names, name, where) for name in given]


def bits_of(names: Names, given: list[str], where: str) -> int:
    """The numbers of names as bits."""
    bits = 0
    for name in given:
        bits |= 1 << number_of(names, name, where)
    return bits


def index_of(known: list[str], name: str, where: str) -> int:
    """The place of a word in a list of words."""
    if name not in known:
        raise UnknownName(f"{where}: '{name}' is not one of {', '.join(known)}")
    return known.index(name)


def check_steps(to_come: list[str], known: list[str], where: str) -> None:
    """Raise UnknownName unless every step to come is one of the game."""
    for name in to_come:
        if name not in known:
            raise UnknownName(f"{where}: to_come: there is no step '{name}'; steps are: {', '.join(known)}")


def stack_of(to_come: list[str], known: list[str], follows: dict[str, list[str]]) -> list[int]:
    """The stack of steps to come, the awaited one first in the list; what must follow is added."""
    names = list(to_come)
    while names and follows[names[-1]]:
        names.append(follows[names[-1]][0])
    return [known.index(name) for name in reversed(names)]


def check_sound(p: Position, where: str) -> None:
    """Raise Malformed if the position that was read could not have come about."""
    try:
        p.check()
    except BrokenInvariant as broken:
        raise Malformed(f"{where}: {broken}") from None
