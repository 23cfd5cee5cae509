"""The inks of a theme, read from the design tokens and put into a style sheet."""

import re
from importlib.resources import files

THEMES = ("light", "dark")
IN_A_PAGE = "page"

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AT_RULE = re.compile(r"@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TOKEN = re.compile(r"(--[\w-]+)\s*:\s*([^;]+);")
_USE = re.compile(r"var\((--[\w-]+)\)")


def style(theme: str) -> str:
    """The style sheet of a map: its inks written out for a theme, or left as variables for the page it is put in."""
    sheet = _COMMENT.sub("", _shipped("map.css")).strip()
    if theme == IN_A_PAGE:
        return sheet
    if theme not in THEMES:
        raise ValueError(f"unknown theme {theme!r}: choose one of {', '.join((*THEMES, IN_A_PAGE))}")
    return write_out(sheet, tokens(_shipped("tokens.css"), theme))


def tokens(css: str, theme: str) -> dict[str, str]:
    """Every token with its value in a theme; what a theme does not set it takes from the light one."""
    plain = _AT_RULE.sub("", _COMMENT.sub("", css))
    found: dict[str, str] = {}
    for selectors, body in _RULE.findall(plain):
        names = [selector.strip() for selector in selectors.split(",")]
        if ":root" in names or f'[data-theme="{theme}"]' in names:
            found.update((name, value.strip()) for name, value in _TOKEN.findall(body))
    return found


def write_out(sheet: str, values: dict[str, str]) -> str:
    """The sheet with every variable replaced by its value."""
    while _USE.search(sheet):
        sheet = _USE.sub(lambda use: values[use[1]], sheet)
    return sheet


def _shipped(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
