"""Structured logs: one JSON object a line on the error output."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

KNOWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonLines(logging.Formatter):
    """A record with its extra facts as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, object] = {
            "time": when, "level": record.levelname.lower(), "from": record.name, "what": record.getMessage(),
        }  # fmt: skip
        line.update({name: value for name, value in vars(record).items() if name not in KNOWN})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def log_as_json(level: str) -> None:
    """Send all logs to the error output as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    # Libraries speak only when something is wrong: their finer words hold what they were given, secrets among it.
    logging.basicConfig(level="WARNING", handlers=[handler], force=True)
    logging.getLogger("senki").setLevel(level.upper())
    if level == "error":
        handler.setLevel("ERROR")
