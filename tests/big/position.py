"""The state of a game: where every unit is and what the turn has come to."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.presence import Presence, nobody
from senki.boards.hexes.search import SHUT, Reach
from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.position import Position, Step
from senki.games.big.board import COUNT, FIELD, HEXES, SIDE_OF, UNITS

OFF: Final = -1
NOBODY: Final = -1
STACKING: Final = 2


class BigPosition(Position):
    """Where every unit stands, who has been activated, and who is acting."""

    def __init__(
        self, steps: list[Step[Position]], stack: list[int], hex: list[int], due: list[int], done: list[int],
        presence: Presence,
    ) -> None:  # fmt: skip
        super().__init__(steps, stack)
        self.hex = hex
        self.due = due
        """The turn in which a lost unit comes back; 0 on the map (BIG-3.4)."""
        self.done = done
        """1 for units activated in this player turn."""
        self.presence = presence
        """Units and zones of control, kept by `put`."""
        self.turn = 1
        self.last = 1
        """The last turn of the scenario."""
        self.side = 0
        self.acting = NOBODY
        """The unit that is activated."""
        self.target = OFF
        """The hex it attacks."""
        self.reach: Reach | None = None
        """Where it can go, if it was worked out; no part of the state."""

    def copy(self) -> BigPosition:
        """An independent copy that nobody listens to."""
        twin = BigPosition(
            self.steps, self.stack[:], self.hex[:], self.due[:], self.done[:], self.presence.copy()
        )  # fmt: skip
        twin.result = self.result
        twin.turn = self.turn
        twin.last = self.last
        twin.side = self.side
        twin.acting = self.acting
        twin.target = self.target
        twin.reach = self.reach
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        return (
            self.turn, self.last, self.side, self.acting, self.target, *self.hex, *self.due, *self.done, *self.stack,
        )  # fmt: skip

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_units(self)
        self.presence.check(SIDE_OF, self.hex, [True] * COUNT)


def empty_map(steps: list[Step[Position]], stack: list[int]) -> BigPosition:
    """A position with no unit on the map."""
    presence = nobody([FIELD.reached, FIELD.reached])
    return BigPosition(steps, stack, [OFF] * COUNT, [0] * COUNT, [0] * COUNT, presence)


@enforces("BIG-2.4")
def put(p: BigPosition, unit: int, hex: int) -> None:
    """Put a unit in a hex or off the map; the counts of units and zones follow."""
    p.presence.move(SIDE_OF[unit], p.hex[unit], hex, True)
    p.hex[unit] = hex


def in_enemy_zone(p: BigPosition, side: int, hex: int) -> bool:
    """Is a hex in a zone of control of the other side?"""
    return p.presence.zones(1 - side, hex) > 0


def enemies_in(p: BigPosition, side: int, hex: int) -> bool:
    """Does the other side have units in a hex?"""
    return p.presence.units(1 - side, hex) > 0


def has_room(p: BigPosition, side: int, hex: int) -> bool:
    """May one more unit of a side stand in a hex?"""
    return p.presence.units(side, hex) < STACKING and not enemies_in(p, side, hex)


@enforces("BIG-2.3", "BIG-2.5", "BIG-3.4")
def check_units(p: BigPosition) -> None:
    """Every unit is on land or waits for its return; no hex is over-stacked or shared by enemies."""
    if not 1 <= p.turn <= p.last:
        raise BrokenInvariant(f"turn {p.turn} of {p.last}")
    count: dict[int, int] = {}
    owner: dict[int, int] = {}
    for unit in range(COUNT):
        hex = p.hex[unit]
        if (hex == OFF) != (p.due[unit] > 0):
            raise BrokenInvariant(f"{UNITS[unit]} is neither on the map nor due, or both")
        if hex == OFF:
            continue
        if FIELD.entry[hex] == SHUT:
            raise BrokenInvariant(f"{UNITS[unit]} is in the lake, {HEXES[hex]}")
        count[hex] = count.get(hex, 0) + 1
        if count[hex] > STACKING or owner.setdefault(hex, SIDE_OF[unit]) != SIDE_OF[unit]:
            raise BrokenInvariant(f"{HEXES[hex]} is over-stacked or shared by enemies")
