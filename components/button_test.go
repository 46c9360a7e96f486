package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestButtonMarkup(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		button Button
		want   map[string]string
	}{
		{
			"plain", Button{Label: "Review"},
			map[string]string{"type": "button", "data-kind": "", "aria-busy": "", "aria-disabled": "", "disabled": "false"},
		},
		{
			"submits", Button{Label: "Save", Kind: KindGo, Submit: true, Form: "hours"},
			map[string]string{"type": "submit", "data-kind": "go", "form": "hours"},
		},
		{
			"busy stays focusable", Button{Label: "Save", Busy: true},
			map[string]string{"aria-busy": "true", "aria-disabled": "true", "disabled": "false"},
		},
		{
			"rests", Button{Label: "Save", Rests: true},
			map[string]string{"data-rests": "true", "aria-busy": "", "aria-disabled": "true", "disabled": "false"},
		},
		{"disabled", Button{Label: "Save", Disabled: true}, map[string]string{"disabled": "true"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			button := render(t, &tt.button).First(t, "button")
			button.Attributes(t, tt.want)
			if got := button.Words(); got != tt.button.Label {
				t.Errorf("reads %q, want %q", got, tt.button.Label)
			}
			if got := button.Has(".spinner"); got != tt.button.Busy {
				t.Errorf("spinner shown: %v, want %v", got, tt.button.Busy)
			}
		})
	}
}

// A double tap on the bin of a phone removed the next phone, too, which had come to its place.
func TestButtonOfWhatGoesTakesOnePressOfTwo(t *testing.T) {
	t.Parallel()
	n := 0
	b := &IconButton{Label: "Remove", Once: true, OnClick: func(app.Context) { n++ }}
	press := func(want int) {
		if b.click(app.Context{}, app.Event{Value: app.Window()}); n != want {
			t.Errorf("pressed %d times, want %d", n, want)
		}
	}
	press(1)
	press(1)
	b.pressed = b.pressed.Add(-twice)
	press(2)
}

func TestBusyButtonTakesNoPress(t *testing.T) {
	t.Parallel()
	for _, busy := range []bool{false, true} {
		pressed := false
		b := &Button{Label: "Save", Busy: busy, OnClick: func(app.Context) { pressed = true }}
		b.click(app.Context{}, app.Event{Value: app.Window()})
		if pressed == busy {
			t.Errorf("busy %v: pressed is %v", busy, pressed)
		}
		pressed = false
		i := &IconButton{Label: "Save", Busy: busy, OnClick: func(app.Context) { pressed = true }}
		i.click(app.Context{}, app.Event{Value: app.Window()})
		if pressed == busy {
			t.Errorf("icon button, busy %v: pressed is %v", busy, pressed)
		}
	}
}

// A double press on "Today: close early or change…" closed the shop for the day: its second press met the button that
// had come there with the dialog.
func TestSecondOfADoublePressMissesWhatHasJustCome(t *testing.T) {
	t.Parallel()
	n := 0
	b := &Button{Label: "Closed all day", OnClick: func(app.Context) { n++ }}
	i := &IconButton{Label: "Remove", OnClick: func(app.Context) { n++ }}
	press := func(detail, want int) {
		e := event(map[string]any{"detail": detail})
		if b.click(app.Context{}, e); n != want {
			t.Errorf("button, detail %d: pressed %d times, want %d", detail, n, want)
		}
		n = 0
		if i.click(app.Context{}, e); n != want {
			t.Errorf("icon button, detail %d: pressed %d times, want %d", detail, n, want)
		}
		n = 0
	}
	b.OnInit()
	i.OnInit()
	press(2, 0)
	press(1, 1)
	press(0, 1) // a key's
	b.at, i.at = b.at.Add(-twice), i.at.Add(-twice)
	press(2, 1)
}
