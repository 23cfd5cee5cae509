"""Play a seeded opening in the terminal game and save a picture of it in each language under docs/images."""

from __future__ import annotations

import asyncio
import html
import re
import sys
import tempfile
from pathlib import Path

from rich.cells import cell_len

from senki.engine.data import LANGUAGES
from senki.engine.registry import find_game
from senki.terminal.app.game_app import GameApp
from senki.terminal.saves import Shelf
from senki.terminal.session import Session

KEYS = ("1", "6", "4", "5", "5", "tab", "tab", "tab", "enter", "right", "right")
"""Set up, attack with one unit, take another and point at a place it may not go to."""
TEXT = re.compile(r'(textLength=")([\d.]+)(" [^>]*>)([^<]*)(</text>)')


async def picture(lang: str, keys: tuple[str, ...], size: tuple[int, int], seed: int) -> str:
    """The screen as SVG after these keys."""
    with tempfile.TemporaryDirectory() as folder:
        session = Session(find_game("nano"), None, {"south": "human", "north": "greedy"}, seed, Shelf(Path(folder)))
        app = GameApp(session, lang, pace=0)
        async with app.run_test(size=size) as pilot:
            for key in keys:
                await app.workers.wait_for_complete()
                await pilot.pause()
                await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
            return self_contained(app.export_screenshot())


def self_contained(svg: str) -> str:
    """The picture without fonts from elsewhere, and with wide letters as wide as they are."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)

    def widen(found: re.Match[str]) -> str:
        before, length, middle, text, after = found.groups()
        letters = html.unescape(text)
        width = float(length) / max(1, len(letters)) * cell_len(letters)
        return f"{before}{width:.1f}{middle}{text}{after}"

    return TEXT.sub(widen, svg)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("docs/images")
    target.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        drawn = asyncio.run(picture(language, KEYS, (120, 40), 7))
        (target / f"terminal-{language}.svg").write_text(drawn, encoding="utf-8")
