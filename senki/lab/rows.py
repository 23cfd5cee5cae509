"""What is said of a series and of each of its games when they are written down."""

from __future__ import annotations

from typing import Any

import msgspec

import senki
from senki.engine.forms import plain
from senki.engine.game import Game
from senki.engine.position import Result
from senki.lab.simulate import LONGEST, Plan, Trial, game_called

FORMAT = 1
"""Version of the format of results."""
ENDINGS = (".parquet", ".csv", ".json")
"""How the names of files of results end."""


class About(msgspec.Struct, kw_only=True):
    """What a file of results holds: the series its games belong to. Two files with the same one hold the same games."""

    format: int
    game: str
    rules: int
    senki: str
    scenario: str
    switches: dict[str, str] = {}
    sides: list[str]
    players: list[str]
    """By side, as they sit in the first game."""
    seed: int
    swap: bool = False
    pairs: bool = False
    records: bool = False
    cap: int = LONGEST
    command: str = ""


CIRCUMSTANCES = ("format", "senki", "command")
"""What may differ between two files of one series."""


def about_of(game: Game, plan: Plan, command: str) -> About:
    """What is to be said of the games of a plan."""
    return About(
        format=FORMAT,
        game=game.key,
        rules=game.rules_version,
        senki=senki.__version__,
        scenario=plan.scenario,
        switches=plan.options,
        sides=[side.id for side in game.sides],
        players=list(plan.players),
        seed=plan.seed,
        swap=plan.swap,
        pairs=plan.pairs,
        records=plan.records,
        cap=plan.cap,
        command=command,
    )


def difference(found: About, wanted: About) -> str:
    """The first thing in which two series differ, in words; nothing if they are one series."""
    ours, theirs = plain(wanted), plain(found)
    for name in (name for name in ours if name not in CIRCUMSTANCES and ours[name] != theirs[name]):
        if name == "switches":
            return "other switches"
        shown = [", ".join(value) if isinstance(value, list) else str(value) for value in (theirs[name], ours[name])]
        return f"{name} {shown[0]}, not {shown[1]}"
    return ""


def row_of(about: About, trial: Trial) -> dict[str, Any]:
    """One game as a row; what belongs to a side is named after it."""
    found: dict[str, Any] = {"index": trial.index, "seed": trial.seed}
    found |= dict(zip(about.sides, trial.players, strict=True))
    found |= {
        "winner": about.sides[trial.winner] if trial.winner >= 0 else None,
        "level": trial.level or None,
        "points": trial.points,
        "clause": trial.clause or None,
        "turns": trial.turns,
        "decisions": sum(trial.decisions),
        "rolls": trial.rolls,
        "seconds": sum(trial.seconds),
        "failure": trial.failure or None,
        "digest": trial.digest or None,
        "moves_hash": trial.moves_hash or None,
    }
    for number, side in enumerate(about.sides):
        found[f"{side}_decisions"] = trial.decisions[number]
        found[f"{side}_seconds"] = trial.seconds[number]
        found[f"{side}_luck"] = trial.luck[number] if trial.luck else None
    found["fights"] = [{"turn": turn, "place": place} for turn, place in trial.fights]
    found["losses"] = [
        {"turn": turn, "side": about.sides[side], "amount": amount} for turn, side, amount in trial.losses
    ]
    found["lead"] = [{"turn": turn, "points": points} for turn, points in trial.lead]
    if about.records:
        found["moves"] = trial.moves
    return found


def trial_of(about: About, row: dict[str, Any]) -> Trial:
    """The game of a row, as far as a summary asks: without what happened in it."""
    winner = about.sides.index(row["winner"]) if row["winner"] is not None else -1
    return Trial(
        index=row["index"],
        seed=row["seed"],
        players=tuple(row[side] for side in about.sides),
        decisions=[row[f"{side}_decisions"] for side in about.sides],
        seconds=[row[f"{side}_seconds"] for side in about.sides],
        rolls=row["rolls"],
        turns=row["turns"],
        winner=winner,
        level=row["level"] or "",
        points=row["points"],
        grade=game_called(about.game).grade(Result(winner, row["level"] or "", row["points"], row["clause"] or ""), 0),
        clause=row["clause"] or "",
        digest=row["digest"] or "",
        moves_hash=row["moves_hash"] or "",
        failure=row["failure"] or "",
    )
