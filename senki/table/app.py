"""The web application: HTTP under `/api`, sockets under `/ws`, the client everywhere else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException

import senki
from senki.table.http import (
    boards,
    club,
    embed,
    games,
    lessons,
    notices,
    pages,
    people,
    tables,
    tournaments,
    vacations,
    workshop,
)
from senki.table.http.asking import STATUS
from senki.table.http.forms import Done, Problem
from senki.table.http.guard import Guard, may_read_metrics
from senki.table.http.listing import Listing
from senki.table.refusals import Refused
from senki.table.service import Service
from senki.table.settings import Settings
from senki.table.store.writer import Conflict
from senki.table.texts import PATTERNS

PATIENCE = 10.0
"""Seconds the database has to show that it is well."""


def make_app(settings: Settings) -> Guard:
    """The whole service as an ASGI application."""
    service = Service(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        app.state.listing = Listing(service.store, service.hall.game)
        service.background("documents", games.warm_up)
        yield
        await service.stop()

    app = FastAPI(
        title="Senki", version=senki.__version__, lifespan=lifespan, docs_url=None, redoc_url=None,
        description="Games in progress. The live part runs over a socket: see docs/protocol.md.",
    )  # fmt: skip
    app.state.service = service
    for part in (games, boards, tables, embed, lessons, people, notices, vacations, club, tournaments, workshop):
        app.include_router(part.router)
    _add_health(app, service)
    app.include_router(pages.router)
    _add_refusals(app)
    return Guard(app, service)


def _add_health(app: FastAPI, service: Service) -> None:
    @app.get("/healthz", responses={503: {"model": Problem, "description": "Not well"}}, tags=["service"])
    async def healthz() -> Done:
        """Is the service up, and does its database take and give what it should?"""
        try:
            async with asyncio.timeout(PATIENCE):
                await service.writer.check()
                await service.store.look()
        except Refused:
            raise HTTPException(503, "nothing can be stored") from None
        except Exception:
            raise HTTPException(503, "the database does not answer") from None
        if service.store.damage:
            raise HTTPException(503, "the database is damaged")
        return Done()

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        """Counters for Prometheus."""
        if not may_read_metrics(request, service.settings.metrics_token):
            raise Refused("forbidden", why="for clients on this machine, or with the token of SENKI_METRICS_TOKEN")
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


def _add_refusals(app: FastAPI) -> None:
    """Every refusal has the same form."""

    @app.exception_handler(Refused)
    async def refused(_: Request, wrong: Refused) -> JSONResponse:
        return problem(STATUS.get(wrong.code, 409), wrong.code, **wrong.facts)

    @app.exception_handler(Conflict)
    async def conflict(_: Request, __: Conflict) -> JSONResponse:
        return problem(409, "stale")

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, wrong: RequestValidationError) -> JSONResponse:
        first = wrong.errors()[0]
        if first.get("ctx", {}).get("pattern") in PATTERNS:
            refused = Refused("malformed", because="bad_characters", where=".".join(str(p) for p in first["loc"]))
            return problem(422, "malformed", **refused.facts)
        return problem(422, "malformed", where=".".join(str(part) for part in first["loc"]), why=str(first["msg"]))

    @app.exception_handler(HTTPException)
    async def failed(_: Request, wrong: HTTPException) -> JSONResponse:
        codes = {404: "unknown", 405: "unknown", 413: "too_big", 503: "failed"}
        answer = problem(wrong.status_code, codes.get(wrong.status_code, "malformed"), why=str(wrong.detail))
        answer.headers.update(wrong.headers or {})
        return answer


def problem(status: int, code: str, **facts: str | int) -> JSONResponse:
    """A refusal as an answer."""
    return JSONResponse({"code": code, "facts": facts}, status)
