package build

import (
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func sheets(files map[string]string) fstest.MapFS {
	root := fstest.MapFS{}
	for _, name := range leading {
		root[name] = &fstest.MapFile{Data: []byte(strings.TrimSuffix(path.Base(name), ".css") + "{}")}
	}
	for name, body := range files {
		root[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return root
}

func TestStylesAreJoinedInOrder(t *testing.T) {
	t.Parallel()
	frame, rest, err := joinStyles(sheets(map[string]string{
		"web/css/layers.css": "@layer a,b;", "web/css/print.css": "print{}", "components/field.css": "field{}",
		"components/button.css": "button{}", "app/pages/week/week.css": "week{}", "app/pages/testdata/x.css": "x{}",
		"web/dist/old.css": "old{}",
	}))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(string(frame)+"\n"+string(rest), "\n", "|")
	want := "@layer a,b;|reset{}|tokens{}|base{}|layout{}|boot{}|card{}|" + string(withThemes(nil)) +
		"|print{}|button{}|field{}|week{}|"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPaletteStandsInPlaceOfItsNames(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"web/css/tokens.css": ":root { --p-white: #ffffff; --p-ink: #111; --ink: light-dark(var(--p-ink), var(--p-white)) }",
	}
	frame, _, err := joinStyles(sheets(files))
	if err != nil || !strings.Contains(string(frame), ":root{--ink:#111 }") ||
		strings.Count(string(frame), "{--ink:#ffffff;}") != 2 {
		t.Errorf("%s, %v", frame, err)
	}
	files["components/a.css"] = "a { color: var(--p-ink) }"
	if _, _, err := joinStyles(sheets(files)); err == nil {
		t.Error("a part uses the palette")
	}
}

func TestImportIsRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"components/a.css", "web/boot.css"} {
		_, _, err := joinStyles(sheets(map[string]string{name: `@import "b.css";`}))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v", err)
		}
	}
}
