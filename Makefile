# Every target makes its own environment from the pinned constraints; nothing is installed outside $(VENV).
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

BROWSER_TOOLS := axe-core@4.14.1 puppeteer-core@24.43.1

.PHONY: report test quick lint bench bench-pools bench-prove bench-beside bench-random bench-mutations bench-study bench-errata browser docs reports clean

report: $(VENV)/.ready   ## settle Theorem 5.4 into build/reports, and say what moved against the record in reports/
	@$(BIN)/python -m boundcheck theorem_5_4 --out build/reports; status=$$?; [ $$status -le 1 ]
	@$(BIN)/python -m boundcheck compare reports/unified/theorem_5_4.json build/reports/unified/theorem_5_4.json; status=$$?; [ $$status -le 1 ]

test: $(VENV)/.ready-test   ## the whole test suite
	$(BIN)/python -m pytest -n 2 --dist loadgroup --durations=30 --durations-min=3

quick: $(VENV)/.ready-test   ## what a change most often breaks, in under a minute
	$(BIN)/python -m pytest -q -n 2 tests/claims tests/settle tests/symbolic tests/stats tests/record tests/planning tests/test_api.py tests/test_layers.py

lint: $(VENV)/.ready-test   ## style and types
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.ready-test   ## replicates against what one would write today, side by side
	$(PIP) -e '.[bench]'
	$(BIN)/python bench/replicates.py
	$(BIN)/python bench/study.py

bench-pools: $(VENV)/.ready-test   ## workers beside loky's: orphans of a killed parent, losses, bytes that travel
	$(PIP) -e '.[bench]'
	$(BIN)/python bench/pools.py

bench-prove: $(VENV)/.ready-test   ## the provers on their corpus
	$(BIN)/python bench/prove.py

bench-beside: $(VENV)/.ready-test   ## rivals on the same statements: COUNT=200; cvc5 where it is installed
	$(BIN)/python bench/beside.py $(or $(COUNT),200) build/beside.json

bench-mutations: $(VENV)/.ready-test   ## committed and changed certificates in random order against each alone: COUNT=10000 SEED=1
	nice $(BIN)/python bench/mutations.py $(or $(COUNT),10000) $(or $(SEED),1)

bench-random: $(VENV)/.ready-test   ## random statements against dense sampling: FROM=0 COUNT=1000, a slice
	$(BIN)/python bench/differential.py $(or $(FROM),0) $(or $(COUNT),1000) $(or $(FILE),build/random_$(or $(FROM),0).json)

bench-errata: $(VENV)/.ready-test   ## documented errors of published theory: settled one by one, then the table
	nice $(BIN)/python bench/errata.py settle
	$(BIN)/python bench/errata.py
	nice $(BIN)/python bench/errata_twins.py

browser: $(VENV)/.ready   ## every kind of page in Chromium: axe-core, links, and what mouse and keyboard do; needs node and npm
	$(BIN)/python -m boundcheck site build/site -q
	npm install --silent --no-save --no-audit --no-fund --ignore-scripts --prefix build/browser $(BROWSER_TOOLS)
	node bench/browser.mjs build/site build/browser/node_modules

docs: $(VENV)/.made   ## the documentation as a searchable site in build/docs
	$(PIP) -e '.[docs]'
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs

reports: $(VENV)/.ready   ## what is committed: every record, the pages of the theorems, referee reports, index, checklist
	@$(BIN)/python -m boundcheck all --format json -q; status=$$?; [ $$status -le 1 ]
	$(BIN)/python -m boundcheck report theorems

clean:
	rm -rf $(VENV) build src/*.egg-info

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or later is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.ready: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) -e '.[full]'
	$(BIN)/python -m compileall -q src
	touch $@

$(VENV)/.ready-test: $(VENV)/.made pyproject.toml constraints.txt
	$(PIP) -e '.[test,dask,dp]'
	$(BIN)/python -m compileall -q src # pip compiles what it copies alone, and many tests start the program
	touch $@ $(VENV)/.ready
