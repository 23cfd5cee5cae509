"""Compiled or interpreted: one source, and the compiled modules are used only while they match it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
COMPILED_LAYERS = ("engine", "boards", "games", "players")
SHARED = f"senki__mypyc.cpython-{sys.version_info.major}{sys.version_info.minor}*"
"""The one library that holds all compiled code."""


def stale() -> bool:
    """In a source checkout: was a source edited after the library was built?"""
    root = HERE.parent
    if not (root / "pyproject.toml").exists():
        return False
    built = max((library.stat().st_mtime for library in root.glob(SHARED)), default=0.0)
    return any(source.stat().st_mtime > built for layer in COMPILED_LAYERS for source in (HERE / layer).rglob("*.py"))


class SourceOnly(PathFinder):
    """Finds the modules of Senki in their sources, whatever was compiled beside them."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The source of a module below senki."""
        if not fullname.startswith("senki."):
            return None
        place = HERE.joinpath(*fullname.split(".")[1:])
        if (place / "__init__.py").exists():
            file = place / "__init__.py"
            return spec_from_file_location(
                fullname, file, loader=SourceFileLoader(fullname, str(file)), submodule_search_locations=[str(place)]
            )
        file = place.with_suffix(".py")
        if not file.exists():
            return None
        return spec_from_file_location(fullname, file, loader=SourceFileLoader(fullname, str(file)))


def choose() -> None:
    """Use the sources if SENKI_PURE is set or the compiled modules are older than their sources."""
    root = str(HERE.parent)
    if os.environ.get("SENKI_PURE") or stale():
        sys.meta_path.insert(0, SourceOnly)
    elif root not in sys.path:
        sys.path.append(root)  # an editable install finds the package, but not the library beside it


def mode() -> str:
    """`compiled` or `interpreted`: what this process runs."""
    from senki.engine import position

    return "compiled" if str(position.__file__).endswith(".so") else "interpreted"
