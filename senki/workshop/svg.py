"""The few primitives of SVG that the drawings are made of: numbers, elements and paths."""

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape as escape_html

Attribute = str | float | None
Point = tuple[float, float]

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(words: str) -> str:
    """Words as XML writes them; characters that no XML document can hold are left out, or none of it could be read."""
    return escape_html(NOT_XML.sub("", words))


def number(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def element(name: str, *children: str, **attributes: Attribute) -> str:
    """An element; attributes that are None are left out, `class_` stands for class, `data_road` for data-road."""
    opening = name + "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    return f"<{opening}>{''.join(children)}</{name}>" if children else f"<{opening}/>"


def _attribute(key: str, value: str | float) -> str:
    text = value if isinstance(value, str) else number(value)
    return f' {key.rstrip("_").replace("_", "-")}="{escape(text)}"'


def inked(key: str, data: str, *inks: str) -> str:
    """One path in several inks, one upon the other; its data stand once, under a key of their own."""
    if len(inks) == 1:
        return element("path", class_=inks[0], d=data)
    uses = (element("use", href=f"#{key}", class_=ink) for ink in inks)
    return element("defs", element("path", id=key, d=data)) + "".join(uses)


def layer(name: str, *children: str) -> str:
    """A group that holds one layer of the drawing, on lines of its own."""
    return element(
        "g", "\n", *(child + "\n" for child in children if child), id=f"layer-{name}", class_=f"layer {name}"
    )


def text(words: str, x: float, y: float, **attributes: Attribute) -> str:
    """A line of text with its baseline at a point."""
    return element("text", escape(words), x=x, y=y, **attributes)


def polyline(points: Iterable[Point], closed: bool = False) -> str:
    """Path data of straight lines through the points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point], skip: Collection[int] = ()) -> str:
    """Path data of a curve through the points (Catmull-Rom as cubic Béziers), with some of its stretches left out."""
    padded = [points[0], *points, points[-1]]
    data, drawing = "", False
    for n, (before, start, end, after) in enumerate(zip(padded, padded[1:], padded[2:], padded[3:], strict=False)):
        if n in skip:
            drawing = False
            continue
        if not drawing:
            data += f"M{number(start[0])} {number(start[1])}"
            drawing = True
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (first, second, end))
    return data


def bowed(start: Point, control: Point, end: Point) -> str:
    """Path data of a quadratic curve."""
    return polyline([start]) + "Q" + " ".join(f"{number(x)} {number(y)}" for x, y in (control, end))
