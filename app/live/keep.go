package live

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/internal/api"
)

const (
	keepEvery = 60_000 // how often what has changed is kept, in milliseconds, in case the device is switched off
	patience  = 3_000  // how long the first list may take before what an earlier visit left is shown
)

// kept is what of the orders is in the browser's storage.
type kept struct {
	revision int
	at       int64
	seen     []int64
}

// keepNow keeps the orders now and then. Mostly they are kept when the page is left
// or hidden, or the network goes: writing hundreds of them takes a moment.
func (w *Watch) keepNow() {
	if w.Book.Revision() != w.kept.revision && deviceNow()-w.kept.at >= keepEvery {
		w.keep()
	}
}

// keep keeps the orders for a start without a network, with when the server was
// heard last. What an earlier visit left stays as it is until the list is read.
func (w *Watch) keep() {
	if !w.line.on || !w.Book.Loaded || w.Book.Kept {
		return
	}
	if seen := w.Book.SeenOrders(); !slices.Equal(seen, w.kept.seen) {
		w.State.KeepSeenOrders(seen)
		w.kept.seen = seen
	}
	w.Book.WorkBefore(w.State.KeptWork()) // what other windows keep
	work := w.Book.Work()
	work.At = w.heard()
	w.State.KeepWork(work)
	w.State.KeepBoard(state.KeptBoard{ShopID: w.line.shop, At: w.line.link.Heard, Ahead: w.Book.Clock.Ahead(),
		Orders: w.Book.Keep()})
	w.kept.revision, w.kept.at = w.Book.Revision(), deviceNow()
}

// remember has the first list tell what is new since an earlier visit.
func (w *Watch) remember() {
	w.kept.seen = w.State.SeenOrders()
	w.Book.SeenBefore(w.kept.seen)
	w.Book.WorkBefore(w.State.KeptWork())
}

// recall shows the orders as an earlier visit left them.
func (w *Watch) recall() {
	if w.Book.Loaded {
		return
	}
	k, ok := w.State.KeptBoard(w.line.shop)
	if !ok {
		return
	}
	w.Book.Recall(k.Orders, k.Ahead)
	w.line.link.Heard = max(w.line.link.Heard, k.At)
	w.reached()
}

// reached tells the book whether the server can be asked for anything, and when it
// was heard last. People are told of the acts that aren't asked for any more.
func (w *Watch) reached() {
	w.Book.HeardAt = w.heard()
	w.sayUndone(w.ctx, w.Book.SetReachable(w.line.link.State != Lost && w.line.link.Why != api.CodeSignedOut)...)
}
