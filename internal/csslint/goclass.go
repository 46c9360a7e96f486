package csslint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// GoClasses gives the classes that a Go file sets with Class(…), and a problem
// for each argument it can't follow: an argument is a literal, or a variable
// named class that is given literals.
func GoClasses(file string, source []byte) (classes []string, problems []Problem, err error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, fmt.Errorf("csslint: %w", err)
	}
	add := func(e ast.Expr) bool {
		text, ok := literal(e)
		classes = append(classes, strings.Fields(text)...)
		return ok
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); !ok || called.Sel.Name != "Class" {
				return true
			}
			for _, arg := range n.Args {
				if !add(arg) && !isClassVariable(arg) {
					problems = append(problems, Problem{file, fset.Position(arg.Pos()).Line,
						"class that is neither a literal nor a variable named class"})
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if isClassVariable(left) && i < len(n.Rhs) {
					add(n.Rhs[i])
				}
			}
		}
		return true
	})
	return classes, problems, nil
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func isClassVariable(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "class"
}
