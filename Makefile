# Everything a person runs. `make help` lists it.

SHELL          := /bin/bash
GO             ?= go
LISTEN         ?= 127.0.0.1:8080
SANDBOX_LISTEN ?= 127.0.0.1:8081
DATA           ?= ./data
QUALITY        ?= 5
GALLERY        ?= 1
TOOLS          := $(CURDIR)/build/tools
GOLANGCI       := $(TOOLS)/golangci-lint-v2.15.0
GOTESTSUM      := $(TOOLS)/gotestsum-v1.13.0
VERSITYGW      := $(TOOLS)/versitygw-v1.8.0
LITESTREAM     := $(TOOLS)/litestream-v0.3.13
APIDIFF        := $(TOOLS)/apidiff-v0.0.0-20261014143641-f0251eb4aa3e
TIMES          ?= build/times
BASE           ?= main
BROWSER        := $(GO) run ./cmd/shopdesk-web -cache build/cache -o web/dist
WASM_EXEC      := $(shell $(GO) env GOROOT)/lib/wasm/go_js_wasm_exec
export CGO_ENABLED ?= 0

.DEFAULT_GOAL := help
.PHONY: api frozen pictures release release-twice help run build test tools pack check deploy-check unit wasm-test race e2e flows unshrunk engines firefox webkit lint lag replicas campaign bench figures memory size later update-size docker clean cluster play build/console-old build/console-off-clock \
	modules chromium engine-tools postgres pgbouncer proxies systemd prometheus judge provider neighbours

help: ## what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## start the sandbox and the console on it (LISTEN, SANDBOX_LISTEN, DATA)
	build/console serve --demo --listen $(LISTEN) --sandbox-listen $(SANDBOX_LISTEN) --data $(DATA)

build: ## build the browser program and the server (GALLERY= leaves the gallery of components out)
	$(BROWSER) -quality $(QUALITY) $(if $(GALLERY),-gallery)
	$(GO) build -trimpath -o build/console ./cmd/console

test: ## everything that must be green, and where the time went
	$(GO) run ./internal/stages -times $(TIMES) tools lint pack wasm-test unit race flows unshrunk

# What a machine lacks is installed before anything is measured.
tools: modules chromium postgres pgbouncer proxies systemd prometheus judge $(GOLANGCI) $(GOTESTSUM) $(APIDIFF)

# Some tests build without a network, and need more than what building this program fetches.
modules:
	$(GO) mod download

# The browser program against its budget, and the server that serves it.
pack:
	$(BROWSER) -quality 9 -check -gallery
	$(GO) build -trimpath -o build/console ./cmd/console

check: $(GOLANGCI) $(GOTESTSUM) judge web/dist/assets.json ## what one runs all day: format, lint and tests of the packages that changed since BASE
	@unformatted=$$(gofmt -l $$(git ls-files '*.go' && git ls-files --others --exclude-standard '*.go')); \
	test -z "$$unformatted" || { echo "run gofmt -w on" $$unformatted; exit 1; }
	@packages=$$(internal/changed.sh $(BASE)) || exit 1; \
	test -n "$$packages" || { echo "no package differs from $(BASE)"; exit 0; }; \
	browser=$$(grep -E '^\./(app|components)(/|$$)' <<<"$$packages" || true); \
	$(GOLANGCI) run --allow-parallel-runners $$packages && \
	{ test -z "$$browser" || GOOS=js GOARCH=wasm $(GO) vet $$browser; } && \
	$(call gotest,check) -vet=off $$packages
	@git diff --quiet $$(git merge-base $(BASE) HEAD) -- tools deploy || \
	{ (cd tools && $(GOLANGCI) run --allow-parallel-runners ./...) && $(MAKE) --no-print-directory deploy-check; }

# Tests that start a console need the browser's files in it, whichever they are.
web/dist/assets.json:
	$(BROWSER) -quality $(QUALITY) -gallery

# SQLite as translated from C, and its memory, are none of the detector's business. Its C library and the driver are: they
# have copies of generic functions of sync, which would be linked unobserved in the place of everybody's.
UNRACED := $(foreach package,modernc.org/sqlite/lib modernc.org/memory,'-gcflags=$(package)=-race=false')
# What the race detector judges isn't run a second time without it.
RACED := ./sandbox/... ./server/...
# Many tests wait: for programs that they start or kill, for the database, for jobs of the console. More of them run at a
# time than there are processors.
ABREAST_TESTS := -p 3 -parallel 4
unit: modules postgres proxies judge web/dist/assets.json $(GOTESTSUM) ## Go tests of all that is neither flow nor raced, with a real PostgreSQL
	$(call gotest,unit) -vet=off -timeout 20m $(ABREAST_TESTS) $$($(GO) list ./... | grep -vE '/(e2e|sandbox|server)(/|$$)')
	$(MAKE) --no-print-directory deploy-check

# With -count=1, because Go doesn't notice changes of files outside of the module, such as those of deploy.
deploy-check: systemd prometheus ## check the unit, compose file, manifests and alarms of deploy/, and the tool that makes a release
	cd tools && $(GO) test -count=1 -vet=off ./...

race: postgres pgbouncer proxies prometheus web/dist/assets.json $(GOTESTSUM) ## tests of server and sandbox under the race detector, which leaves SQLite's own code alone
	export CGO_ENABLED=1; $(call gotest,race) -vet=off -race $(UNRACED) -timeout 20m $(ABREAST_TESTS) $(RACED)
	$(call gotest,memory) -vet=off -run Memory ./server ./server/store/sqlite # what the detector would double, or see twice

# Versitygw, Litestream and npm's oidc-provider aren't Debian's, and the hosts' routers are no module of ours: make test leaves them out.
neighbours: provider $(VERSITYGW) $(LITESTREAM) web/dist/assets.json $(GOLANGCI) $(GOTESTSUM) ## tests with an S3 service, Litestream and a certified OpenID provider (npm), and other servers' routers
	$(call gotest,neighbours) -vet=off -count=1 -tags neighbours -run 'Versity|Certified|Litestream' ./server ./server/store/s3 ./cmd/console
	cd internal/hosts && $(GOLANGCI) run --allow-parallel-runners ./... && $(GO) test -vet=off -count=1 ./...

wasm-test: ## the interface and its rules, run as js/wasm
	GOOS=js GOARCH=wasm $(GO) test -vet=off -exec $(WASM_EXEC) ./platform/... ./app/device ./app/editor

e2e: chromium judge build flows ## the flows in Chromium; FLOW=Hours runs those whose names match

flows: modules web/dist/assets.json $(GOTESTSUM)
	export SHOPDESK_TIMES=$(abspath $(TIMES))/flows.txt; $(call gotest,flows) -count=1 -vet=off -timeout 60m -parallel $(ABREAST) $(if $(FLOW),-run '$(FLOW)') ./e2e

# How many flows run side by side; each waits for its browser most of the time.
ABREAST ?= 4

# Flows that look at the order or the number of calls stay red with a lag. LAG is how late an answer may come.
LAG ?= 1500ms
lag: chromium judge build $(GOTESTSUM) ## the flows, with answers that come late and in another order; FLOW=Hours, LAG=3s
	export SHOPDESK_LAG=$(LAG); $(call gotest,lag) -count=1 -vet=off -timeout 90m -parallel $(ABREAST) $(if $(FLOW),-run '$(FLOW)') ./e2e

replicas: chromium postgres judge build $(GOTESTSUM) ## the flows, with two replicas on PostgreSQL, of which each call reaches either; FLOW=Hours
	export SHOPDESK_REPLICAS=2; $(call gotest,replicas) -count=1 -vet=off -timeout 90m -parallel $(ABREAST) $(if $(FLOW),-run '$(FLOW)') ./e2e

# The selection of flows (e2e/selection_test.go) on the program as it was linked, which stands in the place of the shrunk
# one; FLOW=. runs all flows.
unshrunk: modules $(GOTESTSUM)
	$(BROWSER) -quality $(QUALITY) -gallery -shrink=false -o build/unshrunk
	{ echo '{"Replace": {'; ls build/unshrunk | sed 's|.*|"$(CURDIR)/web/dist/&": "$(CURDIR)/build/unshrunk/&"|' | paste -sd,; echo '}}'; } >build/unshrunk.json
	export SHOPDESK_PROGRAM=$(CURDIR)/build/unshrunk SHOPDESK_TIMES=$(abspath $(TIMES))/unshrunk.txt; \
	$(call gotest,unshrunk) -count=1 -vet=off -timeout 3h -parallel $(ABREAST) -overlay build/unshrunk.json $(if $(FLOW),-run '$(FLOW)') ./e2e

engines: engine-tools build firefox webkit ## the selection of flows in Firefox and in WebKitGTK; make webkit FLOW=Hours runs others

firefox webkit: $(GOTESTSUM)
	export SHOPDESK_ENGINE=$@ SHOPDESK_TIMES=$(abspath $(TIMES))/$@.txt; \
	$(call gotest,$@) -count=1 -vet=off -timeout 30m -parallel 2 $(if $(FLOW),-run '$(FLOW)') ./e2e

# One line a package, failures in full, and the times of all tests in a file.
gotest = mkdir -p $(TIMES) && $(GOTESTSUM) --format pkgname --hide-summary skipped --jsonfile-timing-events $(TIMES)/$(1).json --

# Long: each part is bounded by ROUNDS, CHECKS or FUZZ. SHOPDESK_WHOLE has every flow in the whole browser, and every
# page in every look.
ROUNDS ?= 20
CHECKS ?= 5000
FUZZ   ?= 60s
campaign: chromium postgres pgbouncer prometheus judge build $(GOTESTSUM) ## for hours: kills, properties, faults of a cluster, fuzzing, all flows in the whole Chromium and unshrunk, a selection in other engines
	export SHOPDESK_WHOLE=1; $(call gotest,pooler) -vet=off -count=1 -run 'Pooler|LogInParts|Upgrade|AlarmsFire' ./server/store/postgres ./server
	$(MAKE) neighbours
	export SHOPDESK_WHOLE=1; $(call gotest,kills) -timeout 3h -count=$(ROUNDS) -run Kill ./cmd/console
	for package in $$(grep -rl pgregory.net/rapid --include=*_test.go . | xargs -n1 dirname | sort -u); do \
		$(GO) test -vet=off -timeout 3h "$$package" -rapid.checks=$(CHECKS) || exit 1; done
	for file in $$(grep -rl '^func Fuzz' --include=*_test.go .); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z]*\)(.*/\1/p' $$file); do \
			$(GO) test -vet=off -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZ) $$(dirname $$file) || exit 1; done; done
	export SHOPDESK_WHOLE=1; $(call gotest,shrunk) -count=1 -timeout 1h -run 'Shrunk|EditedLibrary' ./web/build/...
	export SHOPDESK_WHOLE=1; $(call gotest,whole) -count=1 -timeout 3h -parallel 2 ./e2e
	$(MAKE) play
	$(MAKE) unshrunk FLOW=.
	$(MAKE) engines

lint: $(GOLANGCI) $(APIDIFF) ## gofmt, vet, golangci-lint, and the public surface against the last release
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); echo "run gofmt -w on these"; exit 1; }
	$(GOLANGCI) run --allow-parallel-runners ./...
	@for example in examples/*/; do (cd $$example && $(GOLANGCI) run --allow-parallel-runners ./...) || exit 1; done
	GOOS=js GOARCH=wasm $(GO) vet ./cmd/shopdesk-web ./app/... ./components/...
	cd tools && $(GOLANGCI) run --allow-parallel-runners ./...
	internal/apidiff.sh $(APIDIFF)

api: $(APIDIFF) ## write docs/api.txt, the public surface, and tell what changed since the last release
	$(GO) test -count=1 ./internal/archtest -run PublicSurface -write-api
	internal/apidiff.sh $(APIDIFF)

$(APIDIFF):
	GOBIN=$(TOOLS) $(GO) install golang.org/x/exp/cmd/apidiff@$(patsubst $(TOOLS)/apidiff-%,%,$@)
	mv $(TOOLS)/apidiff $@

$(VERSITYGW):
	GOBIN=$(TOOLS) $(GO) install github.com/versity/versitygw/cmd/versitygw@v1.8.0
	mv $(TOOLS)/versitygw $@

# Of npm, as its makers put it there for amd64; the Go module proxy has no module of it.
$(LITESTREAM):
	mkdir -p $(TOOLS)
	folder=$$(mktemp -d) && trap 'rm -rf '$$folder EXIT && cd $$folder && \
	npm pack --silent @flydotio/litestream-linux-x64@1.0.1 && tar xzf *.tgz && \
	echo 'bbd8b9baa5bd9ae35318bececace384247b71fed4269a3e3cb8a8ac3f6c957bb  package/litestream' | sha256sum -c --quiet && \
	mv package/litestream $@

$(GOTESTSUM):
	GOBIN=$(TOOLS) $(GO) install gotest.tools/gotestsum@v1.13.0
	mv $(TOOLS)/gotestsum $@

$(GOLANGCI):
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
	mv $(TOOLS)/golangci-lint $@

# Everything runs on loopback and in a new folder, which is deleted at the end.
SHOPS ?= 300
RATE  ?= 120
cluster: postgres proxies build ## three replicas, PostgreSQL with a standby, nginx and a sandbox with SHOPS and RATE orders a minute; a page to break them
	$(GO) run ./internal/cluster -listen $(LISTEN) -sandbox-listen $(SANDBOX_LISTEN) -shops $(SHOPS) -orders $(RATE)

# Faults by themselves, for PLAY, shuffled by SEED (0 draws one), then 100 kills of one replica on SQLite. As root the
# databases are on small file systems, which are filled too. All three are played, also after a broken one. The five
# seconds after a fault don't count as outside of faults, so more time lies between two.
PLAY  ?= 10m
SEED  ?= 0
KILLS ?= 100
PLAYED = $(GO) run ./internal/cluster -listen 127.0.0.1:0 -sandbox-listen 127.0.0.1:0 -shops $(SHOPS) -orders $(RATE) \
	-seed $(SEED) $(if $(filter 0,$(shell id -u)),-small-disks)
play: postgres proxies $(VERSITYGW) build build/console-old build/console-off-clock ## play faults to the cluster for PLAY (SEED repeats them), then KILLS to one replica on SQLite
	bad=0; $(PLAYED) -play 1s -only upgrade -old build/console-old || bad=1; \
	$(PLAYED) -play $(PLAY) -off-clock build/console-off-clock -bucket $(VERSITYGW) || bad=1; \
	$(PLAYED) -play 1s -engine sqlite -kills $(KILLS) -between 8s -bucket $(VERSITYGW) || bad=1; exit $$bad

# The program of the last release, with its own browser files. There is none yet: of a commit whose schema lacks two
# migrations. (Of builds before 248bde85 a sign-out counts elsewhere two seconds later.)
OLD ?= $(or $(shell git describe --tags --abbrev=0 --match 'v*' 2>/dev/null),11f0f111~)
build/console-old:
	@folder=$$(mktemp -d) && trap 'rm -rf '$$folder EXIT && git archive $(OLD) | tar x -C $$folder && cd $$folder && \
	$(BROWSER) -quality $(QUALITY) && $(GO) build -o $(CURDIR)/$@ ./cmd/console

# A program whose clock is OFF seconds late: the time package of the toolchain, with one line more.
OFF ?= 30
build/console-off-clock: web/dist/assets.json
	mkdir -p build
	sed '/^func Now() Time {/,/^}/s/sec, nsec, mono := runtimeNow()/&; sec -= $(OFF)/' \
		$$($(GO) env GOROOT)/src/time/time.go >build/time.txt
	grep -q 'sec -= $(OFF)' build/time.txt
	echo "{\"Replace\": {\"$$($(GO) env GOROOT)/src/time/time.go\": \"$(CURDIR)/build/time.txt\"}}" >build/time.json
	$(GO) build -overlay build/time.json -o $@ ./cmd/console

bench: chromium build ## benchmarks: proxy, store, rules, and the editor in Chromium
	$(GO) test -run '^$$' -bench . -benchmem ./platform/... ./server/... ./e2e/...
	cd server/internal/bench/mercure && $(GO) run .

# Each fails over its bound; ingest and streams compare two sides in turn, in one run. For a quiet machine: not a part of make
# test. The last takes a quarter of an hour.
figures: chromium postgres proxies build ## figures with their bounds: a board of 300 orders, ingest beside a bare loop, streams beside mercure's, a restore, and a replica's memory
	bad=0; $(GO) test -vet=off -run '^$$' -bench 'Board$$' -benchtime 40x ./e2e || bad=1; \
	$(GO) test -vet=off -run '^$$' -bench 'BoardOpens|BoardScrolls' -benchtime 10x ./e2e || bad=1; \
	$(GO) test -vet=off -run '^$$' -bench Ingest -benchtime 20000x ./server/internal/orders/inbox || bad=1; \
	(cd server/internal/bench/mercure && $(GO) run .) || bad=1; \
	$(GO) test -vet=off -run '^$$' -bench Restore -benchtime 1x ./cmd/console || bad=1; \
	$(MAKE) --no-print-directory memory || bad=1; exit $$bad

# Of one replica on SQLite with 2,000 shops and 500 streams, after 30,000 messages.
memory: postgres proxies build
	$(GO) run ./internal/cluster -listen 127.0.0.1:0 -sandbox-listen 127.0.0.1:0 -engine sqlite -shops 2000 -screens 500 \
		-orders 600 -play 1s -only calm -messages 30000 -memory 200

size: ## what the first visit loads, against its budget
	$(BROWSER) -quality 11 -check

later: chromium ## find anew which functions of the program pages don't need to open, in ROUNDS rounds
	$(BROWSER) -quality 1 -marked
	rm -f build/later.txt
	export SHOPDESK_LATER=$(CURDIR)/build/later.txt; for whole in "" 1; do \
		SHOPDESK_WHOLE=$$whole $(GO) test -count=$(ROUNDS) -vet=off -tags marks -timeout 1h -run TestMarks ./e2e || exit 1; done
	gzip -9nc build/later.txt >web/build/later.gz
	$(BROWSER) -quality $(QUALITY)

# Builds two commits beside this tree: FROM as browsers have it, TO as they fetch it. Commits before df3771b had their tool
# in web/build.
FROM ?= HEAD~1
TO   ?= HEAD
update-size: ## what an update from commit FROM to commit TO loads, beside a first load
	@folder=$$(mktemp -d) && trap 'rm -rf '$$folder EXIT && \
	for side in $(FROM):from:0 $(TO):to:11; do \
		IFS=: read -r commit name quality <<<$$side && mkdir $$folder/$$name && git archive $$commit | tar x -C $$folder/$$name && \
		(cd $$folder/$$name && if [ -d cmd/shopdesk-web ]; then $(BROWSER) -quality $$quality; \
			else $(GO) run ./web/build -quality $$quality; fi) || exit 1; \
	done; \
	$(GO) run ./server/internal/updates $$folder/from/web/dist $$folder/to/web/dist

# VERSION is the release's, ONLY bounds it to some systems (linux/amd64,…). A commit and a version give the same bytes on
# every machine; make release-twice proves that, with an empty build cache for the second.
release: ## from a clean tree: programs, checksums, list of modules, notices, image's context, changes (VERSION=v1.2.3)
	cd tools && $(GO) run ./release -repo .. -o ../build/release -version '$(VERSION)' -only '$(ONLY)'

release-twice: release
	@folder=$$(mktemp -d) && trap 'rm -rf '$$folder EXIT && cd tools && export GOCACHE=$$folder && \
	$(GO) run ./release -repo .. -o ../build/release-again -version '$(VERSION)' -only '$(ONLY)'
	cmp build/release/SHA256SUMS build/release-again/SHA256SUMS && (cd build/release && sha256sum -c --quiet SHA256SUMS) && \
	echo 'Both builds have the same checksums.'

pictures: chromium web/dist/assets.json ## take the pictures of README.md from the running console
	$(GO) test -count=1 -vet=off -tags pictures -run '^TestPictures$$' ./e2e

# Of each schema that has none yet; commit them. A new migration that still changes loses its two files first.
frozen: postgres ## freeze a filled database of each schema for the test of upgrades
	rm -f build/frozen.db* build/blobs.db*
	$(GO) test -count=1 -vet=off -tags frozen -run '^TestFreeze$$' ./server -freeze $(CURDIR)/build/frozen.db
	$(GO) test -count=1 -vet=off -tags frozen -run '^TestFreeze$$' ./server/store/internal/migrations \
		-from $(CURDIR)/build/frozen.db -to $(CURDIR)/server/testdata/upgrades

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

# The certified OpenID provider, at the version of its lock file.
PROVIDER := internal/oidctest/certified/node_modules/.package-lock.json
provider: $(PROVIDER)
$(PROVIDER): internal/oidctest/certified/package-lock.json
	cd internal/oidctest/certified && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

# What a fresh Debian lacks is installed as root; elsewhere the message tells what to install.
chromium:
	@ls /usr/lib/chromium/chromium-headless-shell >/dev/null 2>&1 && command -v chromium >/dev/null || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium chromium-headless-shell >/dev/null; } || \
	command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	{ echo "The browser tests need Chromium on the PATH."; exit 1; }

engine-tools:
	@{ command -v firefox-esr || command -v firefox; } >/dev/null && command -v WebKitWebDriver Xvfb pulseaudio | wc -l | grep -qx 3 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends firefox-esr webkit2gtk-driver xvfb pulseaudio >/dev/null; } || \
	{ echo "The flows in other engines need Firefox, WebKitGTK's WebKitWebDriver, Xvfb and PulseAudio."; exit 1; }

postgres:
	@test -n "$$SHOPDESK_TEST_DATABASE_URL" || command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql >/dev/null; } || \
	{ echo "The store tests need PostgreSQL (initdb), or SHOPDESK_TEST_DATABASE_URL."; exit 1; }

pgbouncer:
	@command -v pgbouncer >/dev/null || test -x /usr/sbin/pgbouncer || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends pgbouncer >/dev/null; } || \
	{ echo "The store tests need PgBouncer, of Debian's package pgbouncer."; exit 1; }

proxies:
	@PATH="$$PATH:/usr/sbin"; command -v nginx caddy logrotate | wc -l | grep -qx 3 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light caddy logrotate >/dev/null; } || \
	{ echo "The tests of proxies need nginx, Caddy and logrotate, of Debian's packages nginx-light, caddy and logrotate."; exit 1; }

systemd:
	@command -v systemd-analyze >/dev/null || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends systemd >/dev/null; } || \
	{ echo "The check of the unit needs systemd-analyze, of Debian's package systemd."; exit 1; }

prometheus:
	@command -v prometheus promtool | wc -l | grep -qx 2 || \
	{ apt-get update -qq && apt-get install -y -qq --no-install-recommends prometheus >/dev/null; } || \
	{ echo "The tests of the alarms need Prometheus and promtool, of Debian's package prometheus."; exit 1; }
