"""What a side may not know never reaches it: equal views of positions that differ only in what is hidden."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki import find_game
from senki.engine.errors import Malformed
from senki.engine.events import Event
from senki.engine.forms import Choice, Judgement, View, plain, to_json
from senki.engine.position import CHANCE
from senki.games.monmouth.board import IDS, NUMBER, PIECES_OF, TYPE
from senki.games.monmouth.hiding import imagine, swapped
from senki.games.monmouth.position import LOST, ON_MAP, MonmouthPosition
from senki.games.monmouth.spotting import identity_known, seen_by
from senki.players.levels import make_player

GAME = find_game("monmouth")


SWITCHES = st.fixed_dictionaries(
    {
        name: st.sampled_from(["off", "on"])
        for name in ("hidden_reserves", "written_orders", "blind_map", "spent_reveals_identity")
    }
)


def middle_of_a_game(seed: int, steps: int, switches: dict[str, str] | None = None) -> MonmouthPosition:
    p = GAME.start("monmouth", GAME.settings(switches or {}))
    chance = Random(seed)
    p.settle()
    for _ in range(steps):
        if p.over:
            break
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        else:
            options = p.options()
            # Enter and move rather than sit, so that much stands on the map.
            busy = [o for o in options if o.verb in ("enter", "move", "attack", "pick", "ride", "order")]
            if chance.random() < 0.4:
                busy = [o for o in options if o.verb == "reserve"] or busy
            p.play(chance.choice(busy or options))
    assert isinstance(p, MonmouthPosition)
    return p


def two_alike(p: MonmouthPosition, side: int) -> tuple[int, int] | None:
    """Two enemy blocks that this side cannot tell apart."""
    seen = seen_by(p, side)
    hidden = [n for n in PIECES_OF[1 - side] if p.place[n] == ON_MAP and not identity_known(p, n) and not p.spent[n]]
    for a in hidden:
        for b in hidden:
            if a < b and (TYPE[a] == TYPE[b] or not (seen >> a | seen >> b) & 1):
                return a, b
    return None


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 50), st.integers(0, 1))
def test_swapping_unknown_blocks_leaves_the_view_as_it_is(seed: int, steps: int, side: int) -> None:
    p = middle_of_a_game(seed, steps)
    pair = two_alike(p, side)
    if pair is None or p.over:
        return
    if p.side_to_act == 1 - side and p.step.name == "piece":
        return
    twin = swapped(p, *pair)
    assert twin != p
    assert to_json(GAME.view(twin, side)) == to_json(GAME.view(p, side))
    assert to_json(GAME.view(twin, -1)) == to_json(GAME.view(p, -1))


@pytest.mark.parametrize("spec", ["greedy", "search:1"])
def test_a_machine_plays_the_same_whatever_is_hidden_from_it(spec: str) -> None:
    compared = 0
    for seed in range(8):
        p = middle_of_a_game(seed, 45)
        pair = None if p.over or p.waits_for == CHANCE else two_alike(p, p.side_to_act)
        if pair is None:
            continue
        twin = swapped(p, *pair)
        assert twin != p
        chosen = [make_player(spec, GAME, 7).choose(one).text for one in (p, twin)]
        assert chosen[0] == chosen[1]
        compared += 1
    assert compared >= 3


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000), st.integers(10, 50), st.integers(0, 1), st.integers(0, 99), SWITCHES)
def test_what_a_side_imagines_it_cannot_tell_from_the_truth(
    seed: int, steps: int, side: int, lot: int, switches: dict[str, str]
) -> None:
    p = middle_of_a_game(seed, steps, switches)
    dreamt = imagine(p, side, Random(lot))
    dreamt.check()
    assert to_json(GAME.view(dreamt, side)) == to_json(GAME.view(p, side))
    assert GAME.hides(p, side) == GAME.hides(dreamt, side)
    assert GAME.hides(p, side) or dreamt == p


@pytest.mark.parametrize(
    ("seed", "switches"),
    [(0, {"spent_reveals_identity": "off", "written_orders": "on"}), (1, {"hidden_reserves": "on"})],
)
def test_all_through_a_game_no_guess_is_told_from_the_truth(seed: int, switches: dict[str, str]) -> None:
    """Poses, order of options, zones and snaps included, for the side that acts too."""
    chance = Random(seed)
    p = GAME.start("monmouth", GAME.settings(switches))
    p.settle()
    compared = 0
    while not p.over:
        side = chance.randrange(2)
        if chance.random() < 0.4:
            compared += 1
            dreamt = GAME.imagine(p, side, chance)
            assert to_json(GAME.view(dreamt, side)) == to_json(GAME.view(p, side))
        options = [o for o in p.options() if o.verb not in ("end", "sit", "leave")] or p.options()
        p.play(chance.choice([o for o in options if o.verb in ("attack", "reserve")] or options))
    assert compared > 30


def secrets(**switches: str) -> MonmouthPosition:
    """Two Colonial HQs far from any enemy with a reserve and an order under way, everybody known by name."""
    known = {"revealed": True}
    blocks: dict[str, object] = {
        "lee": {"pose": [900, 3500]},
        "washington": {"pose": [1500, 3500]},
        "cornwallis": {"pose": [7050, 300]},
        "guards": {"pose": [6900, 800, 270], **known},
    }
    for name in ("maxwell", "scott", "wayne", "dickinson", "oswald", "morgan", "jackson", "colonial_baggage"):
        blocks[name] = {"place": "lost"}
    more: dict[str, object] = {}
    if switches.get("hidden_reserves") == "on":
        for name in ("scott", "wayne"):
            blocks[name] = {"place": "reserve", "held_by": "lee", **known}
    if switches.get("written_orders") == "on":
        more = {"orders": [["lee", "attack", "obj_ker", 5]]}
    form = {"turn": 4, "blocks": blocks, "switches": switches, "to_come": ["turn_end"], **more}
    p = GAME.read(form, "position")
    assert isinstance(p, MonmouthPosition)
    return p


@pytest.mark.parametrize("switch", ["hidden_reserves", "written_orders"])
def test_reserves_and_orders_of_the_enemy_are_drawn_anew(switch: str) -> None:
    p = secrets(**{switch: "on"})
    assert GAME.hides(p, 0)
    dreams = [imagine(p, 0, Random(lot)) for lot in range(20)]
    assert len({(*q.held_by, *[(o.kind, o.landmark) for o in q.orders]) for q in dreams}) > 2
    for q in dreams:
        assert to_json(GAME.view(q, 0)) == to_json(GAME.view(p, 0))
        assert [(o.command, o.turn) for o in q.orders] == [(o.command, o.turn) for o in p.orders]
    own = imagine(p, 1, Random(1))
    assert own.held_by == p.held_by and own.orders == p.orders and own.location == p.location


def test_nothing_is_hidden_when_every_block_is_known() -> None:
    p = secrets()
    assert not GAME.hides(p, 0) and imagine(p, 0, Random(1)) == p


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10_000), st.integers(20, 50), st.integers(0, 1))
def test_no_name_of_an_unknown_block_is_in_the_view(seed: int, steps: int, side: int) -> None:
    p = middle_of_a_game(seed, steps)
    view = to_json(GAME.view(p, side)).decode()
    for piece in PIECES_OF[1 - side]:
        if not identity_known(p, piece) and p.place[piece] != LOST:
            assert f'"{IDS[piece]}"' not in view


def board(**switches: str) -> MonmouthPosition:
    p = GAME.read(
        {
            "turn": 3,
            "switches": switches,
            "blocks": {
                "guards": {"pose": [5000, 3500, 270]},
                "rangers": {"pose": [5600, 2000, 270]},
                "royal_artillery": {"pose": [7000, 300, 270]},
                "grey": {"pose": [6000, 3500, 270], "spent": True},
                "scott": {"pose": [3400, 3500, 90]},
                "cornwallis": {"pose": [7300, 300]},
                "lee": {"pose": [3000, 3500]},
            },
            "active": "lee",
            "to_come": ["act"],
        },
        "position",
    )
    assert isinstance(p, MonmouthPosition)
    return p


def seen(view: View) -> dict[str, object]:
    return {piece.id: piece for piece in view.pieces}


def test_type_by_sight_quality_by_contact_or_spent() -> None:
    pieces = {piece.id: piece for piece in GAME.view(board(), 1).pieces}
    assert pieces["B3"].symbol == "infantry" and "quality" not in pieces["B3"].facts
    assert pieces["B5"].symbol == "unknown" and not pieces["B5"].facts
    assert pieces["B4"].facts["quality"] == "regular" and pieces["B4"].state == "spent"
    assert "guards" not in pieces and pieces["scott"].facts["quality"] == "regular"


def test_the_blind_map_shows_only_what_is_seen() -> None:
    assert "B5" in seen(GAME.view(board(), 1)) and "B5" not in seen(GAME.view(board(blind_map="on"), 1))
    assert "B3" in seen(GAME.view(board(blind_map="on"), 1))


def test_a_pose_is_judged_before_it_is_played() -> None:
    p = board()
    found = GAME.judge(p, 1, "scott", [3900.0, 3500.0, 90.0])
    assert isinstance(found, Judgement) and found.legal and found.cost == 1321.3
    assert found.option == "move scott advance 90 500" and GAME.answer(p, found.option).text == found.option
    attack = GAME.judge(p, 1, "scott", [4810.0, 3480.0, 93.0])
    assert attack is not None and attack.target == "B3"
    # Bearings have tenths of a degree: the wished point is met to within a yard or two.
    assert attack.pose == pytest.approx([4824.0, 3480.0, 90.0], abs=2.0)
    assert attack.legal and GAME.answer(p, attack.option)
    far = GAME.judge(p, 1, "scott", [6900.0, 3500.0, 90.0])
    assert far is not None and not far.legal and [o.clause for o in far.objections] == ["MON-3.2"]
    assert GAME.judge(p, 0, "guards", [4000.0, 3500.0, 270.0]) is None
    assert GAME.judge(p, 1, "nobody", [4000.0, 3500.0, 270.0]) is None


def test_the_ledger_says_what_makes_up_the_cost() -> None:
    """Every line has a sentence and a clause, and together they are the cost, wherever a piece is dragged."""
    seen: set[str] = set()
    for name in ("scott", "maxwell", "lee"):
        for pose in ([3900.0, 3500.0, 90.0], [3400.0, 3100.0, 200.0], [4810.0, 3480.0, 93.0], [4200.0, 2600.0, 0.0]):
            p = board()
            found = GAME.judge(p, 1, name, pose)
            if found is None:
                continue
            assert abs(sum(int(one.amount) for one in found.lines) - found.cost) <= len(found.lines)
            for one in found.lines:
                assert one.clause in GAME.rulebook
                assert all(GAME.messages.say(f"ledger.{one.key}", one.facts, lang) for lang in ("en", "ja"))
                seen.add(one.key)
    assert {"advanced", "first_turn", "turns"} <= seen, seen


def test_the_odds_of_a_free_attack_are_told_before_it_is_played() -> None:
    p = board()
    attack = GAME.judge(p, 1, "scott", [4810.0, 3480.0, 93.0])
    assert attack is not None and attack.legal and attack.target is not None
    odds = GAME.odds(p, GAME.parse(attack.option, p))
    assert odds is not None and odds.title.key == "attack"
    assert sum(result.chance for result in odds.results) > 0.99
    away = GAME.judge(p, 1, "scott", [3900.0, 3500.0, 90.0])
    assert away is not None and away.target is None and GAME.odds(p, GAME.parse(away.option, p)) is None


@pytest.mark.parametrize(
    "pose", [[], [1.0], [float("nan"), 0.0, 0.0], [float("inf"), 0.0, 0.0], [1e9, 0.0, 0.0], [0.0] * 4]
)
def test_a_pose_that_is_none_is_malformed(pose: list[float]) -> None:
    with pytest.raises(Malformed):
        GAME.judge(board(), 1, "scott", pose)


@pytest.mark.parametrize(
    "text",
    [
        "move scott advance nan 100", "move scott advance 90 inf", "move scott advance 90 1e99", "move scott face -5",
        "move scott advance 90", "move scott", "move scott to 5 5", "move lee advance 90 5", "ride scott to 1 1",
        "move scott advance 90 100 attack B", "move scott advance 90 100 attack B03", "move scott face 400",
        "move scott road 100 rd_nowhere+", "enter scott nowhere", "bombard scott B3", "roll 7", "roll 1 2 3 4",
        "move scott " + "face 10 " * 30, "x" * 700,
    ],
)  # fmt: skip
def test_nonsense_is_refused_with_a_reason(text: str) -> None:
    from senki.engine.errors import SenkiError

    with pytest.raises(SenkiError):
        GAME.answer(board(), text)


def test_the_free_part_of_the_view_names_pieces_rates_snaps_and_zones() -> None:
    p = board()
    free = GAME.view(p, 1).free
    assert free is not None and [piece.piece for piece in free.pieces] == ["scott"]
    assert free.pieces[0].rate == 2464.0
    assert {snap.kind for snap in free.pieces[0].snaps} >= {"contact", "face"}
    kinds = {(zone.kind, zone.piece) for zone in free.zones}
    assert ("command", "lee") in kinds and ("foe", "B3") in kinds
    assert GAME.view(p, 0).free is None
    assert plain(free)["pieces"][0]["piece"] == "scott" and NUMBER["scott"] in PIECES_OF[1]


def test_events_name_a_sides_own_blocks_and_the_enemys_it_knows() -> None:
    p = middle_of_a_game(3, 120)
    for side in range(2):
        known = GAME.view(p, side).known
        for piece in PIECES_OF[side]:
            if p.number[piece]:
                assert known[p.name(piece)] == IDS[piece]
        for piece in PIECES_OF[1 - side]:
            if p.number[piece]:
                told = identity_known(p, piece) or p.place[piece] == LOST
                assert known.get(p.name(piece)) == (IDS[piece] if told else None)
    moved = Event("packed", "MON-9.1", {"unit": "C1"})
    assert GAME.tell(moved, "en", {"C1": "wayne"}) == "Wayne (picked men) packs."
    assert GAME.tell(moved, "en") == "C1 packs."


def choices_of(blocks: dict[str, object], **more: object) -> dict[str, Choice]:
    form = {"turn": 2, "blocks": blocks, "switches": {"hidden_reserves": "on"}, "active": "lee", **more}
    return {choice.text: choice for choice in GAME.view(GAME.read(form, "test"), 1).choices}


def test_hidden_reserves_can_be_used_by_who_points_and_presses() -> None:
    """To hide is a thing to do, without a place; who comes with an HQ is offered at the HQ; who leaves has a place."""
    lee = {"pose": [2000, 3000]}
    hiding = choices_of({"lee": lee, "scott": {"pose": [2000, 2500, 0]}}, selected="scott", to_come=["piece"])
    hide = hiding["move scott face 0 advance 0 318.5 reserve"]
    assert (hide.verb, hide.piece, hide.place, hide.cost) == ("hide", "scott", None, "1140")
    joining = choices_of({"lee": {}, "scott": {}}, turn=1, selected="lee", to_come=["ride"])
    assert (joining["reserve scott"].verb, joining["reserve scott"].piece) == ("reserve", "lee")
    held = {"lee": lee, "wayne": {"place": "reserve", "held_by": "lee"}, "grey": {"pose": [2000, 1500, 0]}}
    leaving = choices_of(held, selected="wayne", to_come=["piece"])
    attack = next(choice for choice in leaving.values() if choice.verb == "attack")
    assert attack.piece == "wayne" and attack.place is not None and len(attack.place.split(",")) == 3
    assert any(choice.verb == "move" and choice.place for choice in leaving.values())


def test_a_prompt_names_a_block_or_says_that_it_is_out_of_sight() -> None:
    told = set()
    for steps in range(60):
        p = middle_of_a_game(3, steps, {"hidden_reserves": "on"})
        for side in (0, 1, -1):
            prompt = GAME.view(GAME.seen(p, side), side).prompt
            if prompt.key in ("piece", "piece_unseen"):
                assert bool(prompt.facts["unit"]) == (prompt.key == "piece")
                told.add((prompt.key, side == p.side_to_act))
    assert ("piece_unseen", False) in told and ("piece_unseen", True) not in told
