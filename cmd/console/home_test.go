package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// elsewhere are the engines, each with the address of a database that doesn't exist yet.
var elsewhere = map[string]func(t *testing.T) string{
	"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "volume", "shopdesk.db") },
	"PostgreSQL": func(t *testing.T) string { return pgtest.Start(t) },
}

// startWith serves until the program prints the setup link, or fails.
func startWith(t *testing.T, set map[string]string) (out string, err error) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	screen := &stopAt{word: "/setup#", stop: stop}
	args := []string{"serve"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	err = run(ctx, args, screen, io.Discard)
	return screen.String(), err
}

// The bug: with a wrong path, or a volume that wasn't mounted, each command made a new, empty installation, with
// another address for the platform's pushes and an owner's link in the log.
func TestNoInstallationBeginsUnlessAsked(t *testing.T) {
	t.Parallel()
	for engine, place := range elsewhere {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			_, set := realSettings(t)
			delete(set, "--create")
			set["--database"] = place(t)
			home := []string{"--database=" + set["--database"], "--keys-file=" + set["--keys-file"]}
			public := "--public-url=" + set["--public-url"]
			for _, command := range [][]string{
				{"setup-link", public}, {"verify", public}, {"operator", "list", public}, {"operator", "reset", "ada", public},
				{"operator", "disable", "ada", public}, {"operator", "enable", "ada", public}, {"keys", "check"},
				{"keys", "rewrap"},
			} {
				wantAbsent(t, run(t.Context(), append(command, home...), new(bytes.Buffer), io.Discard), set)
			}
			out, err := startWith(t, set)
			wantAbsent(t, err, set)
			if out != "" || !strings.Contains(err.Error(), "serve --create") {
				t.Errorf("said %q and %v", out, err)
			}

			begin := maps.Clone(set)
			begin["--create"] = "true"
			if out, err := startWith(t, begin); err != nil || !strings.Contains(out, "/setup#") {
				t.Fatalf("asked to begin one: %q, %v", out, err)
			}
			for _, again := range []map[string]string{set, begin} {
				if _, err := startWith(t, again); err != nil {
					t.Errorf("started again: %v", err)
				}
			}

			// The volume isn't mounted, and a service's settings still have --create.
			there := set["--database"]
			begin["--database"] = place(t)
			out, err = startWith(t, begin)
			wantAbsent(t, err, begin)
			keys, loading := sealed.Load(set["--keys-file"])
			if out != "" || loading != nil || keys.Database() == "" || !strings.Contains(err.Error(), keys.Database()) {
				t.Errorf("said %q and %v; the keys name %q, %v", out, err, keys.Database(), loading)
			}
			begin["--database"] = there
			if _, err := startWith(t, begin); err != nil {
				t.Errorf("mounted again: %v", err)
			}
		})
	}
}

// wantAbsent wants the error that names the setting, and no database made.
func wantAbsent(t *testing.T, err error, set map[string]string) {
	t.Helper()
	if !errors.Is(err, store.ErrAbsent) || !strings.Contains(err.Error(), "SHOPDESK_DATABASE") {
		t.Errorf("got %v", err)
	}
	if !isPostgres(set["--database"]) {
		if _, err := os.Stat(filepath.Dir(set["--database"])); err == nil {
			t.Error("a folder was made")
		}
	}
}

// An installation from before database ids starts without --create, and is then paired with its keys.
func TestInstallationWithoutAnIDStartsAndIsPaired(t *testing.T) {
	t.Parallel()
	for engine, place := range elsewhere {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			_, set := realSettings(t)
			set["--database"] = place(t)
			before, err := os.ReadFile(set["--keys-file"])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := startWith(t, set); err != nil {
				t.Fatal(err)
			}
			delete(set, "--create")
			db, err := openStore(t.Context(), databaseSettings{Database: set["--database"]}, new(sealed.Keyring), false)
			if err != nil {
				t.Fatal(err)
			}
			_, err = db.(*sqlstore.Store).DB().Exec(`DELETE FROM meta WHERE name = 'database.id'`)
			if err := errors.Join(err, db.Close(), os.WriteFile(set["--keys-file"], before, 0o600)); err != nil {
				t.Fatal(err)
			}
			if _, err := startWith(t, set); err != nil {
				t.Fatal(err)
			}
			after, err := os.ReadFile(set["--keys-file"])
			if err != nil || !strings.HasPrefix(string(after), string(before)+"# belongs to database ") {
				t.Errorf("the keys file has %d bytes, %v", len(after), err)
			}
		})
	}
}

// Keys that can't be written don't keep the console from starting: the log has the line to add to the keys.
func TestLogHasTheDatabaseLineForReadOnlyKeys(t *testing.T) {
	_, set := realSettings(t)
	delete(set, "--keys-file")
	t.Setenv("SHOPDESK_KEYS", sealed.Generate())
	var log bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	args := []string{"serve"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	if err := run(ctx, args, &stopAt{word: "/setup#", stop: stop}, &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), `line="# belongs to database `) {
		t.Errorf("the log has no line to add: %s", &log)
	}
}

// Lost photos are reported, and a new file for photos is begun only on request. The bugs: the check said that a start
// with --create would fail, and that start said nothing.
func TestLostPhotosAreReported(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	if _, err := startWith(t, set); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(filepath.Dir(set["--database"]), "blobs.db")); err != nil {
		t.Fatal(err)
	}
	without := maps.Clone(set)
	delete(without, "--create")
	if _, err := startWith(t, without); !errors.Is(err, sqlite.ErrNoBlobs) {
		t.Errorf("got %v", err)
	}
	found, _ := looked(t, without)
	has(t, found, "database", checkWrong, "blobs.db")
	found, _ = looked(t, set)
	has(t, found, "database", checkNote, "blobs.db")
	args := []string{"serve"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	for _, said := range []int{1, 0} {
		var log bytes.Buffer
		ctx, stop := context.WithCancel(t.Context())
		if err := run(ctx, args, &stopAt{word: "/setup#", stop: stop}, &log); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(log.String(), "blobs.db"); got != said {
			t.Errorf("the log names blobs.db %d times, want %d: %s", got, said, &log)
		}
	}
}

// The demonstration begins without --create, and continues with its data; a part that is lost later isn't made anew.
func TestDemoBeginsWithoutCreate(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	start := func() error {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		args := []string{"serve", "--demo", "--listen=127.0.0.1:0", "--sandbox-listen=127.0.0.1:0", "--data=" + data}
		return run(ctx, args, &stopAt{word: "Ctrl-C", stop: stop}, io.Discard)
	}
	for range 2 {
		if err := start(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(data, "shopdesk.db")); err != nil {
		t.Fatal(err)
	}
	if err := start(); !errors.Is(err, store.ErrAbsent) || !strings.Contains(err.Error(), "delete "+data) {
		t.Errorf("got %v", err)
	}
}

// Bug: a start behind a PgBouncer in transaction mode ended with an error of PostgreSQL that didn't name the pooler.
func TestConsoleStartsBehindPgBouncer(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	direct := wholeDatabase(t)
	set["--database"] = pgtest.Bouncer(t, direct, "transaction")
	if _, err := startWith(t, set); err == nil || !strings.Contains(err.Error(), "SHOPDESK_DATABASE_DIRECT") {
		t.Errorf("not told of the pooler: %v", err)
	}
	set["--database-direct"] = "shopdesk.db"
	if _, err := startWith(t, set); err == nil || !strings.Contains(err.Error(), "want a postgres:// address") {
		t.Errorf("a path: %v", err)
	}
	set["--database-direct"] = direct
	if out, err := startWith(t, set); !strings.Contains(out, "/setup#") {
		t.Errorf("no link: %v\n%s", err, out)
	}
}

// Bug: a command of a new program, beside the console of the release before, migrated the database without a backup.
func TestCommandsMigrateNothing(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	if _, err := db.DB().ExecContext(t.Context(), `DELETE FROM shopdesk_migrations
		WHERE version_id = (SELECT MAX(version_id) FROM shopdesk_migrations)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"why", "7"}, {"verify"}, {"operator", "list"}, {"setup-link"}, {"keys", "check"},
		{"keys", "rewrap"}, {"privacy", "export", "--order=7"}, {"doctor"}} {
		for flag, value := range set {
			if args[0] == "doctor" || strings.HasPrefix(flag, "--database") || flag == "--keys-file" ||
				flag == "--public-url" && args[0] != "keys" {
				args = append(args, flag+"="+value)
			}
		}
		err := run(t.Context(), args, new(bytes.Buffer), new(bytes.Buffer))
		if err == nil || !strings.Contains(err.Error(), "which migrates it") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
