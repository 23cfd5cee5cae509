"""The words of a game: options of verb, counter and place, made when they are first named, and read from notation.

A `Grammar` holds how a game writes its options, once for all its maps. A `Lexicon` is that grammar with the names of
one map: it belongs to the ground a position stands on, so that each map has the places it has.
"""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed, UnknownName
from senki.engine.option import Option, Roll

SUBJECT: Final = 0
TARGET: Final = 1
EXTRA: Final = 2
MOST_LISTED: Final = 100
"""An error lists no more names than this one by one."""
DICE_WORDS: Final = ["no die", "one die", "two dice", "three dice", "four dice"]


class Names:
    """What one kind of word may name: ids by number, and the number of every name that is read.

    `also` are other names that are read, such as the second printed number of a hex; `only` are the numbers that may be
    named at all.
    """

    def __init__(
        self,
        kind: str,
        plural: str,
        ids: list[str],
        also: dict[str, int] | None = None,
        only: list[int] | None = None,
    ) -> None:
        self.kind = kind
        self.plural = plural
        self.ids = ids
        self.read: dict[str, int] = {} if also is None else dict(also)
        for number in range(len(ids)) if only is None else only:
            self.read[ids[number]] = number
        self.listed = ids if only is None else [ids[number] for number in only]

    def number(self, name: str) -> int:
        """The number of a name; raises UnknownName."""
        found = self.read.get(name, -1)
        if found < 0:
            raise UnknownName(f"there is no {self.kind} '{name}'; {self.there_are()}")
        return found

    def there_are(self) -> str:
        """What there is, for whoever named something else."""
        if len(self.listed) <= MOST_LISTED:
            return f"{self.plural} are: {', '.join(self.listed)}"
        return f"{self.plural} are: {', '.join(self.listed[:3])} … {self.listed[-1]} ({len(self.listed)} in all)"


class Slot:
    """A word of a notation that names something: where its number goes in an option, and the fact its name becomes."""

    def __init__(self, names: Names, part: int, fact: str) -> None:
        self.names = names
        self.part = part
        self.fact = fact


class Phrase:
    """How an option of one or two names is written, as `retreat {unit} {to}`: fixed words, and slots in braces."""

    def __init__(self, number: int, verb: str, notation: str, extra: int) -> None:
        self.number = number
        self.verb = verb
        self.words: list[str] = notation.split()
        self.extra = extra
        self.at: list[int] = [n for n, word in enumerate(self.words) if word.startswith("{")]
        """Which words are slots."""
        self.slots: list[str] = [self.words[n][1:-1] for n in self.at]
        assert self.at and self.at[0] > 0 and len(self.at) <= 2, f"'{notation}' begins with a verb and has 1 or 2 slots"

    def fits(self, words: list[str]) -> bool:
        """Are these as many words, and the fixed ones the same?"""
        if len(words) != len(self.words):
            return False
        return all(n in self.at or words[n] == self.words[n] for n in range(len(words)))


class Grammar:
    """How a game writes its options: those that name nothing, those that do, and the outcomes of its rolls.

    `free` tells how the options are written that the game reads itself, for whoever writes something else.
    """

    def __init__(self, free: list[str] | None = None) -> None:
        self.free: list[str] = free or []
        self.alone: dict[str, Option] = {}
        self.outcomes: dict[str, Option] = {}
        self.phrases: list[Phrase] = []
        self.by_first: dict[str, list[Phrase]] = {}

    def option(self, notation: str, verb: str = "", extra: int = 0) -> Option:
        """The option of a notation without names; its verb in messages is its first word unless another is given."""
        option = Option(verb or notation.split()[0], notation, extra=extra)
        self.alone[notation] = option
        return option

    def phrase(self, notation: str, verb: str = "", extra: int = 0) -> Phrase:
        """A notation with names, to be made into options by a lexicon."""
        first = notation.split()[0]
        phrase = Phrase(len(self.phrases), verb or first, notation, extra)
        self.phrases.append(phrase)
        self.by_first.setdefault(first, []).append(phrase)
        return phrase

    def roll(self, roll: Roll) -> Roll:
        """The roll itself, its outcomes known from now on."""
        for outcome in roll.outcomes:
            self.outcomes.setdefault(outcome.text, outcome)
        return roll

    def dice(self) -> str:
        """How many dice a roll has, in words."""
        counts = sorted({len(text.split()) - 1 for text in self.outcomes})
        return " or ".join(DICE_WORDS[count] for count in counts)


class Lexicon:
    """The options of a game on one map. Each is made when it is first named; from then on it is the same object."""

    def __init__(self, grammar: Grammar, slots: dict[str, Slot]) -> None:
        self.grammar = grammar
        self.kinds = slots
        self.slots: list[list[Slot]] = []
        """The slots of each phrase, and the options made of it so far."""
        self.of_one: list[list[Option | None]] = []
        self.of_two: list[list[list[Option | None]]] = []
        for phrase in grammar.phrases:
            self._learn(phrase)

    def _learn(self, phrase: Phrase) -> None:
        self.slots.append([self.kinds[name] for name in phrase.slots])
        self.of_one.append([])
        self.of_two.append([])

    def one(self, phrase: Phrase, a: int) -> Option:
        """The option of a phrase with one slot: `words.one(MOVE, hex)`."""
        known = self.of_one[phrase.number]
        if not known:
            known = [None] * len(self.slots[phrase.number][0].names.ids)
            self.of_one[phrase.number] = known
        found = known[a]
        if found is None:
            found = self._make(phrase, [a])
            known[a] = found
        return found

    def two(self, phrase: Phrase, a: int, b: int) -> Option:
        """The option of a phrase with two slots: `words.two(RETREAT, unit, hex)`."""
        rows = self.of_two[phrase.number]
        if not rows:
            rows = [[] for _ in self.slots[phrase.number][0].names.ids]
            self.of_two[phrase.number] = rows
        known = rows[a]
        if not known:
            known = [None] * len(self.slots[phrase.number][1].names.ids)
            rows[a] = known
        found = known[b]
        if found is None:
            found = self._make(phrase, [a, b])
            known[b] = found
        return found

    def each(self, notation: str) -> list[Option]:
        """All options of one more phrase with one slot, by number: for a game with one small board."""
        phrase = self.grammar.phrase(notation)
        self._learn(phrase)
        return [self.one(phrase, a) for a in range(len(self.slots[phrase.number][0].names.ids))]

    def table(self, notation: str) -> list[list[Option]]:
        """All options of one more phrase with two slots, by their numbers: for a game with one small board."""
        phrase = self.grammar.phrase(notation)
        self._learn(phrase)
        first, second = self.slots[phrase.number]
        return [[self.two(phrase, a, b) for b in range(len(second.names.ids))] for a in range(len(first.names.ids))]

    @property
    def extent(self) -> int:
        """How many options can be written on this map, dice left out."""
        count = len(self.grammar.alone)
        for slots in self.slots:
            many = 1
            for slot in slots:
                many *= len(slot.names.listed)
            count += many
        return count

    def every(self) -> list[Option]:
        """Every option that can be written on this map: those that name nothing, then phrase by phrase, name by name.

        From now on each knows its number in this list.
        """
        found = list(self.grammar.alone.values())
        for phrase in self.grammar.phrases:
            slots = self.slots[phrase.number]
            numbers = [[slot.names.read[name] for name in slot.names.listed] for slot in slots]
            if len(slots) == 1:
                found += [self.one(phrase, a) for a in numbers[0]]
            else:
                found += [self.two(phrase, a, b) for a in numbers[0] for b in numbers[1]]
        for number, option in enumerate(found):
            option.number = number
        return found

    def _make(self, phrase: Phrase, numbers: list[int]) -> Option:
        words = list(phrase.words)
        facts: dict[str, str] = {}
        parts = [-1, -1, phrase.extra]
        for n, slot in enumerate(self.slots[phrase.number]):
            name = slot.names.ids[numbers[n]]
            words[phrase.at[n]] = name
            facts[slot.fact] = name
            parts[slot.part] = numbers[n]
        return Option(phrase.verb, " ".join(words), facts, parts[SUBJECT], parts[TARGET], parts[EXTRA])

    def parse(self, text: str) -> Option:
        """The option or outcome a notation names; raises Malformed or UnknownName, which say what there is."""
        words = text.split()
        joined = " ".join(words)
        grammar = self.grammar
        known = grammar.alone.get(joined) or grammar.outcomes.get(joined)
        if known is not None:
            return known
        if words and words[0] == "roll" and grammar.outcomes:
            raise Malformed(f"'{text}': a roll is {grammar.dice()}, each 1 to 6, as in '{list(grammar.outcomes)[-1]}'")
        phrases = [phrase for phrase in grammar.by_first.get(words[0], []) if phrase.fits(words)] if words else []
        if not phrases:
            raise Malformed(f"'{text}' cannot be read; write one of: {self.usage()}")
        for phrase in phrases:
            if not self._strange(phrase, words):
                return self._named(phrase, words)
        raise UnknownName(f"'{text}': {self._nothing_like(phrases, words)}")

    def _named(self, phrase: Phrase, words: list[str]) -> Option:
        slots = self.slots[phrase.number]
        first = slots[0].names.number(words[phrase.at[0]])
        if len(slots) == 1:
            return self.one(phrase, first)
        return self.two(phrase, first, slots[1].names.number(words[phrase.at[1]]))

    def _strange(self, phrase: Phrase, words: list[str]) -> int:
        """The first word that names nothing; 0 if all do."""
        for n, slot in enumerate(self.slots[phrase.number]):
            if words[phrase.at[n]] not in slot.names.read:
                return phrase.at[n]
        return 0

    def _nothing_like(self, phrases: list[Phrase], words: list[str]) -> str:
        """What the word that is not known might have named, by the phrases that could be read farthest."""
        far = max(self._strange(phrase, words) for phrase in phrases)
        kinds: list[Names] = []
        for phrase in phrases:
            if self._strange(phrase, words) == far:
                names = self.slots[phrase.number][phrase.at.index(far)].names
                if names not in kinds:
                    kinds.append(names)
        there_are = "; ".join(names.there_are() for names in kinds)
        return f"there is no {' or '.join(names.kind for names in kinds)} '{words[far]}'; {there_are}"

    def usage(self) -> str:
        """Every way to write an option, in one line."""
        shapes = [*self.grammar.free, *self.grammar.alone]
        for phrase in self.grammar.phrases:
            words = list(phrase.words)
            for n, slot in enumerate(self.slots[phrase.number]):
                words[phrase.at[n]] = slot.names.kind.upper()
            shapes.append(" ".join(words))
        counts = sorted({len(text.split()) - 1 for text in self.grammar.outcomes})
        return ", ".join([*shapes, *("roll" + count * " DIE" for count in counts)])
