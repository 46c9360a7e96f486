package gallery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/components"
)

func TestParseView(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		rest string
		want View
	}{
		{"everything", "", View{Component: All}},
		{"a component", "Button", View{Component: "Button"}},
		{"with settings", "Button/dark-rtl-320", View{Component: "Button", Theme: "dark", RTL: true, Width: "320"}},
		{"in any order", "all/390-light", View{Component: All, Theme: "light", Width: "390"}},
		{"what it doesn't know", "Nothing/blue-17", View{Component: All}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, ParseView(tt.rest)); diff != "" {
				t.Errorf("view (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPathComesBack(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{All}, Names()...) {
		for _, theme := range themes {
			for _, width := range widths {
				for _, rtl := range []bool{false, true} {
					v := View{Component: name, Theme: theme.word, RTL: rtl, Width: width.word}
					if got := ParseView(v.Path()); got != v {
						t.Errorf("%s is read as %+v, want %+v", v.Path(), got, v)
					}
				}
			}
		}
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	if got, want := len(View{Component: All}.Shown()), len(components.Stories()); got != want {
		t.Errorf("%d of %d stories are shown", got, want)
	}
	shown := View{Component: "Switch"}.Shown()
	if len(shown) == 0 {
		t.Fatal("no story of Switch is shown")
	}
	for _, s := range shown {
		if s.Component != "Switch" {
			t.Errorf("a story of %s is shown", s.Component)
		}
	}
}

func TestFrame(t *testing.T) {
	t.Parallel()
	v := View{Width: "820"}
	if got := v.width(components.Story{Narrow: true}); got != "320" {
		t.Errorf("a narrow story is %s wide", got)
	}
	if got := v.width(components.Story{}); got != "820" {
		t.Errorf("a story is %s wide, want 820", got)
	}
	if got := v.dir(components.Story{RTL: true}); got != "rtl" {
		t.Errorf("a story right to left is %s", got)
	}
	if got := v.dir(components.Story{}); got != "ltr" {
		t.Errorf("a story is %s", got)
	}
}
