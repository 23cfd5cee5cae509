"""Games of a series played again from their results: what happened in them, and that it happened so."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from senki.engine.errors import Illegal, Malformed
from senki.engine.forms import Record, ResultForm
from senki.engine.match import Match, Played, verify
from senki.lab.results import read_results
from senki.lab.rows import About
from senki.lab.simulate import cast

FORFEIT = "forfeit"
"""The level of a game that was not lost by the rules."""


def read_games(path: Path) -> tuple[About, dict[int, dict[str, Any]]]:
    """The games of results that hold their moves, by number."""
    about, table = read_results(path)
    if not about.records:
        raise Malformed(f"{path}: holds no moves: play the series with --records")
    return about, {row["index"]: row for row in table.to_pylist()}


def chosen(games: dict[int, dict[str, Any]], number: int | None, path: Path) -> dict[str, Any]:
    """The game with a number; the only one needs none."""
    if not games:
        raise Malformed(f"{path}: holds no game")
    if number is None and len(games) > 1:
        raise Malformed(f"{path}: holds {len(games)} games, {min(games)} to {max(games)}: choose one with --game N")
    if number is not None and number not in games:
        raise Malformed(f"{path}: holds no game {number}; its games are {min(games)} to {max(games)}")
    return games[min(games) if number is None else number]


def record_of(about: About, row: dict[str, Any], path: Path) -> Record:
    """A game as a record."""
    if row["failure"] and not row["moves"]:
        raise Malformed(f"{path}: game {row['index']} was not played: {row['failure']}")
    ended = not row["failure"] and row["level"] != FORFEIT
    result = ResultForm(row["winner"], row["level"], row["points"], row["clause"]) if ended else None
    return Record(
        game=about.game,
        rules=about.rules,
        scenario=about.scenario,
        moves=row["moves"],
        options=about.switches,
        seats={side: row[side] for side in about.sides},
        result=result,
        hash=row["digest"],
    )


def verify_game(about: About, row: dict[str, Any], path: Path) -> tuple[Match, int, int]:
    """Prove moves, dice, result and position of a game: how it stands then, and how many moves and rolls it had."""
    where = f"{path}: game {row['index']}"
    dice = SeriesDice(row["seed"], where)
    record = record_of(about, row, path)
    return verify(record, where, dice.see), len(record.moves), dice.rolls


class SeriesDice:
    """Holds each roll of a replay against what the seed of the game says."""

    def __init__(self, seed: int, where: str) -> None:
        self.chance = Random(seed)
        self.where = where
        self.rolls = 0

    def see(self, played: Played) -> None:
        """Hear of the next answer; raises Illegal if it is not what the dice said."""
        if played.roll is None:
            return
        self.rolls += 1
        due = cast(played.roll, self.chance)
        if due != played.option:
            raise Illegal(
                f"{self.where}: roll {self.rolls}: the seed says '{due.text}', the results '{played.option.text}'"
            )
