"""A game for tests: Nano with a switch for the VP it begins with and one that takes a file."""

from __future__ import annotations

from senki.engine.errors import Malformed
from senki.engine.game import Switch
from senki.games.nano.game import GAME as NANO
from senki.games.nano.game import Nano
from senki.games.nano.position import NanoPosition


class Switched(Nano):
    """Begins with the VP of the switch `lead`, or those written in the file `ledger`."""

    def __init__(self) -> None:
        super().__init__("switched", NANO.package, NANO.writing, NANO.counsel)
        names = {"even": {"en": "Even", "ja": "互角"}, "ahead": {"en": "South ahead", "ja": "南軍優勢"}}
        self.switches = [
            Switch("lead", {"en": "Lead", "ja": "優劣"}, {"en": "Who leads.", "ja": "どちらが優勢か。"}, names),
            Switch("ledger", {"en": "Ledger", "ja": "帳簿"}, {"en": "VP as a file.", "ja": "VPを書いたファイル。"}, {}),
        ]
        for scenario in self.scenarios:
            scenario.switches = [switch.id for switch in self.switches]

    def start(self, scenario: str, settings: dict[str, str]) -> NanoPosition:
        p = super().start(scenario, settings)
        if settings["lead"] == "ahead":
            p.vp = 5
        if settings["ledger"]:
            written = settings["ledger"].split()
            if not written[0].isdigit():
                raise Malformed(f"ledger: line 1: '{written[0]}' is not a number")
            p.vp = int(written[0])
        return p


GAME = Switched()
