"""The JSON shapes of records, cases and views. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from senki.engine.errors import Malformed
from senki.engine.files import as_utf8

FORMAT = 2
"""Version of the record format: that of its dice."""
READABLE = (1, 2)
"""Versions that are read and verified."""
LONGEST_SEED = 128
"""Hexadecimal digits of a seed."""


class DiceProof(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is needed to check every die: the commitment, the entropy of the seats, and at the end the seed (hex)."""

    commitment: str
    entropy: list[str] = []
    seed: Annotated[str, msgspec.Meta(max_length=LONGEST_SEED)] | None = None


class ResultForm(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended."""

    winner: str | None
    level: str
    points: int
    clause: str


class Record(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One game: how it began and every choice and outcome in notation. It replays with no random source."""

    game: str
    rules: int
    scenario: str
    moves: list[str]
    format: int = 1
    options: dict[str, str] = {}
    seats: dict[str, str] = {}
    start: dict[str, Any] | None = None
    dice: DiceProof | None = None
    result: ResultForm | None = None
    hash: str | None = None


class Judged(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A pose that a piece of the side that chooses is dragged to, and a subset of the judgement; null: there is none.

    Of its objections only the clauses are written.
    """

    piece: str
    to: list[float]
    finds: dict[str, Any] | None = None


class Looked(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, rename={"start": "from", "end": "to"}):
    """Two points of a plane, and a subset of the line of sight between them; of its objections only the clauses."""

    start: list[float]
    end: list[float]
    finds: dict[str, Any] = {}


class Expectation(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a case expects after its play: each part is optional and matched as a subset."""

    legal: list[str] | None = None
    """All options or outcomes there are, in any order."""
    includes: list[str] | None = None
    illegal: dict[str, list[str]] | None = None
    """Options that are refused, each with clauses that refuse it."""
    refused: dict[str, dict[str, str]] | None = None
    """Options that are refused, each with `clause`, `key` or facts of an objection to it."""
    odds: dict[str, dict[str, float]] | None = None
    """Options that begin a fight, each with the chances of results by their key, to three places."""
    destinations: dict[str, list[str]] | None = None
    """For pieces of the side that chooses: the options that name the piece lead to exactly these places."""
    states: dict[str, str] | None = None
    """The states of pieces, as everybody sees them."""
    sees: dict[str, dict[str, Any]] | None = None
    """What a side is shown of pieces, by side: a subset of each; null means that it is not shown."""
    hides: dict[str, bool] | None = None
    """By side: is anything hidden from it?"""
    seen: dict[str, dict[str, Any]] | None = None
    """By side: a subset of the position as that side sees it."""
    imagined: dict[str, list[dict[str, Any]]] | None = None
    """By side: subsets, each of which holds in one of the positions that side imagines."""
    judged: list[Judged] | None = None
    zones: dict[str, dict[str, Any] | None] | None = None
    """For the side that chooses, by piece: a subset of the zone shown round it; null means that there is none."""
    looked: list[Looked] | None = None
    position: dict[str, Any] | None = None
    events: list[dict[str, Any] | str] | None = None
    """Events that were told since the case began, in this order; `only` are the sides that hear one, null all."""
    never: list[dict[str, Any] | str] | None = None
    """Events that were not told since the case began."""
    awaits: str | None = None
    side: str | None = None
    winner: str | None = None


class Case(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A conformance case: from a position, play this, expect that.

    `play` holds notations, and between them objects that expect something at that moment.
    """

    game: str
    name: str
    clauses: list[str]
    play: list[str | Expectation] = []
    position: dict[str, Any] | None = None
    scenario: str | None = None
    options: dict[str, str] = {}
    """The switches of the game that are set."""
    expect: Expectation = msgspec.field(default_factory=Expectation)
    note: str = ""


class Piece(msgspec.Struct, omit_defaults=True):
    """A counter as a side sees it. `place` is where it stands, `box` the off-map box it lies in."""

    id: str
    side: str
    symbol: str
    place: str | None = None
    box: str | None = None
    state: str = "normal"
    toward: str | None = None
    """The place at the other end of the link it stands on."""
    markers: list[str] = []
    """What lies on it: ids of markers the card of the game declares."""
    colour: str = ""
    """A colour of the card (a nation, an army); without one it has that of its side."""
    values: list[str] = []
    """The values printed on it as they are now, from left to right."""
    facts: dict[str, str | int] = {}
    pose: list[float] = []
    """On a plane: x east, y north, facing in degrees clockwise from north; of the middle of the piece."""
    size: list[float] = []
    """On a plane: width across the facing and depth along it."""


class Mark(msgspec.Struct, omit_defaults=True):
    """Something on a place or, with `toward`, on the side or link to the place across: a mark the card declares."""

    kind: str
    place: str
    toward: str | None = None


class Track(msgspec.Struct, omit_defaults=True):
    """A row of numbered spaces with a marker on one."""

    id: str
    value: int
    spaces: list[int]
    captions: list[str] = []
    goal: int | None = None
    """The space from which the side that reads the track upwards wins."""


class Note(msgspec.Struct, omit_defaults=True):
    """A line of the status panel: a message key and its facts."""

    key: str
    facts: dict[str, str | int] = {}


class Field(msgspec.Struct, omit_defaults=True):
    """A short word beside the tracks: its label `word.field.<id>`, what it says `field.<key>` with its facts.

    It stands in for the track of the same id, and for the note of the same key.
    """

    id: str
    key: str
    facts: dict[str, str | int] = {}
    side: str | None = None
    """The side in whose colour it is written."""


class Choice(msgspec.Struct, omit_defaults=True):
    """An option as a client shows it: its notation, the piece it moves, the place it leads to, and its price."""

    text: str
    verb: str
    piece: str | None = None
    place: str | None = None
    cost: str = ""
    facts: dict[str, str] = {}
    rolls: bool = False
    """Playing it throws dice of its own at once: it cannot be taken back."""


class Snap(msgspec.Struct, omit_defaults=True):
    """A pose worth snapping to: `contact` (square to an enemy), `road` (along a road), `face` (towards the enemy)."""

    kind: str
    pose: list[float]
    piece: str | None = None


class FreePiece(msgspec.Struct, omit_defaults=True):
    """A piece that may be dragged to any pose: how far it can go, and poses that help."""

    piece: str
    rate: float
    snaps: list[Snap] = []


class Zone(msgspec.Struct, omit_defaults=True):
    """An area of the plane that matters to a move: a message `zone.<kind>`, whose it is, and its outline or circle."""

    kind: str
    piece: str
    points: list[list[float]] = []
    radius: float = 0.0
    """With a radius the one point is the centre of a circle (or the middle of a piece, measured from its edge)."""


class Free(msgspec.Struct, omit_defaults=True):
    """What may be placed freely on a plane now."""

    pieces: list[FreePiece]
    zones: list[Zone] = []


class Reason(msgspec.Struct, omit_defaults=True):
    """An objection for a client: its clause, its message `objection.<key>` and its facts."""

    clause: str
    key: str
    facts: dict[str, str] = {}


class Judgement(msgspec.Struct, omit_defaults=True):
    """What the rules say of a pose a piece is dragged to; `option` is the notation that plays it."""

    legal: bool
    option: str
    pose: list[float]
    """Where it would stand: the wished pose, or the one it conforms to."""
    cost: float
    rate: float
    lines: list[OddsLine] = []
    """What makes up the cost: messages `ledger.<key>`."""
    path: list[list[float]] = []
    """Poses after each leg."""
    column: bool = False
    target: str | None = None
    touches: list[str] = []
    enters: list[str] = []
    """Enemies whose zone it enters."""
    objections: list[Reason] = []


class Sightline(msgspec.Struct, omit_defaults=True):
    """A line of sight between two points of a plane: its length, and if it is not clear where and why it ends."""

    clear: bool
    length: float
    until: list[float] = []
    """Where the view ends, if the game can tell."""
    objections: list[Reason] = []


class View(msgspec.Struct, omit_defaults=True):
    """All that a side may know of a position."""

    game: str
    side: str | None
    turn: int
    pieces: list[Piece]
    tracks: list[Track]
    notes: list[Note]
    awaits: str | None
    """The name of the step that waits; none when the game is over."""
    chance: bool
    """Dice are awaited, not a choice."""
    actor: str | None
    """The side that chooses."""
    prompt: Note
    choices: list[Choice]
    """The legal options, for the side that chooses; empty for everybody else."""
    result: ResultForm | None = None
    free: Free | None = None
    """On a plane: the pieces the side that chooses may place freely; `choices` is then only a sample."""
    marks: list[Mark] = []
    fields: list[Field] = []
    known: dict[str, str] = {}
    """Pieces that events call by a number, by the ids under which this side knows them."""
    duties: list[Reason] = []
    """For the side that chooses: what has still to be done before it may go on, as objections to going on."""
    proposal: list[Choice] = []
    """For the side that chooses: a whole answer of several choices, the first of which may be made now."""


class LayerForm(msgspec.Struct):
    """One hidden layer of a network: a row of weights for each number below, and what its own numbers begin with."""

    weights: list[list[float]]
    bias: list[float]


class PolicyForm(msgspec.Struct):
    """What a network thinks of options: the features of one, and the layers that say how likely it is chosen."""

    features: list[str]
    layers: list[LayerForm]
    output: list[float]
    direct: list[float]
    bias: float = 0.0


class NetworkForm(msgspec.Struct):
    """A trained network as a file: what it was made for, its layers, and how it was trained."""

    game: str
    features: list[str]
    """The names of what goes in, in order."""
    layers: list[LayerForm]
    output: list[float]
    """Weights from the last layer to the odds of the first side."""
    direct: list[float]
    """Weights of the features themselves."""
    bias: float = 0.0
    trained: dict[str, str] = {}
    """How: games, nodes, rounds, the gate it passed."""
    policy: PolicyForm | None = None
    """Which options are worth a look, in games with many."""


class OddsLine(msgspec.Struct, omit_defaults=True):
    """One line of a fight's reckoning: a message `odds.<key>` with its facts, clause and amount ("+5", "×½")."""

    key: str
    amount: str
    clause: str = ""
    side: str | None = None
    """The side whose strength it changes; none for totals, the column and shifts."""
    facts: dict[str, str | int] = {}


class OddsResult(msgspec.Struct, omit_defaults=True):
    """One thing that may come of a fight: a message `odds.<key>` with its facts, and its chance, 0 … 1."""

    key: str
    chance: float
    good_for: str | None = None
    """The side that gains by it."""
    facts: dict[str, str | int] = {}
    clause: str = ""


class OddsFace(msgspec.Struct, omit_defaults=True):
    """What one face of the die would do: a message `odds.<key>`."""

    face: int
    key: str
    good_for: str | None = None
    facts: dict[str, str | int] = {}


class OddsColumn(msgspec.Struct, omit_defaults=True):
    """A column of the combat table: the chance that the die is read in it, before and after the shifts."""

    label: str
    before: float = 0.0
    after: float = 0.0


class Odds(msgspec.Struct, omit_defaults=True):
    """What a planned fight would bring. The results of one roll add up to 1; `also` holds chances beside them."""

    title: Note
    lines: list[OddsLine]
    results: list[OddsResult]
    also: list[OddsResult] = []
    sums: list[OddsLine] = []
    """The figures that matter most, shown large on top from left to right: attack, differential, defence."""
    faces: list[OddsFace] = []
    """The faces of the die, where one die decides."""
    closed: list[OddsLine] = []
    """What a player might expect here and is not possible, with its clause."""
    columns: list[OddsColumn] = []
    """The columns of the table in their order, where a combat is read by columns that may shift."""


class Reach(msgspec.Struct, omit_defaults=True):
    """A place a piece reaches later in the action it may begin now: the price, and the place it comes through."""

    place: str
    cost: str
    via: str | None = None
    verb: str = ""
    """The verb of the options it begins with."""
    first: str = ""
    """The notation of the option that begins the way, if the place may be set out for."""
    sure: bool = False
    """Nothing has to be rolled for: it is shown as surely reached."""
    key: str = ""
    """What the way takes: a message `reach.<key>` with its facts, and its clause."""
    facts: dict[str, str | int] = {}
    clause: str = ""
    whole: bool = False
    """Dice on the way decide only how far it leads: to name the place is to order the whole march."""


class OverlayPart(msgspec.Struct, omit_defaults=True):
    """What a chip says of one side: a short caption, or by the tone alone a tick or a cross."""

    side: str
    caption: str = ""
    tone: str = "plain"


class OverlayPlace(msgspec.Struct, omit_defaults=True):
    """A place that an overlay marks: a short caption, and a tone of the card (`plain` rings it)."""

    place: str
    caption: str = ""
    tone: str = "plain"
    parts: list[OverlayPart] = []
    """One chip that says something of each side, instead of the caption."""
    area: str = ""
    """The area it is about: where the map writes its name, the chip stands under it."""


class OverlayLine(msgspec.Struct, omit_defaults=True):
    """A line of an overlay through the middles of places, with a short caption and a tone."""

    places: list[str]
    caption: str = ""
    tone: str = "plain"
    style: str = ""
    """How it is drawn: solid if empty, dashed, dotted, boundary (dash and dot), cut (dashed, a cross at its end)."""


class Overlay(msgspec.Struct, omit_defaults=True):
    """What an overlay of the card shows to a side now."""

    places: list[OverlayPlace] = []
    lines: list[OverlayLine] = []


class ReferenceNote(msgspec.Struct, omit_defaults=True):
    """What a sign of a table means, or what is to be known beside it."""

    sign: str
    text: str
    clause: str = ""


class ReferenceRow(msgspec.Struct, omit_defaults=True):
    """A row of a table; `key` is the word of the map it is about, as in `terrain:clear`."""

    name: str
    cells: list[str]
    key: str = ""
    clause: str = ""


class ReferenceTable(msgspec.Struct, omit_defaults=True):
    """A table to look things up in, in one language; the first word of `head` stands over the names of the rows."""

    id: str
    group: str
    """`results`, `terrain`, `units` or `other`."""
    title: str
    head: list[str]
    rows: list[ReferenceRow]
    clause: str = ""
    notes: list[ReferenceNote] = []


class Figures(msgspec.Struct, omit_defaults=True):
    """What the figures printed on counters with these symbols mean, from left to right, and what such units are for."""

    symbols: list[str]
    values: list[str]
    text: str = ""
    clause: str = ""


class Reference(msgspec.Struct, omit_defaults=True):
    """All that is looked up during a game, in one language."""

    tables: list[ReferenceTable] = []
    figures: list[Figures] = []
    markers: dict[str, ReferenceNote] = {}
    """What markers of the card do, by id."""


class Aim(msgspec.Struct, omit_defaults=True):
    """Something that wins the game for a side: a message `aim.<key>`, which says with its facts what is missing."""

    side: str
    key: str
    facts: dict[str, str | int] = {}
    clause: str = ""
    met: bool = False
    """It would hold if the game ended now."""


def read_json(raw: bytes, shape: type[Any], where: str) -> Any:
    """A JSON document of a given shape; a mistake is named with its place."""
    try:
        return msgspec.json.decode(as_utf8(raw, where), type=shape)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"{where}: {wrong}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise Malformed(f"{where}: not valid JSON ({wrong})") from None
    except RecursionError:
        raise Malformed(f"{where}: nested too deeply") from None


def convert(value: object, shape: type[Any], where: str) -> Any:
    """Plain JSON values as a given shape; a mistake is named with its place."""
    try:
        return msgspec.convert(value, type=shape)
    except msgspec.ValidationError as wrong:
        raise Malformed(f"{where}: {wrong}") from None


def plain(value: object) -> Any:
    """A form as plain JSON values."""
    return msgspec.to_builtins(value)


def to_json(value: object, indent: int = 0) -> bytes:
    """Canonical JSON: sorted keys, so equal content gives equal bytes."""
    raw = msgspec.json.encode(value, order="deterministic")
    return msgspec.json.format(raw, indent=indent) + b"\n" if indent else raw


def schema(shape: type[Any]) -> dict[str, Any]:
    """The JSON Schema of a form."""
    return msgspec.json.schema(shape)
