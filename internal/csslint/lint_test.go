package csslint

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLint(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		file string
		css  string
		want []string
	}{
		{"clean", "a.css", "@layer parts {\n  .a { margin-inline-start: 1px; color: var(--ink); }\n}", nil},
		{"outside a layer", "a.css", ".a { color: red; }", []string{"a.css:1: .a stands outside a layer"}},
		{"physical property", "a.css", "@layer parts {\n.a { margin-left: 1px;\n width: 2px; }}", []string{
			"a.css:2: margin-left is physical: use its logical sister", "a.css:3: width is physical: use its logical sister",
		}},
		{"physical corner", "a.css", "@layer parts { .a { border-top-left-radius: 0 } }",
			[]string{"a.css:1: border-top-left-radius is physical: use its logical sister"}},
		{"selection", "a.css", "@layer parts { .a { user-select: none } .b { -webkit-user-select: none } }",
			[]string{"a.css:1: user-select is unknown to Safari: use -webkit-user-select"}},
		{"physical keyword", "a.css", "@layer parts { .a { text-align: right } }",
			[]string{"a.css:1: text-align: right is physical: use start or end"}},
		{"media query isn't a property", "a.css", "@layer parts { @media (max-width: 40rem) { .a { gap: 0 } } }", nil},
		{"hex", "a.css", "@layer parts { .a { color: #fff } }", []string{"a.css:1: colour #fff outside the tokens"}},
		{"hex in the tokens", "web/css/tokens.css", "@layer tokens { :root { --p-white: #fff } }", nil},
		{"hex in a comment", "a.css", "/* #fff\n */@layer parts { .a { gap: 0 } }", nil},
		{"data address", "a.css", `@layer parts { .a { background: url("data:image/png;base64,AA==") } }`,
			[]string{"a.css:1: background loads from elsewhere or from data:"}},
		{"other origin", "a.css", `@layer parts { .a { background: url(//example.org/a.png) } }`,
			[]string{"a.css:1: background loads from elsewhere or from data:"}},
		{"important", "a.css", "@layer parts { .a { gap: 0 !important } }", []string{"a.css:1: !important on gap"}},
		{"important against motion", "a.css",
			"@layer base { @media (prefers-reduced-motion: reduce) { * { transition: none !important } } }", nil},
		{"important against where the program puts an element", "a.css",
			"@layer parts { .a { translate: none !important; margin-block-end: 0 !important } " +
				".b { translate: 0 1px !important } }",
			[]string{"a.css:1: !important on translate"}},
		{"id", "a.css", "@layer parts { .a #b { gap: 0 } }", []string{"a.css:1: id in the selector .a #b"}},
		{"hash in an attribute is no id", "a.css", `@layer parts { a[href="#b"] { gap: 0 } }`, nil},
		{"looking into a page", "a.css", `@layer parts { .main[data-a]:has(.b) .c { gap: 0 } }`,
			[]string{"a.css:1: .main[data-a]:has(.b) .c looks into all of a page: tell its element with an attribute"}},
		{"looking into a part", "a.css", "@layer parts { .main .b:has(.c) { gap: 0 } }", nil},
		{"nested twice", "a.css", "@layer parts { .a { .b { gap: 0 } } }", nil},
		{"nested three deep", "a.css", "@layer parts { .a { .b { .c { gap: 0 } } } }",
			[]string{"a.css:1: .c is nested more than 2 deep"}},
		{"small text", "a.css", "@layer parts { .a { font-size: .7rem } }",
			[]string{"a.css:1: font-size .7rem is under 12 px"}},
		{"a weight of its own", "a.css", "@layer parts { .a { font-weight: 600 } .b { font-weight: var(--weight-label) } }",
			[]string{"a.css:1: font-weight 600 is not of the scale: use a token"}},
		{"import", "a.css", `@import "b.css";`,
			[]string{"a.css:1: no @import: the sheets are joined when the console is built"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range Lint(tt.file, tt.css) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestClasses(t *testing.T) {
	t.Parallel()
	css := `@layer parts { .a > .b-c:not(.d)[data-x=".no"], a { flex: .5 } @media (x) { .e { gap: .5rem } } @keyframes f { from { opacity: 0 } } }`
	if diff := cmp.Diff([]string{"a", "b-c", "d", "e"}, Classes(css)); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
}

func TestGoClasses(t *testing.T) {
	t.Parallel()
	source := `package a
func f(other string) {
	class := "one"
	if other != "" {
		class = "two three"
	}
	app.Div().Class(class, "four").Class(other)
	pages.Div("five six", pages.P("seven", "no"), pages.Span(other, "no"))
}`
	classes, problems, err := GoClasses("a.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"one", "two", "three", "four", "five", "six", "seven"}, classes); diff != "" {
		t.Errorf("classes (-want +got):\n%s", diff)
	}
	const unknown = "class that is neither a literal nor a variable named class"
	want := []Problem{{"a.go", 7, unknown}, {"a.go", 8, unknown}}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestContrast(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want string
	}{
		{"#000000", "#ffffff", "21.00"},
		{"#ffffff", "#ffffff", "1.00"},
		{"#767676", "#ffffff", "4.54"},
	} {
		got, err := Contrast(tt.a, tt.b)
		if err != nil {
			t.Fatal(err)
		}
		if ratio := twoDigits(got); ratio != tt.want {
			t.Errorf("contrast of %s and %s is %s, want %s", tt.a, tt.b, ratio, tt.want)
		}
	}
	if _, err := Contrast("#fff", "#000000"); err == nil {
		t.Error("a short colour was taken")
	}
}
