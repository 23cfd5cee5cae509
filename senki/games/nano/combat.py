"""Combat (chapter 9). No dice: the side with fewer units loses, the North on equal numbers."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.nano.board import NORTH, SIDES, SOUTH, TOWNS, UNITS_OF
from senki.games.nano.initiative import side_with_initiative
from senki.games.nano.position import NanoPosition, attacks_at, contested, contested_towns
from senki.games.nano.victory import score


@enforces("NANO-9.1", "NANO-9.11")
def battles_to_fight(p: NanoPosition) -> list[int]:
    """Every contested town, without exception; a retreat neither starts nor ends one."""
    return contested_towns(p)


@enforces("NANO-9.2", "NANO-10.9")
def strength(p: NanoPosition, side: int, town: int) -> int:
    """The units of a side in the town, attackers from all roads together, without those that have just retreated."""
    count = 0
    for unit in UNITS_OF[side]:
        if p.town[unit] == town and not p.marked >> unit & 1:
            count += 1
    return count


@enforces("NANO-9.3", "NANO-9.4", "NANO-9.6")
def loser_of(south: int, north: int) -> int:
    """Numbers alone decide: fewer units lose, equal numbers cost the North the field, nobody may choose to lose."""
    return SOUTH if south < north else NORTH


@enforces("NANO-3.7", "NANO-9.5", "NANO-9.7")
def battle_points(south: int, north: int, loser: int, loser_attacked: bool) -> int:
    """The difference, to the South if the North loses; at most 1 if the loser attacked; nothing more for losses."""
    difference = abs(south - north)
    if loser_attacked:
        difference = min(difference, 1)
    return difference if loser == NORTH else -difference


@enforces("NANO-9.8", "NANO-9.9")
def fight(p: NanoPosition, town: int) -> None:
    """Decide the battle in a town and score it; the retreats follow, the winners stay where they are."""
    south, north = strength(p, SOUTH, town), strength(p, NORTH, town)
    attacker = SOUTH if attacks_at(p, SOUTH, town) else NORTH
    loser = loser_of(south, north)
    p.battle = town
    p.loser = loser
    if p.events is not None:
        p.tell(
            "battle",
            "NANO-9.3",
            {"town": TOWNS[town], "attacker": SIDES[attacker], "south": south, "north": north, "loser": SIDES[loser]},
        )
    score(p, battle_points(south, north, loser, loser == attacker), "NANO-9.5")


@enforces("NANO-9.10")
def picks_battle(p: NanoPosition, south: int, north: int) -> int:
    """With two or more battles left, the higher die picks the next; the South on equal dice."""
    picker = side_with_initiative(south, north)
    if p.events is not None:
        p.tell("battle_order", "NANO-9.10", {"south": south, "north": north, "side": SIDES[picker]})
    return picker


@enforces("NANO-9.10")
def pick_objections(p: NanoPosition, town: int) -> list[Objection]:
    """The picker must name a town that is still contested."""
    return [] if contested(p, town) else [forbid("NANO-9.10", "no_battle_there", town=TOWNS[town])]
