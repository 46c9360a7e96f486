package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func rings() cases {
	ring := func(token string) store.Ring {
		one := session(token, 7)
		return store.Ring{Session: one, ShopID: 9007199254740993, Board: true, Hush: wild, SaidAt: now, RangAt: now - 1}
	}
	add := func(s tested, r store.Ring) {
		s.Helper()
		signIn(s, r.Session.TokenHash, r.Session.OperatorID)
		must(s, s.SaveRing(ctx, r))
	}
	wants := func(s tested, at int64, want ...store.Ring) {
		s.Helper()
		returns(s, want)(s.Rings(ctx, at))
	}
	return cases{
		"what a device says comes back": func(s tested) {
			wants(s, now)
			a, b := ring("a"), ring("b")
			add(s, b)
			add(s, a)
			wants(s, now, a, b)
			silent := a
			silent.ShopID, silent.Board, silent.Hush, silent.SaidAt, silent.RangAt = 0, false, "off", now+9, 0
			must(s, s.SaveRing(ctx, silent))
			silent.RangAt = a.RangAt
			wants(s, now, silent, b)
		},
		// Bug: a device whose user gave the password again was forgotten until it spoke again.
		"what a device said goes on with its renewed session": func(s tested) {
			a, b := ring("a"), ring("b")
			add(s, a)
			add(s, b)
			a.Session.TokenHash = "c"
			must(s, s.RenewSession(ctx, "a", a.Session))
			wants(s, now, b, a)
		},
		"what a device said ends with its session": func(s tested) {
			a, b := ring("a"), ring("b")
			add(s, a)
			add(s, b)
			must(s, s.RevokeSession(ctx, "a", now))
			wants(s, now, b)
			s.notFound(s.SaveRing(ctx, a))
			s.notFound(s.SaveRing(ctx, ring("nobody's")))
			wants(s, b.Session.ExpiresAt)
			must(s, s.SweepSessions(ctx, now+1<<40))
			same(s, 0, len(rows(s, `SELECT session FROM rings`)))
		},
	}
}
