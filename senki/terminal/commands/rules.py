"""`senki conform` and `senki clauses`: whether the rules do what the rulebook and the cases say."""

from __future__ import annotations

import argparse
from pathlib import Path

from senki.engine.cases import Outcome, find_cases, read_cases, run_case
from senki.engine.errors import SenkiError
from senki.lab.clauses import trace_clauses
from senki.terminal.commands.arguments import Commands, add_game, add_language, path
from senki.terminal.commands.shown import say, show, table


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the two commands."""
    conform = commands.add_parser("conform", help="run conformance cases", allow_abbrev=False)
    conform.add_argument("paths", metavar="PATH", type=path, nargs="+", help="case files, or folders of them")
    conform.set_defaults(run=run_cases)
    clauses = commands.add_parser("clauses", help="show the code and cases of each clause", allow_abbrev=False)
    add_game(clauses)
    add_language(clauses)
    clauses.set_defaults(run=show_clauses)


def run_cases(args: argparse.Namespace) -> int:
    """Run cases; each failure is a line, and the last line counts."""
    outcomes = [outcome for file in find_cases(args.paths) for outcome in outcomes_of(file)]
    failures = [outcome for outcome in outcomes if not outcome.passed]
    for failure in failures:
        name = f"{failure.name}: " if failure.name else ""
        print(f"{failure.path}: {name}{failure.complaint}")
    print(f"{len(outcomes) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


def outcomes_of(file: Path) -> list[Outcome]:
    """How the cases of a file went; a file that cannot be read counts as one that failed."""
    try:
        return [run_case(file, case) for case in read_cases(file)]
    except SenkiError as wrong:
        return [Outcome(file, "", str(wrong).removeprefix(f"{file}: "))]


def show_clauses(args: argparse.Namespace) -> int:
    """Clause → code → cases; what is missing is listed below."""
    lang: str = args.lang
    tracing = trace_clauses(args.game)
    found = table("", [say(f"clauses.{column}", lang) for column in ("clause", "code", "cases")])
    for trace in tracing.traces:
        found.add_row(trace.clause, ", ".join(trace.code) or "–", ", ".join(trace.cases) or "–")
    show(found)
    for fault in tracing.faults:
        print(fault)
    if not tracing.faults:
        print(say("clauses.all", lang, clauses=len(tracing.traces)))
    return 1 if tracing.faults else 0
