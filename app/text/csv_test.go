package text

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func line(cells ...string) string {
	var b strings.Builder
	CSVLine(&b, cells...)
	return b.String()
}

func TestCSVLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, in, want string
	}{
		{"words", "plain", `"plain"`},
		{"nothing", "", `""`},
		{"quotes", `say "a"`, `"say ""a"""`},
		{"marks for the screen", "\u206611:00\u2069", `"11:00"`},
		{"a formula", `=HYPERLINK("x")`, `"'=HYPERLINK(""x"")"`},
		{"other starts", "+1", `"'+1"`},
		{"full-width", "＝1+1", `"'＝1+1"`},
		{"small forms", "﹣1", `"'﹣1"`},
		{"after a space", " @x", `"' @x"`},
		{"after a semicolon", "a;=1", `"a;'=1"`},
		{"after a semicolon and a space", "a; =1", `"a;' =1"`},
		{"after a tab", "a\t-1", "\"a\t'-1\""},
		{"after a line's end", "a\r\n@x", "\"a\r\n'@x\""},
		{"between words", "10:00-12:00, +1 more", `"10:00-12:00, +1 more"`},
		{"behind a mark that shows nothing", "\u200b=1", "\"'\u200b=1\""},
	} {
		if got := line(tt.in); got != tt.want+"\r\n" {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := line("a", "b"); got != "\"a\",\"b\"\r\n" {
		t.Errorf("two cells: %q", got)
	}
}

// However a spreadsheet cuts the file into cells, none begins as a formula; and
// cut at commas, the cells are what they were, but for apostrophes.
func TestCSVHasNoFormula(t *testing.T) {
	t.Parallel()
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab1 =+-@＝＋－＠﹦﹢﹣﹫;,\t\r\n\"'\u00a0\u200b\u2066\ufeff\x00")))
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.SliceOfN(text, 1, 4).Draw(t, "cells")
		written := line(cells...)
		read, err := csv.NewReader(strings.NewReader(written)).Read()
		if err != nil || len(read) != len(cells) {
			t.Fatalf("%q: %v", written, err)
		}
		pieces := strings.FieldsFunc(written, func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) })
		for _, piece := range append(pieces, read...) {
			bare := strings.TrimLeft(piece, "\" \u00a0\u200b\ufeff\x00\t\r\n")
			if bare != "" && strings.ContainsRune("=+-@＝＋－＠﹦﹢﹣﹫", []rune(bare)[0]) {
				t.Fatalf("%q begins a cell of %q", piece, written)
			}
		}
		said := strings.NewReplacer("'", "", "\u2066", "", "\r", "") // a reader of CSV drops some carriage returns
		for i := range cells {
			if diff := cmp.Diff(said.Replace(cells[i]), said.Replace(read[i])); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
