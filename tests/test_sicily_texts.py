"""Sicily: what it says to people, in both languages."""

from senki.games.sicily.combat import RESULTS
from senki.games.sicily.counters import ARMIES, AVAILABLE, COUNT, NATIONS
from senki.games.sicily.flow import STEPS
from senki.games.sicily.odds import BEST_FIRST, CROSSINGS, DROPS, key_of
from senki.games.sicily.options import GRAMMAR
from senki.games.sicily.position import OFF_MAP, STATUS, SicilyPosition
from senki.games.sicily.scenario import SCENARIOS, scenario_of
from senki.games.sicily.tables import WEATHER
from senki.games.sicily.victory import ROUTED
from senki.games.sicily.view import HEX_TARGETS, LOUD, MAYBE, facts, symbol_of
from tests.texts import GameTexts


class TestSicily(GameTexts):
    key = "sicily"
    steps = STEPS
    grammar = GRAMMAR
    words = {
        "box": OFF_MAP[1:],
        "army": ARMIES,
        "status": STATUS,
        "nation": [nation.lower() for nation in NATIONS],
        "arrival": [words.replace(" ", "_").lower() for words in AVAILABLE],
        "level": sorted({row.level for name in SCENARIOS for row in scenario_of(name).grades} | {ROUTED}),
    }
    # The rulebook has its own terms for cadre, evacuation, end-run, airborne assault, hex.
    other_terms = (
        "カドレ",
        "撤収",
        "撤退",
        "迂回上陸",
        "空挺強襲",
        "ヘックス",
        "荷駄",
        "可変増員",
        "セグメント移動",
    )

    def test_the_view_speaks_of_verbs_that_there_are(self) -> None:
        verbs = {phrase.verb for phrase in GRAMMAR.phrases} | {option.verb for option in GRAMMAR.alone.values()}
        assert {*HEX_TARGETS, *LOUD, *MAYBE} - verbs == set()

    def test_every_counter_has_a_symbol_and_a_division_that_are_named(self) -> None:
        p = self.game.start("campaign", self.game.settings({}, "campaign"))
        assert isinstance(p, SicilyPosition)
        assert self.unsaid("word.symbol", [symbol_of(unit) for unit in range(COUNT)]) == []
        assert self.unsaid("word.division", [str(facts(p, unit)["division"]) for unit in range(COUNT)]) == []

    def test_the_odds_name_every_result(self) -> None:
        assert {result for column in RESULTS for result in column} == set(BEST_FIRST)
        assert self.unsaid("odds", [key_of(result) for result in BEST_FIRST] + CROSSINGS + DROPS) == []

    def test_every_weather_is_told(self) -> None:
        for kind in ("note", "field"):
            assert self.unsaid(kind, [f"weather_{word}" for word in WEATHER]) == []
