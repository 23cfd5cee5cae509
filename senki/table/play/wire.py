"""What a client and the service say to each other over a socket (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from senki.engine.events import StoredEvent
from senki.engine.forms import Aim, Judgement, Odds, OverlayLine, OverlayPlace, Reach, Sightline
from senki.table import texts
from senki.table.refusals import ObjectionForm
from senki.table.store.rows import Ending, Offer

Name = Annotated[str, Meta(min_length=1, max_length=texts.WORD, pattern=texts.PLAIN)]
Notation = Annotated[str, Meta(min_length=1, max_length=texts.NOTATION, pattern=texts.PLAIN)]
Number = Annotated[int, Meta(ge=0, le=1_000_000_000)]
FARTHEST = 1_000_000
"""No coordinate of a plane is larger; where its map ends is for the game to say."""
Coordinate = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
PointForm = Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
PoseForm = Annotated[list[Coordinate], Meta(min_length=3, max_length=3)]
RefWord = Annotated[str, Meta(max_length=texts.REF, pattern=texts.ONE_LINE)]
Ref = RefWord | Annotated[int, Meta(ge=-(2**53), le=2**53)] | None


class Message(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """Anything a client says; the answer repeats `ref`."""

    ref: Ref = None


class OnlyRef(Struct):
    """As much of a message as an answer to it needs."""

    ref: Ref = None


class Hello(Message):
    """Send me the table; `have` is the number of the last entry I hold."""

    have: Number | None = None


class Play(Message):
    """Answer the decision that follows entry `at`."""

    at: Number
    option: Notation


class Why(Message):
    """Why may this piece not go there, or this option not be played?"""

    at: Number
    piece: Name | None = None
    place: Name | None = None
    option: Notation | None = None


class Undo(Message):
    """Take back my last choice."""

    at: Number


class Consent(Message):
    """Answer an offer."""

    offer: Name
    yes: bool


class Propose(Message, tag="offer"):
    """Offer a draw."""

    kind: Literal["draw"]


class Resign(Message):
    """Give up, for one of my sides."""

    side: Name | None = None


class Chat(Message):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=texts.CHAT, pattern=texts.ONE_LINE)]


class AddEntropy(Message, tag="entropy"):
    """My part of the dice, for all my seats that have given none."""

    value: Annotated[str, Meta(pattern=rf"^[A-Za-z0-9+/=_-]{{1,{texts.ENTROPY}}}\Z")]


class Hint(Message):
    """What would the machine play here?"""

    at: Number


class AskOdds(Message, tag="odds"):
    """What would the fight bring that this option of mine begins?"""

    at: Number
    option: Notation


class AskReach(Message, tag="reach"):
    """Where does this piece come later in the action it may begin now?"""

    at: Number
    piece: Name


class AskAims(Message, tag="aims"):
    """What wins for whom, and what is still missing?"""

    at: Number


class AskOverlay(Message, tag="overlay"):
    """What does this overlay of the game show me? `place` if it is about one."""

    at: Number
    overlay: Name
    place: Name | None = None


class AskJudge(Message, tag="judge"):
    """May this piece of mine be placed at this pose (x, y, facing), and what would it mean?"""

    at: Number
    piece: Name
    pose: PoseForm


class AskSees(Message, tag="sees"):
    """Is there a line of sight between two points of a plane?"""

    at: Number
    start: PointForm
    end: PointForm


class Ping(Message):
    """Are you there?"""


Question = AskOdds | AskReach | AskOverlay | AskAims
OfAPlane = AskJudge | AskSees
Agreement = Undo | Consent | Propose | Resign
AnyMessage = Hello | AddEntropy | Play | Agreement | Chat | Hint | Ping | Why | Question | OfAPlane


class Entry(Struct, omit_defaults=True):
    """One choice or roll and what it caused; with `kind` something that is no move."""

    n: int
    option: str
    events: Raw
    side: str | None = None
    faces: list[int] | None = None
    kind: str = ""
    taken: list[StoredEvent] | None = None
    """Of an undo: what the choice had caused that was taken back."""


class SeatState(Struct, omit_defaults=True):
    """A seat as everybody sees it."""

    side: str
    kind: str
    name: str = ""
    level: int = 0
    here: bool = False
    away: float | None = None
    """Until when they are on vacation."""


class ClockState(Struct):
    """Seconds left for each side now, and whose time runs; with `days` for each move, it may stand `still`."""

    initial: float
    increment: float
    left: dict[str, float]
    running: str | None
    days: int = 0
    still: bool = False


class Help(Struct, omit_defaults=True):
    """Help of the machine that was taken after entry `n`; no side: by somebody who watches."""

    n: int
    kind: str
    side: str | None = None


class ChatLine(Struct, omit_defaults=True):
    """A line of talk."""

    time: float
    name: str
    text: str
    side: str | None = None
    audience: str = "all"


class LessonCard(Struct, omit_defaults=True):
    """Something the coach says, and what it points at."""

    say: dict[str, str]
    clause: str = ""
    pieces: list[str] = []
    places: list[str] = []
    part: str = ""


class LessonState(Struct, omit_defaults=True):
    """Where a lesson stands: the cards to read, the first of them being number `first` of `of`, and what is then right.

    Nothing is expected once the lesson is done; its last cards are left.
    """

    title: dict[str, str]
    first: int
    of: int
    cards: list[LessonCard]
    expects: list[str] = []
    also: list[str] = []
    """Choices on the way to what is right."""


class ConsideredForm(Struct):
    """An option the machine looked at."""

    option: str
    visits: int
    chance: float


class Frame(Struct, tag_field="type", tag=str.lower, omit_defaults=True):
    """Anything the service says."""


class Table(Frame):
    """Everything about a table, for one viewer."""

    id: str
    name: str
    game: str
    scenario: str
    options: dict[str, str]
    board: str
    """The address of its board under `/api`."""
    public: bool
    owner: bool
    seats: list[SeatState]
    you: list[str]
    at: int
    view: Raw
    entries: list[Raw]
    commitment: str
    entropy: list[str]
    offers: list[Offer]
    chat: list[ChatLine]
    over: bool
    ending: Ending | None = None
    seed: str | None = None
    clock: ClockState | None = None
    rematch: str | None = None
    archived: bool = False
    links: dict[str, str] | None = None
    watching: int = 0
    entropy_open: bool = False
    """A seat of this viewer may still add its part to the dice."""
    lesson: LessonState | None = None
    assisted: bool = False
    """Everybody agreed that the machine may be asked for help."""
    rated: bool = False
    """It counts for ratings, if two accounts play it to its end."""
    fair: bool = False
    """No help: people play against each other and the game is not over."""
    apart: bool = False
    """Those who watch talk among themselves."""
    helped: list[Help] = []
    ref: str | int | None = None


class Moved(Frame):
    """What happened since, and the view now. With `back`, entries after that number were taken back before."""

    at: int
    entries: list[Raw]
    view: Raw
    back: int | None = None
    over: bool = False
    ending: Ending | None = None
    seed: str | None = None
    clock: ClockState | None = None
    lesson: LessonState | None = None


class Reason(Frame):
    """Why not, and the options that lead there another way."""

    objections: list[ObjectionForm]
    open: list[str]
    ref: str | int | None = None


class OddsFrame(Frame, tag="odds"):
    """What a fight would bring; without `odds` the option begins none."""

    odds: Odds | None = None
    ref: str | int | None = None


class Reached(Frame, tag="reach"):
    """The places a piece reaches later in its action."""

    later: list[Reach]
    ref: str | int | None = None


class AimsFrame(Frame, tag="aims"):
    """What wins, for whom, and what is missing."""

    aims: list[Aim]
    ref: str | int | None = None


class OverlayFrame(Frame, tag="overlay"):
    """What an overlay shows: places and lines, each with a caption and a tone."""

    places: list[OverlayPlace]
    lines: list[OverlayLine]
    ref: str | int | None = None


class Judged(Frame, tag="judge"):
    """What the rules say of a pose; without `judgement` the piece may not be placed freely now."""

    judgement: Judgement | None = None
    ref: str | int | None = None


class Seen(Frame, tag="sees"):
    """The line of sight between two points; without `line` the game has none."""

    line: Sightline | None = None
    ref: str | int | None = None


class Thinking(Frame):
    """How far the machine's thinking is."""

    side: str
    share: float
    chance: float | None = None


class Hinted(Frame, tag="hint"):
    """What the machine would play, and what it looked at."""

    option: str
    chance: float
    considered: list[ConsideredForm]
    ref: str | int | None = None


class Seats(Frame):
    """Who sits where; `you` may have changed."""

    seats: list[SeatState]
    you: list[str]
    name: str
    watching: int = 0
    rematch: str | None = None
    links: dict[str, str] | None = None
    entropy: list[str] = []
    entropy_open: bool = False
    fair: bool = False
    apart: bool = False
    clock: ClockState | None = None


class Helped(Frame):
    """The help of the machine that was taken lately."""

    helped: list[Help]


class Offers(Frame):
    """The offers that wait for an answer."""

    offers: list[Offer]


class Talk(Frame, tag="chat"):
    """A new line of talk."""

    time: float
    name: str
    text: str
    side: str | None = None
    audience: str = "all"
    ref: str | int | None = None


class Said(Frame):
    """What was said lately: all of it, now that the game is over."""

    chat: list[ChatLine]


class Pong(Frame):
    """Here."""

    ref: str | int | None = None


class Error(Frame):
    """Nothing has changed, and why."""

    code: str
    facts: dict[str, str | int] = {}
    objections: list[ObjectionForm] | None = None
    ref: str | int | None = None


DECODER = msgspec.json.Decoder(AnyMessage)
REF_DECODER = msgspec.json.Decoder(OnlyRef)
ENCODER = msgspec.json.Encoder()
ENTRY_DECODER = msgspec.json.Decoder(Entry)
EVENTS_DECODER = msgspec.json.Decoder(list[StoredEvent])
NOT_FOUND = 4404
"""The code with which a socket is closed whose table is not there, or no longer."""


def encode(frame: Frame) -> str:
    """A frame as text."""
    return ENCODER.encode(frame).decode()
