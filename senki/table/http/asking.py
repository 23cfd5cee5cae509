"""What every request needs: the service, and who is asking."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from senki.table.http.forms import Problem
from senki.table.http.listing import Listing
from senki.table.people.identity import DAY, GUEST_COOKIE, GUEST_DAYS, Person
from senki.table.service import Service

FOR_EVER = "public, max-age=31536000, immutable"
"""How long an answer holds whose address names its content."""
STATUS = {
    "malformed": 422, "too_big": 413, "too_fast": 429, "unknown": 404, "forbidden": 403, "sign_in": 401,
    "failed": 500,
}  # fmt: skip
"""The HTTP status of a refusal; 409 for those that depend on how things stand."""
REFUSALS: dict[int | str, dict[str, Any]] = {
    401: {"model": Problem, "description": "Sign in first"},
    403: {"model": Problem, "description": "Not yours to do"},
    404: {"model": Problem, "description": "There is no such thing"},
    409: {"model": Problem, "description": "It cannot be done as things stand"},
    413: {"model": Problem, "description": "Too big"},
    422: {"model": Problem, "description": "The request is malformed"},
    429: {"model": Problem, "description": "Too many requests"},
}


def service_of(request: Request) -> Service:
    """The running service."""
    service: Service = request.app.state.service
    return service


def listing_of(request: Request) -> Listing:
    """The lists of the running service's tables."""
    listing: Listing = request.app.state.listing
    return listing


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


async def who(request: Request, response: Response) -> Person:
    """The person who asks; a new guest is given a cookie."""
    service = service_of(request)
    person = await service.identity.who(request.cookies)
    if person.fresh:
        set_cookie(response, service, GUEST_COOKIE, service.identity.sign(person.id), GUEST_DAYS)
    return person


def set_cookie(response: Response, service: Service, name: str, value: str, days: int) -> None:
    """A cookie that no script reads and no other site sends; over TLS only where the service is public."""
    response.set_cookie(
        name, value, max_age=days * DAY, path="/", httponly=True, samesite="lax", secure=service.settings.public
    )
