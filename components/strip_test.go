package components

import (
	"strconv"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The places of messages are always the same ones, whatever is shown: a button
// that has the keyboard doesn't become another message's. The button that opens
// the strip tells how many others there are.
func TestStrip(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		shown  []bool
		open   bool
		button bool
		text   string
		name   string
		isOpen bool
	}{
		{[]bool{false, false, false}, false, false, "", "", false},
		{[]bool{false, true, false}, false, true, "", "all", false},
		{[]bool{true, true, true}, false, true, "+2", "all", false},
		{[]bool{true, true, true}, true, true, "", "one line", true},
		{[]bool{false, false, false}, true, false, "", "", false},
	} {
		s := &Strip{ID: "s", More: "all", Less: "one line", open: tt.open}
		for i, shown := range tt.shown {
			s.Notes = append(s.Notes, StripNote{Shown: shown, Note: func() app.UI { return &Note{ID: "n" + strconv.Itoa(i)} }})
		}
		root := render(t, s)
		root.First(t, ".strip").Attributes(t, map[string]string{"data-open": strconv.FormatBool(tt.isOpen)})
		places := root.All(".strip-notes > *")
		if len(places) != len(tt.shown) {
			t.Fatalf("%v: %d places", tt.shown, len(places))
		}
		for i, shown := range tt.shown {
			if got := places[i].FirstChild != nil; got != shown {
				t.Errorf("%v: message %d is shown: %v", tt.shown, i, got)
			}
		}
		buttons := root.All(".strip-more")
		if got := len(buttons) == 1; got != tt.button {
			t.Errorf("%v: the button is shown: %v", tt.shown, got)
		}
		for _, b := range buttons {
			b.Attributes(t, map[string]string{"aria-label": tt.name, "aria-expanded": strconv.FormatBool(tt.isOpen)})
			if got := b.Words(); got != tt.text {
				t.Errorf("%v: says %q, want %q", tt.shown, got, tt.text)
			}
		}
	}
}
