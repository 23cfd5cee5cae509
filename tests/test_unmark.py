"""Clause marks are taken out before compiling, and nothing else is."""

from __future__ import annotations

import sys
from pathlib import Path

from mypy.errors import Errors
from mypy.nodes import ClassDef, Decorator, FuncDef, MypyFile
from mypy.options import Options
from mypy.parse import parse

sys.path.append(str(Path(__file__).parent.parent / "tools"))
from unmark import Unmark

SOURCE = """
@enforces("NANO-1.1")
def rule() -> None: ...

@cache
@enforces("NANO-1.2", "NANO-1.3")
def kept() -> None: ...

class Step:
    @enforces("NANO-1.4")
    def run(self) -> None: ...

    @property
    def name(self) -> str: ...
"""


def test_marks_are_gone_and_other_decorators_stay() -> None:
    options = Options()
    options.native_parser = False
    tree: MypyFile = parse(SOURCE, "x.py", "x", Errors(options), options)
    assert Unmark(options).get_additional_deps(tree) == []
    rule, kept, step = tree.defs
    assert isinstance(rule, FuncDef) and not rule.is_decorated
    assert isinstance(kept, Decorator) and len(kept.decorators) == len(kept.original_decorators) == 1
    assert isinstance(step, ClassDef)
    assert [type(member) for member in step.defs.body] == [FuncDef, Decorator]
