"""Two versions of Senki play each other: `python tools/duel.py GAME OTHER_CHECKOUT --ours search:3 --theirs search:3`.

The other version runs in processes of its own and is told every move in notation; both keep the position. It may be
compiled or not, and know other players: only the rules must be the same. Sides change after every game, each dice comes
twice. Prints how many games ours won, with its interval, and the time a decision took on each side.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, os.environ.get("SENKI_DUEL", str(Path(__file__).parent.parent)))

from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.players.levels import make_player


class Other:
    """A player of the other version, in a process of its own."""

    def __init__(self, checkout: str, game: str, scenario: str, spec: str, seed: int) -> None:
        environment = os.environ | {"SENKI_DUEL": checkout}
        environment["PYTHONPATH"] = os.pathsep.join([checkout, environment.get("PYTHONPATH", "")])
        command = [sys.executable, __file__, "--serve", game, scenario, spec, str(seed)]
        self.process = subprocess.Popen(
            command, env=environment, cwd=checkout, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def say(self, **told: str) -> dict[str, Any]:
        """Tell it something and hear the answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def end(self) -> None:
        """Let it go."""
        self.process.kill()
        self.process.wait()


def serve(game_key: str, scenario: str, spec: str, seed: str) -> None:
    """What the process of the other version does: keep the position, and choose when asked."""
    game = find_game(game_key)
    p = game.start(scenario, game.settings({}, scenario))
    p.settle()
    player = make_player(spec, game, int(seed))
    for line in sys.stdin:
        told = json.loads(line)
        if "move" in told:
            p.play(game.answer(p, told["move"]))
            answer: dict[str, Any] = {}
        else:
            began = process_time()
            option = player.choose(p)
            answer = {"option": option.text, "seconds": process_time() - began}
        print(json.dumps(answer), flush=True)


def play_one(args: argparse.Namespace, index: int) -> dict[str, Any]:
    """One game; `ours` is 1 if this version won, ½ for a draw."""
    game = find_game(args.game)
    scenario = game.scenario(args.scenario).id
    seed = args.seed * 1_000_003 + index // 2
    side = index % 2
    ours = make_player(args.ours, game, seed)
    other = Other(args.checkout, args.game, scenario, args.theirs, seed)
    chance = Random(seed)
    p = game.start(scenario, game.settings({}, scenario))
    p.settle()
    seconds, decisions = [0.0, 0.0], [0, 0]
    try:
        while not p.over:
            if p.waits_for != DECISION:
                roll = p.roll()
                option = roll.pick(int(chance.random() * roll.total))
            elif p.side_to_act == side:
                began = process_time()
                option = ours.choose(p)
                seconds[0] += process_time() - began
                decisions[0] += 1
            else:
                thought = other.say(think="")
                option = game.answer(p, thought["option"])
                seconds[1] += thought["seconds"]
                decisions[1] += 1
            other.say(move=option.text)
            p.play(option)
    finally:
        other.end()
    assert p.result is not None
    won = 0.5 if p.result.winner < 0 else float(p.result.winner == side)
    return {"won": won, "seconds": seconds, "decisions": decisions, "first": p.result.winner == 0}


def main() -> None:
    """Play the duel and say how it went."""
    from senki.lab.report import wilson
    from senki.lab.workers import work_off

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("checkout", help="the folder of the other version")
    parser.add_argument("--scenario")
    parser.add_argument("--ours", default="search:3")
    parser.add_argument("--theirs", default="search:3")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    played = list(work_off(partial(play_one, args), range(args.games), args.workers))
    won = sum(game["won"] for game in played)
    low, high = wilson(round(won), len(played))
    each = [
        sum(game["seconds"][n] for game in played) / max(1, sum(game["decisions"][n] for game in played))
        for n in (0, 1)
    ]
    print(
        f"{args.game}: ours ({args.ours}) won {won:g} of {len(played)} against theirs ({args.theirs}):"
        f" {won / len(played):.1%} ({low:.1%} – {high:.1%}); processor time a decision {each[0]:.4f} s against"
        f" {each[1]:.4f} s; first side won {sum(game['first'] for game in played)}"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(*sys.argv[2:])
    else:
        main()
