package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// secretsIn makes a file of new keys and a file of the client's secret.
func secretsIn(t testing.TB, dir, clientSecret string) (keys, secret string) {
	t.Helper()
	keys, secret = filepath.Join(dir, "keys"), filepath.Join(dir, "secret")
	if err := sealed.Create(keys); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(secret, []byte(clientSecret), 0o600); err != nil {
		t.Fatal(err)
	}
	return keys, secret
}

// realSettings is a working set of settings, in a folder of its own.
func realSettings(t *testing.T) (dir string, set map[string]string) {
	t.Helper()
	dir = t.TempDir()
	keys, secret := secretsIn(t, dir, "s3cret\n")
	return dir, map[string]string{
		"--platform-url":       "http://127.0.0.1:1",
		"--client-id":          "id",
		"--client-secret-file": secret,
		"--public-url":         "http://127.0.0.1:2",
		"--database":           filepath.Join(dir, "db", "shopdesk.db"),
		"--keys-file":          keys,
		"--listen":             "127.0.0.1:0",
		"--create":             "true",
	}
}

// begun begins the installation of the settings, as a first start does.
func begun(t testing.TB, set map[string]string) {
	t.Helper()
	if err := begunStore(t, set).Close(); err != nil {
		t.Fatal(err)
	}
}

// begunStore is begun, with the store still open.
func begunStore(t testing.TB, set map[string]string) *sqlstore.Store {
	t.Helper()
	db, err := sqlite.Create(t.Context(), set["--database"])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// serveWith runs serve for a test that wants to see it refuse. A console that starts is stopped at its first word on
// the terminal, so that the test fails and doesn't hang.
func serveWith(ctx context.Context, set map[string]string) (out string, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	args := []string{"serve"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	terminal := &stopAt{stop: stop}
	err = run(ctx, args, terminal, new(bytes.Buffer))
	return terminal.String(), err
}

// The error for a wrong setting names the setting, and comes before anything is begun. The bugs: a mysql:// address
// and the keywords of a PostgreSQL connection were taken for SQLite's path; addresses were checked after the database
// had been made; a wrong LISTEN was found after the database had been made, or even the setup link replaced and a token
// fetched; so many days that their nanoseconds overflow became minutes, or the default.
func TestWrongSettingsAreNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	for _, tt := range []struct{ name, flag, value, want string }{
		{"platform without scheme", "--platform-url", "platform.example", "SHOPDESK_PLATFORM_URL"},
		{"platform over plain http", "--platform-url", "http://platform.example", "SHOPDESK_PLATFORM_URL"},
		{"public address over plain http", "--public-url", "http://pos.example", "SHOPDESK_PUBLIC_URL"},
		{"no client", "--client-id", "", "SHOPDESK_CLIENT_ID"},
		{"a missing secret file", "--client-secret-file", "/nowhere/secret", "SHOPDESK_CLIENT_SECRET_FILE"},
		{"an empty secret", "--client-secret-file", os.DevNull, "SHOPDESK_CLIENT_SECRET_FILE"},
		{"another engine", "--database", "mysql://root:hunter2@db/x", "SHOPDESK_DATABASE"},
		{"keywords of PostgreSQL", "--database", "host=db user=root password=hunter2", "want a path, for SQLite"},
		{"keywords without a host", "--database", "user=root password=hunter2 dbname=x", "want a path, for SQLite"},
		{"a missing keys file", "--keys-file", "/nowhere/keys", "SHOPDESK_KEYS_FILE"},
		{"an empty keys file", "--keys-file", os.DevNull, "SHOPDESK_KEYS_FILE"},
		{"an impossible address to listen on", "--listen", "nonsense", "LISTEN"},
		// The bug: a later release beside this one migrated the database before it found the address taken.
		{"another program's address to listen on", "--listen", taken.Addr().String(), "LISTEN"},
		// The bug: the console took any free port, for the whole network.
		{"no address to listen on", "--listen", "", "LISTEN"},
		{"no appId", "--token-in-body", "true", "SHOPDESK_APP_ID"},
		{"S3 without a bucket", "--s3-endpoint", "https://s3.example", "SHOPDESK_S3_BUCKET"},
		{"a mail server without a sender", "--smtp-address", "mail.example:587", "SHOPDESK_SMTP"},
		{"a sender without a mail server", "--smtp-from", "console@shops.example", "SHOPDESK_SMTP_ADDRESS"},
		{"encryption to no mail server", "--smtp-tls", "none", "SHOPDESK_SMTP_ADDRESS"},
		{"another encryption", "--smtp-tls", "ssl", "starttls"},
		{"NATS beside SQLite", "--nats", "nats://nats.example:4222", "SHOPDESK_NATS"},
		{"credentials for no NATS server", "--nats-credentials-file", "/nowhere/creds", "SHOPDESK_NATS"},
		{"a negative number of releases", "--keep-releases", "-1", "SHOPDESK_KEEP_RELEASES"},
		{"orders kept shorter than their details", "--keep-orders", "719h", "SHOPDESK_KEEP_ORDERS"},
		{"details kept for 585 years", "--keep-records-days", "213504", "SHOPDESK_KEEP_RECORDS_DAYS"},
		{"details kept for ever", "--keep-records-days", "999999", "SHOPDESK_KEEP_RECORDS_DAYS"},
		{"an audit from the future", "--keep-audit", "-1h", "SHOPDESK_KEEP_AUDIT"},
		{"shops read before now", "--roster-every", "-1m", "SHOPDESK_ROSTER_EVERY"},
		// The bugs: 0 was silently taken for the default.
		{"shops read without a pause", "--roster-every", "0", "SHOPDESK_ROSTER_EVERY"},
		{"no calls at all", "--roster-rate", "0", "SHOPDESK_ROSTER_RATE"},
		{"fewer calls than none", "--roster-rate", "-1", "SHOPDESK_ROSTER_RATE"},
		{"calls at no rate", "--roster-rate", "NaN", "SHOPDESK_ROSTER_RATE"},
		{"a negative application", "--app-id", "-5", "SHOPDESK_APP_ID"},
		{"tokens that have ended", "--token-lifetime", "-1h", "SHOPDESK_TOKEN_LIFETIME"},
		{"a push service's address", "--push-services", "https://push.example", "SHOPDESK_PUSH_SERVICES"},
		{"a cookie name with a space", "--cookie-name", "my desk", "SHOPDESK_COOKIE_NAME"},
		{"an image host without scheme", "--image-hosts", "img.example", "SHOPDESK_IMAGE_HOSTS"},
		{"a provider without scheme", "--oidc-issuer", "id.example", "SHOPDESK_OIDC_ISSUER: "},
		{"a provider over plain http", "--oidc-issuer", "http://id.example", "SHOPDESK_OIDC_ISSUER: "},
		// The bugs: the password in such an address was repeated.
		{"a mail server with a password", "--smtp-address", "u:hunter2@mail.example:587", "address: want host:port"},
		{"an image host with a password", "--image-hosts", "https://u:hunter2@img.example", `image host "…@img.example"`},
		{"an application at no provider", "--oidc-client-id", "id", "SHOPDESK_OIDC_ISSUER"},
		{"a secret for no provider", "--oidc-client-secret-file", "/nowhere/oidc", "SHOPDESK_OIDC_ISSUER"},
		// The bug: the database was begun, or migrated, before.
		{"a spool that can't be made", "--spool", os.DevNull + "/spool", "SHOPDESK_SPOOL"},
		{"an address instead of a network", "--trusted-proxies", "10.0.0.1", "SHOPDESK_TRUSTED_PROXIES"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir, set := realSettings(t)
			set[tt.flag] = tt.value
			out, err := serveWith(t.Context(), set)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("%v, want a word on %s", err, tt.want)
			}
			if strings.Contains(err.Error(), "hunter2") || out != "" {
				t.Errorf("said %q and %v", out, err)
			}
			if _, err := os.Stat(filepath.Join(dir, "db")); err == nil {
				t.Error("a database was made")
			}
		})
	}
}

func TestAllMissingSettingsAreReportedAtOnce(t *testing.T) {
	names := []string{"PLATFORM_URL", "CLIENT_ID", "CLIENT_SECRET_FILE", "PUBLIC_URL", "DATABASE", "KEYS_FILE"}
	for _, name := range names {
		t.Setenv("SHOPDESK_"+name, "")
	}
	_, err := serveWith(t.Context(), nil)
	for _, name := range names {
		if err == nil || !strings.Contains(err.Error(), "SHOPDESK_"+name) {
			t.Errorf("%s isn't in %v", name, err)
		}
	}
}

// Files that can't be read are named at once, too. The bug: each start named the next one.
func TestAllUnreadableFilesAreReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	set["--client-secret-file"], set["--keys-file"] = "/nowhere/secret", "/nowhere/keys"
	set["--oidc-issuer"], set["--oidc-client-id"] = "https://id.example", "id"
	set["--oidc-client-secret-file"], set["--smtp-ca-file"] = "/nowhere/oidc", "/nowhere/ca"
	set["--smtp-address"], set["--smtp-from"] = "mail.example:587", "console@shops.example"
	_, err := serveWith(t.Context(), set)
	for _, file := range []string{"/nowhere/secret", "/nowhere/keys", "/nowhere/oidc", "/nowhere/ca"} {
		if err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s isn't in %v", file, err)
		}
	}
}

func TestDemoServesOnLoopbackOnly(t *testing.T) {
	for _, set := range []map[string]string{
		{"--listen": "0.0.0.0:0"},
		{"--listen": ":0"},
		{"--listen": "127.0.0.1:0", "--sandbox-listen": "192.0.2.1:0"},
		{"--listen": "192.0.2.1:0", "--demo-network": "true"}, // no request would be answered there
	} {
		set["--demo"], set["--data"] = "true", t.TempDir()
		if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "loopback") {
			t.Errorf("%v: %v", set, err)
		}
	}
}

// A demonstration that can't begin names the setting, or the folder, that helps. The bugs: neither LISTEN nor
// SANDBOX_LISTEN was named where another program had the address, and nothing said that a damaged state is deleted.
func TestDemoThatCantBeginSaysWhatHelps(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	damaged := t.TempDir()
	if err := os.Mkdir(filepath.Join(damaged, "sandbox"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(damaged, "sandbox", "sandbox.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]map[string]string{
		"SANDBOX_LISTEN (--sandbox-listen)":           {"--sandbox-listen": taken.Addr().String()},
		"LISTEN (--listen)":                           {"--listen": taken.Addr().String()},
		"delete " + filepath.Join(damaged, "sandbox"): {"--data": damaged},
	} {
		set := map[string]string{"--demo": "true", "--listen": "127.0.0.1:0", "--sandbox-listen": "127.0.0.1:0",
			"--data": t.TempDir()}
		maps.Copy(set, change)
		if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", change, err)
		}
	}
}

// The bug: a second demonstration on the same data had written the sandbox's state before it noticed the first.
func TestSecondDemoLeavesTheSandboxAlone(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	first, err := sqlite.Create(t.Context(), filepath.Join(data, "shopdesk.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = first.Close() })
	if err := first.Own(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err = serveWith(t.Context(), map[string]string{"--demo": "true", "--listen": "127.0.0.1:0",
		"--sandbox-listen": "127.0.0.1:0", "--data": data})
	if !errors.Is(err, store.ErrOwned) {
		t.Errorf("the second: %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, "sandbox")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the second wrote the sandbox's state: %v", err)
	}
}

// The bug: two sandboxes on one folder overwrote each other's orders.
func TestSecondSandboxIsRefused(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	release, err := alone(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = release() })
	for _, args := range [][]string{
		{"sandbox", "--listen=127.0.0.1:0"},
		{"serve", "--demo", "--listen=127.0.0.1:0", "--sandbox-listen=127.0.0.1:0"},
	} {
		ctx, stop := context.WithCancel(t.Context())
		err := run(ctx, append(args, "--data="+data), &stopAt{stop: stop}, new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), "another sandbox works with it") {
			t.Errorf("%s: %v", args[0], err)
		}
		stop()
	}
	if _, err := os.Stat(filepath.Join(data, "sandbox")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the second wrote the sandbox's state: %v", err)
	}
}

// In a container the demonstration listens on all addresses when asked to, and answers this machine's own names
// there, on any port.
func TestDemoAnswersOwnNamesInAContainer(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &stopAt{word: "Ctrl-C"}
	var asking sync.WaitGroup
	out.stop = func() {
		asking.Go(func() { // the sites are served after the line was printed
			defer stop()
			for _, site := range regexp.MustCompile(`http://127\.0\.0\.1:\d+/\S*`).FindAllString(out.String(), -1) {
				for host, want := range map[string]bool{"localhost:9000": true, "127.0.0.1:9000": true, "192.168.1.5:8080": false,
					"pos.example": false} {
					req, err := http.NewRequestWithContext(ctx, http.MethodGet, site, nil)
					if err != nil {
						t.Error(err)
						return
					}
					req.Host = host
					res, err := http.DefaultClient.Do(req)
					if err != nil {
						t.Error(err)
						return
					}
					_ = res.Body.Close()
					if answered := res.StatusCode != http.StatusMisdirectedRequest; answered != want {
						t.Errorf("%s of %s: %d", site, host, res.StatusCode)
					}
				}
			}
		})
	}
	args := []string{"serve", "--demo", "--demo-network", "--listen=:0", "--sandbox-listen=0.0.0.0:0",
		"--data=" + t.TempDir()}
	if err := run(ctx, args, out, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	asking.Wait()
	if strings.Count(out.String(), "http://127.0.0.1:") != 2 {
		t.Errorf("printed %q", out)
	}
}

// A demonstration serves metrics and sends traces where the settings say so. The bug: it passed over both.
func TestDemoIsWatchedAsARealConsole(t *testing.T) {
	traced := make(chan string, 1)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case traced <- r.URL.Path:
		default:
		}
	}))
	t.Cleanup(collector.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	metrics := freePort(t)
	out := &stopAt{word: "Ctrl-C"}
	var asking sync.WaitGroup
	out.stop = func() {
		asking.Go(func() { // the sites are served after the line was printed
			defer stop()
			res, err := http.Get("http://" + metrics + "/metrics")
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = res.Body.Close() }()
			if body, err := io.ReadAll(res.Body); err != nil || !bytes.Contains(body, []byte("shopdesk_connections")) {
				t.Errorf("%v: %s", err, body)
			}
		})
	}
	err := run(ctx, []string{"serve", "--demo", "--listen=127.0.0.1:0", "--sandbox-listen=127.0.0.1:0",
		"--data=" + t.TempDir(), "--metrics-listen=" + metrics}, out, new(bytes.Buffer))
	if err != nil {
		t.Fatal(err)
	}
	asking.Wait()
	select {
	case <-traced:
	default:
		t.Error("no trace was sent before the end")
	}
}

// A console that is killed and started again prints no second link. Bug: the words spoke of another replica, of which
// there was none, and not of the link before, which still works.
func TestStartAfterAKilledOneTellsOfItsLink(t *testing.T) {
	_, set := realSettings(t)
	db, now := begunStore(t, set), time.Now()
	err := db.Claim(t.Context(), "setup", "a killed console", now.UnixMilli(), now.Add(time.Minute).UnixMilli())
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	out, err := serveWith(t.Context(), set)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"another start has printed", "It still works.", "'console setup-link'"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q isn't in %q", want, out)
		}
	}
}

// setup-link needs no platform, and reports the other missing settings.
func TestSetupLinkCommandNeedsNoPlatform(t *testing.T) {
	_, set := realSettings(t)
	begun(t, set)
	args := []string{"setup-link"}
	for _, name := range []string{"--public-url", "--database", "--keys-file"} {
		args = append(args, name+"="+set[name])
	}
	var out bytes.Buffer
	if err := run(t.Context(), args, &out, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "http://127.0.0.1:2/setup#") || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("printed %q", &out)
	}
	for _, name := range []string{"PUBLIC_URL", "DATABASE", "KEYS_FILE"} {
		t.Setenv("SHOPDESK_"+name, "")
	}
	err := run(t.Context(), []string{"setup-link", "--public-url=http://pos.example"}, &out, new(bytes.Buffer))
	for _, name := range []string{"SHOPDESK_PUBLIC_URL", "SHOPDESK_DATABASE", "SHOPDESK_KEYS_FILE"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s isn't in %v", name, err)
		}
	}
}

// The only owner forgot the password, asked for a set-up link, and learned of no other way in.
func TestSetupLinkCommandLeadsTheOnlyOwnerToANewPassword(t *testing.T) {
	_, set := realSettings(t)
	db := begunStore(t, set)
	_, err := db.CreateOperator(t.Context(), store.Operator{Login: "ada"}, []store.Membership{{Role: "owner"}})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = run(t.Context(), []string{"setup-link", "--public-url=" + set["--public-url"], "--database=" + set["--database"],
		"--keys-file=" + set["--keys-file"]}, &out, new(bytes.Buffer))
	if err == nil || !strings.Contains(err.Error(), "'console operator reset'") {
		t.Errorf("%v", err)
	}
}

// An operator who removes every shop on the sandbox's page learns at the next start how to continue.
func TestDemoWithoutShopsExplainsHowToContinue(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	box := &sandbox.Sandbox{Dir: filepath.Join(data, "sandbox")}
	for _, shop := range box.Directory() {
		if err := box.SetAuthorised(shop.ShopID, false); err != nil {
			t.Fatal(err)
		}
	}
	if err := box.Close(); err != nil {
		t.Fatal(err)
	}
	start := func() error {
		ctx, stop := context.WithCancel(t.Context())
		out := &stopAt{word: "Ctrl-C", stop: stop}
		return run(ctx, []string{"serve", "--demo", "--listen=127.0.0.1:0", "--sandbox-listen=127.0.0.1:0", "--data=" + data},
			out, new(bytes.Buffer))
	}
	if err := start(); err == nil || !strings.Contains(err.Error(), "delete the folder "+box.Dir) {
		t.Fatalf("%v: want to be told to delete %s", err, box.Dir)
	}
	if err := os.RemoveAll(box.Dir); err != nil {
		t.Fatal(err)
	}
	if err := start(); err != nil {
		t.Errorf("after what the message says: %v", err)
	}
}

// A start prints the link and stops on request; the platform needn't answer.
func TestServeStopsOnRequest(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	ctx, stop := context.WithCancel(t.Context())
	out := &stopAt{word: "/setup#", stop: stop}
	args := []string{"serve"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	if err := run(ctx, args, out, new(bytes.Buffer)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "http://127.0.0.1:2/setup#") {
		t.Errorf("no link in %q", out)
	}
}

// stopAt calls stop once the program has printed a word, by default the first.
type stopAt struct {
	bytes.Buffer
	word string
	stop func()
}

func (s *stopAt) Write(p []byte) (int, error) {
	n, err := s.Buffer.Write(p)
	if strings.Contains(s.String(), s.word) {
		s.stop()
	}
	return n, err
}

// The operators' commands work beside a server, on its store, and report failures.
func TestOperatorCommandsWorkOnTheStore(t *testing.T) {
	_, set := realSettings(t)
	begun(t, set)
	command := func(args ...string) (string, error) {
		for _, name := range []string{"--public-url", "--database", "--keys-file"} {
			args = append(args, name+"="+set[name])
		}
		var out bytes.Buffer
		err := run(t.Context(), append([]string{"operator"}, args...), &out, new(bytes.Buffer))
		return out.String(), err
	}
	if out, err := command("list"); err != nil || out != "" {
		t.Fatalf("%q, %v", out, err)
	}
	db, err := sqlite.Open(t.Context(), set["--database"])
	if err != nil {
		t.Fatal(err)
	}
	for login, role := range map[string]string{"ada": "owner", "mei": "staff", "demo:owner": "staff", "host:7": "staff"} {
		if _, err := db.CreateOperator(t.Context(), store.Operator{Login: login, Name: "The " + login},
			[]store.Membership{{Role: role}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := command("reset", "Mei")
	if err != nil || !strings.HasPrefix(out, "http://127.0.0.1:2/invite#") || strings.Count(out, "\n") != 1 {
		t.Errorf("reset: %q, %v", out, err)
	}
	if _, err := command("reset", "nobody"); err == nil || !strings.Contains(err.Error(), "no operator") {
		t.Errorf("reset of nobody: %v", err)
	}
	if _, err := command("disable", "mei"); err != nil {
		t.Error(err)
	}
	// Bug: the list had sign-in names that the other commands don't know.
	if out, err := command("list"); err != nil || !strings.Contains(out, "The mei  disabled") ||
		!strings.Contains(out, "The ada  enabled") || strings.Contains(out, ":") {
		t.Errorf("list: %q, %v", out, err)
	}
	if _, err := command("enable", "mei"); err != nil {
		t.Error(err)
	}
	if _, err := command("disable", "ada"); err == nil || !strings.Contains(err.Error(), "another person an owner") {
		t.Errorf("disable of the last owner: %v", err)
	}
}

// optionsWith returns the options of a working set of settings with some changes.
func optionsWith(t *testing.T, changes map[string]string) server.Options {
	t.Helper()
	_, set := realSettings(t)
	delete(set, "--listen") // a flag of serve itself
	maps.Copy(set, changes)
	var s settings
	var args []string
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	parser, err := kong.New(&s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	o, err := s.options(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.open(t.Context(), log, &o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Store.Close() })
	return o
}

// The options have a negative number for no kept releases, because zero is the default.
func TestNoKeptReleasesIsNegative(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]int{"3": 3, "1": 1, "0": -1} {
		if got := optionsWith(t, map[string]string{"--keep-releases": value}).KeepReleases; got != want {
			t.Errorf("--keep-releases=%s: %d, want %d", value, got, want)
		}
	}
}

// Two consoles on one host have names of their own for their cookies. The bug: only a host program could give one, so
// that each sign-in ended the session at the other console.
func TestCookieNameIsReadFromSettings(t *testing.T) {
	t.Parallel()
	if got := optionsWith(t, map[string]string{"--cookie-name": "kowloon"}).CookieName; got != "kowloon" {
		t.Errorf("cookie name %q", got)
	}
}

// Pages show pictures of the hosts of SHOPDESK_IMAGE_HOSTS. The bug: only a host program could name them, so that no
// page showed a photo that the platform serves from another host than its own.
func TestImageHostsAreReadFromSettings(t *testing.T) {
	t.Parallel()
	hosts := "https://img.example,https://*.cdn.example"
	o := optionsWith(t, map[string]string{"--image-hosts": hosts})
	if got := strings.Join(o.ImageHosts, ","); got != hosts {
		t.Errorf("image hosts %q", got)
	}
	e := examine(t, new(sandbox.Sandbox))
	e.set["--image-hosts"] = hosts
	out, err := e.run(t)
	if exitCode(err) != 2 || !strings.Contains(out, "setting: SHOPDESK_IMAGE_HOSTS="+hosts+",http://127.0.0.1:") {
		t.Errorf("%v\n%s", err, out)
	}
}

// The sandbox prints what a console of its own needs to be its client, the page for merchants' consents too. The bug:
// neither it nor its documents named that page, so that such a console could connect no shop by itself.
func TestSandboxPrintsTheSettingsOfAConsole(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	out := &stopAt{word: "SHOPDESK_", stop: stop}
	err := run(ctx, []string{"sandbox", "--listen=127.0.0.1:0", "--data=" + t.TempDir()}, out, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	said := regexp.MustCompile(`Sandbox +(\S+)/sandbox/`).FindStringSubmatch(out.String())
	if said == nil {
		t.Fatalf("printed %q", out)
	}
	for _, line := range []string{"SHOPDESK_PLATFORM_URL=" + said[1],
		"SHOPDESK_AUTHORIZE_URL=" + said[1] + sandbox.PathAuthorise, "SHOPDESK_CLIENT_ID=" + sandbox.DemoClientID,
		fmt.Sprint("SHOPDESK_APP_ID=", sandbox.DemoAppID), sandbox.DemoClientSecret} {
		if !strings.Contains(out.String(), line+"\n") {
			t.Errorf("no line %s in %q", line, out)
		}
	}
}

// The listing of the profile comes from SHOPDESK_SPECIAL_DATES.
func TestListingIsReadFromSettings(t *testing.T) {
	for value, want := range map[string]platform.Listing{"": platform.ListAhead, "ahead": platform.ListAhead,
		"active": platform.ListActive} {
		t.Setenv("SHOPDESK_SPECIAL_DATES", value)
		if value == "" {
			_ = os.Unsetenv("SHOPDESK_SPECIAL_DATES")
		}
		o := optionsWith(t, nil)
		if o.Platform.Profile.Listing != want {
			t.Errorf("%q: %v", value, o.Platform.Profile.Listing)
		}
	}
	t.Setenv("SHOPDESK_SPECIAL_DATES", "some")
	_, set := realSettings(t)
	if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "special-dates") {
		t.Errorf("an unknown reading: %v", err)
	}
}

// A space beside a comma belongs to no value of a list. The bugs: some lists took it, and others were refused; behind a
// comma and a space no file with a secret was ever found, and nothing told so.
func TestListsMayHaveSpacesBesideTheirCommas(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	for flag, value := range map[string]string{
		"--trusted-proxies": "127.0.0.0/8, 10.0.0.0/8", "--image-hosts": "https://img.example, https://*.cdn.example ",
		"--allow": "equal-times , short-phones", "--refuse": "phone-twice, night-overlap",
		"--push-services": "push.example, .push.example", "--auth-codes": "token-expired=4011, token-invalid=4012",
	} {
		set[flag] = value
	}
	set["--previous-secrets"] = "/nowhere/old, " + set["--client-secret-file"]
	found, _ := looked(t, set)
	has(t, found, "settings", checkOK, "nothing is missing")
	has(t, found, "previous secrets", checkOK, "1 of 2")
}

// What people may enter, and how refunds and registrations are written, comes from settings.
func TestLeavesAreReadFromSettings(t *testing.T) {
	t.Parallel()
	o := optionsWith(t, map[string]string{"--allow": "equal-times,night-overlap", "--refuse": "phone-twice",
		"--refund-product": "spu-id", "--callback-url": "unsigned"})
	want := platform.Profile{EqualTimes: platform.LeaveAllowed, NightOverlap: platform.LeaveAllowed,
		PhoneTwice: platform.LeaveRefused, RefundProduct: platform.RefundBySpu, CallbackSigning: platform.CallbackWithoutURL}
	if o.Platform.Profile != want {
		t.Errorf("%+v", o.Platform.Profile)
	}
	for flag, value := range map[string]string{"--allow": "anything", "--refuse": "anything"} {
		_, set := realSettings(t)
		set[flag] = value
		if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "picture-ending") {
			t.Errorf("%s: %v", flag, err)
		}
	}
	_, set := realSettings(t)
	set["--auth-codes"] = "token-expired=10004"
	if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "SHOPDESK_AUTH_CODES: 10004") {
		t.Errorf("a code for two errors: %v", err)
	}
	_, set = realSettings(t)
	set["--allow"], set["--refuse"] = "phone-twice", "phone-twice"
	if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "in both") {
		t.Errorf("in both: %v", err)
	}
}

// Every assumption that has a setting is set by the variable that the list names, and by no other one. Before, the
// signature of calls and the lifetime of tokens were settings of a host alone.
func TestEveryAssumptionIsSetByItsVariable(t *testing.T) {
	values := map[string]string{
		"SHOPDESK_TOKEN_IN_BODY": "true", "SHOPDESK_CALL_SIGNATURE": "header", "SHOPDESK_ANCHOR": "shop",
		"SHOPDESK_SPECIAL_DATES": "active", "SHOPDESK_TOKEN_LIFETIME": "2h", "SHOPDESK_CODE_FIELD": "a",
		"SHOPDESK_REFRESH_FIELD": "b", "SHOPDESK_SHOP_SECRET": "true", "SHOPDESK_PKCE": "true",
		"SHOPDESK_ALLOW": strings.Join(platform.LeaveNames(), ","), "SHOPDESK_REFUND_PRODUCT": "spu-id",
		"SHOPDESK_CALLBACK_URL": "unsigned", "SHOPDESK_HEARTBEATS": "any", "SHOPDESK_HOOK_RULE": "no_url+raw",
		"SHOPDESK_AUTH_CODES": "token-expired=4011",
	}
	for variable, value := range values {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, value)
			var s settings
			parser, err := kong.New(&s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse(nil); err != nil {
				t.Fatal(err)
			}
			profile := s.profile()
			for _, a := range platform.Assumptions() {
				set := profile.Says(&a) != "" || a.Name == platform.AssumedHookSignature && s.HookRule == value
				if set != (a.Variable() == variable) {
					t.Errorf("%s: set: %v", a.Name, set)
				}
			}
		})
	}
	for _, a := range platform.Assumptions() {
		if variable := a.Variable(); variable != "" && values[variable] == "" {
			t.Errorf("%s has no value here", variable)
		}
	}
}

// variables are all variables that the program reads, with their flags.
func variables(t *testing.T) map[string]string {
	var all commands
	parser, err := kong.New(&all)
	if err != nil {
		t.Fatal(err)
	}
	flags := map[string]string{}
	for _, command := range parser.Model.Leaves(false) {
		for _, group := range command.AllFlags(false) {
			for _, flag := range group {
				for _, name := range flag.Envs {
					flags[name] = "--" + flag.Name
				}
			}
		}
	}
	return flags
}

// An empty variable, as a compose file passes on what nobody has set, is as an absent one. The bug: numbers, times,
// switches and words of a list were refused, one at each start.
func TestEmptyVariablesAreAsAbsentOnes(t *testing.T) {
	_, set := realSettings(t)
	for name := range variables(t) {
		t.Setenv(name, "")
	}
	if _, err := serveWith(t.Context(), set); err != nil {
		t.Error(err)
	}
}

// The documents name every variable that the program reads, and no other. The bugs: those of a backup's key, of
// pg_restore and of a bucket for backups weren't there, nor were two of the sandbox.
func TestDocumentsNameEveryVariable(t *testing.T) {
	t.Parallel()
	flags := variables(t)
	var text []byte
	more, err := filepath.Glob("../../docs/operations/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(more, "../../docs/operations.md", "../../docs/sandbox.md") {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, page...)
	}
	for name := range flags {
		if !regexp.MustCompile(name + `\b`).Match(text) {
			t.Errorf("no document names %s", name)
		}
	}
	for _, name := range regexp.MustCompile(`\b(?:SHOPDESK|SANDBOX)_[A-Z0-9_]*[A-Z0-9]\b`).FindAllString(string(text), -1) {
		if flags[name] == "" {
			t.Errorf("%s is in a document, and no setting", name)
		}
	}
	rows := regexp.MustCompile("(?m)^\\| (`[A-Z][^|]*) \\| (`--[^|]*) \\|").FindAllStringSubmatch(string(text), -1)
	if len(rows) < 40 {
		t.Fatalf("the table of settings has %d rows", len(rows))
	}
	for _, row := range rows {
		named := strings.Split(row[2], ", ")
		for i, name := range strings.Split(row[1], ", ") {
			if i >= len(named) || "`"+flags[strings.Trim(name, "`")]+"`" != named[i] {
				t.Errorf("the flag of %s isn't among %s", name, row[2])
			}
		}
	}
}

// The help of a command tells the default of each setting. The bug: of some it showed a word for the value alone.
func TestHelpTellsEveryDefault(t *testing.T) {
	t.Parallel()
	var all commands
	parser, err := kong.New(&all)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range parser.Model.Leaves(false) {
		for _, flag := range command.Flags {
			if flag.HasDefault && !flag.IsBool() && !strings.Contains(flag.FormatPlaceHolder(), flag.Default) &&
				!strings.Contains(flag.Help, "default") {
				t.Errorf("%s: --%s=%s: the default is %s", command.Path(), flag.Name, flag.FormatPlaceHolder(), flag.Default)
			}
		}
	}
}
