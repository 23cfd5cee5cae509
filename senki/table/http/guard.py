"""In front of everything: whose request is let in, how big it may be, and what every answer carries."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request

from senki.table.metrics import REQUESTS
from senki.table.play.wire import ENCODER
from senki.table.service import Service
from senki.table.settings import is_loopback

LOG = logging.getLogger("senki.table.http")
MOST_BODY = 2_000_000
SAFE = ("GET", "HEAD", "OPTIONS")
UNLIMITED = ("/healthz",)
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""What a proxy adds to the requests it passes on."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# The map is inlined with its own style element; scripts come from the service alone.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FRAMED = re.compile(r"/embed/[A-Za-z0-9_-]{1,24}")
"""The one page that other sites may frame: it has no buttons but those of a replay, and asks as nobody."""
FRAMED_HEADERS = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in HEADERS
    if name != b"x-frame-options"
]
TLS_ONLY = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """Wraps the HTTP application and hands sockets to theirs."""

    def __init__(self, app: App, service: Service) -> None:
        self.app = app
        self.service = service
        self.always = [TLS_ONLY] if service.settings.public else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            if self._is_foreign(scope):
                await receive()
                await send({"type": "websocket.close", "code": 1008})
                return
            await self.service.sockets(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    def _is_foreign(self, scope: Scope) -> bool:
        """Does a request come from another site's page, or to a name that is not ours (DNS rebinding)?"""
        try:
            return self._comes_from_elsewhere(scope)
        except ValueError:
            # A Host or Origin that cannot be read is nobody of ours.
            return True

    def _comes_from_elsewhere(self, scope: Scope) -> bool:
        headers: dict[bytes, str] = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        name = urlsplit(f"//{host}").hostname or ""
        if not self.service.settings.public and not is_loopback(name):
            return True
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if not unsafe:
            return False
        origin = headers.get(b"origin")
        if origin is not None:
            return urlsplit(origin).netloc.lower() != host.lower()
        return headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none")

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = perf_counter()
        status = 500
        read, whole = 0, False
        until = asyncio.get_running_loop().time() + self.service.settings.patience.body

        async def limited() -> Message:
            nonlocal read, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408, "the body did not come in time", {"connection": "close"}) from None
            whole = not message.get("more_body", False)
            read += len(message.get("body", b""))
            if read > MOST_BODY:
                raise HTTPException(413, "the body is too big")
            return message

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                policy = FRAMED_HEADERS if FRAMED.fullmatch(scope["path"]) else HEADERS
                message["headers"] = [*message.get("headers", []), *policy, *self.always]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(dressed, *refusal)
        else:
            await self.app(scope, limited, dressed)
        method = scope["method"] if scope["method"] in (*SAFE, "POST", "DELETE") else "other"
        REQUESTS.labels(method, str(status)).inc()
        spent = round((perf_counter() - started) * 1000, 1)
        LOG.info("request", extra={"method": scope["method"], "path": scope["path"], "status": status, "ms": spent})

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        if self._is_foreign(scope):
            return 403, "forbidden", "the request comes from another site"
        client = scope.get("client") or ("", 0)
        if scope["path"] not in UNLIMITED and not self.service.requests.take(client[0]):
            return 429, "too_fast", "too many requests"
        length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if length.isdigit() and int(length) > MOST_BODY:
            return 413, "too_big", "the body is too big"
        return None


async def _refuse(send: Send, status: int, code: str, why: str) -> None:
    body = ENCODER.encode({"code": code, "facts": {"why": why}})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def may_read_metrics(request: Request, token: str) -> bool:
    """Has somebody the token, or do they ask from this machine and not through a proxy on it?"""
    shown = request.headers.get("authorization", "")
    if token and hmac.compare_digest(shown.encode(), f"Bearer {token}".encode()):
        return True
    client = request.client.host if request.client is not None else ""
    name = request.url.hostname or ""
    return is_loopback(client) and is_loopback(name) and not any(header in request.headers for header in FORWARDED)
