"""Signs that stand both on the map and in its legend: towns and roads."""

import math

from senki.workshop.sheet import TownLook
from senki.workshop.svg import Point, element, polyline, text

MINUS = "\N{MINUS SIGN}"


def town_sign(look: TownLook, x: float, y: float, worth: int) -> str:
    """The sign of a town, with its halo and what stands inside."""
    return _outline(look, x, y, "mark-halo") + _outline(look, x, y, "mark") + _inside(look, x, y, worth)


def _outline(look: TownLook, x: float, y: float, ink: str) -> str:
    if look.shape == "circle":
        return element("circle", class_=ink, cx=x, cy=y, r=look.radius)
    # A little higher than its centre, so that the triangle sits on the place with its weight and not with its box.
    half = look.radius * 1.1
    corners = [(x, y - look.radius * 1.1), (x + half, y + look.radius * 0.76), (x - half, y + look.radius * 0.76)]
    return element("path", class_=ink, d=polyline(corners, closed=True))


def _inside(look: TownLook, x: float, y: float, worth: int) -> str:
    if look.inside == "dot":
        return element("circle", class_="dot", cx=x, cy=y, r=3)
    if look.inside == "worth":
        return text(signed(worth), x, y + 6, class_="worth")
    return ""


def signed(worth: int) -> str:
    """A value as it is printed in a town: +1, −1."""
    return f"+{worth}" if worth > 0 else f"{MINUS}{-worth}"


def chevron(at: Point, towards: Point) -> str:
    """An open arrow-head on a one-way road, on its own casing."""
    turn = math.degrees(math.atan2(towards[1] - at[1], towards[0] - at[0]))
    head = polyline([(-7, -7.5), (6, 0), (-7, 7.5)])
    place = f"translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.1f})"
    strokes = (element("path", class_=ink, d=head) for ink in ("chevron-case", "chevron"))
    return element("g", *strokes, transform=place)
