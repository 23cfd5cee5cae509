"""How long the machine thinks at a decision: `python tools/thinking.py sicily --level 4 --scenario race --every 5`.

A game is played by level 1; at one of so many decisions that are looked ahead for, a player of the level is asked as
well. Prints the mean and the longest processor time of those it was asked, and where the longest was.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from senki.engine.game import Game
from senki.engine.position import DECISION
from senki.players.levels import make_player
from senki.players.operations import OperationsPlayer


def main() -> int:
    """Ask in each scenario."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game")
    asked.add_argument("--scenario", help="all of them if none is named")
    asked.add_argument("--level", default="4")
    asked.add_argument("--every", type=int, default=5)
    asked.add_argument("--most", type=int, default=40, help="decisions asked in a scenario")
    asked.add_argument("--seed", type=int, default=1)
    args = asked.parse_args()
    from senki.engine.registry import find_game

    game = find_game(args.game)
    for scenario in [args.scenario] if args.scenario else [one.id for one in game.scenarios]:
        print(scenario, measured(game, scenario, args.level, args.every, args.most, args.seed), flush=True)
    return 0


def measured(game: Game, scenario: str, level: str, every: int, most: int, seed: int) -> str:
    """Play a game of level 1, and have a player of the level think where it is its turn to."""
    chance, p = Random(seed), game.start(scenario, game.settings({}, scenario))
    p.settle()
    usual = [make_player("search:1", game, seed), make_player("search:1", game, seed + 1)]
    times: list[tuple[float, str]] = []
    spent = met = 0
    while not p.over and len(times) < most:
        if p.waits_for != DECISION:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        if len(p.options()) > 1 and len(game.advice().operations(game.seen(p, p.side_to_act), p.side_to_act)) > 1:
            met += 1
            if met % every == 0:
                player = make_player(f"search:{level}", game, seed)
                began = process_time()
                player.choose(p)
                times.append((process_time() - began, f"decision {met}, {p.step.name}"))
                spent += player.spent if isinstance(player, OperationsPlayer) else 0
        p.play(usual[p.side_to_act].choose(p))
    total = sum(time for time, _ in times)
    longest, where = max(times, default=(0.0, ""))
    plays = f", {1e6 * total / spent:.0f} µs a play" if spent else ""
    mean = total / max(1, len(times))
    return f"{len(times)} of {met} decisions: mean {mean:.3f} s, longest {longest:.3f} s ({where}){plays}"


if __name__ == "__main__":
    sys.exit(main())
