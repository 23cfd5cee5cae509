"""The games of a series as a file: Parquet, CSV or JSON by the ending of its name, or a folder of Parquet parts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from senki.engine.errors import Malformed
from senki.engine.files import read_text, read_whole
from senki.engine.forms import convert, plain, read_json, to_json
from senki.lab.rows import ENDINGS, FORMAT, About, difference

PARTS = "part-*.parquet"
"""The names of the parts in a folder."""
BETWEEN = "; "
"""Between the moves of a game in CSV."""


def schema_of(about: About) -> Any:
    """The columns of results and their types, in their order, with what they are about."""
    words, whole, real = pa.string(), pa.int64(), pa.float64()
    columns = {"index": whole, "seed": whole} | dict.fromkeys(about.sides, words)
    columns |= {"winner": words, "level": words, "points": whole, "clause": words}
    columns |= {"turns": whole, "decisions": whole, "rolls": whole, "seconds": real}
    columns |= {"failure": words, "digest": words, "moves_hash": words}
    for side in about.sides:
        columns |= {f"{side}_decisions": whole, f"{side}_seconds": real, f"{side}_luck": real}
    turn = ("turn", pa.int32())
    columns["fights"] = pa.list_(pa.struct([turn, ("place", words)]))
    columns["losses"] = pa.list_(pa.struct([turn, ("side", words), ("amount", real)]))
    columns["lead"] = pa.list_(pa.struct([turn, ("points", real)]))
    if about.records:
        columns["moves"] = pa.list_(words)
    facts = {name: fact if isinstance(fact, str) else to_json(fact) for name, fact in plain(about).items()}
    return pa.schema(list(columns.items()), metadata=facts)


def table_of(about: About, rows: Iterable[dict[str, Any]]) -> Any:
    """Rows as a table, in order of the numbers of the games, each of which comes once."""
    by_number = {row["index"]: row for row in rows}
    return pa.Table.from_pylist([by_number[number] for number in sorted(by_number)], schema=schema_of(about))


def written(about: About, table: Any, ending: str) -> bytes:
    """A table as the content of a file with this ending."""
    if ending == ".parquet":
        file = io.BytesIO()
        pq.write_table(table, file, compression="zstd")
        return file.getvalue()
    rows = table.to_pylist()
    return comma_separated(about, rows) if ending == ".csv" else to_json({"about": about, "games": rows}, indent=1)


def comma_separated(about: About, rows: list[dict[str, Any]]) -> bytes:
    """The rows as CSV: a list is one field, and the last field of the first row says what they are about."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if rows:
        writer.writerow([*rows[0], "about"])
    said = to_json(about).decode()
    for row in rows:
        writer.writerow([*(_field(name, value) for name, value in row.items()), said])
        said = ""
    return text.getvalue().encode()


def _field(name: str, value: object) -> object:
    if name == "moves" and isinstance(value, list):
        return BETWEEN.join(value)
    return to_json(value).decode() if isinstance(value, list) else value


def read_results(path: Path) -> tuple[About, Any]:
    """What a file or folder of results is about, and its games as a table, each once, in order of their numbers."""
    if path.is_dir():
        return read_parts(path)
    readers = {".parquet": read_parquet, ".csv": _read_csv, ".json": _read_json}
    if path.suffix not in readers:
        raise Malformed(f"{path}: results are a file that ends in {', '.join(ENDINGS)}, or a folder of parts")
    return readers[path.suffix](path)


def parts_of(folder: Path) -> list[Path]:
    """The parts in a folder, in the order in which they were written."""
    return sorted(folder.glob(PARTS))


def read_parts(folder: Path) -> tuple[About, Any]:
    """The parts of a folder as one."""
    parts = [(part, *read_parquet(part)) for part in parts_of(folder)]
    if not parts:
        raise Malformed(f"{folder}: a folder without parts of results ({PARTS})")
    _, first, _ = parts[0]
    for part, about, _ in parts:
        if other := difference(about, first):
            raise Malformed(f"{part}: of another series than the parts before it ({other})")
    rows = (row for _, _, table in parts for row in table.to_pylist())
    return first, table_of(first, rows)


def read_parquet(path: Path) -> tuple[About, Any]:
    """A file of results as Parquet."""
    raw = read_whole(path)
    try:
        table = pq.read_table(io.BytesIO(raw))
    except (pa.ArrowException, OSError):
        raise Malformed(f"{path}: not a Parquet file, or a damaged one") from None
    return about_in({key.decode(): value for key, value in (table.schema.metadata or {}).items()}, path), table


def about_in(facts: dict[str, bytes], path: Path) -> About:
    """What a Parquet file says of itself."""
    words = {field.name for field in msgspec.structs.fields(About) if field.type is str}
    found: dict[str, Any] = {}
    for name in (name for name in About.__struct_fields__ if name in facts):
        fact = facts[name]
        found[name] = fact.decode("utf-8", "replace") if name in words else read_json(fact, object, f"{path}: {name}")
    return _checked(found, path)


def _read_json(path: Path) -> tuple[About, Any]:
    document = read_json(read_whole(path), dict[str, Any], str(path))
    about = _checked(document.get("about"), path)
    try:
        return about, table_of(about, document["games"])
    except (KeyError, TypeError, ValueError, pa.ArrowException) as wrong:
        raise Malformed(f"{path}: games: {wrong}") from None


def _read_csv(path: Path) -> tuple[About, Any]:
    lines = list(csv.DictReader(io.StringIO(read_text(path), newline="")))
    said = lines[0].get("about") if lines else None
    about = _checked(read_json(said.encode(), dict[str, Any], f"{path}: about") if said else None, path)
    kinds = {field.name: field.type for field in schema_of(about)}
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 2):
        try:
            rows.append({name: _value(name, line[name], kind) for name, kind in kinds.items()})
        except (KeyError, ValueError, AttributeError, Malformed) as wrong:
            raise Malformed(f"{path}: row {number}: {wrong}") from None
    return about, table_of(about, rows)


def _value(name: str, text: str, kind: Any) -> Any:
    """A field of CSV as what it was."""
    if name == "moves":
        return text.split(BETWEEN) if text else []
    if pa.types.is_list(kind):
        return read_json(text.encode(), list[Any], name)
    if not text:
        return None
    return text if kind == pa.string() else int(text) if kind == pa.int64() else float(text)


def _checked(said: object, path: Path) -> About:
    """What results say of themselves; raises Malformed if these are none, or of a Senki to come."""
    if not isinstance(said, dict) or "format" not in said:
        raise Malformed(f"{path}: not results of senki simulate (they would say what they are about)")
    if said["format"] != FORMAT:
        raise Malformed(f"{path}: results of format {said['format']}; this Senki reads format {FORMAT}")
    about: About = convert(said, About, f"{path}: about")
    return about
