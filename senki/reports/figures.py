"""The figures of a report: tables by run and side, with their intervals. Nothing here knows a language."""

from __future__ import annotations

from dataclasses import dataclass
from warnings import catch_warnings, simplefilter

import polars as pl
from scipy import stats  # type: ignore[import-untyped]

from senki.engine.game import Game
from senki.reports.reading import Run

DRAWN = "-"
"""Stands for the winner of a drawn game."""
LUCK_GROUPS = 8
"""The games are put into so many groups of one size by the luck of the first side."""


def stacked(runs: list[Run], columns: list[str]) -> pl.DataFrame:
    """Columns of all games, with the name of their run; runs sort in the order in which they were given."""
    return pl.concat([run.games.select(columns).with_columns(run=name_of(run, runs)) for run in runs])


def name_of(run: Run, runs: list[Run]) -> pl.Expr:
    """The name of a run as a column that sorts in the order of the runs."""
    return pl.lit(run.label, dtype=pl.Enum([one.label for one in runs]))


def won_by(runs: list[Run], *columns: str) -> pl.DataFrame:
    """The games with their winner, a drawn game's by a sign of its own."""
    return stacked(runs, ["winner", *columns]).with_columns(pl.col("winner").fill_null(DRAWN))


def share(won: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson."""
    interval = stats.binomtest(won, games).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def wins(game: Game, runs: list[Run]) -> pl.DataFrame:
    """By run and side: games won, their share and its interval; draws as a row of their own where there are any."""
    found = []
    for run in runs:
        winners = run.games["winner"].fill_null(DRAWN)
        for side in [*(side.id for side in game.sides), *([DRAWN] if DRAWN in winners else [])]:
            won = int((winners == side).sum())
            low, high = share(won, len(winners))
            found.append((run.label, side, won, len(winners), won / len(winners), low, high))
    return pl.DataFrame(found, ["run", "side", "won", "games", "share", "low", "high"], orient="row")


def seats(game: Game, runs: list[Run]) -> pl.DataFrame:
    """By run, side and player: games won from there, where the players changed sides."""
    found = []
    for run in runs:
        for side in game.sides:
            for (player,), games in run.games.sort(side.id).group_by(side.id, maintain_order=True):
                won = int((games["winner"] == side.id).sum())
                low, high = share(won, len(games))
                found.append((run.label, side.id, str(player), won, len(games), won / len(games), low, high))
    columns = ["run", "side", "player", "won", "games", "share", "low", "high"]
    return pl.DataFrame(found, columns, orient="row")


def counts(runs: list[Run], column: str) -> pl.DataFrame:
    """By run, value of a column and winner: how many games, and their share of the run."""
    found = won_by(runs, column).group_by("run", column, "winner").agg(games=pl.len())
    shared = found.with_columns(share=pl.col("games") / pl.col("games").sum().over("run"))
    return shared.sort("run", column, "winner")


def binned(runs: list[Run], column: str, most: int = 24) -> pl.DataFrame:
    """The same with values put together where there would be too many: `from` and `to` of each group."""
    values = stacked(runs, [column])[column]
    low, high = int(values.min()), int(values.max())  # type: ignore[arg-type]
    width = -(-(high - low + 1) // most)
    start = ((pl.col(column) - low) // width) * width + low
    found = counts(runs, column).with_columns(start=start, end=start + width - 1)
    return found.group_by("run", "start", "end", "winner").agg(pl.col("games", "share").sum()).sort("run", "start")


def spreads(runs: list[Run], columns: list[str]) -> pl.DataFrame:
    """By run and column: least, mean with its interval, median, greatest."""
    found = []
    for run in runs:
        for column in columns:
            values = run.games[column].cast(pl.Float64)
            low, high = mean_interval(values)
            numbers = (values.min(), values.mean(), low, high, values.median(), values.max())
            found.append((run.label, column, *(float(number) for number in numbers)))  # type: ignore[arg-type]
    return pl.DataFrame(found, ["run", "column", "least", "mean", "low", "high", "median", "most"], orient="row")


def mean_interval(values: pl.Series) -> tuple[float, float]:
    """The 95 % interval of a mean, after Student."""
    mean = float(values.mean())  # type: ignore[arg-type]
    error = float(stats.sem(values.to_numpy())) if len(values) > 1 else 0.0
    if not error:
        return mean, mean
    low, high = stats.t.interval(0.95, len(values) - 1, loc=mean, scale=error)
    return float(low), float(high)


def lead(runs: list[Run]) -> pl.DataFrame:
    """By run and turn: the points at its end, the middle of the games and the range of four out of five."""
    points = exploded(runs, "lead")
    if points.is_empty():
        return points
    found = points.group_by("run", "turn").agg(
        games=pl.len(),
        low=pl.col("points").quantile(0.1, "linear"),
        median=pl.col("points").median(),
        high=pl.col("points").quantile(0.9, "linear"),
    )
    return found.sort("run", "turn")


def losses(game: Game, runs: list[Run]) -> pl.DataFrame:
    """By run, side and turn: what was lost in a game on average, also over those that were over by then."""
    lost = exploded(runs, "losses")
    if lost.is_empty():
        return lost
    games = {run.label: run.noted for run in runs}
    found = lost.group_by("run", "side", "turn").agg(lost=pl.col("amount").sum())
    order = {side.id: number for number, side in enumerate(game.sides)}
    found = found.with_columns(lost=pl.col("lost") / pl.col("run").replace_strict(games))
    return found.sort("run", pl.col("side").replace_strict(order), "turn")


def fights(runs: list[Run]) -> pl.DataFrame:
    """By run and place: fights in all, for a game, and their share of the run's fights."""
    fought = exploded(runs, "fights")
    if fought.is_empty():
        return fought
    games = {run.label: run.noted for run in runs}
    found = (
        fought.group_by("run", "place")
        .agg(fights=pl.len())
        .with_columns(
            per_game=pl.col("fights") / pl.col("run").replace_strict(games),
            share=pl.col("fights") / pl.col("fights").sum().over("run"),
        )
    )
    return found.sort("run", "fights", "place", descending=[False, True, False])


def exploded(runs: list[Run], column: str) -> pl.DataFrame:
    """A list column as rows, with their run and the number of the game."""
    found = stacked(runs, ["index", column])
    return found.explode(column).drop_nulls(column).unnest(column)


@dataclass
class Luck:
    """How lucky a side's dice were and what came of it."""

    groups: pl.DataFrame
    """By run and group of games: mean luck of the first side, share it won, with its interval."""
    adjusted: pl.DataFrame
    """By run: the first side's share as it was, and with the luck taken out, each with its interval."""


def luck(game: Game, runs: list[Run]) -> Luck | None:
    """Luck against results, for the first side; none if no run has noted it.

    Luck is the sum, over all rolls, of what the outcome was worth against the mean of all that might have come. Fair
    dice make it nought on average, so taking it away moves no share on average but makes its interval smaller.
    """
    side = game.sides[0].id
    column = f"{side}_luck"
    groups, adjusted = [], []
    for run in runs:
        score = (
            run.games.select(
                luck=pl.col(column).cast(pl.Float64),
                won=pl.when(pl.col("winner").is_null())
                .then(0.5)
                .otherwise((pl.col("winner") == side).cast(pl.Float64)),
            )
            .drop_nulls()
            .sort("luck")
        )
        if score.is_empty():
            continue
        size = -(-len(score) // min(LUCK_GROUPS, len(score)))
        for part in score.iter_slices(size):
            won = float(part["won"].sum())
            low, high = share(round(won), len(part))
            mean = float(part["luck"].mean())  # type: ignore[arg-type]
            groups.append((run.label, len(part), mean, won / len(part), low, high))
        for key, values in (("raw", score["won"]), ("adjusted", score["won"] - score["luck"])):
            mean = float(values.mean())  # type: ignore[arg-type]
            adjusted.append((run.label, key, mean, *mean_interval(values)))
    if not groups:
        return None
    return Luck(
        pl.DataFrame(groups, ["run", "games", "luck", "share", "low", "high"], orient="row"),
        pl.DataFrame(adjusted, ["run", "key", "share", "low", "high"], orient="row"),
    )


def decisions(game: Game, runs: list[Run]) -> pl.DataFrame:
    """By run and side: decisions a turn, the middle of the games and the range of four out of five."""
    found = []
    for run in runs:
        for side in game.sides:
            each = run.games[f"{side.id}_decisions"] / run.games["turns"].clip(1)
            found.append((run.label, side.id, each.quantile(0.1), each.median(), each.quantile(0.9), each.mean()))
    return pl.DataFrame(found, ["run", "side", "low", "median", "high", "mean"], orient="row")


def paces(game: Game, runs: list[Run]) -> pl.DataFrame:
    """By run and player: decisions, seconds for each, over all games, and the range of four out of five games."""
    parts = [
        run.games.select(
            run=name_of(run, runs),
            player=pl.col(side.id),
            decisions=pl.col(f"{side.id}_decisions"),
            seconds=pl.col(f"{side.id}_seconds"),
        )
        for run in runs
        for side in game.sides
    ]
    games = pl.concat(parts).filter(pl.col("decisions") > 0)
    each = pl.col("seconds") / pl.col("decisions")
    found = games.group_by("run", "player").agg(
        decisions=pl.col("decisions").sum(),
        mean=pl.col("seconds").sum() / pl.col("decisions").sum(),
        low=each.quantile(0.1, "linear"),
        median=each.median(),
        high=each.quantile(0.9, "linear"),
    )
    return found.sort("run", "player")


def differences(game: Game, runs: list[Run]) -> pl.DataFrame:
    """Each run against the first one: differences of shares and of means, with their 95 % intervals."""
    first, found = runs[0], []
    for run in runs[1:]:
        for side in game.sides:
            found.append((run.label, "share", side.id, *share_difference(run, first, side.id)))
        for column in ("points", "turns", "decisions", "rolls"):
            found.append((run.label, column, "", *mean_difference(run.games[column], first.games[column])))
    return pl.DataFrame(found, ["run", "measure", "side", "difference", "low", "high"], orient="row")


def share_difference(run: Run, first: Run, side: str) -> tuple[float, float, float]:
    """The difference of two shares; its interval is Newcombe's, made of the Wilson intervals of both."""
    shares = []
    for one in (run, first):
        won, games = int((one.games["winner"] == side).sum()), len(one.games)
        shares.append((won / games, *share(won, games)))
    (here, low, high), (there, least, most) = shares
    below = ((here - low) ** 2 + (most - there) ** 2) ** 0.5
    above = ((high - here) ** 2 + (there - least) ** 2) ** 0.5
    return here - there, here - there - below, here - there + above


def mean_difference(here: pl.Series, there: pl.Series) -> tuple[float, float, float]:
    """The difference of two means with Welch's interval."""
    difference = float(here.mean()) - float(there.mean())  # type: ignore[arg-type]
    if min(len(here), len(there)) < 2 or (here.n_unique() == 1 and there.n_unique() == 1):
        return difference, difference, difference
    with catch_warnings():
        # SciPy warns of a number that is the same in all games of one series, which is none the worse for it.
        simplefilter("ignore", RuntimeWarning)
        interval = stats.ttest_ind(here.to_numpy(), there.to_numpy(), equal_var=False).confidence_interval(0.95)
    return difference, float(interval.low), float(interval.high)
