"""Engines in any language: whole games, and what becomes of one that is silent, gone or chooses what is not allowed."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import which

import pytest

import senki
from senki.engine.errors import Forfeit, SenkiError
from senki.engine.forms import to_json
from senki.engine.position import CHANCE, Position
from senki.games.monmouth.position import MonmouthPosition
from senki.lab.simulate import FORFEIT, Plan, play_trial, simulate
from senki.players.base import Story
from senki.players.engines import EnginePlayer, make_engine
from senki.players.forms import Chosen, Hello, Move, Over, Quit, Ready, Think, Told
from senki.players.levels import make_player
from senki.players.wires import LONGEST_LINE
from senki.terminal.lines import OVER, LineGame
from senki.terminal.main import main
from senki.terminal.saves import Shelf
from senki.terminal.session import HUMAN, Session
from senki.terminal.thinker import ThinkerApart
from senki.terminal.thinker import make_player as make
from tests.twins import monmouth_twin

EXAMPLES = Path(__file__).parent.parent / "examples" / "engines"
PYTHON_BOT = f"exec:{sys.executable} {EXAMPLES / 'random_bot.py'}"
NODE_BOT = f"exec:node {EXAMPLES / 'random_bot.mjs'}"
NANO = senki.find_game("nano")
READY = 'print(json.dumps({"type": "ready"}), flush=True)'
ECHO = """
import json, sys
heard = open(sys.argv[1], "a")
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "think":
        print(json.dumps({"type": "choice", "option": message["options"][-1], "chance": 0.25}), flush=True)
"""


def waits_for_a_choice(key: str = "nano", scenario: str | None = None, choices: int = 0) -> Position:
    """A position after some random choices, in which a side is to choose."""
    game = senki.find_game(key)
    named = game.scenario(scenario).id
    p: Position = game.start(named, game.settings({}, named))
    p.settle()
    chance = Random(3)
    while choices or p.waits_for == CHANCE:
        choices -= p.waits_for != CHANCE
        p.play(p.draw(chance) if p.waits_for != CHANCE else p.roll().outcomes[0])
    return p


def write_bot(folder: Path, code: str, seconds: str = "") -> str:
    """The name of a player that runs some Python."""
    bot = folder / "bot.py"
    bot.write_text(code)
    return f"exec:{seconds}{sys.executable} {bot}"


def engine(spec: str) -> EnginePlayer:
    return make_engine(spec, NANO, 7)


@pytest.mark.parametrize("bot", [PYTHON_BOT, NODE_BOT])
def test_an_example_plays_a_whole_game(bot: str) -> None:
    if bot == NODE_BOT and which("node") is None:
        pytest.skip("node is not here")
    plan = Plan("nano", "campaign", ("random", bot), seed=4, records=True)
    trial = play_trial(plan, 0)
    assert not trial.forfeit and trial.turns > 1 and trial.decisions[1] > 5
    assert play_trial(plan, 0).moves == trial.moves, "the seed it is told makes it repeat"
    match = senki.new("nano")
    for move in trial.moves:
        match.play(move)
    assert match.result is not None and match.result.winner == trial.winner


@pytest.mark.parametrize(
    ("key", "scenario", "choices"),
    [("shiloh", "first_morning", 30), ("monmouth", None, 6), ("sjw", "stuarts_raid", 5), ("sicily", "landing", 20)],
)
def test_it_plays_every_game(key: str, scenario: str | None, choices: int) -> None:
    p = waits_for_a_choice(key, scenario, choices)
    player = make_player(PYTHON_BOT, senki.find_game(key), 1)
    assert player.choose(p) in p.options()
    player.leave()


def test_it_is_told_what_its_side_may_know(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    player = engine(write_bot(tmp_path, ECHO) + f" {heard}")
    p = waits_for_a_choice()
    side = p.side_to_act
    player.story = Story("campaign", {})
    option = player.choose(p)
    assert option == p.options()[-1] and player.last is not None and player.last.chance == 0.25
    player.story.moves += [(side, option.text), (-1, "roll 3"), (side, "pass")]
    player.choose(p)
    player.story.moves[1:] = [(1 - side, "pass")]
    player.choose(p)
    player.leave()
    hello, first, second, third, left = [json.loads(line) for line in heard.read_text().splitlines()]
    assert (hello["type"], hello["game"], hello["scenario"]) == ("hello", "nano", "campaign")
    assert hello["seed"] == player.seed != 7 and hello["seed"] < 2**53, "it says nothing of the dice"
    assert hello["side"] == NANO.sides[side].id and hello["protocol"] == 1
    assert first["view"] == json.loads(to_json(NANO.view(p, side))) and first["moves"] == []
    assert first["options"] == [option.text for option in p.options()]
    assert second["since"] == 0 and [move.get("by") for move in second["moves"]] == ["south", None, "south"]
    assert (third["since"], third["moves"]) == (1, [{"by": "north", "text": "pass"}]), "what was taken back is said"
    assert left["type"] == "quit"


def test_it_never_reads_what_is_hidden_from_its_side(tmp_path: Path) -> None:
    game = senki.find_game("monmouth")
    p = waits_for_a_choice("monmouth", None, 30)
    side = p.side_to_act
    heard = tmp_path / "heard"
    player = make_engine(write_bot(tmp_path, ECHO) + f" {heard}", game, 1)
    player.story = Story("monmouth", {})
    player.story.moves = [(1 - side, "order secret"), (side, "end"), (-1, "roll 2")]
    player.choose(p)
    player.leave()
    think = json.loads(heard.read_text().splitlines()[1])
    shown = [game.shows(p, text, by, side) for by, text in player.story.moves]
    assert shown == [False, True, True] and ["text" in move for move in think["moves"]] == shown
    assert think["view"] == json.loads(to_json(game.view(p, side)))


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("import time; time.sleep(60)", "it was not ready within"),
        ("print('hello')", "its answer 'hello' cannot be read"),
        ('print(\'{"type": "choice", "option": "pass"}\')', "its first line should be 'ready'"),
        ("import sys; sys.exit('no such weights')", r"it ended \(exit status 1\); it said: no such weights"),
        (f"import json, time; {READY}; time.sleep(60)", "no choice within 0.2 s"),
        (f"import json; {READY}; print('x' * 99_999, flush=True)", "a line of more than 65536 bytes"),
        (f"import json; {READY}; print('x' * 99_999, end='', flush=True); input()", "a line of more than"),
        (f'import json; {READY}; print(\'{{"type": "choice", "option": "fly"}}\'); input()', "'fly' cannot be read"),
        (f'import json; {READY}; print(\'{{"type": "choice", "option": "pass"}}\')', "'pass' is not allowed"),
        (f'import json; {READY}; print(\'{{"type": "choice", "chance": 0.5}}\')', "Object missing required field"),
        (f"import json; {READY}; {READY}; input()", "it said 'ready' a second time"),
        (f"import json; {READY}; print('\\x1b[2J', flush=True); input()", "its answer '\ufffd.2J' cannot be read"),
    ],
)
def test_what_loses_by_rule(tmp_path: Path, code: str, complaint: str) -> None:
    player = engine(write_bot(tmp_path, code, "0.2s:" if "no choice" in complaint else "20s:"))
    player.start = 0.2 if "not ready" in complaint else 20.0
    p = waits_for_a_choice()
    with pytest.raises(Forfeit, match=complaint) as lost:
        player.choose(p)
    assert lost.value.side == p.side_to_act and "\n" not in str(lost.value) and "\x1b" not in str(lost.value)
    assert player.wire is None
    player.leave()


def test_a_game_lost_by_rule_does_not_end_the_series(tmp_path: Path) -> None:
    bot = write_bot(tmp_path, f"import json, sys; {READY}; sys.exit('Segmentation fault')")
    plan = Plan("nano", "campaign", ("random", bot), seed=4, swap=True)
    trials = list(simulate(plan, range(4)))
    assert [trial.winner for trial in trials] == [0, 1, 0, 1]
    assert all(trial.level == FORFEIT and "Segmentation fault" in trial.forfeit for trial in trials)
    assert [trial.grade for trial in trials] == [1, -1, 1, -1]


def test_simulate_says_who_lost_by_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENKI_LANG", "en")
    bot = write_bot(tmp_path, "print('hello')")
    assert main(["simulate", "nano", "--south", "random", "--north", bot, "--games", "2", "--workers", "1"]) == 0
    out, err = capsys.readouterr()
    assert "Lost by rule: 2. The first: engine" in out and "'hello' cannot be read" in out and not err


def test_a_flood_of_words_neither_blocks_nor_fills_memory(tmp_path: Path) -> None:
    flood = "[print(json.dumps({'type': 'info', 'share': 0.5, 'chance': 0.5})) for _ in range(5000)]"
    murmur = "print('mumble ' * 30_000, file=sys.stderr)"
    choose = "print(json.dumps({'type': 'choice', 'option': json.loads(line)['options'][0]}), flush=True)"
    bot = f"import json, sys\nfor line in sys.stdin:\n  if 'hello' in line: {READY}\n"
    player = engine(write_bot(tmp_path, f"{bot}  else: {flood}; {murmur}; {choose}\n"))
    p = waits_for_a_choice()
    shares: list[float] = []

    def progress(share: float, report: object) -> bool:
        shares.append(share)
        return True

    assert player.choose(p, progress) == p.options()[0]
    assert shares == [0.5] * 5000 and player.wire is not None and len(player.wire.murmur) <= 4096
    player.leave()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("exec:", "names no program"),
        ("exec:  ", "names no program"),
        ("exec:./no-such-bot", "there is no program './no-such-bot'"),
        ("exec:'half", "cannot be read"),
        ("exec:0s:true", "0.01 to 3600 seconds"),
        ("exec:9999s:true", "0.01 to 3600 seconds"),
    ],
)
def test_a_bad_name_is_told_before_anything_starts(spec: str, complaint: str) -> None:
    with pytest.raises(SenkiError, match=complaint) as told:
        make_player(spec, NANO, 1)
    assert "\n" not in str(told.value)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    player = engine(write_bot(tmp_path, ECHO) + f" {tmp_path / 'heard'} ; touch {tmp_path / 'made'}")
    player.choose(waits_for_a_choice())
    player.leave()
    assert not (tmp_path / "made").exists()


def is_gone(process: int) -> bool:
    """Has a process ended? One that nobody has asked after yet counts as ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.02)


DEAF = f"""
import json, os, pathlib, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "600"])
pathlib.Path(sys.argv[1]).write_text(f"{{os.getpid()}} {{child.pid}}\\n")
{READY}
line = [sys.stdin.readline(), sys.stdin.readline()][1]
print(json.dumps({{"type": "choice", "option": json.loads(line)["options"][0]}}), flush=True)
while True:
    signal.pause()
"""


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_an_engine_that_will_not_go_is_ended_with_all_it_began(tmp_path: Path) -> None:
    ids = tmp_path / "ids"
    player = engine(write_bot(tmp_path, DEAF) + f" {ids}")
    player.grace = 0.05
    player.choose(waits_for_a_choice())
    player.leave()
    for process in ids.read_text().split():
        wait_until(lambda process=process: is_gone(int(process)))  # type: ignore[misc]


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
def test_it_ends_with_whoever_is_killed(tmp_path: Path) -> None:
    """Nothing of a killed parent runs any more, and yet no engine is left behind."""
    ids = tmp_path / "ids"
    spec = write_bot(tmp_path, DEAF) + f" {ids}"
    code = (
        "import os, signal, senki; from senki.players.engines import make_engine; g = senki.find_game('nano');"
        f"p = g.start('campaign', {{}}); p.settle(); make_engine({spec!r}, g, 1).choose(p);"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=Path(senki.__file__).parent.parent).returncode < 0
    for process in ids.read_text().split():
        wait_until(lambda process=process: is_gone(int(process)))  # type: ignore[misc]


def test_it_sits_at_the_terminal_and_a_loser_by_rule_is_told_in_a_line(tmp_path: Path) -> None:
    north = write_bot(tmp_path, f"import json; {READY}")
    session = Session(NANO, None, {"south": HUMAN, "north": north}, 2, Shelf(tmp_path / "shelf"))
    out = io.StringIO()
    game = LineGame(session, "ja", io.StringIO("1\n" * 50), out, io.StringIO(), make)
    assert game.run() == OVER
    last = [line for line in out.getvalue().splitlines() if line][-1]
    assert last.startswith("北軍は規定により負け。") and "途中で終了した" in last
    (kept,) = (tmp_path / "shelf").glob("*.json")
    assert len(json.loads(kept.read_text())["moves"]) == 5, "what was played before is kept"


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    session = Session(NANO, None, {"south": HUMAN, "north": f"exec:touch {tmp_path / 'made'}"}, 2, Shelf(tmp_path))
    session.play("place S1 luray")
    assert session.file is not None
    other = Session(NANO, None, {}, 2, Shelf(tmp_path))
    with pytest.raises(SenkiError, match="a file starts no program") as told:
        other.load(session.file, {})
    assert "--seat north=" in str(told.value)
    other.load(session.file, {"north": "greedy"})
    assert other.seats == {"south": HUMAN, "north": "greedy"} and not (tmp_path / "made").exists()


@pytest.mark.parametrize("seat", ["exec:true", "machine:exec:true", "machine:5", "search:2", "my.module:Player"])
def test_nobody_seats_a_program_at_a_table_of_the_service(seat: str) -> None:
    from pydantic import ValidationError

    from senki.table.play.wishes import NewTable

    NewTable.model_validate({"game": "nano", "seats": {"south": "machine:4"}})
    with pytest.raises(ValidationError):
        NewTable.model_validate({"game": "nano", "seats": {"south": seat}})


def test_the_environment_of_an_engine_is_ours() -> None:
    """It finds its files by the folder it was started from, and its settings by our variables."""
    os.environ["ENGINE_TEST"] = "tea"
    try:
        look = f"import os, sys; sys.exit(os.environ['ENGINE_TEST'] + ' ' + os.getcwd())"  # noqa: F541
        with pytest.raises(Forfeit, match=f"tea {os.getcwd()}"):
            engine(f'exec:{sys.executable} -c "{look}"').choose(waits_for_a_choice())
    finally:
        del os.environ["ENGINE_TEST"]


def test_it_thinks_apart_for_the_drawn_table(tmp_path: Path) -> None:
    """The drawn table asks a process of its own, which asks the engine; both are gone in the end."""
    heard = tmp_path / "heard"
    told: list[float | None] = []

    async def ask() -> None:
        p = waits_for_a_choice()
        thinker = ThinkerApart(write_bot(tmp_path, ECHO) + f" {heard}", NANO, 3)
        thinker.story = Story("campaign", {})
        thinker.story.moves = [(0, "place S1 luray")]
        try:
            thought = await thinker.choose(p, lambda share, chance: told.append(chance))
        finally:
            await thinker.close()
        assert thought.text == p.options()[-1].text and thought.chance == 0.25
        broken = ThinkerApart(write_bot(tmp_path, "print('hello')"), NANO, 3)
        try:
            with pytest.raises(Forfeit, match="'hello' cannot be read") as lost:
                await broken.choose(p, lambda share, chance: None)
            assert lost.value.side == p.side_to_act
        finally:
            await broken.close()

    asyncio.run(ask())
    hello, think = [json.loads(line) for line in heard.read_text().splitlines()]
    assert hello["scenario"] == "campaign" and think["moves"] == [{"by": "south", "text": "place S1 luray"}]


def test_the_page_tells_every_message_and_figure() -> None:
    page = (EXAMPLES.parent.parent / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
    for message in (Hello, Think, Over, Quit, Ready, Chosen, Told):
        assert f"**`{message.__struct_config__.tag}`**" in page
        for field in (*message.__struct_fields__, *(Move.__struct_fields__ if message is Think else ())):
            assert re.search(rf"`[^`]*\b{field}\b[^`]*`", page), field
    player = engine("exec:true")
    assert f"{player.start:g} s from" in page and f"| {player.grace:g} s, then it is killed" in page
    assert f"| {player.seconds:g} s, or what the name says" in page and f"{LONGEST_LINE:,} bytes" in page


@pytest.mark.parametrize("example", ["random_bot.py", "random_bot.mjs"])
def test_an_example_stays_short(example: str) -> None:
    assert len((EXAMPLES / example).read_text().splitlines()) <= 36


def test_what_is_asked_does_not_depend_on_what_is_hidden() -> None:
    game, met = senki.find_game("monmouth"), 0
    player = make_player(f"exec:{sys.executable}", game, 1)
    assert isinstance(player, EnginePlayer)
    for choices in range(4, 40, 3):
        p = waits_for_a_choice("monmouth", None, choices)
        assert isinstance(p, MonmouthPosition)
        twin = monmouth_twin(p, p.side_to_act, Random(choices))
        if twin is not None:
            met += 1
            assert to_json(player._question(p, p.side_to_act)) == to_json(player._question(twin, p.side_to_act))
    assert met, "nothing was ever hidden"
