"""A position in words alone: what a side sees and may choose, for language models and for ears.

Everything is made from a view, so it holds no more than its side may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from senki.engine.clauses import Objection
from senki.engine.forms import Aim, Choice, Piece, View
from senki.engine.game import Game
from senki.lab.telling import markers, note_text, priced_label, track_caption, track_title
from senki.lab.words import say

MOST_OPTIONS = 40
"""A longer list of options is folded."""
MOST_GROUPS = 20
MOST_RUNS = 5
MOST_IN_A_BOX = 12
MOST_PLACES = 24
"""Places at which a sign is listed."""
SHOWN_ALREADY = ("place", "state", "symbol")
"""Columns of the forces that are told in another way."""

Numbered = tuple[int, Choice]


def describe(game: Game, view: View, lang: str) -> str:
    """All of a view: the status, the board by side and place, what is awaited, and numbered options."""
    parts = [status(game, view, lang), board(game, view, lang), asked(game, view, lang)]
    return "\n\n".join(part for part in parts if part)


def status(game: Game, view: View, lang: str) -> str:
    """Who reads this, the tracks and the notes."""
    side = game.name_of("side", view.side, lang) if view.side is not None else ""
    lines = [say("prose.yours" if side else "prose.watching", lang, game=game.title[lang], side=side)]
    for track in view.tracks:
        caption = track_caption(game, track, lang)
        facts = {"title": track_title(game, track, lang), "value": track.value, "last": track.spaces[-1]}
        lines.append(say("prose.track_noted" if caption else "prose.track", lang, caption=caption, **facts))
    lines += [note_text(game, note, lang) for note in view.notes]
    return "\n".join(lines)


def board(game: Game, view: View, lang: str) -> str:
    """Where every piece stands, side by side and place by place, and what lies on the map beside them."""
    lines = [say("prose.poses", lang)] if any(piece.pose for piece in view.pieces) else []
    for side in game.sides:
        pieces = [piece for piece in view.pieces if piece.side == side.id]
        lines.append(say("prose.own_forces" if side.id == view.side else "prose.forces", lang, side=side.name[lang]))
        lines += _forces(game, pieces, lang) or [say("prose.none", lang)]
    return "\n".join(lines + _signs(game, view, lang))


def asked(game: Game, view: View, lang: str) -> str:
    """What the position waits for, what has still to be done, and the options."""
    clause = view.prompt.facts.get("clause")
    lines = [say("prose.asked", lang, prompt=game.prompt(view, lang) + (f" [{clause}]" if clause else ""))]
    for duty in view.duties:
        sentence = game.explain(Objection(duty.clause, duty.facts, duty.key), lang)
        lines.append(say("prose.duty", lang, duty=sentence))
    if view.proposal:
        lines.append(say("prose.proposal", lang, moves="; ".join(choice.text for choice in view.proposal)))
    if view.choices:
        lines += ["", *options(game, view, lang)]
    return "\n".join(lines)


def options(game: Game, view: View, lang: str, about: str = "", first: int = 1, folds: bool = True) -> list[str]:
    """The numbered options whose words hold all those asked about, from a number on; a long list folds or goes on."""
    words = about.lower().split()
    found = [
        (number, choice)
        for number, choice in enumerate(view.choices, 1)
        if number >= first and (not words or _speaks_of(game, choice, words, lang))
    ]
    if not found:
        return [say("prose.nothing_about", lang, about=about or f"{first} …", count=len(view.choices))]
    lines = [say("prose.options", lang, count=len(found))]
    if view.free is not None:
        lines.append(say("prose.sample", lang))
    if len(found) <= MOST_OPTIONS:
        return lines + [_option(game, one, lang) for one in found]
    if folds:
        return lines + _folded(game, found, lang)
    lines += [_option(game, one, lang) for one in found[:MOST_OPTIONS]]
    return [*lines, say("prose.rest", lang, count=len(found) - MOST_OPTIONS, number=found[MOST_OPTIONS][0])]


def legend(game: Game, lang: str) -> str:
    """What the figures printed on counters mean, symbol by symbol."""
    lines = []
    for figures in game.reference(lang).figures:
        kinds = figures.symbols
        named = [say("prose.others", lang) if one == "*" else game.name_of("symbol", one, lang) for one in kinds]
        values = " - ".join(figures.values) or figures.text
        lines.append(say("prose.figures", lang, symbols=_listed(named, lang), values=values))
    return "\n".join(lines)


def aims_text(game: Game, aims: list[Aim], lang: str) -> str:
    """What wins for whom, and what is still missing."""
    lines = [say("prose.aims", lang)]
    for aim in aims:
        said = game.messages.say(f"aim.{aim.key}", aim.facts, lang) + (f" [{aim.clause}]" if aim.clause else "")
        key = "prose.aim_met" if aim.met else "prose.aim"
        lines.append(say(key, lang, side=game.name_of("side", aim.side, lang), aim=said))
    return "\n".join(lines) if aims else ""


def _forces(game: Game, pieces: list[Piece], lang: str) -> list[str]:
    """The pieces of a side: those on the map by place, then those in boxes."""
    kinds = len({piece.symbol for piece in pieces}) > 1
    lines: list[str] = []
    for piece in pieces:
        if piece.pose:
            x, y, facing = (f"{number:g}" for number in piece.pose)
            told = _piece(game, piece, kinds, lang)
            lines.append(say("prose.pose", lang, piece=told, x=x, y=y, facing=facing))
    placed = [piece for piece in pieces if piece.place is not None]
    for (place, toward), there in _gathered(placed):
        name = place_called(game, place, lang)
        if toward:
            name = say("prose.attacking", lang, place=name, origin=place_called(game, toward, lang))
        told = _listed([_piece(game, piece, kinds, lang) for piece in there], lang)
        lines.append(say("prose.at", lang, place=name, pieces=told))
    boxed = sorted((piece for piece in pieces if piece.box is not None), key=lambda piece: piece.box or "")
    for box, inside in groupby(boxed, lambda piece: piece.box or ""):
        told = _some([_piece(game, piece, kinds, lang) for piece in inside], MOST_IN_A_BOX, lang)
        lines.append(say("prose.at", lang, place=game.name_of("box", box, lang), pieces=told))
    return lines


def _gathered(pieces: list[Piece]) -> list[tuple[tuple[str, str], list[Piece]]]:
    """Pieces by the place they stand at, and where they came from."""
    found: dict[tuple[str, str], list[Piece]] = {}
    for piece in pieces:
        found.setdefault((piece.place or "", piece.toward or ""), []).append(piece)
    return list(found.items())


def _piece(game: Game, piece: Piece, with_symbol: bool, lang: str) -> str:
    """A piece: its name, what it is, its figures, its state and what lies on it."""
    words = [called(piece.id, game.piece_name(piece.id, lang), lang)]
    if with_symbol:
        words.append(game.name_of("symbol", piece.symbol, lang))
    if piece.values:
        words.append("-".join(piece.values))
    else:
        columns = [one for one in game.looks.columns if one not in SHOWN_ALREADY and one in piece.facts]
        words += [f"{game.messages.say(f'column.{one}', {}, lang)} {_fact(game, piece, one, lang)}" for one in columns]
    marked = markers(game, piece, lang)
    signs = " ".join(marked)
    state = game.name_of("state", piece.state, lang)
    if piece.state != "normal" and state not in signs:
        words.append(f"[{state}]")
    return " ".join([*words, signs]).strip()


def _fact(game: Game, piece: Piece, column: str, lang: str) -> str:
    return game.name_of(column, str(piece.facts[column]), lang)


def _signs(game: Game, view: View, lang: str) -> list[str]:
    """What lies on places and between them, kind by kind."""
    lines: list[str] = []
    marks = sorted(view.marks, key=lambda mark: mark.kind)
    for kind, lying in groupby(marks, lambda mark: mark.kind):
        places = [
            say("prose.link", lang, place=one.place, across=one.toward) if one.toward else one.place for one in lying
        ]
        told = _some(places, MOST_PLACES, lang)
        lines.append(say("prose.at", lang, place=game.name_of("mark", kind, lang), pieces=told))
    return [say("prose.signs", lang), *lines] if lines else []


def _some(told: list[str], most: int, lang: str) -> str:
    """A list, cut short with a count of the rest."""
    if len(told) <= most:
        return _listed(told, lang)
    return say("prose.more", lang, shown=_listed(told[:most], lang), count=len(told) - most)


def _listed(told: list[str], lang: str) -> str:
    return say("prose.comma", lang).join(told)


def _option(game: Game, one: Numbered, lang: str) -> str:
    number, choice = one
    label = priced_label(game, choice, lang)
    return say("prose.option", lang, number=number, notation=choice.text, label=label)


def _folded(game: Game, found: list[Numbered], lang: str) -> list[str]:
    """Many options by what they speak of: how many, their numbers, and one of them."""
    lines: list[str] = []
    for subject, some in _fold(game, found, lang).items():
        if len(some) == 1:
            lines.append(_option(game, some[0], lang))
            continue
        numbers = ranges([number for number, _ in some])
        example = some[0][1].text
        lines.append(say("prose.folded", lang, what=subject, count=len(some), numbers=numbers, example=example))
    return [*lines, say("prose.unfold", lang)]


def _fold(game: Game, found: list[Numbered], lang: str) -> dict[str, list[Numbered]]:
    """Options by verb and piece, or if that is too fine by piece, or by verb."""
    groups: dict[str, list[Numbered]] = {}
    for fineness in (_verb_and_piece, _piece_or_verb, _verb):
        groups = {}
        for number, choice in found:
            groups.setdefault(fineness(game, choice, lang), []).append((number, choice))
        if len(groups) <= MOST_GROUPS:
            break
    return groups


def _verb_and_piece(game: Game, choice: Choice, lang: str) -> str:
    verb = _verb(game, choice, lang)
    return say("prose.verb_of", lang, verb=verb, piece=_piece_or_verb(game, choice, lang)) if choice.piece else verb


def _piece_or_verb(game: Game, choice: Choice, lang: str) -> str:
    if not choice.piece:
        return _verb(game, choice, lang)
    return called(choice.piece, game.piece_name(choice.piece, lang), lang)


def _verb(game: Game, choice: Choice, lang: str) -> str:
    return game.name_of("verb", choice.verb, lang)


def _speaks_of(game: Game, choice: Choice, words: list[str], lang: str) -> bool:
    """Do an option's notation, sentence and names hold all these words?"""
    names = [choice.text, priced_label(game, choice, lang), choice.piece or "", choice.place or ""]
    if choice.piece:
        names.append(game.piece_name(choice.piece, lang))
    if choice.place and "," not in choice.place:
        names.append(game.place_name(choice.place, lang))
    whole = " ".join(names).lower()
    return all(word in whole for word in words)


def place_called(game: Game, place: str, lang: str) -> str:
    """A place by its name and its id."""
    return called(place, game.place_name(place, lang), lang)


def called(name_id: str, name: str, lang: str) -> str:
    """A name with the id under which notations know it, unless the one gives the other away."""
    plain = name.lower().replace(" ", "_").replace("-", "_")
    return name if name_id in name or name_id == plain else say("prose.named", lang, name=name, id=name_id)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in ascending order with runs joined, 1–4, 7; of many runs the least and the greatest, 2 … 104."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    if len(runs) > MOST_RUNS:
        return f"{runs[0][0]} … {runs[-1][1]}"
    return ", ".join(f"{first}–{last}" if last > first else str(first) for first, last in runs)
