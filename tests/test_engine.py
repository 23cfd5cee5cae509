"""The contract of the engine: matches, notation, undo, sentences, the registry, files."""

import os
from pathlib import Path

import pytest
from conftest import SET_UP, finished

import senki
from senki.engine import files
from senki.engine.cases import find_cases, read_cases
from senki.engine.errors import Illegal, Malformed, SenkiError, UnknownName
from senki.engine.events import Event, whole_moves
from senki.engine.files import read_whole, write_whole
from senki.engine.forms import to_json
from senki.engine.game import Game, check_language, show_date
from senki.engine.match import Decision
from senki.engine.messages import Messages
from senki.engine.option import Option, Roll

# The contract in a few lines


def test_a_game_is_played_as_the_design_shows() -> None:
    asked = set()

    def choose(pending: Decision | Roll | None) -> Option:
        assert isinstance(pending, Decision | Roll)
        asked.add(pending.name)
        return pending.options[-1] if isinstance(pending, Decision) else pending.pick(20)

    game = senki.new("nano", scenario="campaign", seed=7)
    while not game.over:
        game.play(choose(game.pending))
    assert asked == {"set_up", "initiative", "act"}
    assert game.result is not None and (game.result.winner, game.result.points) == (1, 0)


def test_a_finished_match_waits_for_nothing() -> None:
    match = finished()
    assert match.over and match.pending is None and match.result is not None
    assert match.result.winner in (0, 1) and match.result.clause == "NANO-3.1"
    assert match.log[-1].kind == "won"
    with pytest.raises(Illegal, match="the game is over"):
        match.play("pass")
    with pytest.raises(Illegal, match="the game is over"):
        match.position.objections(match.game.parse("pass", match.position))
    with pytest.raises(Illegal, match="no roll is awaited"):
        match.roll()


def test_answers_may_be_notations_and_are_judged(nano: Game) -> None:
    match = senki.new("nano", seed=1)
    with pytest.raises(Illegal, match=r"'place S1 winchester' is not allowed: Winchester is not one of .*\[NANO-2.2\]"):
        match.play("place S1 winchester")
    for text in SET_UP:
        match.play(text)
    with pytest.raises(Illegal, match="'roll 3' is not an outcome of the roll awaited"):
        match.play("roll 3")
    with pytest.raises(Illegal, match="'pass' is not an outcome of the roll awaited"):
        match.play("pass")
    told = match.play("roll 4 2")
    assert [event.kind for event in told] == ["initiative"]
    assert len(match.played) == 5, "what was refused was not played"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", Malformed, "cannot be read; write one of"),
        ("march S1 luray", Malformed, "cannot be read"),
        ("move S1", Malformed, "cannot be read"),
        ("move S9 luray", UnknownName, "no unit 'S9'; units are: S1, S2"),
        ("move S1 lurray", UnknownName, "no town 'lurray'; towns are:"),
        ("battle nowhere", UnknownName, "no town 'nowhere'"),
        ("roll 7", Malformed, "each 1 to 6"),
        ("roll 1 2 3", Malformed, "a roll is one die or two"),
        ("roll", Malformed, "a roll is one die or two"),
    ],
)
def test_notation_that_cannot_be_read(nano: Game, text: str, error: type[SenkiError], message: str) -> None:
    with pytest.raises(error, match=message):
        nano.parse(text, senki.new("nano").position)


def test_notation_forgives_spaces(nano: Game) -> None:
    start = senki.new("nano").position
    assert nano.parse("  move  S1   luray ", start).text == "move S1 luray"
    assert nano.parse(" roll  5  3 ", start).text == "roll 5 3"


# Undo


def test_undo_goes_back_to_any_own_choice_since_the_last_roll() -> None:
    match = senki.new("nano", seed=1)
    start = match.position.copy()
    for text in SET_UP[:3]:
        match.play(text)
    assert [match.undo(0).text for _ in range(3)] == SET_UP[2::-1]
    assert match.position == start and match.played == [] and not match.may_undo(0)
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(0)


def test_undo_stops_at_a_roll_and_at_the_enemys_choice() -> None:
    match = senki.new("nano", seed=1)
    for text in [*SET_UP, "roll 4 2"]:
        match.play(text)
    with pytest.raises(Illegal, match="a roll, the enemy's choice or news came since"):
        match.undo(0)
    match.play("pass")
    before = match.position.copy()
    match.play("move N1 manassas_gap")
    assert match.may_undo(1) and not match.may_undo(0)
    assert match.undo(1).text == "move N1 manassas_gap"
    assert match.position == before
    match.play("pass")
    with pytest.raises(Illegal, match="nothing to take back"):
        match.undo(0)


def test_undo_by_consent_goes_behind_rolls_and_the_same_choice_meets_the_same_dice() -> None:
    match = senki.new("nano", seed=1)
    for text in SET_UP:
        match.play(text)
    match.roll()
    fallen = match.played[-1].option.text
    assert match.undo(0, by_consent=True).text == SET_UP[3]
    assert len(match.played) == 3
    match.play(SET_UP[3])
    match.roll()
    assert match.played[-1].option.text == fallen
    with pytest.raises(Illegal, match="you have made no choice yet"):
        match.undo(1, by_consent=True)


def test_undo_takes_the_events_back_too() -> None:
    match = senki.new("nano", seed=1)
    match.play(SET_UP[0])
    log = [repr(event) for event in match.log]
    match.play(SET_UP[1])
    match.undo(0)
    assert [repr(event) for event in match.log] == log == ["placed unit=S1 town=luray"]
    match.play(SET_UP[1])
    assert len(match.log) == 2


# Sentences


def name_of(kind: str, name: str, lang: str) -> str:
    return f"<{kind}:{name}:{lang}>"


def catalogue(**texts: str) -> Messages:
    return Messages({key: {"en": text, "ja": f"日{text}"} for key, text in texts.items()}, name_of)


def test_messages_fill_their_holes() -> None:
    messages = catalogue(
        plain="{unit} moves.",
        signed="{points|signed} VP",
        named="to {to|place}",
        many="{n} {n|many:unit:units}",
        listed="[{units|list:piece}]",
    )
    assert messages.say("plain", {"unit": "S1"}, "en") == "S1 moves."
    assert [messages.say("signed", {"points": n}, "en") for n in (2, 0, -1)] == ["+2 VP", "±0 VP", "−1 VP"]
    assert messages.say("named", {"to": "luray"}, "ja") == "日to <place:luray:ja>"
    assert [messages.say("many", {"n": n}, "en") for n in (1, 2)] == ["1 unit", "2 units"]
    assert messages.say("listed", {"units": "S1 S2"}, "en") == "[<piece:S1:en>, <piece:S2:en>]"
    assert messages.say("listed", {"units": "S1 S2"}, "ja") == "日[<piece:S1:ja>、<piece:S2:ja>]"
    assert messages.say("listed", {"units": ""}, "en") == "[–]"
    messages = Messages(
        {"way": {"en": "goes {legs|said:leg}", "ja": "{legs|said:leg}"},
         "leg.face": {"en": "to {1|compass}", "ja": "{1|compass}へ"},
         "leg.go": {"en": "{2|whole} yd", "ja": "{2|whole}ヤード"}},
        name_of,
    )  # fmt: skip
    assert messages.say("way", {"legs": "face 355 go 90 820.6"}, "en") == "goes to <compass:n:en>, 821 yd"
    assert messages.say("way", {"legs": "go 0 3 face 101.25"}, "ja") == "3ヤード、<compass:ese:ja>へ"


def test_messages_name_their_holes() -> None:
    messages = catalogue(many="{n} {n|many:unit:units}")
    assert messages.holes("many") == {"n"}


def test_messages_say_what_is_missing() -> None:
    messages = catalogue(plain="{unit} moves.")
    with pytest.raises(Malformed, match="message 'plain' speaks of 'unit', which is not among its facts"):
        messages.say("plain", {"town": "luray"}, "en")
    with pytest.raises(Malformed, match="there is no message 'other'"):
        messages.say("other", {}, "en")
    with pytest.raises(Malformed, match=r"message 'half.way' lacks one of en, ja"):
        Messages({"half": {"way": {"en": "only English"}}}, name_of)
    with pytest.raises(Malformed, match="message 'flat' should be a table"):
        Messages({"flat": "text"}, name_of)


def test_names_and_dates_in_both_languages(nano: Game) -> None:
    assert (nano.name_of("side", "south", "en"), nano.name_of("side", "south", "ja")) == ("South", "南軍")
    assert nano.name_of("place", "luray", "ja") == "リュレー"
    assert nano.name_of("state", "attacker", "en") == "attacker"
    assert (show_date("1862-05-21", "en"), show_date("1862-06-08", "ja")) == ("21 May", "6月8日")
    assert check_language("ja") == "ja"
    with pytest.raises(UnknownName, match="there is no language 'fr'; languages are: en, ja"):
        check_language("fr")


# The registry


def test_unknown_games_sides_and_scenarios_are_named_with_those_there_are(nano: Game) -> None:
    assert "nano" in senki.game_keys()
    with pytest.raises(UnknownName, match=r"there is no game 'go'; games are: .*nano"):
        senki.find_game("go")
    with pytest.raises(UnknownName, match="there is no game 'go'"):
        senki.new("go")
    with pytest.raises(UnknownName, match="no side 'east' in nano; sides are: south, north"):
        nano.side("east")
    with pytest.raises(UnknownName, match="no scenario 'x' in nano; scenarios are: campaign"):
        senki.new("nano", scenario="x")
    assert nano.scenario(None).id == "campaign"


# Cases and files


def test_case_files_are_found_and_read(tmp_path: Path) -> None:
    one = tmp_path / "deep" / "one.json"
    two = tmp_path / "two.json"
    case = {"game": "nano", "name": "n", "clauses": ["NANO-1.1"]}
    write_whole(one, to_json(case))
    write_whole(two, to_json([case, case]))
    write_whole(tmp_path / "notes.txt", b"not a case")
    assert find_cases([tmp_path]) == [one, two]
    assert [len(read_cases(path)) for path in (one, two)] == [1, 2]
    with pytest.raises(SenkiError, match=r"absent: there is no such file or folder"):
        find_cases([tmp_path / "absent"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(SenkiError, match=r"no case files \(\*.json\) found"):
        find_cases([tmp_path / "empty"])
    write_whole(two, b'[{"game": "nano"}]')
    with pytest.raises(Malformed, match=r"two.json: .*missing required field `name` - at `\$\[0\]`"):
        read_cases(two)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    write_whole(path, b"first")
    write_whole(path, b"second")
    assert read_whole(path) == b"second"
    assert [entry.name for entry in path.parent.iterdir()] == ["game.json"]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "game.json"
    write_whole(path, b"old")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, failing, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(SenkiError, match=r"game.json: cannot be written \(No space left on device\)"):
        write_whole(tmp_path / "game.json", b"new")
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_used_are_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(SenkiError, match=r"absent.json: cannot be read \(No such file or directory\)"):
        read_whole(tmp_path / "absent.json")
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SenkiError, match="cannot be written"):
        write_whole(tmp_path / "file" / "game.json", b"new")


def test_equal_content_gives_equal_bytes() -> None:
    assert to_json({"b": 1, "a": [1, 2]}) == to_json({"a": [1, 2], "b": 1}) == b'{"a":[1,2],"b":1}'
    assert to_json({"a": 1}, indent=2).endswith(b"\n")


# What is told


def step(kind: str, unit: str, origin: str, to: str, **more: int) -> Event:
    return Event(kind, "X-1", {"unit": unit, "origin": origin, "to": to, **more})


def told(events: list[Event]) -> list[str]:
    return [repr(event) for event in whole_moves(events)]


def test_the_steps_of_a_march_are_told_as_one_move() -> None:
    march = [step("moved", "a", "1", "2", cost=1), step("moved", "a", "2", "3", cost=2)]
    assert told(march) == ["moved unit=a origin=1 to=3 cost=3"]
    assert told([*march, step("retreated", "a", "3", "4")]) == [
        "moved unit=a origin=1 to=3 cost=3",
        "retreated unit=a origin=3 to=4",
    ]
    assert told([march[0], Event("alarm", "X-2", {"hex": "2"}), march[1]])[1] == "alarm hex=2"


def test_those_who_go_together_are_told_together() -> None:
    together = [
        step("moved", unit, origin, to, cost=1) for origin, to in (("1", "2"), ("2", "3")) for unit in ("a", "b")
    ]
    assert told(together) == ["moved unit=a b origin=1 to=3 cost=2"]
    apart = [step("moved", "a", "1", "2", cost=1), step("moved", "b", "1", "2", cost=3)]
    assert told(apart) == [repr(event) for event in apart], "each paid its own price"


def test_what_others_may_not_hear_is_not_told_with_what_they_may() -> None:
    open_step, secret = step("moved", "a", "1", "2"), step("moved", "a", "2", "3")
    secret.only = [1]
    assert len(whole_moves([open_step, secret])) == 2


def test_a_whole_move_is_told_with_its_price() -> None:
    shiloh = senki.find_game("shiloh")
    events = [step("moved", "Gladden", "1012", "1011", cost=1), step("moved", "Gladden", "1011", "1010", cost=2)]
    assert [shiloh.tell(event, "en") for event in whole_moves(events)] == ["Gladden 1012 → 1010, 1½ MP."]
    assert shiloh.tell(whole_moves(events)[0], "ja") == "グラッデン 1012→1010（1½移動ポイント）。"
    assert shiloh.tell(step("moved", "Gladden", "1012", "1010"), "en") == "Gladden 1012 → 1010.", "an older entry"
