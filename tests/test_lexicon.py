"""The lexicon: options made when first named, kept, and read back; tasks and pairs as numbers."""

import pytest

from senki.engine.errors import Malformed, SenkiError, UnknownName
from senki.engine.lexicon import EXTRA, SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import one_die, two_dice
from senki.engine.tasks import MOST, encode, first_of, kind_of, pair, second_of

UNITS = [f"U{n}" for n in range(97)]
HEXES = [f"S{column:02d}{row:02d}" for column in range(1, 67) for row in range(1, 51)]
"""As many as the largest map has, 66 columns of 50."""
SAY = Grammar()
END = SAY.option("end")
MOVE = SAY.phrase("move {to}")
RETREAT = SAY.phrase("retreat {unit} {to}")
GROUP = SAY.phrase("group {unit}")
COLUMN = SAY.phrase("group {unit} march", "column", 1)
STACK = SAY.phrase("group {to}", "stack")
DEFEND = SAY.option("defend")
DEFEND_LED = SAY.phrase("defend {leader}", "defend_led")
FORM = SAY.phrase("form {to}")
FORM_ENTRY = SAY.phrase("form {entry}", "form_entry")
DIE = SAY.roll(one_die("die", [0] * 6))
DICE = SAY.roll(two_dice("dice", [0] * 36))


def lexicon(hexes: list[str], also: dict[str, int] | None = None) -> Lexicon:
    units = Names("unit", "units", UNITS)
    places = Names("hex", "hexes", hexes, also)
    return Lexicon(
        SAY,
        {
            "unit": Slot(units, SUBJECT, "unit"),
            "leader": Slot(Names("leader", "leaders", UNITS, only=[3, 4]), SUBJECT, "unit"),
            "to": Slot(places, TARGET, "to"),
            "entry": Slot(Names("entry", "entries", ["A", "B"]), EXTRA, "entry"),
        },
    )


WORDS = lexicon(HEXES)


def test_an_option_carries_its_verb_its_numbers_and_its_names() -> None:
    option = WORDS.two(RETREAT, 5, 300)
    assert (option.verb, option.text, option.subject, option.target) == ("retreat", f"retreat U5 {HEXES[300]}", 5, 300)
    assert option.facts == {"unit": "U5", "to": HEXES[300]}
    column = WORDS.one(COLUMN, 5)
    assert (column.verb, column.text, column.subject, column.extra) == ("column", "group U5 march", 5, 1)
    entry = WORDS.one(FORM_ENTRY, 1)
    assert (entry.text, entry.subject, entry.target, entry.extra) == ("form B", -1, -1, 1)
    assert entry.facts == {"entry": "B"}


def test_an_option_is_made_once_and_read_back_as_the_same_object() -> None:
    for option in (
        WORDS.one(MOVE, 3299), WORDS.two(RETREAT, 96, 0), WORDS.one(GROUP, 7), WORDS.one(COLUMN, 7),
        WORDS.one(STACK, 7), WORDS.one(DEFEND_LED, 3), WORDS.one(FORM, 9), WORDS.one(FORM_ENTRY, 0), END, DEFEND,
        DIE.outcomes[2], DICE.outcomes[7],
    ):  # fmt: skip
        assert WORDS.parse(option.text) is option
        assert WORDS.parse("  " + option.text.replace(" ", "   ")) is option
    assert WORDS.one(MOVE, 3) is WORDS.one(MOVE, 3)


def test_nothing_is_made_before_it_is_named() -> None:
    fresh = lexicon(HEXES)
    fresh.two(RETREAT, 1, 2)
    made = [option for rows in fresh.of_two for row in rows for option in row if option is not None]
    assert [option.text for option in made] == [f"retreat U1 {HEXES[2]}"]
    assert not any(fresh.of_one)


def test_each_map_has_its_own_places() -> None:
    other = lexicon(["N4124", "N4125"], {"S4101": 0})
    assert other.parse("move S4101") is other.one(MOVE, 0), "either printed number is read"
    assert other.parse("move S4101").text == "move N4124", "it is written by the map's own"
    with pytest.raises(UnknownName, match="there is no hex 'N4124'"):
        WORDS.parse("move N4124")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", Malformed, "cannot be read; write one of: end, defend, move HEX, retreat UNIT HEX"),
        ("charge U1", Malformed, r"group UNIT march, .* roll DIE, roll DIE DIE$"),
        ("retreat U1", Malformed, "'retreat U1' cannot be read"),
        ("group U1 halt", Malformed, "cannot be read"),
        ("retreat U97 S0101", UnknownName, "'retreat U97 S0101': there is no unit 'U97'; units are: U0, U1, .*U96$"),
        ("retreat U9 S9999", UnknownName, r"no hex 'S9999'; hexes are: S0101, .* … S6650 \(3300 in all\)"),
        ("group X1", UnknownName, r"there is no unit or hex 'X1'; units are: .*; hexes are: "),
        ("group X1 march", UnknownName, r"there is no unit 'X1'"),
        ("defend U5", UnknownName, "there is no leader 'U5'; leaders are: U3, U4$"),
        ("roll 7", Malformed, "a roll is one die or two dice, each 1 to 6, as in 'roll 6 6'"),
        ("roll 1 2 3", Malformed, "a roll is one die or two"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_there_is(text: str, error: type[SenkiError], message: str) -> None:
    with pytest.raises(error, match=message):
        WORDS.parse(text)


def test_tasks_and_pairs_hold_large_maps() -> None:
    for kind, a, b in ((0, 0, 0), (33, 96, 3276), (1, MOST, 0), (1023, 0, MOST), (7, MOST, MOST)):
        task = encode(kind, a, b)
        assert (kind_of(task), first_of(task), second_of(task)) == (kind, a, b)
        assert (first_of(pair(a, b)), second_of(pair(a, b))) == (a, b)
    assert MOST >= 3277
