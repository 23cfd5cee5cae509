"""`senki conform` and `senki clauses`: whether the rules do what the rulebook and the cases say."""

from __future__ import annotations

import argparse
from pathlib import Path

from senki.engine.cases import Outcome, find_cases, read_cases, run_case
from senki.engine.errors import SenkiError
from senki.lab.changes import draw
from senki.lab.clauses import package_folder, trace_clauses
from senki.lab.prove import prove
from senki.terminal.commands.arguments import Commands, add_game, add_json, add_language, add_workers, path, whole
from senki.terminal.commands.shown import gather, say, show, show_json, table, tell
from senki.terminal.sentences import in_language

INTERRUPTED = 130


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the two commands."""
    conform = commands.add_parser("conform", help="run conformance cases", allow_abbrev=False)
    conform.add_argument("paths", metavar="PATH", type=path, nargs="+", help="case files, or folders of them")
    add_json(conform)
    add_language(conform)
    conform.set_defaults(run=run_cases)
    clauses = commands.add_parser(
        "clauses",
        help="show the code and cases of each clause",
        allow_abbrev=False,
        description="Clause, code, cases. With --prove: change the code and tables of the clauses in small ways, one at"
        " a time, and list the changes that no case notices.",
    )
    add_game(clauses)
    clauses.add_argument("--prove", action="store_true", help="change the rules a little and see which cases notice")
    clauses.add_argument("--changes", metavar="N", type=whole(1), default=300, help="changes to try (default: 300)")
    clauses.add_argument("--seed", metavar="N", type=whole(0), default=1, help="seed of the changes (default: 1)")
    clauses.add_argument("--in", metavar="FILE", dest="files", nargs="+", help="of these, only those in some files")
    add_workers(clauses)
    add_json(clauses)
    add_language(clauses)
    clauses.set_defaults(run=show_clauses)


def run_cases(args: argparse.Namespace) -> int:
    """Run cases; each failure is a line, and the last line counts."""
    outcomes = [outcome for file in find_cases(args.paths) for outcome in outcomes_of(file)]
    failures = [outcome for outcome in outcomes if not outcome.passed]
    passed = len(outcomes) - len(failures)
    if args.json:
        named = [{"file": str(one.path), "case": one.name, "complaint": one.complaint} for one in failures]
        show_json({"passed": passed, "failed": len(failures), "failures": named})
        return 1 if failures else 0
    for failure in failures:
        name = f"{failure.name}: " if failure.name else ""
        tell(f"{failure.path}: {name}{in_language(failure.complaint, args.lang)}")
    tell(say("conform.count", args.lang, passed=passed, failed=len(failures)))
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
    if args.prove:
        return prove_clauses(args)
    tracing = trace_clauses(args.game)
    if args.json:
        show_json({"game": args.game.key, "clauses": tracing.traces, "faults": tracing.faults})
        return 1 if tracing.faults else 0
    found = table("", [say(f"clauses.{column}", lang) for column in ("clause", "code", "cases")])
    for trace in tracing.traces:
        none = say("clauses.note", lang) if trace.note else "–"
        found.add_row(trace.clause, ", ".join(trace.code) or none, ", ".join(trace.cases) or "–")
    show(found)
    for fault in tracing.faults:
        tell(fault)
    if not tracing.faults:
        notes = sum(trace.note for trace in tracing.traces)
        told = "clauses.all_but_notes" if notes else "clauses.all"
        tell(say(told, lang, clauses=len(tracing.traces) - notes, notes=notes))
    return 1 if tracing.faults else 0


def prove_clauses(args: argparse.Namespace) -> int:
    """Try small changes of the rules; those that no case notices are listed by clause, and the last line counts."""
    lang: str = args.lang
    changes = draw(package_folder(args.game), args.changes, args.seed)
    if args.files is not None:
        changes = [change for change in changes if change.file in args.files]
        if not changes:
            raise SenkiError(f"none of the changes is in {' or '.join(args.files)}; name files such as combat.py")
    tried, interrupted = gather(prove(args.game, changes, args.workers), say("prove.trying", lang), len(changes))
    unnoticed = sorted(
        (attempt.change for attempt in tried if not attempt.noticed),
        key=lambda change: (change.file, change.line, change.start, change.becomes),
    )
    noticed = len(tried) - len(unnoticed)
    if args.json:
        counts = {"game": args.game.key, "seed": args.seed, "changes": len(tried), "noticed": noticed}
        show_json(counts | {"interrupted": interrupted, "unnoticed": unnoticed})
        return INTERRUPTED if interrupted else 0
    found = table("", [say(f"prove.{column}", lang) for column in ("clause", "place", "was", "becomes")])
    for change in unnoticed:
        place = f"{change.file}:{change.line}"
        found.add_row(", ".join(change.clauses), place, in_a_line(change.was), in_a_line(change.becomes))
    if unnoticed:
        show(found)
    share = f"{100 * noticed / len(tried):.1f}" if tried else "–"
    tell(say("prove.share", lang, game=args.game.key, changes=len(tried), seed=args.seed, noticed=noticed, share=share))
    return INTERRUPTED if interrupted else 0


def in_a_line(code: str) -> str:
    """Code without its line breaks."""
    return " ".join(code.split())
