package components

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestErrorSummaryMarkup(t *testing.T) {
	t.Parallel()
	root := render(
		t, &ErrorSummary{ID: "sum", Title: "There is a problem", Items: []ErrorItem{{"fri", "Two shifts overlap"}}},
	)
	box := root.First(t, ".summary")
	box.Attributes(t, map[string]string{"id": "sum", "tabindex": "-1", "role": "group", "aria-labelledby": "sum-title"})
	if box.Get("role") == "alert" || !box.Has("[role=alert] h2") {
		t.Error("the alert isn't an element within the focused box")
	}
	if box.Has("[role=alert] li") {
		t.Error("the words of a field that is typed in interrupt")
	}
	if list := box.First(t, "ul"); list.Get("id") == "" || list.Get("id") != box.Get("aria-describedby") {
		t.Error("the box that takes the keyboard isn't read with its list")
	}
	link := box.First(t, "a")
	link.Attributes(t, map[string]string{"href": "#fri"})
	if got := link.Words(); got != "Two shifts overlap" {
		t.Errorf("link reads %q", got)
	}
}

// Between two attempts a summary only gets shorter: a time that was half typed came and went as an alert above its
// field. Its words stayed as the attempt had found them, though the field said others.
func TestErrorSummaryListsTheLastAttempt(t *testing.T) {
	t.Parallel()
	mon, tue, half := ErrorItem{"mon", "Too early"}, ErrorItem{"tue", "Too late"}, ErrorItem{"mon", "12: isn't a time"}
	s := new(ErrorSummary)
	for _, tt := range []struct {
		name  string
		focus int
		items []ErrorItem
		want  []ErrorItem
	}{
		{"before the first attempt", 0, nil, nil},
		{"typing", 0, []ErrorItem{mon}, nil},
		{"an attempt", 1, []ErrorItem{mon, tue}, []ErrorItem{mon, tue}},
		{"typing on", 0, []ErrorItem{half, tue}, []ErrorItem{half, tue}},
		{"one is mended", 0, []ErrorItem{half}, []ErrorItem{half}},
		{"it is wrong again", 0, []ErrorItem{mon, tue}, []ErrorItem{mon}},
		{"all are mended", 0, nil, nil},
		{"one is wrong again", 0, []ErrorItem{mon}, nil},
		{"the next attempt", 2, []ErrorItem{mon}, []ErrorItem{mon}},
		{"a third, of a form that goes on counting", 3, []ErrorItem{tue}, []ErrorItem{tue}},
		{"typing in that", 3, []ErrorItem{mon, tue}, []ErrorItem{tue}},
		{"another attempt finds two things wrong with one field", 4, []ErrorItem{mon, half}, []ErrorItem{mon, half}},
		{"one of them is mended", 4, []ErrorItem{half}, []ErrorItem{half}},
		{"it is wrong with both again", 4, []ErrorItem{mon, half}, []ErrorItem{mon}},
		{"another form, which counts anew", 0, nil, nil},
		{"its third attempt", 3, []ErrorItem{mon}, []ErrorItem{mon}},
	} {
		s.Focus, s.Items = tt.focus, tt.items
		if diff := cmp.Diff(tt.want, s.list(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
