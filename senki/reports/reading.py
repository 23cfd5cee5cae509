"""The games that a report is about: results files, or folders of their parts, as tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from senki.engine.errors import Malformed
from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.lab.results import read_results
from senki.lab.rows import About
from senki.lab.simulate import FORFEIT

HAPPENINGS = ("fights", "losses", "lead")
"""The columns of what happened in a game; all are empty where nobody noted it."""


@dataclass
class Run:
    """One series: its name in the report, what it is about, and a row for each game that was played out."""

    label: str
    about: About
    games: pl.DataFrame
    failures: int = 0

    @property
    def forfeits(self) -> int:
        """Games that a player lost by rule, without having been beaten."""
        return int((self.games["level"] == FORFEIT).sum())

    @property
    def noted(self) -> int:
        """Games of which it was noted what happened: a series may have gone on without."""
        return int(self.games.select(pl.any_horizontal(pl.col(*HAPPENINGS).list.len() > 0).sum()).item())


def read_runs(paths: list[Path]) -> tuple[Game, list[Run]]:
    """The series in these files and folders, all of one game."""
    runs = [read_run(path) for path in paths]
    named = {run.about.game: path for run, path in zip(runs, paths, strict=True)}
    if len(named) > 1:
        told = ", ".join(f"{path} of {key}" for key, path in named.items())
        raise Malformed(f"one report is about one game, but these are results of several: {told}")
    game = find_game(next(iter(named)))
    for run, path in zip(runs, paths, strict=True):
        if run.about.sides != [side.id for side in game.sides]:
            raise Malformed(f"{path}: its sides are {', '.join(run.about.sides)}, which are not those of {game.key}")
        game.scenario(run.about.scenario)
    tell_apart(runs)
    return game, runs


def read_run(path: Path) -> Run:
    """One series from a file or a folder of parts."""
    about, table = read_results(path)
    games = pl.DataFrame(table)
    played = games.filter(pl.col("failure").is_null())
    if not len(played):
        raise Malformed(f"{path}: there is no finished game in it")
    return Run(path.name.removesuffix(path.suffix), about, played, len(games) - len(played))


def tell_apart(runs: list[Run]) -> None:
    """No two series have the same name in the report."""
    for number, run in enumerate(runs):
        if run.label in [other.label for other in runs[:number]]:
            run.label = f"{run.label} ({number + 1})"
