# Play in the simulator: make sim.  Check everything: make test.
#
# Both need git, make and Python 3.11 or newer with venv, and make a virtual environment of their
# own, .venv, at the first use. It is made up again when pyproject.toml changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help sim test test-browser firmware-test test-vm deb test-deb bench soak soak-slice fuzz messages hardware clean

help:
	@echo "make sim      play in the simulator"
	@echo "make test     lint, types and tests"
	@echo "make test-browser  the board's pages in a real browser (apt install chromium)"
	@echo "make firmware-test  the tile board's firmware, in MicroPython's virtual machine"
	@echo "make bench    measure the speed, one JSON line a figure"
	@echo "make soak     days of random play, faults and power cuts; takes hours (soak-slice: a minute)"
	@echo "make fuzz     an hour of anything at all for the decoder of the serial log"
	@echo "make test-vm  tests in a virtual machine with real kernel drivers"
	@echo "make deb      make the Debian package, dist/stbpi_*_all.deb"
	@echo "make test-deb try the package in clean roots of Debian 12 and 13 (sudo)"
	@echo "make messages take the texts of the program over into the translations, and compile these"
	@echo "make hardware make the drawings, tables and bills of hardware/ anew"
	@echo "make clean    remove what was made"

sim: $(VENV)/sim.stamp
	@$(BIN)/stbpi sim

test: $(VENV)/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto

test-browser: $(VENV)/dev.stamp $(VENV)/browser.stamp
	$(BIN)/python -m pytest -m browser tests/board

firmware-test: $(VENV)/dev.stamp $(VENV)/firmware.stamp
	$(BIN)/python -m pytest -n auto tests/firmware

test-vm: $(VENV)/dev.stamp $(VENV)/pi.stamp
	PYTHON=$(BIN)/python tests/vm/run

deb:
	@systemd/build-deb

test-deb:
	@tests/deb/run

bench: $(VENV)/dev.stamp $(VENV)/pi.stamp $(VENV)/firmware.stamp
	@$(BIN)/python -m tests.bench

soak: $(VENV)/dev.stamp
	$(BIN)/python -m tests.soak.chaos --matches 1000
	$(BIN)/python -m tests.soak.memory --hours 48
	$(BIN)/python -m tests.soak.cut
	$(BIN)/python -m tests.soak.kill --count 500
	$(BIN)/python -m tests.soak.line --events 10000 --pulls 1000 --collector-kills 100 --box-kills 100
	$(BIN)/python -m tests.soak.chaos --days 30 --seeds 20

soak-slice: $(VENV)/dev.stamp
	$(BIN)/python -m tests.soak.chaos --days 1 --seeds 2
	$(BIN)/python -m tests.soak.kill --count 50
	$(BIN)/python -m tests.soak.line --events 300 --pulls 40 --collector-kills 5 --box-kills 5

fuzz: $(VENV)/dev.stamp
	$(BIN)/python -m tests.soak.fuzz_lines --seconds 3600

messages: $(VENV)/dev.stamp
	$(BIN)/python -m tests.messages

hardware: $(VENV)/hardware.stamp
	$(BIN)/python -m hardware.make
	$(BIN)/python -m hardware.make.enclosure

$(VENV)/%.stamp: pyproject.toml $(VENV)/made.stamp
	$(PIP) install --editable '.[$*]'
	@touch $@

$(VENV)/made.stamp:
	@command -v $(PYTHON) >/dev/null || \
	  { echo "$(PYTHON) is missing: sudo apt install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) -V 2>&1): name another one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "python3-venv is missing: sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
