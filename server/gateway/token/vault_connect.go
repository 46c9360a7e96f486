package token

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

// Consent is a merchant's consent, as an operator brought it.
type Consent struct {
	ID         string // the connection it mends; "" for a new one
	Code       Secret // the authorization code, which can be used once
	Verifier   string // of the redirect's code challenge, "" for none
	OperatorID int64
	Operator   string
}

// Connect gives a code for tokens and keeps them, as a new connection or in
// place of those of an old one. It returns the connection's ID, also when the
// tokens are used but not stored yet.
func (v *Vault) Connect(ctx context.Context, c Consent) (id string, err error) {
	l := v.seen.Load().byID[c.ID]
	if l == nil && c.ID != "" {
		return "", store.ErrNotFound
	}
	if err := v.load(ctx); err != nil {
		return "", err // no code is spent that couldn't be stored
	}
	now := v.millis()
	ctx = context.WithoutCancel(ctx) // what the platform gave isn't lost with who asked
	got, err := v.grants.Exchange(ctx, c.Code, c.Verifier)
	if err != nil {
		return "", err
	}
	if got.Refresh == "" {
		v.log.WarnContext(ctx, "platform gives no refresh token: the connection can't be renewed")
	}
	if l == nil {
		l = newLink(strings.ToLower(rand.Text()))
		v.put(l)
	}
	return l.id, v.accept(ctx, l, &gain{
		Access: got.Access, Refresh: got.Refresh, Issued: now, Expires: now + got.Life.Milliseconds(),
		New: true, OperatorID: c.OperatorID, Operator: c.Operator, ConnectedAt: now,
	})
}

// Bind notes which shops a connection reaches: those alone, or more.
func (v *Vault) Bind(ctx context.Context, id string, shops []int64, alone bool) error {
	do := v.store.AddShops
	if alone {
		do = v.store.BindShops
	}
	if err := do(ctx, id, shops); err != nil {
		return err
	}
	return v.load(ctx)
}

// Disconnect stops using a connection and forgets its tokens. The platform has
// no call to tell it (interface 4).
func (v *Vault) Disconnect(ctx context.Context, id string) error {
	for {
		row, err := v.store.Connection(ctx, id)
		if err != nil {
			return err
		}
		err = v.store.DeleteConnection(ctx, id, row.Version)
		if errors.Is(err, store.ErrConflict) {
			continue // renewed meanwhile
		}
		if err != nil {
			return err
		}
		if l := v.seen.Load().byID[id]; l != nil {
			v.drop(ctx, l)
		}
		return v.load(ctx)
	}
}

// State is what there is to know of a connection.
type State struct {
	ID          string
	Shops       []int64
	SignIn      bool // the merchant must sign in again
	Renewing    bool // a renewal is under way
	Unsaved     bool // tokens are used that aren't stored
	Trouble     string
	Alarm       Alarm
	IssuedAt    int64 // milliseconds of Unix time, as are the next ones
	ExpiresAt   int64
	ConnectedAt int64
	Operator    string
}

// States lists the connections, the ones connected last first.
func (v *Vault) States() []State {
	seen, now := v.seen.Load(), v.millis()
	shops := map[*link][]int64{}
	for shop, l := range seen.byShop {
		shops[l] = append(shops[l], shop)
	}
	all := make([]State, 0, len(seen.byID))
	for _, l := range seen.byID {
		s := l.state(now)
		s.Shops = shops[l]
		slices.Sort(s.Shops)
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b State) int {
		if a.ConnectedAt != b.ConnectedAt {
			return int(max(-1, min(1, b.ConnectedAt-a.ConnectedAt)))
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all
}

// StateOf is the state of the connection that reaches a shop, without the list
// of its shops; false for none.
func (v *Vault) StateOf(shopID int64) (State, bool) {
	l := v.seen.Load().byShop[shopID]
	if l == nil {
		return State{}, false
	}
	return l.state(v.millis()), true
}

func (l *link) state(now int64) State {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.row
	s := State{
		ID: l.id, SignIn: r.State == store.ConnectionSignIn, Renewing: r.LeaseUntil > now, Unsaved: l.answer != nil,
		Trouble: r.Trouble, IssuedAt: r.IssuedAt, ExpiresAt: r.ExpiresAt, ConnectedAt: r.ConnectedAt, Operator: r.Operator,
	}
	if a := l.answer; a != nil {
		s.SignIn, s.Renewing, s.IssuedAt, s.ExpiresAt = false, false, a.Issued, a.Expires
		if a.New {
			s.ConnectedAt, s.Operator = a.ConnectedAt, a.Operator
		}
	}
	s.Alarm = alarmAt(s.IssuedAt, s.ExpiresAt, now)
	return s
}
