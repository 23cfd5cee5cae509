"""What a game package offers: its card, its data and the few hooks the rest of Senki calls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Generic, Self

from mypy_extensions import mypyc_attr

from senki.engine.clauses import Objection, Rulebook
from senki.engine.data import LANGUAGES, read_rulebook, read_text, read_toml, rows, texts, words
from senki.engine.errors import Illegal, Malformed, UnknownName
from senki.engine.events import Event
from senki.engine.forms import Aim, Judgement, Odds, Overlay, Reach, Reference, Sightline, View, to_json
from senki.engine.glance import Glance
from senki.engine.lexicon import Lexicon
from senki.engine.looks import Looks
from senki.engine.messages import NOBODY, Messages
from senki.engine.network import Network
from senki.engine.option import Option
from senki.engine.position import CHANCE, P, Result
from senki.engine.reference import read_reference
from senki.engine.subclassing import class_says


class Scenario:
    """A way to begin the game, with what is its own where it has anything of its own.

    `sheet` is the sheet of the map it is played on, all if empty; `map` the file of another map than the game's;
    `pieces` its counters, those of its first position if none are named; `switches` those that may be set in it;
    `newcomer` the side somebody who sits down without choosing gets: the one that chooses first.
    """

    def __init__(
        self,
        name_id: str,
        title: dict[str, str],
        summary: dict[str, str],
        switches: list[str],
        sheet: str = "",
        map_file: str = "",
        pieces: list[str] | None = None,
        newcomer: str = "",
    ) -> None:
        self.id = name_id
        self.title = title
        self.summary = summary
        self.switches = switches
        self.sheet = sheet
        self.map = map_file
        self.pieces: list[str] = pieces or []
        self.newcomer = newcomer


class Switch:
    """A rule the players may choose before the game: its values with their names, the first one by default.

    A switch without values takes the text of a file, none by default (a map of the players' own, say).
    """

    def __init__(
        self, name_id: str, name: dict[str, str], summary: dict[str, str], values: dict[str, dict[str, str]]
    ) -> None:
        self.id = name_id
        self.name = name
        self.summary = summary
        self.values = values

    @property
    def default(self) -> str:
        """The value when nobody chooses."""
        return next(iter(self.values), "")

    @property
    def takes_file(self) -> bool:
        """Is its value the text of a file?"""
        return not self.values


class SideCard:
    """A side: its id, its name, its short name and the colour family of its counters."""

    def __init__(self, name_id: str, name: dict[str, str], colour: str) -> None:
        self.id = name_id
        self.name = name
        self.colour = colour


class Operation:
    """Something a side may set out to do with several choices: march a corps to a goal, assault, raid, rest.

    `key` tells it from others, whatever the dice have done meanwhile; `weight` is how promising it looks, above 0. The
    rest is the game's: what it needs to find the next choice.
    """

    def __init__(self, kind: str, subject: int, goal: int, weight: float, note: int = 0) -> None:
        self.kind = kind
        self.subject = subject
        """The counter that leads or does it."""
        self.goal = goal
        """The place it is about."""
        self.weight = weight
        self.note = note
        """A number more, if the game needs one."""
        self.key: tuple[str, int, int, int] = (kind, subject, goal, note)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.subject} {self.goal} {self.weight:.2f}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice(Generic[P]):
    """What a sensible player of a game values. The machine players know the game only through this.

    A large game also says what a side may set out to do (`plans`): its players search over operations instead of
    single choices.
    """

    plans: bool = False
    """The game proposes operations."""
    tries: bool = False
    """They are few: each is tried with the same dice, while everybody else does the first of what he may set out to."""

    curiosity: float = 0.9
    """How much a search trusts priors and curiosity against results so far: less where single choices differ little."""
    weighs_by_value: bool = True
    """`weigh` returns the value after each option; a game whose `weigh` is a cheaper guess says False."""

    def __init__(self, network: Network | None = None) -> None:
        self.plans = class_says(self, "plans", self.plans)
        self.tries = class_says(self, "tries", self.tries)
        self.curiosity = float(class_says(self, "curiosity", self.curiosity))
        self.weighs_by_value = class_says(self, "weighs_by_value", self.weighs_by_value)
        self.network = network
        """What was learned about the worth of positions, in games that have features."""

    def feature_names(self) -> list[str]:
        """The names of what a network is told of a position; none in a game that is not learned."""
        return []

    def features(self, p: P) -> list[float]:
        """Small numbers the rules know of a position, most of them nought or about -1 … 1; see `feature_names`."""
        return []

    def option_feature_names(self) -> list[str]:
        """The names of what a network is told of an option; none in a game whose choices are few."""
        return []

    def option_features(self, p: P, options: list[Option]) -> list[list[float]]:
        """Small numbers the rules know of each of these options; see `option_feature_names`."""
        return []

    def priors(self, p: P, options: list[Option]) -> list[float]:
        """How likely each option is the best, by what was learned; none if nothing was."""
        network = self.network
        if network is None or network.policy is None:
            return []
        return network.shares(self.option_features(p, options))

    def start_weights(self) -> list[float]:
        """What each feature adds to the odds in the hand-written value, for learning to begin with; none: nothing."""
        return []

    def learned(self, network: Network) -> Self:
        """The same advice by another network."""
        advice: type[Self] = type(self)
        return advice(network)

    def value(self, p: P, side: int) -> float:
        """How good a position is for a side: its estimated chance to win, 0 … 1."""
        raise AssertionError("a game's advice says what a position is worth")

    def outlook(self, p: P, side: int, chance: Random) -> float:
        """The value of a position where a search stops looking; a game may play on a little with dice first."""
        return self.value(p, side)

    def weigh(self, p: P, options: list[Option]) -> list[float]:
        """How good each option looks to the side that chooses, 0 … 1: one look ahead, unless a game knows better."""
        side = p.side_to_act
        weights: list[float] = []
        for option in options:
            after = p.copy()
            after.play(option)
            weights.append(self.value(after, side))
        return weights

    def operations(self, p: P, side: int) -> list[Operation]:
        """What a side that begins something new here may set out to do; none where nothing new begins."""
        return []

    def follow(self, p: P, operation: Operation) -> Option | None:
        """The next choice that carries an operation out; none if it is done, or something unforeseen has happened."""
        return None

    def reply(self, p: P) -> Option:
        """A sensible choice without search, where no operation says what to do."""
        return p.options()[0]

    def pause(self, p: P) -> bool:
        """May a look ahead end here and be valued: is nothing half done?"""
        return True

    def horizon(self, p: P) -> int:
        """How many operations a look ahead carries out before it is valued: more where few can act."""
        return 6

    def effort(self, level: int) -> int:
        """Nodes a decision at a level; where operations are planned, plays (see `labour`); nought: it overlooks things.

        A game says its own, found by playing: each level is to beat the one below, and 4 to answer in some seconds.
        """
        return (500, 1500, 8000, 40_000)[level - 1] if self.plans else (20, 400, 10_000, 40_000)[level - 1]

    def kept(self, p: P) -> int:
        """Where operations are tried: after how many pauses a side goes back to the first it may set out for."""
        return self.horizon(p)

    def share(self, p: P) -> float:
        """What part of a level's budget the operation to be chosen here gets: less where less hangs on it."""
        return 1.0

    def labour(self, p: P) -> int:
        """What it costs a look ahead to think where it pauses, counted in plays, its choices and rolls: to propose
        operations or make a plan, and to say what the position is worth."""
        return 1

    def worlds(self) -> int:
        """In how many imagined positions a search looks where something is hidden."""
        return 12

    def distinct(self, p: P, options: list[Option]) -> list[Option]:
        """The options without those that only repeat another one (like units in one place, say)."""
        return options


class Writing(Generic[P]):
    """How the positions of a game are written down: the class that documents their JSON form, reader and writer."""

    def __init__(self, form: type[Any], read: Callable[[object, str], P], write: Callable[[P], dict[str, Any]]) -> None:
        self.form = form
        self.read = read
        self.write = write


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[P]):
    """One game: data from its package, rules behind its positions.

    A game names the class of its positions, `class Nano(Game[NanoPosition])`; whoever knows no game writes `Game`.
    """

    def __init__(self, key: str, package: str, writing: Writing[P], advice: Advice[P]) -> None:
        self.key = key
        self.package = package
        self.writing = writing
        self.counsel = advice
        card = read_toml(package, "game.toml")
        self.title: dict[str, str] = words(card["title"])
        self.summary: dict[str, str] = words(card["summary"])
        self.credits: dict[str, str] = words(card["credits"])
        self.rules_version: int = int(str(card["rules_version"]))
        self.replayed: list[int] = [int(version) for version in texts(card, "replayed")]
        """Earlier versions of the rules whose records are still played as they were (`go_by`)."""
        self.board: str = str(card["board"])
        self.hidden_information: bool = bool(card["hidden_information"])
        self.lines_of_sight: bool = bool(card.get("lines_of_sight", False))
        self.sides: list[SideCard] = [
            SideCard(str(row["id"]), words(row["name"]), str(row["colour"])) for row in rows(card, "side")
        ]
        self.grades: dict[str, int] = worths(card.get("grades", {}))
        """What levels of victory are worth, one each if the card does not say."""
        self.looks: Looks = Looks(card)
        self.switches: list[Switch] = [read_switch(row) for row in rows(card, "switch")]
        sides = [side.id for side in self.sides]
        self.scenarios: list[Scenario] = [read_scenario(row, self.switches, sides) for row in rows(card, "scenario")]
        self.begin_with: str = known_or_first(card.get("begin_with"), [one.id for one in self.scenarios], "begin_with")
        """The scenario for somebody who plays the game for the first time."""
        self.rulebook: Rulebook = read_rulebook(package)
        self.messages: Messages = Messages(read_toml(package, "messages.toml"), self.name_of)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its package: there is one of each game in a process."""
        from senki.engine.keeping import game_in

        return game_in, (self.package,)

    # What every game answers

    def start(self, scenario: str, settings: dict[str, str]) -> P:
        """The position in which a scenario begins; `settings` holds a value for every switch."""
        raise AssertionError("a game says how it begins")

    def go_by(self, p: P, rules: int) -> None:
        """Have a position that is about to begin played by an earlier version of the rules, one that is `replayed`."""
        raise AssertionError("a game whose card names versions that are replayed says how they differ")

    def lexicon(self, p: P) -> Lexicon:
        """The words of the game on the map of this position."""
        raise AssertionError("a game has words for what is chosen")

    def view(self, p: P, side: int) -> View:
        """All that a side (or a spectator, -1) may know."""
        raise AssertionError("a game says what a side may know")

    def glance(self, p: P, side: int, rows: Glance) -> bool:
        """Say by a number for each row of an observation which of those made before it is; False if it does not say.

        Like a view it may tell nothing that the side cannot know.
        """
        return False

    def odds(self, p: P, option: Option) -> Odds | None:
        """What the fight that this option begins would bring; none if it begins no fight."""
        return None

    def later(self, p: P, piece: str) -> list[Reach]:
        """Where a piece of the side that chooses comes later in the action it may begin now, beyond its options."""
        return []

    def overlay(self, p: P, side: int, overlay: str, place: str) -> Overlay:
        """What an overlay of the card shows a side (-1: a spectator) now; `place` for one that asks for a place."""
        return Overlay()

    def judge(self, p: P, side: int, piece: str, pose: list[float]) -> Judgement | None:
        """On a plane: how a side's piece would get to a pose it is dragged to, and what speaks against it.

        None if the game has no free poses or the piece may not move now; raises Malformed for a pose that is none.
        """
        return None

    def sees(self, p: P, side: int, start: list[float], end: list[float]) -> Sightline | None:
        """On a plane: is there a line of sight between two points, as far as a side can know? None if it has none."""
        return None

    def aims(self, p: P, side: int) -> list[Aim]:
        """What wins the game for whom, and what is still missing, as far as a side (-1: a spectator) can know."""
        return []

    def piece_ids(self, scenario: str) -> list[str]:
        """Every counter that a view or an event of a scenario may name.

        Unless the card names them, those all see in the first position; a game that hides some says which there are.
        """
        named = self.scenario(scenario).pieces
        if named:
            return named
        start = self.start(scenario, self.settings({}, scenario))
        return [piece.id for piece in self.view(start, -1).pieces]

    def map_text(self, scenario: str, settings: dict[str, str]) -> str:
        """The file of the map a scenario is played on: the players' own or the scenario's; empty for the game's."""
        own = settings.get(MAP_SWITCH, "")
        named = self.scenario(scenario).map
        return own or (read_text(self.package, named) if named else "")

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of a counter."""
        return piece

    def place_name(self, place: str, lang: str) -> str:
        """The name of a place."""
        return place

    def hides(self, p: P, side: int) -> bool:
        """Is something hidden from this side now? A game may know better than its card."""
        return self.hidden_information

    def seen(self, p: P, side: int) -> P:
        """The position as a side sees it: what it cannot know is replaced in a fixed way; in open games p itself.

        Whatever a side asks is answered from this position alone, so no answer depends on what is hidden from it.
        """
        return p

    def imagine(self, p: P, side: int, chance: Random) -> P:
        """A position this side cannot tell from the real one, what is hidden drawn anew; in open games a copy."""
        return p.copy()

    def keeps_secrets(self, p: P) -> bool:
        """Is anything kept from anybody as this game is set up? Until it is over its record is closed then."""
        return self.hidden_information

    def shows(self, p: P, text: str, by: int, to: int) -> bool:
        """May a side (-1: a spectator) read the notation of what a side (-1: the dice) has answered?"""
        return by in (to, -1) or not self.keeps_secrets(p)

    def veils(self, p: P) -> bool:
        """Are events told to each side in its own way here (`veil`)?"""
        return False

    def veil(self, events: list[Event], before: P, after: P) -> list[Event]:
        """What an answer has caused, as it leaves the game.

        An event that names what a side may not know is told `only` to the others; that side may hear one `instead`.
        """
        return events

    # What follows from that

    def read(self, form: object, where: str) -> P:
        """A position from its documented JSON form; raises Malformed or UnknownName."""
        return self.writing.read(form, where)

    def write(self, p: P) -> dict[str, Any]:
        """A position in its documented JSON form."""
        return self.writing.write(p)

    def form(self) -> type[Any]:
        """The class that documents the JSON form of a position."""
        return self.writing.form

    def advice(self) -> Advice[P]:
        """What a sensible player values."""
        return self.counsel

    def parse(self, text: str, p: P) -> Option:
        """The option or outcome that a notation names on the map of this position, legal or not; raises Malformed."""
        return self.lexicon(p).parse(text)

    def name_of(self, kind: str, name_id: str, lang: str) -> str:
        """The name of a side, piece or place in a language."""
        if kind == "side":
            return self.sides[self.side(name_id)].name[lang]
        if kind == "place":
            return self.place_name(name_id, lang)
        if kind == "piece":
            return self.piece_name(name_id, lang)
        if kind == "date":
            return show_date(name_id, lang)
        declared = self.looks.names.get(kind)
        if declared is not None and name_id in declared:
            return declared[name_id][lang]
        word = f"word.{kind}.{name_id}"
        return self.messages.say(word, {}, lang) if self.messages.has(word) else name_id

    def side(self, name_id: str) -> int:
        """The number of a side by its id."""
        for number, side in enumerate(self.sides):
            if side.id == name_id:
                return number
        raise UnknownName(
            f"there is no side '{name_id}' in {self.key}; sides are: {', '.join(s.id for s in self.sides)}"
        )

    def grade(self, result: Result, side: int) -> int:
        """What a result is worth to a side: its level, below nothing for whoever lost; 0 if nobody won."""
        if result.winner < 0:
            return 0
        worth = self.grades.get(result.level, 1)
        return worth if result.winner == side else -worth

    def scenario(self, name_id: str | None) -> Scenario:
        """A scenario by its id; the first one if none is named."""
        for scenario in self.scenarios:
            if name_id is None or scenario.id == name_id:
                return scenario
        known = ", ".join(s.id for s in self.scenarios)
        raise UnknownName(f"there is no scenario '{name_id}' in {self.key}; scenarios are: {known}")

    def all_pieces(self) -> list[str]:
        """Every counter of the game, whatever scenario it belongs to."""
        found: dict[str, None] = {}
        for scenario in self.scenarios:
            for piece in self.piece_ids(scenario.id):
                found[piece] = None
        return list(found)

    def switches_of(self, scenario: str | None) -> list[Switch]:
        """The switches that may be set in a scenario, the first one if none is named."""
        own = self.scenario(scenario).switches
        return [switch for switch in self.switches if switch.id in own]

    def settings(self, chosen: dict[str, str], scenario: str | None = None) -> dict[str, str]:
        """A value for every switch of a scenario, the default where nothing was chosen; raises UnknownName."""
        known = {switch.id: switch for switch in self.switches_of(scenario)}
        for name, value in chosen.items():
            if name not in known:
                there_are = f"switches are: {', '.join(known)}" if known else "it has none"
                where = self.key if len(self.scenarios) == 1 else f"{self.key}, {self.scenario(scenario).id}"
                raise UnknownName(f"there is no switch '{name}' in {where}; {there_are}")
            if not known[name].takes_file and value not in known[name].values:
                raise UnknownName(
                    f"switch '{name}' of {self.key} has no value '{value}'; values are: {', '.join(known[name].values)}"
                )
        return {name: chosen.get(name, switch.default) for name, switch in known.items()}

    def answer(self, p: P, text: str) -> Option:
        """The legal option or possible outcome that a notation names here; raises Malformed or Illegal."""
        option = self.parse(text, p)
        if p.over:
            raise Illegal(f"'{text}': the game is over")
        legal = p.options()
        for offered in legal:
            if offered == option:
                return offered
        if p.waits_for == CHANCE:
            raise Illegal(f"'{text}' is not an outcome of the roll awaited ({p.step.name})")
        objections = p.objections(option)
        if not objections and p.step.accepts(p, option):
            return option
        reasons = "; ".join(self.explain(objection, "en") for objection in objections) or "it is not offered here"
        raise Illegal(f"'{text}' is not allowed: {reasons}")

    def reference(self, lang: str) -> Reference:
        """The tables of the game in a language."""
        return read_reference(self.package, lang)

    def explain(self, objection: Objection, lang: str) -> str:
        """An objection as a sentence with its clause."""
        key = f"objection.{objection.key}"
        if self.messages.has(key):
            sentence = self.messages.say(key, objection.facts, lang)
        else:
            sentence = self.rulebook.text(objection.clause, lang)
        return f"{sentence} [{objection.clause}]"

    def tell(self, event: Event, lang: str, known: Mapping[str, str] = NOBODY) -> str:
        """An event as a sentence; `known` are pieces by the names a reader has for them (`View.known`)."""
        whole = f"move.{event.kind}"
        key = whole if "cost" in event.facts and self.messages.has(whole) else f"event.{event.kind}"
        return self.messages.say(key, event.facts, lang, known)

    def label(self, option: Option, lang: str) -> str:
        """An option as a sentence."""
        return self.messages.say(f"option.{option.verb}", option.facts, lang)

    def prompt(self, view: View, lang: str) -> str:
        """What the position waits for, as a sentence."""
        return self.messages.say(f"prompt.{view.prompt.key}", view.prompt.facts, lang)

    def digest(self, p: P) -> str:
        """The hash of a position: equal on every machine for equal positions."""
        return hashlib.blake2b(to_json(self.write(p)), digest_size=16).hexdigest()


def known_or_first(name: object, known: list[str], where: str) -> str:
    """An id the card names, if it is one of these; the first of them where it names none."""
    if name is None:
        return known[0]
    if name not in known:
        raise Malformed(f"{where}: there is no '{name}'; there are: {', '.join(known)}")
    return str(name)


def read_scenario(row: dict[str, object], switches: list[Switch], sides: list[str]) -> Scenario:
    """A scenario of the card; where it does not say which switches are its own, all are."""
    known = [switch.id for switch in switches]
    own = texts(row, "switches") if "switches" in row else known
    for name in own:
        if name not in known:
            raise Malformed(f"scenario '{row['id']}': there is no switch '{name}'; switches are: {', '.join(known)}")
    return Scenario(
        str(row["id"]), words(row["title"]), words(row["summary"]), own,
        str(row.get("sheet", "")), str(row.get("map", "")), texts(row, "pieces"),
        known_or_first(row.get("newcomer"), sides, f"scenario '{row['id']}': newcomer"),
    )  # fmt: skip


def worths(grades: object) -> dict[str, int]:
    """The worth of levels of victory, from the card of a game."""
    if not isinstance(grades, dict):
        raise Malformed("'grades' should be a table of levels and numbers")
    return {str(level): int(worth) for level, worth in grades.items()}


def read_switch(row: dict[str, object]) -> Switch:
    """A switch of the card; without `values` it is off or on, `file = true` takes a file's text."""
    named = row.get("values", {})
    assert isinstance(named, dict)
    values = {str(value): words(name) for value, name in named.items()}
    if not values and not row.get("file"):
        values = {"off": OFF_WORDS, "on": ON_WORDS}
    return Switch(str(row["id"]), words(row["name"]), words(row["summary"]), values)


MAP_SWITCH: Final = "map"
"""The switch that takes a map of the players' own, in games that have one."""
OFF_WORDS: Final = {"en": "off", "ja": "使わない"}
ON_WORDS: Final = {"en": "on", "ja": "使う"}
MONTHS: Final = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip


def show_date(date: str, lang: str) -> str:
    """An ISO date without its year: 21 May, 5月21日; a time of day as it is."""
    if date.count("-") != 2:
        return date
    _, month, day = date.split("-")
    return f"{int(month)}月{int(day)}日" if lang == "ja" else f"{int(day)} {MONTHS[int(month) - 1]}"


def check_language(lang: str) -> str:
    """The language itself, or an error that names the languages there are."""
    if lang not in LANGUAGES:
        raise UnknownName(f"there is no language '{lang}'; languages are: {', '.join(LANGUAGES)}")
    return lang
