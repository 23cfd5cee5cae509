"""The SVG document every map is: title and description for screen readers, credits, style sheet, then the layers."""

from __future__ import annotations

from collections.abc import Iterable

from senki.workshop.svg import element, escape

Box = tuple[float, float, float, float]
"""Left, top, width and height of the sheet."""


def map_document(
    about: dict[str, dict[str, str]],
    lang: str,
    box: Box,
    credit: str,
    style: str,
    layers: Iterable[str],
    kind: str = "",
    definitions: Iterable[str] = (),
) -> str:
    """A whole map; `kind` is a class of its own beside `senki-map`, `definitions` are patterns and clips."""
    x, y, width, height = box
    document = element(
        "svg",
        "\n",
        element("title", escape(about["title"][lang]), id="map-title"),
        element("desc", escape(about["description"][lang]), id="map-description"),
        element("metadata", escape(credit)),
        element("style", style),
        *definitions,
        "\n",
        *(part + "\n" for part in layers),
        xmlns="http://www.w3.org/2000/svg",
        class_=" ".join(["senki-map", *([kind] if kind else []), f"lang-{lang}"]),
        lang=lang,
        viewBox=f"{x:g} {y:g} {width:g} {height:g}",
        width=width,
        height=height,
        role="img",
        aria_labelledby="map-title map-description",
    )
    return document + "\n"


def credits_of(sources: Iterable[dict[str, str]]) -> str:
    """Where the shapes of a map come from."""
    return "; ".join(f"{source['what']}: {source['source']}, {source['licence']}" for source in sources)
