"""The door of a service: the link of a seat, and requests by somebody it knows by cookies."""

from __future__ import annotations

import json
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from senki.engine.errors import Illegal, Malformed, SenkiError
from senki.terminal.words import say

ANSWERED = 20.0
"""Seconds in which a service answers."""
LARGEST = 16_000_000
"""Bytes of a message of a service."""


class SeatLink:
    """The address of a seat: the service, the table, the side and the token that opens it."""

    def __init__(self, link: str) -> None:
        try:
            parts = urlsplit(link.strip())
            path, _, query = parts.fragment.partition("?")
            given = parse_qs(query)
            host = parts.netloc if parts.hostname else ""
        except ValueError:
            raise Malformed(f"'{link[:200]}' is not an address") from None
        self.table = path.removeprefix("/table/").strip("/")
        self.side = given.get("side", [""])[0]
        self.token = given.get("token", [""])[0] or None
        if parts.scheme not in ("http", "https") or not host or not path.startswith("/table/") or not self.side:
            raise Malformed(
                f"'{link[:200]}' is not the link of a seat, such as http://host:8000/#/table/ID?side=north&token=…"
            )
        self.service = f"{parts.scheme}://{host}{parts.path.rstrip('/')}"

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        return f"ws{self.service.removeprefix('http')}/ws/tables/{quote(self.table)}"


class Desk:
    """Requests to a service by somebody it knows by its cookies, which are kept in a file."""

    def __init__(self, service: str, cookies: Path, lang: str) -> None:
        self.service = service
        self.lang = lang
        self.jar = MozillaCookieJar(str(cookies))
        try:
            if cookies.exists():
                self.jar.load(ignore_discard=True)
        except (LoadError, OSError):
            # A file that cannot be read makes a newcomer of us; no game is lost by it.
            self.jar.clear()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The answer to a request, which posts what it holds; raises SenkiError."""
        text = self.read(path, body)
        try:
            return json.loads(text)
        except ValueError as wrong:
            raise SenkiError(say("guest.no_service", self.lang, service=self.service, why=wrong)) from None

    def read(self, path: str, body: dict[str, Any] | None = None) -> str:
        """The text of the answer to a request; raises SenkiError."""
        data = json.dumps(body).encode() if body is not None else None
        request = Request(f"{self.service}/api{path}", data, {"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=ANSWERED) as answer:
                text: str = answer.read(LARGEST).decode()
        except HTTPError as refused:
            raise Illegal(self.sentence(_json_of(refused.read(LARGEST)))) from None
        except (URLError, OSError, ValueError) as wrong:
            raise SenkiError(say("guest.no_service", self.lang, service=self.service, why=wrong)) from None
        return text

    def keep(self) -> None:
        """Write the cookies, for the owner alone to read."""
        path = Path(str(self.jar.filename))
        try:
            path.touch(mode=0o600)
            self.jar.save(ignore_discard=True)
        except OSError as wrong:
            raise SenkiError(f"{path}: cannot be written ({wrong.strerror or wrong})") from None

    def cookies(self) -> str:
        """The cookies as a header."""
        request = Request(self.service)
        self.jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""

    def sentence(self, refusal: dict[str, Any]) -> str:
        """A refusal for a reader."""
        facts = refusal.get("facts") or {}
        why = facts.get("why_ja") if self.lang == "ja" else None
        return str(why or facts.get("why") or say("guest.refused", self.lang, code=refusal.get("code", "?")))


def _json_of(raw: bytes) -> dict[str, Any]:
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
