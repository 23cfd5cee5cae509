#!/usr/bin/env sh
# Puts what Senki needs on a fresh machine: a Python that can make virtual environments and, if it can be had, a C compiler.
# Without a compiler everything works, only slower: the same sources then run interpreted.
set -eu
PY=${1:-python3}
. "$(dirname "$0")/apt.sh"

command -v "$PY" >/dev/null 2>&1 || apt_install python3 || { echo "senki: Python 3.11 or newer is needed" >&2; exit 1; }
"$PY" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "senki: Python 3.11 or newer is needed, $("$PY" --version) was found; name another with: make PY=python3.12 …" >&2
    exit 1
}
"$PY" -c 'import ensurepip, venv' 2>/dev/null || apt_install python3-venv || {
    echo "senki: this Python cannot make virtual environments; install its venv package" >&2
    exit 1
}
HEADER=$("$PY" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h
if ! command -v cc >/dev/null 2>&1 || [ ! -f "$HEADER" ]; then
    apt_install gcc libc6-dev python3-dev || echo "senki: no C compiler; the rules will run interpreted" >&2
fi
