package build

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func sheets(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{"web/boot.css": {Data: []byte("boot{}")}}
	for name, body := range files {
		root[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return root
}

func TestStylesAreJoinedInOrder(t *testing.T) {
	t.Parallel()
	got, err := joinStyles(sheets(map[string]string{
		"web/css/base.css": "base{}", "web/css/print.css": "print{}", "web/css/layers.css": "@layer a,b;",
		"web/css/tokens.css": "tokens{}", "web/css/layout.css": "layout{}", "web/css/reset.css": "reset{}",
		"components/field.css": "field{}", "components/button.css": "button{}",
		"app/pages/week/week.css": "week{}", "app/pages/testdata/x.css": "x{}", "web/dist/old.css": "old{}",
	}))
	if err != nil {
		t.Fatal(err)
	}
	want := "@layer a,b;reset{}tokens{}base{}layout{}print{}boot{}button{}field{}week{}"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestImportIsRefused(t *testing.T) {
	t.Parallel()
	_, err := joinStyles(sheets(map[string]string{"components/a.css": `@import "b.css";`}))
	if err == nil || !strings.Contains(err.Error(), "components/a.css") {
		t.Errorf("got %v", err)
	}
}

func TestShrinkCSS(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"comment", "/* a */b{/* c */}", "b{}"},
		{"blanks", "a  b ,\n c {\n  color : red ;\n}\n", "a b,c{color : red;}"},
		{"descendant and pseudo-class", "a :hover,a:hover{}", "a :hover,a:hover{}"},
		{"sums keep their blanks", "a{inset:calc(1px + (2px - 3px))}", "a{inset:calc(1px + (2px - 3px))}"},
		{"media", "@media (width<1px) and (height>2px){a{}}", "@media (width<1px) and (height>2px){a{}}"},
		{"comment between words", "a/**/b{}", "a b{}"},
		{"string", `a{content:"  /* \" */ ; "}`, `a{content:"  /* \" */ ; "}`},
		{"single quotes", `a{content:' } '}`, `a{content:' } '}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := shrinkCSS(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, in := range []string{"a{/* }", `a{content:"}`, "a{", "a}"} {
		if got, err := shrinkCSS(in); err == nil {
			t.Errorf("%s: accepted as %s", in, got)
		}
	}
}

func TestStripLineComments(t *testing.T) {
	t.Parallel()
	in := "// head\n\"use strict\";\n\n  let a = \"https://x\"; // tail\n\t// indented\n  f(a);\n"
	want := "\"use strict\";\nlet a = \"https://x\"; // tail\nf(a);\n"
	if diff := cmp.Diff(want, string(stripLineComments([]byte(in)))); diff != "" {
		t.Error(diff)
	}
}
