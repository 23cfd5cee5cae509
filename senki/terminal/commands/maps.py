"""`senki map`: the map of a game as a drawing, held against the ground, or a map file validated."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path

from senki.engine.errors import SenkiError
from senki.engine.files import read_whole, write_whole
from senki.terminal.commands.arguments import Commands, add_language, path
from senki.terminal.commands.shown import tell
from senki.workshop.checking import check_map, drawing_of, has_hex_map

GROUND = "ground.geojson"
"""The geography that ships with a game, to check its map against."""


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser("map", help="draw, check or validate the map of a game", allow_abbrev=False)
    command.add_argument("game", metavar="GAME", nargs="?", help="the game whose map it is")
    command.add_argument("--game", metavar="GAME", dest="words_of", help="the game whose words --validate goes by")
    command.add_argument("--out", metavar="FILE.svg", type=path, help="the drawing to write")
    command.add_argument("--theme", choices=("light", "dark"), default="light", help="colours (default: light)")
    command.add_argument("--sheet", metavar="SHEET", default="", help="the one sheet of a hex map to draw")
    command.add_argument("--check", action="store_true", help="fit a hex map to its anchors and say how well it fits")
    command.add_argument("--geo", metavar="FILE.geojson", type=path, help="the ground to check against and draw over")
    command.add_argument("--validate", metavar="FILE", type=path, help="say what is wrong with a hex map file")
    add_language(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what was asked: validate, check, or draw."""
    game = args.game or args.words_of
    if not game:
        raise SenkiError("say which game's map: senki map shiloh --out shiloh.svg")
    if args.out is not None and args.out.suffix != ".svg":
        raise SenkiError(f"{args.out}: the name of a map ends in .svg")
    if args.validate is not None:
        return validate(args, game)
    if args.check:
        return check(args, game)
    if args.out is None:
        raise SenkiError("say where the drawing goes: --out FILE.svg")
    return draw(args, game)


def draw(args: argparse.Namespace, game: str) -> int:
    """Write the map."""
    from senki.workshop import draw_map

    try:
        drawing = draw_map(game, lang=args.lang, theme=args.theme, sheet=args.sheet)
    except ValueError as wrong:
        raise SenkiError(str(wrong)) from None
    write_whole(args.out, drawing.encode())
    return 0


def validate(args: argparse.Namespace, game: str) -> int:
    """Every problem of a map file by line and column; with --out the drawing of a map that has none."""
    found, problems = check_map(game, read_whole(args.validate))
    for problem in problems:
        tell(f"{args.validate}:{problem.line}:{problem.column}: {problem.say(args.lang)}")
    if found is None:
        return 1
    if args.out is not None:
        from senki.workshop.hexmap import draw_hex_map
        from senki.workshop.theme import style

        write_whole(args.out, draw_hex_map(drawing_of(game, found, args.sheet), args.lang, style(args.theme)).encode())
    tell(f"{args.validate}: {found.size} hexes, nothing wrong")
    return 0


def check(args: argparse.Namespace, game: str) -> int:
    """The fit of the grid to its anchors, the lines and places that stray, and a drawing with the ground over it."""
    from senki.workshop.fit import compare, fit_anchors, overlay, read_geojson, rms
    from senki.workshop.hexmap import draw_hex_map
    from senki.workshop.theme import style

    drawing = drawing_of(game)
    fit, residuals = fit_anchors(drawing.map)
    tell(f"{fit.metres_per_hex:.0f} m per hex, grid turned {fit.rotation:+.1f} degrees, rms {rms(residuals):.2f} hexes")
    for one in sorted(residuals, key=lambda one: -one.hexes):
        tell(f"  {drawing.map.names[one.hex]}  {one.hexes:.2f}  {one.note}")
    where = ground_of(game, args.geo)
    features = read_geojson(where[1], where[0]) if where else []
    strays = compare(drawing, fit, features)
    if strays:
        tell("same name on the map and on the ground: mean and greatest distance in hexes")
        for stray in sorted(strays, key=lambda stray: -stray.most):
            tell(f"  {stray.mean:.2f}  {stray.most:.2f}  {stray.name}")
    if args.out is not None:
        over = overlay(drawing, fit, residuals, features)
        write_whole(args.out, draw_hex_map(drawing, args.lang, style(args.theme), over).encode())
    return 0


def ground_of(game: str, given: Path | None) -> tuple[str, bytes] | None:
    """The ground to check against: the file that was given, or the one that ships with the game."""
    if given is not None:
        return str(given), read_whole(given)
    shipped = files("senki.games").joinpath(game, GROUND)
    return (f"{game}/{GROUND}", shipped.read_bytes()) if has_hex_map(game) and shipped.is_file() else None
