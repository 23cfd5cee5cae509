"""A player for any game of Senki: it plays each option on, at random and to the end, and takes what ended best."""

from __future__ import annotations

from senki.engine.option import Option
from senki.players.guests import Guest, Situation
from senki.players.playout import random_game

GAMES = 4
"""Games played on after each option."""


class Patient(Guest):
    """Knows no game: it counts how often it wins by chance."""

    def choose(self, situation: Situation) -> Option:
        """The option after which random play ended best."""
        return max(situation.options, key=lambda option: self.won_after(situation, option))

    def won_after(self, situation: Situation, option: Option) -> float:
        """How many of a few random games are won after an option, in positions that could be the true one."""
        won = 0.0
        for _ in range(GAMES):
            p = situation.imagine(self.chance)
            if option not in p.options():
                continue
            p.play(option)
            random_game(p, self.chance)
            assert p.result is not None
            won += 0.5 if p.result.winner < 0 else float(p.result.winner == situation.side)
        return won
