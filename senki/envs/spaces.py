"""The Gymnasium spaces of observations and actions, and the arrays that lie in them."""

from __future__ import annotations

from typing import Any

from senki.envs.extra import absent
from senki.envs.observing import LIMIT
from senki.envs.stage import Stage
from senki.players.bout import Bout

try:
    import numpy
    from gymnasium import spaces
except ImportError:
    raise absent("gymnasium") from None


def observation_space(stage: Stage) -> spaces.Dict:
    """The numbers of the layout, and which actions are legal."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (stage.layout.size,), numpy.float32),
            "action_mask": spaces.Box(0, 1, (stage.vocabulary.size,), numpy.int8),
        }
    )


def action_space(stage: Stage) -> spaces.Discrete[Any]:
    """The numbers of the vocabulary."""
    return spaces.Discrete(stage.vocabulary.size)


def observation(stage: Stage, bout: Bout, side: int) -> dict[str, Any]:
    """What a side observes: arrays of its own. The mask is empty unless it is the side that chooses."""
    mask = bout.mask() if bout.side == side and not bout.terminated else bout.unmarked
    return {
        "observation": numpy.frombuffer(bytearray(stage.observer.observe(bout.p, side)), numpy.float32),
        "action_mask": numpy.frombuffer(bytearray(mask), numpy.int8),
    }
