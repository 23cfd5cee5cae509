"""The signs of a hex map: what stands in a hex, drawn in ink on paper about a middle."""

from __future__ import annotations

from senki.workshop.svg import element

DISC = "M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z"
ANCHOR = (
    "M-.8-2.6a2 2 0 1 1 1.6 0v1.2h2.2v1.5h-2.2v4.3q2.5-.3 3.2-2.8l-1.1.3 1.7-2.9 1.6 2.8-.9-.1q-.9 4-4.5 4.3"
    "t-4.5-4.3l-.9.1 1.6-2.8 1.7 2.9-1.1-.3q.7 2.5 3.2 2.8v-4.3h-2.2v-1.5h2.2z"
)
SIGNS = {
    "church": ("M-5.5 8v-8l5.5-5 5.5 5v8zM0-5v-8M-3.2-10h6.4", ""),
    "landing": ("M-9 3h18l-3 5h-12zM-1 3v-11l7 8z", ""),
    "camp": ("M-9 6.5l6-12 6 12zM-1 1.6l3.6-7.1 6 12h-5.6", ""),
    "flag": ("M-5 9v-18h11l-3 3.5 3 3.5h-11", ""),
    "village": ("M-3.3 0a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0-6.6 0z", ""),
    "town": ("M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0z", ""),
    "city": ("M-6.6-6.6h13.2v13.2h-13.2z", "M-2.7-2.7h5.4v5.4h-5.4z"),
    "station": ("M-7 5.4v-7.2l7-4.8 7 4.8v7.2z", "M-2 5.4v-4.4h4v4.4z"),
    "port": (DISC, ANCHOR),
    "airfield": (
        DISC,
        "M0-7.2q1 .4 1 2.6v1.6l6 3.6v1.7l-6-1.9-.4 3.4 1.9 1.5v1.2l-2.5-.7-2.5.7v-1.2l1.9-1.5-.4-3.4-6 1.9v-1.7l6-3.6"
        "v-1.6q0-2.2 1-2.6z",
    ),
    "large_port": (DISC, ANCHOR),
    "beachhead": ("M-7 .5h14l-2.6 4.6h-9zM-4.6 .5v-4.4h4.4l3.8 4.4", ""),
    "ferry": (DISC, "M-6.4 1.6h12.8l-2.3 3.4h-8.2zM-3.8.4v-3h6.6v3zM-1.6-3.8v-2.6h2.2v2.6z"),
    "summit": ("M-5.4 4.4l5.4-9 5.4 9z", ""),
    "fort": ("M-6-6h3v2.4h1.8v-2.4h2.4v2.4h1.8v-2.4h3v12h-12z", "M-1.8 6v-3.6h3.6v3.6z"),
}
"""Outline on paper, and what is inked within it."""
DARK = ("large_port",)
"""The signs that are filled with ink, with paper inside."""
CENTRED = ("village", "town", "city", "station")
"""The signs that stand in the middle of the hex, on its roads."""


def signs() -> str:
    """The shapes of the signs, to be inked wherever they stand."""
    found = []
    for look, (outline, inside) in SIGNS.items():
        found.append(element("path", id=f"sign-{look}", d=outline))
        if inside:
            found.append(element("path", id=f"inside-{look}", d=inside))
    return element("defs", *found)


def sign(look: str, x: float, y: float) -> str:
    """One sign about a point, with its halo."""
    drawn = "".join(
        element("use", href=f"#sign-{look}", class_=ink, x=x, y=y) for ink in ("sign-case", f"sign sign-{look}")
    )
    inside = "sign-paper" if look in DARK else "sign-ink"
    return drawn + (element("use", href=f"#inside-{look}", class_=inside, x=x, y=y) if SIGNS[look][1] else "")
