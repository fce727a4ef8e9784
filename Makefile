# `make help` lists what there is. Everything happens in .venv and build/; nothing outside the folder is touched.

PYTHON ?= python3
# 1 compiles for the processor of this machine; the default runs everywhere.
NATIVE ?= 0
# What `make test`, `make bench`, `make strength` and `make fuzz-protocol` are given besides.
ARGS ?=
LIMITS ?=
# How long `make fuzz` looks at each target of the coverage-guided fuzzer.
FUZZ_SECONDS ?= 60

# How many modules are compiled, and how many files of tests run, at once.
JOBS ?= $(shell nproc)

VENV := .venv
BIN := $(VENV)/bin
SUFFIX := $(if $(filter-out 0,$(NATIVE)),-native)
CHECKED := build/checked$(SUFFIX)/lib
ASAN := build/asan$(SUFFIX)/lib
FLOORS := cext engine search protocol tournaments $(if $(wildcard tests/testing/__init__.py),testing)
STUBS := $(addprefix dohyo.,$(subst /,.,$(patsubst %.pyi,%,$(shell find cext engine search -name '*.pyi'))))
# The tests run on a build of their own, in which every invariant is asserted.
PYTEST = PYTHONPATH=$(CHECKED) $(BIN)/python -m pytest
DEMO := rush-stones size=9 board=1bbbbb3/b1b6/bb7/b7w/bb6w/b6ww/8w/1w2w3w/wwwwww2b turn=b
export DOHYO_NATIVE := $(NATIVE)
export DOHYO_JOBS := $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode goes into build, and spares the hundreds of processes of the tests much work.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo develop t test test-slow lint bench bench-limits bench-gtp bench-protocol bench-tournament check-mocks \
	kill-runner strength sprt-errors fuzz fuzz-protocol asan openspiel wheel clean build-release build-checked build-asan
.DEFAULT_GOAL := help

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; choose one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Tools are installed when a target first needs them: `tools-build`, `tools-run`, `tools-test`, ... by groups of
# pyproject.toml. A list that has not changed is not asked for again.
$(VENV)/tools-%: pyproject.toml tests/requirements.py $(VENV)/made
	@$(BIN)/python tests/requirements.py $(GROUPS_$*) $* > $@.new
	@cmp -s $@ $@.new || $(BIN)/python -m pip install -q -r $@.new
	@mv $@.new $@

GROUPS_test := run report cluster
GROUPS_lint := run report cluster test
GROUPS_fuzz := run test
GROUPS_openspiel := run test

# Python finds the build where it lies, so that nothing is installed again when files change, come or go.
$(VENV)/linked$(SUFFIX): setup.py pyproject.toml $(VENV)/tools-build
	@$(BIN)/python -m pip uninstall -qq -y dohyo
	@$(BIN)/python setup.py -q link
	@rm -f $(VENV)/linked*
	@touch $@

# setup.py knows what is out of date: it compiles those modules, and half a second is the price of asking.
build-release build-checked build-asan: build-%: $(VENV)/linked$(SUFFIX)
	@DOHYO_STRICT=1 DOHYO_PROFILE=$* $(BIN)/python setup.py -q build

develop: $(VENV)/tools-build  ## create .venv and build there, for use and development
	@$(MAKE) --no-print-directory -j2 build-release $(VENV)/tools-run
	@echo "ready: $(BIN)/dohyo"

demo: develop  ## a small tournament in three games, its tables, and a hint
	@echo 'Three searchers in three games; ten seconds.'
	@rm -rf build/demo
	$(BIN)/dohyo tournament run tournaments/demo.toml
	@echo
	@echo 'A position in the middle of a game, and what to play there:'
	$(BIN)/dohyo show '$(DEMO)'
	$(BIN)/dohyo hint '$(DEMO)' --time 1

t: build-checked $(VENV)/tools-test  ## build what changed and run one file of tests: F=path
	$(PYTEST) -m "not slow" $(F) $(ARGS)

# Tests that judge deadlines or measure are marked `alone`: they run afterwards, one at a time. The others run in one
# process more than there are processors, as many of them wait for programs that they start.
test: build-checked $(VENV)/tools-test  ## all tests but the slow ones, on the checked build
	@$(PYTEST) -n $$(($(JOBS) + 1)) --dist worksteal -m "not slow and not alone" $(ARGS); together=$$?; \
	DOHYO_TOGETHER=$$together $(PYTEST) -m "alone and not slow" $(ARGS); alone=$$?; \
	case $$together,$$alone in 0,0|0,5|5,0) ;; *) exit 1 ;; esac

test-slow: develop $(VENV)/tools-test  ## the tests that take minutes, on the release build
	$(BIN)/python -m pytest -m slow $(ARGS)

lint: build-checked $(VENV)/tools-lint  ## style of Python and Cython, strict types, stubs against the modules
	$(BIN)/ruff check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint cext engine search
	PYTHONPATH=$(CHECKED) $(BIN)/mypy $(addprefix -p dohyo.,$(FLOORS))
	PYTHONPATH=$(CHECKED) $(BIN)/python -m mypy.stubtest --concise --ignore-disjoint-bases \
		--allowlist tests/stubs_allowed.txt $(STUBS)

bench: develop  ## rates of rules and searchers, and the signature; NATIVE=1 for this processor
	@$(BIN)/dohyo bench $(ARGS)

bench-limits: develop  ## the same beside yardstick programs: LIMITS=folder
	@$(BIN)/python tests/bench/yardsticks.py "$(LIMITS)" $(ARGS)

bench-gtp: develop  ## how long GTP commands take while a 19x19 game is replayed
	@$(BIN)/python tests/bench/bench_gtp.py

bench-protocol: develop  ## how soon the engine answers isready and stop, in every game; four minutes
	@$(BIN)/python tests/bench/bench_protocol.py $(ARGS)

bench-tournament: develop  ## what the runner of tournaments adds to a ply, and whether it stays as it began
	@$(BIN)/python tests/bench/bench_overhead.py $(ARGS)

check-mocks: develop  ## the conformance check of engines that are wrong in one way each
	@PYTHONPATH=tests $(BIN)/python tests/protocol/check/check_mocks.py $(ARGS)

kill-runner: develop  ## how long processes outlive a runner that is killed in mid-game with a deaf engine
	@PYTHONPATH=tests $(BIN)/python tests/bench/kill_runner.py

strength: develop  ## the table of playing strength, hours of games in build/strength; interrupted runs resume
	@$(BIN)/dohyo strength $(ARGS)

sprt-errors: develop  ## the error rates of sequential tests, simulated 10,000 times each; some minutes
	@$(BIN)/python tests/bench/sprt_errors.py $(ARGS)

fuzz: build-checked $(VENV)/tools-fuzz  ## property tests at length, then a coverage-guided fuzzer, which it installs
	HYPOTHESIS_PROFILE=fuzz $(PYTEST) -m "hypothesis and not slow" $(ARGS)
	PYTHONPATH=$(CHECKED):tests $(BIN)/python tests/fuzz/run.py --seconds $(FUZZ_SECONDS)

fuzz-protocol: develop  ## a million random and mutated lines against the engine loop and the GTP loop
	@PYTHONPATH=tests:tests/protocol $(BIN)/python tests/fuzz/protocol.py $(ARGS)

asan: build-asan $(VENV)/tools-test  ## rules and searchers under AddressSanitizer and UBSan
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc PYTHONPATH=$(ASAN) \
		$(BIN)/python -m pytest -m "not slow" tests/cext tests/engine tests/search $(ARGS)

openspiel: develop $(VENV)/tools-openspiel  ## the games under OpenSpiel's algorithms; installs that library
	$(BIN)/python -m pytest tests/engine/openspiel_check.py $(ARGS)

wheel: $(VENV)/made  ## a wheel and an sdist, in dist/
	$(BIN)/python -m pip install -q build
	$(BIN)/python -m build -q --outdir dist .

clean:  ## remove what was built
	rm -rf build dist *.egg-info $(VENV)
