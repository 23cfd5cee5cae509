#!/usr/bin/env sh
# How long `make play` takes on a fresh machine, once the packages are down: a clean clone, time until a table can be played.
#   sh tools/first_play.sh        (what pip and npm fetch comes from their caches, if they have it)
set -eu
HERE=$(cd "$(dirname "$0")/.." && pwd)
FOLDER=$(mktemp -d)
trap 'kill "$PLAY" 2>/dev/null || true; wait "$PLAY" 2>/dev/null || true; rm -rf "$FOLDER"' EXIT INT TERM
PLAY=
git clone --quiet "$HERE" "$FOLDER/senki"
cd "$FOLDER/senki"
# A home of its own for the tables; pip and npm keep their caches.
XDG_DATA_HOME="$FOLDER/data"
export XDG_DATA_HOME
unset PYTHONPATH SENKI_PURE
BEGAN=$(date +%s.%N)
since() { echo "$BEGAN $(date +%s.%N)" | awk '{printf "%.1f s", $2 - $1}'; }
make play >"$FOLDER/said" 2>&1 &
PLAY=$!
until grep -q "http://" "$FOLDER/said"; do
    kill -0 "$PLAY" 2>/dev/null || { cat "$FOLDER/said"; exit 1; }
    sleep 0.1
done
ADDRESS=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$FOLDER/said" | head -n 1)
echo "the service answers after $(since)"
TABLE=$(curl -fsS -c "$FOLDER/jar" -b "$FOLDER/jar" "${ADDRESS}api/me" >/dev/null &&
    curl -fsS -c "$FOLDER/jar" -b "$FOLDER/jar" -H 'content-type: application/json' -H "Origin: ${ADDRESS%/}" \
        -d '{"game":"nano","seats":{"south":"me","north":"machine:2"}}' "${ADDRESS}api/tables" |
    sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -fsS "${ADDRESS}api/games/nano/board" >/dev/null
echo "a table of Nano ($TABLE) and its board after $(since)"
cat "$FOLDER/said"
