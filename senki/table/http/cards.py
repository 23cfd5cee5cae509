"""What a client needs to speak of a game: its card, its names and messages, its rulebook."""

from __future__ import annotations

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.engine.looks import Legend, Paint, Sign
from senki.lab.lessons import lesson_of
from senki.table.http.forms import (
    AskingForm,
    ClauseForm,
    ColourForm,
    CountersForm,
    DotsForm,
    ForcesForm,
    GameForm,
    LegendForm,
    MessagesForm,
    OverlayForm,
    PaintForm,
    ScenarioForm,
    SectionForm,
    SideForm,
    SignForm,
    SwitchForm,
    SymbolForm,
)
from senki.table.play.live import board_address

NAMED = ("side", "piece")
"""What a game names; the names of places come with its boards."""


def game_card(game: Game) -> GameForm:
    """The card of a game."""
    looks = game.looks
    return GameForm(
        key=game.key,
        title=game.title,
        summary=game.summary,
        credits=game.credits,
        board=game.board,
        rules=game.rules_version,
        hidden=game.hidden_information,
        sight=game.lines_of_sight,
        sides=[SideForm(id=side.id, name=side.name, colour=side.colour) for side in game.sides],
        colours=[ColourForm(id=c.id, name=c.name, light=_paint(c.light), dark=_paint(c.dark)) for c in looks.colours],
        markers=[_sign(one) for one in looks.markers],
        marks=[_sign(one) for one in looks.marks],
        overlays=[
            OverlayForm(
                id=o.id,
                name=o.name,
                hint=o.hint,
                key=o.key,
                asks=o.asks,
                legend=_legend(o.legend),
                scenarios=o.scenarios,
            )
            for o in looks.overlays
        ],
        symbols=[SymbolForm(id=s.id, look=s.look, hollow=s.hollow) for s in looks.symbols],
        counters=CountersForm(values=looks.values),
        forces=ForcesForm(
            columns=looks.columns,
            group=looks.group,
            head=looks.head,
            dots={column: DotsForm(most=dots.most, caution=dots.caution) for column, dots in looks.dots.items()},
            becomes=looks.becomes,
            legend=_legend(looks.legend),
        ),
        asking=AskingForm(ends=looks.ends, confirms=looks.confirms, standing=looks.standing),
        scenarios=[
            ScenarioForm(
                id=s.id,
                title=s.title,
                summary=s.summary,
                sheet=s.sheet,
                pieces=s.pieces,
                switches=s.switches,
                newcomer=s.newcomer,
                board=board_address("", game, s.id, {}),
            )
            for s in game.scenarios
        ],
        begin_with=game.begin_with,
        switches=[
            SwitchForm(id=s.id, name=s.name, summary=s.summary, values=s.values, default=s.default)
            for s in game.switches
        ],
        lesson=lesson_of(game) is not None,
    )


def _legend(lines: list[Legend]) -> list[LegendForm]:
    return [LegendForm(sign=one.sign, tone=one.tone, text=one.text, clause=one.clause) for one in lines]


def _paint(paint: Paint) -> PaintForm:
    return PaintForm(fill=paint.fill, ink=paint.ink)


def _sign(one: Sign) -> SignForm:
    return SignForm(id=one.id, name=one.name, sign=one.sign, shape=one.shape, tone=one.tone)


def rulebook(game: Game) -> list[SectionForm]:
    """The rulebook of a game, chapter by chapter."""
    return [
        SectionForm(
            id=section.number,
            title=section.title,
            clauses=[
                ClauseForm(
                    id=c.number, provenance=c.provenance, source=c.source, text=c.text, reason=c.reason, note=c.note
                )
                for c in section.clauses
            ],
        )
        for section in game.rulebook.sections
    ]


def messages(game: Game) -> MessagesForm:
    """The templates of a game, and the names of its sides and of its counters."""
    ids = {"side": [side.id for side in game.sides], "piece": game.all_pieces()}
    names = {
        kind: {name: {lang: game.name_of(kind, name, lang) for lang in LANGUAGES} for name in ids[kind]}
        for kind in NAMED
    }
    return MessagesForm(templates=game.messages.templates, names=names)
