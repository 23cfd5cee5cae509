"""Saved games: records that also keep the seed of their dice, so that they can be played on."""

from __future__ import annotations

import os
from pathlib import Path

from senki.engine.dice import FairDice
from senki.engine.errors import Malformed, SenkiError
from senki.engine.files import read_whole, write_whole
from senki.engine.forms import Record, read_json, to_json
from senki.engine.match import Match, verify
from senki.engine.parts import PartOf


def saves_folder() -> Path:
    """Where running games are kept: the user's data folder."""
    with PartOf("terminal"):
        from platformdirs import user_data_path
    return user_data_path("senki", appauthor=False) / "games"


def named_file(name: str) -> Path:
    """The file a player named, `~` being their home; raises Malformed."""
    if "\0" in name:
        raise Malformed("a file name has no NUL in it")
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise Malformed(f"{name}: nobody's home is known by that name") from None


def write_save(match: Match, path: Path) -> None:
    """Save a match so that it can be played on with the same dice."""
    record = match.record()
    if record.dice is not None and match.dice.seed:
        record.dice.seed = match.dice.seed.hex()
    write_whole(path, to_json(record, 2))


def is_save(path: Path) -> bool:
    """Is this file a saved game or a record?"""
    try:
        read_json(read_whole(path), Record, str(path))
    except SenkiError:
        return False
    return True


def read_save(path: Path, game: str | None = None) -> Match:
    """A match from a saved game or a record, every claim of it checked; raises SenkiError."""
    record: Record = read_json(read_whole(path), Record, str(path))
    if game is not None and record.game != game:
        raise Malformed(f"{path}: a game of '{record.game}', not of '{game}'")
    try:
        match = verify(record, str(path))
    except ValueError as wrong:
        raise Malformed(f"{path}: the seed of the dice is not a hexadecimal number ({wrong})") from None
    if match.dice.seed or match.over:
        return match
    return _with_new_dice(match)


def _with_new_dice(match: Match) -> Match:
    """A record that hides its seed goes on as a new match from its last position: its own dice cannot be continued."""
    dice = FairDice(os.urandom(32), [])
    return Match(match.game, match.scenario, dice, match.seats, match.position, match.options, match.rules)


class Shelf:
    """The folder of running games: every game gets the next free number and keeps it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_place(self, game: str) -> Path:
        """A file that no game has yet, claimed at once: two games begun together do not share one."""
        number = 1 + max((int(path.stem.rpartition("-")[2]) for path in self.games(game)), default=0)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            while True:
                path = self.folder / f"{game}-{number:04}.json"
                try:
                    path.touch(exist_ok=False)
                    return path
                except FileExistsError:
                    number += 1
        except OSError as wrong:
            raise SenkiError(f"{self.folder}: cannot be written ({wrong.strerror or wrong})") from None

    def games(self, game: str) -> list[Path]:
        """The saved games of one kind, the latest first."""
        found = [path for path in self.folder.glob(f"{game}-*.json") if path.stem.rpartition("-")[2].isdigit()]
        return sorted(found, reverse=True)

    def holds(self, path: Path) -> bool:
        """Does a file lie in this folder?"""
        return path.resolve().parent == self.folder.resolve()
