"""The options and rolls of the game with their notation (docs/notation.md), and the parser that reads them back.

Own blocks are called by their names, enemy pieces by the numbers everybody sees (B3, C2). Lengths are yards, angles
compass degrees; both are kept in tenths.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from mypy_extensions import mypyc_attr

from senki.boards.plane.trig import FULL
from senki.engine.errors import Malformed, UnknownName
from senki.engine.lexicon import SUBJECT, Grammar, Lexicon, Names, Slot
from senki.engine.option import Option, Roll, dice_outcome, one_die, two_dice
from senki.engine.reading import number_of
from senki.games.monmouth.board import (
    CHITS,
    GATES,
    HQS,
    IDS,
    LANDMARKS,
    LETTERS,
    PIECE_COUNT,
    ROAD,
    ROAD_IDS,
    ROADS,
    token,
)
from senki.games.monmouth.position import tenths
from senki.games.monmouth.spots import spot

FACE: Final = 1
ADVANCE: Final = 2
COLUMN_ON: Final = 3
MARCH: Final = 4
COLUMN_OFF: Final = 5
TO: Final = 6
BY_ROAD: Final = 7
FARTHEST: Final = 20_000.0
"""No length in a notation is longer than this."""
MOST_LEGS: Final = 24
EAST_EDGE: Final = len(GATES)
"""The gate number of the British entry in line."""
LINE_GATE: Final = "edge_brit_line"

ORDER_KINDS: Final = ["move", "attack", "march"]
"""What an order says; `march` is a move via roads."""
MOVE_ORDER: Final = 0
ATTACK_ORDER: Final = 1
MARCH_ORDER: Final = 2

_SAY: Final = Grammar(
    [
        "move NAME LEGS [attack B3] [reserve]", "enter NAME GATE LEGS [reserve]",
        "ride HQ LEGS, with legs: face DEG, advance DEG YARDS, column ROAD+, road YARDS [ROAD+ …], line DEG, to X Y, "
        "road ROAD ARC",
        "turn NAME DEG", "turn NAME to B3", "rally NAME [DEG]", "bombard NAME B3 DEG", "combat B3", "fire NAME B3",
        "retreat NAME [DEG]", "order HQ move|attack PLACE", "order HQ move PLACE via roads",
    ]
)  # fmt: skip
PASS: Final = _SAY.option("pass")
END: Final = _SAY.option("end")
NO_ORDER: Final = _SAY.option("no_order")
HOLD: Final = _SAY.option("hold")
LEAVE_FIELD: Final = _SAY.option("leave_field")
PIECE_NAMES: Final = Names("piece", "pieces", IDS[:PIECE_COUNT])
HQ_NAMES: Final = Names("HQ", "HQs", IDS, only=HQS)
BLOCK_NAMES: Final = Names("block", "blocks", IDS)
LEXICON: Final = Lexicon(
    _SAY, {"piece": Slot(PIECE_NAMES, SUBJECT, "unit"), "block": Slot(BLOCK_NAMES, SUBJECT, "unit")}
)
PICK: Final = LEXICON.each("pick {piece}")
SIT: Final = LEXICON.each("sit {piece}")
PACK: Final = LEXICON.each("pack {piece}")
UNPACK: Final = LEXICON.each("unpack {piece}")
STAY: Final = LEXICON.each("stay {piece}")
WITHDRAW: Final = LEXICON.each("withdraw {piece}")
STEP_UP: Final = LEXICON.each("step_up {piece}")
GIVE_WAY: Final = LEXICON.each("give_way {piece}")
RETURN: Final = LEXICON.each("return {piece}")
RESERVE_IN: Final = LEXICON.each("reserve {piece}")
STAND: Final = LEXICON.each("stand {block}")
RELIEVE: Final = LEXICON.each("relieve {block}")
KEEP: Final = LEXICON.each("keep {block}")
DELAY: Final = LEXICON.each("delay {block}")
JUMP: Final = LEXICON.each("jump {block}")
DRAW: Final = LEXICON.each("draw {block}")


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class MoveOption(Option):
    """A move, ride or entry: its legs as numbers, `gate` where it enters or -1, `reserve` if it ends in hiding."""

    def __init__(self, verb: str, text: str, facts: dict[str, str], subject: int, target: int, legs: list[int]) -> None:
        super().__init__(verb, text, facts, subject, target)
        self.legs = legs
        self.gate = -1
        self.gate_y = 0
        self.reserve = False


def show(value: int) -> str:
    """Tenths as people write them: 300, 290.5."""
    whole = value // 10
    return f"{whole}.{value % 10}" if value % 10 else str(whole)


def retreat(piece: int, bearing: int = -1) -> Option:
    """`retreat grey` (a voluntary retreat) or `retreat grey 105` (the bearing it takes)."""
    if bearing < 0:
        return Option("leave", f"retreat {IDS[piece]}", {"unit": IDS[piece]}, piece)
    return Option(
        "retreat", f"retreat {IDS[piece]} {show(bearing)}", {"unit": IDS[piece], "bearing": show(bearing)},
        piece, -1, bearing,
    )  # fmt: skip


def pick_combat(side: int, number: int) -> Option:
    """`combat B3`: the combat whose first attacker is B3."""
    name = token(side, number)
    return Option("combat", f"combat {name}", {"unit": name}, -1, 100 * side + number)


def fire_at(piece: int, side: int, number: int) -> Option:
    """`fire grey C2`: whom a piece with several engaged enemies fires at."""
    name = token(side, number)
    return Option("fire", f"fire {IDS[piece]} {name}", {"unit": IDS[piece], "enemy": name}, piece, 100 * side + number)


def turn_to(piece: int, facing: int) -> Option:
    """`turn grey 90`: turn in contact about the centre (MON-8.11)."""
    return Option(
        "turn", f"turn {IDS[piece]} {show(facing)}", {"unit": IDS[piece], "facing": show(facing)}, piece, -1, facing
    )


def face_enemy(piece: int, side: int, number: int) -> Option:
    """`turn grey to C2`: turn in contact to face an enemy, sliding flush (MON-8.11)."""
    name = token(side, number)
    return Option(
        "face_enemy", f"turn {IDS[piece]} to {name}", {"unit": IDS[piece], "enemy": name}, piece, 100 * side + number
    )


def rally(piece: int, facing: int = -1) -> Option:
    """`rally grey` or `rally grey 90`: become Fresh, with one change of facing if wished."""
    text = f"rally {IDS[piece]}" if facing < 0 else f"rally {IDS[piece]} {show(facing)}"
    return Option("rally", text, {"unit": IDS[piece]}, piece, -1, facing)


def bombard(piece: int, side: int, number: int, facing: int) -> Option:
    """`bombard oswald B2 120`: fire at a block after turning to this facing."""
    name = token(side, number)
    facts = {"unit": IDS[piece], "enemy": name, "facing": show(facing)}
    return Option("bombard", f"bombard {IDS[piece]} {name} {show(facing)}", facts, piece, 100 * side + number, facing)


def order(hq: int, kind: int, landmark: int) -> Option:
    """`order lee attack obj_ker`, `order lee move obj_ker via roads`: write an order (MON-20.3)."""
    word = "attack" if kind == ATTACK_ORDER else "move"
    roads = " via roads" if kind == MARCH_ORDER else ""
    return Option(
        "order", f"order {IDS[hq]} {word} {LANDMARKS[landmark]}{roads}",
        {"unit": IDS[hq], "kind": ORDER_KINDS[kind], "to": LANDMARKS[landmark]}, hq, landmark, kind,
    )  # fmt: skip


def legs_of(legs: list[int]) -> list[list[int]]:
    """The numbers of a move, leg by leg."""
    found: list[list[int]] = []
    i = 0
    while i < len(legs):
        size = 3 if legs[i] in (ADVANCE, TO, BY_ROAD) else 2
        if legs[i] == MARCH:
            size = 3 + legs[i + 2]
        found.append(legs[i : i + size])
        i += size
    return found


def legs_text(legs: list[int]) -> str:
    """The legs of a move in notation."""
    words: list[str] = []
    i = 0
    while i < len(legs):
        kind = legs[i]
        if kind == FACE:
            words.append(f"face {show(legs[i + 1])}")
            i += 2
        elif kind == ADVANCE:
            words.append(f"advance {show(legs[i + 1])} {show(legs[i + 2])}")
            i += 3
        elif kind == COLUMN_ON:
            words.append(f"column {ROAD_IDS[legs[i + 1] // 2]}{'+' if legs[i + 1] % 2 else '-'}")
            i += 2
        elif kind == MARCH:
            words.append(f"road {show(legs[i + 1])}")
            count = legs[i + 2]
            for turn in legs[i + 3 : i + 3 + count]:
                words.append(f"{ROAD_IDS[turn // 2]}{'+' if turn % 2 else '-'}")
            i += 3 + count
        elif kind == COLUMN_OFF:
            words.append(f"line {show(legs[i + 1])}")
            i += 2
        elif kind == TO:
            words.append(f"to {show(legs[i + 1])} {show(legs[i + 2])}")
            i += 3
        else:
            words.append(f"road {ROAD_IDS[legs[i + 1]]} {show(legs[i + 2])}")
            i += 3
    return " ".join(words)


def move(piece: int, legs: list[int], target: int = -1, reserve: bool = False) -> MoveOption:
    """`move grey face 300 advance 290 800 attack C2`; `target` is 100·side + number."""
    way = legs_text(legs)
    text = f"move {IDS[piece]} {way}"
    facts = {"unit": IDS[piece], "legs": way}
    verb = "move"
    if target >= 0:
        name = token(target // 100, target % 100)
        text += f" attack {name}"
        facts["enemy"] = name
        verb = "attack"
    if reserve:
        text += " reserve"
        verb = "hide"
    option = MoveOption(verb, text, facts, piece, target, legs)
    option.reserve = reserve
    return option


def enter(piece: int, gate: int, y: int, legs: list[int], target: int = -1, reserve: bool = False) -> MoveOption:
    """`enter guards edge_brit_entry_n road 1200` or `enter guards edge_brit_line 1500 advance 270 800`."""
    where = GATES[gate] if gate < len(GATES) else f"{LINE_GATE} {show(y)}"
    text = f"enter {IDS[piece]} {where} {legs_text(legs)}".rstrip()
    facts = {"unit": IDS[piece], "gate": GATES[gate] if gate < len(GATES) else LINE_GATE, "legs": legs_text(legs)}
    if target >= 0:
        text += f" attack {token(target // 100, target % 100)}"
    if reserve:
        text += " reserve"
    option = MoveOption("hide" if reserve else "enter", text, facts, piece, target, legs)
    option.gate = gate
    option.gate_y = y
    option.reserve = reserve
    return option


def ride(hq: int, legs: list[int]) -> MoveOption:
    """`ride lee road rd_english 3200 to 2500 2000`: the move of an HQ."""
    way = legs_text(legs)
    kind, a, b = legs[-3], legs[-2], legs[-1] / 10
    at = spot(a / 10, b) if kind == TO else spot(ROADS.x(a, b), ROADS.y(a, b))
    return MoveOption("ride", f"ride {IDS[hq]} {way}", {"unit": IDS[hq], "legs": way, "at": at}, hq, -1, legs)


def _dice_roll(name: str, count: int, need: int) -> Roll:
    """So many dice told apart; what matters is how many show `need` or more."""
    faces: list[list[int]] = [[]]
    for _ in range(count):
        faces = [[*row, face] for row in faces for face in range(1, 7)]
    effects = [len([face for face in row if face >= need]) for row in faces]
    return Roll(name, [dice_outcome(row) for row in faces], [1] * len(faces), effects)


FIRE_ROLLS: Final[list[list[Roll]]] = [
    [_SAY.roll(_dice_roll("fire", count, need)) for need in range(8)] for count in range(1, 4)
]
"""FIRE_ROLLS[dice - 1][face needed]."""
ALTER_ROLLS: Final[list[Roll]] = [
    one_die("alter", [int(face <= rating) for face in range(1, 7)]) for rating in range(7)
]
PICKER_ROLL: Final[Roll] = two_dice("picker", [(a > b) - (a < b) + 1 for a in range(1, 7) for b in range(1, 7)])
OWN_VERBS: Final = ("combat", "order", "retreat", "turn", "rally", "bombard", "fire")
"""Besides moves: verbs of options with values that no list holds, read here and not by the lexicon."""


class Words:
    """The words of a notation, read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.split()
        self.at = 0

    def more(self) -> bool:
        """Is there another word?"""
        return self.at < len(self.words)

    def peek(self) -> str:
        """The next word, or nothing."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self) -> str:
        """Read the next word."""
        if self.at >= len(self.words):
            raise Malformed(f"'{self.text}' ends too early; write one of: {LEXICON.usage()}")
        self.at += 1
        return self.words[self.at - 1]

    def done(self) -> None:
        """Nothing may follow."""
        if self.more():
            raise Malformed(f"'{self.text}': '{self.peek()}' was not expected here; write one of: {LEXICON.usage()}")

    def measure(self) -> float:
        """Read a finite number that a map could have."""
        word = self.take()
        try:
            value = float(word)
        except ValueError:
            raise Malformed(f"'{self.text}': '{word}' is not a number") from None
        if not isfinite(value) or abs(value) > FARTHEST or len(word) > 12:
            raise Malformed(f"'{self.text}': '{word}' is not a length or an angle of this map")
        return value

    def yards(self) -> int:
        """Read a length of 0 or more, in tenths."""
        value = tenths(self.measure())
        if value < 0:
            raise Malformed(f"'{self.text}': a length or coordinate is 0 or more")
        return value

    def degrees(self) -> int:
        """Read an angle of 0 to 360 degrees, in tenths."""
        value = tenths(self.measure())
        if not 0 <= value <= FULL:
            raise Malformed(f"'{self.text}': an angle is 0 to 360 degrees")
        return value % FULL

    def block(self) -> int:
        """Read the name of a block."""
        return number_of(BLOCK_NAMES, self.take(), f"'{self.text}'")

    def piece(self) -> int:
        """Read the name of a piece."""
        return number_of(PIECE_NAMES, self.take(), f"'{self.text}'")

    def enemy(self) -> int:
        """Read the number of a block: 100·side + number."""
        word = self.take()
        if len(word) < 2 or word[0] not in LETTERS or not word[1:].isdecimal() or len(word) > 3:
            raise Malformed(f"'{self.text}': '{word}' is not a block; write it as B3 or C2")
        number = int(word[1:])
        if number < 1 or word[1] == "0":
            raise Malformed(f"'{self.text}': '{word}' is not a block; write it as B3 or C2")
        return 100 * LETTERS.index(word[0]) + number

    def turn_of_road(self) -> int:
        """Read a road with its direction, as rd_craig+."""
        word = self.take()
        if not word.endswith(("+", "-")) or word[:-1] not in ROAD:
            raise UnknownName(f"'{self.text}': '{word}' is not a road with a direction; roads are: {', '.join(ROAD)}")
        return 2 * ROAD[word[:-1]] + int(word.endswith("+"))


def parse(text: str) -> Option:
    """The option or outcome a notation names; raises Malformed or UnknownName."""
    if len(text) > 600:
        raise Malformed("the notation is longer than 600 characters")
    words = Words(text)
    verb = words.take()
    if verb in ("move", "enter", "ride"):
        return _parse_move(words, verb)
    if verb not in OWN_VERBS:
        return LEXICON.parse(text)
    option = _parse_own(words, verb)
    words.done()
    return option


def _parse_own(words: Words, verb: str) -> Option:
    if verb == "combat":
        enemy = words.enemy()
        return pick_combat(enemy // 100, enemy % 100)
    if verb == "order":
        return _parse_order(words)
    piece = words.piece()
    if verb == "retreat":
        return retreat(piece, words.degrees() if words.more() else -1)
    if verb == "turn":
        if words.peek() == "to":
            words.take()
            enemy = words.enemy()
            return face_enemy(piece, enemy // 100, enemy % 100)
        return turn_to(piece, words.degrees())
    if verb == "rally":
        return rally(piece, words.degrees() if words.more() else -1)
    enemy = words.enemy()
    if verb == "fire":
        return fire_at(piece, enemy // 100, enemy % 100)
    return bombard(piece, enemy // 100, enemy % 100, words.degrees())


def _parse_order(words: Words) -> Option:
    hq = words.block()
    kind = words.take()
    place = words.take()
    if hq not in HQS or hq not in CHITS or kind not in ("move", "attack") or place not in LANDMARKS:
        raise UnknownName(
            f"'{words.text}': write 'order HQ move PLACE' or 'order HQ attack PLACE'; HQs are: "
            f"{', '.join(IDS[n] for n in CHITS)}; places are: {', '.join(LANDMARKS)}"
        )
    said = ATTACK_ORDER if kind == "attack" else MOVE_ORDER
    if words.peek() == "via" and said == MOVE_ORDER:
        words.take()
        if words.take() != "roads":
            raise Malformed(f"'{words.text}': an order goes 'via roads', or the way is left free")
        said = MARCH_ORDER
    return order(hq, said, LANDMARKS.index(place))


def _parse_move(words: Words, verb: str) -> Option:
    """A move, entry or ride with its legs, written anew in its shortest form."""
    if verb == "ride":
        block = number_of(HQ_NAMES, words.take(), f"'{words.text}'")
        legs = _parse_legs(words, True)
        words.done()
        return ride(block, legs)
    piece = words.piece()
    gate, y = -1, 0
    if verb == "enter":
        where = words.take()
        if where == LINE_GATE:
            gate, y = EAST_EDGE, words.yards()
        elif where in GATES:
            gate = GATES.index(where)
        else:
            raise UnknownName(
                f"'{words.text}': there is no entry '{where}'; entries are: {', '.join(GATES)}, {LINE_GATE}"
            )
    legs = _parse_legs(words, False)
    target = -1
    if words.peek() == "attack":
        words.take()
        target = words.enemy()
    reserve = words.peek() == "reserve"
    if reserve:
        words.take()
    words.done()
    if verb == "enter":
        return enter(piece, gate, y, legs, target, reserve)
    if not legs:
        raise Malformed(f"'{words.text}': a move has at least one leg; write one of: {LEXICON.usage()}")
    return move(piece, legs, target, reserve)


def _parse_legs(words: Words, rides: bool) -> list[int]:
    legs: list[int] = []
    count = 0
    while words.peek() in ("face", "advance", "column", "road", "line", "to"):
        count += 1
        if count > MOST_LEGS:
            raise Malformed(f"'{words.text}': more than {MOST_LEGS} legs")
        kind = words.take()
        if rides:
            if kind == "to":
                legs += [TO, words.yards(), words.yards()]
            elif kind == "road":
                name = words.take()
                if name not in ROAD:
                    raise UnknownName(f"'{words.text}': there is no road '{name}'; roads are: {', '.join(ROAD)}")
                legs += [BY_ROAD, ROAD[name], words.yards()]
            else:
                raise Malformed(f"'{words.text}': an HQ rides 'to X Y' or 'road ROAD ARC'")
        elif kind == "face":
            legs += [FACE, words.degrees()]
        elif kind == "advance":
            legs += [ADVANCE, words.degrees(), words.yards()]
        elif kind == "column":
            legs += [COLUMN_ON, words.turn_of_road()]
        elif kind == "line":
            legs += [COLUMN_OFF, words.degrees()]
        elif kind == "road":
            far = words.yards()
            turns: list[int] = []
            while words.peek()[:-1] in ROAD and words.peek():
                turns.append(words.turn_of_road())
            legs += [MARCH, far, len(turns), *turns]
        else:
            raise Malformed(f"'{words.text}': only an HQ goes 'to X Y'")
    if rides and not legs:
        raise Malformed(f"'{words.text}': a ride has at least one leg")
    return legs
