package storetest

import (
	"context"

	"github.com/shopdesk/shopdesk/server/store"
)

func legend() cases {
	name := func(kind, code, name string) store.CodeName {
		return store.CodeName{Kind: kind, Code: code, Name: name, ChangedBy: "Olivia", ChangedAt: now}
	}
	named := func(s tested, want ...store.CodeName) {
		s.Helper()
		returns(s, want)(s.CodeNames(ctx))
	}
	save := func(s tested, names ...store.CodeName) {
		s.Helper()
		must(s, s.NameCodes(ctx, names))
	}
	return cases{
		"names are saved, replaced and deleted": func(s tested) {
			named(s)
			shop, late, early := name("shop", "-7", wild), name("order", "1099511627776", "x"),
				name("order", "20", "being checked")
			save(s, shop, late, early)
			named(s, early, late, shop)
			early.Name, early.ChangedBy, early.ChangedAt = "checked", "Mei", now+1
			save(s, early, name("order", "1099511627776", ""), name("rest", "1", ""))
			named(s, early, shop)
		},
		"a code may be a word, apart from the number that it looks like": func(s tested) {
			paid, padded, long := name("order", "PAID", "x"), name("order", "020", wild),
				name("order", "9223372036854775808", "y")
			number, strange := name("order", "20", "being checked"), name("photo", wild, "z")
			save(s, paid, padded, long, number, strange)
			named(s, number, padded, long, paid, strange)
			paid.Name, paid.ChangedBy, paid.ChangedAt = "checked", "Mei", now+1
			save(s, paid, name("order", "020", ""), name("rest", "NONE", ""),
				name("photo", wild, ""), name("order", "+20", ""))
			named(s, number, long, paid)
		},
		"a name that is deleted and saved again stays": func(s tested) {
			n := name("order", "20", "x")
			save(s, name("order", "20", ""), n)
			named(s, n)
		},
		"names and their audit entry are saved together or not at all": func(s tested) {
			n := name("order", "20", "x")
			audited(s, func(ctx context.Context) error { return s.NameCodes(ctx, []store.CodeName{n}) })
			named(s, n)
		},
	}
}
