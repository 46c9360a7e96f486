package shops

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/components"
)

// Ids of what scrolls, and of what is in it.
const (
	scrollID = "shops-scroll"
	rowsID   = "shops-rows"
)

const (
	firstPx = 60 // a row's height until one was measured
	step    = 2  // rows come and go so many at once
	beyond  = 2  // rows that are drawn above and below what is in sight
	least   = 12 // rows that are drawn before anything was measured
)

// sight is which of the rows are drawn: those that can be seen, and a few more.
// All have one height.
type sight struct {
	count    int
	from, to int
	rows     int // as many as were drawn last: what fits the window
	px       int

	heard   app.Func
	queued  bool
	paper   components.Paper
	printed bool // all rows are drawn, for paper
}

// fit takes how many rows there are.
func (s *sight) fit(count int) {
	s.count = count
	s.from = min(s.from, max(0, count-1)/step*step)
	s.to = min(s.from+max(s.rows, least), count)
}

// at draws the rows around a position.
func (s *sight) at(position int) {
	s.from = max(0, position-beyond) / step * step
	s.to = min(s.count, position+max(s.rows, least))
}

// height is of so many rows, in pixels.
func (s *sight) height(rows int) int {
	if s.px == 0 {
		return rows * firstPx
	}
	return rows * s.px
}

// look finds out what is in sight. It reports whether other rows are to be
// drawn.
func (s *sight) look() (changed bool) {
	if s.printed {
		changed = s.to-s.from < s.count
		s.from, s.to = 0, s.count
		return changed
	}
	top, bottom, row, ok := seen()
	if !ok {
		return false
	}
	from := max(0, top/row-beyond) / step * step
	to := min(s.count, (bottom/row+beyond+step)/step*step)
	from = min(from, max(0, to-1)/step*step)
	changed = from != s.from || to != s.to || row != s.px
	s.from, s.to, s.px = from, to, row
	s.rows = max(s.rows, to-from)
	return changed
}

// seen is the part of the rows' box that can be seen, from its upper edge, and
// a row's height, all in pixels.
func seen() (top, bottom, row int, ok bool) {
	if app.IsServer {
		return 0, 0, 0, false
	}
	rows, scroll := app.Window().GetElementByID(rowsID), app.Window().GetElementByID(scrollID)
	if !rows.Truthy() || !scroll.Truthy() {
		return 0, 0, 0, false
	}
	first := rows.Call("querySelector", "[role=row]")
	if !first.Truthy() {
		return 0, 0, 0, false
	}
	box, frame := rows.Call("getBoundingClientRect"), scroll.Call("getBoundingClientRect")
	above := max(0, frame.Get("top").Float())
	below := min(app.Window().Get("innerHeight").Float(), frame.Get("bottom").Float())
	row = first.Get("offsetHeight").Int()
	if row == 0 || below <= above {
		return 0, 0, 0, false
	}
	start := box.Get("top").Float()
	return int(above - start), int(below - start), row, true
}

// reveal scrolls so that the row at a position can be seen, below the heading
// and above what sticks to the lower edge.
func (s *sight) reveal(position int) {
	top, bottom, row, ok := seen()
	if !ok {
		return
	}
	const head = 60
	by := 0
	switch {
	case position*row < top+head:
		by = position*row - top - head
	case (position+1)*row > bottom-head:
		by = (position+1)*row - bottom + head
	}
	if by == 0 {
		return
	}
	scroll := app.Window().GetElementByID(scrollID)
	before := scroll.Get("scrollTop").Int()
	scroll.Call("scrollBy", 0, by)
	if by -= scroll.Get("scrollTop").Int() - before; by != 0 {
		app.Window().Call("scrollBy", 0, by) // the page goes the rest of the way; on a phone all of it
	}
}

// watch has told called when something has scrolled or the window has another
// size, until stop.
func (s *sight) watch(ctx app.Context, told func(app.Context)) {
	if app.IsServer {
		return
	}
	s.heard = device.Func(func([]app.Value) {
		if !s.queued {
			s.queued = true
			ctx.Dispatch(func(ctx app.Context) {
				s.queued = false
				told(ctx)
			})
		}
	})
	options := map[string]any{"capture": true, "passive": true}
	app.Window().Call("addEventListener", "scroll", s.heard, options)
	app.Window().Call("addEventListener", "resize", s.heard)
	s.paper.Watch(ctx, func(ctx app.Context, on bool) {
		s.printed = on
		told(ctx)
	})
}

func (s *sight) stop() {
	if s.heard == nil {
		return
	}
	app.Window().Call("removeEventListener", "scroll", s.heard, true)
	app.Window().Call("removeEventListener", "resize", s.heard)
	s.paper.Leave()
	s.heard.Release()
	s.heard = nil
}
