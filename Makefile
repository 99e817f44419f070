# PYTHON=python3.13 selects another interpreter; ARGS="..." is passed to the command.
PYTHON ?= python3
export PYTHON
BIN := .venv/bin
CODE := $(wildcard src tests benchmarks examples scripts)

.DEFAULT_GOAL := help
.PHONY: help play test check kernels coverage format bench screenshots golden mutants requirements release clean venv-run venv-dev venv-lock

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22

play: venv-run  ## play in the browser, against bots or with friends
	@$(BIN)/python -m kheper serve $(ARGS)

test: venv-dev  ## run everything that must pass: the checks, then all tests
	@$(MAKE) --no-print-directory --jobs=2 check kernels
	scripts/node test
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: venv-dev  ## check style, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python -m mypy --strict $(CODE)
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/check_purity.py
	$(BIN)/python scripts/check_page_imports.py
	$(BIN)/python scripts/check_shape.py
	scripts/node types
	scripts/node sizes

# Compiled once, while the checks run on another core, and not by every test process for itself.
kernels: venv-dev
	@$(BIN)/python -c "from kheper.search.jit import warmup; assert warmup.wait(), warmup.state()"

# Not a part of `make test`: on Python 3.11, measuring makes the tests take three quarters longer.
coverage: kernels  ## run the tests and show which lines and branches they miss
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --dist worksteal $(ARGS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

format: venv-dev  ## format the code and apply ruff's fixes
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: venv-dev  ## run the benchmarks
	@set -e; for file in $(wildcard benchmarks/[a-z]*.py); do \
		echo "== $$file"; $(BIN)/python -m "benchmarks.$$(basename "$$file" .py)" $(ARGS); \
	done

screenshots: venv-dev  ## picture every screen in three widths, light and dark
	$(BIN)/python -m scripts.screenshots $(ARGS)

golden: venv-dev  ## rewrite the golden files; read the diff afterwards
	$(BIN)/python -m tests.golden $(ARGS)
	$(BIN)/python -m tests.engine.transcripts

mutants: venv-dev  ## break each rule in turn and check that a test fails (minutes)
	$(BIN)/python scripts/break_rules.py $(ARGS)

requirements: venv-lock  ## pin requirements/*.in again (ARGS=--upgrade for newer versions)
	scripts/lock $(ARGS)

release: venv-dev  ## make a release: VERSION=0.2.0 (commits, tags and builds; uploads nothing)
	$(BIN)/python scripts/release.py $(VERSION)

clean:  ## remove .venv, node_modules, caches and builds
	rm -rf .venv .venv.lock node_modules node_modules.lock dist screenshots
	rm -rf .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

venv-run venv-dev venv-lock: venv-%:
	@scripts/venv $*
