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
