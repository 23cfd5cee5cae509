"""Builds the package; with SENKI_COMPILE=1 mypyc compiles the layers below, otherwise nothing needs a compiler."""

import os
import re
import shutil
from contextlib import chdir
from pathlib import Path

from setuptools import Extension, setup

COMPILED_LAYERS = ("engine", "boards", "games", "players")
NOT_COMPILED = ("__init__.py", "forms.py")
"""Package files, and the JSON shapes that msgspec must read as plain classes."""
BUILD = Path("build").absolute()
MARK = re.compile(r"^ *@enforces\([^)]*\)", re.MULTILINE)
"""The clauses of a rule: read from the sources, without effect when the rule runs."""


def modules() -> list[str]:
    """The sources to compile: every module of the rules layers."""
    found = (path for layer in COMPILED_LAYERS for path in Path("senki", layer).rglob("*.py"))
    return sorted(str(path) for path in found if path.name not in NOT_COMPILED)


def unmarked_sources() -> Path:
    """A copy of the sources for the compiler, marks blanked: it calls a decorated function far more slowly."""
    folder = BUILD / "unmarked"
    shutil.rmtree(folder, ignore_errors=True)
    for source in Path("senki").rglob("*.py"):
        copy = folder / source
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        copy.write_text(MARK.sub(lambda mark: "\n" * mark[0].count("\n"), text), encoding="utf-8")
    shutil.copy("pyproject.toml", folder)
    return folder


def compiled() -> list[Extension]:
    """The rules layers as extension modules."""
    from mypyc.build import mypycify

    paths = modules()
    with chdir(unmarked_sources()):
        return mypycify(paths, opt_level="3", debug_level="0", group_name="senki", target_dir=str(BUILD))


setup(ext_modules=compiled() if os.environ.get("SENKI_COMPILE") else [])
