package components

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/markup"
)

// exportedComponents reads the names of the package's exported types that
// embed app.Compo.
func exportedComponents(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.IsExported() && embedsCompo(spec.Type) {
				names = append(names, spec.Name.Name)
			}
			return true
		})
	}
	if len(names) < 20 {
		t.Fatalf("found only the components %v", names)
	}
	return names
}

func embedsCompo(e ast.Expr) bool {
	s, ok := e.(*ast.StructType)
	return ok && slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool {
		sel, ok := f.Type.(*ast.SelectorExpr)
		return ok && len(f.Names) == 0 && sel.Sel.Name == "Compo"
	})
}

func TestEveryComponentHasStories(t *testing.T) {
	t.Parallel()
	told := map[string]bool{}
	names := map[string]bool{}
	for _, s := range Stories() {
		told[s.Component] = true
		if names[s.Component+": "+s.Name] {
			t.Errorf("two stories are named %s: %s", s.Component, s.Name)
		}
		names[s.Component+": "+s.Name] = true
	}
	for _, name := range exportedComponents(t) {
		if !told[name] {
			t.Errorf("%s has no story", name)
		}
		delete(told, name)
	}
	for name := range told {
		t.Errorf("there are stories of %s, which is no component", name)
	}
}

func TestStoriesAreWellFormed(t *testing.T) {
	t.Parallel()
	owner := map[string]string{}
	for _, s := range Stories() {
		name := s.Component + ": " + s.Name
		root := render(t, s.UI)
		for _, problem := range structure(root) {
			t.Errorf("%s: %s", name, problem)
		}
		for _, n := range root.All("[id]") {
			if other := owner[n.Get("id")]; other != "" {
				t.Errorf("%s: id %s is in %s too", name, n.Get("id"), other)
			}
			owner[n.Get("id")] = name
		}
	}
}

// TestStructureFindsProblems keeps the check above from passing by finding
// nothing.
func TestStructureFindsProblems(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`<input id="a">`:                             `control <input id=a> has no name`,
		`<button type="button"></button>`:            `control <button id=> has no name`,
		`<button>Save</button>`:                      `button without a type`,
		`<p aria-describedby="x"></p>`:               `aria-describedby of <p> refers to x, which isn't there`,
		`<label for="x">A</label>`:                   `for of <label> refers to x, which isn't there`,
		`<p style="color: red"></p>`:                 `<p> has a style`,
		`<svg></svg>`:                                `drawing that is neither named nor hidden`,
		`<div role="dialog"></div>`:                  `<div> of role dialog has no name`,
		`<p id="a"></p><p id="a"></p>`:               `two elements have the id a`,
		`<p title="%!s(MISSING)"></p>`:               `title of <p> is a broken format`,
		`<ul role="listbox" aria-label="x"></ul>`:    ``,
		`<button type="button" title="x">A</button>`: ``,
	} {
		got := strings.Join(structure(markup.Parse(t, text)), "; ")
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
