package components

import "testing"

func TestDayBarPlacesSegments(t *testing.T) {
	t.Parallel()
	const hour = 3600
	for _, tt := range []struct {
		name    string
		segment Segment
		x, w    int
	}{
		{"within the day", Segment{From: 11 * hour, To: 15 * hour}, 39600, 14400},
		{"over midnight is cut", Segment{From: 18 * hour, To: 26 * hour}, 64800, 21600},
		{"from the day before is cut", Segment{From: -hour, To: 2 * hour}, 0, 7200},
		{"the whole day", Segment{From: 0, To: 24 * hour}, 0, 86400},
		{"backwards is nothing", Segment{From: 9 * hour, To: 8 * hour}, 32400, 0},
	} {
		if x, w := place(tt.segment); x != tt.x || w != tt.w {
			t.Errorf("%s: at %d wide %d, want at %d wide %d", tt.name, x, w, tt.x, tt.w)
		}
	}
}

func TestDayBarMarkup(t *testing.T) {
	t.Parallel()
	now := 43200
	root := render(
		t,
		&DayBar{
			ID: "sun", Segments: []Segment{{To: 7200, Spill: true}, {From: 7200, To: 9000, Bad: true}},
			Ticks: true, Now: &now,
		},
	)
	box := root.First(t, ".daybar")
	box.Attributes(t, map[string]string{"role": "", "dir": "", "aria-hidden": "true"})
	open := root.All(".daybar-open")
	if len(open) != 2 {
		t.Fatalf("%d stretches, want 2", len(open))
	}
	open[0].Attributes(t, map[string]string{"fill": "url(#sun-hatch)", "data-spill": "true", "x": "0", "width": "7200"})
	open[1].Attributes(t, map[string]string{"fill": "", "data-bad": "true", "x": "7200", "width": "1800"})
	root.First(t, "pattern").Attributes(t, map[string]string{"id": "sun-hatch"})
	root.First(t, ".daybar-now").Attributes(t, map[string]string{"d": "M43200 0v10"})
}
