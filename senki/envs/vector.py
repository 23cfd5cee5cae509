"""Many games at once in worker processes, as a Gymnasium vector environment.

What the games show lies in memory that all processes share: a step writes actions, wakes the workers and reads. A game
that is over begins anew in the same step.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from time import process_time
from typing import Any, Final, NamedTuple

from senki.engine.errors import Malformed, SenkiError
from senki.envs.extra import absent
from senki.envs.spaces import action_space, observation_space
from senki.envs.stage import LONGEST, Stage, stage_of
from senki.lab.seeds import derive
from senki.players.bout import Bout
from senki.players.field import Field, Shown
from senki.players.levels import make_player

try:
    import numpy
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise absent("gymnasium") from None

RESET: Final = "reset"
STEP: Final = "step"
CLOCK: Final = "clock"
CLOSE: Final = "close"
SEEDS: Final = 2**63 - 1
SIDES: Final = 2


class Plan(NamedTuple):
    """What the workers play: as many games as wanted, between two callers or against a player of Senki."""

    game: str
    scenario: str
    switches: dict[str, str]
    games: int
    side: int
    """The side that is played from outside; -1 for both."""
    opponent: str
    longest: int

    def stage(self) -> Stage:
        """What is played on."""
        return stage_of(self.game, self.scenario, self.switches)


class Shared:
    """The arrays of all games in one piece of shared memory, one row for each game."""

    def __init__(self, plan: Plan, name: str | None = None) -> None:
        stage, count = plan.stage(), plan.games
        self.games = count
        self.shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observation": ((count, stage.layout.size), numpy.float32),
            "final": ((count, stage.layout.size), numpy.float32),
            "returns": ((count, SIDES), numpy.float32),
            "action": ((count,), numpy.int32),
            "mask": ((count, stage.vocabulary.size), numpy.int8),
            "actor": ((count,), numpy.int8),
            "acted": ((count,), numpy.int8),
            "terminated": ((count,), numpy.bool_),
            "truncated": ((count,), numpy.bool_),
        }
        sizes = [int(numpy.prod(shape)) * numpy.dtype(kind).itemsize for shape, kind in self.shapes.values()]
        self.memory = SharedMemory(name, create=name is None, size=sum(sizes))
        whole = self.memory.buf
        assert whole is not None
        self.arrays: dict[str, Any] = {}
        self.bytes: dict[str, memoryview] = {}
        start = 0
        for (key, (shape, kind)), size in zip(self.shapes.items(), sizes, strict=True):
            self.bytes[key] = whole[start : start + size]
            self.arrays[key] = numpy.ndarray(shape, kind, whole, start)
            start += size

    def rows(self, name: str, first: int, stop: int) -> memoryview:
        """Some rows of an array as bytes."""
        whole = self.bytes[name]
        width = len(whole) // self.games
        return whole[first * width : stop * width]

    def close(self, remove: bool) -> None:
        """Let go of the memory; the one who made it removes it."""
        self.arrays.clear()
        for part in self.bytes.values():
            part.release()
        self.bytes.clear()
        if remove:
            self.memory.unlink()
        # Arrays that somebody still holds keep it open until they go.
        with suppress(BufferError):
            self.memory.close()


class Seeds:
    """What dice and opponent of each game follow from: the seed of the last reset, its row, how many were before."""

    def __init__(self, plan: Plan, first: int, stop: int) -> None:
        self.plan = plan
        self.stage = plan.stage()
        self.rows = range(first, stop)
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Begin anew with a seed. What a row plays follows from it and its number, whoever plays it."""
        self.seed = seed
        self.games = [0] * len(self.rows)

    def give(self, row: int, bout: Bout) -> None:
        """Seed a row of this worker for its next game."""
        plan = self.plan
        seed = derive(self.seed, self.rows[row], self.games[row])
        self.games[row] += 1
        if plan.side < 0:
            self.stage.seed(bout, seed)
        else:
            self.stage.seed(bout, seed, plan.opponent, 1 - plan.side)


class Hand:
    """What a worker does: it plays the games from `first` to `stop`."""

    def __init__(self, plan: Plan, shared: Shared, first: int, stop: int) -> None:
        stage = plan.stage()
        self.own: dict[str, Any] = {name: array[first:stop] for name, array in shared.arrays.items()}
        """The rows of the arrays that are this worker's."""
        self.seeds = Seeds(plan, first, stop)
        bouts = [stage.bout(plan.longest) for _ in range(first, stop)]
        observer = stage.observer
        shown = Shown(*(shared.rows(name, first, stop) for name in ("observation", "mask", "actor")))
        self.field = Field(stage.game, bouts, observer.known, observer.observe, self.seeds.give, shown)

    def reset(self, seed: int) -> None:
        """Begin all games anew."""
        self.seeds.reset(seed)
        self.field.begin()

    def step(self) -> None:
        """Act in every game; where that ends it, another one begins."""
        own = self.own
        own["acted"][:] = own["actor"]
        self.field.step(own["action"].tolist())
        for ending in self.field.endings:
            own["terminated" if ending.terminated else "truncated"][ending.row] = True
            own["returns"][ending.row] = ending.returns
            own["final"][ending.row] = numpy.frombuffer(ending.last, numpy.float32)


def work(orders: Connection, plan: Plan, memory: str, first: int, stop: int) -> None:
    """The life of a worker: it does as it is told until it is told to stop, or nobody is there any more."""
    shared = Shared(plan, memory)
    hand: Hand | None = None
    try:
        hand = Hand(plan, shared, first, stop)
        # What is loaded now stays: it need not be looked through for rubbish again and again.
        gc.collect()
        gc.freeze()
        orders.send(0.0)
        while (order := orders.recv())[0] != CLOSE:
            if order[0] == RESET:
                hand.reset(order[1])
            elif order[0] == STEP:
                hand.step()
            orders.send(process_time())
    except (EOFError, KeyboardInterrupt):
        pass
    finally:
        # The arrays of the hand go with it before the memory is let go.
        hand = None
        shared.close(remove=False)


class SenkiVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games, shared out among worker processes.

    Without a side every decision is made from outside: `infos["actor"]` says for which side, and a reward is what the
    side that has just acted gets. With a side the opponent is a player of Senki, as in `SenkiEnv`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int,
        workers: int = 2,
        side: str | None = None,
        opponent: str = "random",
        scenario: str | None = None,
        switches: dict[str, str] | None = None,
        longest: int = LONGEST,
        copy: bool = True,
    ) -> None:
        stage = stage_of(game, scenario, switches)
        number = stage.game.side(side) if side is not None else -1
        self.plan = Plan(game, stage.scenario, switches or {}, num_envs, number, opponent, longest)
        # A player that does not exist is told here, not by every worker.
        make_player(opponent, stage.game, 0)
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = observation_space(stage)
        self.single_action_space = action_space(stage)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.shared = Shared(self.plan)
        self.orders: list[Connection] = []
        self.processes: list[Any] = []
        self._begin(max(1, min(workers, num_envs)))

    def _begin(self, workers: int) -> None:
        context = get_context("spawn")
        for worker in range(workers):
            ours, theirs = context.Pipe()
            first, stop = self.num_envs * worker // workers, self.num_envs * (worker + 1) // workers
            told = (theirs, self.plan, self.shared.memory.name, first, stop)
            process = context.Process(target=work, args=told, daemon=True)
            process.start()
            theirs.close()
            self.orders.append(ours)
            self.processes.append(process)
        try:
            self._heard()
        except SenkiError:
            self.close()
            raise

    def _tell(self, *order: Any) -> list[float]:
        for orders in self.orders:
            orders.send(order)
        return self._heard()

    def _heard(self) -> list[float]:
        """What the workers answer: the processor time each has used."""
        try:
            return [orders.recv() for orders in self.orders]
        except EOFError:
            raise SenkiError("a worker of the environment has ended; what it wrote last says why") from None

    def worker_seconds(self) -> float:
        """The processor time of all workers."""
        return sum(self._tell(CLOCK))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin every game anew. One seed serves for all games; each gets its own from it."""
        if isinstance(seed, list):
            raise Malformed(f"{len(seed)} seeds: give one, each of the {self.num_envs} games gets its own from it")
        super().reset(seed=seed)
        self._tell(RESET, int(self.np_random.integers(SEEDS)))
        return self._observed(), {"actor": self.shared.arrays["actor"].copy()}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Act in every game; games that end begin anew, their last observations are in `infos["final_obs"]`."""
        arrays = self.shared.arrays
        arrays["action"][:] = actions
        for name in ("terminated", "truncated", "returns"):
            arrays[name].fill(0)
        self._tell(STEP)
        returns = arrays["returns"].copy()
        terminated, truncated = arrays["terminated"].copy(), arrays["truncated"].copy()
        ended = terminated | truncated
        infos: dict[str, Any] = {"actor": arrays["actor"].copy(), "returns": returns}
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = self._final(ended), ended
        rewards = returns[numpy.arange(self.num_envs), arrays["acted"]]
        return self._observed(), rewards, terminated, truncated, infos

    def _final(self, ended: Any) -> Any:
        """The last observations of the games that have ended, nothing for the others."""
        found = numpy.full(self.num_envs, None, dtype=object)
        for row in numpy.flatnonzero(ended):
            mask = numpy.zeros(self.plan.stage().vocabulary.size, numpy.int8)
            found[row] = {"observation": self.shared.arrays["final"][row].copy(), "action_mask": mask}
        return found

    def _observed(self) -> dict[str, Any]:
        arrays = self.shared.arrays
        seen = {"observation": arrays["observation"], "action_mask": arrays["mask"]}
        return {key: array.copy() for key, array in seen.items()} if self.copy else seen

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers and give the memory back."""
        for orders in self.orders:
            with suppress(OSError):
                orders.send((CLOSE,))
        for process in self.processes:
            process.join()
        self.orders.clear()
        self.shared.close(remove=True)
