"""What HTTP requests and answers hold, but for a new table (`play/wishes.py`). Unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from senki.table import texts
from senki.table.play.wishes import Asked, Key, SideId, TableName, Token
from senki.table.store.lists import State

Words = dict[str, str]
MOST_LISTED = 100
"""Tables in one answer."""
PersonName = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=texts.PERSON_NAME, pattern=texts.NAME_PATTERN)
]


Email = Annotated[str, StringConstraints(max_length=texts.EMAIL, pattern=r"^$|^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+$")]


class Answer(BaseModel):
    """A document the service sends."""


class Problem(Answer):
    """Why a request was refused; nothing has changed."""

    code: str
    facts: dict[str, str | int] = {}


class SideForm(Answer):
    """A side of a game."""

    id: str
    name: Words
    colour: str


class ScenarioForm(Answer):
    """A way to begin a game."""

    id: str
    title: Words
    summary: Words
    sheet: str
    """The sheet of the map it is played on; all if empty."""
    pieces: list[str]
    """Its counters; if empty, those of its first position."""
    switches: list[str]
    """The switches that may be set in it."""
    newcomer: str
    """The side of whoever sits down without choosing one: it chooses first."""
    board: str
    """The address of its board under `/api`."""


class SwitchForm(Answer):
    """A rule to be chosen before the game: its values with their names, or none where it takes the text of a file."""

    id: str
    name: Words
    summary: Words
    values: dict[str, Words]
    default: str


class PaintForm(Answer):
    """The face of a counter and what is written on it."""

    fill: str
    ink: str


class ColourForm(Answer):
    """A nation or an army: its paint on light and on dark pages."""

    id: str
    name: Words
    light: PaintForm
    dark: PaintForm


class SignForm(Answer):
    """What may lie on a counter, a place or a hexside."""

    id: str
    name: Words
    sign: str
    shape: str
    tone: str


class LegendForm(Answer):
    """A line of a legend: a sign and what it means, with a clause if there is one."""

    sign: str
    tone: str
    text: Words
    clause: str


class DotsForm(Answer):
    """A column shown as dots."""

    most: int
    caution: int


class OverlayForm(Answer):
    """Something to be shown on the map, in some scenarios (empty: in all); `asks` is `place` if it is about one."""

    id: str
    name: Words
    hint: Words
    key: str
    asks: str
    legend: list[LegendForm]
    scenarios: list[str]


class SymbolForm(Answer):
    """How pieces with a symbol look: `counter` or `plate`; a plate's star is hollow where one of these facts is so."""

    id: str
    look: str
    hollow: dict[str, str]


class CountersForm(Answer):
    """Where the values of counters stand: `line` or `corners`."""

    values: str


class ForcesForm(Answer):
    """The list of forces: its columns and how they are shown, the fact by which it is grouped, who heads a group."""

    columns: list[str]
    group: str
    head: str
    dots: dict[str, DotsForm]
    becomes: dict[str, str]
    legend: list[LegendForm]


class AskingForm(Answer):
    """How the game asks: verbs that end a phase, verbs that confirm, and by prompt the choice that may stand."""

    ends: list[str]
    confirms: list[str]
    standing: dict[str, str]


class GameForm(Answer):
    """The card of a game."""

    key: str
    title: Words
    summary: Words
    credits: Words
    board: str
    rules: int
    hidden: bool
    sight: bool
    """On a plane: do lines of sight matter?"""
    sides: list[SideForm]
    colours: list[ColourForm]
    markers: list[SignForm]
    marks: list[SignForm]
    overlays: list[OverlayForm]
    symbols: list[SymbolForm]
    counters: CountersForm
    forces: ForcesForm
    asking: AskingForm
    scenarios: list[ScenarioForm]
    begin_with: str
    """The scenario for somebody who plays it for the first time."""
    switches: list[SwitchForm]
    lesson: bool
    """Can it be learned by a lesson?"""


class WordForm(Answer):
    """A word a hex map may use."""

    id: str
    name: Words
    look: str
    directed: bool = False
    marks: str = ""


class MapWordsForm(Answer):
    """The words of a game's hex map."""

    terrain: list[WordForm]
    features: list[WordForm]
    sides: list[WordForm]
    lines: list[WordForm]
    places: list[WordForm]
    areas: list[str]


class MapProblemForm(Answer):
    """A mistake in a map: where, and in a sentence what it is and what to do."""

    line: int
    column: int
    code: str
    text: Words


class ProofForm(Answer):
    """A map that was read: its problems, or its drawing and its board."""

    ok: bool
    problems: list[MapProblemForm]
    svg: str
    board: dict[str, Any] | None


class ClauseForm(Answer):
    """One sentence of the rulebook."""

    id: str
    provenance: list[str]
    source: str
    text: Words
    reason: Words
    note: bool
    """It only describes: there is nothing in it to enforce."""


class SectionForm(Answer):
    """A chapter of the rulebook."""

    id: str
    title: Words
    clauses: list[ClauseForm]


class ReferenceNoteForm(Answer):
    """What a sign of a table means, or what is to be known beside it."""

    sign: str = ""
    text: str
    clause: str = ""


class ReferenceRowForm(Answer):
    """A row of a table; `key` is the word of the map it is about (`terrain:clear`)."""

    name: str
    cells: list[str]
    key: str = ""
    clause: str = ""


class ReferenceTableForm(Answer):
    """A table to look things up in; the first word of `head` stands over the names of the rows."""

    id: str
    group: str
    title: str
    head: list[str]
    rows: list[ReferenceRowForm]
    clause: str = ""
    notes: list[ReferenceNoteForm] = []


class FiguresForm(Answer):
    """What the figures printed on counters with these symbols mean, from left to right."""

    symbols: list[str]
    values: list[str]
    text: str = ""
    clause: str = ""


class ReferenceForm(Answer):
    """All that is looked up during a game, in one language."""

    tables: list[ReferenceTableForm] = []
    figures: list[FiguresForm] = []
    markers: dict[str, ReferenceNoteForm] = {}


class MessagesForm(Answer):
    """The message templates of a game and the names of what they speak of."""

    templates: dict[str, Words]
    names: dict[str, dict[str, Words]]


class NewTableAnswer(Answer):
    """The table's id, and the tokens of the seats that wait for a friend."""

    id: str
    links: dict[str, str]


class LessonAnswer(Answer):
    """The table a lesson is held at."""

    id: str


class SeatForm(Answer):
    """A seat in a list of tables."""

    side: str
    kind: str
    name: str
    level: int
    you: bool


class EndingForm(Answer):
    """How a table ended."""

    how: Literal["rules", "resigned", "agreed", "time"]
    winner: str | None
    level: str
    points: int
    clause: str


class TableForm(Answer):
    """A table in a list."""

    id: str
    name: str
    game: str
    scenario: str
    options: Annotated[dict[str, str], Field(description="The switches set; of a file only its first line.")]
    board: Annotated[str, Field(description="The address of its board under `/api`.")]
    public: bool
    seats: list[SeatForm]
    you: list[str]
    at: int
    turn: int
    awaits: str | None
    actor: str | None
    over: bool
    result: EndingForm | None
    commitment: str
    created: float
    updated: float
    archived: bool
    rematch: str | None
    clock: bool
    rated: bool
    """Does it count for ratings, if two accounts play it to its end?"""
    tournament: str | None
    days: Annotated[int, Field(description="Days for each move; 0 if it has none or another clock.")]
    due: Annotated[float | None, Field(description="When the days for the present move run out.")]
    assisted: Annotated[bool, Field(description="All agree that the machine may be asked for help.")]


Flag = Literal["0", "1"]


class ListWish(BaseModel):
    """Which tables to list: mine, those with an open seat, those to watch, or all public ones; and which page."""

    mine: Flag = "0"
    open: Flag = "0"
    watch: Flag = "0"
    public: Flag = "0"
    state: State = "all"
    away: Flag = "0"
    """Of mine: those I have put away."""
    game: Key | None = None
    first: Annotated[int, Field(alias="from", ge=0, le=1_000_000)] = 0
    count: Annotated[int, Field(ge=1, le=MOST_LISTED)] = MOST_LISTED


class Join(Asked):
    """Take a seat: an open one, or with the token of its link."""

    side: SideId
    token: Token | None = None


class OneSide(Asked):
    """One of my sides; all of them, or the one that is to choose, if left out."""

    side: SideId | None = None


class Again(Asked):
    """A rematch, with the sides changed over if so wished."""

    swap: bool = False


class NewName(Asked):
    """A new name for a table."""

    name: Annotated[TableName, Field(min_length=1)]


class Archive(Asked):
    """Put away, or take out again."""

    archived: bool = True


class Done(Answer):
    """It is done."""

    ok: bool = True


class PersonForm(Answer):
    """Who you are."""

    id: str
    name: str
    account: bool
    public: bool
    """Is this a public service, with accounts?"""
    email: str
    confirmed: bool
    """Has a letter to this address been answered? No word is sent there before."""
    webhook: str
    letters: bool
    """Can this service send letters? Without it no e-mail address is of use."""
    push: str
    """The key a browser is told when it subscribes to notices."""
    browsers: int
    """How many browsers get word for you."""
    hidden: bool
    """Is your profile shown to nobody?"""


class PersonChange(Asked):
    """A new name, and where to send word that it is your turn."""

    name: PersonName | None = None
    email: Email | None = None
    webhook: Annotated[str, StringConstraints(max_length=texts.WEBHOOK, pattern=r"^$|^https?://[!-~]+$")] | None = None
    hidden: bool | None = None


Endpoint = Annotated[str, StringConstraints(max_length=texts.ENDPOINT, pattern=r"^https?://[!-~]+$")]
PushKey = Annotated[str, StringConstraints(max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]


class NewBrowser(Asked):
    """A browser that is to get word: what its push service gave it (`PushSubscription`), and its language."""

    endpoint: Endpoint
    p256dh: PushKey
    auth: Annotated[PushKey, Field(max_length=40)]
    lang: Literal["en", "ja"] = "en"


class OldBrowser(Asked):
    """A browser that is to get no more word."""

    endpoint: Endpoint


class Trial(Asked):
    """A test of one way to get word: by e-mail, to a webhook, or in the browser with this endpoint."""

    how: Literal["email", "webhook", "push"]
    endpoint: Endpoint | None = None


class TrialAnswer(Answer):
    """What became of a test: the other end took it, did not, or says that the browser is signed up no longer."""

    outcome: Literal["sent", "failed", "gone"]
    detail: str
    """What went wrong, for whoever can mend it."""


class Credentials(Asked):
    """A login and a password."""

    login: Annotated[str, StringConstraints(pattern=rf"^[A-Za-z0-9_.-]{{3,{texts.LOGIN}}}$")]
    password: Annotated[str, StringConstraints(min_length=8, max_length=texts.PASSWORD, pattern=texts.LINE_PATTERN)]


class LetterRead(Asked):
    """The secret of a letter of confirmation."""

    token: Token


class Farewell(Asked):
    """Forget me; an account shows its password."""

    password: Annotated[str, StringConstraints(max_length=texts.PASSWORD, pattern=texts.LINE_PATTERN)] | None = None
