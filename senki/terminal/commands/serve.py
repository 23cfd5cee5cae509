"""`senki serve`: the web service."""

from __future__ import annotations

import argparse
from contextlib import suppress

from senki.engine.parts import PartOf
from senki.terminal.commands.arguments import Commands, whole

PORT = 8000
PORTS_TRIED = 20
"""Ports tried from the first on, if none was asked for."""


def add(commands: Commands, arguments: list[str]) -> None:
    """Add the command."""
    command = commands.add_parser(
        "serve",
        help="play in the browser",
        allow_abbrev=False,
        description="Run the web service. By default only this machine can reach it and nobody needs to sign in.",
        epilog="SENKI_SMTP (smtp://user:password@host:port), SENKI_MAIL_FROM, SENKI_BASE_URL and SENKI_WEBHOOK_HOSTS"
        " set up notifications, SENKI_METRICS_TOKEN lets others read /metrics, FORWARDED_ALLOW_IPS names the proxies"
        " that are believed (docs/service.md).",
    )
    command.add_argument("--host", metavar="H", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    command.add_argument("--port", metavar="P", type=whole(0, 65535), help=f"port (default: {PORT} or the next free)")
    command.add_argument("--db", metavar="URL", help="database (default: an SQLite file in your data folder)")
    command.add_argument("--public", action="store_true", help="for many people: accounts, strict limits")
    command.add_argument("--open", action="store_true", help="open a browser, where there is a desktop")
    command.add_argument("--workers", metavar="N", type=whole(1, 64), help="processes in which the machine thinks")
    command.add_argument(
        "--log", metavar="LEVEL", choices=("debug", "info", "warning", "error"), default="warning",
        help="which log lines to write (default: warning)",
    )  # fmt: skip
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Listen, say where, and serve until stopped."""
    with PartOf("serve"):
        from senki.table.serve import listen_on, log_as_json, open_browser, serve
        from senki.table.settings import settings_for

    port = PORT if args.port is None else args.port
    settings = settings_for(args.host, port, args.db, args.public, args.workers)
    listener = listen_on(args.host, port, PORTS_TRIED if args.port is None else 1)
    host = f"[{args.host}]" if ":" in args.host else args.host
    address = f"http://{host}:{listener.getsockname()[1]}/"

    def started() -> None:
        # Whoever read the address may be gone; the service is not for them alone.
        with suppress(OSError):
            print(address, flush=True)
        if args.open:
            open_browser(address)

    log_as_json(args.log)
    serve(settings, listener, started)
    return 0
