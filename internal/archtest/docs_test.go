package archtest

import (
	"go/ast"
	"go/build"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// Every exported thing of a public package has a doc comment. The variables and constants of a group may share the
// group's.
func TestPublicThingsHaveDocs(t *testing.T) {
	t.Parallel()
	for _, path := range public {
		p := documented(t, path)
		if p.Doc == "" {
			t.Errorf("package %s has no doc", path)
		}
		missing := func(name, text string) {
			if text == "" {
				t.Errorf("%s.%s has no doc", path, name)
			}
		}
		values := append(p.Consts, p.Vars...)
		funcs := p.Funcs
		for _, typ := range p.Types {
			missing(typ.Name, typ.Doc)
			values = append(append(values, typ.Consts...), typ.Vars...)
			funcs = append(append(funcs, typ.Funcs...), typ.Methods...)
		}
		for _, f := range funcs {
			missing(f.Name, f.Doc)
		}
		for _, v := range values {
			for _, spec := range v.Decl.Specs {
				spec := spec.(*ast.ValueSpec)
				missing(spec.Names[0].Name, v.Doc+spec.Doc.Text()+spec.Comment.Text())
			}
		}
	}
}

// documented is the package in the folder at path, as go doc on this machine has it.
func documented(t *testing.T, path string) *doc.Package {
	t.Helper()
	folder := filepath.Join("..", "..", path)
	listed, err := build.ImportDir(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range listed.GoFiles {
		file, err := parser.ParseFile(files, filepath.Join(folder, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	p, err := doc.NewFromFiles(files, parsed, module+path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
