"""The map of any point-to-point board: a pure function from a drawing to SVG."""

from senki.workshop.document import credits_of, map_document
from senki.workshop.margin import draw_margin
from senki.workshop.sheet import LANGUAGES, CurvedName, Drawing, Road, Town
from senki.workshop.svg import Point, bowed, element, escape, layer, smooth, text
from senki.workshop.symbols import chevron, town_sign

CHEVRONS_AT = (0.3, 0.52, 0.74)
OTHER_NAME_BELOW = 17
USUAL_BOW = 0.04


def draw_graph_map(drawing: Drawing, lang: str, style: str) -> str:
    """The whole map as an SVG document with its style sheet inside."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    x, y, width, height = drawing.facts.sheet.box
    about = drawing.facts.about
    credit = credits_of(drawing.scenery.sources)
    return map_document(about, lang, (x, y, width, height), credit, style, _layers(drawing, lang))


def _layers(drawing: Drawing, lang: str) -> list[str]:
    """The layers of the sheet from bottom to top."""
    scenery, facts = drawing.scenery, drawing.facts
    tints = (element("path", class_=f"tint-{n}", d=data) for n, data in enumerate(scenery.tints, 1))
    strokes = (element("path", class_=f"hach-{name}", d=data) for name, data in scenery.hachures.items())
    return [
        layer("paper", *_paper(drawing)),
        layer("tints", *tints),
        layer("hachures", *strokes),
        layer("water", *_water(drawing)),
        layer("roads", *_roads(drawing)),
        layer("towns", *(_town(drawing, town, lang) for town in drawing.board.towns)),
        layer("names", *_land_names(drawing, lang), *(_town_name(drawing, town, lang) for town in drawing.board.towns)),
        layer("frame", *_frame(facts.sheet.frame)),
        layer("margin", *draw_margin(drawing, lang)),
    ]


def _paper(drawing: Drawing) -> list[str]:
    """The sheet and, lighter, the land inside the frame."""
    sheet = drawing.facts.sheet
    x, y, width, height = sheet.box
    return [element("rect", class_="sheet", x=x, y=y, width=width, height=height), _rect(sheet.frame, 8, "land")]


def _rect(frame: tuple[float, float, float, float], wider: float, ink: str) -> str:
    left, top, right, bottom = frame
    width, height = right - left + 2 * wider, bottom - top + 2 * wider
    return element("rect", class_=ink, x=left - wider, y=top - wider, width=width, height=height)


def _frame(frame: tuple[float, float, float, float]) -> list[str]:
    """A strong rule, a gap and a hairline."""
    return [_rect(frame, 8, "rule"), _rect(frame, 0, "hairline")]


def _water(drawing: Drawing) -> list[str]:
    """Creeks, tidal water with its lining, then rivers as a line on a lighter band."""
    water = drawing.scenery.water
    inks = [("creek", water.creeks), ("tide", water.tide), *(("lining", data) for data in water.lining)]
    inks += [("band", water.rivers), ("river", water.rivers)]
    return [element("path", class_=ink, d=data) for ink, data in inks if data]


def _roads(drawing: Drawing) -> list[str]:
    """All casings first, so that none cuts the line of another road."""
    curves = {road.id: _curve(drawing, road, n) for n, road in enumerate(drawing.board.roads)}
    cases = element("path", class_="case", d="".join(bowed(*curve) for curve in curves.values()))
    return [cases, *(_road(drawing, road, curves[road.id]) for road in drawing.board.roads)]


def _road(drawing: Drawing, road: Road, curve: tuple[Point, Point, Point]) -> str:
    """The line of a road, with arrow-heads where it is one way."""
    arrows = [chevron(_along(curve, t), _along(curve, t + 0.03)) for t in CHEVRONS_AT] if road.one_way else []
    line = element("path", class_="line", d=bowed(*curve))
    return element("g", line, *arrows, class_=f"road {drawing.facts.road_kind[road.kind].line}", data_road=road.id)


def _curve(drawing: Drawing, road: Road, n: int) -> tuple[Point, Point, Point]:
    """Start, control and end of a road: a small bow, to either hand in turn unless the facts say more."""
    places = {town.id: (town.x, town.y) for town in drawing.board.towns}
    (x0, y0), (x1, y1) = places[road.start], places[road.end]
    bow = drawing.facts.bow.get(road.id, USUAL_BOW if n % 2 else -USUAL_BOW)
    control = ((x0 + x1) / 2 - (y1 - y0) * bow, (y0 + y1) / 2 + (x1 - x0) * bow)
    return (x0, y0), control, (x1, y1)


def _along(curve: tuple[Point, Point, Point], t: float) -> Point:
    """The point of a quadratic curve at a share of its way."""
    (x0, y0), (x1, y1), (x2, y2) = curve
    before, here, after = (1 - t) ** 2, 2 * t * (1 - t), t**2
    return before * x0 + here * x1 + after * x2, before * y0 + here * y1 + after * y2


def _town(drawing: Drawing, town: Town, lang: str) -> str:
    """A town's sign, to be found by a client under its id."""
    look = drawing.facts.town_kind[town.kind]
    sign = town_sign(look, town.x, town.y, town.vp)
    return element(
        "g", sign, id=f"town-{town.id}", class_=f"town {look.ink}", data_place=town.id, aria_label=town.name[lang]
    )


def _town_name(drawing: Drawing, town: Town, lang: str) -> str:
    """The name in the chosen language and, small beneath it, in the other."""
    label = drawing.facts.label[town.id][lang]
    other = next(language for language in LANGUAGES if language != lang)
    x, y, anchor = town.x + label.dx, town.y + label.dy, label.anchor
    return element(
        "g",
        text(town.name[lang], x, y, class_="town-name halo", text_anchor=anchor),
        text(town.name[other], x, y + OTHER_NAME_BELOW, class_="other-name halo", text_anchor=anchor, lang=other),
        class_="name",
        data_name=town.id,
    )


def _land_names(drawing: Drawing, lang: str) -> list[str]:
    """Names of regions, ridges and water, beneath those of the towns."""
    facts = drawing.facts
    regions = [
        text(region.name[lang], *region.at, class_="region halo", font_size=region.size[lang])
        for region in facts.region
    ]
    ridges = [_curved(name, lang, "ridge", n) for n, name in enumerate(facts.ridge) if lang in name.name]
    courses = [_curved(name, lang, "course", n) for n, name in enumerate(facts.course) if lang in name.name]
    return regions + ridges + courses


def _curved(name: CurvedName, lang: str, ink: str, n: int) -> str:
    """A name centred on its curve."""
    curve = f"{ink}-{n}"
    words = element("textPath", escape(name.name[lang]), href=f"#{curve}", startOffset="50%")
    line = element("path", id=curve, d=smooth(name.curve), fill="none")
    return line + element("text", words, class_=f"{ink} halo", font_size=name.size[lang])
