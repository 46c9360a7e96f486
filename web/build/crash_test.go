package build

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/shopdesk/shopdesk"
	"github.com/shopdesk/shopdesk/web/build/shrink"
	"github.com/shopdesk/shopdesk/web/crash"
)

// told is what the page tells of a crash.
type told struct {
	Build, Page, Text string
	At                int64
	Stack             []string
}

// crashing is a program that dies in node.
type crashing struct {
	runtime, script string
	linked, shrunk  string
	known           *crash.Map
}

func newCrashing(t *testing.T) crashing {
	t.Helper()
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	c := crashing{in("wasm_exec.js"), in("boot.js"), in("linked.wasm"), in("shrunk.wasm"), nil}
	build := []string{"build", "-trimpath", "-ldflags=-s -w", "-o", c.linked, "./testdata/crash"}
	if _, err := goCommand(t.Context(), stock, "", nil, build...); err != nil {
		t.Fatal(err)
	}
	linked, err := os.ReadFile(c.linked)
	if err != nil {
		t.Fatal(err)
	}
	shrunk, err := shrink.Program(linked)
	if err != nil {
		t.Fatal(err)
	}
	if c.known, err = shrink.Map(linked); err != nil {
		t.Fatal(err)
	}
	runtime, err := wasmExec(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	script, err := joinBoot(shopdesk.Sources, []byte("const WORDS = {};\n"), []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if script, err = small("boot.js", script, api.LoaderJS); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string][]byte{c.runtime: runtime, c.script: script, c.shrunk: shrunk} {
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

var moment = regexp.MustCompile(`"at":\d+`)

// dies runs the program and answers what is told of its end.
func (c crashing) dies(t *testing.T, program, way string) []told {
	t.Helper()
	command := exec.CommandContext(t.Context(), "node", "testdata/crash/run.js", c.runtime, c.script, program, way)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	words := moment.ReplaceAllString(string(out), "") // whose digits may be any
	for _, part := range []string{"98765", "4321", "Ana", "100001", "logged"} {
		if strings.Contains(words, part) {
			t.Errorf("%s leaves the browser: %s", part, out)
		}
	}
	var all []told
	if err := json.Unmarshal(out, &all); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return all
}

// What the page tells of a crash leads to the function and line, and has nothing of what the program knew. Go's
// traceback of a program that isn't shrunk leads there too.
func TestCrashLeadsToItsLine(t *testing.T) {
	t.Parallel()
	const file = "github.com/shopdesk/shopdesk/web/build/testdata/crash/main.go"
	c := newCrashing(t)
	body, err := os.ReadFile("testdata/crash/main.go")
	if err != nil {
		t.Fatal(err)
	}
	line := func(mark string) int {
		before, _, found := strings.Cut(string(body), " // "+mark+"\n")
		if !found {
			t.Fatalf("no line is marked %s", mark)
		}
		return strings.Count(before, "\n") + 1
	}
	for _, tt := range []struct{ way, text, name, mark string }{
		{"index", "runtime error: index out of range [5] with length 2", "main.index", "index"},
		{"inlined", "runtime error: index out of range [6] with length 2", "main.small", "small"},
		{"method", "runtime error: invalid memory address or nil pointer dereference", "main.(*order).method", "method"},
		{"error", "", "main.said", "error"},
		{"chain", "assignment to entry in nil map", "main.chain.func1", "chain"},
		{"goroutine", "runtime error: index out of range [0] with length 0", "main.elsewhere.func1", "goroutine"},
		{"again", "runtime error: index out of range [5] with length 2", "main.again.func1", "again"},
		{"throw", "sync: unlock of unlocked mutex", "main.throw", "throw"},
	} {
		for _, program := range []string{c.shrunk, c.linked} {
			t.Run(tt.way+" in "+filepath.Base(program), func(t *testing.T) {
				t.Parallel()
				all := c.dies(t, program, tt.way)
				if len(all) != 1 {
					t.Fatalf("%d crashes", len(all))
				}
				got := all[0]
				if got.Text != tt.text || got.Page != "shops/orders/refund" || got.Build != "0123456789abcdef" || got.At == 0 {
					t.Errorf("told: %+v", got)
				}
				want := crash.Frame{Name: tt.name, File: file, Line: line(tt.mark)}
				if frames := c.ours(got.Stack); len(frames) == 0 || frames[0] != want {
					t.Errorf("want %v, got %v of %v", want, frames, got.Stack)
				}
			})
		}
	}
}

// ours are the functions of the program itself in a stack.
func (c crashing) ours(stack []string) []crash.Frame {
	var all []crash.Frame
	for _, frame := range stack {
		for _, f := range c.known.Frames(frame) {
			if strings.HasPrefix(f.Name, "main.") {
				all = append(all, f)
			}
		}
	}
	return all
}

// A stack that is too deep for the browser ends the program without a word of its own: the browser numbers functions.
func TestTrapIsTold(t *testing.T) {
	t.Parallel()
	c := newCrashing(t)
	all := c.dies(t, c.shrunk, "trap")
	if len(all) != 1 || all[0].Text != "RangeError: Maximum call stack size exceeded" || len(all[0].Stack) == 0 {
		t.Fatalf("told: %+v", all)
	}
	endless := false
	for _, f := range c.ours(all[0].Stack) {
		endless = endless || f.Name == "main.endless"
	}
	if !endless {
		t.Errorf("the function isn't in %v", c.ours(all[0].Stack))
	}
}

func TestEndWithoutACrashIsNotTold(t *testing.T) {
	t.Parallel()
	c := newCrashing(t)
	if diff := cmp.Diff([]told{}, c.dies(t, c.shrunk, "exit")); diff != "" {
		t.Error(diff)
	}
}
