"""Help and errors in Japanese: nothing of the command line is forgotten, and what is unknown is said in English."""

from __future__ import annotations

import argparse
import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import senki
from senki.terminal.commands.every import parser
from senki.terminal.commands.speaking import cells, folded, parsers_in
from senki.terminal.main import main
from senki.terminal.sentences import HOLE, in_language, japanese

SENKI = Path(senki.__file__).parent
RAISED = ("SenkiError", "Malformed", "UnknownName", "Illegal", "ArgumentTypeError", "InUse", "NotInstalled", "Cut")
ALL_KNOWN = ("terminal/*.py", "terminal/commands/*.py", "table/serve.py", "table/admin.py", "table/settings.py")
"""The layer of the commands, and what a service says when it is started or looked after."""
FROM_OUTSIDE = (
    "players/*.py", "engine/network.py", "engine/registry.py", "engine/parts.py", "reports/*.py",
    "lab/chronicle.py", "lab/cluster.py", "lab/training.py",
)  # fmt: skip
"""What meets players, games, networks and results that others made."""


FROM_AUTHORS = (
    "engine/cases.py", "engine/naming.py", "engine/reading.py", "engine/data.py", "engine/looks.py", "engine/game.py",
    "engine/messages.py", "engine/reference.py", "engine/lexicon.py", "engine/starts.py", "engine/match.py",
    "engine/files.py", "engine/forms.py", "boards/**/*.py", "workshop/**/*.py", "games/**/*.py", "lab/lessons.py",
)  # fmt: skip
"""What meets whoever writes cases, positions, looks and maps."""
PASSED_ON = re.compile(r"(?:.*: )?x")
"""A place before what another error says."""

COMPOSED = {
    "x: states: not of x": ["x: states: not of a unit", "x: states: not of a leader"],
    "x: x a 'march'": ["x: no step to come is part of a 'march'", "x: a step to come needs a 'march'"],
    "x: x a 'battle'": ["x: no step to come is part of a 'battle'", "x: a step to come needs a 'battle'"],
    "x: x x": [
        "x: step 'act' needs 'dice'",
        "x: the end of the game comes after turn 9",
        "x: step 'act' has no 'battle'",
    ],
    "x: step x needs x": ["x: step 'ride' needs 'selected', an HQ", "x: step 'fire' needs 'firing' and 'aim'"],
    "x.pose: x was expected": ["x.pose: x, y was expected", "x.pose: x, y and a facing of 0 to 360 was expected"],
}
"""Sentences that are put together of words, and what comes of it."""


def texts_of(top: argparse.ArgumentParser) -> Iterator[str]:
    for command in parsers_in(top):
        yield from (text for text in (command.description, command.epilog) if text)
        yield from (group.title for group in command._action_groups if group.title)
        for action in command._actions:
            below = action._choices_actions if isinstance(action, argparse._SubParsersAction) else []
            yield from (one.help for one in [action, *below] if one.help)


def raised(file: Path, errors: tuple[str, ...] = RAISED) -> Iterator[str]:
    """The errors of a module as sentences, with an x for each fact."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute) and node.args):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        said = node.args[0]
        if name in errors and isinstance(said, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in said.values)
        elif name in errors and isinstance(said, ast.Constant):
            yield str(said.value)


def test_all_help_is_there_in_japanese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SENKI_LANG", "en")
    assert [text for text in dict.fromkeys(texts_of(parser(["play", "nano"]))) if in_language(text, "ja") == text] == []
    spoken = list(texts_of(parser(["play", "nano", "--lang", "ja"])))
    assert "陣営の担当（南軍）" in spoken and "オプション" in spoken


def test_all_errors_of_the_commands_are_there_in_japanese() -> None:
    files = [file for pattern in (*ALL_KNOWN, *FROM_OUTSIDE) for file in SENKI.glob(pattern)]
    sentences = [sentence for file in files for sentence in raised(file)]
    assert len(sentences) > 90
    assert [sentence for sentence in sentences if in_language(sentence, "ja") == sentence] == []


def test_all_that_authors_are_told_is_there_in_japanese() -> None:
    files = [file for pattern in FROM_AUTHORS for file in SENKI.glob(pattern)]
    sentences = [sentence for file in files for sentence in raised(file)]
    # What cannot have come about is told of a position that was read.
    positions = [file for pattern in ("boards/**/*.py", "games/*/position.py") for file in SENKI.glob(pattern)]
    sentences += [sentence for file in positions for sentence in raised(file, ("BrokenInvariant",))]
    own = [one for sentence in sentences for one in COMPOSED.get(sentence, [sentence]) if not PASSED_ON.fullmatch(one)]
    assert len(own) > 300
    assert [sentence for sentence in own if in_language(sentence, "ja") == sentence] == []


@pytest.mark.parametrize(
    ("case", "told"),
    [
        ({"position": {"turn": "x"}}, "position：$.turn には str ではなく int が必要"),
        ({"position": {"trun": 1}}, "position：未知の項目「trun」がある"),
        ({"name": 1}, "$.name には int ではなく str が必要"),
        ({"position": {"units": {"Sheer": {"hex": "0918"}}}}, "position：units.Sheer：ユニット「Sheer」はない"),
        ({"expect": {"awaits": "nap"}}, "expect.awaits：手順「nap」はない"),
        ({"expect": {"side": "usa"}}, "expect.side：期待は usa、実際は csa"),
        ({"play": ["end", "fly"]}, "play 2：「fly」は読めない。書き方："),
        ({"expect": {"illegal": {"end": ["SHI-3.5"]}}}, "expect.illegal：「end」は合法である"),
    ],
)
def test_a_case_that_fails_says_so_in_japanese(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, case: dict[str, object], told: str
) -> None:
    file = tmp_path / "case.json"
    position = {"turn": 3, "units": {"Shaver": {"hex": "0918"}, "1/1": {"hex": "1910"}}}
    file.write_text(
        json.dumps({"game": "shiloh", "name": "n", "clauses": [], "position": position, **case}), encoding="utf-8"
    )
    assert main(["conform", str(file), "--lang", "ja"]) == 1
    assert told in capsys.readouterr().out.splitlines()[0]


def test_both_forms_of_a_sentence_have_the_same_facts() -> None:
    exact, forms = japanese()
    assert not any(HOLE.search(other) for other in exact.values())
    for form in forms:
        assert set(HOLE.findall(form.other)) == set(form.pattern.groupindex), form.other


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("perft nano --depth ² --lang ja", "引数 --depth：「²」は整数ではない（senki perft --help を参照）"),
        ("perft --lang ja", "必要な引数がない：GAME, --depth（senki perft --help を参照）"),
        ("play go --lang=ja", "ゲーム「go」はない。"),
        ("replay nowhere.json --lang ja", "nowhere.json：読み込めない（ファイルまたはフォルダがない）"),
        ("admin list --db foo --lang ja", "--db がデータベースの URL ではない"),
    ],
)
def test_errors_are_told_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    assert capsys.readouterr().err.startswith(f"senki: {told}")


def test_why_an_engine_lost_is_told_part_by_part() -> None:
    told = "engine './mute' loses by rule: it ended (exit status 3); it said: no book"
    assert in_language(told, "ja") == (
        "エンジン「./mute」は規定により負け：途中で終了した（終了コード3）。エンジンの出力：no book"
    )
    told = "engine './slow' loses by rule: no choice within 2 s"
    assert in_language(told, "ja") == "エンジン「./slow」は規定により負け：手を返さなかった（制限2秒）"


def test_what_is_not_known_stays_english() -> None:
    assert in_language("a sentence from tomorrow", "ja") == "a sentence from tomorrow"
    assert in_language("no roll is awaited", "en") == "no roll is awaited"


def test_help_is_folded_where_japanese_lines_may_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = folded("端末がない場合や --plain を付けた場合は、記法による選択を1行ずつ読み込む。", 24)
    assert all(cells(line) <= 26 and not line.startswith(("、", "。")) for line in lines)
    assert "".join(lines).replace(" ", "") == "端末がない場合や--plainを付けた場合は、記法による選択を1行ずつ読み込む。"
    with pytest.raises(SystemExit):
        main(["play", "--help", "--lang", "ja"])
    assert capsys.readouterr().out.startswith("使い方：senki play")
