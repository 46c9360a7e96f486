package orders

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/api"
)

// stretchOf is a stretch with these orders, 0 for an empty place.
func stretchOf(ids ...int64) *bunch {
	b := new(bunch)
	for _, id := range ids {
		place := &Place{}
		if id != 0 {
			place.Order = &api.Order{OrderID: id}
		}
		b.places = append(b.places, place)
	}
	return b
}

// Each card stands in the column that is filled least. The next stretch begins beside the last cards of the one before,
// empty places take no room, and a card that wasn't measured is about as high as the others.
func TestPack(t *testing.T) {
	t.Parallel()
	known := map[int64]int{1: 100, 2: 300, 3: 50, 4: 120, 6: 10}
	got := pack(2, []*bunch{stretchOf(1, 2, 0, 3), stretchOf(4, 5, 6)}, known, 200)
	want := []bundle{
		{0, 300, []cell{{0, 0, 100}, {1, 0, 300}, {}, {0, 100, 50}}},
		{150, 320, []cell{{0, 0, 120}, {0, 120, 200}, {1, 150, 10}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(bundle{}, cell{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// However high cards are, they stand without gaps, and none begins above one that comes before it: the page, the
// keyboard and the eye have one order.
func TestPackLeavesNoGaps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cols := rapid.IntRange(2, 6).Draw(t, "cols")
		tall := rapid.SliceOf(rapid.IntRange(40, 900)).Draw(t, "tall")
		size := rapid.IntRange(1, 24).Draw(t, "size")
		known := map[int64]int{}
		var stretches []*bunch
		for i, height := range tall {
			id := int64(i + 1)
			known[id] = height
			if i%size == 0 {
				stretches = append(stretches, new(bunch))
			}
			last := stretches[len(stretches)-1]
			last.places = append(last.places, stretchOf(id).places...)
		}
		down, end, before := make([]int, cols), 0, 0
		for n, b := range pack(cols, stretches, known, 200) {
			begin := end - b.lift // the page puts a stretch below the one before
			for i, c := range b.cells {
				switch top := begin + c.top; {
				case top != down[c.col]:
					t.Fatalf("stretch %d, card %d begins at %d in column %d, which is filled to %d", n, i, top, c.col, down[c.col])
				case top < before:
					t.Fatalf("stretch %d, card %d begins at %d, above the one before at %d", n, i, top, before)
				default:
					before = top
				}
				down[c.col] += c.tall
			}
			end = begin + b.tall
		}
	})
}
