"""A game as a PettingZoo environment (AEC): its sides are the agents, each called by its id.

`env("nano")` is ready for use. An action that is not legal loses the game.
"""

from __future__ import annotations

from typing import Any, Final

from senki.envs.extra import absent
from senki.envs.rendering import in_words
from senki.envs.spaces import action_space, observation, observation_space
from senki.envs.stage import LONGEST, stage_of

try:
    from pettingzoo import AECEnv  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    raise absent("pettingzoo") from None

RENDER_MODES: Final = ["ansi", "human"]
SPECTATOR: Final = -1


class SenkiAEC(AECEnv):  # type: ignore[misc, unused-ignore]
    """One game after another between agents that choose in turn; dice answer themselves."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        switches: dict[str, str] | None = None,
        render_mode: str | None = None,
        longest: int = LONGEST,
    ) -> None:
        super().__init__()
        self.stage = stage_of(game, scenario, switches)
        self.bout = self.stage.bout(longest)
        self.metadata = {"name": f"senki_{game}_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(self.stage.sides)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.stage) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.stage) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent may do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. With a seed the dice follow from it; without one they go on as they are."""
        if seed is not None:
            self.bout.chance.seed(seed)
        self.bout.begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """It is the turn of the side that chooses; when the game is over every agent learns it."""
        bout = self.bout
        if bout.side >= 0:
            self.agent_selection = self.possible_agents[bout.side]
        if bout.terminated:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, bout.returns, strict=True))
        elif bout.truncated:
            self.truncations = dict.fromkeys(self.agents, True)

    def step(self, action: int | None) -> None:
        """The agent whose turn it is acts; none when its game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.bout.act(-1 if action is None else int(action))
        self._go_on()
        if self.terminations[agent]:
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent observes now; its mask is empty while it is not its turn."""
        return observation(self.stage, self.bout, self.possible_agents.index(agent))

    def close(self) -> None:
        """Nothing is held that has to be given back."""

    def render(self) -> str | None:
        """The position in words as a spectator may see it: returned (`ansi`) or printed (`human`)."""
        if self.render_mode is None:
            return None
        words = in_words(self.stage.game, self.bout.p, SPECTATOR)
        if self.render_mode == "ansi":
            return words
        print(words)
        return None


def env(
    game: str,
    scenario: str | None = None,
    switches: dict[str, str] | None = None,
    render_mode: str | None = None,
    longest: int = LONGEST,
) -> SenkiAEC:
    """The environment of a game by its key: its first scenario if none is named."""
    return SenkiAEC(game, scenario, switches, render_mode, longest)
