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
	got := pack(2, []*bunch{stretchOf(1, 2, 0, 3), stretchOf(4, 5, 6)}, known, 200, map[int64]int{})
	want := []bundle{
		{0, 300, []cell{{0, 0, 100}, {1, 0, 300}, {}, {0, 100, 50}}},
		{150, 320, []cell{{0, 0, 120}, {0, 120, 200}, {1, 150, 10}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(bundle{}, cell{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A card that grows moves those that were seen, and nothing of the stretches that nobody has come near.
func TestPackLeavesUnseenStretchesAlone(t *testing.T) {
	t.Parallel()
	stretches := []*bunch{stretchOf(1, 2), stretchOf(0), stretchOf(3, 4), stretchOf(5, 6, 7), stretchOf(8)}
	known := map[int64]int{1: 100, 2: 300, 3: 50}
	stood := map[int64]int{}
	before := pack(2, stretches, known, 200, stood)
	known[1] = 130
	now := pack(2, stretches, known, 200, stood)
	if cmp.Equal(before[2], now[2], cmp.AllowUnexported(bundle{}, cell{})) {
		t.Error("the stretch after the card that grew stands as before")
	}
	if diff := cmp.Diff(before[3:], now[3:], cmp.AllowUnexported(bundle{}, cell{})); diff != "" {
		t.Errorf("unseen stretches stand elsewhere (-before +now):\n%s", diff)
	}
	if now[2].lift != 170 || now[3].lift != 0 {
		t.Errorf("got stretches that reach up %d and %d, want 170 beside the cards before, and 0", now[2].lift, now[3].lift)
	}
}

// A card that grows by a line moves those below it, and none to another side. One that has become much higher does.
func TestPackKeepsCardsInTheirColumns(t *testing.T) {
	t.Parallel()
	cards := []*bunch{stretchOf(1, 2, 3, 4, 5, 6)}
	known, stood := map[int64]int{}, map[int64]int{}
	for id := range int64(7) {
		known[id] = 200
	}
	columns := func() (cols []int) {
		for _, c := range pack(2, cards, known, 200, stood)[0].cells {
			cols = append(cols, c.col)
		}
		return cols
	}
	for _, step := range []struct {
		tall int // of the first card
		want []int
	}{{200, []int{0, 1, 0, 1, 0, 1}}, {225, []int{0, 1, 0, 1, 0, 1}}, {450, []int{0, 1, 1, 1, 0, 1}}} {
		known[1] = step.tall
		if diff := cmp.Diff(step.want, columns()); diff != "" {
			t.Errorf("the first card is %d high (-want +got):\n%s", step.tall, diff)
		}
	}
}

// However high cards are, they stand without gaps, and none begins above one that comes before it: the page, the
// keyboard and the eye have one order. Where cards have grown since, none begins more than the slack above.
func TestPackLeavesNoGaps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cols := rapid.IntRange(2, 6).Draw(t, "cols")
		height := rapid.IntRange(40, 900)
		tall := rapid.SliceOf(height).Draw(t, "tall")
		size := rapid.IntRange(1, 24).Draw(t, "size")
		known, stood := map[int64]int{}, map[int64]int{}
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
		standsWithoutGaps(t, pack(cols, stretches, known, 200, stood), cols, 0)
		for i := range tall {
			if rapid.Bool().Draw(t, "grows") {
				known[int64(i+1)] = height.Draw(t, "to")
			}
		}
		standsWithoutGaps(t, pack(cols, stretches, known, 200, stood), cols, slack)
	})
}

// standsWithoutGaps fails where a card doesn't begin at its column's end, or more than so much above an earlier one.
func standsWithoutGaps(t *rapid.T, bundles []bundle, cols, above int) {
	down, end, before := make([]int, cols), 0, 0
	for n, b := range bundles {
		begin := end - b.lift // the page puts a stretch below the one before
		for i, c := range b.cells {
			switch top := begin + c.top; {
			case top != down[c.col]:
				t.Fatalf("stretch %d, card %d begins at %d in column %d, which is filled to %d", n, i, top, c.col, down[c.col])
			case top < before-above:
				t.Fatalf("stretch %d, card %d begins at %d, above one before at %d", n, i, top, before)
			default:
				before = max(before, top)
			}
			down[c.col] += c.tall
		}
		end = begin + b.tall
	}
}

// A change of one card places those anew that stand elsewhere, not all beside them: each is a call to the browser.
func TestPackPlacesWhatMoved(t *testing.T) {
	t.Parallel()
	cards := stretchOf(1, 2, 0, 3, 4)
	known := map[int64]int{1: 100, 2: 300, 3: 50, 4: 120}
	stood := map[int64]int{}
	before := pack(2, []*bunch{cards}, known, 200, stood)[0]
	known[3] = 70
	now := pack(2, []*bunch{cards}, known, 200, stood)[0]
	tests := []struct {
		name   string
		before bundle
		news   map[int64]bool
		want   []int
	}{
		{"nothing has changed", now, nil, nil},
		{"a card is higher", before, nil, []int{3, 4}},
		{"a card has a new element", now, map[int64]bool{2: true}, []int{1}},
		{"nothing was placed", bundle{}, nil, []int{0, 1, 3, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, now.moved(test.before, cards, test.news)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The heights of orders that have left the lane are forgotten. They were kept for as long as the board was open.
func TestPackingForgetsOrdersThatLeft(t *testing.T) {
	t.Parallel()
	p := packing{cards: []*bunch{stretchOf(7, 0), stretchOf(8)}, known: map[int64]int{}, stood: map[int64]int{}}
	for id := range int64(1000) {
		p.known[id], p.stood[id] = 200, 1
	}
	p.forget()
	if diff := cmp.Diff(map[int64]int{7: 200, 8: 200}, p.known); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[int64]int{7: 1, 8: 1}, p.stood); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
}
