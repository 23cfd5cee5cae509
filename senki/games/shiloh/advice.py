"""What a sensible player values: losses, ground, the landing before dark, and attacks at hand.

The South presses for the landing before Buell is up; the North falls back to a line that covers it and strikes back on
the second day (the player notes of the published game). `value` looks at a whole position, `weigh` guesses cheaply what
is worth looking at; `plan.py` judges single hexes.
"""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice
from senki.engine.network import Network, packaged_network
from senki.engine.option import Option
from senki.games.shiloh.battle import ASSAULT, Battle
from senki.games.shiloh.choices import OPTION_FEATURES, features_of_option
from senki.games.shiloh.combat import best_leader, joiners
from senki.games.shiloh.counters import (
    CSA,
    GUNBOATS,
    HQ_OF,
)
from senki.games.shiloh.estimate import BY_HAND, FEATURES, chance_by_hand, features_of
from senki.games.shiloh.options import ADD
from senki.games.shiloh.plan import (
    GAIN,
    chance_of_attack,
    nearest_enemy,
    plan_for,
    wants_active,
    worth_of_hex,
)
from senki.games.shiloh.position import (
    REDUCED,
    TURNED,
    ShilohPosition,
    troops_in,
)
from senki.games.shiloh.results import cell_of
from senki.games.shiloh.steps import (
    ADVANCE,
    ALLOWANCE_AGAIN,
    ANSWER,
    CHECK_AGAIN,
    CHOOSE_LOSS,
    CHOOSE_RETREAT,
    DECLARE,
    DEFENCE,
    DIE_AGAIN,
    GO,
    HQ_FLIP,
    MOVEMENT,
    PLACE_COUNTER,
    REPLACEMENT,
    SURPRISE_ADVANCE,
)
from senki.games.shiloh.steps import (
    COMBAT as COMBAT_STEP,
)
from senki.games.shiloh.strength import column_for, factor
from senki.games.shiloh.tables import AC, AR, AX, DC, DM, DR, DX

EFFORT: Final = (0, 40, 750, 6000)
"""Nodes a decision, by level; the first is a beginner's."""
FEW: Final = 3
SHARP: Final = 4.0
"""How much of the difference between two hexes shows in the weights: single moves differ by hundredths."""


class ShilohAdvice(Advice[ShilohPosition]):
    """Advice for Shiloh."""

    curiosity = 0.1
    weighs_by_value = False

    def effort(self, level: int) -> int:
        """A game has a thousand decisions, most of them small: a few nodes must do for each."""
        return EFFORT[level - 1]

    def __init__(self, network: Network | None = None) -> None:
        super().__init__(network or packaged_network("senki.games.shiloh", "shiloh", FEATURES, OPTION_FEATURES))

    def feature_names(self) -> list[str]:
        """What each side has and where, what is at hand, and the time."""
        return FEATURES

    def features(self, p: ShilohPosition) -> list[float]:
        """A position as the network sees it."""
        return features_of(p)

    def option_feature_names(self) -> list[str]:
        """What an option is, who goes, what is there, and what an attack promises."""
        return OPTION_FEATURES

    def option_features(self, p: ShilohPosition, options: list[Option]) -> list[list[float]]:
        """Options as the network sees them."""
        return [features_of_option(p, option, weight(p, option)) for option in options]

    def start_weights(self) -> list[float]:
        """The hand-written value is a sum of features."""
        return BY_HAND

    def value(self, p: ShilohPosition, side: int) -> float:
        """The estimated chance of a side to win, half of a draw counted."""
        if p.result is not None:
            return 0.5 if p.result.winner < 0 else 1.0 if p.result.winner == side else 0.0
        features = features_of(p)
        network = self.network
        south = chance_by_hand(features) if network is None else network.chance(features)
        return south if side == CSA else 1.0 - south

    def weigh(self, p: ShilohPosition, options: list[Option]) -> list[float]:
        """A cheap guess of how good each option is."""
        return [weight(p, option) for option in options]

    def distinct(self, p: ShilohPosition, options: list[Option]) -> list[Option]:
        """Leave out what only repeats: one group at a time, front line first; attacks with everybody who can help."""
        step = p.stack[-1]
        if step == MOVEMENT:
            return next_groups(p, options)
        if step == DECLARE:
            return best_plans(p, options)
        if step == HQ_FLIP:
            kept = [option for option in options if (option.verb == "keep") == keeps_headquarters(p)]
            return kept or options
        if step == DEFENCE:
            return [max(options, key=lambda option: (option.extra, option.subject))]
        if step == GO:
            kept = [option for option in options if option.verb != "drop"]
            return self.likeliest(p, kept or options)
        if step in (CHOOSE_RETREAT, PLACE_COUNTER, ADVANCE, SURPRISE_ADVANCE):
            return self.likeliest(p, options)
        return options

    def likeliest(self, p: ShilohPosition, options: list[Option]) -> list[Option]:
        """The few best-looking options: single moves differ too little for a search to sort many of them."""
        if len(options) <= FEW:
            return options
        looks = self.priors(p, options) or self.weigh(p, options)
        ranked = [(-look, number) for number, look in enumerate(looks)]
        ranked.sort()
        return [options[number] for _, number in ranked[:FEW]]


def next_groups(p: ShilohPosition, options: list[Option]) -> list[Option]:
    """The ways to move the unmoved counter that is nearest to the enemy's goal; the end when there is none."""
    plan = plan_for(p.ground)
    best = 1 << 20
    chosen = -100
    for option in options:
        if option.verb == "group":
            urgency = plan.urgency(p, option.subject)
            if urgency < best:
                best = urgency
                chosen = option.subject
    if chosen < 0:
        sails = [option for option in options if option.verb == "sail"]
        return sails if sails and p.hex[GUNBOATS] < 0 else [o for o in options if o.verb in ("end", "sail")]
    hex = p.hex[chosen]
    return [o for o in options if o.subject == chosen or (o.target == hex and o.verb in ("stack", "stack_column"))]


def keeps_headquarters(p: ShilohPosition) -> bool:
    """Is the headquarters left as it is? It follows the troops, and settles where it serves most of them."""
    return wants_active(p, p.side) == (not p.flags[HQ_OF[p.side]] & TURNED)


def best_plans(p: ShilohPosition, options: list[Option]) -> list[Option]:
    """Everybody who can help is added first; then fight, or charge."""
    battle = p.battle
    assert battle is not None
    for unit in joiners(p, battle):
        return [p.ground.words.one(ADD, unit)]
    kept = [option for option in options if option.verb in ("fight", "charge")]
    return kept or options


def weight(p: ShilohPosition, option: Option) -> float:
    """How good an option looks, 0 … 1."""
    step, verb = p.stack[-1], option.verb
    if step == GO:
        return go_weight(p, option)
    if step == MOVEMENT:
        return movement_weight(p, option)
    if step == COMBAT_STEP:
        if verb == "end":
            return 0.42
        gain = GAIN[chance_of_attack(p, p.side, option.target)]
        return 0.40 + 0.16 * gain if verb == "attack" else 0.46
    if step == DECLARE:
        return declare_weight(p, option)
    if step == ANSWER:
        return answer_weight(p, option)
    if step in (DIE_AGAIN, CHECK_AGAIN, ALLOWANCE_AGAIN):
        return again_weight(p, option)
    if step == CHOOSE_LOSS:
        return 0.4 if p.flags[option.subject] & REDUCED else 0.6 - 0.02 * factor(p, option.subject)
    if step in (CHOOSE_RETREAT, PLACE_COUNTER):
        return 0.5 + 2.0 * worth_of_hex(p, [option.subject], option.target)
    if step in (ADVANCE, SURPRISE_ADVANCE):
        if verb == "halt":
            return 0.5
        here = worth_of_hex(p, [option.subject], p.hex[option.subject])
        return 0.53 + 2.0 * (worth_of_hex(p, [option.subject], option.target) - here)
    if step == REPLACEMENT:
        return 0.3 if verb == "decline" else 0.5 + 0.04 * factor(p, option.subject)
    if step == HQ_FLIP:
        return 0.7 if keeps_headquarters(p) == (verb == "keep") else 0.3
    return 0.5


def go_weight(p: ShilohPosition, option: Option) -> float:
    """A destination by what the group is worth there against where it is."""
    hex = p.hex[p.group[0]]
    here = worth_of_hex(p, p.group, hex) if hex >= 0 else -0.2
    if option.verb != "move":
        return 0.5 if option.verb == "stop" else 0.2
    return 0.5 + SHARP * (worth_of_hex(p, p.group, option.target) - here)


def movement_weight(p: ShilohPosition, option: Option) -> float:
    """March far from the enemy, keep stacks together, end when all have moved."""
    if option.verb == "end":
        return 0.5
    if option.verb == "sail":
        plan = plan_for(p.ground)
        return 0.5 + 0.4 * plan.fire_support(p, option.target)
    hex = option.target if option.subject < 0 else p.hex[option.subject]
    near = nearest_enemy(p, p.side, hex) if hex >= 0 else 99
    marching = option.verb in ("column", "stack_column")
    base = 0.56 if option.verb in ("stack", "stack_column") else 0.5
    return base + (0.1 if marching == (near > 7) else -0.1)


def declare_weight(p: ShilohPosition, option: Option) -> float:
    """Fight; charge only where the shift decides much."""
    if option.verb == "charge":
        battle = p.battle
        assert battle is not None
        plain = GAIN[column_for(p, battle)]
        charged = battle.copy()
        charged.charge = True
        return 0.4 + 0.15 * (GAIN[column_for(p, charged)] - plain)
    return 0.6 if option.verb in ("fight", "add") else 0.1


def answer_weight(p: ShilohPosition, option: Option) -> float:
    """A counter-attack by its column against what would be taken instead."""
    battle = p.battle
    assert battle is not None
    if option.verb == "accept":
        return 0.5
    side = battle.side if cell_of(battle).result == AC else 1 - battle.side
    counter = Battle(ASSAULT, side, option.target)
    counter.attackers = [u for u in (battle.attackers if side == battle.side else battle.defenders) if p.hex[u] >= 0]
    counter.attackers = [u for u in counter.attackers if p.ground.distance(p.hex[u], option.target) == 1]
    counter.defenders = troops_in(p, 1 - side, option.target)
    counter.leader = best_leader(p, counter)
    return 0.42 + 0.2 * GAIN[column_for(p, counter)] if counter.attackers else 0.3


def again_weight(p: ShilohPosition, option: Option) -> float:
    """Spend a token on a bad combat die or a rout, hardly on a short march."""
    step = p.stack[-1]
    if step == ALLOWANCE_AGAIN:
        if option.verb == "reroll":
            return 0.5 + 0.06 * (3 - min(p.die, 6))
        return 0.55 if option.verb == "keep" else 0.3 + 0.03 * (3 - min(p.die, 6))
    if step == DIE_AGAIN:
        battle = p.battle
        assert battle is not None
        result = cell_of(battle).result
        good = 1.0 if result in (DR, DX, DM) else -1.0 if result in (AX, AR) else 0.1 if result == DC else 0.0
        if p.side_to_act != battle.side:
            good = -good
        return 0.5 + 0.15 * good if option.verb == "keep" else 0.5 - 0.1 * good
    return 0.45 if option.verb == "keep" else 0.5
