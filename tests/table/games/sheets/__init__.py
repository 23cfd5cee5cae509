"""A game for tests: Shiloh on two printed sheets that overlap, each with numbers of its own, and on both together."""

from __future__ import annotations

from importlib.resources import files

from senki.engine.game import Scenario
from senki.games.shiloh.game import GAME as SHILOH
from senki.games.shiloh.game import Shiloh
from senki.games.shiloh.position import ShilohPosition

SHEETS = """[sheets]
north North map | 北マップ
  prefix N
south South map | 南マップ
  prefix S
  rows 04-25
  rows even 04-24
  number 0104 4101

[anchors]"""
MAP = files("senki.games.shiloh").joinpath("map.hexes").read_text(encoding="utf-8").replace("[anchors]", SHEETS, 1)
TITLES = {"north": "北マップ", "south": "南マップ", "both": "両マップ"}


class Sheets(Shiloh):
    """Its scenarios differ in the sheet they are played on alone."""

    def __init__(self) -> None:
        super().__init__("sheets", SHILOH.package, SHILOH.writing, SHILOH.counsel)
        switches = [switch.id for switch in self.switches]
        self.scenarios = [
            Scenario(id, {"en": id, "ja": ja}, {"en": id, "ja": ja}, switches, "" if id == "both" else id)
            for id, ja in TITLES.items()
        ]

    def start(self, scenario: str, settings: dict[str, str]) -> ShilohPosition:
        return super().start(SHILOH.scenarios[0].id, settings)

    def map_text(self, scenario: str, settings: dict[str, str]) -> str:
        return settings.get("map") or MAP


GAME = Sheets()
