package activity

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// sources are the server's files.
type sources struct {
	set    *token.FileSet
	files  []*ast.File
	places map[string][]int  // which arguments of functions of a name are the action
	consts map[string]string // by name
	found  map[string]string // where, by action
}

// note takes what is given as an action: a literal or a constant. What else it
// is comes from a parameter, a variable or the catalogue, which are looked at.
func (s *sources) note(given ast.Expr) {
	value := ""
	switch e := given.(type) {
	case *ast.BasicLit:
		value, _ = strconv.Unquote(e.Value)
	case *ast.Ident:
		value = s.consts[e.Name]
	}
	if value != "" {
		s.found[value] = s.set.Position(given.Pos()).String()
	}
}

// learn finds the functions that take an action, and the constants.
func (s *sources) learn(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		at := 0
		for _, field := range n.Type.Params.List {
			for _, name := range field.Names {
				if name.Name == "action" {
					s.places[n.Name.Name] = append(s.places[n.Name.Name], at) // of all functions of that name
				}
				at++
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if literal, ok := value.(*ast.BasicLit); ok && i < len(n.Names) {
				s.consts[n.Names[i].Name], _ = strconv.Unquote(literal.Value)
			}
		}
	}
	return true
}

// look notes every action that is written down.
func (s *sources) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if name, ok := n.Key.(*ast.Ident); ok && name.Name == "Action" {
			s.note(n.Value)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && name.Name == "action" && len(n.Lhs) == len(n.Rhs) {
				s.note(n.Rhs[i])
			}
		}
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		for _, at := range s.places[name] {
			if at < len(n.Args) {
				s.note(n.Args[at])
			}
		}
	}
	return true
}

// actions are all that the server writes into the audit, and where.
func actions(t *testing.T) map[string]string {
	t.Helper()
	s := sources{
		set: token.NewFileSet(), places: map[string][]int{}, consts: map[string]string{}, found: map[string]string{},
	}
	err := fs.WalkDir(os.DirFS("../../../../server"), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.Contains(name, "storetest") {
			return err
		}
		file, err := parser.ParseFile(s.set, "../../../../server/"+name, nil, 0)
		s.files = append(s.files, file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range s.files {
		ast.Inspect(file, s.learn)
	}
	for _, file := range s.files {
		ast.Inspect(file, s.look)
	}
	for _, e := range platform.Endpoints() {
		if e.Audit != "" && e.Permission != platform.PermissionServer {
			s.found[e.Audit] = "the catalogue"
		}
	}
	return s.found
}

// Every action that the server writes down has a title, and a kind by which to find it.
func TestEveryActionHasWords(t *testing.T) {
	t.Parallel()
	found := actions(t)
	for _, want := range []string{"shops.add", "operators.disable", "connections.look", "dates.names", "order.confirm",
		"callback.set", "pause.left"} {
		if found[want] == "" {
			t.Errorf("the test doesn't find %q", want)
		}
	}
	for action, where := range found {
		if !text.Has("activity.did." + action) {
			t.Errorf("%s: no words for %q", where, action)
		}
		prefix, _, _ := strings.Cut(action, ".")
		if !slices.ContainsFunc(kinds, func(k kind) bool { return slices.Contains(k.prefixes, prefix) }) {
			t.Errorf("%s: %q can't be chosen by any kind", where, action)
		}
	}
	for _, k := range kinds {
		if !text.Has(k.words) {
			t.Errorf("no words for the kind %q", k.words)
		}
		for _, prefix := range k.prefixes {
			used := false
			for action := range found {
				used = used || strings.HasPrefix(action, prefix+".")
			}
			if !used {
				t.Errorf("nothing is of the kind %q", prefix)
			}
		}
	}
}
