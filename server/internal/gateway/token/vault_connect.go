package token

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/server/store"
)

// Consent is a merchant's consent, entered by an operator.
type Consent struct {
	ID         string // the connection to renew; "" for a new one
	Code       Secret // the authorization code, which can be used once
	Verifier   string // belongs to the redirect's code challenge, "" for none
	OperatorID int64
	Operator   string
}

// Connect exchanges a code for tokens and keeps the tokens, as a new connection or
// in place of an old connection's tokens. Connect returns the connection's ID, also
// when the tokens are in use but not stored yet.
func (v *Vault) Connect(ctx context.Context, c Consent) (id string, err error) {
	l := v.seen.Load().byID[c.ID]
	if l == nil && c.ID != "" {
		return "", store.ErrNotFound
	}
	if err := v.load(ctx); err != nil {
		return "", err // no code is spent while the store fails
	}
	now := v.Millis()
	ctx = context.WithoutCancel(ctx) // the tokens aren't lost when the client leaves
	got, err := v.grants.Exchange(ctx, c.Code, c.Verifier)
	if err != nil {
		return "", err
	}
	if got.Refresh == "" {
		v.Logger.WarnContext(ctx, "platform gives no refresh token: the connection can't be renewed")
	}
	if l == nil {
		l = newLink(strings.ToLower(rand.Text()))
		v.put(l)
	}
	return l.id, v.accept(ctx, l, &grantResult{
		Access: got.Access, Refresh: got.Refresh, Issued: now, Expires: now + got.Life.Milliseconds(),
		New: true, OperatorID: c.OperatorID, Operator: c.Operator, ConnectedAt: now,
	})
}

// Bind stores which shops a connection reaches: only shops if alone, else shops in
// addition.
func (v *Vault) Bind(ctx context.Context, id string, shops []int64, alone bool) error {
	do := v.Store.AddShops
	if alone {
		do = v.Store.BindShops
	}
	if err := do(ctx, id, shops); err != nil {
		return err
	}
	return v.load(ctx)
}

// Disconnect stops using a connection and deletes its tokens. The platform has no
// call for this (interface 4).
func (v *Vault) Disconnect(ctx context.Context, id string) error {
	for {
		row, err := v.Store.Connection(ctx, id)
		if err != nil {
			return err
		}
		err = v.Store.DeleteConnection(ctx, id, row.Version)
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

// State describes a connection.
type State struct {
	ID          string
	Shops       []int64
	SignIn      bool // the merchant must sign in again
	Renewing    bool // a renewal is under way
	Unsaved     bool // the tokens in use aren't stored yet
	Trouble     string
	Alarm       Overdue
	IssuedAt    int64 // milliseconds of Unix time, like the following times
	ExpiresAt   int64
	ConnectedAt int64
	Operator    string
}

// States lists the connections, the ones connected last first.
func (v *Vault) States() []State {
	seen, now := v.seen.Load(), v.Millis()
	shops := map[*connectionState][]int64{}
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
		return cmp.Or(cmp.Compare(b.ConnectedAt, a.ConnectedAt), strings.Compare(a.ID, b.ID))
	})
	return all
}

// StateOf gives the state of the connection that reaches a shop, without the list
// of shops; false if no connection does.
func (v *Vault) StateOf(shopID int64) (State, bool) {
	l := v.seen.Load().byShop[shopID]
	if l == nil {
		return State{}, false
	}
	return l.state(v.Millis()), true
}

func (l *connectionState) state(now int64) State {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.row
	s := State{
		ID: l.id, SignIn: r.State == store.ConnectionSignIn,
		Renewing: store.Held(r.LeaseUntil, now), Unsaved: l.answer != nil,
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
