"""Scenarios as data (chapters 13 and 22): set-up, arrivals, limits, victory lines and grades, from scenarios/*.toml.

A limit is a `Limit` of some kind, a victory line a `Line` of some kind: limits.py and victory.py have one function for
each kind, none for a scenario.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from typing import Any, Final

from senki.engine.data import read_toml
from senki.games.sjw.counters import COUNT, SIDE_OF, SIDES, UNIT
from senki.games.sjw.tables import PACKAGE, WORKS

SCENARIOS: Final = [
    "cedar_mountain", "lee_vs_pope", "stuarts_raid", "jacksons_march", "rappahannock_to_bull_run",
    "rapidan_to_rappahannock", "rapidan_to_manassas",
]  # fmt: skip


class Start:
    """Where and how a counter begins, or arrives: hexes by name."""

    def __init__(self, unit: int, row: dict[str, Any]) -> None:
        self.unit = unit
        self.manpower: int = int(row.get("manpower", 0))
        self.fatigue: int = int(row.get("fatigue", 0))
        self.works: int = WORKS.index(str(row.get("works", "none")))
        self.hex: str = str(row.get("hex", ""))
        """Empty for one that is set aside, McClellan."""
        self.turn: int = int(row.get("turn", 0))
        self.hexes: list[str] = list(row.get("hexes", []))
        """An arrival: the owner's choice among these."""
        self.otherwise: list[str] = list(row.get("otherwise", []))
        """Where it arrives if enemies are in all of those."""
        self.later: list[str] = list(row.get("later", []))
        """Where it may arrive instead, one turn later (22.1.C1)."""
        self.elsewhere: str = str(row.get("elsewhere", ""))
        """Where it and its like may all arrive instead, one turn later (22.1.U1)."""


class Release:
    """What frees a unit from a limit: a Confederate unit that enters a county, or comes near."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.counties: list[str] = list(row.get("enters_county", []))
        self.within: int = int(row.get("within", -1))
        of = str(row.get("of", ""))
        self.of_self: bool = of == "self"
        self.of: str = "" if of == "self" else of
        self.from_turn: int = int(row.get("from_turn", 1))


class Limit:
    """Something a scenario forbids or grants to some counters in some turns."""

    def __init__(self, number: int, row: dict[str, Any]) -> None:
        self.number = number
        self.kind: str = str(row["kind"])
        self.clause: str = str(row["clause"])
        self.clause_within: str = str(row.get("clause_within", self.clause))
        """Of a turn for one side: the clause that holds back others of that side."""
        self.turns: list[int] = list(row.get("turns", []))
        """Empty: the whole game."""
        self.side: int = SIDES.index(str(row["side"])) if "side" in row else -1
        self.holds: list[bool] = [False] * COUNT
        """By counter: does it concern this one?"""
        sides = [SIDES.index(str(side)) for side in row.get("sides", [])]
        if self.side >= 0:
            sides.append(self.side)
        for unit in range(COUNT):
            self.holds[unit] = SIDE_OF[unit] in sides
        for name in row.get("units", []):
            self.holds[UNIT[str(name)]] = True
        for name in row.get("except_units", []):
            self.holds[UNIT[str(name)]] = False
        self.held: list[int] = [unit for unit in range(COUNT) if self.holds[unit]]
        """The same as a list."""
        self.entrench: bool = bool(row.get("entrench", False))
        """It forbids entrenching too."""
        self.leave: bool = bool(row.get("leave", False))
        """It forbids leaving an enemy zone, not only entering one."""
        self.only_units: list[int] = [UNIT[str(name)] for name in row.get("only_units", [])]
        self.also_units: list[int] = [UNIT[str(name)] for name in row.get("also_units", [])]
        self.only_counties: list[str] = list(row.get("only_counties", []))
        self.counties: list[str] = list(row.get("counties", []))
        self.water: str = str(row.get("water_name", ""))
        self.min_column: int = int(row.get("min_column", 0))
        self.max_column: int = int(row.get("max_column", 99))
        self.min_row: int = int(row.get("min_row", 0))
        """Columns and rows as the sheet in play prints them."""
        self.sheet: str = str(row.get("map", ""))
        self.centres: list[str] = [str(zone["centre"]) for zone in row.get("zones", [])]
        self.radii: list[int] = [int(zone["radius"]) for zone in row.get("zones", [])]
        self.hexes: int = int(row.get("hexes", 0))
        self.assaults_too: bool = bool(row.get("assaults_too", False))
        self.release: Release | None = Release(row["release"]) if "release" in row else None
        self.supplied_until_judged: bool = "auto_supply_until" in row


class Line:
    """One line of the victory conditions: what it counts, and what that is worth to the Confederates."""

    def __init__(self, number: int, row: dict[str, Any]) -> None:
        self.number = number
        self.kind: str = str(row["kind"])
        self.clause: str = str(row["clause"])
        self.vp: int = int(row.get("vp", 0))
        self.side: int = SIDES.index(str(row["side"])) if "side" in row else -1
        self.hexes: list[str] = list(row.get("hexes", []))
        self.states: list[str] = list(row.get("states", []))
        self.counties: list[str] = list(row.get("counties", []))
        self.sizes: list[str] = list(row.get("sizes", []))
        self.units: list[int] = [UNIT[str(name)] for name in row.get("units", [])]
        self.by_count: list[int] = list(row.get("vp_by_count", []))
        self.bands: list[list[int]] = [list(row_) for row_ in row.get("bands", [])]
        self.best: list[tuple[list[str], int]] = [(list(one["hexes"]), int(one["vp"])) for one in row.get("lines", [])]
        self.threshold: int = int(row.get("threshold", 0))
        self.unless: str = str(row.get("only_if_not", ""))
        """Scores only if the line of this clause did not."""
        self.unless_surrounded: bool = bool(row.get("not_if_surrounded", False))
        bonus: dict[str, Any] = row.get("all_bonus", {})
        self.bonus_units: list[int] = [UNIT[str(name)] for name in bonus.get("units", [])]
        self.bonus: int = int(bonus.get("vp", 0))
        self.switch: str = str(row.get("switch", ""))
        """The optional rule it belongs to, if any."""


class Grade:
    """A row of the victory table: from so many points on, who has won and how clearly."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.least: int = int(row.get("least", -9999))
        self.winner: int = SIDES.index(str(row["winner"]))
        self.level: str = str(row["level"])


class Campaign:
    """One scenario as its file tells it."""

    def __init__(self, name: str) -> None:
        table: dict[str, Any] = read_toml(PACKAGE, f"scenarios/{name}.toml")
        self.name = name
        self.number: int = int(table["number"])
        self.advanced: bool = bool(table["advanced"])
        self.sheet: str = str(table["sheet"])
        self.first_day: str = str(table["first_day"])
        self.turns: int = int(table["turns"])
        self.objectives: list[str] = list(table["objectives"])
        self.depots: list[str] = list(table["depots"])
        self.setup: list[Start] = [Start(UNIT[name_], row) for name_, row in table["setup"].items()]
        self.arrivals: list[Start] = [Start(UNIT[name_], row) for name_, row in table["arrivals"].items()]
        self.limits: list[Limit] = [Limit(number, row) for number, row in enumerate(table.get("restriction", []))]
        self.in_force: list[dict[str, list[Limit]]] = [self._in_force(turn) for turn in range(self.turns + 1)]
        """By turn and kind: the limits of that turn."""
        self.lines: list[Line] = [Line(number, row) for number, row in enumerate(table["victory"])]
        self.grades: list[Grade] = [Grade(row) for row in table["grade"]]
        self.judged_by: str = str(table["judged_by"])
        """The clause of the victory table."""
        self.artillery: dict[int, int] = {
            UNIT[name_]: int(row["artillery"]) for name_, row in table["setup"].items() if "artillery" in row
        }
        """Artillery values other than the printed ones (13.3.4)."""
        self.serves: dict[int, str] = {
            UNIT[name_]: str(row["serves"]) for name_, row in table["setup"].items() if "serves" in row
        }
        """Units that serve under another corps until they meet their own leader (13.0.8)."""

    def _in_force(self, turn: int) -> dict[str, list[Limit]]:
        found: dict[str, list[Limit]] = {}
        for limit in self.limits:
            if not limit.turns or turn in limit.turns:
                found.setdefault(limit.kind, []).append(limit)
        return found

    def day(self, turn: int) -> str:
        """The date of a turn, as ISO writes it."""
        return (date.fromisoformat(self.first_day) + timedelta(days=turn - 1)).isoformat()

    def arrival(self, unit: int) -> Start | None:
        """When and where a counter arrives, if it does."""
        for start in self.arrivals:
            if start.unit == unit:
                return start
        return None


@cache
def campaign(name: str) -> Campaign:
    """A scenario by its id."""
    return Campaign(name)
