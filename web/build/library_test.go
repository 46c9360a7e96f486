package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The library's own tests of sorting hold for the short sorts, stability included, and those of addresses for the
// edited check of a host, but for tests of addresses in brackets that aren't any, and of settings.
func TestEditedLibraryPassesItsTests(t *testing.T) {
	t.Parallel()
	for name, which := range map[string][]string{
		"slices":  {"-run", "Sort|Stab|Search"},
		"net/url": {"-skip", "^Test(ParseErrors|ParseRequestURI|ParseQueryLimits|ParseStrictIpv6)$"},
	} {
		testLibrary(t, append(which, name)...)
	}
}

// The go command replaces no file beneath the cache of modules, where a toolchain lies that it downloaded.
func TestDownloadedLibraryIsEdited(t *testing.T) {
	root, err := goroot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOMODCACHE", filepath.Dir(root))
	testLibrary(t, "-run", "Sort", "slices")
}

// testLibrary runs tests of the edited library, outside of any module.
func testLibrary(t *testing.T, args ...string) {
	t.Helper()
	edited, err := options{check: true}.edited(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), edited.command,
		slices.Concat([]string{"test", "-short"}, edited.flags, args)...)
	command.Dir = t.TempDir()
	command.Env = append(os.Environ(), edited.env...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%q: %v\n%s", args, err, output)
	}
}

// A library that reads differently doesn't stop a build; it stops only the check of sizes.
func TestOtherLibraryIsLeftAlone(t *testing.T) {
	root := t.TempDir()
	for name, edits := range libraryEdits {
		folder := filepath.Join(root, "src", filepath.FromSlash(name))
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, e := range edits {
			if err := os.WriteFile(filepath.Join(folder, e.file), []byte("package other\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Setenv("GOROOT", root)
	for _, check := range []bool{false, true} {
		var said bytes.Buffer
		edited, err := options{check: check, stderr: &said}.edited(t.Context(), t.TempDir())
		if refused := err != nil; refused != check || edited.flags != nil {
			t.Errorf("check %v: %q, %v", check, edited, err)
		}
		if warned := strings.Contains(said.String(), "WARNING"); warned == check {
			t.Errorf("check %v: says %q", check, said.String())
		}
	}
}
