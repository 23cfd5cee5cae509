"""`senki tournament`: everybody against everybody, with standings."""

from __future__ import annotations

import argparse
import re
import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from senki.engine.errors import Malformed, SenkiError
from senki.engine.game import Game
from senki.engine.parts import PartOf
from senki.lab.report import wilson
from senki.lab.rows import about_of
from senki.lab.simulate import Plan, Trial, simulate
from senki.players.levels import make_player
from senki.terminal.commands.arguments import (
    Commands,
    add_crew,
    add_game,
    add_json,
    add_language,
    add_scenario,
    add_switches,
    path,
    switches_of,
    whole,
)
from senki.terminal.commands.shown import gather, hands, say, show, show_json, table, unstoppable
from senki.terminal.commands.simulate import tell_failures, tell_forfeits

if TYPE_CHECKING:
    from rich.table import Table

    from senki.lab.tournament import Entrant, Meeting, Standing, Verdict

INTERRUPTED = 130
PART = 50
"""Games of a part of what is kept."""
NAMED = re.compile(r"([\w.-]+)=(.+)")
NO_NAME = re.compile(r"[^\w.-]+")


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "tournament",
        help="play machine players against each other, all against all",
        allow_abbrev=False,
        description="Every two players meet in pairs of games: the same dice twice, sides changed. Standings are Elo"
        " with 95 % intervals. Interrupted, it keeps what is done (--out), and the same command goes on from there; so"
        " does one with more games or more players.",
        epilog="PLAYER is random, greedy or search:1 to search:4, or whatever senki simulate takes.",
    )
    add_game(command)
    add_scenario(command)
    add_switches(command)
    command.add_argument(
        "--player",
        metavar="[NAME=]PLAYER",
        action="append",
        default=[],
        type=player,
        help="who takes part, two at least; without a name it has that of the player",
    )
    command.add_argument(
        "--games", metavar="N", type=whole(2), default=100, help="games of each two, an even number (default: 100)"
    )
    command.add_argument("--seed", metavar="N", type=whole(0), default=1, help="seed of all games (default: 1)")
    command.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        type=hypotheses,
        help="with two players: stop as soon as it is clear (5 %% error) whether the first is ELO0 or ELO1 better",
    )
    add_crew(command)
    command.add_argument("--out", metavar="FOLDER", type=path, help="keep the games in a folder, a series for each two")
    add_json(command)
    add_language(command)
    command.set_defaults(run=run_tournament, words=arguments)


def player(text: str) -> tuple[str, str]:
    """A name and a player, as in `strong=search:3`; the player alone names itself."""
    named = NAMED.fullmatch(text)
    if named:
        return named[1], named[2]
    if not text:
        raise argparse.ArgumentTypeError("a player is needed, as in greedy or strong=search:3")
    return NO_NAME.sub("-", text), text


def hypotheses(text: str) -> tuple[float, float]:
    """Two Elo differences, the lower one first."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' should be two Elo differences, as in 0,20") from None
    if not -1000 <= low < high <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' should be two Elo differences, the lower one first, as in 0,20")
    return low, high


def run_tournament(args: argparse.Namespace) -> int:
    """Play every meeting and tell how all came off; an interruption only makes it shorter."""
    with PartOf("lab"):
        from senki.lab.tournament import meetings, standings
    game: Game = args.game
    entrants = entrants_of(args)
    scenario = game.scenario(args.scenario).id
    switches = switches_of(game, args.set, scenario)
    series = Plan(game.key, scenario, (), args.seed, pairs=True, options=switches, chronicle=args.out is not None)
    to_play = meetings(entrants, series)
    interrupted = False
    for meeting in to_play:
        if not interrupted:
            interrupted = play(args, meeting)
    with unstoppable():
        verdict = verdict_on(args, to_play[0]) if args.sprt else None
        tell(args, to_play, standings(entrants, to_play), verdict, interrupted)
    failures = any(trial.failure for meeting in to_play for trial in meeting.trials)
    return INTERRUPTED if interrupted else 1 if failures else 0


def entrants_of(args: argparse.Namespace) -> list[Entrant]:
    """Who takes part; raises SenkiError for too few, for one name twice or for a player there is not."""
    from senki.lab.tournament import Entrant

    entrants = [Entrant(name, spec) for name, spec in args.player]
    if len(entrants) < 2:
        raise Malformed("a tournament needs two players at least: give --player greedy --player search:1, for example")
    names = [entrant.name for entrant in entrants]
    if double := next((name for name in names if names.count(name) > 1), None):
        raise Malformed(f"two players have the name '{double}': give names, as in --player {double}-2=PLAYER")
    if args.sprt and len(entrants) != 2:
        raise Malformed(f"--sprt tests one player against another, but there are {len(entrants)}")
    if args.games % 2:
        raise Malformed(f"--games {args.games}: each dice are played twice, so the number of games is even")
    for entrant in entrants:
        make_player(entrant.spec, args.game, 0)
    return entrants


def play(args: argparse.Namespace, meeting: Meeting) -> bool:
    """Play the games of two that are not there yet; was it interrupted?"""
    with PartOf("lab"):
        from senki.lab.series import kept_series

    about = about_of(args.game, meeting.plan, shlex.join(["senki", *args.words]))
    place = folder_of(args.out, meeting) if args.out is not None else None
    with kept_series(place, about, PART) if place is not None else nullcontext() as series:
        if series is not None:
            meeting.trials = [trial for trial in series.found.values() if trial.index < args.games]
        if decided(args, meeting):
            return False
        there = {trial.index for trial in meeting.trials}
        missing = [index for index in range(args.games) if index not in there]
        workers = max(1, min(args.workers, len(missing)))
        trials = simulate(meeting.plan, missing, workers, args.cluster)
        label = f"{meeting.first.name} – {meeting.second.name}"

        def enough(trial: Trial) -> bool:
            meeting.trials.append(trial)
            return decided(args, meeting)

        who = hands(workers, args.cluster, args.lang)
        kept = series.keeping(trials) if series is not None else trials
        _, interrupted = gather(kept, label, args.games, enough, begun=len(there), hands=who)
    return interrupted


def folder_of(out: Path, meeting: Meeting) -> Path:
    """Where the games of two are kept. The folder is made at once: a dot in its name then means no file of results."""
    place = out / f"{meeting.first.name}-{meeting.second.name}"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise SenkiError(f"{place}: cannot be written ({wrong.strerror or wrong})") from None
    return place


def decided(args: argparse.Namespace, meeting: Meeting) -> bool:
    """Has a sequential test come to its end?"""
    return bool(args.sprt) and verdict_on(args, meeting).accepted is not None


def verdict_on(args: argparse.Namespace, meeting: Meeting) -> Verdict:
    """What the test says of the pairs played so far, up to the first that is missing."""
    from senki.lab.tournament import sequential

    return sequential(meeting.scores_in_order(), *args.sprt)


def tell(
    args: argparse.Namespace,
    played: list[Meeting],
    found: list[Standing],
    verdict: Verdict | None,
    interrupted: bool,
) -> None:
    """Say how all came off."""
    if args.json:
        show_json(document(args, played, found, verdict, interrupted))
        return
    lang, game = args.lang, args.game
    games = sum(len(meeting.trials) for meeting in played)
    show(say("tournament.games", lang, game=game.title[lang], games=games, seed=args.seed))
    show(standings_table(found, lang), meetings_table(played, lang))
    if verdict is not None:
        told = {None: "open", 0: "lower", 1: "higher"}[verdict.accepted]
        facts = {"ratio": f"{verdict.ratio:+.2f}", "low": f"{verdict.low:.2f}", "high": f"{verdict.high:.2f}"}
        elo0, elo1 = (f"{elo:g}" for elo in args.sprt)
        first, second = played[0].first.name, played[0].second.name
        whom = {"first": first, "second": second, "elo0": elo0, "elo1": elo1, "games": 2 * verdict.pairs}
        show(say(f"tournament.{told}", lang, **facts, **whom))
    trials = [trial for meeting in played for trial in meeting.trials]
    tell_forfeits([trial for trial in trials if trial.forfeit], lang)
    tell_failures([trial for trial in trials if trial.failure], lang)
    if args.out is not None and games:
        show(say("simulate.written", lang, path=args.out))
    if interrupted:
        show(say("tournament.interrupted", lang))


def standings_table(found: list[Standing], lang: str) -> Table:
    """The strongest first."""
    columns = ("place", "player", "elo", "interval", "share", "won", "drawn", "lost")
    made = table(say("tournament.standings", lang), [say(f"tournament.{one}", lang) for one in columns], numbers_from=2)
    for place, standing in enumerate(found, 1):
        name, spec = standing.entrant.name, standing.entrant.spec
        made.add_row(
            str(place),
            name if NO_NAME.sub("-", spec) == name else f"{name} ({spec})",
            f"{standing.elo:+.0f}",
            f"{standing.low:+.0f} … {standing.high:+.0f}",
            f"{standing.share:.1%}",
            *(str(count) for count in (standing.won, standing.drawn, standing.lost)),
        )
    return made


def meetings_table(played: list[Meeting], lang: str) -> Table:
    """How every two came off, seen from the first."""
    columns = ("meeting", "won", "drawn", "lost", "share", "interval", "first_side")
    made = table(say("tournament.meetings", lang), [say(f"tournament.{one}", lang) for one in columns], numbers_from=1)
    for meeting in played:
        won, drawn, lost = meeting.counted()
        games = won + drawn + lost
        if not games:
            continue
        low, high = wilson(won + drawn / 2, games)
        made.add_row(
            f"{meeting.first.name} – {meeting.second.name}",
            *(str(count) for count in (won, drawn, lost)),
            f"{(won + drawn / 2) / games:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{meeting.first_side():.1%}",
        )
    return made


def document(
    args: argparse.Namespace,
    played: list[Meeting],
    found: list[Standing],
    verdict: Verdict | None,
    interrupted: bool,
) -> dict[str, object]:
    """How all came off as one JSON document."""
    sprt = None
    if verdict is not None:
        names = ("accepted", "ratio", "low", "high", "pairs")
        sprt = {"elo0": args.sprt[0], "elo1": args.sprt[1]} | {name: getattr(verdict, name) for name in names}
    return {
        "game": args.game.key,
        "rules": args.game.rules_version,
        "scenario": played[0].plan.scenario,
        "seed": args.seed,
        "wanted": args.games,
        "interrupted": interrupted,
        "out": str(args.out) if args.out is not None else None,
        "standings": [
            {"name": one.entrant.name, "player": one.entrant.spec}
            | {name: getattr(one, name) for name in ("elo", "low", "high", "won", "drawn", "lost", "share")}
            for one in found
        ],
        "meetings": [
            {"players": [one.first.name, one.second.name]}
            | dict(zip(("won", "drawn", "lost"), one.counted(), strict=True))
            | {"failures": sum(bool(trial.failure) for trial in one.trials)}
            | {"forfeits": sum(bool(trial.forfeit) for trial in one.trials)}
            for one in played
        ],
        "sprt": sprt,
    }
