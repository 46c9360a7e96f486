package storetest

import (
	"context"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func legend(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	name := func(kind, code, name string) store.CodeName {
		return store.CodeName{Kind: kind, Code: code, Name: name, ChangedBy: "Olivia", ChangedAt: now}
	}
	named := func(t *testing.T, s store.Store, want ...store.CodeName) {
		t.Helper()
		returns(t, want)(s.CodeNames(ctx))
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"names are saved, replaced and deleted": func(t *testing.T, s store.Store) {
			named(t, s)
			shop, late, early := name("shop", "-7", wild), name("order", "1099511627776", "x"),
				name("order", "20", "being checked")
			must(t, s.NameCodes(ctx, []store.CodeName{shop, late, early}))
			named(t, s, early, late, shop)
			early.Name, early.ChangedBy, early.ChangedAt = "checked", "Mei", now+1
			must(t, s.NameCodes(ctx, []store.CodeName{early, name("order", "1099511627776", ""), name("rest", "1", "")}))
			named(t, s, early, shop)
		},
		"a code may be a word, apart from the number that it looks like": func(t *testing.T, s store.Store) {
			paid, padded, long := name("order", "PAID", "x"), name("order", "020", wild),
				name("order", "9223372036854775808", "y")
			number, strange := name("order", "20", "being checked"), name("photo", wild, "z")
			must(t, s.NameCodes(ctx, []store.CodeName{paid, padded, long, number, strange}))
			named(t, s, number, padded, long, paid, strange)
			paid.Name, paid.ChangedBy, paid.ChangedAt = "checked", "Mei", now+1
			must(t, s.NameCodes(ctx, []store.CodeName{paid, name("order", "020", ""), name("rest", "NONE", ""),
				name("photo", wild, ""), name("order", "+20", "")}))
			named(t, s, number, long, paid)
		},
		"a name that is deleted and saved again stays": func(t *testing.T, s store.Store) {
			n := name("order", "20", "x")
			must(t, s.NameCodes(ctx, []store.CodeName{name("order", "20", ""), n}))
			named(t, s, n)
		},
		"names and their audit entry are saved together or not at all": func(t *testing.T, s store.Store) {
			n := name("order", "20", "x")
			do := func(ctx context.Context) error { return s.NameCodes(ctx, []store.CodeName{n}) }
			cut, cancel := context.WithCancel(ctx)
			cancel()
			if s.WithAudit(cut, store.Entry{Action: "settings.legend"}, do) == nil {
				t.Error("no error")
			}
			named(t, s)
			must(t, s.WithAudit(ctx, store.Entry{Action: "settings.legend"}, do))
			named(t, s, n)
		},
	})
}
