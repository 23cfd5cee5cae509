"""How a service is set up: by the command line, and for letters and webhooks by environment variables."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path

from platformdirs import user_cache_path, user_data_path
from sqlalchemy.engine import make_url

from senki.engine.errors import Malformed

STATIC = Path(__file__).parent / "static"
KNOWN_WEBHOOKS = ("discord.com", "discordapp.com", "hooks.slack.com")
KNOWN_PUSH = ("fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.apple.com", ".notify.windows.com")
"""The push services of Chrome and its kin, Firefox, Safari and Edge; a dot means every host below it."""


def default_database() -> str:
    """An SQLite file in the user's data folder."""
    return f"sqlite+aiosqlite:///{user_data_path('senki', appauthor=False) / 'tables.db'}"


@dataclass(frozen=True)
class Pace:
    """A token bucket: so many a second, and so many at once."""

    rate: float
    burst: float


@dataclass(frozen=True)
class Patience:
    """Seconds that the other end of a connection is waited for."""

    head: float = 10
    """The head of a request, a socket's handshake included, from its first byte or from the connection on."""
    body: float = 30
    """The body of a request, from the end of its head on."""
    idle: int = 5
    """The next request on a connection."""
    unread: float = 30
    """Somebody who takes nothing of what is sent."""
    hello: float = 30
    """The `hello` of a socket."""
    ping: float = 20
    """Between two pings of a socket."""
    pong: float = 20
    """The answer to a ping."""
    session: float = 5
    """Between two looks whether the sessions of open sockets still hold."""


@dataclass(frozen=True)
class Settings:
    """Everything a service needs to know before it starts."""

    database: str = field(default_factory=default_database)
    host: str = "127.0.0.1"
    port: int = 8642
    public: bool = False
    workers: int = 1
    """Processes in which the machine thinks."""
    static: Path = STATIC
    messages: Pace = Pace(200, 400)
    """Socket messages of one connection."""
    address_messages: Pace = Pace(20_000, 40_000)
    """Socket messages from one address, over all its connections."""
    judgements: Pace = Pace(30, 60)
    """Poses and lines of sight that one connection has judged; a dear judgement counts as several."""
    judgements_from: Pace = Pace(60, 120)
    """The same, from one address."""
    requests: Pace = Pace(200, 1000)
    """Requests and socket handshakes from one address."""
    connections: int = 5000
    """Sockets open at a time from one address."""
    sign_ins: Pace = Pace(0.1, 8)
    """Attempts to sign in or register from one address."""
    wrong_passwords: Pace = Pace(1 / 60, 10)
    """Wrong passwords for one account, from wherever; a browser that has signed in before has a pace of its own."""
    letters: Pace = Pace(1 / 600, 5)
    """Letters of confirmation asked for from one address."""
    trials: Pace = Pace(1 / 30, 6)
    """Test notices that one address asks for."""
    browsers: Pace = Pace(1 / 30, 10)
    """Browsers that one address signs up for notices."""
    patience: Patience = Patience()
    new_tables: Pace = Pace(50, 500)
    """Tables begun by one person."""
    new_tables_from: Pace = Pace(2, 100)
    """The same, from one address: guests without a cookie are somebody new each time."""
    chat: Pace = Pace(1, 8)
    """Lines of talk of one person."""
    chat_from: Pace = Pace(4, 30)
    """The same, from one address."""
    watchers_chat: Pace = Pace(1, 10)
    """Lines of talk at one table of all who only watch."""
    proofs: Pace = Pace(2, 20)
    """Maps that one address has read in the workshop."""
    vacations: Pace = Pace(1 / 60, 10)
    """Vacations that one person declares or ends."""
    smtp: str = ""
    """`smtp://user:password@host:port` (or `smtps:`); without it no letters are sent."""
    mail_from: str = "senki@localhost"
    base_url: str = ""
    """The address under which people reach the service, for links in letters."""
    webhook_hosts: tuple[str, ...] = KNOWN_WEBHOOKS
    """Hosts a webhook may lead to: a service must not be made to call arbitrary addresses."""
    push_hosts: tuple[str, ...] = KNOWN_PUSH
    """Hosts of push services: a browser names the address, and the service calls no others."""
    metrics_token: str = ""
    """What a client that is not on this machine shows to read `/metrics`; without it none may."""
    drawings: Path | None = None
    """The folder drawings are kept in, where it is not the usual one."""

    @property
    def shelf(self) -> Path:
        """The folder drawings are kept in: beside an SQLite file, else in the user's cache."""
        if self.drawings is not None:
            return self.drawings
        url = make_url(self.database)
        if url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
            return Path(str(url.database)).parent / "drawings"
        return user_cache_path("senki", appauthor=False) / "drawings"

    @property
    def contact(self) -> str:
        """Whom a push service may turn to: it wants a page or a mailbox."""
        return self.base_url if self.base_url.startswith("https://") else f"mailto:{self.mail_from}"

    @property
    def is_loopback(self) -> bool:
        """Can only this machine reach the service?"""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Does a host name mean this machine alone?"""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def settings_for(host: str, port: int, database: str | None, public: bool, workers: int | None = None) -> Settings:
    """Settings from the command line and the environment; raises Malformed."""
    if not public and not is_loopback(host):
        raise Malformed(f"--host {host} can be reached by others: add --public, which asks people to sign in")
    # One core is left to the service itself.
    crew = workers if workers is not None else max(1, (os.cpu_count() or 2) - 1)
    hosts = os.environ.get("SENKI_WEBHOOK_HOSTS")
    push = os.environ.get("SENKI_PUSH_HOSTS")
    kept = os.environ.get("SENKI_DRAWINGS")
    made = Settings(
        database=database or default_database(),
        host=host,
        port=port,
        public=public,
        workers=crew,
        smtp=os.environ.get("SENKI_SMTP", ""),
        mail_from=os.environ.get("SENKI_MAIL_FROM", "senki@localhost"),
        base_url=os.environ.get("SENKI_BASE_URL", f"http://{host}:{port}"),
        webhook_hosts=tuple(hosts.split()) if hosts else KNOWN_WEBHOOKS,
        push_hosts=tuple(push.split()) if push else KNOWN_PUSH,
        metrics_token=os.environ.get("SENKI_METRICS_TOKEN", ""),
        drawings=Path(kept) if kept else None,
    )
    if not public:
        return made
    return replace(
        made,
        # Whoever drags a block asks a dozen times a second.
        messages=Pace(30, 60),
        address_messages=Pace(60, 300),
        judgements=Pace(20, 40),
        requests=Pace(20, 200),
        connections=50,
        sign_ins=Pace(0.05, 6),
        new_tables=Pace(0.1, 20),
        new_tables_from=Pace(0.2, 40),
        chat=Pace(0.5, 6),
        chat_from=Pace(1, 12),
        watchers_chat=Pace(0.5, 6),
    )
