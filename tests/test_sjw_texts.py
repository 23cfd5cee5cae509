"""Stonewall Jackson's Way: what it says to people, in both languages."""

from senki.engine.data import LANGUAGES
from senki.games.sjw.campaign import SCENARIOS, campaign
from senki.games.sjw.counters import ARMIES, COMMANDS, SIZES
from senki.games.sjw.events import EVENTS
from senki.games.sjw.flow import STEPS
from senki.games.sjw.modifiers import MARCH_TYPES
from senki.games.sjw.odds import RESULTS
from senki.games.sjw.options import GRAMMAR
from senki.games.sjw.position import CAUSES, OFF_MAP, STATION_STATES
from senki.games.sjw.tables import WORKS
from tests.texts import GameTexts, words_in

COMPUTED = {
    "transfer_far", "transfer_nobody", "SJW-6.2.3", "SJW-6.2.4", "attach_type", "attach_who", "attach_whom",
    "attach_limit",
}  # fmt: skip
"""Keys of objections that stand in a variable or in an `Objection`."""
WAYS = [
    "moved", "retreated", "advanced", "went_by_rail", "arrived", "repaired", "not_repaired", "arrivals_delayed",
    "arrivals_advanced", "turn_began",
]  # fmt: skip
"""Kinds of events that stand in a variable."""


class TestStonewallJacksonsWay(GameTexts):
    key = "sjw"
    steps = STEPS
    grammar = GRAMMAR
    words = {
        "cause": CAUSES,
        "station": STATION_STATES,
        "works": WORKS,
        "box": OFF_MAP[1:],
        "army": ARMIES,
        "size": SIZES,
        "event": EVENTS,
        "command": COMMANDS[1:],
        "level": sorted({row.level for name in SCENARIOS for row in campaign(name).grades}),
    }
    # The rulebook has its own terms for disorganized, demoralized, leader, Union.
    other_terms = ("未組織", "士気喪失", "指揮官", "連邦軍", "損傷", "ヘックス", "クリーク")
    named_so = ("アクイア・クリーク",)

    def told(self) -> list[tuple[list[str], str]]:
        return super().told() + [(words_in(call.args[3]), where) for call, where in self.calls("move_leader")]

    def keys(self) -> set[str]:
        """The keys of all objections."""
        return {key for some, _, _ in self.raised() for key in some} | COMPUTED

    def test_every_objection_has_a_sentence_of_its_own(self) -> None:
        assert self.unsaid("objection", sorted(self.keys())) == []
        for lang in LANGUAGES:
            sentences = [self.said[f"objection.{key}"][lang] for key in self.keys()]
            assert len(sentences) == len(set(sentences)) and all(sentences)

    def test_every_sentence_is_raised_or_told(self) -> None:
        assert self.written("objection") - self.keys() == set()
        assert self.unsaid("event", WAYS) == []
        assert self.written("event") - {kind for kinds, _ in self.told() for kind in kinds} - set(WAYS) == set()

    def test_a_move_is_told_with_where_it_began(self) -> None:
        for kind in ("moved", "retreated", "advanced", "went_by_rail"):
            assert self.game.messages.holes(f"event.{kind}") == {"unit", "origin", "to"}

    def test_the_odds_name_every_result_and_every_way_of_attacking(self) -> None:
        assert self.unsaid("odds", [key for key in [*RESULTS, *MARCH_TYPES] if key != "normal"]) == []
