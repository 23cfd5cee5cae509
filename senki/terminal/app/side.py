"""The texts beside and under the map: status, rulebook, key bar, prompt. Pure: a view and a language in, text out."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from senki.engine.clauses import Clause
from senki.engine.forms import Track, View
from senki.engine.game import Game
from senki.lab.telling import (
    DICE_NOTE,
    boxes,
    clauses_with,
    dice_line,
    die,
    other_notes,
    percent,
    seat_name,
    track_caption,
    track_title,
)
from senki.terminal.app.colours import EDGE, FACE, INK_3, REACH, SELECT
from senki.terminal.words import say

LONG_TRACK = 20
"""Longer tracks are told, not drawn."""
BAR = 16
"""Cells of a progress bar."""
PANES = ("options", "log", "rules", "help")
KEYS_IN_PLAY = (("Enter", "choose"), ("Esc", "back"), ("P", "pass"), ("U", "undo"), ("H", "hint"), ("W", "write"))
KEYS_AT_THE_END = (("←→", "replay"), ("E", "result"), ("N", "again"))
KEYS_AT_ANY_TIME = (
    ("Q", "quit"), ("?", "help"), ("G", "language"), ("S", "save"), ("L", "load"), ("R", "rules"), ("V", "log"),
    ("M", "overlay"),
)  # fmt: skip
PANE_KEYS = {"options": "O", "log": "V", "rules": "R", "help": "?"}


@dataclass
class Thinking:
    """A side that thinks: how far it has come and its chance to win, if it says so."""

    side: str
    share: float = 0.0
    chance: float | None = None


def status(
    game: Game, view: View, seats: dict[str, str], rolled: list[int], thinking: Thinking | None, lang: str, short: bool
) -> Text:
    """Tracks, seats, dice, notes and boxes."""
    text = Text()
    for track in view.tracks:
        brief = short or len(track.spaces) > LONG_TRACK
        text.append_text(_track_in_short(game, track, lang) if brief else _track(game, track, lang))
    for side in game.sides:
        marker = "▸ " if view.actor == side.id else "  "
        text.append(marker, SELECT)
        text.append(f" {side.name[lang]} ", f"bold #ffffff on {FACE.get(side.colour, FACE['white'])}")
        if thinking is not None and thinking.side == side.id:
            text.append(f" {progress_bar(thinking.share)}\n", SELECT)
        else:
            text.append(f" {seat_name(seats[side.id], lang)}\n", EDGE.get(side.colour, ""))
    text.append(f"{say('dice.title', lang)}  ", INK_3)
    text.append(_dice(game, view, rolled, lang) + "\n", "bold")
    for note in other_notes(game, view, lang):
        text.append(note + "\n")
    for box, pieces in boxes(game, view, lang):
        text.append(f"{box}  ", INK_3)
        text.append("  ".join(pieces) + "\n")
    text.rstrip()
    return text


def without_dice(view: View) -> View:
    """The same view with no dice on the table, while they roll."""
    return replace(view, notes=[note for note in view.notes if note.key != DICE_NOTE])


def _dice(game: Game, view: View, rolled: list[int], lang: str) -> str:
    """The dice of the round and, if other dice have fallen since, those."""
    of_round = dice_line(game, view, lang)
    last = "  ".join(die(face) for face in rolled)
    told = "  ".join(die(int(face)) for note in view.notes if note.key == DICE_NOTE for face in note.facts.values())
    if not of_round:
        return last or "–"
    return of_round if not last or sorted(last.split()) == sorted(told.split()) else f"{of_round}  · {last}"


def _track(game: Game, track: Track, lang: str) -> Text:
    text = Text()
    text.append(track_title(game, track, lang), "bold")
    caption = track_caption(game, track, lang)
    if caption:
        text.append(f"  {caption}", INK_3)
    text.append("\n")
    for space in track.spaces:
        here, won = space == track.value, track.goal is not None and space >= track.goal
        mark = f"[{space}]" if here else f" {space}★" if space == track.goal else f" {space} "
        text.append(mark, f"bold #2b2000 on {SELECT}" if here else REACH if won else INK_3)
    text.append("\n")
    return text


def _track_in_short(game: Game, track: Track, lang: str) -> Text:
    text = Text()
    text.append(f"{track_title(game, track, lang)} ", INK_3)
    text.append(f"{track.value}/{track.spaces[-1]}", "bold")
    text.append(f"  ★{track.goal}\n" if track.goal is not None else f"  {track_caption(game, track, lang)}\n", INK_3)
    return text


def progress_bar(share: float) -> str:
    """A bar with its percentage."""
    full = round(max(0.0, min(1.0, share)) * BAR)
    return "▰" * full + "▱" * (BAR - full) + f" {percent(share)}"


def pane_bar(shown: str, with_options: bool, lang: str) -> Text:
    """The names of the panes; each can be clicked."""
    text = Text()
    for pane in PANES:
        if pane != "options" or with_options:
            click = Style.from_meta({"@click": f"app.pane('{pane}')"})
            look = Style.parse(f"bold #101417 on {REACH}") if pane == shown else click
            text.append(f"{PANE_KEYS[pane]} {say(f'pane.{pane}', lang)}", look)
            text.append(" ")
    return text


def rulebook(game: Game, search: str, lang: str) -> Text:
    """The clauses that hold all words of a search, with their provenance; all of them if there is no search."""
    text = Text()
    for section, found in clauses_with(game, search, lang):
        text.append(f"{section.title[lang]}\n\n", f"bold {SELECT}")
        for clause in found:
            text.append_text(_clause(clause, lang))
    if not text:
        text.append(say("rules.nothing", lang, words=search))
    for word in search.lower().split():
        text.highlight_words([word], f"underline {REACH}", case_sensitive=False)
    return text


def _clause(clause: Clause, lang: str) -> Text:
    text = Text()
    text.append(clause.number, f"bold {REACH}")
    tags = " · ".join(say(f"rules.tag.{tag}", lang) for tag in [*clause.provenance, *(["note"] * clause.note)])
    text.append(f"  {tags}\n", INK_3)
    text.append(f"{clause.text[lang]}\n")
    if clause.reason:
        text.append(say("rules.reason", lang, why=clause.reason[lang]) + "\n", INK_3)
    text.append("\n")
    return text


def key_bar(over: bool, width: int, lang: str) -> Text:
    """The keys that do something now, as many as fit."""
    text = Text()
    for key, word in (KEYS_AT_THE_END if over else KEYS_IN_PLAY) + KEYS_AT_ANY_TIME:
        entry = f" {key} {say(f'key.{word}', lang)} "
        if cell_len(text.plain) + cell_len(entry) > width:
            break
        text.append(f" {key} ", f"bold {SELECT}")
        text.append(f"{say(f'key.{word}', lang)} ", INK_3)
    return text
