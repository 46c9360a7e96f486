package archtest

import (
	"flag"
	"fmt"
	"go/ast"
	"go/doc"
	"go/printer"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var writeAPI = flag.Bool("write-api", false, "write docs/api.txt instead of comparing with it")

// apiFile has a line for each exported thing that a host may use, so that a change of the public surface is seen in
// review. `make api` writes it, and compares the tree with the last release.
const apiFile = "../../docs/api.txt"

func TestPublicSurfaceIsTheWrittenOne(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, path := range public {
		lines = append(lines, surface(path, documented(t, path))...)
	}
	now := strings.Join(lines, "\n") + "\n"
	if *writeAPI {
		if err := os.WriteFile(apiFile, []byte(now), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(apiFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(written), "\n"), strings.Split(now, "\n")); diff != "" {
		t.Errorf("the public surface differs from docs/api.txt (-written +now). "+
			"Run make api if that is meant, and say so in the commit:\n%s", diff)
	}
}

// surface is the lines of a package, sorted.
func surface(path string, p *doc.Package) (lines []string) {
	add := func(thing string) { lines = append(lines, "pkg "+path+", "+thing) }
	values := append(p.Consts, p.Vars...)
	funcs := p.Funcs
	for _, typ := range p.Types {
		values = append(append(values, typ.Consts...), typ.Vars...)
		funcs = append(append(funcs, typ.Funcs...), typ.Methods...)
		for _, spec := range typ.Decl.Specs {
			for _, line := range typeLines(spec.(*ast.TypeSpec)) {
				add(line)
			}
		}
	}
	for _, v := range values {
		for _, spec := range v.Decl.Specs {
			spec := spec.(*ast.ValueSpec)
			for i, name := range spec.Names {
				if !name.IsExported() {
					continue
				}
				one := &ast.ValueSpec{Names: []*ast.Ident{name}, Type: spec.Type}
				if v.Decl.Tok == token.CONST && i < len(spec.Values) {
					one.Values = spec.Values[i : i+1]
				}
				add(v.Decl.Tok.String() + " " + text(one))
			}
		}
	}
	for _, f := range funcs {
		add(text(&ast.FuncDecl{Recv: f.Decl.Recv, Name: f.Decl.Name, Type: f.Decl.Type}))
	}
	slices.Sort(lines)
	return lines
}

// typeLines is a line for the type, and one for each field of a struct or method of an interface: go/doc left out those
// that aren't exported.
func typeLines(spec *ast.TypeSpec) []string {
	var fields *ast.FieldList
	var kind string
	switch t := spec.Type.(type) {
	case *ast.StructType:
		fields, kind = t.Fields, "struct"
	case *ast.InterfaceType:
		fields, kind = t.Methods, "interface"
	default:
		return []string{"type " + text(&ast.TypeSpec{Name: spec.Name, Assign: spec.Assign, Type: spec.Type})}
	}
	lines := []string{"type " + spec.Name.Name + " " + kind}
	for _, field := range fields.List {
		tag := ""
		if field.Tag != nil {
			tag = " " + field.Tag.Value
		}
		typ := strings.TrimPrefix(text(field.Type), "func")
		if kind == "struct" {
			typ = " " + text(field.Type)
		}
		for _, name := range field.Names {
			lines = append(lines, fmt.Sprintf("type %s %s, %s%s%s", spec.Name, kind, name, typ, tag))
		}
		if len(field.Names) == 0 {
			lines = append(lines, fmt.Sprintf("type %s %s, %s%s", spec.Name, kind, text(field.Type), tag))
		}
	}
	return lines
}

// text is the node on one line.
func text(node any) string {
	var out strings.Builder
	// Without positions, nothing is aligned or broken as in the source.
	if err := (&printer.Config{Mode: printer.RawFormat}).Fprint(&out, token.NewFileSet(), node); err != nil {
		panic(err) // a parsed node always prints
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
