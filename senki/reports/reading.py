"""The games that a report is about: results files, or folders of their parts, as tables."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from senki.engine.errors import Malformed, UnknownName
from senki.engine.files import read_text, read_whole
from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.lab.results import ENDINGS, HAPPENINGS

PARTS = "part-*.parquet"
NEEDED = ("index", "winner", "level", "points", "turns", "decisions", "rolls")
FORMS = {
    "fights": pl.List(pl.Struct({"turn": pl.Int32, "place": pl.String})),
    "losses": pl.List(pl.Struct({"turn": pl.Int32, "side": pl.String, "amount": pl.Float64})),
    "lead": pl.List(pl.Struct({"turn": pl.Int32, "points": pl.Float64})),
}
"""The columns of what happened, as all files are read."""


@dataclass
class Run:
    """One series: its name in the report, what its file says of itself, and a row for each game that was played out."""

    label: str
    about: dict[str, str]
    games: pl.DataFrame
    failures: int = 0

    @property
    def scenario(self) -> str:
        """The scenario, where the file names it."""
        return self.about.get("scenario", "")

    def has(self, *columns: str) -> bool:
        """Does it hold all of these?"""
        return all(column in self.games.columns for column in columns)


def read_runs(paths: list[Path], game: Game | None = None) -> tuple[Game, list[Run]]:
    """The series in these files and folders, all of one game; `game` where the files do not name it (CSV)."""
    runs = [read_run(path) for path in paths]
    named = {run.about["game"]: path for run, path in zip(runs, paths, strict=True) if "game" in run.about}
    if game is not None:
        named.setdefault(game.key, Path("--game"))
    if not named:
        raise Malformed(f"{paths[0]}: it does not name its game: give --game GAME")
    if len(named) > 1:
        told = ", ".join(f"{path} of {key}" for key, path in named.items())
        raise Malformed(f"one report is about one game, but these are results of several: {told}")
    found = find_game(next(iter(named)))
    for run, path in zip(runs, paths, strict=True):
        check_columns(run, path, found)
    tell_apart(runs)
    return found, runs


def read_run(path: Path) -> Run:
    """One series from a file or a folder of parts."""
    if path.is_dir():
        about, games = read_parts(path)
    elif path.suffix not in ENDINGS:
        raise Malformed(f"{path}: is no results file of senki simulate (its name ends in {', '.join(ENDINGS)})")
    else:
        read_whole(path)  # A file that is not there is told in one line.
        about, games = READERS[path.suffix](path)
    missing = [column for column in NEEDED if column not in games.columns]
    if missing:
        raise Malformed(f"{path}: is no results file of senki simulate: it has no column {missing[0]}")
    played = games.filter(pl.col("failure").is_null()) if "failure" in games.columns else games
    if not len(played):
        raise Malformed(f"{path}: there is no finished game in it")
    return Run(path.name.removesuffix(path.suffix), about, played, len(games) - len(played))


def read_parts(path: Path) -> tuple[dict[str, str], pl.DataFrame]:
    """A folder of parts, put together."""
    parts = sorted(path.glob(PARTS))
    if not parts:
        raise Malformed(f"{path}: is no folder of results: there is no {PARTS} in it")
    read = [read_parquet(part) for part in parts]
    return read[0][0], pl.concat([games for _, games in read], how="diagonal_relaxed")


def read_parquet(path: Path) -> tuple[dict[str, str], pl.DataFrame]:
    """A Parquet file; its metadata say what it is about."""
    try:
        about = pl.read_parquet_metadata(path)
        games = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as wrong:
        raise Malformed(f"{path}: cannot be read as Parquet ({_one_line(wrong)})") from None
    return {key: text for key, text in about.items() if not key.startswith("ARROW:")}, games


def read_csv(path: Path) -> tuple[dict[str, str], pl.DataFrame]:
    """A CSV file: it does not say what it is about, but its columns may."""
    try:
        games = pl.read_csv(path, infer_schema_length=None)
        told = [name for name in HAPPENINGS if name in games.columns]
        games = games.with_columns(pl.col(name).cast(pl.String).str.json_decode(FORMS[name]) for name in told)
    except (pl.exceptions.PolarsError, OSError) as wrong:
        raise Malformed(f"{path}: cannot be read as CSV ({_one_line(wrong)})") from None
    about: dict[str, str] = {
        key: str(games[key][0]) for key in ("game", "scenario") if key in games.columns and len(games)
    }
    return about, games


def read_json(path: Path) -> tuple[dict[str, str], pl.DataFrame]:
    """A JSON file: what it is about, then the games."""
    try:
        document = json.loads(read_text(path))
        about, rows = document["about"], document["games"]
        told = {name: form for name, form in FORMS.items() if any(name in row for row in rows)}
        games = pl.DataFrame(rows, schema_overrides=told, infer_schema_length=None)
    except (ValueError, KeyError, TypeError, pl.exceptions.PolarsError) as wrong:
        raise Malformed(f"{path}: is no results file of senki simulate ({_one_line(wrong)})") from None
    return {str(key): str(text) for key, text in about.items()}, games


READERS = {".parquet": read_parquet, ".csv": read_csv, ".json": read_json}


def check_columns(run: Run, path: Path, game: Game) -> None:
    """Raise Malformed if the results cannot be of this game."""
    for side in game.sides:
        if side.id not in run.games.columns:
            raise Malformed(f"{path}: is of another game than {game.key}: it has no column {side.id}")
    try:
        game.scenario(run.scenario or None)
    except UnknownName as wrong:
        raise Malformed(f"{path}: {wrong}") from None


def tell_apart(runs: list[Run]) -> None:
    """No two series have the same name in the report."""
    for number, run in enumerate(runs):
        if run.label in [other.label for other in runs[:number]]:
            run.label = f"{run.label} ({number + 1})"


def _one_line(wrong: Exception) -> str:
    return " ".join(str(wrong).split())[:200]
