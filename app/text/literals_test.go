package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wordy are the fields and methods whose text people read or hear. Those that
// end so are, too: "EmptyText", "SearchLabel".
var (
	wordy = []string{"Text", "Label", "Title", "Hint", "Placeholder", "Error", "Short", "Alt", "Detail", "CountFor",
		"Help", "Action"}
	wordyAttr = []string{"label", "title", "placeholder", "alt", "description", "roledescription", "valuetext"}
)

// sayable are words, not names of things: two letters in a row somewhere.
var sayable = regexp.MustCompile(`\p{L}{2,}`)

// Pages, components and the frame have no words of their own: whatever is shown
// comes from the catalogue. The gallery and its stories are ours alone.
func TestNoWordsOutsideTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, root := range []string{"app", "components"} {
		err := fs.WalkDir(os.DirFS("../.."), root, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (name == "app/gallery" || name == "app/pages/pagetest" || name == "app/text"):
				return fs.SkipDir
			case !strings.HasSuffix(name, ".go"), strings.HasSuffix(name, "_test.go"),
				strings.HasPrefix(name, "components/stor"):
				return nil
			}
			for _, found := range literals(t, "../../"+name) {
				t.Errorf("%s: %q should stand in app/text/words", found.where, found.text)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// The finder finds: each way in which words have got into a page so far.
func TestLiteralsAreFound(t *testing.T) {
	t.Parallel()
	file := t.TempDir() + "/page.go"
	code := `package p
var _ = app.P().Text("one two")
var _ = &Button{Label: "three", Kind: "primary"}
var _ = app.Div().Aria("label", "four").Aria("live", "polite").Attr("title", "five").Attr("id", "no-words")
var _ = Field{Hint: "six" + x, EmptyText: text.T("key.of"), Text: "–"}
var _ = app.Title("seven").Placeholder("eight")
var _ = fill(&f.Label, "nine")
func say() { f.Title = "ten" }
`
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, found := range literals(t, file) {
		got = append(got, found.text)
	}
	slices.Sort(got)
	if want := []string{"eight", "five", "four", "one two", "seven", "six", "ten", "three"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

type literal struct{ where, text string }

func literals(t *testing.T, name string) []literal {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []literal
	take := func(e ast.Expr) {
		ast.Inspect(e, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr, *ast.FuncLit, *ast.CompositeLit: // looked at by themselves
				return false
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && sayable.MatchString(text) {
					found = append(found, literal{set.Position(n.Pos()).String(), text})
				}
			}
			return true
		})
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && isWordy(key.Name) {
				take(n.Value)
			}
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				if field, ok := to.(*ast.SelectorExpr); ok && isWordy(field.Sel.Name) && i < len(n.Rhs) {
					take(n.Rhs[i])
				}
			}
		case *ast.CallExpr:
			f, ok := n.Fun.(*ast.SelectorExpr)
			switch {
			case !ok:
			case (f.Sel.Name == "Aria" || f.Sel.Name == "Attr") && len(n.Args) == 2:
				if attr, ok := n.Args[0].(*ast.BasicLit); ok && slices.Contains(wordyAttr, strings.Trim(attr.Value, `"`)) {
					take(n.Args[1])
				}
			case isWordy(f.Sel.Name):
				for _, arg := range n.Args {
					take(arg)
				}
			}
		}
		return true
	})
	return found
}

func isWordy(name string) bool {
	return slices.ContainsFunc(wordy, func(w string) bool { return strings.HasSuffix(name, w) })
}
