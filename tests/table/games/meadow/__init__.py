"""A game for tests: two blocks on a plane, each moved freely up to 300 yards, five times."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path
from typing import Any

import msgspec

from senki.engine.clauses import Objection, forbid
from senki.engine.errors import Malformed
from senki.engine.forms import (
    Choice,
    Free,
    FreePiece,
    Judgement,
    Note,
    Piece,
    Reason,
    Sightline,
    Snap,
    View,
    Zone,
    convert,
)
from senki.engine.game import Advice, Game, Writing
from senki.engine.option import Option
from senki.engine.position import DECISION, Position, Result, Step
from senki.engine.views import chooses, frame, who_chooses

BLOCKS = ["red", "blue"]
RATE = 300.0
SIZE = 1000.0
SLEEPY = 333.0
"""A pose with this facing is judged slowly."""
NAP = 0.03
HELD = 334.0
"""A pose with this facing is judged once the file that MEADOW_GATE names is there."""


class Form(msgspec.Struct, forbid_unknown_fields=True):
    """Poses of both blocks, and how many moves were made."""

    poses: list[list[float]]
    made: int


class Meadow(Position):
    """Where the blocks stand."""

    def __init__(self, poses: list[list[float]], made: int) -> None:
        super().__init__([Walk()], [] if made >= 10 else [0])  # type: ignore[list-item]
        self.poses = poses
        self.made = made
        if made >= 10:
            self.result = Result(0, "victory", 0, "MEA-1.1")

    def copy(self) -> Meadow:
        return Meadow([list(pose) for pose in self.poses], self.made)

    def key(self) -> tuple[int, ...]:
        return (self.made, *(round(10 * number) for pose in self.poses for number in pose))

    def check(self) -> None:
        pass


def move(block: int, pose: list[float]) -> Option:
    x, y, facing = (f"{number:g}" for number in pose)
    facts = {"unit": BLOCKS[block], "x": x, "y": y, "facing": facing}
    return Option("move", f"move {BLOCKS[block]} {x} {y} {facing}", facts, block)


def goal(option: Option) -> list[float]:
    return [float(option.facts[name]) for name in ("x", "y", "facing")]


class Walk(Step[Meadow]):
    """One side moves its block."""

    name = "walk"
    kind = DECISION

    def side(self, p: Meadow) -> int:
        return p.made % 2

    def options(self, p: Meadow) -> list[Option]:
        return [option for option in self.candidates(p) if not self.objections(p, option)]

    def candidates(self, p: Meadow) -> list[Option]:
        x, y, facing = p.poses[p.made % 2]
        return [move(p.made % 2, [x + dx, y + dy, facing]) for dx, dy in ((0, 50), (50, 0), (0, -50), (-50, 0))]

    def objections(self, p: Meadow, option: Option) -> list[Objection]:
        x, y, _ = goal(option)
        found = []
        cost = math.dist(p.poses[option.subject][:2], (x, y))
        if cost > RATE or option.subject != p.made % 2:
            found.append(forbid("MEA-1.1", cost=f"{cost:.0f}"))
        if 480 <= x <= 520 or not (0 <= x <= SIZE and 0 <= y <= SIZE):
            found.append(forbid("MEA-1.2"))
        return found

    def accepts(self, p: Meadow, option: Option) -> bool:
        return option.verb == "move"

    def play(self, p: Meadow, option: Option) -> None:
        p.poses[option.subject] = goal(option)
        p.made += 1
        p.tell("moved", "MEA-1.1", {"unit": option.facts["unit"]})
        if p.made < 10:
            p.push(0)
        else:
            p.result = Result(0, "victory", 0, "MEA-1.1")


def read(form: object, where: str) -> Meadow:
    found: Form = convert(form, Form, where)
    return Meadow(found.poses, found.made)


def write(p: Meadow) -> dict[str, Any]:
    return {"poses": p.poses, "made": p.made}


class MeadowGame(Game[Meadow]):
    """The smallest game on a plane."""

    def start(self, scenario: str, settings: dict[str, str]) -> Meadow:
        return Meadow([[200.0, 500.0, 90.0], [800.0, 500.0, 270.0]], 0)

    def parse(self, text: str, p: Meadow) -> Option:
        words = text.split()
        try:
            verb, block, *numbers = words
            pose = [float(number) for number in numbers]
            assert verb == "move" and len(pose) == 3 and all(math.isfinite(number) for number in pose)
            return move(BLOCKS.index(block), pose)
        except (ValueError, AssertionError):
            raise Malformed(f"'{text}' is no move: write `move red 300 500 90`") from None

    def judge(self, p: Meadow, side: int, piece: str, pose: list[float]) -> Judgement | None:
        if max(abs(number) for number in pose[:2]) > 10 * SIZE:
            raise Malformed("that is far from the meadow")
        if piece != BLOCKS[side]:
            return None
        if pose[2] == SLEEPY:
            time.sleep(NAP)
        while pose[2] == HELD and not Path(os.environ["MEADOW_GATE"]).exists():
            time.sleep(0.005)
        option = move(side, pose)
        objections = p.objections(option)
        start = p.poses[side]
        return Judgement(
            legal=not objections,
            option=option.text,
            pose=pose,
            cost=round(math.dist(start[:2], pose[:2]), 1),
            rate=RATE,
            path=[start, pose],
            objections=[Reason(o.clause, o.key, o.facts) for o in objections],
        )

    def sees(self, p: Meadow, side: int, start: list[float], end: list[float]) -> Sightline | None:
        clear = (start[0] < 500) == (end[0] < 500)
        return Sightline(clear, round(math.dist(start, end), 1), [] if clear else [500.0, start[1]])

    def view(self, p: Meadow, side: int) -> View:
        mine = chooses(p, side)
        view = frame(
            self,
            p,
            side,
            turn=1 + p.made // 2,
            pieces=[
                Piece(BLOCKS[n], self.sides[n].id, "infantry", pose=p.poses[n], size=[200.0, 40.0]) for n in range(2)
            ],
            tracks=[],
            notes=[],
            prompt=Note("over" if p.over else "walk", who_chooses(self, p)),
            choices=[
                Choice(o.text, o.verb, BLOCKS[o.subject], ",".join(f"{n:g}" for n in goal(o)), "50", o.facts)
                for o in (p.options() if mine else [])
            ],
        )
        if mine:
            view.free = Free(
                [FreePiece(BLOCKS[side], RATE, [Snap("face", p.poses[1 - side])])],
                [Zone("command", BLOCKS[side], [p.poses[side][:2]], 150.0)],
            )
        return view


GAME = MeadowGame("meadow", "senki.games.meadow", Writing(Form, read, write), Advice())
