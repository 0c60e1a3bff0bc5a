# Every target sets up what it needs in .venv by itself, on a fresh machine too: see
# requirements/install. The second time that takes a blink.

SHELL := bash

# The Python to make .venv with, 3.11 or newer.
PYTHON ?= python3
export PYTHON

# Test processes side by side: a number, or "auto" for one per core.
JOBS ?= auto

# More words for the command a target runs: make test ARGS="-k shuffle".
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play terminal check test slow pictures bench load versus transcripts types lock clean
.PHONY: ready-play ready-dev ready-bench page node browser compiled
# "make -j check test" would run two pips in one .venv.
.NOTPARALLEL:

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

play: ready-play page compiled ## Open the page, for everybody on this network
	@.venv/bin/motherlode serve --at-home $(ARGS)

terminal: ready-play compiled ## Play in the terminal
	@.venv/bin/motherlode play $(ARGS)

check: ready-dev node ## Look over the code without running it: format, lint, types
	@.venv/bin/ruff format --check
	@.venv/bin/ruff check
	@.venv/bin/mypy
	@.venv/bin/python web/build.py check

test: ready-dev page browser compiled ## Run the tests, all but the slow ones
	@.venv/bin/python -m pytest --numprocesses $(JOBS) $(ARGS)

slow: ready-dev page browser compiled ## Run the slow tests
	@.venv/bin/python -m pytest --numprocesses $(JOBS) -m slow $(ARGS)

pictures: ready-dev page browser compiled ## Take a picture of every screen of the page
	@.venv/bin/python -m tests.web.pictures $(ARGS)

bench: ready-bench compiled ## Measure the speed, beside other libraries
	@.venv/bin/python -m bench $(ARGS)

load: ready-dev compiled ## Put the table server under load, beside other servers
	@.venv/bin/python -m bench.load $(ARGS)

versus: ready-bench compiled ## Play our best against OpenSpiel's search, for an hour or two
	@.venv/bin/python -m bench.against_openspiel $(ARGS)

transcripts: ready-dev compiled ## Write the recorded games anew
	@.venv/bin/python -m tests.transcripts $(ARGS)

types: ready-dev ## Write the types of the browser client anew
	@.venv/bin/python -m motherlode.server.typescript > web/src/protocol.ts

lock: ## Pin all dependencies anew, with hashes; UPGRADE=1 also moves to newer releases
	@requirements/install lock
	@requirements/lock $(if $(UPGRADE),--upgrade)

clean: ## Remove all that the other targets made in this folder, .venv included
	rm -rf web/node_modules src/motherlode/server/page pictures
	rm -rf bench/load/.scratch bench/load/peers/node_modules
	rm -rf .venv .versus.jsonl .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2> /dev/null || true

ready-play ready-dev ready-bench: ready-%:
	@requirements/install $*

# Built from web/, unless nothing changed there.
page: node
	@.venv/bin/python web/build.py page

# The machine's own Node will do if it is new enough; otherwise one comes into .venv.
node:
	@.venv/bin/python -c 'import sys; sys.path.insert(0, "web"); import build; build.find_npm()' \
		2> /dev/null || requirements/install node

browser:
	@requirements/browser

# Compiles the rules and the bots into the disk cache, unless they are there: nobody should wait for
# that in the middle of a game, and several test processes would all compile the same.
compiled:
	@.venv/bin/python -m motherlode.bots
