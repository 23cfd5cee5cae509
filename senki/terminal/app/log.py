"""The log of the game, which knows when its lines have to be broken anew."""

from __future__ import annotations

from textual.events import Resize
from textual.message import Message
from textual.widgets import RichLog


class Log(RichLog):
    """Lines that are broken when they are written."""

    class Fitted(Message):
        """The log was given a size."""

    def __init__(self) -> None:
        super().__init__(id="log", wrap=True, min_width=10)

    def on_resize(self, event: Resize) -> None:
        """What is written was broken for another width."""
        self.post_message(self.Fitted())
