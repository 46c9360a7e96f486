package build

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
	got, err := shrunk(options{cache: cache{t.TempDir()}, shrink: true, stderr: &said}, "app.wasm", linked)
	if err != nil || string(got) != string(linked) {
		t.Errorf("got %q, %v", got, err)
	}
	if !strings.Contains(said.String(), "WARNING: app.wasm is not shrunk") {
		t.Errorf("it said %q", said.String())
	}
	if _, err := shrunk(options{cache: cache{t.TempDir()}, shrink: true, check: true, stderr: &said}, "app.wasm",
		linked); err == nil || !strings.Contains(err.Error(), "app.wasm") {
		t.Errorf("the sizes are checked, and the refusal is %v", err)
	}
	said.Reset()
	if got, err := shrunk(options{stderr: &said}, "app.wasm", linked); err != nil || string(got) != string(linked) ||
		said.Len() > 0 {
		t.Errorf("switched off: got %q, %v, %q", got, err, said.String())
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
