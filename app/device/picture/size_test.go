package picture

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/platform"
)

func TestSize(t *testing.T) {
	t.Parallel()
	for in, want := range map[[2]int][2]int{
		{901, 901}: {901, 901}, {4032, 3024}: {2400, 1800}, {3024, 4032}: {1800, 2400}, {2400, 2400}: {2400, 2400},
		{9010, 901}: {9010, 901}, {9010, 1802}: {4505, 901}, {1802, 9010}: {901, 4505},
	} {
		if w, h := Size(in[0], in[1]); w != want[0] || h != want[1] {
			t.Errorf("%v: %d × %d, want %v", in, w, h, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(901, 20000).Draw(t, "width"), rapid.IntRange(901, 20000).Draw(t, "height")
		w, h := Size(width, height)
		if min(w, h) < platform.MinPictureSide || w > width || h > height {
			t.Fatalf("%d × %d", w, h)
		}
	})
}
