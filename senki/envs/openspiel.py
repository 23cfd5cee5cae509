"""The games as OpenSpiel games, `python_senki_<game>`: chance nodes, information states, returns, serialisation.

Importing the module registers them: `import senki.envs.openspiel; pyspiel.load_game("python_senki_nano")`.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any, Final, TypeAlias

from senki.engine.errors import Malformed
from senki.engine.forms import read_json, to_json
from senki.engine.game import Game
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, Position, Result
from senki.engine.registry import find_game, game_keys
from senki.envs.extra import absent
from senki.envs.stage import LONGEST, Stage, stage_of

try:
    import numpy
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError:
    raise absent("open_spiel") from None

PREFIX: Final = "python_senki_"
MOST_OUTCOMES: Final = 216
"""Three dice; no roll of any game has more outcomes."""
ROLLS_A_DECISION: Final = 4
"""Far more than the rolls that any game has for each decision, over a whole game."""
ON_CHANCE: Final = pyspiel.PlayerId.CHANCE
AT_END: Final = pyspiel.PlayerId.TERMINAL
EVEN: Final[dict[int, list[tuple[int, float]]]] = {
    count: [(n, 1.0 / count) for n in range(count)] for count in range(1, MOST_OUTCOMES + 1)
}
"""The outcomes of rolls in which all are equally likely, by how many there are."""

Outcomes: TypeAlias = list[tuple[int, float]]


class Held:
    """What a state holds: the position, and what has been looked up of it. A copy has its own position."""

    def __init__(self, stage: Stage, p: Position, longest: int, decisions: int = 0) -> None:
        self.stage = stage
        self.p = p
        self.longest = longest
        self.decisions = decisions
        self.options: list[Option] = []
        self.legal: list[int] | None = None
        self.player: Any = AT_END
        self.look()

    def look(self) -> None:
        """See whose turn it is: it is asked for several times a step."""
        self.legal = None
        side = self.p.side_to_act
        if not self.p.stack or self.decisions >= self.longest:
            self.player = AT_END
        else:
            self.player = side if side >= 0 else ON_CHANCE

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        """What `State.clone` asks for."""
        return Held(self.stage, self.p.copy(), self.longest, self.decisions)

    def __reduce__(self) -> tuple[Any, ...]:
        """How a state is written: the position goes in its JSON form, its result beside it."""
        stage, result = self.stage, self.p.result
        ended = None if result is None else (result.winner, result.level, result.points, result.clause)
        written = to_json(stage.game.write(self.p))
        return held_again, (
            stage.game.key,
            stage.scenario,
            stage.switches,
            written,
            ended,
            self.longest,
            self.decisions,
        )

    def offered(self) -> list[int]:
        """The actions that stand for the options, in their order; both are listed when first asked for."""
        if self.legal is None:
            self.options = self.p.options()
            self.legal = self.stage.vocabulary.legal(self.options)
        return self.legal

    def option(self, action: int) -> Option:
        """The option that an action stands for; raises Illegal."""
        legal = self.offered()
        if action in legal:
            return self.options[legal.index(action)]
        return self.stage.vocabulary.option(self.options, action)


def held_again(
    key: str,
    scenario: str,
    switches: dict[str, str],
    written: bytes,
    ended: tuple[Any, ...] | None,
    longest: int,
    decisions: int,
) -> Held:
    """What a state held that was written down."""
    stage = stage_of(key, scenario, switches)
    p = stage.game.read(read_json(written, dict, "state"), "state")
    p.result = Result(*ended) if ended else None
    return Held(stage, p, longest, decisions)


class SenkiState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A position as OpenSpiel sees it."""

    def __init__(self, game: SenkiGame) -> None:
        super().__init__(game)
        self.held = Held(game.stage, game.stage.first.copy(), game.longest)

    def current_player(self) -> Any:
        """The side that chooses, chance, or the end."""
        return self.held.player

    def is_chance_node(self) -> bool:
        """Are dice or a draw awaited? As the base class says, without its way through C++ and back."""
        return self.held.player is ON_CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The actions of a player, or of whoever is awaited; likewise."""
        awaited = self.held.player
        if awaited is AT_END or (player is not None and player != awaited):
            return []
        if awaited is ON_CHANCE:
            return [number for number, _ in self.chance_outcomes()]
        return sorted(self.held.offered())

    def _legal_actions(self, player: int) -> list[int]:
        """What C++ asks for."""
        return self.legal_actions(player)

    def chance_outcomes(self) -> Outcomes:
        """The outcomes of the awaited roll and how likely each is."""
        return outcomes_of(self.held.p.roll())

    def _apply_action(self, action: int) -> None:
        held = self.held
        p = held.p
        if held.player is ON_CHANCE:
            p.play(p.roll().outcomes[action])
        else:
            p.play(held.option(action))
            held.decisions += 1
        held.look()

    def _action_to_string(self, player: int, action: int) -> str:
        held = self.held
        if player == ON_CHANCE:
            return held.p.roll().outcomes[action].text
        words = held.stage.vocabulary
        return words.notations[action] if words.fixed else held.option(action).text

    def is_terminal(self) -> bool:
        """Is the game decided, or broken off as too long?"""
        return self.held.player is AT_END

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for a draw and for a game broken off."""
        return list(self.held.stage.returns(self.held.p))

    def __str__(self) -> str:
        """The position in its JSON form, everything in it: for debugging, not for players."""
        return to_json(self.held.stage.game.write(self.held.p)).decode()

    def resample_from_infostate(self, player: int, sampler: object = None) -> SenkiState:
        """A state this player cannot tell from this one, what is hidden drawn anew (`Game.imagine`).

        The history remains that of this state. What `sampler` draws, if it can be called, is the seed.
        """
        twin: SenkiState = self.clone()
        seed = sampler() if callable(sampler) else numpy.random.random()
        twin.held.p = self.held.stage.game.imagine(self.held.p, player, Random(seed))
        twin.held.look()
        return twin

    def knowledge(self, player: int) -> str:
        """All a side knows, with perfect recall.

        Where nothing is hidden that is every move so far. Elsewhere it is the view of the side, after a hash of what it
        saw and answered at each of its own decisions before, in their order.
        """
        stage = self.held.stage
        if not stage.game.hidden_information:
            return " ".join(str(action) for action in self.history())
        seen = hashlib.blake2b(digest_size=16)
        p, game = stage.first.copy(), stage.game
        for action in self.history():
            options = p.options()
            if p.waits_for == CHANCE:
                p.play(options[action])
                continue
            option = stage.vocabulary.option(options, action)
            if p.side_to_act == player:
                seen.update(to_json(game.view(p, player)) + option.text.encode() + b"\n")
            p.play(option)
        return f"{seen.hexdigest()} {self.sight(player)}"

    def sight(self, player: int) -> str:
        """The view of a side as JSON."""
        return to_json(self.held.stage.game.view(self.held.p, player)).decode()


class SenkiObserver:
    """Observations of a side as OpenSpiel wants them: a tensor in blocks, and a string."""

    def __init__(self, stage: Stage, kind: Any) -> None:
        self.stage = stage
        self.recalls: bool = kind.perfect_recall
        self.tensor = numpy.zeros(stage.layout.size, numpy.float32)
        self.dict: dict[str, Any] = {} if self.recalls else stage.layout.split(self.tensor)

    def set_from(self, state: SenkiState, player: int) -> None:
        """Write what a player observes of a state into the tensor."""
        if not self.recalls:
            self.tensor[:] = numpy.frombuffer(self.stage.observer.observe(state.held.p, player), numpy.float32)

    def string_from(self, state: SenkiState, player: int) -> str:
        """What a player sees now, or all it knows."""
        return state.knowledge(player) if self.recalls else f"{player} {state.sight(player)}"


class SenkiGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game, scenario and switches as OpenSpiel sees them.

    Parameters: `scenario`, the first one if empty; `switches`, as in `fog:on+map:…`; `longest`, the most decisions.
    """

    key = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = params or {}
        self.longest = int(chosen.get("longest", LONGEST))
        self.stage = stage_of(self.key, str(chosen.get("scenario", "")), switches_in(str(chosen.get("switches", ""))))
        super().__init__(card_of(self.stage.game), self._numbers(), chosen)

    def _numbers(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.stage.vocabulary.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(self.stage.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )

    def max_chance_nodes_in_history(self) -> int:
        """More rolls than a game has."""
        return self.longest * ROLLS_A_DECISION

    def new_initial_state(self) -> SenkiState:
        """The position in which the scenario begins."""
        return SenkiState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> SenkiObserver | None:
        """Observations for one side; there are none for private or public parts alone."""
        if params:
            raise Malformed(f"observations take no parameters, but there are: {', '.join(params)}")
        asked = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not asked.public_info or asked.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SenkiObserver(self.stage, asked)


def outcomes_of(roll: Roll) -> Outcomes:
    """The outcomes of a roll by number, each with its chance."""
    if roll.total == len(roll.outcomes):
        return EVEN[roll.total]
    return [(n, weight / roll.total) for n, weight in enumerate(roll.weights) if weight]


def switches_in(text: str) -> dict[str, str]:
    """The switches of a parameter: `fog:on+hidden_cup:off`."""
    chosen: dict[str, str] = {}
    for part in filter(None, text.split("+")):
        name, colon, value = part.partition(":")
        if not colon:
            raise Malformed(f"switches: '{part}' should be a name and a value, as in fog:on; several are joined by +")
        chosen[name] = value
    return chosen


def card_of(game: Game) -> Any:
    """The type card of a game: in turn, with dice, imperfect information where the game hides anything."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=PREFIX + game.key,
        long_name=game.title["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if game.hidden_information else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(game.sides),
        min_num_players=len(game.sides),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "switches": "", "longest": LONGEST},
    )


def register() -> None:
    """Make every game known to OpenSpiel."""
    for key in game_keys():
        name = f"SenkiGame_{key}"
        made = type(name, (SenkiGame,), {"key": key, "__module__": __name__})
        # By its name a pickled game finds its class.
        globals()[name] = made
        pyspiel.register_game(card_of(find_game(key)), made)


register()
