"""A game in words: what a view, an event or an option says, piece by piece, for whoever tells it."""

from __future__ import annotations

from collections.abc import Mapping

from senki.engine.clauses import Clause, Section
from senki.engine.events import Event
from senki.engine.forms import Choice, Note, Odds, OddsLine, OddsResult, Piece, Track, View
from senki.engine.game import Game
from senki.lab.words import say

FACES = "⚀⚁⚂⚃⚄⚅"
DICE_NOTE = "dice"
"""The note whose facts are a die for each side."""


def die(face: int) -> str:
    """A die as it lies, with its number."""
    return f"{FACES[face - 1]} {face}" if 1 <= face <= len(FACES) else str(face)


def choice_label(game: Game, choice: Choice, lang: str) -> str:
    """An option as a sentence."""
    return game.messages.say(f"option.{choice.verb}", choice.facts, lang)


def priced_label(game: Game, choice: Choice, lang: str) -> str:
    """An option as a sentence with its price, if it has one."""
    label = choice_label(game, choice, lang)
    return say("option.priced", lang, label=label, cost=choice.cost) if choice.cost else label


def note_text(game: Game, note: Note, lang: str) -> str:
    """A line of the status panel."""
    return game.messages.say(f"note.{note.key}", note.facts, lang)


def event_line(game: Game, event: Event, lang: str, known: Mapping[str, str]) -> str:
    """An event as a sentence with its clause."""
    return f"{game.tell(event, lang, known)} [{event.clause}]"


def dice_line(game: Game, view: View, lang: str) -> str:
    """The dice of the round, drawn, one for each side; empty if none lie on the table."""
    note = next((note for note in view.notes if note.key == DICE_NOTE), None)
    if note is None:
        return ""
    faces = [(side, note.facts[side.id]) for side in game.sides if side.id in note.facts]
    return "  ".join(f"{side.name[lang]} {die(int(face))}" for side, face in faces)


def other_notes(game: Game, view: View, lang: str) -> list[str]:
    """The notes of the status panel but for the dice."""
    return [note_text(game, note, lang) for note in view.notes if note.key != DICE_NOTE]


def track_title(game: Game, track: Track, lang: str) -> str:
    """What a track counts."""
    return game.messages.say(f"track.{track.id}", {}, lang)


def track_caption(game: Game, track: Track, lang: str) -> str:
    """What the space under the marker means, or what the goal of the track is."""
    if track.goal is not None and game.messages.has(f"track.{track.id}_goal"):
        return game.messages.say(f"track.{track.id}_goal", {"goal": track.goal}, lang)
    if track.captions and track.value in track.spaces:
        return game.name_of("date", track.captions[track.spaces.index(track.value)], lang)
    return ""


def boxes(game: Game, view: View, lang: str) -> list[tuple[str, list[str]]]:
    """The boxes beside the map with the pieces in them."""
    found: dict[str, list[str]] = {}
    for piece in view.pieces:
        if piece.box is not None:
            found.setdefault(piece.box, []).append(_in_box(game, piece, lang))
    return [(game.name_of("box", box, lang), pieces) for box, pieces in found.items()]


def _in_box(game: Game, piece: Piece, lang: str) -> str:
    name = game.piece_name(piece.id, lang)
    returns = piece.facts.get("returns")
    return say("box.returns", lang, piece=name, turn=returns) if returns else name


def markers(game: Game, piece: Piece, lang: str) -> list[str]:
    """What lies on a piece: the sign of each marker and its name."""
    found = [one for one in game.looks.markers if one.id in piece.markers]
    return [f"[{' '.join([*one.sign, one.name[lang]])}]" for one in found]


def standing(game: Game, piece: Piece, lang: str) -> str:
    """Where a piece stands, in words."""
    name = " ".join([game.piece_name(piece.id, lang), *markers(game, piece, lang)])
    if piece.place is None:
        return name
    place = game.place_name(piece.place, lang)
    if piece.toward is not None:
        return say("piece.attacks", lang, piece=name, place=place, origin=game.place_name(piece.toward, lang))
    return say("piece.stands", lang, piece=name, place=place)


def clauses_with(game: Game, search: str, lang: str) -> list[tuple[Section, list[Clause]]]:
    """The clauses that hold all words of a search, by chapter; all of them if there is no search."""
    wanted = search.lower().split()
    found = []
    for section in game.rulebook.sections:
        title = section.title[lang]
        some = [one for one in section.clauses if _holds(f"{one.number} {title} {one.text[lang]}".lower(), wanted)]
        if some:
            found.append((section, some))
    return found


def _holds(text: str, wanted: list[str]) -> bool:
    return all(word in text for word in wanted)


def seat_name(who: str, lang: str) -> str:
    """Who sits in a seat: a person or a machine player by its name."""
    return say("seat.human", lang) if who == "human" else say("seat.machine", lang, name=who)


def percent(chance: float) -> str:
    """A chance as a whole percentage."""
    return f"{round(chance * 100)} %"


def odds_sum(game: Game, odds: Odds, lang: str) -> str:
    """The figures of a fight that matter most, in one line."""
    return " · ".join(f"{game.messages.say(f'odds.{one.key}', one.facts, lang)} {one.amount}" for one in odds.sums)


def odds_results(game: Game, odds: Odds, lang: str) -> list[str]:
    """What may come of a fight, the likeliest first, then the chances beside it."""
    ordered = sorted(odds.results, key=lambda one: -one.chance)
    return [_odds_result(game, one, lang) for one in ordered + odds.also]


def odds_lines(game: Game, odds: Odds, lang: str) -> list[str]:
    """The whole reckoning of a fight: its sum, every line with its clause, the results, what is not possible."""
    told = [game.messages.say(f"odds.{odds.title.key}", odds.title.facts, lang), odds_sum(game, odds, lang)]
    told += [f"  {_odds_line(game, one, lang)}" for one in odds.lines]
    faces = [f"{die(one.face)} {game.messages.say(f'odds.{one.key}', one.facts, lang)}" for one in odds.faces]
    if faces:
        told.append("  " + "  ".join(faces))
    told += [f"  {line}" for line in odds_results(game, odds, lang)]
    told += [f"  × {_odds_line(game, one, lang)}" for one in odds.closed]
    return [line for line in told if line]


def _odds_line(game: Game, line: OddsLine, lang: str) -> str:
    said = game.messages.say(f"odds.{line.key}", line.facts, lang)
    clause = f" [{line.clause}]" if line.clause else ""
    return f"{said}{clause}  {line.amount}".rstrip()


def _odds_result(game: Game, result: OddsResult, lang: str) -> str:
    said = game.messages.say(f"odds.{result.key}", result.facts, lang)
    clause = f" [{result.clause}]" if result.clause else ""
    return f"{percent(result.chance):>5}  {said}{clause}"
