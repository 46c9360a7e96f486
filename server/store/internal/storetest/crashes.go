package storetest

import (
	"github.com/shopdesk/shopdesk/server/store"
)

func crashes() cases {
	crash := func(id string, at int64) store.Crash {
		return store.Crash{ID: id, Build: "b1", Page: "shops/hours", Text: wild, Stack: []byte(`["f00001+0x2"]`), LastAt: at}
	}
	add := func(s tested, c store.Crash, want int64) {
		s.Helper()
		returns(s, want)(s.AddCrash(ctx, c, 3, now-1000))
	}
	ids := func(s tested, limit int, want ...string) {
		s.Helper()
		lists(s, "ID", want...)(s.Crashes(ctx, limit))
	}
	return cases{
		"repeated crashes are counted in one row": func(s tested) {
			ids(s, 9)
			add(s, crash("a", now), 1)
			second := crash("a", now+5)
			second.Page = "orders"
			add(s, second, 2)
			add(s, crash("a", now-5), 3) // reported late
			add(s, second, 0)            // reported twice
			want := second
			want.Times, want.FirstAt, want.LastAt = 3, now-5, now+5
			returns(s, []store.Crash{want})(s.Crashes(ctx, 9))
		},
		"a mapped stack replaces an unmapped one and stays": func(s tested) {
			add(s, crash("a", now), 1)
			mapped := crash("a", now+1)
			mapped.Stack, mapped.Mapped = []byte("main.main"), true
			add(s, mapped, 2)
			add(s, crash("a", now+2), 3)
			lists(s, "Mapped", true)(s.Crashes(ctx, 9))
			lists(s, "Stack", mapped.Stack)(s.Crashes(ctx, 9))
		},
		"the latest crashes are kept": func(s tested) {
			for i, id := range []string{"b", "a", "c", "d"} {
				add(s, crash(id, now+int64(i)), 1)
			}
			ids(s, 9, "d", "c", "a")
			ids(s, 2, "d", "c")
			ids(s, -1)
			add(s, crash("old", now-1001), 1)
			ids(s, 9, "d", "c", "a")
			succeeds(s)(s.AddCrash(ctx, crash("e", now+5), 3, now+3))
			ids(s, 9, "e", "d")
		},
		"concurrent crashes are counted": func(s tested) {
			allSucceed(s, func(i int) error {
				_, err := s.AddCrash(ctx, crash([]string{"a", "b"}[i%2], now+int64(i)), 3, now)
				return err
			})
			lists[int64](s, "Times", rivals/2, rivals/2)(s.Crashes(ctx, 9))
		},
	}
}
