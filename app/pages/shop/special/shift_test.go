package special

import (
	"encoding/json"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// Of two quick presses on the same line the second finds another line there, or none.
func TestLastShiftStays(t *testing.T) {
	t.Parallel()
	two := []Shift{{Start: Typed("11:00"), End: Typed("15:00")}, {Start: Typed("18:00"), End: Typed("22:00")}}
	for first, want := range map[int]string{0: "18:00", 1: "11:00"} {
		left := Without(Without(two, first), first)
		if len(left) != 1 || left[0].Start.Text != want {
			t.Errorf("without %d: %+v", first, left)
		}
		SetTime(left, 1, true, true, "9")
	}
	if two[0].Start.Text != "11:00" || len(two) != 2 {
		t.Errorf("the list itself is %+v", two)
	}
}

// A time that no text can mean was taken for none: the platform's 25:00 was said to be no time.
func TestPlatformsOddTimesStay(t *testing.T) {
	t.Parallel()
	for _, p := range []platform.Period{{EndTime: 90000}, {StartTime: -100, EndTime: 3600}} {
		if s := ShiftOf(p); s.Period() != p || s.Wrong(false)+s.Wrong(true) != "" {
			t.Errorf("%+v is %+v", p, s)
		}
	}
}

func TestDraftsOfEarlierVersionsAreRead(t *testing.T) {
	t.Parallel()
	want := Shift{Start: Typed("9:30"), End: TimeOf(90000)}
	var got Shift
	kept := `{"start":"9:30","end":{"text":"25:00","value":90000}}`
	if err := json.Unmarshal([]byte(kept), &got); err != nil || got != want {
		t.Errorf("%+v %v, want %+v", got, err, want)
	}
}
