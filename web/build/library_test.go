package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The library's own tests of sorting hold for the short sorts, stability included.
func TestShortSortsPassTheLibrarysTests(t *testing.T) {
	t.Parallel()
	root, err := goroot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	flags, err := options{check: true}.sortFlags(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"test", "-run", "Sort|Stab|Search"}, append(flags, "slices")...)
	if output, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// A library with other sorts doesn't stop a build; it stops only the check of sizes.
func TestOtherSortsAreLeftAlone(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	folder := filepath.Join(root, "src", "slices")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, e := range sortEdits {
		if err := os.WriteFile(filepath.Join(folder, e.file), []byte("package slices\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, check := range []bool{false, true} {
		var said bytes.Buffer
		flags, err := options{check: check, stderr: &said}.sortFlags(root, t.TempDir())
		if refused := err != nil; refused != check || flags != nil {
			t.Errorf("check %v: %q, %v", check, flags, err)
		}
		if warned := strings.Contains(said.String(), "WARNING"); warned == check {
			t.Errorf("check %v: says %q", check, said.String())
		}
	}
}
