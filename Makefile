# Senki: everything is set up on first use. `make play` to play, `make test` to check.
PY ?= python3
BIN := .venv/bin
GAME ?= nano
GAMES := $(notdir $(patsubst %/,%,$(dir $(wildcard senki/games/*/game.toml))))
WEB := $(shell find web/src web/public web/index.html web/vite.config.ts senki/workshop -name "*.css" -o -path "web/*" -type f 2>/dev/null)
SOURCES := $(shell find senki/engine senki/boards senki/games senki/players -name '*.py' 2>/dev/null)

.PHONY: play terminal test lint types layers unit interpreted coverage web-unit browser browser-long compiled-checks build client wheel fuzz strength bench big load attack twins shots fixtures lock clean

# The table in the browser; `make terminal` plays without one.
play: build client
	@$(BIN)/senki serve --open

terminal: build
	@$(BIN)/senki play $(GAME)

# The development environment, made anew when the lock file changes.
.venv/ready: requirements.lock pyproject.toml
	@sh tools/prepare.sh $(PY)
	@test -x $(BIN)/python || $(PY) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# The compiled modules lie beside their sources and are used while they are newer; without a compiler nothing is lost but speed.
build: .venv/ready build/compiled
build/compiled: $(SOURCES) setup.py tools/unmark.py tools/compile.ini | .venv/ready
	@mkdir -p build
	@echo "compiling the rules (two or three minutes, once) …"
	@if SENKI_COMPILE=1 $(BIN)/python setup.py -q build_ext --inplace >build/log 2>&1; then \
	    touch senki__mypyc*.so $@; else echo "no compiled build (see build/log): the rules run interpreted"; fi

# The browser client, built into the package.
client: senki/table/static/index.html
senki/table/static/index.html: $(WEB) web/node_modules/ready
	@echo "building the client …"
	@cd web && npm run --silent build >/dev/null && node size.mjs
	@touch $@
# `npm install` and not `npm ci`: the lock names the bundler's binary of one platform, others take their own of that version.
web/node_modules/ready: web/package-lock.json
	@cd web && npm install --silent --no-audit --no-fund
	@touch $@

wheel: .venv/ready client
	@SENKI_COMPILE=1 $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .
	@ls dist

test: lint types layers build unit web-unit interpreted compiled-checks browser

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

layers: .venv/ready
	$(BIN)/lint-imports

# Compiled, as people play; what only the sources can show follows under `interpreted`.
unit: build
	$(BIN)/pytest -q -n 2

# The same sources without a compiler: every case, and a whole game of each with all checks.
interpreted: .venv/ready
	SENKI_PURE=1 $(BIN)/senki conform senki/games/*/cases
	$(foreach game,$(GAMES),SENKI_PURE=1 $(BIN)/senki fuzz $(game) --games 1 --workers 1 &&) true

# Which lines the tests reach; interpreted, and three times as long as `make unit`.
coverage: .venv/ready
	SENKI_PURE=1 $(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered

web-unit: client
	cd web && npm run --silent check && npm test --silent

# Whole games in a real browser (Debian's Chromium), with the compiled rules.
browser: build client
	@command -v chromium >/dev/null || { apt-get update -qq && apt-get install -y -qq chromium >/dev/null; }
	cd web && npm run --silent browser

# The same with a whole game of Shiloh.
browser-long: build client
	cd web && SENKI_LONG=1 npm run --silent browser

# The same rules, compiled: cases, clauses, a short fuzz (random games of the big games are long; `make fuzz` plays many).
FUZZ_nano := 300
compiled-checks: build
	$(BIN)/senki conform senki/games/*/cases
	$(foreach game,$(GAMES),$(BIN)/senki clauses $(game) && \
	    $(BIN)/senki fuzz $(game) --games $(or $(FUZZ_$(game)),6) --workers 2 &&) true

# Long runs; their figures are in docs/.
GAMES_FUZZED ?= 10000
fuzz: build
	$(BIN)/senki fuzz $(GAME) --games $(GAMES_FUZZED) --workers 2

strength: build
	sh tools/strength.sh $(GAME)

bench: build
	$(BIN)/senki bench $(GAME)

# What a large hex game costs: copies, moves, memory, terminal and service on 3,300 hexes with 220 counters.
big: .venv/ready
	$(BIN)/python tools/bigbench.py

# 100 sockets in closed loop, then 1,000 sockets at one choice per table in five seconds.
load: build
	$(BIN)/python tools/load.py
	$(BIN)/python tools/load.py --tables 500 --games 1 --every 5

# A bounded storm on a service of its own, beside two people who play: about 80 seconds, stops by itself.
attack: build
	$(BIN)/python tools/attack.py

# Twins, tables that differ only in what a side may not know, are asked 5,000 questions for each game that hides something.
twins: build
	SENKI_TWINS=5000 $(BIN)/pytest tests/table/test_twins.py

shots: build client
	$(BIN)/python tools/terminal_shots.py
	node tools/shots.mjs

# What the web's unit tests hold against the service: views and messages, written by the games themselves.
fixtures: .venv/ready
	$(BIN)/python tools/fixtures.py

lock:
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    --extra dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv build dist *.egg-info senki__mypyc*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find senki -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +
