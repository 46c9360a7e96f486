package storetest

import "fmt"

func meta() cases {
	return cases{
		"the first value stays": func(s tested) {
			s.notFound(s.Meta(ctx, "canary"))
			for _, value := range []string{wild, "second"} {
				returns(s, wild)(s.PutMeta(ctx, "canary", value))
			}
			returns(s, wild)(s.Meta(ctx, "canary"))
			s.notFound(s.Meta(ctx, "Canary"))
		},
		"a value is replaced where that is wanted": func(s tested) {
			for _, value := range []string{"first", wild, wild} {
				must(s, s.SetMeta(ctx, "canary", value))
				returns(s, value)(s.Meta(ctx, "canary"))
			}
		},
		"many callers all get the first value": func(s tested) {
			var seen [rivals]string
			allSucceed(s, func(i int) (err error) {
				seen[i], err = s.PutMeta(ctx, "canary", fmt.Sprint("value ", i))
				return err
			})
			holds := get(s.Meta(ctx, "canary"))(s)
			for _, value := range seen {
				same(s, holds, value)
			}
		},
	}
}
