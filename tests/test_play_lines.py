"""The game at the terminal in plain lines: scripts, wrong lines, saves and odds."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.errors import SenkiError
from senki.engine.forms import Record, read_json, to_json
from senki.engine.match import new, verify
from senki.engine.registry import find_game
from senki.players.simple import RandomPlayer
from senki.terminal.lines import NOT_OVER, OVER, LineGame
from senki.terminal.saves import Shelf, read_save
from senki.terminal.session import HUMAN, Session
from senki.terminal.words import WORDS
from tests.sessions import GAME, a_session, attack_of


def lines(
    tmp_path: Path, script: str, lang: str = "en", seed: int = 7, load: Path | None = None
) -> tuple[int, str, str]:
    session = a_session(tmp_path, seed=seed)
    if load is not None:
        session.load(load)
    out, aside = io.StringIO(), io.StringIO()
    game = LineGame(
        session, lang, io.StringIO(script), out, aside, lambda spec, played, seed: RandomPlayer(played, seed)
    )
    return game.run(), out.getvalue(), aside.getvalue()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_scripted_game_repeats_exactly(tmp_path: Path, lang: str) -> None:
    script = "# an opening\n" + "\n".join(["place S1 luray", "2", "3", "5"]) + "\n" + "1\n" * 300 + "quit\n"
    status, first, aside = lines(tmp_path, script, lang)
    assert status == OVER
    assert lines(tmp_path, script, lang)[1] == first
    assert str(tmp_path) in aside and str(tmp_path) not in first
    assert WORDS.say("dice.verified", {}, lang) in first
    (_, kept) = sorted(tmp_path.glob("*.json"))
    assert verify(read_json(kept.read_bytes(), Record, "kept")).over


def test_wrong_lines_are_told_and_the_game_goes_on(tmp_path: Path) -> None:
    wrong = [
        "dance", "place S9 luray", "place S1 paris", "place S2 luray", "99", "0", "load /none.json", "save", "undo",
        "lang fr", "roll 6 6",
    ]  # fmt: skip
    script = "\n".join(["", *wrong, "why place S1 winchester", "why place S1 luray", "place S1 luray"])
    status, out, _ = lines(tmp_path, script)
    assert status == NOT_OVER
    assert out.count("Not possible:") == len(wrong)
    assert "no unit 'S9'" in out and "no town 'paris'" in out and "[NANO-2.4]" in out and "[NANO-2.2]" in out
    assert "place S1 luray is allowed." in out
    assert "S1 sets up in Luray. [NANO-2.2]" in out


def test_leaving_before_the_first_move_keeps_nothing(tmp_path: Path) -> None:
    status, _, aside = lines(tmp_path, "")
    assert status == NOT_OVER and aside == WORDS.say("save.nothing", {}, "en") + "\n"
    assert list(tmp_path.iterdir()) == []


def test_line_commands(tmp_path: Path) -> None:
    saved = tmp_path / "here.json"
    asked = ["board", "log", "hint", "?", "rule", "rule NANO-7.1", f"save {saved}", "lang ja", "why move N1 luray"]
    script = "\n".join(["1", "undo", "1", "1", "1", "1", *asked])
    status, out, _ = lines(tmp_path, script)
    assert status == NOT_OVER and saved.exists()
    assert "Taken back: S1 in Staunton" in out and "N5 in Franklin" in out and "Hint:" in out
    assert GAME.rulebook.text("NANO-7.1", "en") in out and "このラウンドに行動するのは" in out


def test_a_game_is_resumed_with_the_same_dice(tmp_path: Path) -> None:
    opening, rest = "1\n6\n4\n5\n", "1\n" * 300
    lines(tmp_path, opening)
    (kept,) = tmp_path.glob("*.json")
    assert not read_save(kept).over
    status, out, _ = lines(tmp_path, rest, load=kept)
    assert status == OVER and "Verified" in out
    assert [path.name for path in tmp_path.glob("*.json")] == [kept.name]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "not valid JSON"),
        ('{"game": "nano"}', "missing required field"),
        ('{"game":"nano","rules":1,"scenario":"campaign","moves":["place S1 luray","fly"]}', "move 2"),
        ('{"game":"chess","rules":1,"scenario":"campaign","moves":[]}', "not of 'nano'"),
        ('{"game":"nano","rules":1,"scenario":"campaign","moves":[],"hash":"00"}', "hash"),
        ('{"game":"nano","rules":1,"scenario":"campaign","moves":[],"dice":{"commitment":"x","seed":"zz"}}', "hex"),
    ],
)
def test_bad_files_are_told_in_one_line(tmp_path: Path, content: str, complaint: str) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(content)
    session = a_session(tmp_path / "shelf")
    before = session.match
    with pytest.raises(SenkiError, match=complaint) as told:
        session.load(bad)
    assert "\n" not in str(told.value) and session.match is before


def test_a_record_without_its_seed_goes_on_with_new_dice(tmp_path: Path) -> None:
    match = new("nano", seed=1)
    match.play("place S1 luray")
    shared = tmp_path / "shared.json"
    record = match.record()
    assert record.dice is not None and record.dice.seed is None
    shared.write_bytes(to_json(record))
    session = a_session(tmp_path / "shelf")
    session.load(shared)
    assert session.match.position == match.position
    for _ in range(3):
        session.play(session.match.position.options()[0])
    session.roll()
    session.keep()
    assert session.file is not None and read_save(session.file).position == session.match.position


@pytest.mark.parametrize(("lang", "word"), [("en", "loses"), ("ja", "敗北")])
def test_odds_in_lines_name_every_clause(tmp_path: Path, lang: str, word: str) -> None:
    session = a_session(tmp_path)
    fight = attack_of(session)
    number = 1 + [option.text for option in session.match.position.options()].index(fight)
    out = io.StringIO()
    played = len(session.match.played)
    LineGame(
        session, lang, io.StringIO(f"odds {number}\nodds {fight}\nodds pass\nodds 99\nquit\n"), out, io.StringIO()
    ).run()
    told = out.getvalue()
    assert told.count("NANO-9.2") == 4 and word in told and "%" in told
    assert len(session.match.played) == played, "asking plays nothing"
    assert ("leads to no fight" if lang == "en" else "戦闘は起こらない") in told
    assert "99" in told.splitlines()[-1] or "99" in told


def test_what_the_enemy_chooses_in_secret_is_not_told(tmp_path: Path) -> None:
    """In the fog of Monmouth a line says that the enemy has chosen, and no more."""
    game = find_game("monmouth")
    session = Session(game, None, {"british": HUMAN, "colonial": "random"}, 3, Shelf(tmp_path))
    out = io.StringIO()
    script = io.StringIO("1\n" * 12)
    LineGame(session, "en", script, out, io.StringIO(), lambda spec, played, seed: RandomPlayer(played, seed)).run()
    match = session.match
    assert not match.over
    hidden = [one.option.text for one in match.played if not game.shows(match.position, one.option.text, one.side, 0)]
    assert hidden and out.getvalue().count("has chosen.") == len(hidden)
    assert not any(f"plays: {notation}\n" in out.getvalue() for notation in hidden)
