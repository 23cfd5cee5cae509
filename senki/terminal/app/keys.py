"""The keys of the drawn game."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType


def _key(keys: str, action: str, priority: bool = False) -> Binding:
    """A key, in small and capital letters alike; the key bar shows them, not the bindings."""
    names = keys.split(",")
    both = ",".join(dict.fromkeys(names + [name.upper() for name in names if len(name) == 1]))
    return Binding(both, action, show=False, priority=priority)


GAME_KEYS: Final[list[BindingType]] = [
    _key("tab", "walk(1)", True),
    _key("shift+tab", "walk(-1)", True),
    _key("left", "steer(-1, 0)"),
    _key("right", "steer(1, 0)"),
    _key("up", "steer(0, -1)"),
    _key("down", "steer(0, 1)"),
    _key("shift+left", "pan(-1, 0)"),
    _key("shift+right", "pan(1, 0)"),
    _key("shift+up", "pan(0, -1)"),
    _key("shift+down", "pan(0, 1)"),
    _key("home", "end(0)"),
    _key("end", "end(1)"),
    _key("enter", "enter"),
    _key("escape", "step_back"),
    _key("p", "pass_on"),
    _key("w", "write"),
    _key("m", "overlay"),
    _key("u", "undo"),
    _key("h", "hint"),
    _key("o", "pane('options')"),
    _key("v", "pane('log')"),
    _key("r", "pane('rules')"),
    _key("question_mark", "pane('help')"),
    _key("s", "ask_save"),
    _key("l", "ask_load"),
    _key("g", "language"),
    _key("n", "again"),
    _key("e", "result"),
    _key("pageup", "scroll_pane(-1)"),
    _key("pagedown", "scroll_pane(1)"),
    _key("q", "leave"),
    _key("ctrl+q,ctrl+c", "leave", True),
    *[_key(str(number), f"number({number})") for number in range(10)],
]


def result_keys(stay: str, replay: str, save: str, again: str, leave: str, language: str) -> list[BindingType]:
    """The keys of the result, each with what it answers."""
    return [
        _key("escape,e", f"dismiss('{stay}')"),
        _key("left,right", f"dismiss('{replay}')"),
        _key("s", f"dismiss('{save}')"),
        _key("n", f"dismiss('{again}')"),
        _key("q,ctrl+q", f"dismiss('{leave}')"),
        _key("g", f"dismiss('{language}')"),
    ]
