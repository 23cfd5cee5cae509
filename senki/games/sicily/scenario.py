"""Scenarios as data (3.1 to 3.7, 32): which turns, which sheet, who begins where, from scenarios/*.toml."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache, lru_cache
from typing import Any, Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import enforces
from senki.engine.data import read_toml
from senki.engine.errors import Malformed
from senki.games.sicily.counters import ARMIES, COUNT, UNIT
from senki.games.sicily.ground import Ground, ground_of
from senki.games.sicily.options import LINES
from senki.games.sicily.tables import PACKAGE, TABLES

SCENARIOS: Final = ["campaign", "landing", "race"]
KEPT: Final = 12


class Start:
    """Where and how a counter begins in a scenario with a set-up of its own."""

    def __init__(self, unit: int, row: dict[str, Any]) -> None:
        self.unit = unit
        self.hex: str = str(row.get("hex", ""))
        self.at: str = str(row.get("at", "map"))
        """`map`, or where off the map it is: a word of position.OFF_MAP."""
        self.steps: int = int(row.get("steps", 0))
        """Steps left; 0: all."""
        self.chit: int = int(row.get("chit", 0))
        """The kind of strength chit it has drawn, 1 the weakest; 0: none yet."""
        self.pack: bool = bool(row.get("pack", False))


class Grade:
    """A row of the victory table: from so many points on, who has won and how clearly."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.least: int = int(row.get("least", -9999))
        self.winner: int = int(["allies", "axis"].index(str(row["winner"])))
        self.level: str = str(row["level"])


class Scenario:
    """One scenario as its file tells it."""

    def __init__(self, name: str) -> None:
        table: dict[str, Any] = read_toml(PACKAGE, f"scenarios/{name}.toml")
        self.name = name
        self.number: int = SCENARIOS.index(name)
        self.sheet: str = str(table["sheet"])
        self.first_turn: int = int(table["first_turn"])
        self.last_turn: int = int(table["last_turn"])
        self.armies: list[int] = [ARMIES.index(str(army)) for army in table["armies"]]
        self.supply: list[int] = [int(table["supply"].get(army, 0)) for army in ARMIES]
        self.boundary: int = LINES.index(str(table["boundary"]))
        self.us_limit: bool = bool(table["us_limit"])
        """Is the US limit in force at the beginning?"""
        self.invasion: bool = bool(table["invasion"])
        """Does it begin with the landing, and everybody where units.csv says?"""
        self.setup: list[Start] = [Start(UNIT[unit], row) for unit, row in table.get("setup", {}).items()]
        self.held: list[str] = list(table.get("held", []))
        """Hexes of places the Allies hold at the beginning."""
        self.evacuated: int = int(table.get("evacuated", 0))
        """Axis units that have left the island before the scenario begins."""
        self.groups: int = int(table.get("groups", 0))
        """Variable groups that have been released, as bits: 1, 2 and 4."""
        self.collapse: int = int(table.get("collapse", 0))
        """The turn from which the Italian collapse is in force; 0: not yet."""
        self.drops_done: int = int(table.get("drops_done", 0))
        """The turn in which the last mandatory airborne operation was done; 0: not yet (6.3)."""
        self.permits: list[int] = list(table.get("permits", [0, 0, 0, 0]))
        """End-runs left: US regiments, US battalions, British regiments, British battalions."""
        self.grades: list[Grade] = [Grade(row) for row in table.get("grade", [])]
        self.judged_by: str = str(table["judged_by"])
        """The clause of the victory conditions."""
        self.goals: list[str] = list(table.get("goals", []))
        """Of the landing: places to hold, and airfields of which some must be held (3.7)."""
        self.goal_airfields: list[str] = list(table.get("goal_airfields", []))
        self.least_airfields: int = int(table.get("least_airfields", 0))
        self.most_lost: int = int(table.get("most_lost", 0))
        self.levels: list[list[tuple[int, str]]] = [
            [(int(least), str(level)) for least, level in table.get(f"levels_{side}", [])]
            for side in ("allies", "axis")
        ]
        """Of the landing, by the side that wins: from so many places in Allied hands on, how clearly."""

    def day(self, turn: int) -> str:
        """The first date of a turn, as ISO writes it."""
        turns = TABLES["turns"]
        first = date.fromisoformat(str(turns["first_day"]))
        return (first + timedelta(days=int(turns["days"]) * (turn - 1))).isoformat()


class Theatre:
    """A scenario on the ground it is played on, shared by all positions of it."""

    def __init__(self, plan: Scenario, ground: Ground) -> None:
        self.plan = plan
        self.ground = ground
        self.start: list[int] = [NOWHERE] * COUNT
        """Hexes of a set-up of its own, by counter."""
        for start in plan.setup:
            if start.hex:
                self.start[start.unit] = self.hex(start.hex)
        self.held: list[int] = [self.hex(name) for name in plan.held]

    def hex(self, name: str) -> int:
        """The hex a scenario names; raises Malformed on a map that lacks it."""
        found = self.ground.number(name)
        if found == NOWHERE:
            raise Malformed(f"map: the scenario needs hex {name}, which this map does not have")
        return found


@cache
def scenario_of(name: str) -> Scenario:
    """A scenario by its id."""
    return Scenario(name)


@enforces("SIC-32.2")
@lru_cache(maxsize=KEPT)
def theatre(name: str, text: str = "") -> Theatre:
    """A scenario on its sheet of the game's map or of a map of the players' own; raises Malformed."""
    plan = scenario_of(name)
    return Theatre(plan, ground_of(plan.sheet, text))
