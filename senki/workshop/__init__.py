"""Drawings of boards, for the command line and for the browser client."""

from importlib.resources import files

from senki.workshop.boards import Board, draw
from senki.workshop.checking import has_hex_map


def draw_map(game: str, lang: str = "en", theme: str = "light", sheet: str = "") -> str:
    """The map of a game as a standalone SVG document, in a language and a theme; of a hex map one sheet or all.

    The theme `page` leaves the inks as variables, for a page that carries the design tokens itself.
    """
    if not files("senki.games").joinpath(game, "scenery.toml").is_file():
        raise ValueError(f"no map to draw for {game!r}: its folder has no scenery.toml")
    if sheet and not has_hex_map(game):
        raise ValueError(f"the map of {game!r} has no sheets")
    return draw(Board(f"senki.games.{game}", "", sheet=sheet), lang, theme)
