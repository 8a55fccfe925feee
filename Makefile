# Atrium. `make help` lists the targets.
#
# No target skips a part: if its folder exists, all of it runs, and the first failure ends the run.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

export CARGO_TARGET_DIR ?= $(CURDIR)/target
ATRIUM := $(CARGO_TARGET_DIR)/debug/atrium

# Release builds compile OpenSSL from source, so that the binary is one file. `make run` and the tests use the
# system's if it is new enough, which saves minutes. Set this variable for your own cargo commands too: with
# another value cargo compiles everything again that uses OpenSSL.
ifeq ($(shell pkg-config --exists 'openssl >= 3.0' 2>/dev/null && echo yes),yes)
export OPENSSL_NO_VENDOR ?= 1
endif

.PHONY: help run test check fmt setup portal portal-check portal-test portal-size portal-browser \
        rust-check rust-format rust-test rust-test-under-a-path rust-test-postgres attacks foreign e2e screens run-check \
        bench bench-lists bench-scale bench-streams siege fuzz generate clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Build everything, seed demo data, serve http://localhost:8080 until Ctrl-C
	@scripts/run

# clippy-driver is the compiler with the lints in it. As the compiler of our own crates it lints what it compiles, for
# a twentieth more processor time; `cargo clippy` beside `cargo test` reads all sources a second time. The arguments
# are those that `cargo clippy -- -D warnings` gives it. The binary of `make run` is still made by rustc.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

# One lane lints, compiles and tests the server, one checks the portal, one mostly waits for browsers.
# A target that needs the built server comes late enough in its lane; targets that need the demo's ports share a lane.
test: ## Every test: formats, lints, types, both databases, portal, foreign clients, browser
	@scripts/step setup scripts/setup test
	@scripts/step lanes env $(LINTED) scripts/lanes \
	    'portal rust-test rust-test-under-a-path' \
	    'rust-format portal portal-check portal-test portal-size' \
	    'portal portal-browser foreign e2e run-check'
	@echo "make test: everything passed"

check: portal-check rust-check ## Formats, lints and types, without running a test

fmt: ## Format the Rust and portal sources
	@cargo fmt --all
	@if [ -f portal/package.json ]; then $(MAKE) portal/node_modules/.stamp && npm --prefix portal run format; fi

setup: ## Check the tools that make test needs; as root, install missing Debian packages
	@scripts/setup test

# -- the portal --

# npm ci only when the lock has changed, vite build only when a source has.
portal/node_modules/.stamp: portal/package-lock.json
	npm --prefix portal ci --no-audit --no-fund --loglevel=error
	@touch $@

portal/dist/index.html: portal/node_modules/.stamp \
    $(shell find portal/src portal/public portal/build portal/index.html portal/package.json portal/tsconfig*.json \
              portal/vite.config.* -type f 2>/dev/null)
	npm --prefix portal run build
	@touch $@

portal: ## Build the portal's files, if a source has changed
	@if [ -f portal/package.json ]; then $(MAKE) portal/dist/index.html; fi

portal-check: ## The formats, lints, types and texts of the portal
	@if [ -f portal/package.json ]; then $(MAKE) portal/node_modules/.stamp && npm --prefix portal run check; fi

portal-test: ## The tests of the portal in jsdom
	@if [ -f portal/package.json ]; then $(MAKE) portal/node_modules/.stamp && npm --prefix portal test; fi

portal-size: portal ## Check that the first load of the portal stays below 195 kB
	npm --prefix portal run --silent size
	npm --prefix portal run --silent size:more-pages

portal-browser: portal ## Test the built portal in Chromium under the strict content policy
	npm --prefix portal run --silent browser

# -- the server --

# In its own folder: a build cannot use what clippy compiled, and two runs of cargo in one folder wait for each other.
rust-check: rust-format
	CARGO_TARGET_DIR=$(CARGO_TARGET_DIR)/lint cargo clippy --workspace --all-targets -- -D warnings

rust-format:
	cargo fmt --all --check

UNDER_A_PATH := oidc:: signin:: legacy:: portal:: api::sign_in api::credentials api::guard

# Test databases are in memory if there is room: the speed of the disk does not matter for the tests.
MEMORY := $(shell [ -w /dev/shm ] && [ "$$(df --output=avail /dev/shm | tail -1)" -gt 2000000 ] && \
            echo /dev/shm || echo "$${TMPDIR:-/tmp}")

# One thread more than there are processors: at any time some test waits for a clock, a program or PostgreSQL.
rust-test: portal ## The Rust tests on SQLite and PostgreSQL, and against a real mail server and S3 server
	TMPDIR=$(MEMORY) ATRIUM_TEST_ALL=1 RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$(($$(nproc) + 1))} \
	  scripts/with-postgres scripts/with-smtp scripts/with-s3 cargo test --workspace

# What a path changes is the same on both engines. The first two that are left out read the list of routes, which is behind
# the path; the others reach pages by links and forms alone, as the rest of signin does.
PATHLESS := account_writes arrivals commits corporate_answers corporate_strength flood given_groups guessing known_providers \
            lock problem_words required_factors stored_providers temporary_codes

rust-test-under-a-path: portal ## The tests of the doors with a path in public_url
	TMPDIR=$(MEMORY) ATRIUM_TEST_PATH=/sso cargo test --quiet --test integration -- $(UNDER_A_PATH) \
	  --skip oidc::bad_input::a_huge_body --skip oidc::bad_input::a_body_without_end \
	  $(addprefix --skip signin::,$(addsuffix ::,$(PATHLESS)))

rust-test-postgres: portal ## The tests that take one engine, on PostgreSQL instead of SQLite
	TMPDIR=$(MEMORY) ATRIUM_TEST_ENGINE=postgres scripts/with-postgres cargo test --quiet --test integration

attacks: portal ## Only the tests that are named after an attack of docs/threats.md
	TMPDIR=$(MEMORY) ATRIUM_TEST_ALL=1 RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$(($$(nproc) + 1))} \
	  scripts/with-postgres scripts/with-smtp cargo test --workspace attack_

foreign: portal ## Sign in with programs that we did not write, in Rust, JavaScript, Python, Ruby, Go and Apache
	@cargo build --quiet && tests/foreign/run

e2e: portal ## Browser tests on the real binary
	@cargo build --quiet && tests/e2e/run

screens: portal ## Take pictures of every view: each width, light and dark, both languages
	npm --prefix portal run --silent screens
	@cargo build --quiet && EVERY_LOOK=1 tests/e2e/run tests/e2e/pages.test.mjs

run-check: portal ## Check `make run`: it serves, and each way to end it leaves no process
	@tests/run

bench: portal ## Test the benchmark, then compare the server with its limits and with npm's oidc-provider
	@benches/run

bench-lists: portal ## Measure the lists at a million accounts and five million audit entries, on both engines
	folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && export folder && \
	  cargo build --release --quiet --package atrium-list-bench && ATRIUM_TEST_POSTGRES_USUAL=1 scripts/with-postgres bash -c \
	    '$(CARGO_TARGET_DIR)/release/atrium-list-bench --sqlite "$$folder/atrium.db" \
	    --postgres "$$ATRIUM_TEST_POSTGRES" --postgres-pid "$$ATRIUM_TEST_POSTGRES_PID"'

bench-scale: portal ## Send a mix of reads and writes to a server with a million accounts, on each engine
	env -u OPENSSL_NO_VENDOR cargo build --release --quiet --package atrium --package atrium-bench --bins
	taskset -c 1 $(CARGO_TARGET_DIR)/release/atrium-bench directory --atrium $(CARGO_TARGET_DIR)/release/atrium
	ATRIUM_TEST_POSTGRES_USUAL=1 scripts/with-postgres bash -c \
	  'taskset -c 1 $(CARGO_TARGET_DIR)/release/atrium-bench directory \
	  --atrium $(CARGO_TARGET_DIR)/release/atrium --database "$$ATRIUM_TEST_POSTGRES"'

bench-streams: portal ## Let 500 answers of the assistant arrive at once, on each engine
	env -u OPENSSL_NO_VENDOR cargo build --release --quiet --package atrium --package atrium-bench --bins
	taskset -c 1 $(CARGO_TARGET_DIR)/release/atrium-bench streams --atrium $(CARGO_TARGET_DIR)/release/atrium
	ATRIUM_TEST_POSTGRES_USUAL=1 scripts/with-postgres bash -c \
	  'taskset -c 1 $(CARGO_TARGET_DIR)/release/atrium-bench streams \
	  --atrium $(CARGO_TARGET_DIR)/release/atrium --database "$$ATRIUM_TEST_POSTGRES"'

siege: portal ## Flood the release binary on each engine, and compare costs with bounds, known with unknown names
	env -u OPENSSL_NO_VENDOR cargo build --release --quiet --package atrium --package atrium-siege --bins
	$(CARGO_TARGET_DIR)/release/atrium-siege --atrium $(CARGO_TARGET_DIR)/release/atrium $(SIEGE)
	ATRIUM_TEST_POSTGRES_USUAL=1 scripts/with-postgres bash -c \
	  '$(CARGO_TARGET_DIR)/release/atrium-siege --atrium $(CARGO_TARGET_DIR)/release/atrium \
	  --database "$$ATRIUM_TEST_POSTGRES" $(SIEGE)'

# Compiles the server with checks for overflow; MINUTES, TARGET and SEED are for `scripts/fuzz`.
fuzz: ## Give hostile inputs to every parser of outside input, for 10 minutes
	scripts/fuzz

# It is written to a second file first, so that code that does not compile leaves the old one as it is.
generate: portal/node_modules/.stamp ## Write portal/openapi.json, the portal's types and the documents' columns of tests
	cargo run --quiet --bin atrium -- openapi > portal/openapi.json.new
	mv portal/openapi.json.new portal/openapi.json
	npm --prefix portal run generate
	$(LINTED) ATRIUM_WRITE_TABLES=1 cargo test --quiet --test integration -- house::tables

clean: ## Remove what was built and the demo data
	rm -rf target portal/dist portal/node_modules portal/screenshots data/demo screenshots test-results
