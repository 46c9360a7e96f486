package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func leases() cases {
	return cases{
		"another holder's lease holds until its end": func(s tested) {
			must(s, s.Claim(ctx, "write", "ann", now, now+10))
			s.conflicts(s.Claim(ctx, "write", "bob", now, now+10))
			s.conflicts(s.Claim(ctx, "write", "bob", now+9, now+20))
			must(s, s.Claim(ctx, "read", "bob", now, now+10))
			must(s, s.Claim(ctx, "write", "bob", now+10, now+20))
			s.conflicts(s.Claim(ctx, "write", "ann", now+10, now+20))
		},
		"the holder prolongs its lease": func(s tested) {
			must(s, s.Claim(ctx, "write", "ann", now, now+10))
			must(s, s.Claim(ctx, "write", "ann", now+5, now+15))
			s.conflicts(s.Claim(ctx, "write", "bob", now+12, now+20))
		},
		// The bug: a replica whose clock was hours ahead died with a lease, and nobody got the lease for as long.
		"a lease of a clock far ahead is free": func(s tested) {
			const most = 600_000
			must(s, s.Claim(ctx, "write", "ahead", now+most, now+most+1))
			s.conflicts(s.Claim(ctx, "write", "bob", now+1, now+10))
			must(s, s.Claim(ctx, "write", "bob", now, now+10))
		},
		"only the holder releases its lease": func(s tested) {
			must(s, s.Release(ctx, "write", "ann"))
			must(s, s.Claim(ctx, "write", "ann", now, now+10))
			must(s, s.Claim(ctx, "read", "ann", now, now+10))
			must(s, s.Release(ctx, "write", "bob"))
			s.conflicts(s.Claim(ctx, "write", "bob", now, now+10))
			must(s, s.Release(ctx, "write", "ann"))
			must(s, s.Claim(ctx, "write", "bob", now, now+10))
			s.conflicts(s.Claim(ctx, "read", "bob", now, now+10))
			must(s, s.Release(ctx, "write", "ann")) // a late release by the former holder
			s.conflicts(s.Claim(ctx, "write", "ann", now, now+10))
		},
		"leases that ended before a moment are deleted": func(s tested) {
			must(s, s.Claim(ctx, "write", "dead", now, now+10))
			must(s, s.Claim(ctx, "read", "ann", now, now+20))
			must(s, s.PruneLeases(ctx, now+20))
			s.conflicts(s.Claim(ctx, "read", "bob", now+15, now+30))
			must(s, s.Claim(ctx, "write", "bob", now, now+10)) // nothing is left of the dead holder's
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
