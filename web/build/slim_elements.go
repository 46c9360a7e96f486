package build

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

// elementsFile is where the engine has its elements: for each tag a type, an interface and some hundred methods, alike
// but for the names of the two.
const elementsFile = "html_gen.go"

// ownElements keep their types: Elem is the one that the others share, and the two others differ from it.
var ownElements = map[string]bool{"Elem": true, "ElemSelfClosing": true, "Textarea": true}

// elementTypes are the names of an element's type and its interface.
var elementTypes = regexp.MustCompile(`\b(html|HTML)([A-Z][A-Za-z0-9]*)\b`)

// oneElement gives all elements the type of Elem, which the engine tells apart by their tags. Each method is then
// compiled once and not for every tag. Methods of one name that differ are refused.
func oneElement(stock string) (string, error) {
	var said strings.Builder
	said.WriteString("package app\n\nimport \"strings\"\n\ntype HTMLElem = *htmlElem\n")
	known := map[string]bool{}
	source := elementTypes.ReplaceAllStringFunc(stock, func(name string) string {
		element := name[len("html"):]
		if element == "Element" || ownElements[element] {
			return name
		}
		if !known[element] {
			known[element] = true
			fmt.Fprintf(&said, "type HTML%s = HTMLElem\n", element)
		}
		return name[:len("html")] + "Elem"
	})
	file, err := parser.ParseFile(token.NewFileSet(), elementsFile, source, parser.SkipObjectResolution)
	if err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	kept := map[string]string{"": "", "HTMLElem": ""} // these two aren't copied
	for _, d := range file.Decls {
		name, text := declared(d), source[d.Pos()-file.FileStart:d.End()-file.FileStart]
		had, again := kept[name]
		switch {
		case !again:
			kept[name] = text
			said.WriteString("\n" + text + "\n")
		case had != "" && had != text:
			return "", fmt.Errorf("build: the engine's elements differ in %s", name)
		}
	}
	return said.String(), nil
}

// declared is the name of a function, a method with its receiver's or a type; "" of imports.
func declared(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name
		}
		if p, ok := d.Recv.List[0].Type.(*ast.StarExpr); ok {
			return fmt.Sprint(p.X, ".", d.Name)
		}
	case *ast.GenDecl:
		if t, ok := d.Specs[0].(*ast.TypeSpec); ok {
			return t.Name.Name
		}
	}
	return ""
}
