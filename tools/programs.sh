#!/usr/bin/env sh
# Installs the programs that the tests run beside Senki: PostgreSQL, and Chromium with and without windows (without, it costs less time).
set -eu
. "$(dirname "$0")/apt.sh"

has_postgres() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
missing=
has_postgres || missing="$missing postgresql"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing chromium-headless-shell"
[ -z "$missing" ] || apt_install $missing ||
    echo "senki: not installed:$missing; tests of PostgreSQL are skipped without it, those of the browser need Chromium" >&2
