"""What is counted, for Prometheus."""

from __future__ import annotations

from functools import cache

from prometheus_client import Counter, Gauge, Histogram

ACTIONS = Counter("senki_actions_total", "Choices checked, committed and sent out", ["game", "by"])
ENTRIES = Counter("senki_entries_total", "Entries committed: choices and rolls", ["game"])
REFUSED = Counter("senki_refused_total", "Socket messages refused", ["code"])
SOCKETS = Gauge("senki_sockets", "Open sockets")
TABLES_LIVE = Gauge("senki_tables_live", "Tables held in memory")
COMMITS = Counter("senki_commits_total", "Transactions committed by the writer")
BATCH = Histogram("senki_commit_batch", "Works in one transaction", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256))
COMMIT_SECONDS = Histogram("senki_commit_seconds", "Time of one transaction")
THINKING = Gauge("senki_machine_thinking", "Decisions the machine is asked for now")
NOTIFIED = Counter("senki_notifications_total", "Letters, webhooks and messages to browsers", ["how", "outcome"])
RESTARTED = Counter("senki_restarts_total", "Background work that failed and was begun again", ["work"])
REQUESTS = Counter("senki_requests_total", "HTTP requests", ["method", "status"])


@cache
def turn_counters(game: str, by: str) -> tuple[Counter, Counter]:
    """The counters of choices and of entries, looked up once: they move with every choice."""
    return ACTIONS.labels(game, by), ENTRIES.labels(game)
