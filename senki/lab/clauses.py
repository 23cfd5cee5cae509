"""Which code and which cases stand behind each clause, read from the sources of a game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from senki.engine.cases import find_cases, read_cases
from senki.engine.errors import SenkiError
from senki.engine.game import Game

MARKS = ("enforces", "forbid")
"""The calls by which code says that it is the code of a clause."""


@dataclass
class Trace:
    """A clause, the functions that enforce or forbid by it, and the case files that show it."""

    clause: str
    code: list[str] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)
    note: bool = False
    """It only describes, and needs neither."""


@dataclass
class Tracing:
    """All clauses of a game, and what is wrong: gaps, and names that are in no rulebook."""

    traces: list[Trace]
    faults: list[str]


def trace_clauses(game: Game) -> Tracing:
    """Clause → code → cases for a whole rulebook."""
    folder = package_folder(game)
    traces = {number: Trace(number, note=clause.note) for number, clause in game.rulebook.clauses.items()}
    faults: list[str] = []
    called = called_code(folder)
    for where, clause in marked_code(folder):
        if clause in traces and where not in called:
            faults.append(f"{clause}: its code {where} is never called")
        elif clause in traces and where not in traces[clause].code:
            traces[clause].code.append(where)
    for where, clause in unknown_names(folder, game):
        faults.append(f"{where} names {clause}, which is not in the rulebook")
    for name, clause in shown_by_cases(folder):
        if clause in traces and name not in traces[clause].cases:
            traces[clause].cases.append(name)
        elif clause not in traces:
            faults.append(f"case {name} names {clause}, which is not in the rulebook")
    for trace in traces.values():
        if trace.note:
            continue
        if not trace.code:
            faults.append(f"{trace.clause} has no code")
        if not trace.cases:
            faults.append(f"{trace.clause} has no case")
    return Tracing(list(traces.values()), list(dict.fromkeys(faults)))


def package_folder(game: Game) -> Path:
    """The folder of a game's package: its sources are always there, compiled or not."""
    spec = find_spec(game.package)
    if spec is None or spec.origin is None:
        raise SenkiError(f"the sources of {game.key} cannot be found")
    return Path(spec.origin).parent


def marked_code(folder: Path) -> Iterator[tuple[str, str]]:
    """Every `module.function` with a clause that it enforces or forbids by."""
    for where, function in functions(folder):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
                for argument in node.args[: None if node.func.id == "enforces" else 1]:
                    yield from ((where, clause) for clause in texts(argument, function))


def functions(folder: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of a package with their names, in order of files and lines."""
    for file in sorted(folder.glob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                yield f"{file.stem}.{node.name}", node
            elif isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        yield f"{file.stem}.{node.name}.{method.name}", method


def called_code(folder: Path) -> set[str]:
    """The functions that are called or handed on by code that is: by a module itself, or by a method of a class."""
    by_name: dict[str, list[tuple[str, ast.FunctionDef]]] = {}
    called: set[str] = set()
    names: list[str] = []
    for where, function in functions(folder):
        if where.count(".") == 1:
            by_name.setdefault(function.name, []).append((where, function))
        else:
            called.add(where)  # a class keeps its methods for whoever has one of its objects
    for file in sorted(folder.glob("*.py")):
        for node in ast.parse(file.read_bytes()).body:
            if not isinstance(node, ast.FunctionDef):
                names += used_names(node)
    while names:
        for where, function in by_name.pop(names.pop(), []):
            called.add(where)
            names += used_names(function)
    return called


def used_names(code: ast.AST) -> list[str]:
    """The names that a piece of code uses, its decorators and imports aside."""
    marks = {id(mark) for node in ast.walk(code) if isinstance(node, ast.FunctionDef) for mark in node.decorator_list}
    found: list[str] = []
    to_read = [code]
    while to_read:
        node = to_read.pop()
        if isinstance(node, ast.Name):
            found.append(node.id)
        elif isinstance(node, ast.Attribute):
            found.append(node.attr)
        to_read += [inner for inner in ast.iter_child_nodes(node) if id(inner) not in marks]
    return found


def texts(argument: ast.expr, function: ast.FunctionDef) -> list[str]:
    """The texts an argument can be: itself, either branch of a choice, or what the function assigns to its name."""
    if isinstance(argument, ast.Constant):
        return [argument.value] if isinstance(argument.value, str) else []
    if isinstance(argument, ast.IfExp):
        return texts(argument.body, function) + texts(argument.orelse, function)
    if isinstance(argument, ast.Name):
        return [
            text
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and any(_is_name(target, argument.id) for target in node.targets)
            for text in texts(node.value, function)
        ]
    return []


def _is_name(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def unknown_names(folder: Path, game: Game) -> Iterator[tuple[str, str]]:
    """Texts anywhere in the code that look like a clause of this rulebook but are none: marks, events, results."""
    prefixes = "|".join(sorted({re.escape(section.number.rpartition("-")[0]) for section in game.rulebook.sections}))
    looks_like_clause = re.compile(rf"(?:{prefixes})-\w+(?:\.\w+)+")
    for file in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if looks_like_clause.fullmatch(node.value) and node.value not in game.rulebook:
                yield f"{file.name}:{node.lineno}", node.value


def shown_by_cases(folder: Path) -> Iterator[tuple[str, str]]:
    """Every case file of a game with each clause its cases name."""
    if (folder / "cases").is_dir():
        for path in find_cases([folder / "cases"]):
            for case in read_cases(path):
                yield from ((path.stem, clause) for clause in case.clauses)
