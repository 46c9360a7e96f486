package components

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func TestLeftClock(t *testing.T) {
	t.Parallel()
	for ms, want := range map[int64]string{300_000: "5:00", 299_999: "5:00", 216_000: "3:36", 1: "0:01", 0: "0:00",
		-5: "0:00", 3_600_000: "60:00"} {
		if got := LeftClock(ms); got != want {
			t.Errorf("%d: %q, want %q", ms, got, want)
		}
	}
}

// A count never leaves its bounds, whatever is pressed.
func TestStepperStaysInBounds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ value, asked, want int }{{0, -1, -99}, {0, 1, 1}, {2, 3, -99}, {2, 9, -99},
		{1, 9, 2}, {1, -4, 0}} {
		got := -99 // not called
		s := &Stepper{Value: tt.value, Max: 2, OnChange: func(_ app.Context, n int) { got = n }}
		s.set(app.Context{}, tt.asked)
		if got != tt.want {
			t.Errorf("%d to %d: got %d, want %d", tt.value, tt.asked, got, tt.want)
		}
	}
}

// Arabic digits and spaces that were typed into a count changed nothing.
func TestStepperReadsWhatIsTyped(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]int{"2": 2, "\u0662": 2, " 2\u00a0": 2, "x": -99, "": -99} {
		got := -99 // not called
		s := &Stepper{Max: 3, OnChange: func(_ app.Context, n int) { got = n }}
		s.count(app.Context{}, typed)
		if got != want {
			t.Errorf("%q: got %d, want %d", typed, got, want)
		}
	}
}
