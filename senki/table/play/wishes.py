"""What somebody wishes who begins a table. Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from senki.engine.errors import Malformed
from senki.table import texts

TableName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=texts.TABLE_NAME, pattern=texts.NAME_PATTERN)
]
SideId = Annotated[str, StringConstraints(pattern=rf"^[a-z0-9_]{{1,{texts.SIDE}}}$")]
Key = Annotated[str, StringConstraints(pattern=rf"^[a-z0-9_]{{1,{texts.GAME}}}$")]
ScenarioKey = Annotated[str, StringConstraints(pattern=rf"^[a-z0-9_]{{1,{texts.SCENARIO}}}$")]
Token = Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9_-]{{1,{texts.TOKEN}}}$")]
SwitchValue = Annotated[str, StringConstraints(max_length=texts.FILE, pattern=texts.FILE_PATTERN)]
SeatWish = Annotated[str, StringConstraints(pattern=r"^(me|open|link|machine:[1-4])$")]


def _readable(record: dict[str, Any]) -> dict[str, Any]:
    """The record, if its texts are such as a record may hold."""
    try:
        return texts.check_record_texts(record)
    except Malformed as wrong:
        raise ValueError(str(wrong)) from None


RecordForm = Annotated[dict[str, Any], AfterValidator(_readable)]


class Asked(BaseModel):
    """A request's body: exactly the fields it should have."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockWish(Asked):
    """Seconds for the whole game, and seconds added for each choice."""

    initial: Annotated[float, Field(ge=10, le=5_184_000)]
    increment: Annotated[float, Field(ge=0, le=864_000)] = 0


class DaysWish(Asked):
    """Days for each move."""

    days: Annotated[int, Field(ge=1, le=30)]


class Branch(Asked):
    """Begin from another table's position after one of its entries."""

    table: Token
    at: Annotated[int, Field(ge=0, le=1_000_000)]


class NewLesson(Asked):
    """A lesson to learn a game by; `anew` begins it again where one was left."""

    game: Key
    anew: bool = False


class NewTable(Asked):
    """A table to begin. `record` (with `upto` of its moves) or `branch` begins it in the middle."""

    game: Key
    seats: dict[SideId, SeatWish]
    scenario: ScenarioKey | None = None
    options: dict[Key, SwitchValue] = {}
    """The switches of the game that are set; a file switch takes the file's text."""
    name: TableName = ""
    public: bool = False
    assisted: bool = False
    """May the machine be asked for help in a game between people? Whoever sits down agrees."""
    rated: bool | None = None
    """Does it count for ratings, if two accounts play it to its end? If left out: if it is public."""
    clock: ClockWish | DaysWish | None = None
    record: RecordForm | None = None
    upto: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    branch: Branch | None = None
