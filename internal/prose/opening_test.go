package prose

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// vague has the first words after which a reader doesn't know what a comment is about.
var vague = regexp.MustCompile(
	`^(Whoever|Whatever|Whichever|Whose|Nobody|Nobody's|Somebody|Somebody's|Who|That|Those|Such) `)

// A doc comment begins with the name that it describes, and no comment begins with a word that stands for an unnamed
// thing.
func TestCommentsOpenWithTheirSubject(t *testing.T) {
	t.Parallel()
	for _, file := range goFiles(t) {
		files := token.NewFileSet()
		parsed, err := parser.ParseFile(files, file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range openings(parsed) {
			at := files.Position(wrong.Pos())
			t.Errorf("%s:%d: the comment begins %q", file, at.Line, strings.SplitN(wrong.Text(), "\n", 2)[0])
		}
	}
}

// openings are the comments of a file that open wrongly.
func openings(file *ast.File) (wrong []*ast.CommentGroup) {
	named := map[*ast.CommentGroup]bool{}
	judge := func(doc *ast.CommentGroup, name string) {
		if doc == nil || doc.Text() == "" {
			return
		}
		if named[doc] = opensWith(doc.Text(), name); !named[doc] && ast.IsExported(name) {
			wrong = append(wrong, doc)
		}
	}
	if file.Name.Name != "main" && !strings.HasSuffix(file.Name.Name, "_test") {
		judge(file.Doc, "Package "+file.Name.Name)
	}
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if !isTest(d.Name.Name) {
				judge(d.Doc, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				doc, name := d.Doc, ""
				switch s := spec.(type) {
				case *ast.TypeSpec:
					name = s.Name.Name
					if d.Lparen.IsValid() {
						doc = s.Doc
					}
				case *ast.ValueSpec:
					name = s.Names[0].Name
				}
				if d.Tok == token.TYPE || d.Tok != token.IMPORT && !d.Lparen.IsValid() {
					judge(doc, name)
				}
			}
		}
	}
	for _, comment := range file.Comments {
		if vague.MatchString(comment.Text()) && !named[comment] {
			wrong = append(wrong, comment)
		}
	}
	return wrong
}

// opensWith reports whether a text opens with a name, perhaps after an article.
func opensWith(text, name string) bool {
	return regexp.MustCompile(`^(An? |The )?` + regexp.QuoteMeta(name) + `\b`).MatchString(text)
}

func isTest(name string) bool {
	for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func TestOpenings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		src  string
		want int
	}{
		"package":            {"// Package a is one.\npackage a\n", 0},
		"another package":    {"// This is one.\npackage a\n", 1},
		"function":           {"package a\n\n// F does.\nfunc F() {}\n", 0},
		"article":            {"package a\n\n// A T is.\ntype T int\n", 0},
		"another name":       {"package a\n\n// Fast does.\nfunc F() {}\n", 1},
		"not exported":       {"package a\n\n// does it.\nfunc f() {}\n", 0},
		"group of constants": {"package a\n\n// The kinds.\nconst (\n\tA = 1\n)\n", 0},
		"type in a group":    {"package a\n\ntype (\n\t// one.\n\tT int\n)\n", 1},
		"test":               {"package a\n\n// It holds.\nfunc TestA() {}\n", 0},
		"vague":              {"package a\n\n// Whoever asks.\nfunc f() {}\n", 1},
		"vague inside":       {"package a\n\nfunc f() {\n\t// Nobody asks.\n}\n", 1},
		"vague as a name":    {"package a\n\n// Who reports.\nfunc Who() {}\n", 0},
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "", c.src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := openings(parsed); len(got) != c.want {
			t.Errorf("%s: %d comments are wrong", name, len(got))
		}
	}
}
