"""`senki clauses --prove`: which small changes there are, and that the cases of a game notice them or not."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import senki
from senki.engine.cases import Outcome
from senki.lab.cells import csv_cells, toml_cells
from senki.lab.changes import Change, all_changes, draw
from senki.lab.clauses import package_folder
from senki.lab.prove import Proof, attempt, follow_cases
from senki.terminal.main import main

NANO = senki.find_game("nano")
FOLDER = package_folder(NANO)
PROOF = Proof(NANO.package, FOLDER, 20)

RULES = '''
LEAST: Final = 4
SOUTH: Final = 0
NORTH: Final = 1
MOVED: Final = 8
TIRED: Final = 16

@enforces("NANO-1.1")
def march(p, unit: int = 1) -> list[Objection]:
    """A docstring with 1 number."""
    if p.events is not None:
        p.tell("moved", "NANO-1.1", {"unit": 7})
    assert unit < 3
    if unit > 2:
        raise BrokenInvariant("what never comes about")
    found = [forbid("NANO-1.1", n=8)] if p.die <= LEAST else []
    p.town[unit] = NORTH + MOVED + TIRED
    if unit == 5 and p.on:
        found.append(forbid("NANO-1.2"))
    return found + road_objections(p)

def helper():
    return 1
'''


def changed(tmp_path: Path) -> set[str]:
    """The changes of a small module, as text."""
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    return {f"{change.was} → {change.becomes}" for change in all_changes(tmp_path)}


def test_numbers_comparisons_conditions_objections_and_effects_are_changed(tmp_path: Path) -> None:
    assert changed(tmp_path) == {
        "4 → (5)",
        "4 → (3)",
        "p.die <= LEAST → (p.die < LEAST)",
        "p.die <= LEAST → (not p.die <= LEAST)",
        "p.die <= LEAST → True",
        "p.die <= LEAST → False",
        '[forbid("NANO-1.1", n=8)] → ([])',
        "p.town[unit] = NORTH + MOVED + TIRED → pass",
        "unit == 5 and p.on → (unit == 5 or p.on)",
        "unit == 5 and p.on → (not (unit == 5 and p.on))",
        "unit == 5 and p.on → True",
        "unit == 5 and p.on → False",
        "unit == 5 → (unit != 5)",
        "5 → (6)",
        "5 → (4)",
        'found.append(forbid("NANO-1.2")) → pass',
        "found + road_objections(p) → (found)",
    }


def test_every_change_of_a_game_can_be_read_and_changes_something() -> None:
    changes = list(all_changes(FOLDER))
    assert len(changes) > 500
    for change in changes:
        source = (FOLDER / change.file).read_bytes()
        assert change.carried_out(source) != source
        if change.file.endswith(".py"):
            ast.parse(change.carried_out(source))


def test_the_same_seed_draws_the_same_changes_and_each_clause_has_its_turn() -> None:
    first = draw(FOLDER, 100, 1)
    assert first == draw(FOLDER, 100, 1) != draw(FOLDER, 100, 2)
    assert len(set(first)) == 100
    named = {clause for change in draw(FOLDER, 300, 1) for clause in change.clauses}
    assert named == {clause for change in all_changes(FOLDER) for clause in change.clauses}


def test_cells_of_tables() -> None:
    toml = (
        '# 1\n[vp]\nmax = 9  # 8\nx = 3\ntown = "21"\n[crt]\nopen = true\nnone = -1\nrows = [\n  ["Ax", "Ax", "Dr"]]\n'
    )
    found = [(cell.table, cell.line, cell.was, cell.becomes) for cell in toml_cells("t.toml", toml)]
    assert found == [
        ("t.toml [vp]", 3, "9", "10"),
        ("t.toml [vp]", 3, "9", "8"),
        ("t.toml [crt]", 7, "true", "false"),
        ("t.toml [crt]", 8, "-1", "0"),
        ("t.toml [crt]", 10, '"Ax"', '"Dr"'),
    ]
    csv = 'id,setup,cf,men\n南,0422,,5\n"A, B",,10,\n'
    cells = list(csv_cells("u.csv", csv))
    assert [(cell.table, cell.becomes) for cell in cells] == [
        ("u.csv [setup]", "0423"),
        ("u.csv [setup]", "0421"),
        ("u.csv [cf]", "11"),
        ("u.csv [cf]", "9"),
    ]
    assert all(csv.encode()[cell.start : cell.end].decode() == cell.was for cell in cells)


def change_of(file: str, was: str, becomes: str) -> Change:
    """A change of the first place in a file of Nano where something stands."""
    source = (FOLDER / file).read_bytes()
    start = source.index(was.encode())
    return Change(file, 1, start, start + len(was.encode()), was, becomes, ("NANO-1.1",))


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("file", "was", "becomes", "noticed"),
    [
        ("movement.py", "SUCCESS: Final = 4", "SUCCESS: Final = 5", True),
        ("board.toml", "south_wins_at = 7", "south_wins_at = 8", True),
        ("combat.py", "difference = abs(south - north)", "difference = no_such_name", True),
        ("action.py", "[] if contested(p, town)", "[] if False", True),
        ("combat.py", "south < north", "south < north and True", False),
        ("board.toml", "lat = 39.456", "lat = 39.457", False),
    ],
)
def test_a_change_is_noticed_if_a_case_fails(file: str, was: str, becomes: str, noticed: bool) -> None:
    assert attempt(PROOF, change_of(file, was, becomes)).noticed == noticed


@pytest.mark.interpreted
def test_a_change_that_hangs_is_noticed() -> None:
    hangs = change_of("initiative.py", "    p.south_die = south\n", "    while True:\n        pass\n")
    assert attempt(Proof(NANO.package, FOLDER, 1), hangs).noticed


@pytest.mark.interpreted
def test_only_the_cases_that_come_to_a_change_are_run() -> None:
    proof = follow_cases(PROOF)
    assert proof is not None
    every = proof.reach["board.read_map"]
    assert 0 < len(proof.reach["combat.picks_battle"]) < len(every)
    noticed = change_of("movement.py", "success = die >= SUCCESS", "success = die > SUCCESS")
    assert attempt(proof, replace(noticed, function="movement.crosses")).noticed
    assert not attempt(proof, replace(noticed, function="movement.no_case_comes_here")).noticed


@pytest.mark.interpreted
def test_cases_that_fail_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senki.lab.prove.run_case", lambda path, case: Outcome(path, case.name, "wrong"))
    assert follow_cases(PROOF) is None


def test_the_command_lists_what_no_case_notices(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = [
        change_of("board.toml", "lat = 39.456", "lat = 39.457"),
        change_of("board.toml", "south_wins_at = 7", "south_wins_at = 8"),
    ]
    monkeypatch.setattr("senki.terminal.commands.rules.draw", lambda folder, count, seed: changes)
    assert main(["clauses", "nano", "--prove", "--workers", "1", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "lat = 39.457" in told and "south_wins_at" not in told
    assert told.endswith("nano: 1 of 2 changes noticed, 50.0 % (seed 1).\n")
    assert main(["clauses", "nano", "--prove", "--workers", "1", "--lang", "en", "--in", "combat.py"]) != 0
    assert "none of the changes is in combat.py" in capsys.readouterr().err
