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

// The library's own tests hold for what was edited and for what runs on it, but for tests of addresses in brackets that
// aren't any, of settings, of times as texts, and of the memory's figures. SHOPDESK_WHOLE has the runtime's, too.
func TestEditedLibraryPassesItsTests(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"context":       nil,
		"encoding/json": {"-skip", "^TestUnmarshal$/^#106$|^TestInvalidStringOption$"},
		"net/url":       {"-skip", "^Test(ParseErrors|ParseRequestURI|ParseQueryLimits|ParseStrictIpv6)$"},
		"slices":        {"-run", "Sort|Stab|Search"},
		"strconv":       nil,
	}
	if os.Getenv("SHOPDESK_WHOLE") != "" {
		tests["runtime"] = []string{"-run", "^Test(Chan|Select|Gc|Defer|Panic|Stack|Map|Finalizer|Cleanup|Recover)",
			"-skip", "^Test(GcLastTime|PanicNil)$"}
	}
	library := editLibrary(t)
	for name, which := range tests {
		library.run(t, slices.Concat([]string{"test", "-short"}, which, []string{name})...)
	}
}

// The runtime tells how much memory is in use and with how much the next collection begins, and times aren't texts.
func TestEditedLibraryTellsOfMemory(t *testing.T) {
	t.Parallel()
	program, err := filepath.Abs("testdata/memory/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if told := editLibrary(t).run(t, "run", program); told != "true true Time.MarshalJSON: time: not as text\n" {
		t.Error(told)
	}
}

// The go command replaces no file beneath the cache of modules, where a toolchain lies that it downloaded.
func TestDownloadedLibraryIsEdited(t *testing.T) {
	root, err := goroot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOMODCACHE", filepath.Dir(root))
	editLibrary(t).run(t, "build", "slices")
}

func editLibrary(t *testing.T) toolchain {
	t.Helper()
	edited, err := options{check: true}.edited(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return edited
}

// run runs the go command with the edited library, outside of any module.
func (edited toolchain) run(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), edited.command, slices.Concat(args[:1], edited.flags, args[1:])...)
	command.Dir = t.TempDir()
	command.Env = append(os.Environ(), edited.env...)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Errorf("%q: %v\n%s", args, err, output)
	}
	return string(output)
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
