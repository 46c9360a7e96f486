package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func leases() cases {
	claims := func(s tested, lease, holder string, from, until int64) {
		s.Helper()
		must(s, s.Claim(ctx, lease, holder, now+from, now+until))
	}
	fails := func(s tested, lease, holder string, from, until int64) {
		s.Helper()
		s.conflicts(s.Claim(ctx, lease, holder, now+from, now+until))
	}
	return cases{
		"another holder's lease holds until its end": func(s tested) {
			claims(s, "write", "ann", 0, 10)
			fails(s, "write", "bob", 0, 10)
			fails(s, "write", "bob", 9, 20)
			claims(s, "read", "bob", 0, 10)
			claims(s, "write", "bob", 10, 20)
			fails(s, "write", "ann", 10, 20)
		},
		"the holder prolongs its lease": func(s tested) {
			claims(s, "write", "ann", 0, 10)
			claims(s, "write", "ann", 5, 15)
			fails(s, "write", "bob", 12, 20)
		},
		// The bug: a replica whose clock was hours ahead died with a lease, and nobody got the lease for as long.
		"a lease of a clock far ahead is free": func(s tested) {
			const most = 600_000
			claims(s, "write", "ahead", most, most+1)
			fails(s, "write", "bob", 1, 10)
			claims(s, "write", "bob", 0, 10)
		},
		"only the holder releases its lease": func(s tested) {
			must(s, s.Release(ctx, "write", "ann"))
			claims(s, "write", "ann", 0, 10)
			claims(s, "read", "ann", 0, 10)
			must(s, s.Release(ctx, "write", "bob"))
			fails(s, "write", "bob", 0, 10)
			must(s, s.Release(ctx, "write", "ann"))
			claims(s, "write", "bob", 0, 10)
			fails(s, "read", "bob", 0, 10)
			must(s, s.Release(ctx, "write", "ann")) // a late release by the former holder
			fails(s, "write", "ann", 0, 10)
		},
		"leases that ended before a moment are deleted": func(s tested) {
			claims(s, "write", "dead", 0, 10)
			claims(s, "read", "ann", 0, 20)
			must(s, s.PruneLeases(ctx, now+20))
			fails(s, "read", "bob", 15, 30)
			claims(s, "write", "bob", 0, 10) // nothing is left of the dead holder's
		},
		"one of many callers claims a lease": func(s tested) {
			for turn := range int64(5) { // free in the first turn, expired in the others
				at := now + 10*turn
				oneWins(s, func(i int) error {
					return s.Claim(ctx, "write", fmt.Sprint("holder ", turn, i), at, at+10)
				}, store.ErrConflict)
			}
		},
	}
}
