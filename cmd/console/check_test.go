package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// looked runs the check with these settings, and returns its findings by what was looked at.
func looked(t *testing.T, set map[string]string) (found map[string][]finding, err error) {
	t.Helper()
	args := []string{"check", "--json"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	var out bytes.Buffer
	err = run(t.Context(), args, &out, new(bytes.Buffer))
	var report findings
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	found = map[string][]finding{}
	for _, one := range report.Findings {
		found[one.What] = append(found[one.What], one)
	}
	return found, err
}

// has fails unless the first finding of that name has the verdict and the words.
func has(t *testing.T, found map[string][]finding, what string, v verdict, words string) {
	t.Helper()
	if list := found[what]; len(list) == 0 || list[0].Verdict != v || !strings.Contains(list[0].Text, words) {
		t.Errorf("%s: %+v, want %s with %q", what, list, v, words)
	}
}

// checkable is a working set of settings, with a sandbox as the platform.
func checkable(t *testing.T) map[string]string {
	t.Helper()
	_, set := realSettings(t)
	platform := httptest.NewServer(new(sandbox.Sandbox))
	t.Cleanup(platform.Close)
	set["--platform-url"] = platform.URL
	return set
}

// A check before the first start finds nothing wrong, and begins nothing.
func TestCheckBeforeTheFirstStart(t *testing.T) {
	t.Parallel()
	set := checkable(t)
	found, err := looked(t, set)
	if err != nil {
		t.Error(err)
	}
	has(t, found, "settings", checkOK, "")
	has(t, found, "app id", checkNote, "SHOPDESK_APP_ID")
	has(t, found, "client secret", checkOK, "")
	has(t, found, "keys", checkOK, "active")
	has(t, found, "database", checkNote, "begins a new installation")
	has(t, found, "listen", checkOK, "free")
	has(t, found, "platform", checkOK, "answers")
	if _, err := os.Stat(filepath.Dir(set["--database"])); err == nil {
		t.Error("the check has made the database's folder")
	}
	delete(set, "--create")
	set["--app-id"] = "7"
	found, err = looked(t, set)
	if exitCode(err) != 2 {
		t.Errorf("without --create it ends with %v", err)
	}
	has(t, found, "database", checkWrong, "volume mounted")
	if len(found["app id"]) > 0 {
		t.Errorf("told of an appId that is there: %+v", found["app id"])
	}
}

// All that is wrong is named at once: settings, files, neighbours.
func TestCheckNamesEverythingThatIsWrong(t *testing.T) {
	t.Parallel()
	set := checkable(t)
	set["--platform-url"], set["--client-secret-file"] = "http://127.0.0.1:1", "/nowhere/secret"
	set["--keep-releases"], set["--trusted-proxies"] = "-1", "10.0.0.1"
	set["--keys-file"], set["--spool"] = os.DevNull, os.DevNull+"/spool"
	set["--metrics-listen"], set["--push-services"] = "nonsense", "https://push.example"
	set["--oidc-issuer"], set["--oidc-client-id"] = "http://127.0.0.1:1", "id"
	set["--s3-endpoint"], set["--s3-bucket"], set["--s3-access-key"] = "http://127.0.0.1:1", "photos", "k"
	set["--s3-secret-file"] = "/nowhere/s3"
	set["--smtp-address"], set["--smtp-from"] = "127.0.0.1:1", "console@shops.example"
	set["--smtp-user"], set["--smtp-password-file"] = "console", "/nowhere/smtp"
	found, err := looked(t, set)
	if exitCode(err) != 2 || len(found["settings"]) != 4 {
		t.Errorf("%v; %+v", err, found["settings"])
	}
	for what, words := range map[string]string{
		"client secret": "/nowhere/secret", "keys": "SHOPDESK_KEYS_FILE", "spool": os.DevNull, "platform": "no answer",
		"metrics":  "SHOPDESK_METRICS_LISTEN",
		"provider": "127.0.0.1:1", "bucket": "SHOPDESK_S3_SECRET_FILE", "SHOPDESK_S3_SECRET_FILE": "/nowhere/s3",
		"SHOPDESK_SMTP_PASSWORD_FILE": "/nowhere/smtp", "mail server": "/nowhere/smtp",
	} {
		has(t, found, what, checkWrong, words)
	}
}

// A check tells which files with secrets are open to others. The bugs: only the keys file was looked at,
// and later all but the credentials of NATS.
func TestCheckTellsOfSecretsThatAreOpenToOthers(t *testing.T) {
	t.Parallel()
	set := checkable(t)
	open := func(name string) string {
		path := filepath.Join(t.TempDir(), name)
		err := errors.Join(os.WriteFile(path, []byte(sandbox.DemoClientSecret), 0o600), os.Chmod(path, 0o644))
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	set["--client-secret-file"], set["--previous-secrets"] = open("secret"), open("previous")
	set["--smtp-address"], set["--smtp-from"] = "127.0.0.1:1", "console@shops.example"
	set["--smtp-user"], set["--smtp-password-file"] = "console", open("password")
	set["--nats-credentials-file"] = open("creds")
	found, _ := looked(t, set)
	for _, what := range []string{"client secret", "previous secrets", "SHOPDESK_SMTP_PASSWORD_FILE",
		"SHOPDESK_NATS_CREDENTIALS_FILE"} {
		has(t, found, what, checkOK, "")
		if list := found[what]; len(list) != 2 || list[1].Verdict != checkNote ||
			!strings.Contains(list[1].Text, "open to others (mode 0644)") {
			t.Errorf("%s: %+v", what, list)
		}
	}
}

// A check tells what the start then does. The bugs: with keys of another database the check promised a new
// installation, which the start refuses; a spool's folder that the start makes was wrong; the hint for a first start,
// which is shown with missing settings, counted as a thing that is wrong; the address of the metrics and the log's form
// were no settings of the check.
func TestCheckAgreesWithTheStart(t *testing.T) {
	t.Parallel()
	set := checkable(t)
	set["--spool"], set["--metrics-listen"] = filepath.Join(t.TempDir(), "new", "spool"), "127.0.0.1:0"
	set["--log-format"] = "json"
	found, err := looked(t, set)
	if err != nil {
		t.Error(err)
	}
	has(t, found, "spool", checkOK, "")
	has(t, found, "metrics", checkOK, "free")

	keys, err := os.ReadFile(set["--keys-file"])
	if err != nil {
		t.Fatal(err)
	}
	keys = append(keys, "# belongs to database "+strings.Repeat("A", 26)+"\n"...)
	if err := os.WriteFile(set["--keys-file"], keys, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err = serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), "belong to database AAAA") {
		t.Fatalf("the start: %v", err)
	}
	found, err = looked(t, set)
	if exitCode(err) != 2 {
		t.Errorf("keys of another database: %v", err)
	}
	has(t, found, "database", checkWrong, "belong to database AAAA")

	delete(set, "--client-id")
	set["--spool"] = ""
	if found, _ = looked(t, set); len(found["settings"]) != 1 {
		t.Errorf("one setting is missing: %+v", found["settings"])
	}
}

// A check refuses the settings that a start refuses, in the same words and once, and the start opens nothing before.
// The bugs: the check knew of none of these, some of them were found after the database had been made, and an empty
// LISTEN was wrong in one row and free in another.
func TestCheckRefusesWhatTheStartRefuses(t *testing.T) {
	listen := freePort(t)
	_, port, err := net.SplitHostPort(listen)
	if err != nil {
		t.Fatal(err)
	}
	_, secret := secretsIn(t, t.TempDir(), "s3cret\n")
	for name, tt := range map[string]struct {
		set  map[string]string
		want string
	}{
		"no address to listen on": {map[string]string{"--listen": ""}, "LISTEN (--listen)"},
		"a path with braces":      {map[string]string{"--public-url": "http://127.0.0.1:2/{tenant}"}, `"/{tenant}", the public URL's`},
		"a path with a space": {map[string]string{"--public-url": "http://127.0.0.1:2/my console"},
			`"/my console", the public URL's`},
		"metrics on the console's address": {map[string]string{"--metrics-listen": listen}, "SHOPDESK_METRICS_LISTEN"},
		"metrics on all addresses":         {map[string]string{"--metrics-listen": ":" + port}, "SHOPDESK_METRICS_LISTEN"},
		"a provider over plain http": {map[string]string{"--oidc-issuer": "http://id.example", "--oidc-client-id": "id",
			"--oidc-client-secret-file": secret}, `ISSUER: "http://id.example": want https`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			set := checkable(t)
			set["--listen"] = listen
			maps.Copy(set, tt.set)
			found, err := looked(t, set)
			if exitCode(err) != 2 {
				t.Errorf("the check: %v", err)
			}
			has(t, found, "settings", checkWrong, tt.want)
			if _, told := tt.set["--listen"]; told && len(found["listen"]) > 0 {
				t.Errorf("told again: %+v", found["listen"])
			}
			if _, err := serveWith(t.Context(), set); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the start: %v", err)
			}
			if _, err := os.Stat(filepath.Dir(set["--database"])); err == nil {
				t.Error("a database was made")
			}
		})
	}
}

// The check looks at everything that a start reads. Bug: it passed over the gallery and OpenTelemetry's variables, and
// the start took an address of a collector without its scheme, to which no trace can be sent.
func TestCheckLooksAtTracesAndTheGallery(t *testing.T) {
	set := checkable(t)
	for _, tt := range []struct {
		endpoint, protocol string
		verdict            verdict
		words              string
	}{
		{"http://127.0.0.1:4318", "", checkOK, "can be used"},
		{"http://127.0.0.1:4318", "grpc", checkWrong, "want http/protobuf"},
		{"collector:4318", "", checkWrong, "want an address"},
		{"https://", "", checkWrong, "want an address"},
	} {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", tt.endpoint)
		t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", tt.protocol)
		set["--gallery"] = "true"
		found, err := looked(t, set)
		if (exitCode(err) == 2) != (tt.verdict == checkWrong) {
			t.Errorf("%s: %v", tt.endpoint, err)
		}
		has(t, found, "traces", tt.verdict, tt.words)
		has(t, found, "gallery", checkNote, "SHOPDESK_GALLERY")
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	delete(set, "--gallery")
	found, err := looked(t, set)
	if err != nil || len(found["traces"])+len(found["gallery"]) > 0 {
		t.Errorf("told of what is off: %v %+v", err, found)
	}
}

// The check of an installation leaves it as it is, also when the start would migrate it.
func TestCheckOfAnInstallation(t *testing.T) {
	t.Parallel()
	set := checkable(t)
	begun(t, set)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	set["--listen"] = listener.Addr().String()
	db, err := sqlite.Open(t.Context(), set["--database"])
	if err != nil {
		t.Fatal(err)
	}
	ring, err := sealed.Load(set["--keys-file"])
	if err != nil {
		t.Fatal(err)
	}
	if err := ring.Check(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	schema := func(change string) {
		t.Helper()
		if _, err := db.DB().ExecContext(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	found, err := looked(t, set)
	if err != nil {
		t.Error(err)
	}
	has(t, found, "database", checkOK, "schema")
	has(t, found, "keys of the database", checkOK, "open")
	has(t, found, "listen", checkNote, "taken")

	const newest = `(SELECT max(version_id) FROM shopdesk_migrations)`
	schema(`DELETE FROM shopdesk_migrations WHERE version_id = ` + newest)
	found, _ = looked(t, set)
	has(t, found, "database", checkNote, "migrates")
	found, _ = looked(t, set)
	has(t, found, "database", checkNote, "migrates") // the first look hasn't migrated

	schema(`INSERT INTO shopdesk_migrations (version_id, is_applied) VALUES (99999, 1)`)
	found, err = looked(t, set)
	if exitCode(err) != 2 {
		t.Errorf("a newer schema: %v", err)
	}
	has(t, found, "database", checkWrong, "newer program")
	schema(`DELETE FROM shopdesk_migrations WHERE version_id = 99999`)

	others := filepath.Join(t.TempDir(), "keys")
	if err := sealed.Create(others); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(others)
	set["--keys-file"] = others
	found, err = looked(t, set)
	if exitCode(err) != 2 {
		t.Errorf("other keys: %v", err)
	}
	has(t, found, "keys of the database", checkWrong, "doesn't belong to this database")
	if after, _ := os.ReadFile(others); !bytes.Equal(before, after) {
		t.Error("the check has written to the keys file")
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// A clock that differs from the platform's is found before the first signature fails. The bug: one that is behind was
// told to be "-1m0s ahead".
func TestCheckComparesClocks(t *testing.T) {
	t.Parallel()
	for ahead, want := range map[time.Duration]string{
		-time.Hour: "behind ours", time.Hour: "ahead of ours", 0: "within",
	} {
		set := checkable(t)
		far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
			w.WriteHeader(http.StatusNotFound)
		}))
		t.Cleanup(far.Close)
		set["--platform-url"] = far.URL
		found, err := looked(t, set)
		how := checkOK
		if ahead != 0 {
			how = checkWrong
			if exitCode(err) != 2 {
				t.Error(err)
			}
		}
		has(t, found, "platform", checkOK, "answers")
		has(t, found, "clock", how, want)
	}
}

// Two checks of the same settings have their findings in the same order. The bug: files of secrets came in any order,
// so that a comparison of two reports showed differences.
func TestCheckListsFilesInOneOrder(t *testing.T) {
	t.Parallel()
	var c checkCommand
	c.Settings.OIDCSecretFile, c.Settings.Bucket.Secret, c.Settings.Mail.PasswordFile = "/oidc", "/s3", "/smtp"
	for range 20 {
		var report findings
		c.lookAtSettings(&report)
		var files []string
		for _, one := range report.Findings {
			if strings.HasSuffix(one.What, "_FILE") {
				files = append(files, one.What)
			}
		}
		want := "SHOPDESK_OIDC_CLIENT_SECRET_FILE SHOPDESK_S3_SECRET_FILE SHOPDESK_SMTP_PASSWORD_FILE"
		if got := strings.Join(files, " "); got != want {
			t.Fatal(got)
		}
	}
}

// The table has one line a finding.
func TestCheckPrintsATable(t *testing.T) {
	t.Parallel()
	f := findings{}
	f.add("database", checkWrong, "first\nsecond")
	f.add("listen", checkOK, "free")
	var out bytes.Buffer
	if err := f.write(&out); err != nil || out.String() != "wrong  database  first; second\nok     listen    free\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}
