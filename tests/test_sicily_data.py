"""Sicily's data held against the specification's own lists: every unit, place, line and table."""

import csv
import json
import re
from pathlib import Path

import pytest

from senki.engine.data import read_toml
from senki.games.sicily import counters
from senki.games.sicily.ground import LARGE_PORT, NO_PORT, SMALL_PORT, ground_of
from senki.games.sicily.options import LINES
from senki.games.sicily.tables import PACKAGE, POOLS, TABLES, airfield_row, row_of

FACTS = Path(__file__).parent / "data" / "sicily"
SPEC = json.loads((FACTS / "tables.json").read_text(encoding="utf-8"))
UNITS = list(csv.DictReader((FACTS / "units.csv").read_text(encoding="utf-8").splitlines()))
PLACES = list(csv.DictReader((FACTS / "places.csv").read_text(encoding="utf-8").splitlines()))


def slug(row: dict[str, str]) -> str:
    return row["nation"].lower() + "_" + re.sub(r"[^a-z0-9]+", "_", row["id"].lower()).strip("_")


def test_every_unit_is_there_once_with_what_is_printed_on_it() -> None:
    assert [slug(row) for row in UNITS] == counters.UNITS[:-4]
    assert len(UNITS) == 218
    for row in UNITS:
        unit = counters.UNIT[slug(row)]
        printed = counters.ROWS[unit]
        same = ["nation", "branch", "division", "type", "size", "morale", "strength", "movement", "mechanized", "zoc"]
        same += ["steps", "availability", "hex"]
        assert [printed[name] for name in same] == [row[name] for name in same]
        assert (printed["label"], printed["class"]) == (row["id"], row["combat_class"])
        assert printed["bracketed"] == row["intrinsic_combined_arms"]
        assert bool(row["zoc"]) == counters.IS_REGIMENT[unit]


def test_names_are_unique_with_their_nation() -> None:
    assert len({(row["nation"], row["label"]) for row in counters.ROWS}) == counters.COUNT
    assert len({row["en"] for row in counters.ROWS}) == len({row["ja"] for row in counters.ROWS}) == counters.COUNT
    assert all(" " not in name for name in counters.UNITS)


def test_depots_come_last() -> None:
    assert [counters.UNITS[unit] for unit in counters.DEPOTS] == [
        "us_depot_1", "us_depot_2", "uk_depot_1", "uk_depot_2",
    ]  # fmt: skip
    assert counters.DEPOTS == [218, 219, 220, 221]


@pytest.mark.parametrize("row", [row for row in PLACES if row["kind"] in ("city", "town", "airfield")], ids=str)
def test_every_place_is_on_the_map(row: dict[str, str]) -> None:
    ground = ground_of("")
    hex = ground.number(row["hex"])
    assert hex >= 0 and ground.place_at[hex] >= 0
    if row["kind"] == "airfield":
        assert ground.airfield[hex]
    else:
        assert (ground.city if row["kind"] == "city" else ground.town)[hex]
        assert ground.points[hex] == int(row["tactical_points"] or 0)
        assert ground.port[hex] == {"": NO_PORT, "small": SMALL_PORT, "large": LARGE_PORT}[row["port"]]
        assert (hex in ground.sources) == (row["axis_supply_source"] == "yes")


def test_tactical_points_add_up() -> None:
    assert sum(ground_of("").points) == 88


def test_combat_table() -> None:
    columns = SPEC["combat_results_table"]["columns"]
    assert [column["results"] for column in columns] == TABLES["combat"]["results"]
    for column in columns:
        for differential in range(-40, 60):
            least = column["min"] if column["min"] is not None else -999
            most = column["max"] if column["max"] is not None else 999
            inside = least <= differential <= most
            assert inside == (row_of(TABLES["combat"]["least"], differential) == column["index"])


def test_chits() -> None:
    for morale in (1, 2, 3):
        pool = SPEC["strength_chits"]["pools"][str(morale)]
        assert POOLS[morale - 1] == [[row["A"], row["B"], row["C"], row["n"]] for row in pool["chits"]]
        assert sum(row[3] for row in POOLS[morale - 1]) == pool["size"]


def test_airfield_table() -> None:
    for number, row in enumerate(SPEC["airfield_table"]["rows"]):
        for captured in range(row["captured_min"], row["captured_max"] + 1):
            assert airfield_row(captured) == number
        table = TABLES["airfields"]
        assert table["rows"][number][1:] == [row["allied_air_points"], row["shift_success_die_at_most"]]
        assert table["supply"][number] == row["axis_supply_change_by_die"]


def test_end_run_table() -> None:
    for nation in ("US", "UK"):
        rows = [[row["min"], row["regiment"], row["battalion"]] for row in SPEC["end_run_table"][nation]]
        assert TABLES["end_runs"][nation.lower()] == rows
    assert TABLES["end_runs"]["price"] == SPEC["end_run_table"]["vp_cost_per_chosen_number"]


def test_landing_and_airborne_tables() -> None:
    modifiers = {row["when"].split(",")[0]: row["drm"] for row in SPEC["landing_disruption"]["modifiers"]}
    landing = TABLES["landing"]
    assert landing["disrupted"] == SPEC["landing_disruption"]["threshold"]
    assert [landing[name] for name in ("first_turn", "fog", "rain", "opposed", "end_run")] == list(modifiers.values())
    words = ["none", "D", "D+L1", "D+L2"]
    assert TABLES["airborne"]["losses"] == [words.index(word) for word in SPEC["airborne"]["disruption_loss"]["die"]]
    assert TABLES["airborne"]["scatter"] == SPEC["airborne"]["scatter"]["die_to_distance"]
    scatter = [row["drm"] for row in SPEC["airborne"]["scatter"]["modifiers"]]
    assert [TABLES["airborne"][name] for name in ("glider", "fog", "rain", "reinforcement")] == scatter


def test_variable_reinforcements_collapse_and_interdiction() -> None:
    columns = SPEC["variable_reinforcement_table"]["columns"]
    assert TABLES["variable"]["results"] == [column["results"] for column in columns]
    assert TABLES["variable"]["least"] == [column["tp_min"] for column in columns]
    names = ["with_german", "morale_2", "strength_2", "near_ally", "unsupplied", "isolated"]
    drms = [row["drm"] for row in SPEC["italian_collapse_check"]["modifiers"]]
    assert [TABLES["collapse"][name] for name in names] == drms
    assert TABLES["interdiction"]["points"] == SPEC["maximum_interdiction"]["allied_vp_loss_die"]
    assert TABLES["interdiction"]["most_flak"] == -SPEC["maximum_interdiction"]["per_unit"]["drm_limit"]


def test_supply_ports_and_guns() -> None:
    assert TABLES["ports"]["closed"] == SPEC["port_demolition"]["closed_turns_by_die"]
    assert TABLES["ports"]["palermo"] == SPEC["port_demolition"]["palermo_extra_turns"]
    supply = TABLES["supply"]
    assert [supply[name] for name in ("beach", "small_port", "large_port")] == [
        SPEC["depot_supply"][name] for name in ("beach", "small_port", "large_port")
    ]
    begins = {army.lower(): points for army, points in SPEC["starting_supply"].items()}
    assert read_toml(PACKAGE, "scenarios/campaign.toml")["supply"] == begins
    naval = SPEC["naval_gunfire"]
    assert [TABLES["naval"][name] for name in ("us_points", "us_until", "us_port", "uk_points", "range", "most")] == [
        naval["US"]["points"], naval["US"]["turns"][1], naval["US"]["bonus_if_depot_in_usable_large_port"],
        naval["UK"]["points"], naval["range_hexes_from_sea"], naval["max_points_per_combat"],
    ]  # fmt: skip


def test_movement() -> None:
    rows = {
        row["terrain"]: [row["non_mechanized"] or 0, row["mechanized"] or 0]
        for row in SPEC["terrain_effects"]["movement"]
    }
    movement = TABLES["movement"]
    levels = [rows["level 1 open"], *(rows[f"level {level}"] for level in range(2, 7))]
    assert movement["foot"] == [row[0] for row in levels]
    assert movement["mechanized"] == [row[1] for row in levels]
    assert [movement["marsh"], movement["city"]] == [rows["marsh"], rows["city"]]
    effects = SPEC["terrain_effects"]
    assert movement["strategic"] == list(effects["road_strategic"]["hexes_per_mp"].values())
    assert movement["town"] == effects["town_mechanized_extra"]
    assert movement["crowded"] == effects["occupied_road_hex_extra"]
    river = effects["river_unbridged"]
    assert [movement["river_foot"], movement["river_allied_mechanized"]] == [
        river["non_mechanized_extra"], river["mechanized_allied_extra"],
    ]  # fmt: skip


def test_evacuation_costs_and_victory() -> None:
    rows = SPEC["evacuation_hexes"]["per_axis_movement_phase"]
    assert TABLES["evacuation"]["hexes"] == {row["hex"]: [row["italian"], row["german"]] for row in rows}
    assert TABLES["evacuation"]["depot"] == SPEC["evacuation_hexes"]["allied_per_depot_per_movement_phase"]
    costs = SPEC["reinforcement_costs"]
    assert TABLES["costs"]["opt_regiment"] == list(costs["OPT"]["regiment_or_brigade"].values())
    assert TABLES["costs"]["opt_other"] == list(costs["OPT"]["battalion_or_artillery"].values())
    assert TABLES["costs"]["replacement"] == list(costs["replacement_point"].values())
    gain, loss = SPEC["victory"]["allied_gain"]["axis_unit_eliminated"], SPEC["victory"]["allied_loss"]
    kinds = ["regiment", "battalion", "artillery"]
    victory = TABLES["victory"]
    assert victory["german_lost"] == [gain["DE"][kind] for kind in kinds]
    assert victory["italian_lost"] == [gain["IT"][kind] for kind in kinds]
    assert victory["german_away"] == [loss["axis_unit_evacuated"]["DE"][kind] for kind in kinds]
    assert victory["italian_away"] == [loss["axis_unit_evacuated"]["IT"][kind] for kind in kinds]
    assert victory["allied_lost"] == list(loss["allied_unit_eliminated"].values())
    assert victory["depot"] == loss["depot_eliminated"]


def test_turn_track() -> None:
    for row in SPEC["turn_track"]["turns"]:
        for name in TABLES["replacements"]:
            given = {key.lower(): points for key, points in row["replacements"].items()}
            assert (row["turn"] in TABLES["replacements"][name]) == (given.get(name, 0) == 1)
        by_id = {unit["id"]: unit for unit in UNITS}
        for name in row["reinforcements"]:
            assert by_id[name]["availability"] == f"turn {row['turn']}"
        for name in row["opt_available_from"]:
            assert by_id[name]["availability"] == f"OPT {row['turn']}"


def test_lines() -> None:
    ground = ground_of("")
    lines = SPEC["lines"]
    assert TABLES["limits"]["us_limit"] == lines["us_limit"]
    assert TABLES["limits"]["us_limit_row"] == lines["us_limit_row_outside_columns_27_to_44"]
    for name, line in (
        ("boundary_initial", "column_46"),
        ("boundary_augusta_siracusa", "siracusa"),
        ("boundary_catania", "column_41"),
    ):
        assert [ground.names[hex] for hex in ground.line_hexes[LINES.index(line)]] == lines[name]
        assert ground.legal_line[LINES.index(line)]
    assert TABLES["limits"]["east_coast"] == SPEC["east_coast_hexes"]["hexes"]
