# Everything a person runs. `make help` lists it.

SHELL          := /bin/bash
GO             ?= go
LISTEN         ?= 127.0.0.1:8080
SANDBOX_LISTEN ?= 127.0.0.1:8081
DATA           ?= ./data
QUALITY        ?= 5
TOOLS          := $(CURDIR)/build/tools
GOLANGCI       := $(TOOLS)/golangci-lint-v2.15.0
WASM_EXEC      := $(shell $(GO) env GOROOT)/lib/wasm/go_js_wasm_exec
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help
.PHONY: help run build test unit wasm-test race e2e lint bench size docker clean chromium postgres judge

help: ## what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## start the sandbox and the console on it (LISTEN, SANDBOX_LISTEN, DATA)
	build/console serve --demo --listen $(LISTEN) --sandbox-listen $(SANDBOX_LISTEN) --data $(DATA)

build: ## build the browser program and the server
	$(GO) run ./web/build -quality $(QUALITY)
	$(GO) build -trimpath -o build/console ./cmd/console

test: chromium postgres judge lint size build wasm-test race unit e2e ## everything that must be green

unit: chromium postgres judge ## Go tests but the flows, with a real PostgreSQL
	$(GO) test -timeout 30m $$($(GO) list ./... | grep -v '/e2e$$')

wasm-test: ## the interface and its rules, run as js/wasm
	GOOS=js GOARCH=wasm $(GO) test -exec $(WASM_EXEC) ./platform/...

race: ## the concurrent parts under the race detector
	CGO_ENABLED=1 $(GO) test -race -timeout 20m ./sandbox/... ./server/...

e2e: chromium judge build ## the flows in Chromium, which have the machine to themselves
	$(GO) test -count=1 -timeout 30m ./e2e

lint: $(GOLANGCI) ## gofmt, vet and golangci-lint
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run gofmt -w on these"; exit 1; }
	$(GOLANGCI) run ./...
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/wasm/... ./app/... ./components/...

$(GOLANGCI):
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
	mv $(TOOLS)/golangci-lint $@

bench: chromium build ## benchmarks: proxy, store, rules, and the editor in Chromium
	$(GO) test -run '^$$' -bench . -benchmem ./platform/... ./server/... ./e2e/...
	cd internal/bench/mercure && $(GO) run .

size: ## what the first visit loads, against its budget
	$(GO) run ./web/build -quality 11 -check

docker: ## the image
	docker build -t shopdesk .

clean: ## forget what was built (data stays)
	rm -rf build
	find web/dist -mindepth 1 ! -name .gitkeep -delete

# The independent judges of opening hours and of accessibility, at the versions of their lock file.
JUDGE := internal/judge/node_modules/.package-lock.json
judge: $(JUDGE) ## install opening_hours and axe-core, which judge us (npm)
$(JUDGE): internal/judge/package-lock.json
	cd internal/judge && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# What a fresh Debian lacks is installed as root; elsewhere the message tells what to install.
chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
	{ echo "The browser tests need Chromium on the PATH."; exit 1; }

postgres:
	@test -n "$$SHOPDESK_TEST_DATABASE_URL" || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null; } || \
	{ echo "The store tests need PostgreSQL (initdb), or SHOPDESK_TEST_DATABASE_URL."; exit 1; }
