"""Do the cases prove the rules? Each rule is changed a little, and a case must notice.

A worker process knows the engine and the cases. For every change it forks: the child reads the game's package anew
with that one change and runs the cases that come to this code, those of the clause first, until one fails. It runs
interpreted.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FrameType, ModuleType

from senki.engine.cases import find_cases, read_cases, run_case
from senki.engine.errors import SenkiError
from senki.engine.forms import Case, read_json, to_json
from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.lab.changes import Change
from senki.lab.clauses import package_folder
from senki.lab.workers import work_off

UNNOTICED = 0
NOTICED = 1
PATIENCE = 5
"""A change under which the cases take so many times as long hangs, which is noticed …"""
LEAST_PATIENCE = 2
"""… but never before so many seconds of processor time."""
MEMORY = 4 << 30
"""Bytes after which a change that grows and grows is noticed."""


@dataclass(frozen=True)
class Proof:
    """What a change is held against: the cases of a game, and what they do while nothing is changed."""

    package: str
    folder: Path
    seconds: int = resource.RLIM_INFINITY
    """The processor seconds the cases may take."""
    reach: dict[str, list[int]] = field(default_factory=dict)
    """The functions that run in cases, with the numbers of these; not those that run as the game is read."""


@dataclass(frozen=True)
class Tried:
    """A change, and whether a case noticed it."""

    change: Change
    noticed: bool


def prove(game: Game, changes: Sequence[Change], workers: int) -> Generator[Tried, None, None]:
    """Try each change against the game's cases; they come in the order in which they are done."""
    with interpreted():
        for proof in work_off(follow_cases, [Proof(game.package, package_folder(game))], 1, apart=True):
            if proof is None:
                raise SenkiError("a case fails without any change; see senki conform")
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


def follow_cases(proof: Proof) -> Proof | None:
    """Run all cases as the rules are, and note how long they take and which functions each one needs.

    None if one fails: then they prove nothing.
    """
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        status = NOTICED
        try:
            status = tell_reach(proof, tell)
        finally:
            os._exit(status)
    os.close(tell)
    with os.fdopen(told, "rb") as pipe:
        raw = pipe.read()
    _, status, used = os.wait4(child, 0)
    if status != UNNOTICED:
        return None
    seconds = max(LEAST_PATIENCE, round(PATIENCE * (used.ru_utime + used.ru_stime)))
    reach: dict[str, list[int]] = read_json(raw, dict[str, list[int]], "the functions of the cases")
    return Proof(proof.package, proof.folder, seconds, reach)


def tell_reach(proof: Proof, pipe: int) -> int:
    """In a child: write the functions that run in each case into a pipe, if all cases pass."""
    forget(proof.package)
    seen: set[CodeType] = set()

    def follow(frame: FrameType, event: str, value: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    def functions_seen() -> set[str]:
        mine = [code for code in tuple(seen) if Path(code.co_filename).parent == proof.folder]
        return {f"{Path(code.co_filename).stem}.{code.co_qualname.split('.<locals>')[0]}" for code in mine}

    sys.setprofile(follow)
    import_module(proof.package)
    read_with_the_game = functions_seen()
    reach: dict[str, list[int]] = {}
    for number, (path, case) in enumerate(cases_of(proof.folder)):
        seen.clear()
        if not run_case(path, case).passed:
            return NOTICED
        for function in functions_seen() - read_with_the_game:
            reach.setdefault(function, []).append(number)
    sys.setprofile(None)
    for function in read_with_the_game:
        reach[function] = list(range(len(cases_of(proof.folder))))
    with os.fdopen(pipe, "wb") as whoever_asks:
        whoever_asks.write(to_json(reach))
    return UNNOTICED


def attempt(proof: Proof, change: Change) -> Tried:
    """Does a case notice this change? A crash and a hang are noticed too."""
    cases_of(proof.folder)  # read once, here, and not in every child
    child = os.fork()
    if child == 0:
        status = NOTICED
        try:
            status = UNNOTICED if all_pass(proof, change) else NOTICED
        finally:
            os._exit(status)
    return Tried(change, os.waitpid(child, 0)[1] != UNNOTICED)


def all_pass(proof: Proof, change: Change) -> bool:
    """In a child: make the change, read the game anew, run the cases that come to it until one fails."""
    resource.setrlimit(resource.RLIMIT_CPU, (proof.seconds, proof.seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    forget(proof.package)
    make(change, proof)
    cases = cases_of(proof.folder)
    # What is made once and kept, a map say, was made in the case that came first: the clause's own cases need it too.
    about = [pair for pair in cases if set(pair[1].clauses) & set(change.clauses)]
    others = [cases[number] for number in proof.reach.get(change.function, [])] if change.function else cases
    return all(run_case(path, case).passed for path, case in [*about, *(pair for pair in others if pair not in about)])


def forget(package: str) -> None:
    """Let a package be read anew."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    find_game.cache_clear()


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
