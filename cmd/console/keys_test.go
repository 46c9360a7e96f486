package main

import (
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
	if out, err := do("keys", "rewrap"); err != nil || !strings.HasPrefix(out, "1 connections") {
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
