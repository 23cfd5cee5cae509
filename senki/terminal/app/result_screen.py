"""The end of a game: who won, the proof of the dice, and what can be done next."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from senki.lab.telling import boxes, track_title
from senki.terminal.app.colours import INK_3, REACH, SELECT
from senki.terminal.app.keys import result_keys
from senki.terminal.session import Session
from senki.terminal.words import say

STAY = "stay"
REPLAY = "replay"
SAVE = "save"
AGAIN = "again"
LEAVE = "leave"
LANGUAGE = "language"


class ResultScreen(ModalScreen[str]):
    """Shows the result; its answer is what the player wants to do next."""

    BINDINGS = result_keys(STAY, REPLAY, SAVE, AGAIN, LEAVE, LANGUAGE)

    def __init__(self, session: Session, lang: str) -> None:
        super().__init__()
        self.session = session
        self.lang = lang

    def compose(self) -> ComposeResult:
        """One sheet of text."""
        yield Static(result_text(self.session, self.lang), id="result")


def result_text(session: Session, lang: str) -> Text:
    """How it ended, by which clause, with which dice, and where it is kept."""
    game, match = session.game, session.match
    view = match.view(-1)
    text = Text()
    text.append(f"{say('over.title', lang)}\n\n", INK_3)
    text.append(f"{game.prompt(view, lang)}\n", f"bold {SELECT}")
    for track in view.tracks:
        text.append(f"{track_title(game, track, lang)}: {track.value}    ")
    text.append("\n")
    for box, pieces in boxes(game, view, lang):
        text.append(f"{box}: {'  '.join(pieces)}\n")
    if match.result is not None:
        clause = match.result.clause
        text.append(say("over.clause", lang, clause=clause) + "\n", INK_3)
        text.append(f"{game.rulebook.text(clause, lang)}\n\n", INK_3)
    rolls = sum(played.side < 0 for played in match.played)
    text.append(say("over.moves", lang, choices=len(match.played) - rolls, rolls=rolls) + "\n")
    text.append(say("dice.commitment", lang, hash=match.dice.commitment) + "\n", INK_3)
    text.append(say("dice.revealed", lang, seed=match.dice.seed.hex() or "-") + "\n", INK_3)
    text.append(say("dice.verified" if session.dice_hold() else "dice.broken", lang) + "\n\n", REACH)
    text.append(say("save.finished", lang, file=session.file) + "\n\n", INK_3)
    text.append(say("over.keys", lang), "bold")
    return text
