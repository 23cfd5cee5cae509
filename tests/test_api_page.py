"""docs/api.md says what the sources say."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.append(str(ROOT / "tools"))

import reference  # noqa: E402


def test_the_page_is_up_to_date() -> None:
    fresh = reference.page()
    assert reference.PAGE.read_text(encoding="utf-8") == fresh, "run: python tools/reference.py"
    assert "- `new(key: str, " in fresh and "\n## `senki.players.search`\n" in fresh


def test_what_a_page_says_of_a_module() -> None:
    module = ast.parse(
        '''
class Line(Shape):
    """From here to there.

    More."""
    def __init__(self, length: int) -> None: ...
    @property
    def middle(self) -> int:
        """Half
        way."""
    def _hidden(self) -> None: ...
LIMIT = 3
"""No more than this."""
OTHER = 4
'''
    )
    assert list(reference.entries(module.body)) == [
        "- **`class Line(length: int): a kind of Shape`**: From here to there.",
        "  - `middle -> int`: Half way.",
        "- `LIMIT`: No more than this.",
    ]
