# Senki: everything is set up on first use. `make play` to play, `make test` to check, `make help` for the rest.
PY ?= python3
BIN := .venv/bin
GAME ?= nano
GAMES := $(notdir $(patsubst %/,%,$(dir $(wildcard senki/games/*/game.toml))))
WEB := $(shell find web/src web/public web/index.html web/vite.config.ts senki/workshop -name "*.css" -o -path "web/*" -type f 2>/dev/null)
SOURCES := $(shell find senki/engine senki/boards senki/games senki/players -name '*.py' 2>/dev/null)

.PHONY: help play terminal lab build client wheel test everything programs lint types layers unit interpreted coverage web-unit browser browser-long \
    compiled-checks check-engine check-boards check-table check-terminal check-web \
    fuzz strength bench big load attack twins shots fixtures reports api first-play lock clean

# The rules run interpreted until they are compiled.
play: ## the table in the browser, at once; what is not compiled is compiled meanwhile
	@$(MAKE) --no-print-directory -j2 .venv/ready client
	@$(BIN)/python tools/play.py

help: ## this list
	@sed -n 's/^\([a-z%-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 18
	@echo "games: $(GAMES)"

terminal: build ## play without a browser (GAME=nano)
	@$(BIN)/senki play $(GAME)

# The development environment, made anew when the lock file changes. The lock is whole, so nothing is resolved here: a release of tomorrow
# changes nothing. Python compiles what it imports, so pip need not compile it all; where the machine forbids Python to keep that, every start of
# the service would compile a thousand modules anew (4.1 s instead of 1.8).
unexport PYTHONDONTWRITEBYTECODE
.venv/ready: requirements.lock pyproject.toml
	@sh tools/prepare.sh $(PY)
	@test -x $(BIN)/python || $(PY) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r requirements.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What the lab and its tests need beside that: reports, environments, clusters, training. Nobody needs it to play.
.venv/lab: .venv/ready requirements-lab.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps -r requirements-lab.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile "torch==$(TORCH)"
	@touch $@
# Not in the lock: its wheels differ from machine to machine (with CUDA or without).
TORCH := 2.13.0
lab: .venv/lab ## what reports, environments, clusters and training need

# The compiled modules lie beside their sources and are used while they are newer; without a compiler nothing is lost but speed.
build: .venv/ready build/compiled ## compile the rules
build/compiled: $(SOURCES) setup.py tools/unmark.py tools/compile.ini | .venv/ready
	@$(BIN)/python tools/compile.py || true

# The browser client, built into the package.
client: senki/table/static/index.html ## build the browser client into the package
senki/table/static/index.html: $(WEB) web/node_modules/ready
	@echo "building the client …"
	@cd web && npm run --silent build >/dev/null && node size.mjs
	@touch $@
# `npm install` and not `npm ci`: the lock names the bundler's binary of one platform, others take their own of that version.
# It is not written back: another version of npm would write it otherwise, and the next pull would be refused.
web/node_modules/ready: web/package-lock.json
	@sh tools/node.sh
	@cd web && npm install --no-save --silent --no-audit --no-fund
	@touch $@

wheel: .venv/ready client ## a package in dist/ that needs neither Node nor a compiler
	@if [ -d build ]; then find build -path 'build/lib*' -type f ! -name '*.so' -delete; fi
	@SENKI_COMPILE=1 SENKI_OPTIMIZE=3 $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation -w dist .
	@ls dist

# Everything in one run, each part as soon as what it needs is there. The Python tests and then the browser go before all else; what is only
# work for the processor is done aside, where they leave it idle, and gives way to them.
test: ## everything
	@$(MAKE) --no-print-directory -j3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) AT_ONCE=yes everything
everything: build .venv/lab client programs web-unit unit browser types lint layers compiled-checks interpreted
ifdef AT_ONCE
ASIDE := nice -n 10
unit: | client
browser: | unit
endif

# Not while the compiler and the like are installed, which wants the same lock.
programs: | .venv/ready ## PostgreSQL and Chromium for the tests, on Debian
	@sh tools/programs.sh

lint: .venv/ready ## style
	$(ASIDE) $(BIN)/ruff check .
	$(ASIDE) $(BIN)/ruff format --check .

types: .venv/lab ## types
	$(ASIDE) $(BIN)/mypy
	MYPYPATH=tools $(ASIDE) $(BIN)/mypy --strict tools/*.py

layers: .venv/ready ## who may import whom
	$(ASIDE) $(BIN)/lint-imports

# Compiled, as people play; what only the sources can show is under `interpreted`.
# Three: most tests of the service wait for it now and then.
WORKERS ?= 3
TEST := $(BIN)/pytest -q -n $(WORKERS) --dist worksteal
unit: build .venv/lab programs ## the tests of the Python side
	$(TEST)

# The same sources without a compiler: what needs them, every case, and a whole game of each with all checks.
interpreted: .venv/ready ## what the rules do without a compiler
	SENKI_PURE=1 $(ASIDE) $(BIN)/pytest -m interpreted
	SENKI_PURE=1 $(ASIDE) $(BIN)/senki conform senki/games/*/cases
	$(foreach game,$(GAMES),SENKI_PURE=1 $(ASIDE) $(BIN)/senki fuzz $(game) $(SHORTEST_$(game)) --games 1 --workers 1 &&) true
SHORTEST_shiloh := --scenario first_morning

# Which lines the tests reach; interpreted, and three times as long as `make unit`.
coverage: .venv/ready ## which lines the tests reach
	SENKI_PURE=1 $(BIN)/pytest -n 2 --cov --cov-report=term:skip-covered

web-unit: client ## types and unit tests of the browser client
	cd web && node size.mjs && npm run --silent check && npm test --silent

# Whole games in a real browser (Debian's Chromium), with the compiled rules.
browser: build client programs ## the client in a real browser
	cd web && npm run --silent browser

browser-long: build client programs ## the same with whole games of Shiloh and Cedar Mountain, and every way of axe and lessons
	cd web && SENKI_LONG=1 npm run --silent browser

# The same rules, compiled: cases, clauses, a short fuzz (random games of the big games are long; `make fuzz` plays many).
FUZZ_nano := 300
FUZZ_shiloh := 2
FUZZ_sjw := 3
FUZZ_sicily := 3
compiled-checks: $(GAMES:%=rules-%) ## cases, clauses and a short fuzz of every game
rules-%: senki/games/%/game.toml build
	$(ASIDE) $(BIN)/senki conform senki/games/$*/cases
	$(ASIDE) $(BIN)/senki clauses $*
	$(ASIDE) $(BIN)/senki fuzz $* --games $(or $(FUZZ_$*),6) --workers 2

# One part at a time, while you work on it.
check-engine: build ## the tests of the engine, the players and the lab
	$(TEST) $(patsubst %,tests/test_%.py,engine dice records golden_records properties starts undo case_expectations lab prove unmark)
check-boards: build ## the tests of hexes, graphs, planes and their drawings
	$(TEST) $(wildcard tests/test_hex*.py tests/test_plane*.py) tests/test_graph.py tests/test_map.py tests/test_draw.py
check-table: build programs ## the tests of the service
	$(TEST) tests/table
check-terminal: build ## the tests of the terminal
	$(TEST) tests/test_commands.py tests/test_play_terminal.py tests/test_play_lines.py
check-web: web-unit browser ## everything of the browser client
check-%: rules-% ## one game: `make check-nano` runs its tests, cases, clauses and a short fuzz
	$(TEST) -k $*

# Long runs; their figures are in docs/.
GAMES_FUZZED ?= 10000
fuzz: build ## many random games (GAME=nano GAMES_FUZZED=10000)
	$(BIN)/senki fuzz $(GAME) --games $(GAMES_FUZZED) --workers 2

strength: build ## how well the machine plays
	sh tools/strength.sh $(GAME)

bench: build ## how fast the rules are
	$(BIN)/senki bench $(GAME)

# What a large hex game costs: copies, moves, memory, terminal and service on 3,300 hexes with 220 counters.
big: .venv/ready ## what a large hex game costs
	$(BIN)/python tools/bigbench.py

# 100 sockets in closed loop, then 1,000 sockets at one choice per table in five seconds.
load: build ## how many the service carries
	$(BIN)/python tools/load.py
	$(BIN)/python tools/load.py --tables 500 --games 1 --every 5

# A bounded storm on a service of its own, beside two people who play: about 80 seconds, stops by itself.
attack: build ## what a storm does to it
	$(BIN)/python tools/attack.py

# Twins, tables that differ only in what a side may not know, are asked 5,000 questions for each game that hides something.
twins: build ## that nobody learns what is hidden
	SENKI_TWINS=5000 $(BIN)/pytest tests/table/test_twins.py

shots: build client ## the pictures of the README and of docs/look.md
	$(BIN)/python tools/terminal_shots.py
	node tools/shots.mjs
	node tools/screens.mjs

# What the web's unit tests hold against the service: views and messages, written by the games themselves.
fixtures: .venv/ready ## what the client's unit tests are held against
	$(BIN)/python tools/fixtures.py

# Two hundred games of each game, played by the rule of thumb, as pages: what docs/reports.md links to.
SCENARIO_shiloh := --scenario first_morning
SCENARIO_sjw := --scenario cedar_mountain
SCENARIO_sicily := --scenario landing
everybody = $$($(BIN)/python -c "import senki; print(*(f'--seat {side.id}=$(2)' for side in senki.find_game('$(1)').sides))")
reports: build .venv/lab $(GAMES:%=report-%) ## pages of 200 games of every game, in docs/reports/
report-%: build .venv/lab
	@mkdir -p build/reports docs/reports
	$(BIN)/senki simulate $* $(SCENARIO_$*) $(call everybody,$*,greedy) --games 200 --seed 1 --luck --out build/reports/$*.parquet >/dev/null
	$(BIN)/senki report build/reports/$*.parquet --lang en --out docs/reports/$*.html

api: .venv/ready ## renew docs/api.md
	$(BIN)/python tools/reference.py

# From a clean clone to a board that answers, with the packages of this checkout in the caches.
first-play: ## how long `make play` takes on a fresh machine
	@sh tools/first_play.sh

lock: ## renew requirements.lock
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK) --extra dev pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK) --extra lab --extra envs --extra cluster pyproject.toml -c requirements.lock -o requirements-lab.lock
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

clean: ## remove all that was made
	rm -rf .venv build dist *.egg-info senki__mypyc*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find senki -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +
