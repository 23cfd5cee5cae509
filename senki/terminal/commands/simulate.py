"""`senki simulate`: many games between machine players."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from senki.engine.errors import Malformed
from senki.engine.game import Game
from senki.engine.parts import PartOf
from senki.lab.report import Summary, outline, pairs_of, summarise
from senki.lab.rows import ENDINGS, about_of
from senki.lab.simulate import LONGEST, Plan, Trial, simulate
from senki.players.levels import make_player
from senki.terminal.commands.arguments import (
    Commands,
    add_crew,
    add_game,
    add_json,
    add_language,
    add_scenario,
    add_seats,
    add_switches,
    path,
    seats_of,
    switches_of,
    whole,
)
from senki.terminal.commands.shown import gather, hands, say, show, show_json, table, unstoppable
from senki.terminal.sentences import in_language

if TYPE_CHECKING:
    from rich.table import Table

    from senki.lab.series import Series

INTERRUPTED = 130
PART = 100
"""Games of a part."""
BAR = 40
"""Width of the longest bar of a histogram."""


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "simulate",
        help="play many games between machine players",
        allow_abbrev=False,
        description="Play a series of games. The same seed gives the same games whatever the number of workers"
        " (players with a time limit, search:Ns, excepted). Interrupted, it keeps what is done, and the same command"
        " goes on from there.",
        epilog="PLAYER is random, greedy, search:1 to search:4, exec:PROGRAM for an engine of your own"
        " (docs/engine-protocol.md) or module:Class (docs/write-a-player.md); every side needs one.",
    )
    add_game(command)
    add_scenario(command)
    add_switches(command)
    add_seats(command, arguments)
    command.add_argument("--games", metavar="N", type=whole(1), default=100, help="games to play (default: 100)")
    command.add_argument("--seed", metavar="N", type=whole(0), default=1, help="seed of the series (default: 1)")
    command.add_argument("--swap", action="store_true", help="the players change sides after every game")
    command.add_argument(
        "--pairs", action="store_true", help="play each seed twice, sides changed, and compare the sums of grades"
    )
    add_crew(command)
    command.add_argument(
        "--out",
        metavar="PLACE",
        type=path,
        help=f"write the games to a file ({', '.join(ENDINGS)}) or, in parts, to a folder; goes on with what is there",
    )
    command.add_argument("--part", metavar="N", type=whole(1), default=PART, help=f"games of a part (default: {PART})")
    command.add_argument(
        "--no-chronicle", action="store_true", help="do not write fights, losses and the lead of every game"
    )
    command.add_argument(
        "--luck", action="store_true", help="write how lucky each side's dice were too (slower; for senki report)"
    )
    command.add_argument("--records", action="store_true", help="write the moves of every game too")
    command.add_argument(
        "--cap",
        metavar="N",
        type=whole(1),
        default=LONGEST,
        help=f"give a game up after N decisions and rolls (default: {LONGEST})",
    )
    add_json(command)
    add_language(command)
    command.set_defaults(run=run_series, words=arguments)


def run_series(args: argparse.Namespace) -> int:
    """Play, keep and report; an interruption only makes the series shorter."""
    plan = plan_of(args)
    if args.out is None:
        played = play(args, plan, None)
    else:
        with PartOf("lab"):
            from senki.lab.series import kept_series

        about = about_of(args.game, plan, shlex.join(["senki", *args.words]))
        with kept_series(args.out, about, args.part) as series:
            played = play(args, plan, series)
    return INTERRUPTED if played.interrupted else 1 if played.failures else 0


def play(args: argparse.Namespace, plan: Plan, series: Series | None) -> Played:
    """Play the games that are not there yet, and tell of all of them."""
    found = [] if series is None else [trial for trial in series.found.values() if trial.index < args.games]
    there = {trial.index for trial in found}
    missing = [index for index in range(args.games) if index not in there]
    workers = max(1, min(args.workers, len(missing)))
    trials = simulate(plan, missing, workers, args.cluster if missing else "")
    if series is not None:
        trials = series.keeping(trials)
    label, who = say("simulate.playing", args.lang), hands(workers, args.cluster, args.lang)
    began = perf_counter()
    fresh, interrupted = gather(trials, label, args.games, begun=len(found), hands=who)
    seconds = perf_counter() - began
    with unstoppable():
        if series is not None:
            series.finish()
        trials_in_order = sorted([*found, *fresh], key=lambda trial: trial.index)
        played = Played(plan, trials_in_order, len(found), args.games, interrupted, seconds, args.out)
        if args.json:
            show_json(document(args.game, played))
        else:
            tell(args.game, played, args.lang)
    return played


@dataclass
class Played:
    """What came of a series."""

    plan: Plan
    trials: list[Trial]
    found: int
    """Games that had been played before."""
    wanted: int
    interrupted: bool
    seconds: float
    out: Path | None

    @property
    def ended(self) -> list[Trial]:
        """The games that have a result."""
        return [trial for trial in self.trials if not trial.failure]

    @property
    def failures(self) -> list[Trial]:
        """The games that have none."""
        return [trial for trial in self.trials if trial.failure]

    @property
    def forfeits(self) -> list[Trial]:
        """The games that a player lost by rule, without having been beaten."""
        return [trial for trial in self.trials if trial.forfeit]


def tell(game: Game, played: Played, lang: str) -> None:
    """Say what came of a series."""
    if played.found:
        show(say("simulate.resumed", lang, games=played.found, path=played.out))
    report(game, played.plan, played.ended, lang)
    tell_failures(played.failures, lang)
    if played.out is not None and played.trials:
        show(say("simulate.written", lang, path=played.out))
    if played.interrupted:
        told = "simulate.interrupted" if played.trials else "simulate.nothing"
        show(say(told, lang, games=len(played.trials), wanted=played.wanted))


def tell_failures(failures: list[Trial], lang: str) -> None:
    """Say how many games have no result, and why the first has none."""
    if failures:
        why = in_language(failures[0].failure, lang)
        show(say("simulate.failed", lang, failures=len(failures), index=failures[0].index, why=why))


def tell_forfeits(forfeits: list[Trial], lang: str) -> None:
    """Say how many games were lost by rule, and why the first was."""
    if forfeits:
        show(say("simulate.forfeits", lang, games=len(forfeits), why=in_language(forfeits[0].forfeit, lang)))


def document(game: Game, played: Played) -> dict[str, object]:
    """What came of a series as one JSON document; `summary` is null if no game has a result."""
    plan = played.plan
    return {
        "game": game.key,
        "rules": game.rules_version,
        "scenario": plan.scenario,
        "players": {side.id: player for side, player in zip(game.sides, plan.players, strict=True)},
        "seed": plan.seed,
        "swap": plan.swap,
        "pairs": plan.pairs,
        "games": len(played.trials),
        "wanted": played.wanted,
        "found": played.found,
        "interrupted": played.interrupted,
        "seconds": played.seconds,
        "out": str(played.out) if played.out is not None else None,
        "failures": [{"index": trial.index, "seed": trial.seed, "why": trial.failure} for trial in played.failures],
        "forfeits": [{"index": trial.index, "seed": trial.seed, "why": trial.forfeit} for trial in played.forfeits],
        "summary": outline(game, summarise(played.ended)) if played.ended else None,
        "grades": pairs_of(plan, played.ended) if plan.pairs else None,
    }


def plan_of(args: argparse.Namespace) -> Plan:
    """The series the arguments ask for; raises SenkiError for a player or side there is not."""
    game: Game = args.game
    seats = seats_of(game, args.seat)
    missing = [side.id for side in game.sides if side.id not in seats]
    if missing:
        raise Malformed(f"no player for {', '.join(missing)}: give --{missing[0]} PLAYER, random or greedy for example")
    players = tuple(seats[side.id] for side in game.sides)
    for player in players:
        make_player(player, game, 0)
    scenario = game.scenario(args.scenario).id
    switches = switches_of(game, args.set, scenario)
    written = args.out is not None
    return Plan(
        game.key, scenario, players, args.seed, args.swap, args.records, args.pairs, switches, args.cap,
        chronicle=written and not args.no_chronicle, luck=written and args.luck,
    )  # fmt: skip


def report(game: Game, plan: Plan, trials: list[Trial], lang: str) -> None:
    """Show what the series says."""
    if not trials:
        return
    summary = summarise(trials)
    title = say("simulate.games", lang, game=game.title[lang], games=summary.games, seed=plan.seed)
    show(title, wins_table(game, summary, lang))
    if summary.draws:
        show(say("simulate.draws", lang, draws=summary.draws))
    tell_forfeits([trial for trial in trials if trial.forfeit], lang)
    if plan.pairs:
        show(pairs_table(plan, trials, lang))
    show(points_table(summary, lang), length_table(summary, lang), pace_table(summary, lang))


def wins_table(game: Game, summary: Summary, lang: str) -> Table:
    """Wins by side and by player."""
    columns = ("side", "player", "won", "of", "rate", "interval")
    found = table(say("simulate.wins", lang), [say(f"simulate.{column}", lang) for column in columns], numbers_from=2)
    anybody = say("simulate.any", lang)
    for share in summary.shares:
        low, high = share.interval
        found.add_row(
            game.sides[share.side].name[lang] if share.side is not None else anybody,
            share.player if share.player is not None else anybody,
            str(share.wins),
            str(share.games),
            f"{share.rate:.1%}",
            f"{low:.1%} – {high:.1%}",
        )
    return found


def pairs_table(plan: Plan, trials: list[Trial], lang: str) -> Table:
    """Grade by grade what the first player got out of each pair, and how many pairs it won."""
    columns = ("pair", "grade_first", "grade_second", "sum")
    title = say("simulate.pairs", lang, player=plan.players[0])
    found = table(title, [say(f"simulate.{column}", lang) for column in columns], numbers_from=0)
    sums = [(index, grades) for index, grades in enumerate(pairs_of(plan, trials)) if len(grades) == len(plan.players)]
    for index, grades in sums:
        found.add_row(str(index + 1), *(f"{grade:+d}" for grade in grades), f"{sum(grades):+d}")
    better = sum(sum(grades) > 0 for _, grades in sums)
    worse = sum(sum(grades) < 0 for _, grades in sums)
    found.caption = say("simulate.pairs_won", lang, better=better, worse=worse, pairs=len(sums))
    return found


def points_table(summary: Summary, lang: str) -> Table:
    """The histogram of the points."""
    found = table(say("simulate.points", lang), [say("simulate.value", lang), say("simulate.of", lang), ""])
    most = max(games for _, _, games in summary.points)
    for low, high, games in summary.points:
        bar = "█" * round(BAR * games / most) or ("▏" if games else "")
        found.add_row(str(low) if low == high else f"{low} – {high}", str(games), bar)
    for column in found.columns[:2]:
        column.justify = "right"
    return found


def length_table(summary: Summary, lang: str) -> Table:
    """Turns, decisions and rolls of a game."""
    columns = ("measure", "least", "mean", "median", "greatest")
    found = table(say("simulate.length", lang), [say(f"simulate.{column}", lang) for column in columns], numbers_from=1)
    for name, spread in (("turns", summary.turns), ("decisions", summary.decisions), ("rolls", summary.rolls)):
        values = (f"{spread.least:g}", f"{spread.mean:.1f}", f"{spread.median:g}", f"{spread.greatest:g}")
        found.add_row(say(f"simulate.{name}", lang), *values)
    return found


def pace_table(summary: Summary, lang: str) -> Table:
    """How long each player thought."""
    columns = ("player", "decisions", "per_decision")
    found = table(say("simulate.pace", lang), [say(f"simulate.{column}", lang) for column in columns], numbers_from=1)
    for pace in summary.paces:
        found.add_row(pace.player, f"{pace.decisions:,}", show_time(pace.per_decision))
    return found


def show_time(seconds: float) -> str:
    """A time in a unit that suits it."""
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.1f} {unit}"
    return f"{seconds:.2f} s"
