package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// module is the beginning of our packages' paths, and the path of the module's root.
const (
	module = "github.com/shopdesk/shopdesk/"
	root   = "github.com/shopdesk/shopdesk"
)

// pkg is what `go list -json` tells of a package.
type pkg struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

// allowed lists, for each part of the tree, which of our own packages it may
// import directly: a name, or a folder ending in "/". The longest match holds. "~/" is server/internal/.
var allowed = map[string][]string{
	"platform":       {},
	"platform/rules": {"platform"},
	"internal/api":   {"platform", "platform/rules"},
	"components":     {"platform", "platform/rules"},

	// The browser's storeys (docs/adr/0036). What every page may use comes first.
	"app/routes":          {},
	"app/text/words":      {},
	"app/device":          {},
	"app/device/passkey":  {"app/device"},
	"app/device/picture":  {"app/backend", "app/device", "platform", "platform/rules"},
	"app/backend":         {"internal/api", "app/routes", "platform"},
	"app/text":            {"internal/api", "app/backend", "app/text/words", "platform", "platform/rules"},
	"app/state":           {"internal/api", "app/backend", "app/routes", "app/text", "platform", "platform/rules"},
	"app/live/book":       {"internal/api", "app/device", "app/state", "platform", "platform/rules"},
	"app/pages":           floor("app/live/book"),
	"app/pages/pagetest":  floor("app/live/book", "app/pages"),
	"app/editor":          floor("app/pages"),
	"app/stepup":          floor("app/device/passkey", "app/pages"),
	"app/live":            floor("app/live/book", "app/pages"),
	"app/gallery":         floor("app/pages"),
	"app/program":         append(page("app/pages/"), "app/gallery", "app/shell"),
	"app/pages/entry/":    page("app/pages/entry/"),
	"app/pages/orders":    page("app/pages/orders/"),
	"app/pages/orders/":   page("app/pages/orders/"),
	"app/pages/shop/":     page("app/pages/shop/"),
	"app/pages/settings":  page(),
	"app/pages/settings/": page("app/pages/settings", "app/pages/settings/"),
	// does to many shops what those do to one
	"app/pages/chain/": page("app/pages/chain/", "app/pages/orders/", "app/pages/shop/"),
	"app/shell":        page("app/pages/entry/", "app/pages/shop/", "app/pages/chain/pauses"),
	"sandbox":          {"internal/loopback", "internal/wholefile", "platform"},
	"web":              {},
	"web/asset":        {},
	"web/crash":        {},
	"web/build":        {"app/text/words", "internal/wholefile", "web/page", "web/asset", "web/build/shrink", "web/crash"},
	"web/build/shrink": {"web/crash"},

	// The server's areas (docs/adr/0043 and 0045): who asks, the way to the platform, orders, shops, what is kept, what is
	// served.
	"server": {"internal/api", "internal/baseurl", "internal/loopback", "platform", "platform/rules", "server/",
		"web", "web/asset", "web/crash", "web/page"},
	"server/identity": {"internal/api"},
	"~/access":        {},
	"~/gateway":       {},
	"~/shops":         {},
	"~/web":           {},
	"~/access/auth": {"internal/api", "internal/loopback", "platform", "server/identity", "server/store",
		"~/background", "~/web/httpio"},
	"~/access/audit": {"internal/api", "platform", "~/access/auth", "~/background", "server/store",
		"server/store/sealed", "~/web/httpio"},
	"~/gateway/upstream": {"internal/api", "internal/baseurl", "platform", "~/background", "server/store", "~/tracing",
		"~/web/httpio"},
	"~/gateway/token": {"internal/baseurl", "internal/wholefile", "platform", "~/background", "~/gateway/upstream",
		"server/store"},
	"~/gateway/connect":   area("~/gateway/token", "~/gateway/upstream"),
	"~/gateway/proxy":     area("~/gateway/upstream"),
	"~/gateway/about":     area("server/doctor", "~/gateway/sight", "~/gateway/upstream"),
	"~/orders":            area("~/gateway/upstream", "server/store/sealed"),
	"internal/orderstest": {"platform"},
	"~/orders/inbox": area("~/gateway/upstream",
		"~/orders"),
	"~/orders/live":     area(),
	"~/orders/push":     area("app/text/words", "~/background", "server/store/sealed", "~/web/fetch"),
	"~/orders/ring":     area("~/background"),
	"internal/pushtest": {},
	"~/shops/change":    {"internal/api", "platform", "platform/rules", "server/store"},
	"~/shops/directory": area("~/gateway/upstream", "~/shops/change"),
	"~/shops/holidays":  area("~/shops/change"),
	"~/shops/pause":     area("~/gateway/upstream", "~/shops/change"),
	"~/shops/photo":     area("~/web/fetch"),
	"~/shops/runs": area("~/gateway/upstream",
		"~/shops/change"),
	"~/shops/summary":    area("app/text/words", "~/orders/push", "server/mail"),
	"~/shops/templates":  area("~/shops/change"),
	"~/shops/today":      area("~/orders", "~/orders/ring", "~/shops/change"),
	"~/background":       {"internal/api", "server/store", "~/tracing", "~/web/httpio"},
	"~/tracing":          {},
	"server/mail":        {},
	"server/mail/smtp":   {"server/mail"},
	"internal/wholefile": {},
	"internal/smtptest":  {},
	"server/store":       {},
	"server/store/": {"internal/api", "internal/disk", "internal/pgconsole", "internal/sqlstore", "server/store",
		"server/store/"},
	"internal/sqlstore":   {"internal/api", "server/store"},
	"internal/baseurl":    {"internal/loopback"},
	"server/store/s3":     {"server/store"},
	"server/store/sealed": {"server/store"},
	"~/web/crashes":       {"internal/api", "server/store", "~/web/httpio", "web/crash"},
	"~/web/fetch":         {},
	"~/web/httpio":        {"internal/api", "platform", "platform/rules"},
	"web/page":            {"internal/api", "app/text/words", "web/asset"},
	"~/web/release":       {"~/background", "server/store", "web/page"},

	"~/servertest": {"internal/api", "sandbox", "server/store/sealed", "~/background", "~/gateway/token",
		"~/gateway/upstream"},
	"cmd/shopdesk-web": {"web/build", "app/program"},
	"cmd/console": {"internal/api", "internal/backup", "internal/baseurl", "internal/disk", "internal/loopback",
		"server/doctor", "platform", "sandbox", "server", "server/"},
	"internal/backup":  {"internal/disk", "internal/pgconsole", "internal/wholefile"},
	"internal/cluster": {"internal/api", "internal/loopback", "internal/pgtest", "app/live", "platform", "sandbox"},
	"e2e": {"internal/api", "e2e/engine", "platform", "sandbox", "server", "server/",
		"web", "web/asset"},
	"e2e/engine":      {},
	"internal/":       {"internal/"},
	"~/gateway/sight": {"platform"},
	"server/doctor": {"internal/api", "internal/baseurl", "internal/loopback", "~/gateway/sight", "~/web/fetch",
		"~/web/httpio", "~/gateway/upstream", "platform"},
	"internal/datewish":     {"platform", "platform/rules"},
	"internal/judge":        {"platform", "platform/rules"},
	"internal/loopback":     {},
	"internal/wire":         {"app/backend", "app/routes"},
	"internal/oidctest":     {},
	"internal/neighbour":    {},
	"internal/pgconsole":    {},
	"internal/pgtest":       {},
	"internal/postgrestest": {"internal/pgtest", "server/store/postgres", "internal/sqlstore"},
	"internal/sqlitetest":   {"server/store/sqlite", "internal/sqlstore"},
	"internal/prose":        {},
	"internal/csslint":      {},
	"~/updates":             {"~/web/release", "web/page", "web/asset"},
}

// area is what a package of the server that answers people may import: who asks, the rules, the store, and of other
// packages the ones named.
func area(more ...string) []string {
	return append([]string{"internal/api", "platform", "platform/rules", "~/access/audit", "~/access/auth",
		"~/background", "~/tracing", "server/store", "~/web/httpio"}, more...)
}

// floor is what everything above the browser's own ground may import.
func floor(more ...string) []string {
	return append([]string{
		"internal/api", "app/backend", "app/device", "app/routes", "app/state", "app/text", "components", "platform",
		"platform/rules",
	}, more...)
}

// page is what a page may import: nothing of another area.
func page(area ...string) []string {
	return floor(append([]string{
		"app/device/passkey", "app/device/picture", "app/editor", "app/live", "app/live/book", "app/pages", "app/stepup",
	}, area...)...)
}

// public lists what a host may import: the module promises these packages. The
// browser's half (app, components, web) stays where the toolchain and readers look for it, and promises nothing.
var public = []string{"platform", "platform/rules", "sandbox", "server", "server/doctor",
	"server/identity", "server/mail", "server/mail/smtp", "server/store",
	"server/store/nats", "server/store/postgres", "server/store/s3", "server/store/sealed", "server/store/sqlite"}

func TestPublicPackagesAreTheListedOnes(t *testing.T) {
	t.Parallel()
	var found []string
	for _, p := range list(t, nil, "./...") {
		path := strings.TrimPrefix(p.ImportPath, module)
		folder, _, _ := strings.Cut(path, "/")
		switch {
		case strings.Contains("/"+path+"/", "/internal/"), p.ImportPath == root,
			slices.Contains([]string{"app", "components", "web", "cmd", "e2e"}, folder):
		default:
			found = append(found, path)
		}
	}
	slices.Sort(found)
	if !slices.Equal(found, public) {
		t.Errorf("public are %q, want %q", found, public)
	}
}

func TestImportDirections(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, nil, "./...") {
		from, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours {
			continue
		}
		may, known := ruleFor(from)
		if !known {
			t.Errorf("%s stands in no rule: say in this test what it may import", from)
			continue
		}
		for _, imported := range p.Imports {
			if imported == root && from != "web/build" {
				t.Errorf("%s imports the sources of the browser's side", from)
			}
			to, ours := strings.CutPrefix(imported, module)
			if ours && !matches(may, to) {
				t.Errorf("%s imports %s", from, to)
			}
		}
	}
}

// Every tablet downloads all packages that the browser program reaches.
func TestBrowserReachesNoServerCode(t *testing.T) {
	t.Parallel()
	banned := []string{"time/tzdata", "golang.org/x/text", "text/template", "html/template", "database/sql",
		"github.com/nyaruka/phonenumbers", "google.golang.org/protobuf", "go.opentelemetry.io/otel",
		module + "server", module + "sandbox"}
	for _, p := range list(t, []string{"GOOS=js", "GOARCH=wasm"}, "./cmd/shopdesk-web", "./app/...", "./components/...") {
		for _, ban := range banned {
			if slices.ContainsFunc(p.Deps, func(dep string) bool {
				return dep == ban || strings.HasPrefix(dep, ban+"/") && strings.Contains(ban, ".")
			}) {
				t.Errorf("%s reaches %s", p.ImportPath, ban)
			}
		}
		if slices.Contains(p.Imports, "net/http") {
			t.Errorf("%s imports net/http", p.ImportPath)
		}
	}
}

// The browser's program is linked with a copy of the engine that lacks its server's half; web/build's TestSlimFiles
// lists what the copy imports. Random bytes come from the browser itself, by app/device.
func TestBrowserReachesNoCryptography(t *testing.T) {
	t.Parallel()
	const engine = "github.com/maxence-charriere/go-app/"
	imports := map[string][]string{}
	for _, p := range list(t, []string{"GOOS=js", "GOARCH=wasm"}, "-deps", "./cmd/shopdesk-web") {
		imports[p.ImportPath] = p.Imports
	}
	from := map[string]string{}
	var way []string
	for path := range imports {
		if strings.HasPrefix(path, module+"cmd/shopdesk-web") {
			way = append(way, path)
			from[path] = ""
		}
	}
	for len(way) > 0 {
		path := way[len(way)-1]
		way = way[:len(way)-1]
		if path == "math/big" || path == "net/http" || path == "crypto" || strings.HasPrefix(path, "crypto/") {
			t.Errorf("the browser's program reaches %s through %s", path, from[path])
			continue
		}
		if strings.HasPrefix(path, engine) {
			continue
		}
		for _, imported := range imports[path] {
			if _, seen := from[imported]; !seen {
				from[imported] = path
				way = append(way, imported)
			}
		}
	}
	if _, walked := from["encoding/json"]; !walked {
		t.Error("the walk doesn't reach encoding/json, which every program has")
	}
}

func TestServerReachesNoGoApp(t *testing.T) {
	t.Parallel()
	for _, p := range list(t, nil, "./server/...", "./sandbox/...", "./platform/...", "./internal/api") {
		for _, dep := range p.Deps {
			if strings.HasPrefix(dep, "github.com/maxence-charriere/go-app") {
				t.Errorf("%s reaches %s", p.ImportPath, dep)
			}
		}
	}
}

// A host that rings by PostgreSQL, or runs alone, links no client of NATS, and a host without traces none of
// OpenTelemetry's SDK.
func TestOnlyTheirUsersReachNATSAndTheSDK(t *testing.T) {
	t.Parallel()
	users := map[string][]string{
		"github.com/nats-io/":                {module + "server/store/nats", module + "cmd/console"},
		"go.opentelemetry.io/otel/sdk/":      {module + "cmd/console"},
		"go.opentelemetry.io/otel/exporters": {module + "cmd/console"},
		"google.golang.org/grpc":             {module + "cmd/console"},
	}
	for _, p := range list(t, nil, "./...") {
		for beginning, users := range users {
			reaches := slices.ContainsFunc(p.Deps, func(dep string) bool { return strings.HasPrefix(dep, beginning) })
			if reaches != slices.Contains(users, p.ImportPath) {
				t.Errorf("%s reaches %s: %v", p.ImportPath, beginning, reaches)
			}
		}
	}
}

func ruleFor(from string) ([]string, bool) {
	best, found := "", false
	for part := range allowed {
		if matches([]string{part}, from) && (!found || len(whole(part)) >= len(whole(best))) {
			best, found = part, true
		}
	}
	return allowed[best], found
}

func matches(parts []string, path string) bool {
	return slices.ContainsFunc(parts, func(part string) bool {
		part = whole(part)
		return part == path || strings.HasSuffix(part, "/") && strings.HasPrefix(path, part)
	})
}

// whole writes out "~/".
func whole(part string) string {
	if rest, inside := strings.CutPrefix(part, "~/"); inside {
		return "server/internal/" + rest
	}
	return part
}

func list(t *testing.T, env []string, patterns ...string) []pkg {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-json=ImportPath,Imports,Deps"},
		patterns...)...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}
