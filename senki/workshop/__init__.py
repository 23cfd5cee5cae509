"""Drawings of boards, for the command line and for the browser client."""

from importlib.resources import files

from senki.workshop.graphmap import draw_graph_map
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexsheet import read_hex_drawing
from senki.workshop.planemap import draw_plane_map
from senki.workshop.sheet import read_drawing
from senki.workshop.theme import style


def draw_map(game: str, lang: str = "en", theme: str = "light", sheet: str = "") -> str:
    """The map of a game as a standalone SVG document, in a language and a theme; of a hex map one sheet or all.

    The theme `page` leaves the inks as variables, for a page that carries the design tokens itself.
    """
    folder = files("senki.games").joinpath(game)
    if not folder.joinpath("scenery.toml").is_file():
        raise ValueError(f"no map to draw for {game!r}: its folder has no scenery.toml")
    if folder.joinpath("map.hexes").is_file():
        return draw_hex_map(read_hex_drawing(folder, sheet=sheet), lang, style(theme))
    if folder.joinpath("field.json").is_file():
        return draw_plane_map(folder, lang, theme)
    return draw_graph_map(read_drawing(folder), lang, style(theme))
