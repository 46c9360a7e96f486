package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/web/build/shrink"
)

// A release of Go that the rewriting doesn't know must not hold up a build, and nobody may miss that it isn't shrunk.
func TestRefusedProgramStaysAsLinked(t *testing.T) {
	t.Parallel()
	linked := []byte("no program")
	var said strings.Builder
	got, err := shrunk(options{root: t.TempDir(), shrink: true, stderr: &said}, "app.wasm", linked)
	if err != nil || string(got) != string(linked) {
		t.Errorf("got %q, %v", got, err)
	}
	if !strings.Contains(said.String(), "WARNING: app.wasm is not shrunk") {
		t.Errorf("it said %q", said.String())
	}
	if _, err := shrunk(options{root: t.TempDir(), shrink: true, check: true, stderr: &said}, "app.wasm", linked); err == nil || !strings.Contains(err.Error(), "app.wasm") {
		t.Errorf("the sizes are checked, and the refusal is %v", err)
	}
	said.Reset()
	if got, err := shrunk(options{stderr: &said}, "app.wasm", linked); err != nil || string(got) != string(linked) || said.Len() > 0 {
		t.Errorf("switched off: got %q, %v, %q", got, err, said.String())
	}
}

// The result is kept for the same program only.
func TestShrunkIsKept(t *testing.T) {
	t.Parallel()
	linked := []byte("a program")
	kept := filepath.Join(t.TempDir(), "build", "app.wasm")
	shrunkBefore := func(linked []byte) ([]byte, error) {
		return shrunkBefore(kept, linked, func(linked []byte) ([]byte, error) { return linked[:5], nil })
	}
	body, err := shrunkBefore(linked)
	if err != nil || len(body) != 5 {
		t.Fatalf("%d bytes: %v", len(body), err)
	}
	all, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, append(all, "kept"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := shrunkBefore(linked); err != nil || string(again) != string(body)+"kept" {
		t.Errorf("the same program: got %q, %v", again, err)
	}
	other := append(linked, " more"...)
	if again, err := shrunkBefore(other); err != nil || string(again) != string(body) {
		t.Errorf("another program: got %q, %v", again, err)
	}
}

// The toolchain in go.mod links the programs; the rewriting must know it.
func TestToolchainIsKnown(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile(filepath.Join("..", "..", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^toolchain (\S+)$`).FindSubmatch(body)
	if line == nil || !shrink.Knows(string(line[1])) {
		t.Errorf("go.mod's toolchain is %q", line)
	}
}
