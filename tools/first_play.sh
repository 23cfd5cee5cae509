#!/usr/bin/env sh
# How long `make play` takes on a fresh machine once the packages are down: a clean clone, time until a table can be played.
#   sh tools/first_play.sh        (what pip and npm need comes from their caches, if they have it)
set -eu
HERE=$(cd "$(dirname "$0")/.." && pwd)
FOLDER=$(mktemp -d)
PLAY=
# The whole session: make, what it is just doing, and the service.
end() { [ -z "$PLAY" ] || kill -s TERM -- "-$PLAY" || true; wait; rm -rf "$FOLDER"; }
trap end EXIT
trap 'exit 1' INT TERM
git clone --quiet "$HERE" "$FOLDER/senki"
cd "$FOLDER/senki"
export XDG_DATA_HOME="$FOLDER/data"
unset PYTHONPATH SENKI_PURE || true
BEGAN=$(date +%s.%N)
since() { echo "$BEGAN $(date +%s.%N)" | awk '{printf "%.1f s", $2 - $1}'; }
setsid make play >"$FOLDER/said" 2>&1 &
PLAY=$!
for part in web/node_modules/ready senki/table/static/index.html .venv/ready; do
    until [ -e "$part" ]; do kill -0 "$PLAY" 2>/dev/null || { cat "$FOLDER/said"; exit 1; }; sleep 0.1; done
    echo "$part: $(since)"
done
until grep -q "http://" "$FOLDER/said"; do kill -0 "$PLAY" 2>/dev/null || { cat "$FOLDER/said"; exit 1; }; sleep 0.1; done
ADDRESS=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$FOLDER/said" | head -n 1)
ask() { curl -fsS -c "$FOLDER/jar" -b "$FOLDER/jar" -H "Origin: ${ADDRESS%/}" -H 'content-type: application/json' "$@"; }
ask "${ADDRESS}api/me" >/dev/null
ask -d '{"game":"nano","seats":{"south":"me","north":"machine:2"}}' "${ADDRESS}api/tables" >/dev/null
echo "a table to play at: $(since)"
