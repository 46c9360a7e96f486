package build

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// stockEngine is where the go command keeps the engine that go.mod names.
func stockEngine(t *testing.T) string {
	t.Helper()
	folder, err := goCommand(t.Context(), stock, "", nil, "list", "-mod=readonly", "-m", "-f", "{{.Dir}}", engine)
	if err != nil || folder == "" {
		t.Fatalf("no engine: %q, %v", folder, err)
	}
	return folder
}

func TestSlimFiles(t *testing.T) {
	t.Parallel()
	files, err := slimFiles(os.DirFS(stockEngine(t)))
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]bool{}
	for name, body := range files {
		if strings.HasSuffix(name, "_test.go") {
			t.Errorf("a test was copied: %s", name)
		}
		if filepath.Ext(name) != ".go" {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, body, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range parsed.Imports {
			imports[strings.Trim(i.Path.Value, `"`)] = true
		}
	}
	want := []string{
		"context", "encoding/json", "errors", "fmt", engine + "/pkg/errors", "math/rand/v2",
		"net/url", "os",
		"path/filepath", "reflect", "runtime", "sort", "strconv", "strings", "sync", "syscall/js", "time",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(imports))); diff != "" {
		t.Errorf("the copy imports:\n%s", diff)
	}
}

// A drawing has the program wake up once. The engine's ticker had it wake up a second time, some milliseconds after.
func TestEngineWakesOnceForADrawing(t *testing.T) {
	t.Parallel()
	files, err := slimFiles(os.DirFS(stockEngine(t)))
	if err != nil {
		t.Fatal(err)
	}
	loop := string(files["pkg/app/engine.go"])
	if strings.Contains(loop, "time.NewTicker") || strings.Count(loop, "time.NewTimer") != 1 {
		t.Error("the engine's loop waits for a ticker")
	}
	if n := strings.Count(loop, "frames.Reset("); n != 1 {
		t.Errorf("the timer is set %d times, want once: by what asks for a drawing", n)
	}
}

// An extension that put something of its own first into the page lost that to the program, and the boot frame stood
// below the program for good.
func TestProgramTakesThePlaceOfTheBootFrame(t *testing.T) {
	t.Parallel()
	files, err := slimFiles(os.DirFS(stockEngine(t)))
	if err != nil {
		t.Fatal(err)
	}
	if loop := string(files["pkg/app/engine.go"]); strings.Contains(loop, "firstElementChild") ||
		!strings.Contains(loop, `GetElementByID("boot")`) {
		t.Error("the program takes the place of whatever stands first")
	}
	html, err := os.ReadFile("../page/page.html")
	if err != nil || !strings.Contains(string(html), `id="boot"`) {
		t.Errorf("the page has no boot frame: %v", err)
	}
}

// Another release of the engine may differ where we cut: then the build stops.
func TestSlimRefusesAnotherEngine(t *testing.T) {
	t.Parallel()
	stock := stockEngine(t)
	for _, name := range []string{"http.go", "context.go"} {
		copied := t.TempDir()
		if err := os.CopyFS(filepath.Join(copied, "pkg", "app"), os.DirFS(filepath.Join(stock, "pkg", "app"))); err != nil {
			t.Fatal(err)
		}
		changed := filepath.Join(copied, "pkg", "app", name)
		if err := os.Remove(changed); err != nil {
			t.Fatal(err)
		}
		if name == "context.go" {
			if err := os.WriteFile(changed, []byte("package app\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := slimFiles(os.DirFS(copied)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestEdit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		edit edit
		in   string
		want string // "" when the edit doesn't fit
	}{
		{"a word", edit{from: "b", become: "x"}, "abc", "axc"},
		{"a stretch", edit{from: "(", until: ")", become: "["}, "a(b)c", "a[)c"},
		{"nowhere", edit{from: "z"}, "abc", ""},
		{"twice", edit{from: "b"}, "abcb", ""},
		{"no end", edit{from: "a", until: "z"}, "abc", ""},
		{"two ends", edit{from: "a", until: "c"}, "abcc", ""},
		{"end before", edit{from: "c", until: "a"}, "abc", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.edit.apply(tt.in)
			if got != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

// What the engine sets as a property and not as an attribute, web/tree.js does too: another release may have more.
func TestElementKnowsProperties(t *testing.T) {
	t.Parallel()
	body, err := os.ReadFile(filepath.Join(stockEngine(t), "pkg", "app", "attribute.go"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(body), "func setJSAttribute(")
	cases, _, found := strings.Cut(rest, "\tdefault:")
	script, err := os.ReadFile(filepath.Join("..", "tree.js"))
	if err != nil || !found {
		t.Fatal("the engine sets attributes in another way", err)
	}
	name := regexp.MustCompile(`(?m)^\t(?:case |\t)"(\w+)"`)
	names := name.FindAllStringSubmatch(cases, -1)
	if len(names) < 18 {
		t.Errorf("only %d properties", len(names))
	}
	for _, n := range names {
		if !regexp.MustCompile(`\b` + n[1] + `\b`).Match(script) {
			t.Errorf("tree.js doesn't know %q", n[1])
		}
	}
}

// Only elements whose methods differ have types of their own.
func TestElementsShareOneType(t *testing.T) {
	t.Parallel()
	files, err := slimFiles(os.DirFS(stockEngine(t)))
	if err != nil {
		t.Fatal(err)
	}
	elements := string(files["pkg/app/"+elementsFile])
	got := regexp.MustCompile(`(?m)^type html\w+ struct`).FindAllString(elements, -1)
	want := []string{"type htmlElem struct", "type htmlElemSelfClosing struct", "type htmlTextarea struct"}
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("types of elements:\n%s", diff)
	}
	for _, part := range []string{"type HTMLDiv = HTMLElem\n", "func Div() HTMLElem {", `tag:           "div"`} {
		if strings.Count(elements, part) != 1 {
			t.Errorf("%q is not there once", part)
		}
	}
}

func TestElementsThatDifferAreRefused(t *testing.T) {
	t.Parallel()
	const two = `package app

type htmlDiv struct{ htmlElement }

func (e *htmlDiv) ID(v string) HTMLDiv { return e }

type htmlP struct{ htmlElement }

func (e *htmlP) ID(v string) HTMLP { return e }
`
	if _, err := oneElement(two); err != nil {
		t.Errorf("alike: %v", err)
	}
	differ := strings.Replace(two, "HTMLP { return e", "HTMLP { return nil", 1)
	if _, err := oneElement(differ); err == nil || !strings.Contains(err.Error(), "htmlElem.ID") {
		t.Errorf("got %v, want the method that differs", err)
	}
}
