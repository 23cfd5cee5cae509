"""The games of a series as a file: Parquet, CSV or JSON by the ending of its name."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Any

from senki.engine.errors import SenkiError
from senki.engine.files import write_whole
from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.engine.parts import PartOf
from senki.lab.simulate import Plan, Trial

ENDINGS = (".parquet", ".csv", ".json")


def check_place(path: Path) -> None:
    """Raise SenkiError if results could not be written there; better before the games than after."""
    if path.suffix not in ENDINGS:
        raise SenkiError(f"{path}: the name of a results file ends in {', '.join(ENDINGS)}")
    if path.suffix == ".parquet":
        with PartOf("lab"):
            import pyarrow  # type: ignore[import-untyped]  # noqa: F401
    if path.is_dir():
        raise SenkiError(f"{path}: is a folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise SenkiError(f"{path}: cannot be written ({wrong.strerror or wrong})") from None
    if not os.access(path.parent, os.W_OK):
        raise SenkiError(f"{path}: cannot be written (no permission for the folder)")


def write_results(path: Path, game: Game, plan: Plan, trials: list[Trial], command: str) -> None:
    """Write the games, in order of their numbers; the file is whole or not there."""
    about = {
        "game": game.key,
        "rules": str(game.rules_version),
        "scenario": plan.scenario,
        "seed": str(plan.seed),
        "command": command,
    }
    rows = [row(game, plan, trial) for trial in sorted(trials, key=lambda trial: trial.index)]
    if path.suffix == ".parquet":
        write_whole(path, parquet(game, plan, rows, about))
    elif path.suffix == ".csv":
        write_whole(path, comma_separated(rows))
    else:
        write_whole(path, to_json({"about": about, "games": rows}, indent=1))


def row(game: Game, plan: Plan, trial: Trial) -> dict[str, Any]:
    """One game as a flat row; what belongs to a side is named after it."""
    found: dict[str, Any] = {"index": trial.index, "seed": trial.seed}
    for number, side in enumerate(game.sides):
        found[side.id] = trial.players[number]
    found |= {
        "winner": game.sides[trial.winner].id if trial.winner >= 0 else None,
        "level": trial.level,
        "points": trial.points,
        "turns": trial.turns,
        "decisions": sum(trial.decisions),
        "rolls": trial.rolls,
        "seconds": sum(trial.seconds),
    }
    for number, side in enumerate(game.sides):
        found[f"{side.id}_decisions"] = trial.decisions[number]
        found[f"{side.id}_seconds"] = trial.seconds[number]
    if plan.records:
        found["moves"] = trial.moves
    return found


def parquet(game: Game, plan: Plan, rows: list[dict[str, Any]], about: dict[str, str]) -> bytes:
    """The rows as a Parquet file that says what it is about."""
    import pyarrow as pa
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    words, whole, real = pa.string(), pa.int64(), pa.float64()
    columns = {"index": whole, "seed": whole} | {side.id: words for side in game.sides}
    columns |= {"winner": words, "level": words, "points": whole, "turns": whole, "decisions": whole, "rolls": whole}
    columns["seconds"] = real
    for side in game.sides:
        columns |= {f"{side.id}_decisions": whole, f"{side.id}_seconds": real}
    if plan.records:
        columns["moves"] = pa.list_(words)
    table = pa.Table.from_pylist(rows, schema=pa.schema(list(columns.items()), metadata=about))
    file = io.BytesIO()
    pq.write_table(table, file, compression="zstd")
    return file.getvalue()


def comma_separated(rows: list[dict[str, Any]]) -> bytes:
    """The rows as CSV; the moves of a game are one field."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["index"], lineterminator="\n")
    writer.writeheader()
    for fields in rows:
        writer.writerow(fields | ({"moves": "; ".join(fields["moves"])} if "moves" in fields else {}))
    return text.getvalue().encode()
