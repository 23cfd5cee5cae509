#!/usr/bin/env sh
# The strength of the levels: the matches behind docs/strength.md. Takes hours on two cores; results go to build/strength/.
# SCENARIO=landing plays another scenario than the first, PAIRS="search:4,search:3" these matches only.
set -eu
GAME=${1:-nano}
WORKERS=${WORKERS:-2}
GAMES=${GAMES:-100}
SENKI=${SENKI:-.venv/bin/senki}
OUT=${OUT:-build/strength}
set -- $(.venv/bin/python -c "import sys, senki; print(*(side.id for side in senki.find_game(sys.argv[1]).sides))" "$GAME")
FIRST=$1 SECOND=$2
mkdir -p "$OUT"
match() { # first player, second player, seed
    echo "== $1 against $2"
    $SENKI simulate "$GAME" ${SCENARIO:+--scenario "$SCENARIO"} --seat "$FIRST"="$1" --seat "$SECOND"="$2" \
        --games "$GAMES" --pairs --workers "$WORKERS" --seed "$3" --out "$OUT/$(echo "$GAME-$1-$2" | tr ':' '_').csv"
}
for pair in ${PAIRS:-search:1,random search:1,greedy search:2,search:1 search:3,search:2 search:4,search:3 search:3,greedy search:3,search:3}; do
    match "${pair%,*}" "${pair#*,}" 1
done
