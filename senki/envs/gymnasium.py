"""A game as a Gymnasium environment: one side of it, the other played by a player of Senki.

Importing the module registers `senki/<game>-v0` for every game. An action that is not legal loses the game.
"""

from __future__ import annotations

from typing import Any, Final

from senki.engine.registry import game_keys
from senki.envs.extra import absent
from senki.envs.rendering import in_words
from senki.envs.spaces import action_space, observation, observation_space
from senki.envs.stage import LONGEST, stage_of

try:
    import gymnasium
except ImportError:
    raise absent("gymnasium") from None

SEEDS: Final = 2**63 - 1


class SenkiEnv(gymnasium.Env[dict[str, Any], int]):
    """One side against a named player: `random`, `greedy`, `search:1` and so on (`senki.players.levels`)."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        side: str | None = None,
        opponent: str = "random",
        scenario: str | None = None,
        switches: dict[str, str] | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST,
    ) -> None:
        self.stage = stage_of(game, scenario, switches)
        self.side = self.stage.game.side(side) if side is not None else 0
        self.opponent = opponent
        self.bout = self.stage.bout(longest)
        # A player that does not exist is told here.
        self.stage.seed(self.bout, 0, opponent, 1 - self.side)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.stage)
        self.action_space = action_space(self.stage)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game and play it to the first decision of the own side; dice and opponent follow from the seed."""
        super().reset(seed=seed)
        self.stage.seed(self.bout, int(self.np_random.integers(SEEDS)), self.opponent, 1 - self.side)
        self.bout.begin()
        return self._observed(), {}

    def _observed(self) -> dict[str, Any]:
        return observation(self.stage, self.bout, self.side)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Act, and play on to the next own decision or the end."""
        bout = self.bout
        bout.act(int(action))
        reward = bout.returns[self.side]
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, bout.terminated, bout.truncated, {}

    def action_masks(self) -> Any:
        """Which actions are legal, as booleans: what maskable learners ask for."""
        return self._observed()["action_mask"].astype(bool)

    def render(self) -> Any:
        """The position in words as the own side sees it: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        words = in_words(self.stage.game, self.bout.p, self.side)
        if self.render_mode == "ansi":
            return words
        print(words)
        return None


def register() -> None:
    """Make every game known to Gymnasium."""
    for key in game_keys():
        name = f"senki/{key}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, f"{__name__}:SenkiEnv", kwargs={"game": key})


register()
