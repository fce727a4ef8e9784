# `make help` lists what there is. Everything happens in .venv and build/; nothing outside the folder is touched.

PYTHON ?= python3
# 1 compiles for the processor of this machine; the default runs everywhere.
NATIVE ?= 0
# What `make test`, `make bench`, `make strength` and `make fuzz-protocol` are given besides.
ARGS ?=
LIMITS ?=
# How long `make fuzz` looks at each target of the coverage-guided fuzzer.
FUZZ_SECONDS ?= 60

VENV := .venv
BIN := $(VENV)/bin
FLOORS := cext engine search protocol tournaments $(wildcard tests/testing)
SOURCES := setup.py pyproject.toml $(shell find $(FLOORS) -type f -not -path '*/__pycache__/*')
STUBS := $(addprefix dohyo.,$(subst /,.,$(patsubst %.pyi,%,$(shell find cext engine search -name '*.pyi'))))
CHECKED := build/checked/lib
ASAN := build/asan/lib
DEMO := rush-stones size=9 board=1bbbbb3/b1b6/bb7/b7w/bb6w/b6ww/8w/1w2w3w/wwwwww2b turn=b
export DOHYO_NATIVE := $(NATIVE)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo develop test test-slow lint bench bench-limits bench-gtp bench-protocol bench-tournament check-mocks \
	kill-runner strength sprt-errors fuzz fuzz-protocol asan openspiel wheel clean
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/tools: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; choose one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip
	$(BIN)/python tests/requirements.py build test lint report cluster > $(VENV)/requirements.txt
	$(BIN)/python -m pip install -q -r $(VENV)/requirements.txt
	@touch $@

# Strict editable mode, or type checkers do not see the package; it links files one by one, so new files need a new run.
$(VENV)/installed-$(NATIVE): $(VENV)/tools $(SOURCES)
	DOHYO_STRICT=1 $(BIN)/python -m pip install -q --no-build-isolation --no-deps \
		--config-settings editable_mode=strict -e .
	@rm -f $(VENV)/installed-*
	@touch $@

develop: $(VENV)/installed-$(NATIVE)  ## create .venv, build, and install there for development
	@echo "ready: $(BIN)/dohyo"

demo: develop  ## a small tournament in three games, its tables, and a hint
	@echo 'Three searchers in three games, 0.02 s a move; about a minute.'
	@rm -rf build/demo
	$(BIN)/dohyo tournament run tournaments/demo.toml
	@echo
	@echo 'A position in the middle of a game, and what to play there:'
	$(BIN)/dohyo show '$(DEMO)'
	$(BIN)/dohyo hint '$(DEMO)' --time 1

# The tests run on a build of their own, in which every invariant is asserted.
$(CHECKED)/built: $(VENV)/tools $(SOURCES)
	DOHYO_STRICT=1 DOHYO_PROFILE=checked $(BIN)/python setup.py -q build --build-base build/checked --build-lib $(CHECKED)
	@touch $@

test: develop $(CHECKED)/built  ## all tests but the slow ones, on the checked build
	PYTHONPATH=$(CHECKED) $(BIN)/python -m pytest -m "not slow" $(ARGS)

test-slow: develop  ## the tests that take minutes, on the release build
	$(BIN)/python -m pytest -m slow $(ARGS)

lint: develop  ## style of Python and Cython, strict types, stubs against the modules
	$(BIN)/ruff check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint cext engine search
	$(BIN)/mypy -p dohyo.cext -p dohyo.engine -p dohyo.search -p dohyo.protocol -p dohyo.tournaments
	$(BIN)/python -m mypy.stubtest --concise --ignore-disjoint-bases --allowlist tests/stubs_allowed.txt $(STUBS)

bench: develop  ## rates of rules and searchers, and the signature; NATIVE=1 for this processor
	@$(BIN)/dohyo bench $(ARGS)

bench-limits: develop  ## the same beside yardstick programs: LIMITS=folder
	@$(BIN)/dohyo bench --limits "$(LIMITS)" $(ARGS)

bench-gtp: develop  ## how long GTP commands take while a 19x19 game is replayed
	@$(BIN)/python tests/protocol/bench_gtp.py

bench-protocol: develop  ## how soon the engine answers isready and stop, in every game; four minutes
	@$(BIN)/python tests/protocol/bench_protocol.py $(ARGS)

bench-tournament: develop  ## what the runner of tournaments adds to a ply, and whether it stays as it began
	@$(BIN)/python tests/tournaments/bench_overhead.py $(ARGS)

check-mocks: develop  ## the conformance check of engines that are wrong in one way each
	@PYTHONPATH=tests $(BIN)/python tests/protocol/check_mocks.py $(ARGS)

kill-runner: develop  ## how long processes outlive a runner that is killed in mid-game with a deaf engine
	@PYTHONPATH=tests $(BIN)/python tests/protocol/kill_runner.py

strength: develop  ## the table of playing strength, hours of games in build/strength; goes on where it stopped
	@$(BIN)/dohyo strength $(ARGS)

sprt-errors: develop  ## the error rates of sequential tests, simulated 10,000 times each; some minutes
	@$(BIN)/python tests/tournaments/sprt_errors.py $(ARGS)

fuzz: develop $(CHECKED)/built  ## property tests at length, then a coverage-guided fuzzer, which it installs
	$(BIN)/python tests/requirements.py test fuzz > $(VENV)/requirements-fuzz.txt
	$(BIN)/python -m pip install -q -r $(VENV)/requirements-fuzz.txt
	HYPOTHESIS_PROFILE=fuzz PYTHONPATH=$(CHECKED) $(BIN)/python -m pytest -m "hypothesis and not slow" $(ARGS)
	PYTHONPATH=$(CHECKED):tests $(BIN)/python tests/fuzz/run.py --seconds $(FUZZ_SECONDS)

fuzz-protocol: develop  ## a million random and mutated lines against the engine loop and the GTP loop
	@PYTHONPATH=tests:tests/protocol $(BIN)/python tests/fuzz/protocol.py $(ARGS)

$(ASAN)/built: $(VENV)/tools $(SOURCES)
	DOHYO_STRICT=1 DOHYO_PROFILE=asan $(BIN)/python setup.py -q build --build-base build/asan --build-lib $(ASAN)
	@touch $@

asan: $(ASAN)/built  ## rules and searchers under AddressSanitizer and UBSan
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc PYTHONPATH=$(ASAN) \
		$(BIN)/python -m pytest -m "not slow" tests/cext tests/engine tests/search $(ARGS)

openspiel: develop  ## the games under OpenSpiel's algorithms; installs that library
	$(BIN)/python tests/requirements.py test openspiel > $(VENV)/requirements-openspiel.txt
	$(BIN)/python -m pip install -q -r $(VENV)/requirements-openspiel.txt
	$(BIN)/python -m pytest tests/engine/openspiel_check.py $(ARGS)

wheel: $(VENV)/tools  ## a wheel and an sdist, in dist/
	$(BIN)/python -m pip install -q build
	$(BIN)/python -m build -q --outdir dist .

clean:  ## remove what was built
	rm -rf build dist *.egg-info $(VENV)
