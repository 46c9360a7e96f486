package shell

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Early is what a device that remembers nobody asks before anything is drawn. The
// boot script has asked already (web/first.js): mostly the answers wait, and the
// first drawing is the whole page.
type Early struct {
	session *call[*api.Session]
	shops   *call[*backend.ShopList]
	record  *call[*backend.ShopRecord]
	shop    int64 // of the record
	begun   time.Time
}

// patience is how long the first drawing waits for answers.
const patience = 400 * time.Millisecond

// askEarly asks, and waits for the answers until it is too late.
func askEarly(b *backend.Backend, now time.Time, route routes.Route, late <-chan time.Time) Early {
	e := Early{session: begin(backend.Session.From(b)), begun: now}
	if !e.session.within(late) || e.session.err != nil || e.session.value.Operator == nil {
		return e
	}
	e.shops = begin(b.Shops(""))
	if route.InShop() {
		e.shop = route.ShopID
		if e.record = begin(b.ShopRecord(e.shop)); !e.record.within(late) {
			return e // late tells once
		}
	}
	e.shops.within(late)
	return e
}

// putEarly has the first drawing show what has come. The calls go on as if they
// were made later: what they answer is taken again.
func (r *Root) putEarly() {
	e := &r.early
	if !e.session.came() {
		return
	}
	r.become(*e.session.value)
	r.phase = ready
	if e.shops.came() && e.shops.value != nil {
		r.State.SetListing(e.shops.value.Shops, e.shops.value.Tag)
	}
	if e.record.came() && e.record.value.Err == nil {
		r.reads.id, r.reads.begun = e.shop, e.begun
		r.recordRead(r.ctx, e.record.value, nil)
		e.record = nil
	}
}

// call is a call that somebody waits for elsewhere.
type call[T any] struct {
	done  chan struct{}
	value T
	err   error
}

func begin[T any](work func(context.Context) (T, error)) *call[T] {
	c := &call[T]{done: make(chan struct{})}
	go func() {
		defer close(c.done)
		c.value, c.err = work(context.Background())
	}()
	return c
}

// within waits for the answer, until it is too late.
func (c *call[T]) within(late <-chan time.Time) bool {
	select {
	case <-c.done:
		return true
	case <-late:
		return false
	}
}

// came reports whether there is an answer that is no failure.
func (c *call[T]) came() bool {
	if c == nil {
		return false
	}
	select {
	case <-c.done:
		return c.err == nil
	default:
		return false
	}
}

// instead is the call that is under way, once, else work.
func instead[T any](under **call[T], work func(context.Context) (T, error)) func(context.Context) (T, error) {
	c := *under
	if *under = nil; c == nil {
		return work
	}
	return func(context.Context) (T, error) {
		<-c.done
		return c.value, c.err
	}
}
