package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

func TestKeysCommandsCheckAndRewrap(t *testing.T) {
	dir := t.TempDir()
	database, file := filepath.Join(dir, "db"), filepath.Join(dir, "keys")
	oldKey, newKey := sealed.Generate(), sealed.Generate()
	write := func(lines ...string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	do := func(args ...string) (string, error) {
		var out strings.Builder
		err := run(t.Context(), append(args, "--database", database, "--keys-file", file), &out, io.Discard)
		return out.String(), err
	}
	write(oldKey)
	keys, err := sealed.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Create(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	if err := keys.Check(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	sub, _ := keys.Sub("tokens")
	access, _ := sub.Seal([]byte("a"), "connections/x/access")
	refresh, _ := sub.Seal([]byte("r"), "connections/x/refresh")
	if err := db.SaveConnection(t.Context(), store.Connection{ID: "x", SealedAccess: access,
		SealedRefresh: refresh}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}

	if out, err := do("keys", "check"); err != nil || !strings.Contains(out, "2 sealed  active") {
		t.Errorf("check: %q, %v", out, err)
	}
	write(newKey)
	if out, err := do("keys", "check"); err == nil {
		t.Errorf("another database's keys: %q", out)
	}
	if out, err := do("keys", "rewrap"); err == nil {
		t.Errorf("rewrap with another database's keys: %q", out)
	}
	write(newKey, oldKey)
	if out, err := do("keys", "rewrap"); err != nil || !strings.HasPrefix(out, "1 text of connections and orders") {
		t.Errorf("rewrap: %q, %v", out, err)
	}
	if out, err := do("keys", "check"); err != nil || !strings.Contains(out, "0 sealed  not needed any more") {
		t.Errorf("check: %q, %v", out, err)
	}
	write(newKey)
	if out, err := do("keys", "check"); err != nil || !strings.Contains(out, "2 sealed  active") {
		t.Errorf("with the new one alone: %q, %v", out, err)
	}
	// The keys come from the environment instead of a file.
	t.Setenv("SHOPDESK_KEYS", newKey)
	var out strings.Builder
	if err := run(t.Context(), []string{"keys", "check", "--database", database}, &out, io.Discard); err != nil {
		t.Errorf("from the environment: %v", err)
	}
	if err := run(t.Context(), []string{"keys", "check", "--database", database, "--keys-file", file}, &out,
		io.Discard); err == nil {
		t.Error("two sources of keys are taken")
	}
}

// The check called an old key "not needed any more" while it still proved the audit: without the key the audit was
// called broken, and each later backup damaged.
func TestKeyThatProvesTheAuditIsKept(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, _ := secretsIn(t, dir, "s3cret")
	database, file := filepath.Join(dir, "shopdesk.db"), filepath.Join(dir, "one.tar.zst")
	begun(t, map[string]string{"--database": database})
	audited(t, database, keys)
	old, err := os.ReadFile(keys)
	if err != nil {
		t.Fatal(err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(keys, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fresh := sealed.Generate() + "\n"
	write(fresh + string(old))
	set := []string{"--database=" + database, "--keys-file=" + keys}
	said, err := told(t, append([]string{"keys", "rewrap"}, set...)...)
	if err != nil {
		t.Fatal(said, err)
	}
	if said, err = told(t, append([]string{"keys", "check"}, set...)...); err != nil ||
		!strings.Contains(said, "keep it: it proves 1 row of the audit") {
		t.Errorf("the check says %q, %v", said, err)
	}

	write(fresh)
	if said, err = told(t, append([]string{"keys", "check"}, set...)...); err != nil ||
		!strings.Contains(said, "not among the keys: 1 row of the audit can't be proven") {
		t.Errorf("without the old key the check says %q, %v", said, err)
	}
	unproven := func(said string, err error) {
		t.Helper()
		if !errors.Is(err, sealed.ErrUnknownKey) || !strings.Contains(err.Error(), "put its line back") {
			t.Errorf("%q, %v", said, err)
		}
	}
	unproven(told(t, append([]string{"verify", "--public-url=http://127.0.0.1:2"}, set...)...))
	if said, err := told(t, "backup", file, "--database="+database); err != nil {
		t.Fatal(said, err)
	}
	elsewhere := []string{"restore", file, "--database=" + filepath.Join(dir, "new", "shopdesk.db"), "--keys-file=" + keys,
		"--listen=127.0.0.1:0"}
	unproven(told(t, elsewhere...))
	write(fresh + string(old))
	if said, err := told(t, elsewhere...); err != nil {
		t.Errorf("with both keys: %q, %v", said, err)
	}
}
