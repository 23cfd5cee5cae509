"""Builds the package; with SENKI_COMPILE=1 mypyc compiles the layers below, otherwise nothing needs a compiler."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED_LAYERS = ("engine", "boards", "games", "players")
LEVEL = os.environ.get("SENKI_OPTIMIZE", "1")
"""Of the C compiler: 1 takes half the time of 3 and runs a few percent slower (docs/benchmarks.md)."""
NOT_COMPILED = ("__init__.py", "forms.py")
"""Package files, and the JSON shapes that msgspec must read as plain classes."""


class SideBySide(build_ext):
    """One C file for each module, compiled on all cores; a file that has not changed is not compiled again."""

    def finalize_options(self) -> None:
        """What another level made is not taken for this one's."""
        super().finalize_options()
        self.build_temp += f"-O{LEVEL}"
        # Beside the one library that holds all code there are hundreds of small ones that only lead to it.
        self.parallel = os.cpu_count()

    def build_extensions(self) -> None:
        """Compile with a pool instead of one after another."""
        compile_all = self.compiler.compile
        done, many = count(1), sum(len(extension.sources) for extension in self.extensions)

        def compile(sources: list[str], output_dir: str, depends: list[str], **rest: Any) -> list[str]:
            def one(source: str) -> list[str]:
                made = self.compiler.object_filenames([source], output_dir=output_dir)
                if not all(is_newer(Path(path), [source, *headers]) for path in made):
                    compile_all([source], output_dir=output_dir, depends=depends, **rest)
                # Read by tools/compile.py, which shows how far it is. Written in one go: others write at the same time.
                sys.stdout.write(f"compiled {next(done)} of {many}\n")
                sys.stdout.flush()
                return made

            headers = [str(path) for path in Path(sources[0]).parent.glob("*.h")] if sources else []
            # The longest first: at the end no core waits for another.
            longest_first = sorted(sources, key=lambda source: -Path(source).stat().st_size)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                return [path for made in pool.map(one, longest_first) for path in made]

        self.compiler.compile = compile
        super().build_extensions()


def is_newer(path: Path, than: list[str]) -> bool:
    """Is a file there and younger than all these?"""
    return path.exists() and all(path.stat().st_mtime > Path(other).stat().st_mtime for other in than)


def modules() -> list[str]:
    """The sources to compile: every module of the rules layers."""
    found = (path for layer in COMPILED_LAYERS for path in Path("senki", layer).rglob("*.py"))
    return sorted(str(path) for path in found if path.name not in NOT_COMPILED)


def compiled() -> list[Extension]:
    """The rules layers as extension modules."""
    from mypyc.build import mypycify

    flags = ["--config-file=tools/compile.ini"]
    return mypycify([*flags, *modules()], opt_level=LEVEL, debug_level="0", group_name="senki", multi_file=True)


setup(ext_modules=compiled() if os.environ.get("SENKI_COMPILE") else [], cmdclass={"build_ext": SideBySide})
