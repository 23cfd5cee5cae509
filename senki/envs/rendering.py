"""A position in words, as a side or a spectator may see it: what the environments render."""

from __future__ import annotations

from senki.engine.forms import Piece, View
from senki.engine.game import Game
from senki.engine.position import Position


def in_words(game: Game, p: Position, side: int, lang: str = "en") -> str:
    """Title, turn and tracks, the notes, every side's pieces by where they are, and what is awaited."""
    view = game.view(p, side)
    lines = [f"{game.title[lang]}: {view.turn}", tracks_line(game, view, lang)]
    lines += [game.messages.say(f"note.{note.key}", note.facts, lang) for note in view.notes]
    for card in game.sides:
        lines.append(f"{card.name[lang]}:")
        lines += places_lines(game, [piece for piece in view.pieces if piece.side == card.id], lang)
    lines.append(game.prompt(view, lang))
    return "\n".join(line for line in lines if line)


def tracks_line(game: Game, view: View, lang: str) -> str:
    """The tracks in one line."""
    return ", ".join(f"{game.messages.say(f'track.{track.id}', {}, lang)} {track.value}" for track in view.tracks)


def places_lines(game: Game, pieces: list[Piece], lang: str) -> list[str]:
    """The pieces of a side, one line for each place or box."""
    found: dict[str, list[str]] = {}
    for piece in pieces:
        name = game.name_of("piece", piece.id, lang)
        found.setdefault(where(game, piece, lang), []).append(name)
    return [f"  {place}: {', '.join(names)}" for place, names in found.items()]


def where(game: Game, piece: Piece, lang: str) -> str:
    """Where a piece stands: a place, a pose on a plane, or a box."""
    if piece.place is not None:
        return game.name_of("place", piece.place, lang)
    if piece.pose:
        x, y, facing = piece.pose
        return f"{x:.0f} {y:.0f}, {facing:.0f}°"
    return game.name_of("box", piece.box, lang) if piece.box else "?"
