package shrink

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Go's own tests pass when they are shrunk, in one file and in two. SHOPDESK_WHOLE has more packages than those that
// are quick.
func TestGoTestsPassShrunk(t *testing.T) {
	t.Parallel()
	root := goCommand(t, "env", "GOROOT")
	packages := []string{"context", "strconv"}
	if os.Getenv("SHOPDESK_WHOLE") != "" {
		packages = append(packages, "container/heap", "encoding/json", "errors", "fmt", "maps", "slices", "sort",
			"strings", "time")
	}
	for _, name := range packages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			linked := filepath.Join(t.TempDir(), "linked.wasm")
			goCommand(t, "test", "-c", "-o", linked, name)
			folder := filepath.Join(root, "src", filepath.FromSlash(name)) // some read their testdata
			shrunk := shrinkFile(t, linked)
			for _, program := range []string{shrunk, splitFile(t, linked, shrunk, everyOther)} {
				if out, err := node(t, program, folder, "-test.short"); err != nil || !strings.HasSuffix(out, "PASS\n") {
					t.Errorf("%s: %v\n%s", program, err, out)
				}
			}
		})
	}
}

// A program that leans on the runtime's tables prints the same when it is shrunk. Its last words name numbers.
func TestProgramPrintsTheSame(t *testing.T) {
	t.Parallel()
	linked := filepath.Join(t.TempDir(), "linked.wasm")
	goCommand(t, "build", "-o", linked, "testdata/program/main.go")
	shrunk := shrinkFile(t, linked)
	want, err := node(t, linked, ".")
	if err != nil || !strings.HasSuffix(want, "frames true\n") {
		t.Fatalf("%v\n%s", err, want)
	}
	if got, err := node(t, shrunk, "."); err != nil || got != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
	got, err := node(t, shrunk, ".", "panic")
	if err == nil || !strings.Contains(got, "last words") ||
		!regexp.MustCompile(`program\.\(\*T\)\.f\d{5}\(`).MatchString(got) {
		t.Errorf("%v\n%s", err, got)
	}
}

// shrinkFile writes the shrunk form of a program beside it.
func shrinkFile(t *testing.T, linked string) string {
	t.Helper()
	module, err := os.ReadFile(linked)
	if err != nil {
		t.Fatal(err)
	}
	shrunk, err := Program(module)
	if err != nil {
		t.Fatal(err)
	}
	name := linked + ".shrunk"
	if err := os.WriteFile(name, shrunk, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// node runs a program in a folder. That of two files brings its rest.
func node(t *testing.T, program, folder string, args ...string) (string, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), filepath.Join(goCommand(t, "env", "GOROOT"), "lib", "wasm",
		"go_js_wasm_exec"), append([]string{program}, args...)...)
	command.Dir = folder
	if strings.HasSuffix(program, firstFile) {
		bring, err := filepath.Abs("testdata/split/bring.js")
		if err != nil {
			t.Fatal(err)
		}
		command.Env = append(os.Environ(), "NODE_OPTIONS=--require="+bring)
	}
	out, err := command.CombinedOutput()
	return string(out), err
}

// goCommand runs the go command for js/wasm.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", args...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", args[0], err, out)
	}
	return strings.TrimSpace(string(out))
}
