"""Builds the package; with SENKI_COMPILE=1 mypyc compiles the layers below, otherwise nothing needs a compiler."""

import os
from pathlib import Path

from setuptools import Extension, setup

COMPILED_LAYERS = ("engine", "boards", "games", "players")
NOT_COMPILED = ("__init__.py", "forms.py")
"""Package files, and the JSON shapes that msgspec must read as plain classes."""


def modules() -> list[str]:
    """The sources to compile: every module of the rules layers."""
    found = (path for layer in COMPILED_LAYERS for path in Path("senki", layer).rglob("*.py"))
    return sorted(str(path) for path in found if path.name not in NOT_COMPILED)


def compiled() -> list[Extension]:
    """The rules layers as extension modules."""
    from mypyc.build import mypycify

    extensions = mypycify(modules(), opt_level="3", debug_level="0", group_name="senki")
    if os.name != "nt":
        # No fused multiply-add: a pose must come out the same on every machine.
        for extension in extensions:
            extension.extra_compile_args = [*(extension.extra_compile_args or []), "-ffp-contract=off"]
    return extensions


setup(ext_modules=compiled() if os.environ.get("SENKI_COMPILE") else [])
