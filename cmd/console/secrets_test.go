package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
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

// The documented change of the client secret loses no message: a replica that isn't restarted yet accepts both secrets
// between any two of the steps. The bug: once the files were exchanged, it accepted the old one alone.
func TestClientSecretChangesBesideARunningReplica(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, present := secretsIn(t, dir, "old")
	other := filepath.Join(dir, "other")
	synctest.Test(t, func(t *testing.T) {
		s := settings{ClientSecretFile: present, PreviousSecrets: []string{other}}
		s.Home.KeysFile = keys
		o, err := s.options(slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range []struct{ file, secret string }{{other, "new"}, {present, "new"}, {other, "old"}} {
			if err := os.WriteFile(step.file, []byte(step.secret), 0o600); err != nil {
				t.Fatal(err)
			}
			time.Sleep(lookAgain)
			all := append(o.Hooks.Secrets(), o.Platform.ClientSecret)
			for _, secret := range []string{"old", "new"} {
				if !slices.Contains(all, secret) {
					t.Errorf("with %s in %s, messages signed with %s are refused", step.secret, filepath.Base(step.file), secret)
				}
			}
		}
	})
}
