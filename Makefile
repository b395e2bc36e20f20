# Works with only Python >= 3.11, pip and make: the first target that needs it makes .venv from uv.lock.
# Another Python: make PYTHON=python3.12 test

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help install demo test test-neural test-formats test-package lint perf soak docs site clean

help:
	@echo 'make install   make .venv with the locked versions; its bin/benchwright is the command'
	@echo 'make demo      two benchmarks from the built-in documents, in runs/'
	@echo 'make test      the tests'
	@echo 'make test-neural  the tests of what the extras neural and ocr bring, in .venv-neural with a real torch'
	@echo 'make test-formats the libraries that load exports (datasets, mteb, ragas ...), in .venv-formats'
	@echo 'make test-package the wheel in empty environments, on every Python from 3.11 on that is found'
	@echo 'make lint      ruff, mypy, the layer order'
	@echo 'make perf      speed and scale'
	@echo 'make soak      the long durability runs, and property tests with more examples'
	@echo 'make docs      write docs/commands/ again from the help texts'
	@echo 'make site      the documentation site, in site/; tests check its links, its search and the code in it'
	@echo 'make clean     remove the environments, caches and builds; runs/ stays'

install: .venv/.installed

.venv/.installed: pyproject.toml uv.lock dev/install
	dev/install '$(PYTHON)'

demo: install
	$(BIN)/benchwright demo

# Tests start hundreds of processes: without bytecode each would compile the whole package again, those of pytest-xdist
# at the same time. `worksteal` keeps the tests of a module in one process, which then makes what they share once. One
# process more than there are cores: many tests wait for processes of their own.
test: install
	$(BIN)/python -m compileall -q src tests/support
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n $$($(BIN)/python -c 'import os; print(1 + (os.cpu_count() or 1))') --dist worksteal

test-neural: .venv-neural/.installed
	HF_HUB_OFFLINE=1 .venv-neural/bin/python -m pytest -m neural tests/neural
	.venv-neural/bin/python -m pytest tests/readers/test_ocr.py tests/readers/pdf/test_scanned.py

.venv-neural/.installed: .venv/.installed dev/install-neural
	dev/install-neural '$(PYTHON)'

# pytest's plugins of those libraries stay out: some raise warnings when they are loaded.
test-formats: .venv-formats/.installed
	HF_HUB_OFFLINE=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 .venv-formats/bin/python -m pytest -m formats tests/formats

.venv-formats/.installed: .venv/.installed dev/install-formats dev/formats.txt
	dev/install-formats '$(PYTHON)'

# Takes the dependencies from the package index.
test-package: install
	$(BIN)/pytest -m package tests/package

lint: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

perf: install
	for script in perf/*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

soak: install
	$(BIN)/pytest -m soak
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/pytest -n auto --dist worksteal --hypothesis-profile=thorough

docs: install
	$(BIN)/python dev/docs.py

# The test needs what the main suite has; the site is built by an environment of its own.
site: .venv-docs/.installed
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --quiet
	$(BIN)/pytest -m site tests/site

.venv-docs/.installed: .venv/.installed dev/install-docs uv.lock
	dev/install-docs '$(PYTHON)'

clean:
	rm -rf .venv .venv-neural .venv-formats .venv-docs site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find src tests perf dev -name __pycache__ -type d -prune -exec rm -rf {} +
