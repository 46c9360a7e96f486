package orders

import "github.com/shopdesk/shopdesk/app/live/book"

// laneView is what the board shows of a lane. All lanes are looked up once for each drawing: with hundreds of orders
// looking them up takes longer than drawing the one that has changed.
type laneView struct {
	spots []book.Spot // none of a lane that people look back into
	shown int         // orders that fit the filter
	all   int         // and those of the shop, whatever number somebody looks for
	held  bool        // a place is held for an order that has gone
}

// lookAt looks the lanes of a book up. Orders of the board fit all, those that are shown fit shown as well.
func lookAt(d *book.Book, all, shown book.Filter) (lanes [book.Lanes]laneView) {
	for lane := range book.Lanes {
		v := &lanes[lane]
		if lane >= book.LaneDone {
			v.shown = d.Count(lane, shown)
			continue
		}
		v.spots = d.Spots(lane)
		for _, spot := range v.spots {
			if v.held = v.held || spot.Gone != nil; !waits(spot) || !all.Fits(spot.Order) {
				continue
			}
			v.all++
			if shown.Fits(spot.Order) {
				v.shown++
			}
		}
	}
	return lanes
}

// waits reports whether an order stands in a place, and isn't gone from it.
func waits(spot book.Spot) bool { return spot.Order != nil && spot.Gone == nil }
