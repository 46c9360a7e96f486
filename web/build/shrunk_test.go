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
	linked := []byte("\x00asm\x01\x00\x00\x00") // a program without functions
	for _, id := range []byte{1, 2, 3, 4, 5, 6, 7, 9, 10, 11} {
		linked = append(linked, id, 1, 0)
	}
	linked = append(linked, "\x00\x21\x09producers\x01\x08language\x01\x02Go\x08go1.26.8"...)
	o := options{root: t.TempDir(), shrink: true, check: true}
	body, err := shrunk(o, "app.wasm", linked)
	if err != nil || len(body) >= len(linked) {
		t.Fatalf("%d bytes: %v", len(body), err)
	}
	kept := filepath.Join(o.root, "build", "shrunk", "app.wasm")
	all, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, append(all, "kept"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := shrunk(o, "app.wasm", linked); err != nil || string(again) != string(body)+"kept" {
		t.Errorf("the same program: got %q, %v", again, err)
	}
	other := append(linked, "\x00\x02\x01a"...) // one more section, which is left out
	if again, err := shrunk(o, "app.wasm", other); err != nil || string(again) != string(body) {
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
