"""Do the cases prove the rules? Each rule is changed a little, and a case must notice.

A worker process knows the engine and the cases. For every change it forks: the child reads the game's package anew
with that one change and runs the cases, those of the clause first, until one fails. It runs interpreted.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

from senki.engine.cases import find_cases, read_cases, run_case
from senki.engine.errors import SenkiError
from senki.engine.forms import Case
from senki.engine.game import Game
from senki.lab.changes import Change
from senki.lab.clauses import package_folder
from senki.lab.workers import work_off

UNNOTICED = 0
NOTICED = 1
PATIENCE = 10
"""A change under which the cases take so many times as long hangs, which is noticed …"""
LEAST_PATIENCE = 5
"""… but never before so many seconds of processor time."""
MEMORY = 4 << 30
"""Bytes after which a change that grows and grows is noticed."""


@dataclass(frozen=True)
class Proof:
    """What the cases of a game are held against: its package, and the processor seconds they may take."""

    package: str
    folder: Path
    seconds: int


@dataclass(frozen=True)
class Tried:
    """A change, and whether a case noticed it."""

    change: Change
    noticed: bool


def prove(game: Game, changes: Sequence[Change], workers: int) -> Generator[Tried, None, None]:
    """Try each change against the game's cases; they come in the order in which they are done."""
    folder = package_folder(game)
    unchanged = Proof(game.package, folder, resource.RLIM_INFINITY)
    with interpreted():
        for seconds in work_off(time_without_change, [unchanged], 1, apart=True):
            proof = Proof(game.package, folder, max(LEAST_PATIENCE, round(PATIENCE * seconds)))
        yield from work_off(partial(attempt, proof), changes, max(1, min(workers, len(changes))), apart=True)


@contextmanager
def interpreted() -> Iterator[None]:
    """Processes begun here run the sources: compiled code cannot be changed."""
    before = os.environ.get("SENKI_PURE")
    os.environ["SENKI_PURE"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SENKI_PURE"]
        else:
            os.environ["SENKI_PURE"] = before


def time_without_change(proof: Proof) -> float:
    """The processor seconds of all cases as the rules are; they must pass, or they prove nothing."""
    status, seconds = in_a_child(proof, None)
    if status != UNNOTICED:
        raise SenkiError("a case fails without any change; see senki conform")
    return seconds


def attempt(proof: Proof, change: Change) -> Tried:
    """Does a case notice this change? A crash and a hang are noticed too."""
    return Tried(change, in_a_child(proof, change)[0] != UNNOTICED)


def in_a_child(proof: Proof, change: Change | None) -> tuple[int, float]:
    """Run the cases in a process of their own; its exit status and its processor seconds."""
    cases_of(proof.folder)  # read once, here, and not in every child
    child = os.fork()
    if child == 0:
        status = NOTICED
        try:
            status = run_cases(proof, change)
        finally:
            os._exit(status)
    _, status, used = os.wait4(child, 0)
    return status, used.ru_utime + used.ru_stime


def run_cases(proof: Proof, change: Change | None) -> int:
    """In the child: make the change, read the game anew, run its cases until one fails."""
    resource.setrlimit(resource.RLIMIT_CPU, (proof.seconds, proof.seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    for name in [name for name in sys.modules if name == proof.package or name.startswith(f"{proof.package}.")]:
        del sys.modules[name]
    if change is not None:
        make(change, proof)
    clauses = change.clauses if change is not None else ()
    for path, case in sorted(cases_of(proof.folder), key=lambda pair: not set(pair[1].clauses) & set(clauses)):
        if not run_case(path, case).passed:
            return NOTICED
    return UNNOTICED


@cache
def cases_of(folder: Path) -> list[tuple[Path, Case]]:
    """The cases of a game with their files."""
    return [(path, case) for path in find_cases([folder / "cases"]) for case in read_cases(path)]


def make(change: Change, proof: Proof) -> None:
    """From now on this process reads a file of the game with a change."""
    file = proof.folder / change.file
    changed = change.carried_out(file.read_bytes())
    if file.suffix == ".py":
        sys.meta_path.insert(0, ChangedModule(f"{proof.package}.{file.stem}", file, changed))
        return
    as_it_is = Path.read_text

    def read_text(path: Path, encoding: str | None = None, errors: str | None = None) -> str:
        return changed.decode() if path == file else as_it_is(path, encoding, errors)

    Path.read_text = read_text  # type: ignore[method-assign, assignment]


class ChangedModule(SourceFileLoader, PathFinder):  # type: ignore[misc]
    """Finds one module and gives it other code than its file holds."""

    def __init__(self, name: str, file: Path, source: bytes) -> None:
        super().__init__(name, str(file))
        self.source = source

    def find_spec(  # type: ignore[override]
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is asked for."""
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def get_code(self, fullname: str) -> CodeType:
        """The changed code, past everything that was compiled before."""
        code: CodeType = compile(self.source, self.path, "exec", dont_inherit=True)
        return code
