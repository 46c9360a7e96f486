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
	for _, name := range append([]string{gallerySheet}, leading...) {
		root[name] = &fstest.MapFile{Data: []byte(strings.TrimSuffix(path.Base(name), ".css") + "{}")}
	}
	for name, body := range files {
		root[name] = &fstest.MapFile{Data: []byte(body)}
	}
	return root
}

func TestStylesAreJoinedInOrder(t *testing.T) {
	t.Parallel()
	frame, rest, gallery, err := joinStyles(sheets(map[string]string{
		"web/css/layers.css": "@layer a,b;", "web/css/print.css": "print{}", "components/field.css": "field{}",
		"components/button.css": "button{}", "app/pages/week/week.css": "week{}", "app/pages/testdata/x.css": "x{}",
		"web/dist/old.css": "old{}",
	}))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(string(frame)+"\n"+string(rest)+"\n"+string(gallery), "\n", "|")
	want := "@layer a,b;|reset{}|tokens{}|base{}|layout{}|boot{}|card{}|" + string(withThemes(nil)) +
		"|print{}|button{}|field{}|week{}||gallery{}|"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPaletteStandsInPlaceOfItsNames(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"web/css/tokens.css": ":root { --p-white: #ffffff; --p-ink: #111; --ink: light-dark(var(--p-ink), var(--p-white)) }",
	}
	frame, _, _, err := joinStyles(sheets(files))
	if err != nil || !strings.Contains(string(frame), ":root{--ink:#111 }") ||
		strings.Count(string(frame), "{--ink:#ffffff;}") != 2 {
		t.Errorf("%s, %v", frame, err)
	}
	files["components/a.css"] = "a { color: var(--p-ink) }"
	if _, _, _, err := joinStyles(sheets(files)); err == nil {
		t.Error("a part uses the palette")
	}
}

func TestConstantsStandInPlaceOfTheirNames(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"web/css/tokens.css":      ":root { --tap: 2.75rem; --s2: .5rem; --left: 100%; } [data-density] { --s2: .375rem; }",
		"components/a.css":        "a { margin: calc(var(--tap) + var(--s2)) }",
		"app/gallery/gallery.css": "b { padding: var(--tap) }",
	}
	frame, rest, gallery, err := joinStyles(sheets(files))
	if err != nil || !strings.Contains(string(frame), ":root{--s2: .5rem;--left: 100%}[data-density]{--s2: .375rem}") ||
		string(rest) != "a{margin:calc(2.75rem + var(--s2))}\n" || string(gallery) != "b{padding:2.75rem}\n" {
		t.Errorf("%s%s%s, %v", frame, rest, gallery, err)
	}
	files["components/a.css"] += "[data-density] { --tap: 3rem }"
	if _, _, _, err := joinStyles(sheets(files)); err == nil {
		t.Error("a constant has two values")
	}
}

func TestSheetsOfOneLayerShareItsRule(t *testing.T) {
	t.Parallel()
	_, rest, _, err := joinStyles(sheets(map[string]string{
		"web/css/inside.css": "@layer layout { a {} }", "components/b.css": "@layer parts { b {} }",
		"components/c.css": "@layer parts { c {} }", "components/d.css": "@layer layout { d {} } @layer parts { e {} }",
		"components/f.css": "@layer parts { f {} }", "components/g.css": "@layer layout { g {} }",
	}))
	want := "@layer layout{a{}}\n@layer parts{b{}c{}}\n@layer layout{d{}}@layer parts{e{}f{}}\n@layer layout{g{}}\n"
	if diff := cmp.Diff(want, string(rest)); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestImportIsRefused(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"components/a.css", "web/boot.css"} {
		_, _, _, err := joinStyles(sheets(map[string]string{name: `@import "b.css";`}))
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v", err)
		}
	}
}
