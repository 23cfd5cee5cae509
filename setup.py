"""Builds the package; with SENKI_COMPILE=1 the layers below are compiled with mypyc, otherwise nothing needs a compiler."""

import os
from pathlib import Path

from setuptools import setup

COMPILED_LAYERS = ("engine", "boards", "games", "players")
NOT_COMPILED = ("__init__.py", "forms.py")
"""Package files, and the JSON shapes that msgspec must read as plain classes."""


def modules() -> list[str]:
    """The sources to compile: every module of the rules layers."""
    found = (path for layer in COMPILED_LAYERS for path in Path("senki", layer).rglob("*.py"))
    return sorted(str(path) for path in found if path.name not in NOT_COMPILED)


if os.environ.get("SENKI_COMPILE"):
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(modules(), opt_level="3", debug_level="0", separate=False, group_name="senki"))
else:
    setup()
