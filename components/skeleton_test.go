package components

import "testing"

func TestSkeletonLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		skeleton    Skeleton
		lines, rows int
	}{
		{Skeleton{Label: "Loading"}, 3, 0},
		{Skeleton{Label: "Loading", Lines: 5}, 5, 0},
		{Skeleton{Label: "Loading", Rows: 2}, 2, 2}, // a row has a line in it
	} {
		root := render(t, &tt.skeleton)
		lines := root.All(".skeleton-line")
		rows := root.All(".skeleton-row")
		if len(lines) != tt.lines || len(rows) != tt.rows {
			t.Errorf("%+v: %d lines, %d rows, want %d, %d", tt.skeleton, len(lines), len(rows), tt.lines, tt.rows)
		}
		if got := root.Words(); got != "Loading" {
			t.Errorf("reads %q", got)
		}
	}
}
