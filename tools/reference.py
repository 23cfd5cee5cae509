"""Writes docs/api.md from the sources: the public names of the layers that programs use, with their first sentences.

python tools/reference.py; a test holds the page up to date. The sources are read, not run, so a compiled Senki says
the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "api.md"
LAYERS = ("engine", "boards", "players", "lab")
HEAD = """# API

Made from the docstrings by `python tools/reference.py`. Whoever plays or studies games needs `senki.new`, `Match`
and `find_game`; whoever writes a player `senki.players.base`; whoever writes a game `senki.engine.game`, `position`,
`option`, `events` and the boards. Compiled modules keep signatures but no docstrings:
`SENKI_PURE=1 python -c "import senki; help(senki.new)"` shows them.

What begins with an underscore is nobody else's, and is not here. `senki.games` has one package for each game
([how](add-a-game.md)); its parts are its own.
"""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def page() -> str:
    """The whole page."""
    files = [ROOT / "senki" / "__init__.py"]
    for layer in LAYERS:
        files += sorted((ROOT / "senki" / layer).rglob("*.py"), key=lambda file: (file.parent, file.name))
    chapters = [chapter for file in files if (chapter := chapter_of(file))]
    return "\n\n".join([HEAD.rstrip(), *chapters]) + "\n"


def chapter_of(file: Path) -> str:
    """A module: what it is, its names; empty for a package file that names nothing."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = exported(tree) if file.name == "__init__.py" else list(entries(tree.body))
    if not found:
        return ""
    return "\n\n".join([f"## `{name}`", ast.get_docstring(tree) or "", "\n".join(found)])


def exported(tree: ast.Module) -> list[str]:
    """The names that a package offers, each with the module it comes from."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("senki.engine."):
            found += [f"- `{alias.name}`: from `{node.module}`" for alias in node.names]
    return found


def entries(body: list[ast.stmt], indent: str = "") -> Iterator[str]:
    """Lines of a list for the public names of a module or class, in their order."""
    for place, node in enumerate(body):
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            yield f"{indent}- **`{heading(node)}`**: {first_words(node)}"
            yield from entries(node.body, indent + "  ")
        elif isinstance(node, Function) and is_public(node.name):
            yield f"{indent}- `{signature(node)}`" + (f": {said}" if (said := first_words(node)) else "")
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_public(node.target.id):
            said = words_after(body, place)
            yield f"{indent}- `{node.target.id}: {ast.unparse(node.annotation)}`" + (f": {said}" if said else "")
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and is_public(node.targets[0].id):
            said = words_after(body, place)
            if said:
                yield f"{indent}- `{node.targets[0].id}`: {said}"


def is_public(name: str) -> bool:
    """May others use it?"""
    return not name.startswith("_")


def heading(node: ast.ClassDef) -> str:
    """A class, how one is made where it says so, and what it is a kind of."""
    made = next((part for part in node.body if isinstance(part, Function) and part.name == "__init__"), None)
    kinds = ", ".join(ast.unparse(base) for base in node.bases)
    how = signature(made).removeprefix("__init__") if made is not None else ""
    return f"class {node.name}{how}" + (f": a kind of {kinds}" if kinds else "")


def signature(node: Function) -> str:
    """How a function or method is called; that of a property is its name."""
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    returned = f" -> {ast.unparse(node.returns)}" if node.returns is not None and node.name != "__init__" else ""
    if any(mark in ("property", "cached_property") for mark in marks):
        return f"{node.name}{returned}"
    arguments = ast.unparse(node.args)
    own = arguments.removeprefix("self").removeprefix("cls").removeprefix(", ")
    return f"{'async ' * isinstance(node, ast.AsyncFunctionDef)}{node.name}({own}){returned}"


def first_words(node: Function | ast.ClassDef) -> str:
    """The first paragraph of a docstring, in one line."""
    return in_a_line(ast.get_docstring(node) or "")


def words_after(body: list[ast.stmt], place: int) -> str:
    """The text that stands under a name."""
    after = body[place + 1] if place + 1 < len(body) else None
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return in_a_line(after.value.value)
    return ""


def in_a_line(text: str) -> str:
    """The first paragraph without its line breaks."""
    return " ".join(text.strip().split("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
