"""Small changes of a game's rules, found on the syntax tree: what a programmer might have got wrong, by clause."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from senki.lab.cells import cell_changes
from senki.lab.clauses import functions, marked_code

OTHER_COMPARISON: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.Is: ast.IsNot(),
    ast.IsNot: ast.Is(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
}
TURNED_ROUND = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
"""Comparisons whose other one is their opposite."""


@dataclass(frozen=True)
class Change:
    """One small change: the bytes from `start` to `end` of a file of the game become others."""

    file: str
    line: int
    start: int
    end: int
    was: str
    becomes: str
    clauses: tuple[str, ...]
    """The clauses whose code this is; of a table, its name."""
    function: str = ""
    """Where in the code, as `module.function`; nothing for what is read once, with the module."""

    def carried_out(self, source: bytes) -> bytes:
        """The file with this change."""
        return source[: self.start] + self.becomes.encode() + source[self.end :]


def draw(folder: Path, count: int, seed: int) -> list[Change]:
    """So many changes of a game's rules, the same for the same seed: one of each clause and table, then another."""
    of_clause: dict[str, list[Change]] = defaultdict(list)
    for change in all_changes(folder):
        for clause in change.clauses:
            of_clause[clause].append(change)
    clauses = sorted(of_clause)
    Random(seed).shuffle(clauses)
    for clause in clauses:
        Random(f"{seed} {clause}").shuffle(of_clause[clause])
    drawn: dict[Change, None] = {}
    while len(drawn) < count and any(of_clause.values()):
        for clause in clauses:
            left = of_clause[clause]
            while left and left[-1] in drawn:
                left.pop()
            if left and len(drawn) < count:
                drawn[left.pop()] = None
    return list(drawn)


def all_changes(folder: Path) -> Iterator[Change]:
    """Every change of the code of a clause, of a number such code names, and of a table."""
    clauses: dict[str, list[str]] = defaultdict(list)
    for where, clause in marked_code(folder):
        clauses[where].append(clause)
    named: dict[str, list[str]] = defaultdict(list)
    for where, function in functions(folder):
        if where not in clauses or function.name.startswith("tell"):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id.isupper():
                named[node.id] += clauses[where]
        file = folder / f"{where.split('.')[0]}.py"
        yield from _of_nodes(file, function.body, clauses[where], where)
    for file in sorted(folder.glob("*.py")):
        for name, value in numbers_with_names(ast.parse(file.read_bytes())):
            if name in named:
                yield from _of_nodes(file, [value], named[name])
    for cell in cell_changes(folder):
        yield Change(cell.file, cell.line, cell.start, cell.end, cell.was, cell.becomes, (cell.table,))


def _of_nodes(file: Path, nodes: Iterable[ast.AST], clauses: list[str], function: str = "") -> Iterator[Change]:
    """The changes of some code in a file."""
    source = file.read_bytes()
    begins = [0]
    for row in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(row))
    finder = Finder()
    for node in nodes:
        finder.visit(node)
    for node, becomes in finder.found:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start, end = begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset
        was = source[start:end].decode()
        yield Change(file.name, node.lineno, start, end, was, becomes, tuple(dict.fromkeys(clauses)), function)


def numbers_with_names(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The constants of a module that hold numbers, without those that only tell things apart: 0, 1, 2 … or 1, 2, 4 …"""
    values: list[tuple[str, ast.expr]] = []
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            values.append((node.target.id, node.value))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values.append((node.targets[0].id, node.value))
    plain = [value.value if isinstance(value, ast.Constant) else None for _, value in values]
    for i, (name, value) in enumerate(values):
        if isinstance(value, ast.List | ast.Tuple | ast.Dict):
            inside = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
            if inside != list(range(len(inside))):
                yield name, value
        elif isinstance(number := plain[i], int | float):
            before = plain[i - 1] if i else None
            after = plain[i + 1] if i + 1 < len(plain) else None
            if before not in (number - 1, number / 2) and after not in (number + 1, number * 2):
                yield name, value


class Finder(ast.NodeVisitor):
    """Collects the changes of a piece of code. What is told, asserted or written in a sentence is no rule."""

    def __init__(self) -> None:
        self.found: list[tuple[ast.stmt | ast.expr, str]] = []

    def add(self, node: ast.stmt | ast.expr, becomes: str) -> None:
        """Note a change."""
        self.found.append((node, becomes))

    def put(self, node: ast.expr, becomes: ast.expr) -> None:
        """Note a change of an expression by another one."""
        self.add(node, f"({ast.unparse(becomes)})")

    def doubt(self, test: ast.expr) -> None:
        """A condition may be turned round, always hold, or never."""
        if not (isinstance(test, ast.Compare) and isinstance(test.ops[0], TURNED_ROUND)):
            self.put(test, ast.UnaryOp(ast.Not(), test))
        for forced in ("True", "False"):
            self.add(test, forced)
        self.visit(test)

    # Conditions

    def visit_If(self, node: ast.If) -> None:
        """The condition and both branches.

        One that asks whether somebody listens guards only what is told, and one that only raises is an assertion.
        """
        if not _asks_for_listeners(node.test) and not isinstance(node.body[0], ast.Raise):
            self.doubt(node.test)
            for statement in node.body:
                self.visit(statement)
        for statement in node.orelse:
            self.visit(statement)

    def visit_While(self, node: ast.While) -> None:
        """The condition and what is repeated."""
        self.doubt(node.test)
        for statement in node.body:
            self.visit(statement)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """The condition and both values."""
        self.doubt(node.test)
        self.visit(node.body)
        self.visit(node.orelse)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """What is gone through, and each condition."""
        self.visit(node.iter)
        for test in node.ifs:
            self.doubt(test)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Each comparison may be another one: < and <=, == and != …"""
        for i, comparison in enumerate(node.ops):
            ops = [*node.ops[:i], OTHER_COMPARISON[type(comparison)], *node.ops[i + 1 :]]
            self.put(node, ast.Compare(node.left, ops, node.comparators))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """And may be or."""
        self.put(node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        self.generic_visit(node)

    # Numbers

    def visit_Constant(self, node: ast.Constant) -> None:
        """A number may be one more or less, a fraction a tenth of it; yes may be no."""
        for value in neighbours(node.value):
            self.put(node, ast.Constant(value))

    # Objections

    def visit_List(self, node: ast.List) -> None:
        """An objection in a list may be missing."""
        for i, value in enumerate(node.elts):
            if _forbids(value):
                self.put(node, ast.List(node.elts[:i] + node.elts[i + 1 :], ast.Load()))
            else:
                self.visit(value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Objections added to others may be missing."""
        if isinstance(node.op, ast.Add):
            for value, rest in ((node.left, node.right), (node.right, node.left)):
                if isinstance(value, ast.Call) and _name(value.func).endswith("objections"):
                    self.put(node, rest)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """An objection may be none; the facts it tells are no rule, nor is anything else that is told."""
        if _forbids(node):
            self.add(node, "None")
        elif not _tells(node):
            self.generic_visit(node)

    # Effects

    def visit_Expr(self, node: ast.Expr) -> None:
        """A statement may be missing."""
        if isinstance(node.value, ast.Call) and not _tells(node.value):
            self.add(node, "pass")
            if not any(_forbids(argument) for argument in node.value.args):
                self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A change of the position may be missing; a name that was never given would only crash."""
        if not all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
            self.add(node, "pass")
        self.visit(node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """The value of a name with its type."""
        if node.value is not None:
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """What is added may be missing."""
        self.add(node, "pass")
        self.visit(node.value)

    def visit_Delete(self, node: ast.Delete) -> None:
        """What is taken away may stay."""
        self.add(node, "pass")

    # What is no rule

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Of a function within another only its body."""
        for statement in node.body:
            self.visit(statement)

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion is for programmers."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is raised is for programmers."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A sentence."""


def neighbours(value: object) -> list[int | float | bool]:
    """What may stand instead of a value: a whole number ± 1, a fraction ± a tenth of it, the other truth."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, float):
        return [round(value * 1.1, 6), round(value * 0.9, 6)] if value else [1.0]
    return []


def _name(function: ast.expr) -> str:
    """What is called, without where it is from."""
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _forbids(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == "forbid"


def _tells(node: ast.Call) -> bool:
    return _name(node.func).startswith("tell")


def _asks_for_listeners(test: ast.expr) -> bool:
    return any(isinstance(node, ast.Attribute) and node.attr == "events" for node in ast.walk(test))
