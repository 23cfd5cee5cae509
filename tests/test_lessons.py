"""Every lesson is played: what the coach asks for is legal, the script goes on whatever right choice is made."""

from __future__ import annotations

import pytest

from senki.engine.data import LANGUAGES
from senki.engine.errors import Malformed
from senki.engine.game import Game
from senki.engine.position import CHANCE, DECISION, Position
from senki.engine.registry import find_game, game_keys
from senki.lab.lessons import Lesson, Step, is_wanted, leads_there, lesson_of, opening_of

LEAST, MOST = 10, 18
"""Steps of a lesson of five minutes."""
LONGEST = {"en": 330, "ja": 170}
"""Characters that are read at one glance, on a phone too."""
MOST_TRIED = 6
"""Right choices tried in each position."""

LEARNED = game_keys()


def lesson(key: str) -> tuple[Game, Lesson]:
    game = find_game(key)
    found = lesson_of(game)
    assert found is not None
    return game, found


@pytest.mark.parametrize("key", LEARNED)
def test_the_words(key: str) -> None:
    """Short, in both languages, with clauses and names that exist; it begins and ends with words."""
    game, found = lesson(key)
    assert LEAST <= len(found.step) <= MOST
    assert not found.step[-1].expects
    clauses = {clause.number for section in game.rulebook.sections for clause in section.clauses}
    pieces = {piece.id for piece in game.view(opening_of(game, found), game.side(found.side)).pieces}
    for step in found.step:
        for lang in LANGUAGES:
            assert 0 < len(step.say[lang]) <= LONGEST[lang], (step.say[lang], len(step.say[lang]))
        assert not step.clause or step.clause in clauses, step.clause
        assert set(step.pieces) <= pieces, step.say["en"]
        assert bool(step.instead) == bool(step.expects), step.say["en"]
    assert sum(bool(step.clause) for step in found.step) >= len(found.step) // 2


@pytest.mark.parametrize("key", LEARNED)
def test_it_can_be_played(key: str) -> None:
    """Whatever right choice is made, the dice can fall and the coach can answer as the lesson says."""
    game, found = lesson(key)
    side = game.side(found.side)
    reached: list[tuple[Position, list[str]]] = [(opening_of(game, found), [])]
    for step in (one for one in found.step if one.expects):
        after: dict[object, tuple[Position, list[str]]] = {}
        for p, played in reached:
            assert found.wanted(played) is step
            assert p.waits_for == DECISION, step.say["en"]
            assert p.side_to_act == side, step.say["en"]
            right = [option.text for option in p.options() if is_wanted(step, option.text)]
            ways = [option.text for option in p.options() if leads_there(step, option.text)]
            assert right or ways, (step.expects, [option.text for option in p.options()][:200])
            for way in [[text] for text in right[:MOST_TRIED]] + [[text] for text in ways]:
                q = p.copy()
                q.play(game.answer(q, way[0]))
                if way[0] in ways:
                    assert found.wanted([*played, *way]) is step
                    further = [option.text for option in q.options() if is_wanted(step, option.text)]
                    assert further, (step.expects, [option.text for option in q.options()][:200])
                    for text in further[:MOST_TRIED]:
                        r = q.copy()
                        r.play(game.answer(r, text))
                        follow(game, r, step)
                        after[game.digest(r)] = (r, [*played, *way, text, *step.then])
                    continue
                follow(game, q, step)
                after[game.digest(q)] = (q, [*played, *way, *step.then])
        reached = list(after.values())
    for p, played in reached:
        assert p.waits_for != CHANCE
        assert found.wanted(played) is None


def follow(game: Game, p: Position, step: Step) -> None:
    """Dice and coach answer as the step says."""
    for text in step.then:
        answer = game.answer(p, text)
        assert p.waits_for != CHANCE or answer in p.options()
        p.play(answer)


@pytest.mark.parametrize("key", LEARNED)
def test_every_choice_it_names_is_right_somewhere(key: str) -> None:
    """No choice is expected that could never be made: a slip of the pen would hide behind its neighbours."""
    game, found = lesson(key)
    p, named = opening_of(game, found), 0
    for step in (one for one in found.step if one.expects):
        for wish in step.expects + step.also:
            if "*" not in wish:
                game.parse(wish, p)
                named += 1
        while (right := next((o for o in p.options() if is_wanted(step, o.text)), None)) is None:
            p.play(next(option for option in p.options() if leads_there(step, option.text)))
        p.play(right)
        follow(game, p, step)
    assert named


def test_where_somebody_stands_follows_from_the_moves() -> None:
    say = {"en": "Hm.", "ja": "ふむ。"}
    steps = [Step(say), Step(say, ["a"], then=["roll 1", "b"]), Step(say), Step(say, ["c*"], ["d"]), Step(say)]
    made = Lesson({"en": "L", "ja": "L"}, "me", steps)
    played = ["a", "roll 1", "b", "d", "c 4"]
    assert [made.first_open(played[:count]) for count in range(6)] == [0, 2, 2, 2, 2, 4]
    assert [len(made.task(played[:count])) for count in range(6)] == [2, 2, 2, 2, 2, 1]
    assert made.wanted(played[:3]) is steps[3] and made.wanted(played) is None
    assert leads_there(steps[3], "d") and not leads_there(steps[3], "c 4")
    assert is_wanted(steps[3], "c 1,2,3") and not is_wanted(steps[3], "b")


def test_a_lesson_that_is_written_badly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("nano")
    say = {"en": "Hm.", "ja": "ふむ。"}
    bad: list[dict[str, object]] = [
        {"title": {"en": "L"}, "side": "south", "step": [{"say": say}]},
        {"title": say, "side": "south", "step": [{"say": say, "expects": ["pass"]}]},
        {"title": say, "side": "south", "step": [{"say": say, "speak": "up"}]},
    ]
    for written in bad:
        monkeypatch.setattr("senki.lab.lessons.read_toml", lambda *_, written=written: written)
        lesson_of.cache_clear()
        with pytest.raises(Malformed):
            lesson_of(game)
    lesson_of.cache_clear()
