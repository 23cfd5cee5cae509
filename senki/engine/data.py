"""Reading the data files of a game package."""

from __future__ import annotations

import tomllib
from importlib import resources

from senki.engine.clauses import Clause, Rulebook, Section
from senki.engine.errors import Malformed

LANGUAGES = ("en", "ja")


def read_text(package: str, name: str) -> str:
    """The text of a file that lies in a package."""
    return resources.files(package).joinpath(name).read_text(encoding="utf-8")


def has_file(package: str, name: str) -> bool:
    """Does a file of this name lie in a package?"""
    return resources.files(package).joinpath(name).is_file()


def read_toml(package: str, name: str) -> dict[str, object]:
    """A TOML file that lies in a package."""
    try:
        return tomllib.loads(read_text(package, name))
    except tomllib.TOMLDecodeError as wrong:
        raise Malformed(f"{package}/{name}: {wrong}") from None


def rows(table: dict[str, object], name: str) -> list[dict[str, object]]:
    """An array of tables of a TOML file."""
    found = table.get(name, [])
    if not isinstance(found, list):
        raise Malformed(f"'{name}' should be an array of tables")
    return found


def texts(table: dict[str, object], name: str) -> list[str]:
    """A list of words of a table; empty if it is not there."""
    found = table.get(name, [])
    if not isinstance(found, list):
        raise Malformed(f"'{name}' should be a list")
    return [str(text) for text in found]


def words(value: object) -> dict[str, str]:
    """A text in each language."""
    if not isinstance(value, dict):
        raise Malformed(f"a text in {' and '.join(LANGUAGES)} was expected, not {value!r}")
    missing = [lang for lang in LANGUAGES if not value.get(lang)]
    if missing:
        raise Malformed(f"the text {value!r} lacks {', '.join(missing)}")
    return {lang: str(value[lang]) for lang in LANGUAGES}


def read_rulebook(package: str) -> Rulebook:
    """The clause catalogue of a game package."""
    table = read_toml(package, "rulebook.toml")
    sections = [Section(str(row["id"]), words(row["title"]), []) for row in rows(table, "section")]
    by_number = {section.number: section for section in sections}
    for row in rows(table, "clause"):
        number = str(row["id"])
        provenance = row["provenance"]
        assert isinstance(provenance, list)
        clause = Clause(
            number,
            [str(tag) for tag in provenance],
            str(row.get("source", "")),
            words(row),
            words(row["reason"]) if "reason" in row else {},
            bool(row.get("note", False)),
        )
        section = number.rpartition(".")[0]
        while section not in by_number and "." in section:
            section = section.rpartition(".")[0]  # a clause of a clause: SHI-4.2.1 belongs to chapter SHI-4
        by_number[section].clauses.append(clause)
    return Rulebook(sections)
