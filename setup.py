"""Builds the package, with compiled rules and the browser client where that can be done (tools/building.py)."""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

sys.path.insert(0, str(Path(__file__).parent / "tools"))
import building

COMPILED_LAYERS = ("engine", "boards", "games", "players")
LEVEL = os.environ.get("SENKI_OPTIMIZE", "1")
"""Of the C compiler: 1 takes half the time of 3 and runs a few percent slower (docs/benchmarks.md)."""
STAGED = Path(__file__).parent / "build" / "staged"
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

    def run(self) -> None:
        """Compile; where that fails and nobody insists on it, the package goes without."""
        try:
            super().run()
        except Exception as wrong:
            if PLAN.must_compile:
                raise
            remark(f"the rules could not be compiled ({in_a_line(wrong)}): they run interpreted, much slower")
            self.extensions = self.distribution.ext_modules = []

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


class Staged(build_ext):
    """Takes what tools/compile.py has compiled."""

    def run(self) -> None:
        """Copy it into the package that is built."""
        if not list(STAGED.glob("senki__mypyc*")):
            raise SystemExit("senki: nothing is compiled here; run make build first")
        shutil.copytree(STAGED, self.build_lib, dirs_exist_ok=True)


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


def compiled_if_possible() -> list[Extension]:
    """The same, or none where the compiler finds something wrong and nobody insists."""
    try:
        return compiled()
    except (Exception, SystemExit) as wrong:  # mypyc ends the process where types are wrong
        if PLAN.must_compile:
            raise
        remark(f"the rules could not be translated to C ({in_a_line(wrong)}): they run interpreted, much slower")
        return []


def remark(line: str) -> None:
    """Say what was left out; pip shows it with -v."""
    print(f"senki: {line}", file=sys.stderr)


def in_a_line(wrong: BaseException) -> str:
    """What went wrong, without line breaks."""
    return " ".join(str(wrong).split()) or type(wrong).__name__


PLAN = building.plan(sys.argv[1:], os.environ, building.is_there)
for line in [*PLAN.remarks, *([building.build_client()] if PLAN.client else [])]:
    if line:
        remark(line)
LIBRARY = [Extension("senki__mypyc", [])]
setup(
    ext_modules=compiled_if_possible() if PLAN.compile else LIBRARY if PLAN.staged else [],
    cmdclass={"build_ext": Staged if PLAN.staged else SideBySide},
    setup_requires=PLAN.requires,
)
