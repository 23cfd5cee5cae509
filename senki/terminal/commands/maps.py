"""`senki map`: the map of a game as a drawing, held against the ground, or a map file validated."""

from __future__ import annotations

import argparse
from importlib.resources import files
from pathlib import Path
from typing import Any

from senki.engine.errors import SenkiError
from senki.engine.files import read_whole, write_whole
from senki.terminal.commands.arguments import Commands, add_json, add_language, path
from senki.terminal.commands.shown import say, show_json, tell
from senki.workshop.checking import check_map, drawing_of, has_hex_map

FORMS = {"metres_per_hex": ".0f", "turned": "+.1f", "rms": ".2f"}
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
    add_json(command)
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
    file = str(args.validate)
    found, problems = check_map(game, read_whole(args.validate))
    if found is not None and args.out is not None:
        from senki.workshop.hexmap import draw_hex_map
        from senki.workshop.theme import style

        write_whole(args.out, draw_hex_map(drawing_of(game, found, args.sheet), args.lang, style(args.theme)).encode())
    if args.json:
        listed = [
            {"line": one.line, "column": one.column, "key": one.key, "text": one.say(args.lang)} for one in problems
        ]
        show_json({"file": file, "hexes": found.size if found is not None else None, "problems": listed})
        return 1 if found is None else 0
    for problem in problems:
        tell(f"{file}:{problem.line}:{problem.column}: {problem.say(args.lang)}")
    if found is None:
        return 1
    tell(say("map.well", args.lang, file=file, hexes=found.size))
    return 0


def check(args: argparse.Namespace, game: str) -> int:
    """The fit of the grid to its anchors, the lines and places that stray, and a drawing with the ground over it."""
    from senki.workshop.fit import compare, fit_anchors, overlay, read_geojson, rms
    from senki.workshop.hexmap import draw_hex_map
    from senki.workshop.theme import style

    drawing = drawing_of(game)
    fit, residuals = fit_anchors(drawing.map)
    where = ground_of(game, args.geo)
    features = read_geojson(where[1], where[0]) if where else []
    strays = sorted(compare(drawing, fit, features), key=lambda stray: -stray.most)
    if args.out is not None:
        over = overlay(drawing, fit, residuals, features)
        write_whole(args.out, draw_hex_map(drawing, args.lang, style(args.theme), over).encode())
    found = {
        "metres_per_hex": fit.metres_per_hex,
        "turned": fit.rotation,
        "rms": rms(residuals),
        "anchors": [
            {"hex": drawing.map.names[one.hex], "hexes": one.hexes, "note": one.note}
            for one in sorted(residuals, key=lambda one: -one.hexes)
        ],
        "strays": [{"name": stray.name, "mean": stray.mean, "most": stray.most} for stray in strays],
    }
    if args.json:
        show_json(found)
    else:
        tell_fit(found, args.lang)
    return 0


def tell_fit(found: dict[str, Any], lang: str) -> None:
    """How a map fits the ground, in lines."""
    tell(say("map.fit", lang, **{name: f"{found[name]:{form}}" for name, form in FORMS.items()}))
    for anchor in found["anchors"]:
        tell(f"  {anchor['hex']}  {anchor['hexes']:.2f}  {anchor['note']}")
    if found["strays"]:
        tell(say("map.strays", lang))
    for stray in found["strays"]:
        tell(f"  {stray['mean']:.2f}  {stray['most']:.2f}  {stray['name']}")


def ground_of(game: str, given: Path | None) -> tuple[str, bytes] | None:
    """The ground to check against: the file that was given, or the one that ships with the game."""
    if given is not None:
        return str(given), read_whole(given)
    shipped = files("senki.games").joinpath(game, GROUND)
    return (f"{game}/{GROUND}", shipped.read_bytes()) if has_hex_map(game) and shipped.is_file() else None
