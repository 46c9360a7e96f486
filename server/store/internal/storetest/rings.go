package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func rings(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	ring := func(token string) store.Ring {
		one := session(token, 7)
		one.Data = nil
		return store.Ring{Session: one, ShopID: 9007199254740993, Board: true, Hush: wild, SaidAt: now, RangAt: now - 1}
	}
	add := func(t *testing.T, s store.Store, r store.Ring) {
		t.Helper()
		must(t, s.SaveSession(ctx, session(r.Session.TokenHash, r.Session.OperatorID)))
		must(t, s.SaveRing(ctx, r))
	}
	wants := func(t *testing.T, s store.Store, at int64, want ...store.Ring) {
		t.Helper()
		returns(t, want)(s.Rings(ctx, at))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"what a device says comes back": func(t *testing.T, s store.Store) {
			wants(t, s, now)
			a, b := ring("a"), ring("b")
			add(t, s, b)
			add(t, s, a)
			wants(t, s, now, a, b)
			silent := a
			silent.ShopID, silent.Board, silent.Hush, silent.SaidAt, silent.RangAt = 0, false, "off", now+9, 0
			must(t, s.SaveRing(ctx, silent))
			silent.RangAt = a.RangAt
			wants(t, s, now, silent, b)
		},
		"what a device said ends with its session": func(t *testing.T, s store.Store) {
			a, b := ring("a"), ring("b")
			add(t, s, a)
			add(t, s, b)
			must(t, s.RevokeSession(ctx, "a", now))
			wants(t, s, now, b)
			wantError(t, s.SaveRing(ctx, a), store.ErrNotFound)
			wantError(t, s.SaveRing(ctx, ring("nobody's")), store.ErrNotFound)
			wants(t, s, b.Session.ExpiresAt)
			must(t, s.SweepSessions(ctx, now+1<<40))
			same(t, 0, len(rows(t, s, `SELECT session FROM rings`)))
		},
	})
}
