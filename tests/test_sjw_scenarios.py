"""Stonewall Jackson's Way: its scenarios and tables against the specification's own figures, and its turns."""

import json
from pathlib import Path
from typing import Any

import pytest

from senki.games.sjw.campaign import SCENARIOS, Campaign, Line, campaign
from senki.games.sjw.counters import (
    ARMIES,
    ARMY_OF,
    ARTILLERY,
    COMMAND_OF,
    COMMAND_VALUE,
    COMMANDS,
    COUNT,
    IS_SUBSTITUTE,
    KIND,
    KINDS,
    SIDE_OF,
    SIDES,
    SIZE,
    SIZES,
    SUBSTITUTE_COMMAND,
    SUBSTITUTE_TACTICAL,
    TACTICAL,
    UNIT,
)
from senki.games.sjw.position import ASIDE, LATER, OUT, SPARE, SjwPosition, empty_map, put
from senki.games.sjw.setup import set_up
from senki.games.sjw.tables import TABLES, WORKS
from senki.games.sjw.theatre import theatre
from senki.games.sjw.victory import KINDS as LINE_KINDS
from senki.games.sjw.victory import infantry_in_county_south_of

DATA = Path(__file__).parent / "data/sjw"
SOUTH = 23
"""A row of the south map is so many more in the file."""
KIND_WORDS = {"infantry": "inf", "cavalry": "cav", "leader": "leader"}


def given(name: str) -> dict[str, Any]:
    """The figures of a scenario, or of the tables, as the specification has them."""
    found: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def file_number(printed: str) -> str:
    """The number of the file for a hex as a sheet prints it."""
    column, row = printed[1:3], int(printed[3:])
    return f"{column}{row + (SOUTH if printed[0] == 'S' else 0):02}"


def file_numbers(printed: list[str]) -> list[str]:
    return [file_number(hex) for hex in printed]


def county(name: str) -> str:
    return name.lower().replace(" ", "_")


def begun(name: str) -> SjwPosition:
    """A scenario as it is set up."""
    p = empty_map([], [], theatre(name))
    set_up(p)
    return p


# the scenarios


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_frame_of_a_scenario(name: str) -> None:
    plan, want = campaign(name), given(name)
    assert plan.number == want["number"] and plan.advanced == (want["level"] == "advanced")
    assert plan.turns == len(want["turns"]) and plan.first_day == want["turns"][0]
    assert plan.sheet == {"N": "north", "S": "south"}.get("".join(want["maps"]), "")
    by_type: dict[str, list[str]] = {"confederate_objective": [], "union_depot": []}
    for marker in want["markers"]:
        by_type[marker["type"]].append(file_number(marker["hex"]))
    assert sorted(plan.objectives) == sorted(by_type["confederate_objective"])
    assert sorted(plan.depots) == sorted(by_type["union_depot"])


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_counter_is_set_up_as_listed(name: str) -> None:
    p, want = begun(name), given(name)
    p.check()
    placed = [unit["id"] for unit in want["units"]]
    coming = [unit["id"] for unit in want["reinforcements"]]
    for unit in want["units"] + want["reinforcements"]:
        number = UNIT[unit["id"]]
        if unit["id"] in coming:
            assert p.hex[number] == LATER and p.due[number] == unit["turn"]
        else:
            place = p.theatre.hex(file_number(unit["hex"])) if "hex" in unit else ASIDE
            assert p.hex[number] == place, unit["id"]
        assert p.manpower[number] == unit.get("manpower", 0), unit["id"]
        assert p.fatigue[number] == unit.get("fatigue", 0), unit["id"]
        assert WORKS[p.works[number]] == unit.get("entrenchment", "none"), unit["id"]
        assert unit.get("organized", True) and p.flags[number] == p.demoralized[number] == 0
    for number in range(COUNT):
        if number not in [UNIT[one] for one in placed + coming]:
            spare = IS_SUBSTITUTE[number] and p.advanced
            assert p.hex[number] == (SPARE if spare else OUT)
    assert p.turn == 1 and not any(p.losses) and not any(p.control) and all(p.depots) and not any(p.stations)


@pytest.mark.parametrize("name", SCENARIOS)
def test_counters_have_the_printed_values(name: str) -> None:
    plan, want = campaign(name), given(name)
    for unit in want["units"] + want["reinforcements"]:
        number = UNIT[unit["id"]]
        assert SIDES[SIDE_OF[number]] == unit["side"].lower()
        assert ARMIES[ARMY_OF[number]] == unit["army"]
        assert (COMMANDS[COMMAND_OF[number]] or "-") == unit["command"]
        assert KINDS[KIND[number]] == KIND_WORDS[unit["type"]]
        assert SIZES[SIZE[number]] == unit["size"]
        assert TACTICAL[number] == unit.get("tactical", 0)
        assert plan.artillery.get(number, ARTILLERY[number]) == unit.get("artillery", 0)
        assert COMMAND_VALUE[number] == unit.get("command_value", 0)
        fallen = unit.get("substitute", {})
        assert SUBSTITUTE_TACTICAL[number] == fallen.get("tactical", 0)
        assert SUBSTITUTE_COMMAND[number] == fallen.get("command_value", 0)


@pytest.mark.parametrize("name", SCENARIOS)
def test_arrivals_come_in_where_they_are_listed(name: str) -> None:
    plan, want = campaign(name), given(name)
    assert [start.unit for start in plan.arrivals] == [UNIT[unit["id"]] for unit in want["reinforcements"]]
    for start, unit in zip(plan.arrivals, want["reinforcements"], strict=True):
        assert start.turn == unit["turn"]
        assert start.hexes == file_numbers(unit.get("arrival_hexes") or [unit["hex"]])
        assert start.otherwise == file_numbers(unit.get("alternate_hexes", []))
        assert start.later == file_numbers(unit.get("delayed_arrival_hexes", []))
        assert start.elsewhere == (file_number(unit["alternative"]["hex"]) if "alternative" in unit else "")


@pytest.mark.parametrize("name", SCENARIOS)
def test_frozen_fatigue_is_that_of_the_list(name: str) -> None:
    plan, want = campaign(name), given(name)
    frozen: dict[int, list[int]] = {}
    for limit in plan.limits:
        for unit in limit.held if limit.kind == "fatigue_frozen" else []:
            frozen[unit] = limit.turns
    listed = {UNIT[u["id"]]: u["fatigue_frozen_turns"] for u in want["units"] if "fatigue_frozen_turns" in u}
    assert frozen == listed


def limit_as_given(row: dict[str, Any]) -> dict[str, Any]:
    """A limit of the specification in the terms of the scenario files."""
    turns = row.get("turns", [row["turn"]] if "turn" in row else [])
    release = row.get("release", {})
    sides = [side.lower() for side in row.get("sides", [row["side"]] if "side" in row else [])]
    held = {unit for unit in range(COUNT) if SIDES[SIDE_OF[unit]] in sides}
    held |= {UNIT[unit] for unit in row.get("units", [])}
    held -= {UNIT[unit] for unit in row.get("except_units", [])}
    of = release.get("of", "")
    return {
        "clause": row["clause"],
        "kind": row["kind"],
        "turns": [] if turns == "all" else turns,
        "held": sorted(held),
        "only_units": [UNIT[unit] for unit in row.get("only_units", [])],
        "also_units": [UNIT[unit] for unit in row.get("also_units", [])],
        "counties": [county(one) for one in row.get("counties", [])],
        "only_counties": [county(one) for one in row.get("only_counties", [])],
        "columns": (row.get("min_column", 0), row.get("max_column", 99), row.get("min_row", 0)),
        "zones": [(file_number(zone["center"]), zone["radius"]) for zone in row.get("zones", [])],
        "hexes": row.get("hexes", 0),
        "assaults_too": row.get("assaults_too", False),
        "water": row.get("water_name", ""),
        "release": (
            [county(one) for one in release.get("enters_county", [])],
            release.get("within", -1),
            file_number(of) if of not in ("", "self") else of,
            release.get("from_turn", 1),
        ),
    }


def limit_as_kept(plan: Campaign, number: int) -> dict[str, Any]:
    """The same of the scenario file."""
    limit = plan.limits[number]
    ends = limit.release
    return {
        "clause": limit.clause,
        "kind": limit.kind,
        "turns": limit.turns,
        "held": limit.held,
        "only_units": limit.only_units,
        "also_units": limit.also_units,
        "counties": limit.counties,
        "only_counties": limit.only_counties,
        "columns": (limit.min_column, limit.max_column, limit.min_row),
        "zones": list(zip(limit.centres, limit.radii, strict=True)),
        "hexes": limit.hexes,
        "assaults_too": limit.assaults_too,
        "water": limit.water,
        "release": (
            (ends.counties, ends.within, "self" if ends.of_self else ends.of, ends.from_turn)
            if ends is not None
            else ([], -1, "", 1)
        ),
    }


@pytest.mark.parametrize("name", SCENARIOS)
def test_limits_are_those_of_the_specification(name: str) -> None:
    plan = campaign(name)
    kept = [limit_as_kept(plan, number) for number in range(len(plan.limits))]
    listed = [limit_as_given(row) for row in given(name)["restrictions"]]
    # frozen fatigue is held against the list of units; there one row stands for both sides
    drop = ("fatigue_frozen",)
    assert [row for row in kept if row["kind"] not in drop] == [row for row in listed if row["kind"] not in drop]


def line_as_given(row: dict[str, Any]) -> dict[str, Any]:
    """A victory line of the specification in the terms of the scenario files."""
    same = {"controlled": "controlled_each", "depot_removed": "depot_removed_each"}
    bonus = row.get("all_bonus", {})
    return {
        "clause": row["clause"],
        "kind": same.get(row["kind"], row["kind"]),
        "vp": row.get("vp", 0),
        "side": row.get("side", "").lower(),
        "hexes": file_numbers(row.get("hexes", [])),
        "states": row.get("states", []),
        "counties": [county(one) for one in row.get("counties", [])],
        "sizes": row.get("sizes", []),
        "units": [UNIT[unit] for unit in row.get("units", [])],
        "by_count": row.get("vp_by_count", []),
        "bands": [[least, most or 99, vp] for least, most, vp in row.get("bands", [])],
        "best": [(file_numbers(one["hexes"]), one["vp"]) for one in row.get("lines", [])],
        "threshold": row.get("threshold", 0),
        "unless": row.get("only_if_not", ""),
        "surrounded": row.get("not_if_surrounded", False),
        "bonus": (sorted(UNIT[unit] for unit in bonus.get("units", [])), bonus.get("vp", 0)),
    }


def line_as_kept(line: Line) -> dict[str, Any]:
    """The same of the scenario file."""
    return {
        "clause": line.clause,
        "kind": line.kind,
        "vp": line.vp,
        "side": SIDES[line.side] if line.side >= 0 else "",
        "hexes": line.hexes,
        "states": line.states,
        "counties": line.counties,
        "sizes": line.sizes,
        "units": line.units,
        "by_count": line.by_count,
        "bands": line.bands,
        "best": line.best,
        "threshold": line.threshold,
        "unless": line.unless,
        "surrounded": line.unless_surrounded,
        "bonus": (sorted(line.bonus_units), line.bonus),
    }


@pytest.mark.parametrize("name", SCENARIOS)
def test_victory_lines_are_those_of_the_specification(name: str) -> None:
    kept = [line_as_kept(line) for line in campaign(name).lines if not line.switch]
    assert kept == [line_as_given(row) for row in given(name)["victory"]]


def test_optional_lines_belong_to_their_scenarios() -> None:
    optional = {(name, line.switch, line.vp) for name in SCENARIOS for line in campaign(name).lines if line.switch}
    assert optional == {
        ("cedar_mountain", "balance", -7),
        ("jacksons_march", "revision", -3),
        ("jacksons_march", "revision", -2),
    }


def test_every_kind_of_line_has_its_function() -> None:
    used = {line.kind for name in SCENARIOS for line in campaign(name).lines}
    assert used == set(LINE_KINDS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_grades_are_those_of_the_table(name: str) -> None:
    plan, want = campaign(name), given(name)
    sides = {"Confederate": "csa", "Union": "usa"}
    for points in range(-60, 160):
        row = next(grade for grade in plan.grades if points >= grade.least)
        fits = [
            one["result"].split()
            for one in want["victory_table"]
            if (one["min"] is None or points >= one["min"]) and (one["max"] is None or points <= one["max"])
        ]
        assert fits == [[next(word for word, side in sides.items() if side == SIDES[row.winner]), row.level]]


# the tables


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    return given("tables")


def least_of(column: str) -> int:
    """The least value of a column such as 7-11 or 50+; the first takes everything below the second."""
    return 0 if column.startswith("0.5") else int(column.rstrip("+").split("-")[0])


def test_every_cell_of_the_combat_table(tables: dict[str, Any]) -> None:
    want, kept = tables["combat_results"], TABLES["combat_results"]
    assert kept["defender_columns"] == [least_of(column) for column in want["defender_columns"]]
    assert kept["attacker_columns"] == [least_of(column) for column in want["attacker_columns"]]
    assert [row["difference"] for row in want["rows"]] == list(range(kept["least"], kept["least"] + len(want["rows"])))
    for number, row in enumerate(want["rows"]):
        starred = row["difference"] >= kept["starred_defender_from"]
        assert [cell + ("*" if starred else "") for cell in kept["defender"][number]] == row["defender"]
        assert kept["attacker"][number] == row["attacker"]
    assert kept["starred_attacker_rows"] == want["starred_attacker_rows"]["rows"]
    letters = dict(want["fatigue_effects"])
    assert TABLES["fatigue"]["most"] == letters.pop("max") and TABLES["fatigue"]["letters"] == letters


def test_combat_modifiers(tables: dict[str, Any]) -> None:
    march = [(row["type"], row["mp_remaining"][0], row["modifier"]) for row in tables["attack_type_modifier"]["march"]]
    attack = TABLES["attack"]
    assert [(row["type"], row["least"], row["modifier"]) for row in attack["march"]] == march
    assert attack["assault"] == tables["attack_type_modifier"]["assault"]
    assert attack["leader_bonus"] == {f"csa_{who.lower()}": n for who, n in tables["leader_assault_bonus"].items()}
    panic, rain, demoralized = (row["modifier"] for row in tables["side_modifiers"])
    assert (attack["panic"], attack["rain"], attack["demoralized"]) == (panic, rain, demoralized)
    assert tables["union_panic"]["combat_die"] == attack["panic"]
    crossing, mountain, both, creek, creek_rain, _ = (row["modifier"] for row in tables["defender_modifiers"])
    assert TABLES["defence"] == {
        "crossing": crossing,
        "creek": creek,
        "creek_rain": creek_rain,
        "mountain": mountain,
        "mountain_both": both,
    }
    assert tables["defender_modifiers"][-1]["modifier"] == "+1 or +2"
    assert TABLES["flank"]["refused"] == {"five": 1, "six": 2}
    for number, word in ((5, "five"), (6, "six")):
        want = tables["flank_bonus"][f"covered_{number}"]
        assert TABLES["flank"][word] == {"basic": want["basic"], "floor": want["minimum"]}


def test_artillery(tables: dict[str, Any]) -> None:
    want, kept = tables["artillery_modifier"], TABLES["artillery"]
    assert want["bands"] == ["<=-4", "-3..-1", "0..+1", "+2..+4", "+5..+7", ">=+8"]
    assert kept["bands"][1:] == [-3, 0, 2, 5, 8]
    for terrain in ("clear", "rolling", "rough", "mountain"):
        assert kept[terrain] == [2 * value for value in want[terrain]]


def test_values_of_units(tables: dict[str, Any]) -> None:
    assert dict(zip(TABLES["works"]["levels"], TABLES["works"]["halves"], strict=True)) == {
        level: 2 * factor for level, factor in tables["entrenchment"]["levels"].items()
    }
    want, kept = tables["max_combat_value"], TABLES["combat_value"]
    assert kept["defender"] == want["defender"] and kept["attacker_per_hex"] == want["attacker_per_hex"]
    assert kept["half_entrenched"] == want["defender_half_entrenched"]
    assert kept["all_entrenched"] == want["defender_all_entrenched"]
    halves = {str(manpower): value / 2 for manpower, value in enumerate(kept["disorganized_halves"]) if manpower}
    assert halves == tables["disorganized_combat_value"]["table"]


def test_marching(tables: dict[str, Any]) -> None:
    for side in SIDES:
        for word, kind in (("infantry", "inf"), ("cavalry", "cav")):
            row = TABLES["allowance"][side][kind]
            plus = f"+{row['add']}" if row["add"] else ""
            assert f"{row['dice']}d6{plus}" == tables["movement_allowance"][side.upper()][word]
    bonus = tables["movement_allowance"]["leader_activation_bonus"]
    assert TABLES["allowance"]["leader_bonus"] == bonus["infantry_corps_leader"]
    assert TABLES["allowance"]["stuart_bonus"] == bonus["Stuart"]
    force = TABLES["force_march"]
    for word, kind in (("infantry", "inf"), ("cavalry", "cav")):
        row = force[kind]
        assert f"max({row['least']}, {row['dice']}d6-{row['less']})" == tables["force_march"][f"{word}_extra"]
    assert tables["force_march"]["infantry_loss"] == {"1": 0, "2-5": 1, "6": "2 if manpower>=6 else 1"}
    assert force["inf"]["loss"] == [[2, 1], [6, 2]] and force["second_loss_from"] == 6
    assert tables["force_march"]["cavalry_loss"] == {"2-7": 0, "8-12": 1} and force["cav"]["loss"] == [[8, 1]]
    want, kept = tables["extended_march"], TABLES["extended_march"]
    assert kept["columns"] == want["columns"]
    assert [kept["fourth"], kept["cavalry"]] == [row["modifier"] for row in want["modifiers"]]
    assert kept["results"] == [[row["result"], row.get("min", 0)] for row in want["results"]]


def test_terrain(tables: dict[str, Any]) -> None:
    want, kept = tables["terrain_movement"], TABLES["movement"]
    for terrain in ("clear", "rolling", "rough"):
        assert kept[terrain] == want[terrain] and kept["rain"][terrain] == want["rain"][terrain]
    assert kept["line"] == want["road"] == want["pike"] == want["railroad"]
    assert [kept["rain"][line] for line in ("road", "rail", "pike")] == [
        want["rain"][line] for line in ("road", "railroad", "pike")
    ]
    assert want["hexsides"]["creek"].startswith(f"+{kept['creek']} ")
    assert f"ford +{kept['ford']};" in want["hexsides"]["minor_river"]
    assert kept["leave_zone"] == want["leave_enemy_zoc"]
    crowd = [[row["total_manpower"][0], row["extra"]] for row in want["friendly_infantry_in_hex"]]
    assert kept["crowd"] == crowd
    retreat = tables["cavalry_retreat"]["modifiers"]
    assert TABLES["cavalry_retreat"]["terrain"] == retreat["terrain_of_cavalry"]
    assert TABLES["cavalry_retreat"]["size"] == [[row["manpower"][0], row["modifier"]] for row in retreat["size"]]


def test_actions_and_recovery(tables: dict[str, Any]) -> None:
    units = [[row["margin"][0], row["units"]] for row in tables["assault_command"]["units"]]
    assert TABLES["assault"]["units"] == units
    want = tables["retreat"]
    assert TABLES["retreat"] == {
        "hexes": want["distance"],
        "zone_loss": want["loss_per_unit_per_enemy_zoc_hex"],
        "enemy_loss": want["loss_per_unit_per_enemy_unit_hex"],
    }
    after = [tables["recovery"]["fatigue_change"][str(level)] for level in range(5)]
    assert TABLES["fatigue"]["after_recovery"] == after
    no_ford, major, one, none, both = (row["modifier"] for row in tables["bridge_building"]["modifiers"])
    bridges = TABLES["bridges"]
    assert bridges["success"] == tables["bridge_building"]["success_max"]
    assert (bridges["no_ford"], bridges["major"], bridges["banks"]) == (no_ford, major, [none, one, both])
    assert (TABLES["command"]["radius"], TABLES["command"]["transfer"]) == (
        tables["command_radius"]["hexes"],
        tables["leader_transfer"]["hexes"],
    )


EVENT_WORDS = {"union": "usa", "confederate": "csa"}


def event_as_kept(word: str) -> str:
    """A random event of the specification as tables.toml names it."""
    if word.startswith("rain"):
        return f"rain_{int(word.rpartition('_')[2]) + 1 if 'plus' in word else 1}"
    head, _, side = word.rpartition("_")
    return f"{'paralysis' if 'paralysis' in head else head.rpartition('_')[2]}_{EVENT_WORDS[side]}"


def test_the_advanced_game(tables: dict[str, Any]) -> None:
    events = tables["random_events"]["results"]
    assert TABLES["events"]["results"] == [event_as_kept(events[str(total)]) for total in range(2, 13)]
    cycle, want = TABLES["cycle_end"], tables["random_cycle_end"]
    assert want["turns_1_2"] is None and (cycle["from_turn"], cycle["late_turn"]) == (3, 12)
    assert (cycle["most"], cycle["late_most"]) == (
        want["turns_3_11"]["die_max_ends"],
        want["turns_12_up"]["die_max_ends"],
    )
    for side in SIDES:
        listed = {county(name): value for name, value in tables["forage_values"][side.upper()].items()}
        assert TABLES["forage"][side] == listed
    supply, schedule = TABLES["supply"], tables["supply_schedule"]
    assert supply["turns"] == schedule["repair_turns"] == schedule["status_turns"] == tables["station_repair"]["turns"]
    assert supply["effects_from"] == schedule["effects_from_turn"]
    assert supply["repair"] == tables["station_repair"]["removed_on_max"]
    assert supply["csa_per_depot"] == schedule["csa_units_per_depot"]
    assert supply["ends"] == file_numbers(schedule["end_points"])
    assert supply["csa_counties"] == [county(name) for name in tables["confederate_supply_counties"]]
    paralysis = tables["command_paralysis"]
    assert TABLES["paralysis"] == {
        "inf": paralysis["infantry"],
        "cav": paralysis["cavalry"],
        "least": paralysis["minimum_allowance"],
    }
    rail = tables["rail_movement"]
    assert TABLES["rail"] == {
        "turns": rail["turns"],
        "hexes": rail["hexes"],
        "combat_value": rail["combat_value_per_cycle"],
        "starts": file_numbers(rail["start_stations"]),
    }


def test_substitutes(tables: dict[str, Any]) -> None:
    want = tables["substitute_units"]
    assert TABLES["substitutes"]["most"] == {
        "inf": want["max_manpower"]["infantry_brigade"],
        "cav": want["max_manpower"]["cavalry_regiment"],
    }
    limits = {name.replace("infantry", "inf").replace("cavalry", "cav"): most for name, most in
              tables["attachment_limits"].items()}  # fmt: skip
    assert TABLES["substitutes"]["limits"] == limits
    for side in range(2):
        for kind, word, size in ((0, "infantry", "brigade"), (1, "cavalry", "regiment")):
            subs = [u for u in range(COUNT) if IS_SUBSTITUTE[u] and SIDE_OF[u] == side and KIND[u] == kind]
            assert len(subs) == want["per_side"][f"{word}_{size}"]
            assert {TACTICAL[u] for u in subs} == {want["tactical"][SIDES[side].upper()][word]}
            assert {ARTILLERY[u] for u in subs} == {want["artillery"]} and {SIZES[SIZE[u]] for u in subs} == {size}


# the ground of the optional revision


def test_south_of_cedar_run_is_what_its_waters_part_off() -> None:
    p = begun("jacksons_march")
    ground = p.ground
    waters = ("Cedar Run", "Occoquan River", "Broad Run")
    parted = {pair for run in ground.board.runs if run.names["en"] in waters for pair in run.pairs}
    here = {hex for hex in range(ground.size) if ground.counties[ground.county[hex]] == "prince_william"}
    south = [ground.number("4233")]
    for hex in south:
        for to in ground.around[hex]:
            if to in here and to not in south and (hex, to) not in parted and (to, hex) not in parted:
                south.append(to)
    line = next(line for line in p.theatre.plan.lines if line.kind == "infantry_in_county_south_of")
    ewell = UNIT["csa_ewell_b"]
    for hex in here:
        for unit in range(COUNT):
            put(p, unit, OUT)
        put(p, ewell, hex)
        assert infantry_in_county_south_of(p, line) == (line.vp if hex in south else 0), ground.names[hex]
