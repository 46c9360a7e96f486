package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A secret's file may be added, changed and removed while the server runs.
func TestSecretFilesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old, next := filepath.Join(dir, "old"), filepath.Join(dir, "next")
	var log bytes.Buffer
	f := &secretFiles{paths: []string{old, next}, log: slog.New(slog.NewTextHandler(&log, nil))} // reads each time
	want := func(secrets ...string) {
		t.Helper()
		if got := f.secrets(); !slices.Equal(got, secrets) {
			t.Errorf("%q, want %q", got, secrets)
		}
	}
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want()
	put(old, "one\n")
	want("one")
	put(next, "two")
	want("one", "two")
	put(old, " \n")
	want("two")
	if err := os.Remove(next); err != nil {
		t.Fatal(err)
	}
	want()
	put(old, "one")
	want("one")
	// An unreadable file changes nothing, and is logged.
	if err := os.Mkdir(next, 0o700); err != nil {
		t.Fatal(err)
	}
	want("one")
	if !strings.Contains(log.String(), "next") || strings.Contains(log.String(), "one") {
		t.Errorf("logged: %s", &log)
	}
}
