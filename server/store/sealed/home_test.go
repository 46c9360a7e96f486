package sealed_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func load(t *testing.T, path string) *sealed.Keyring {
	t.Helper()
	r, err := sealed.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func check(t *testing.T, r *sealed.Keyring, kept store.Meta) {
	t.Helper()
	if err := r.Check(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
}

// Bug: keys accepted any empty database, so a new database in place of their own was taken for a
// new installation.
func TestKeysFileRemembersItsDatabase(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{"a line": lineA + "\n", "no newline at the end": "# ours\n" + lineA} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path, ours := keysFile(t, text, 0o600), meta(t)
			first := load(t, path)
			check(t, first, ours)
			id, err := sealed.DatabaseID(t.Context(), ours)
			if err != nil || id == "" || first.Database() != id {
				t.Fatalf("the database is %q, %v; the keys name %q", id, err, first.Database())
			}
			written, err := os.ReadFile(path)
			if err != nil || strings.TrimSuffix(text, "\n")+"\n"+sealed.Note(id)+"\n" != string(written) {
				t.Errorf("the file is %q, %v", written, err)
			}
			for range 2 { // the line is written only once
				check(t, load(t, path), ours)
			}
			if again, _ := os.ReadFile(path); string(again) != string(written) {
				t.Errorf("the file became %q", again)
			}
			if err := load(t, path).Check(t.Context(), meta(t)); !errors.Is(err, sealed.ErrOtherDatabase) {
				t.Errorf("a new database: %v", err)
			}
			theirs := meta(t)
			check(t, ring(t, lineA), theirs) // checked with a copy of the keys
			if err := load(t, path).Check(t.Context(), theirs); !errors.Is(err, sealed.ErrOtherDatabase) {
				t.Errorf("another installation with the same key: %v", err)
			}
		})
	}
}

// Check writes nothing into a database that it refuses.
func TestRefusedDatabaseStaysEmpty(t *testing.T) {
	t.Parallel()
	path, other := keysFile(t, lineA+"\n", 0o600), meta(t)
	check(t, load(t, path), meta(t))
	if err := load(t, path).Check(t.Context(), other); err == nil {
		t.Fatal("accepted")
	}
	for _, name := range []string{"seal.canary", "seal.canary/a", "database.id"} {
		if value, err := other.Meta(t.Context(), name); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s is %q, %v", name, value, err)
		}
	}
}

// older returns a database from before there were ids.
func older(t *testing.T) store.Meta {
	t.Helper()
	kept := meta(t)
	check(t, ring(t, lineA), kept)
	canary, err := kept.Meta(t.Context(), "seal.canary")
	if err != nil {
		t.Fatal(err)
	}
	before := meta(t)
	if _, err := before.PutMeta(t.Context(), "seal.canary", canary); err != nil {
		t.Fatal(err)
	}
	return before
}

// An installation older than the ids still opens. So does a backup from that time, with keys that
// name the database by now.
func TestDatabasesOlderThanIDsArePaired(t *testing.T) {
	t.Parallel()
	path := keysFile(t, lineA+"\n", 0o600)
	now, backup := older(t), older(t)
	for _, kept := range []store.Meta{now, backup} {
		r := load(t, path)
		check(t, r, kept)
		if id, err := sealed.DatabaseID(t.Context(), kept); err != nil || id != r.Database() {
			t.Errorf("the database is %q, %v; the keys name %q", id, err, r.Database())
		}
	}
}

// Two replicas whose first starts read one keys file before either has written it. The bug: both wrote the line.
func TestKeysFileOfTwoFirstStartsHasOneLine(t *testing.T) {
	t.Parallel()
	path, ours := keysFile(t, lineA+"\n", 0o600), meta(t)
	one, two := load(t, path), load(t, path)
	check(t, one, ours)
	check(t, two, ours)
	id, err := sealed.DatabaseID(t.Context(), ours)
	if err != nil || one.Database() != id || two.Database() != id {
		t.Errorf("the keys name %q and %q, want %q, %v", one.Database(), two.Database(), id, err)
	}
	if written, _ := os.ReadFile(path); string(written) != lineA+"\n"+sealed.Note(id)+"\n" {
		t.Errorf("the file is %q", written)
	}
}

// Keys in a file that can't be written are used, and name no database.
func TestKeysInAnUnwritableFileAreUsed(t *testing.T) {
	t.Parallel()
	kept, path := meta(t), keysFile(t, lineA, 0o600)
	gone := load(t, path)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	check(t, gone, kept)
	if _, err := os.Stat(path); err == nil || gone.Database() != "" {
		t.Errorf("a file was made, or %q is said to be noted", gone.Database())
	}
	r := ring(t, lineA)
	check(t, r, kept)
	id, err := sealed.DatabaseID(t.Context(), kept)
	if err != nil || r.Database() != "" {
		t.Fatalf("%q, %v; named %q", id, err, r.Database())
	}
	named := ring(t, lineA, sealed.Note(id)) // add the line by hand, as the log asks
	check(t, named, kept)
	if err := named.Check(t.Context(), meta(t)); !errors.Is(err, sealed.ErrOtherDatabase) {
		t.Errorf("a new database: %v", err)
	}
}
