package orders

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
)

// settling draws a page again when a place was held for long enough, or a button
// has rested (book.Book.Settle).
type settling struct {
	due time.Time // of the timer, zero for none
}

// wait sees to the next drawing. ctx is that of the page, which is drawn when the
// timer is over.
func (s *settling) wait(ctx app.Context, d *book.Book) {
	again := time.Duration(d.Settle()) * time.Millisecond
	if due := time.Now().Add(again); again > 0 && !app.IsServer && (s.due.IsZero() || due.Before(s.due)) {
		s.due = due
		ctx.After(again, func(ctx app.Context) {
			s.due = time.Time{}
			s.wait(ctx, d)
		})
	}
}

// giveOn gives the keyboard on from the card of an order that leaves: to the next
// one that waits for the same, or else the first. The page has been drawn by then.
func giveOn(ctx app.Context, d *book.Book, big bool, id string) {
	card, list := "order-"+id, ".lane"
	if big {
		card, list = "korder-"+id, ".kitchen-grid"
	}
	active := components.ActiveElement()
	if app.IsServer || !components.Within(active, "#"+card) {
		return
	}
	keyed := active.Call("matches", ":focus-visible").Bool()
	ctx.Defer(func(ctx app.Context) {
		was := app.Window().GetElementByID("was-" + card)
		if !was.Truthy() {
			return
		}
		where := was.Call("closest", list)
		lane := was.Get("dataset").Get("lane").String()
		next := after(where.Call("querySelectorAll", `.order[data-lane="`+lane+`"]`+button), was)
		if next == nil {
			id := "lane-" + lane
			if big {
				id = "kitchen-" + lane // the button of the lane
			}
			components.FocusID(ctx, id)
			return
		}
		hand(ctx, d, next, keyed)
	})
}

// hand puts the keyboard on a card's main button.
func hand(ctx app.Context, d *book.Book, button app.Value, keyed bool) {
	if keyed {
		d.Hand(orderIn(button))
		button.Call("setAttribute", "aria-disabled", "true") // from the moment on that it has the keyboard
		ctx.NewAction(state.ActionChanged)
	}
	button.Call("focus", map[string]any{"preventScroll": !keyed}) // a page doesn't move under a finger
}

// keepKeyboard looks after the keyboard where the cards are laid out anew: a card that is made again elsewhere has it
// again. If the card has gone without its place having been held, the one that stands there now has it. A button of the
// strip that goes leaves it to the new orders.
func (p *Board) keepKeyboard() {
	if app.IsServer || p.ctx.Context == nil {
		return
	}
	document := app.Window().Get("document")
	active := components.ActiveElement()
	if components.Within(active, "#rush") {
		components.Land(p.ctx, app.Window().GetElementByID("lane-new"))
	}
	if !active.Truthy() || !active.Call("matches", ".lane .order [id]").Bool() {
		return
	}
	const buttons = ".order" + button
	id, lane := active.Get("id").String(), active.Call("closest", ".lane")
	keyed, at := active.Call("matches", ":focus-visible").Bool(), 0
	const preceding = 2 // Node.DOCUMENT_POSITION_PRECEDING
	before := lane.Call("querySelectorAll", buttons)
	for i := range before.Length() {
		if active.Call("compareDocumentPosition", before.Index(i)).Int()&preceding != 0 {
			at = i + 1
		}
	}
	p.ctx.Defer(func(ctx app.Context) {
		if now := components.ActiveElement(); now.Truthy() && !now.Equal(document.Get("body")) {
			return
		}
		if lane.Call("contains", app.Window().GetElementByID(id)).Bool() { // elsewhere it does something else
			components.FocusID(ctx, id)
			return
		}
		left := lane.Call("querySelectorAll", buttons)
		if n := left.Length(); n > 0 {
			hand(ctx, p.Book, left.Index(min(at, n-1)), keyed)
			return
		}
		components.FocusID(ctx, "lane-"+lane.Get("dataset").Get("lane").String())
	})
}

// button ends a selector of cards: the main buttons of those that haven't left.
const button = ":not([data-gone]) .order-acts > .btn[data-kind=go]:not(:disabled)"

// after is the first of the elements in sight that stands behind one in the page, or else the first; nil for none.
func after(all, one app.Value) (next app.Value) {
	const following = 4 // Node.DOCUMENT_POSITION_FOLLOWING
	for i := range all.Length() {
		switch el := all.Index(i); {
		case el.Call("getClientRects").Length() == 0: // of a lane that isn't shown
		case one.Call("compareDocumentPosition", el).Int()&following != 0:
			return el
		case next == nil:
			next = el
		}
	}
	return next
}
