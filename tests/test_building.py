"""What a build makes of what it finds, and what it says of the rest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "tools"))
import building

EVERYTHING = {"C compiler", "mypyc", "Node", "web"}
WHEEL = ["bdist_wheel", "--dist-dir", "somewhere"]


def planned(found: set[str], commands: list[str] = WHEEL, **environment: str) -> building.Plan:
    return building.plan(commands, environment, found.__contains__)


def test_with_everything_there_both_are_built() -> None:
    assert planned(EVERYTHING) == building.Plan(compile=True, client=True)


@pytest.mark.parametrize(
    ("missing", "remark"),
    [
        ("C compiler", "no C compiler with Python's headers: the rules run interpreted"),
        ("mypyc", "no mypyc (pip install 'mypy[mypyc]'): the rules run interpreted"),
        ("Node", "no Node 20 with npm: the browser client is not built"),
        ("web", "the sources of the browser client are not here"),
    ],
)
def test_what_is_missing_is_said_in_a_line_and_the_rest_is_built(missing: str, remark: str) -> None:
    plan = planned(EVERYTHING - {missing})
    [said] = plan.remarks
    assert said.startswith(remark)
    assert (plan.compile, plan.client) == (missing in ("Node", "web"), missing in ("C compiler", "mypyc"))


def test_a_client_that_is_there_is_not_built_again() -> None:
    assert planned(EVERYTHING | {"client"}) == building.Plan(compile=True)


def test_wishes_are_heard() -> None:
    assert not planned(EVERYTHING, SENKI_COMPILE="0").compile
    assert not planned(EVERYTHING, SENKI_CLIENT="0").client
    assert planned(set(), SENKI_COMPILE="1").must_compile


def test_asking_and_linking_build_nothing() -> None:
    assert planned(EVERYTHING, ["egg_info"]) == building.Plan(requires=building.COMPILER)
    assert planned(set(), ["egg_info"]) == building.Plan()
    assert planned(EVERYTHING, ["dist_info"]) == building.Plan()
    assert planned(EVERYTHING, ["editable_wheel"]) == building.Plan()


def test_make_compiles_whatever_else_is_there() -> None:
    assert planned(set(), ["build_ext", "--inplace"], SENKI_COMPILE="1").compile
