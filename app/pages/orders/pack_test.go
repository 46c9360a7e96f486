package orders

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
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

// packs is a lane whose cards are about 200 high.
func packs(cols int, known map[int64]int, stretches ...*bunch) *packing {
	return &packing{cols: cols, about: 200, cards: stretches, known: known, stood: map[int64]int{},
		news: map[int64]bool{}}
}

// grows has cards measured anew.
func (p *packing) grows(known map[int64]int) {
	for id, tall := range known {
		p.known[id], p.news[id] = tall, true
	}
}

// again packs as the page does: stretches that were packed before are known.
func (p *packing) again() []*bundle {
	p.placed = p.pack()
	clear(p.news)
	return p.placed
}

// bundles compares how stretches are packed.
var bundles = cmp.Options{cmp.AllowUnexported(bundle{}, cell{}),
	cmpopts.IgnoreFields(bundle{}, "cards", "cols", "about", "begin", "end")}

// Each card stands in the column that is filled least. The next stretch begins beside the last cards of the one before,
// empty places take no room, and a card that wasn't measured is about as high as the others.
func TestPack(t *testing.T) {
	t.Parallel()
	known := map[int64]int{1: 100, 2: 300, 3: 50, 4: 120, 6: 10}
	got := packs(2, known, stretchOf(1, 2, 0, 3), stretchOf(4, 5, 6)).pack()
	want := []*bundle{
		{lift: 0, tall: 300, cells: []cell{{0, 0, 100}, {1, 0, 300}, {}, {0, 100, 50}}},
		{lift: 150, tall: 320, cells: []cell{{0, 0, 120}, {0, 120, 200}, {1, 150, 10}}},
	}
	if diff := cmp.Diff(want, got, bundles); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A card that grows moves those that were seen, and nothing of the stretches that nobody has come near.
func TestPackLeavesUnseenStretchesAlone(t *testing.T) {
	t.Parallel()
	p := packs(2, map[int64]int{1: 100, 2: 300, 3: 50},
		stretchOf(1, 2), stretchOf(0), stretchOf(3, 4), stretchOf(5, 6, 7), stretchOf(8))
	before := p.again()
	p.grows(map[int64]int{1: 130})
	now := p.again()
	if cmp.Equal(before[2], now[2], bundles) {
		t.Error("the stretch after the card that grew stands as before")
	}
	if diff := cmp.Diff(before[3:], now[3:], bundles); diff != "" {
		t.Errorf("unseen stretches stand elsewhere (-before +now):\n%s", diff)
	}
	if now[2].lift != 170 || now[3].lift != 0 {
		t.Errorf("got stretches that reach up %d and %d, want 170 beside the cards before, and 0", now[2].lift, now[3].lift)
	}
}

// A card that grows by a line moves those below it, and none to another side. One that has become much higher does.
func TestPackKeepsCardsInTheirColumns(t *testing.T) {
	t.Parallel()
	p := packs(2, map[int64]int{}, stretchOf(1, 2, 3, 4, 5, 6))
	for id := range int64(7) {
		p.known[id] = 200
	}
	columns := func() (cols []int) {
		for _, c := range p.again()[0].cells {
			cols = append(cols, c.col)
		}
		return cols
	}
	for _, step := range []struct {
		tall int // of the first card
		want []int
	}{{200, []int{0, 1, 0, 1, 0, 1}}, {225, []int{0, 1, 0, 1, 0, 1}}, {450, []int{0, 1, 1, 1, 0, 1}}} {
		p.grows(map[int64]int{1: step.tall})
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
		p := packs(cols, map[int64]int{})
		for i, height := range tall {
			id := int64(i + 1)
			p.known[id] = height
			if i%size == 0 {
				p.cards = append(p.cards, new(bunch))
			}
			last := p.cards[len(p.cards)-1]
			last.places = append(last.places, stretchOf(id).places...)
		}
		standsWithoutGaps(t, p.again(), cols, 0)
		for i := range tall {
			if rapid.Bool().Draw(t, "grows") {
				p.grows(map[int64]int{int64(i + 1): height.Draw(t, "to")})
			}
		}
		anew := *p
		anew.placed, anew.stood = nil, maps.Clone(p.stood)
		want, got := anew.pack(), p.again()
		if diff := cmp.Diff(want, got, bundles); diff != "" {
			t.Fatalf("a lane that was packed before differs from a new one (-new +got):\n%s", diff)
		}
		standsWithoutGaps(t, got, cols, slack)
	})
}

// After a change of one card, stretches that stand as before aren't packed: with hundreds of orders that takes longer
// than drawing the card. Another width or another card has them packed.
func TestPackLooksOnlyAtWhatChanged(t *testing.T) {
	t.Parallel()
	packed := func() *packing {
		p := packs(2, map[int64]int{1: 100, 2: 300, 3: 250, 4: 50, 5: 70, 6: 90},
			stretchOf(1, 2), stretchOf(3, 4), stretchOf(5, 6), stretchOf(7, 8), stretchOf(9))
		p.again()
		return p
	}
	tests := []struct {
		name    string
		changes func(*packing)
		want    []int // the stretches that are packed
	}{
		{"nothing", func(*packing) {}, nil},
		{"a card of the third stretch is higher", func(p *packing) { p.grows(map[int64]int{6: 95}) }, []int{2, 3}},
		{"a card of the first is as high as before", func(p *packing) { p.grows(map[int64]int{1: 100}) }, []int{0}},
		{"an order has changed", func(p *packing) { p.cards[1] = stretchOf(3, 4) }, nil},
		{"an order has left", func(p *packing) { p.cards[4] = stretchOf(0) }, []int{4}},
		{"cards are likely lower", func(p *packing) { p.about = 64 }, []int{0, 1, 2, 3, 4}},
		{"there are more columns", func(p *packing) { p.cols = 3 }, []int{0, 1, 2, 3, 4}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := packed()
			test.changes(p)
			before, got := p.placed, []int(nil)
			for n, b := range p.again() {
				if b != before[n] {
					got = append(got, n)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Cards move by whole pixels of the screen, also where it has another number of them than the page.
func TestCardsMoveByWholePixels(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		px    int
		ratio float64
		want  string
	}{{0, 1, "none"}, {45, 1, "0 45px"}, {45, 2, "0 45px"}, {-45, 1.25, "0 -44.8px"}, {7, 1.5, "0 7.333333333333333px"}} {
		if got := lower(test.px, test.ratio); got != test.want {
			t.Errorf("%d at %v: got %q, want %q", test.px, test.ratio, got, test.want)
		}
	}
}

// standsWithoutGaps fails where a card doesn't begin at its column's end, or more than so much above an earlier one.
func standsWithoutGaps(t *rapid.T, bundles []*bundle, cols, above int) {
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
	p := packs(2, map[int64]int{1: 100, 2: 300, 3: 50, 4: 120}, cards)
	before := p.again()[0]
	p.grows(map[int64]int{3: 70})
	now := p.again()[0]
	tests := []struct {
		name   string
		before *bundle
		news   map[int64]bool
		want   []int
	}{
		{"nothing has changed", now, nil, nil},
		{"a card is higher", before, nil, []int{3, 4}},
		{"a card has a new element", now, map[int64]bool{2: true}, []int{1}},
		{"nothing was placed", nowhere, nil, []int{0, 1, 3, 4}},
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
