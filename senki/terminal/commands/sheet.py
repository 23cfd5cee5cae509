"""Tables as they are printed."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.style import StyleType
from rich.table import Table

from senki.terminal.visible import visible


class Sheet(Table):
    """A table with a line under its headings; what others wrote into a cell gives the terminal no orders."""

    def __init__(self, title: str) -> None:
        super().__init__(
            title=title or None,
            title_justify="left",
            title_style="bold",
            box=SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
        )

    def add_row(self, *cells: RenderableType | None, style: StyleType | None = None, end_section: bool = False) -> None:
        """Add a row of cells."""
        safe = [visible(cell) if isinstance(cell, str) else cell for cell in cells]
        super().add_row(*safe, style=style, end_section=end_section)
