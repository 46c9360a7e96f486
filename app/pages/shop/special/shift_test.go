package special

import "testing"

// Of two quick presses on the same line the second finds another line there, or none.
func TestLastShiftStays(t *testing.T) {
	t.Parallel()
	two := []Shift{{Start: "11:00", End: "15:00"}, {Start: "18:00", End: "22:00"}}
	for first, want := range map[int]string{0: "18:00", 1: "11:00"} {
		left := Without(Without(two, first), first)
		if len(left) != 1 || left[0].Start != want {
			t.Errorf("without %d: %+v", first, left)
		}
		SetTime(left, 1, true, true, "9")
	}
	if two[0].Start != "11:00" || len(two) != 2 {
		t.Errorf("the list itself is %+v", two)
	}
}
