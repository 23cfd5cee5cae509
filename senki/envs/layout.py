"""What stands where in an observation: blocks of rows and named columns, listed from the game's own data."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from senki.engine.forms import View
from senki.engine.game import Game
from senki.engine.messages import HOLE
from senki.engine.position import AUTO, DECISION, Position
from senki.envs.vocabulary import MOST_LISTED, PLANE, Vocabulary
from senki.workshop.boards import board_of, lay_out

LOOKED_AT: Final = 300
"""So many steps of one random game are looked at for the facts that views tell of pieces."""
EVERY: Final = 20
"""Steps between two looks."""
NOT_NUMBERS: Final = frozenset({"clause", "name", "label", "side", "place", "state", "symbol", "box"})
"""Facts that are words only, or stand in columns of their own."""


class Block:
    """Rows with the same columns, one after another in the observation from `start` on."""

    def __init__(self, name: str, rows: list[str], columns: list[str], start: int) -> None:
        self.name = name
        self.rows = rows
        self.columns = columns
        self.start = start
        self.at: dict[str, int] = {column: n for n, column in enumerate(columns)}
        """The number of a column by its name."""
        self.row: dict[str, int] = {row: n for n, row in enumerate(rows)}
        """The number of a row by its name."""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.columns)

    @property
    def stop(self) -> int:
        """Where the next block begins."""
        return self.start + len(self.rows) * len(self.columns)


class Ground:
    """Where the places of a board are, each as shares of its width and height, and how large a plane is."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, str]) -> None:
        board: dict[str, Any] = lay_out(board_of(game, scenario, switches), "en")
        sheet = board["sheet"]
        places: list[dict[str, Any]] = board.get("hexes") or board["places"]
        self.ids: list[str] = [str(place["id"]) for place in places]
        self.number: dict[str, int] = {name: n for n, name in enumerate(self.ids)}
        self.at: list[tuple[float, float]] = [
            ((place["x"] - sheet["x"]) / sheet["width"], (place["y"] - sheet["y"]) / sheet["height"])
            for place in places
        ]
        field: dict[str, float] = board.get("field", {})
        self.width = field.get("width", 0.0)
        self.height = field.get("height", 0.0)


class Layout:
    """All blocks of the observations of a scenario: what is asked, tracks, notes, pieces, places, and the options if
    actions are numbers of a list.
    """

    def __init__(self, game: Game, scenario: str, switches: dict[str, str], start: Position, words: Vocabulary) -> None:
        self.ground = Ground(game, scenario, switches)
        self.pieces = game.piece_ids(scenario)
        met = views_met(game, start)
        self.facts = facts_of(game, met)
        self.values = max((len(piece.values) for view in met for piece in view.pieces), default=0)
        self.plane = game.board == PLANE
        self.blocks: list[Block] = []
        self._add("asked", ["asked"], asked_columns(game, start))
        self._add("question", ["question"], question_columns(game))
        self._add("tracks", ["tracks"], ["turn", *(f"track:{name}" for name in keys_under(game, "track"))])
        for key in keys_under(game, "note"):
            self._add(f"note:{key}", [key], ["shown", *(f"fact:{name}" for name in holes_of(game, f"note.{key}"))])
        self._add("pieces", self.pieces, self._piece_columns(game))
        marks = [f"mark:{mark.id}" for mark in game.looks.marks]
        self._add("places", self.ground.ids, ["mine", "theirs", *marks])
        if not words.fixed:
            columns = ["verb", "piece", "place", "x", "y", "cost", "rolls"]
            self._add("choices", [f"option {n}" for n in range(MOST_LISTED)], columns)

    def _add(self, name: str, rows: list[str], columns: list[str]) -> None:
        self.blocks.append(Block(name, rows, columns, self.size))

    def _piece_columns(self, game: Game) -> list[str]:
        columns = ["shown", "mine", "theirs", "place", "x", "y", "box", "toward_x", "toward_y", "state", "symbol"]
        if game.looks.colours:
            columns.append("colour")
        if self.plane:
            columns += ["facing_sin", "facing_cos", "width", "depth"]
        columns += [f"value:{n}" for n in range(self.values)]
        columns += [f"marker:{marker.id}" for marker in game.looks.markers]
        return columns + [f"fact:{name}" for name in self.facts]

    @property
    def size(self) -> int:
        """Numbers in one observation."""
        return self.blocks[-1].stop if self.blocks else 0

    def block(self, name: str) -> Block:
        """A block by its name."""
        return next(block for block in self.blocks if block.name == name)

    def split(self, observation: Any) -> dict[str, Any]:
        """The blocks of an observation (a numpy array) by name, each in its shape; no copies are made."""
        return {block.name: observation[block.start : block.stop].reshape(block.shape) for block in self.blocks}


def keys_under(game: Game, group: str) -> list[str]:
    """The keys of a group of the game's messages, in their order: `prompt`, `note`, `option`, `word.state`."""
    before = f"{group}."
    return [key.removeprefix(before) for key in game.messages.templates if key.startswith(before)]


def holes_of(game: Game, key: str) -> list[str]:
    """The facts that a message speaks of, in their order."""
    found = dict.fromkeys(hole.group(1) for hole in HOLE.finditer(game.messages.templates[key]["en"]))
    return [name for name in found if name not in NOT_NUMBERS]


def asked_columns(game: Game, start: Position) -> list[str]:
    """Who looks, who chooses, which step waits, and what it asks."""
    sides = [side.id for side in game.sides]
    steps = dict.fromkeys(step.name for step in start.steps if step.kind != AUTO)
    return [
        *(f"me:{side}" for side in sides), *(f"actor:{side}" for side in sides), "chance", "over",
        *(f"step:{name}" for name in steps), *(f"prompt:{key}" for key in keys_under(game, "prompt")),
    ]  # fmt: skip


def question_columns(game: Game) -> list[str]:
    """The facts of all questions."""
    facts = (name for key in keys_under(game, "prompt") for name in holes_of(game, f"prompt.{key}"))
    return [f"fact:{name}" for name in dict.fromkeys(facts)]


def views_met(game: Game, start: Position) -> list[View]:
    """Views of all sides in one random game, always the same one."""
    p, chance = start.copy(), Random(0)
    found: list[View] = []
    for step in range(LOOKED_AT):
        if p.over:
            break
        if step % EVERY == 0:
            found += [game.view(p, side) for side in range(len(game.sides))]
        if p.waits_for == DECISION:
            p.play(p.draw(chance))
        else:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
    return found


def facts_of(game: Game, views: list[View]) -> list[str]:
    """The facts of pieces that are numbers, or words of which the game's messages hold a list."""
    told = (fact for view in views for piece in view.pieces for fact in piece.facts.items())
    kinds = dict.fromkeys((name, isinstance(fact, int)) for name, fact in told)
    fitting = [name for name, number in kinds if number or keys_under(game, f"word.{name}")]
    return [name for name in dict.fromkeys([*game.looks.columns, *fitting]) if name not in NOT_NUMBERS]
