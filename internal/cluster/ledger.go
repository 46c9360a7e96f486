package main

import (
	"slices"
	"sync"
	"time"
)

// ledger notes when each message was answered with code 0, and when each screen showed the order. All times are of this
// one process, so no clock is compared with another.
type ledger struct {
	now func() time.Time

	mu       sync.Mutex
	screens  int
	sent     int // orders placed
	messages map[string]time.Time
	orders   map[int64]*sighting
	faults   []fault
	problems []string
}

// sighting is what is known of an order.
type sighting struct {
	shop   int64
	placed time.Time
	acked  time.Time   // code 0 of its first message; zero before
	seen   []time.Time // by each screen; zero before
}

// fault is a disturbance. One that has ended at once, such as a kill, has the same beginning and end.
type fault struct {
	What     string
	From, To time.Time // To is zero while it lasts
}

func newLedger(screens int, now func() time.Time) *ledger {
	return &ledger{now: now, screens: screens, messages: map[string]time.Time{}, orders: map[int64]*sighting{}}
}

// order is the sighting of an order. The caller holds the lock.
func (l *ledger) order(shop, id int64) *sighting {
	s := l.orders[id]
	if s == nil {
		s = &sighting{shop: shop, seen: make([]time.Time, l.screens)}
		l.orders[id] = s
	}
	return s
}

func (l *ledger) placed(shop, id int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent++
	l.order(shop, id).placed = l.now()
}

// acked notes that a message was answered with code 0. order is 0 if the message isn't that of a new order.
func (l *ledger) acked(message string, shop, order int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, again := l.messages[message]; again {
		return
	}
	l.messages[message] = l.now()
	if order != 0 {
		l.order(shop, order).acked = l.now()
	}
}

// accepted is how many messages were answered with code 0.
func (l *ledger) accepted() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.messages)
}

// saw notes that a screen shows the order.
func (l *ledger) saw(screen int, shop, order int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.order(shop, order); s.seen[screen].IsZero() {
		s.seen[screen] = l.now()
	}
}

// problem notes something that must not happen.
func (l *ledger) problem(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.problems = append(l.problems, text)
}

// begin notes that a disturbance begins, and returns what ends it.
func (l *ledger) begin(what string) (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := len(l.faults)
	l.faults = append(l.faults, fault{What: what, From: l.now()})
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.faults[at].To = l.now()
	}
}

// settled is how long after a fault a delay is counted as of the fault.
const settled = 5 * time.Second

// delays are the times from code 0 to a screen.
type delays struct {
	Outside []time.Duration // from code 0 to the screen, with no fault in between or shortly before
	After   []time.Duration // from the fault's end, or from code 0 if that was later
	During  []time.Duration // from code 0, of the orders that a fault touched
	Unseen  int             // sightings that are missing
}

// delays sorts all sightings since a moment by whether a fault touched them.
func (l *ledger) delays(since time.Time) (d delays) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, s := range l.orders {
		if s.acked.IsZero() || s.acked.Before(since) {
			continue
		}
		for _, seen := range s.seen {
			if seen.IsZero() {
				d.Unseen++
				continue
			}
			took := max(0, seen.Sub(s.acked))
			f := l.touching(s.acked, seen, now, settled)
			if f == nil {
				d.Outside = append(d.Outside, took)
				continue
			}
			d.During = append(d.During, took)
			if !f.To.IsZero() {
				d.After = append(d.After, max(0, min(took, seen.Sub(f.To))))
			}
		}
	}
	for _, list := range [][]time.Duration{d.Outside, d.After, d.During} {
		slices.Sort(list)
	}
	return d
}

// touching is the last fault that lies between from and to, or ended no longer than after before from. The caller holds
// the lock.
func (l *ledger) touching(from, to, now time.Time, after time.Duration) *fault {
	for i := len(l.faults) - 1; i >= 0; i-- {
		f := &l.faults[i]
		end := f.To
		if end.IsZero() {
			end = now
		}
		if !f.From.After(to) && !end.Add(after).Before(from) {
			return f
		}
	}
	return nil
}

// quantile is the value below which the share q of a sorted list lies, 0 for an empty one.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// fill counts for the page.
func (l *ledger) fill(v *pageView) {
	l.mu.Lock()
	defer l.mu.Unlock()
	v.Sent, v.Messages = l.sent, len(l.messages)
	v.Problems = slices.Clone(l.problems)
	for _, s := range l.orders {
		if s.acked.IsZero() {
			continue
		}
		v.Accepted++
		if slices.ContainsFunc(s.seen, time.Time.IsZero) {
			v.Waiting++
		}
	}
}

// disturbed reports whether a fault lies between from and to, or ended no longer than after before from.
func (l *ledger) disturbed(from, to time.Time, after time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.touching(from, to, l.now(), after) != nil
}
