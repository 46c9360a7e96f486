package token

import (
	"context"
	"maps"

	"github.com/shopdesk/shopdesk/server/store"
)

// load reads the store: other replicas' renewals, new connections, and the
// connection of each shop.
func (v *Vault) load(ctx context.Context) error {
	known := v.seen.Load().byID
	rows, err := v.Store.Connections(ctx)
	shops := map[int64]string{}
	if err == nil {
		shops, err = v.Store.ConnectionShops(ctx)
	}
	v.answers(err)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	before, after := v.seen.Load(), &snapshot{byID: map[string]*connectionState{}, byShop: map[int64]*connectionState{}}
	for _, row := range rows {
		if row.ID == store.AppConnection {
			if v.app != nil {
				v.take(ctx, v.app, row)
			}
			continue
		}
		l := before.byID[row.ID]
		if l == nil {
			l = newLink(row.ID)
		}
		v.take(ctx, l, row)
		after.byID[row.ID] = l
	}
	for id, l := range before.byID {
		if after.byID[id] == nil && (l.unsaved() || known[id] != l) { // or it was made since the rows were read
			after.byID[id] = l
		}
	}
	for shop, id := range shops {
		if l := after.byID[id]; l != nil {
			after.byShop[shop] = l
		}
	}
	v.seen.Store(after)
	return nil
}

func (l *connectionState) unsaved() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.answer != nil && l.answer.New
}

// answers records whether the store answered.
func (v *Vault) answers(err error) {
	if err != nil {
		v.steady.Store(0)
	} else {
		v.steady.CompareAndSwap(0, v.Millis())
	}
}

// take uses a stored row if the row is newer than the known one.
func (v *Vault) take(ctx context.Context, l *connectionState, row store.Connection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if row.Version <= l.row.Version {
		return
	}
	fresh := row.IssuedAt > l.row.IssuedAt || l.row.Version == 0
	if row.State == store.ConnectionGood && l.row.State != store.ConnectionGood || fresh {
		l.retryAt, l.alarm, l.failure = 0, OverdueNone, nil
	}
	l.row = row
	if now := v.Millis(); fresh && store.Ahead(l.row.IssuedAt, now) {
		// The tokens end earlier than the row says, and so are renewed soon; not at once, because a replica whose clock
		// is still ahead would do the same.
		l.retryAt = now + maxBackoff.Milliseconds()
	}
	switch {
	case l.answer == nil || l.answer.New:
	case l.app && v.younger(l, row):
		l.answer = nil
	case !l.app && v.replaced(row, l.answer):
		l.answer = nil // another consent replaced the answer
		v.forgetSpooled(ctx, l.id)
	}
	if l.answer != nil {
		return // the answer in use is newer
	}
	if row.SpentAt == 0 {
		l.doubt = false
	}
	if !fresh && l.current.Load() != nil {
		return
	}
	access, err := v.open(row, "access")
	if err != nil {
		v.Logger.ErrorContext(ctx, "stored tokens don't open", "connection", l.id, "err", err)
		return
	}
	if h := newHeld(access, row.IssuedAt, row.ExpiresAt, v.Jitter()); access != l.refused && h.usable(v.Millis()) {
		l.use(h)
	}
}

func (v *Vault) open(row store.Connection, column string) (Secret, error) {
	sealed := row.SealedAccess
	if column == "refresh" {
		sealed = row.SealedRefresh
	}
	text, err := v.Sealer.Open(sealed, Place(row.ID, column))
	return Secret(text), err
}

// put adds a link to the view, or replaces the link with its id.
func (v *Vault) put(l *connectionState) {
	v.mu.Lock()
	defer v.mu.Unlock()
	before := v.seen.Load()
	byID := maps.Clone(before.byID)
	byID[l.id] = l
	v.seen.Store(&snapshot{byID: byID, byShop: before.byShop})
}
