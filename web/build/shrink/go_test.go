package shrink

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Go's own tests pass when they are shrunk.
func TestGoTestsPassShrunk(t *testing.T) {
	t.Parallel()
	root := goCommand(t, "env", "GOROOT")
	for _, name := range []string{"context", "errors", "sort", "strconv"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			linked := filepath.Join(t.TempDir(), "linked.wasm")
			goCommand(t, "test", "-c", "-o", linked, name)
			module, err := os.ReadFile(linked)
			if err != nil {
				t.Fatal(err)
			}
			shrunk, err := Program(module)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(linked, shrunk, 0o600); err != nil {
				t.Fatal(err)
			}
			node := exec.CommandContext(t.Context(), filepath.Join(root, "lib", "wasm", "go_js_wasm_exec"), linked, "-test.short")
			node.Dir = filepath.Join(root, "src", filepath.FromSlash(name)) // some read their testdata
			if out, err := node.CombinedOutput(); err != nil || !strings.HasSuffix(string(out), "PASS\n") {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
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
