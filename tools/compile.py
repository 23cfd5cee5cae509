"""Compiles the rules: `python tools/compile.py`. What is compiled takes the place of the old all at once.

Everything is built aside, in build/. Only when all of it is there, the modules are moved beside their sources, the
library that holds their code last: as long as it is missing or older than a source, the sources are run.
"""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"
COMPILE = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "build/staged"]
RECIPE = ("setup.py", "tools/unmark.py", "tools/compile.ini")
EDITED = 3
"""The exit status if a source was edited meanwhile: what was compiled is not used."""

sys.path.insert(0, str(ROOT))


def main() -> int:
    """Compile what is not compiled; says how far it is, and in the end whether the rules run compiled."""
    from senki import _build

    with only_one():
        # The edits that came later are not in it: it is as old as its beginning.
        began = time()
        if not (_build.stale() or recipe_changed()):
            return mark(began)
        if run(COMPILE) != 0:
            print("senki: the rules could not be compiled (build/log says why); they run interpreted", file=sys.stderr)
            return 1
        install(BUILD / "staged", ROOT, began)
        mark(began)
        if _build.stale():
            print("senki: a source was edited while the rules were compiled; `make build` compiles it", file=sys.stderr)
            return EDITED
        return 0


def recipe_changed() -> bool:
    """Is there another way to compile than when the library was built?"""
    built = max((library.stat().st_mtime for library in ROOT.glob("senki__mypyc*")), default=0.0)
    return any((ROOT / name).stat().st_mtime > built for name in RECIPE)


@contextmanager
def only_one() -> Iterator[None]:
    """Wait until nobody else compiles here."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def run(command: list[str]) -> int:
    """Run the compiler; what it says goes to build/log, how far it is to the terminal."""
    environment = {**os.environ, "SENKI_COMPILE": "1"}
    shown = Shown()
    with (BUILD / "log").open("w") as log:
        compiler = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert compiler.stdout is not None
        for line in compiler.stdout:
            log.write(line)
            if percent := how_far(line):
                shown.share(percent)
        shown.end()
        return compiler.wait()


def how_far(line: str) -> int:
    """How many of a hundred are done by what the compiler says; 0 if this line does not tell."""
    told = re.fullmatch(r"compiled (\d+) of (\d+)\n", line)
    return int(told[1]) * 100 // int(told[2]) if told else 0


class Shown:
    """How far the compiler is: one line that changes, or a few lines where the output is no terminal."""

    def __init__(self) -> None:
        self.changes = sys.stderr.isatty()
        self.last = -100
        self.share(0)

    def share(self, percent: int) -> None:
        """So many of a hundred are done."""
        if percent - self.last < (1 if self.changes else 25):
            return
        self.last = percent
        line = f"compiling the rules (some minutes, once): {percent} %"
        print(f"\r{line} " if self.changes else line, end="" if self.changes else "\n", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self.changes:
            print(file=sys.stderr)


def install(staged: Path, root: Path, began: float) -> None:
    """Move what was compiled beside its sources, the library last and as old as its beginning.

    Files are replaced, never written over: a process that runs the old ones keeps them.
    """
    library, modules = split(staged)
    for module in modules:
        # What is left of a module that is gone stays behind.
        target = root / module.relative_to(staged)
        if target.with_name(f"{module.name.partition('.')[0]}.py").exists():
            replace(module, target)
    replace(library, root / library.name, began)


def split(staged: Path) -> tuple[Path, list[Path]]:
    """The library, and the modules that are found in it."""
    library = max(staged.glob("senki__mypyc*"), key=lambda path: path.stat().st_mtime)
    return library, sorted((staged / "senki").rglob("*.so")) + sorted((staged / "senki").rglob("*.pyd"))


def replace(file: Path, target: Path, time: float | None = None) -> None:
    """Put a copy of a file in the place of another, at once."""
    aside = target.with_name(f".{target.name}.new")
    aside.write_bytes(file.read_bytes())
    aside.chmod(0o755)
    if time is not None:
        os.utime(aside, (time, time))
    os.replace(aside, target)


def mark(began: float) -> int:
    """Tell make what the modules are as old as."""
    stamp = BUILD / "compiled"
    stamp.touch()
    os.utime(stamp, (began, began))
    return 0


if __name__ == "__main__":
    sys.exit(main())
