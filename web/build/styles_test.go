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
	want := "@layer a,b;|reset{}|tokens{}|base{}|layout{}|print{}|boot{}|button{}|field{}|week{}|"
	if diff := cmp.Diff(want, strings.ReplaceAll(string(got), "\n", "|")); diff != "" {
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

// A sheet with a mistake ends the build.
func TestMistakesEndTheBuild(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"a{/* }", `a{content:"}`, "a{", "a}", "a{color red}"} {
		if got, err := small("a.css", []byte(in)); err == nil {
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
