# Every target makes its own virtual environment; Python 3.11 or newer and make are enough.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(wildcard acis_rules acis_env agents training tests)
COMPILED := $(wildcard acis_rules/compiled/*.[ch] acis_env/observe/packing/*.c acis_env/envs/*.c agents/greedy/*.c)

.DEFAULT_GOAL := help
.PHONY: help demo test test-browser test-interop test-ray lint format golden soak fuzz mutants bench train-smoke clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' | \
		awk -F'|' '{ printf "  make %-12s %s\n", $$1, $$2 }'

.venv/.ready: pyproject.toml constraints.txt $(COMPILED)
	@echo "setting up .venv"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -qq --disable-pip-version-check -c constraints.txt -e '.[agents,train,dev]'
	@touch $@

.venv-interop/.ready: pyproject.toml constraints.txt # libraries that bring much with them
	@echo "setting up .venv-interop"
	@$(PYTHON) -m venv .venv-interop
	@.venv-interop/bin/pip install -qq --disable-pip-version-check -c constraints.txt -e '.[agents,interop,dev]'
	@touch $@

.venv-agilerl/.ready: pyproject.toml constraints.txt # AgileRL asks for an older PettingZoo and tensordict
	@echo "setting up .venv-agilerl"
	@$(PYTHON) -m venv .venv-agilerl
	@grep -v -e '^pettingzoo==' -e '^tensordict==' constraints.txt > .venv-agilerl/constraints.txt
	@.venv-agilerl/bin/pip install -qq --disable-pip-version-check -c .venv-agilerl/constraints.txt \
		-e '.[agilerl]' hypothesis pytest
	@touch $@

.venv-ray/.ready: pyproject.toml constraints.txt # Ray asks for an older Gymnasium
	@echo "setting up .venv-ray"
	@$(PYTHON) -m venv .venv-ray
	@grep -v '^gymnasium==' constraints.txt > .venv-ray/constraints.txt
	@.venv-ray/bin/pip install -qq --disable-pip-version-check -c .venv-ray/constraints.txt -e '.[agents,ray,dev]'
	@touch $@

demo: .venv/.ready ## the learned policy against the NPC, tournaments, the picture of a game
	@$(BIN)/acis evaluate --players policy:general,npc --games 60 --plot runs/demo/policy.png
	@$(BIN)/acis evaluate --players policy:general,npc,npc,npc --scenario basic_4p --games 40
	@$(BIN)/acis tournament --players random,greedy,npc --scenarios basic_2p --games 24 --out runs/demo/2p
	@$(BIN)/acis tournament --players npc,greedy,random,random --scenarios basic_4p --games 24 --out runs/demo/4p
	@$(BIN)/acis watch --scenario basic_4p --seed 7 --players npc,greedy,npc,greedy --out runs/demo/final.png
	@$(BIN)/acis watch --scenario basic_2p --seed 7 --players policy:general,npc \
		--out runs/demo/game.html
	@echo "the story of a game in words: .venv/bin/acis demo --seed 7"
	@echo "train a policy of your own:   .venv/bin/acis train configs/basic_2p.yaml"

test: lint ## lint, then all tests
	@$(BIN)/pytest -n 2 -q --ignore tests/browser

test-browser: .venv/.ready ## the game in a real browser: Chromium, installed if it is missing; pictures in runs/browser
	@command -v chromium > /dev/null || { apt-get update -qq && apt-get install -y -qq chromium > /dev/null; } || \
		{ echo "Chromium is needed: install the package chromium"; exit 1; }
	@$(BIN)/pytest -q tests/browser

test-interop: .venv-interop/.ready .venv-agilerl/.ready ## the examples for TorchRL, Tianshou, SuperSuit and AgileRL
	@.venv-interop/bin/pytest -q tests/env/envs/test_examples.py
	@.venv-agilerl/bin/pytest -q tests/env/envs/test_examples.py -k agilerl

test-ray: .venv-ray/.ready ## the environments and the engine rllib with a real Ray, two runners on this machine
	@.venv-ray/bin/pytest -q tests/training/test_rllib.py tests/env

fuzz: .venv/.ready ## broken files of every kind at random: make fuzz SECONDS=600 SEED=2
	@$(BIN)/python tests/fuzz.py --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

lint: .venv/.ready ## ruff and mypy
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy $(SOURCES)

format: .venv/.ready ## sort imports and lay out the code
	@$(BIN)/ruff check --quiet --select I --fix .
	@$(BIN)/ruff format .

golden: .venv/.ready ## renew the recorded games in tests/golden; look at their difference before you keep it
	@$(BIN)/python tests/golden.py $(if $(ANEW),--anew)

soak: .venv/.ready ## games of every kind, checked, on all cores: MINUTES=60 or GAMES=100000, SEED=1
	@$(BIN)/python tests/soak.py $(if $(GAMES),--games $(GAMES),--minutes $(or $(MINUTES),10)) --seed $(or $(SEED),1)

mutants: .venv/.ready ## mistakes put into a module that no test notices: MODULE=acis_rules/phases/growth.py N=60 SEED=1
	@$(BIN)/python tests/mutants.py $(or $(MODULE),acis_rules) -n $(or $(N),60) --seed $(or $(SEED),1)

bench: .venv/.ready ## speed of rules, environment, players and learning
	@$(BIN)/python -m acis_rules.tools.bench
	@$(BIN)/python -m acis_env.tools.bench
	@$(BIN)/python -m agents.tools.bench
	@$(BIN)/python -m training.bench

train-smoke: .venv/.ready ## one to two minutes of self-play from random weights: it learns
	@rm -rf runs/smoke
	@$(BIN)/acis train configs/smoke.yaml

clean: ## remove the virtual environments and caches
	rm -rf .venv .venv-agilerl .venv-interop .venv-ray .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	rm -f acis_rules/_compiled*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
