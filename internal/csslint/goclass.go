package csslint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// GoClasses gives the classes that a Go file sets with Class(…) or pages.Div(…), and a problem
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
			for _, arg := range classArguments(n, parsed.Name.Name == "pages") {
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

// classArguments are those of Class, and the first of pages.Div and its like, which inside of their package have no
// name in front.
func classArguments(call *ast.CallExpr, inside bool) []ast.Expr {
	name, on := "", ""
	switch called := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = called.Sel.Name
		if x, ok := called.X.(*ast.Ident); ok {
			on = x.Name
		}
	case *ast.Ident:
		name = called.Name
		if inside {
			on = "pages"
		}
	}
	switch {
	case name == "Class":
		return call.Args
	case on == "pages" && classed[name] && len(call.Args) > 0:
		return call.Args[:1]
	}
	return nil
}

// classed are the functions of app/pages that begin with a class.
var classed = map[string]bool{"Div": true, "P": true, "Span": true}

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
