"""A mypy plugin for compiling: clause marks are taken out of the syntax tree, so that they cost nothing at run time.

mypyc calls whatever is decorated through the module's dictionary. The mark changes nothing of its function, and those
who read marks (`senki clauses`) read the sources.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, ClassDef, Decorator, Expression, MypyFile, NameExpr, Statement
from mypy.plugin import Plugin

MARK = "enforces"


class Unmark(Plugin):
    """Sees each module as soon as it is parsed, before anything looks into it."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Nothing is added; the module's marks are gone."""
        file.defs[:] = [unmarked(statement) for statement in file.defs]
        for statement in file.defs:
            if isinstance(statement, ClassDef):
                statement.defs.body[:] = [unmarked(member) for member in statement.defs.body]
        return []


def unmarked(statement: Statement) -> Statement:
    """A function without its mark; anything else as it is."""
    if not isinstance(statement, Decorator):
        return statement
    left = [decorator for decorator in statement.decorators if not is_mark(decorator)]
    if not left:
        statement.func.is_decorated = False
        return statement.func
    statement.decorators = left
    statement.original_decorators = left.copy()
    return statement


def is_mark(decorator: Expression) -> bool:
    """Is this `@enforces(…)`?"""
    return isinstance(decorator, CallExpr) and isinstance(decorator.callee, NameExpr) and decorator.callee.name == MARK


def plugin(version: str) -> type[Plugin]:
    """What mypy asks a plugin for."""
    return Unmark
