package components

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Each component that was mounted had its page drawn a second time, with the frame: go-app draws what has handled an
// event, and all around it, unless it is told not to.
func TestMountingDrawsNothing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	mounted := 0
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			method, ok := d.(*ast.FuncDecl)
			if !ok || method.Name.Name != "OnMount" || strings.HasSuffix(name, "_test.go") {
				continue
			}
			mounted++
			prevents := false
			ast.Inspect(method, func(n ast.Node) bool {
				call, ok := n.(*ast.SelectorExpr)
				prevents = prevents || ok && call.Sel.Name == "PreventUpdate"
				return true
			})
			if !prevents {
				t.Errorf("%s: a component that is mounted draws its page anew", name)
			}
		}
	}
	if mounted < 10 {
		t.Errorf("found only %d components that hear of being mounted", mounted)
	}
}
