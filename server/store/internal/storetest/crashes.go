package storetest

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func crashes(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	crash := func(id string, at int64) store.Crash {
		return store.Crash{ID: id, Build: "b1", Page: "shops/hours", Text: wild, Stack: []byte(`["f00001+0x2"]`), LastAt: at}
	}
	add := func(t *testing.T, s store.Store, c store.Crash, want int64) {
		t.Helper()
		returns(t, want)(s.AddCrash(ctx, c, 3, now-1000))
	}
	ids := func(t *testing.T, s store.Store, limit int, want ...string) {
		t.Helper()
		all, err := s.Crashes(ctx, limit)
		must(t, err)
		var got []string
		for _, c := range all {
			got = append(got, c.ID)
		}
		same(t, want, got)
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"repeated crashes are counted in one row": func(t *testing.T, s store.Store) {
			ids(t, s, 9)
			add(t, s, crash("a", now), 1)
			second := crash("a", now+5)
			second.Page = "orders"
			add(t, s, second, 2)
			add(t, s, crash("a", now-5), 3) // reported late
			add(t, s, second, 0)            // reported twice
			want := second
			want.Times, want.FirstAt, want.LastAt = 3, now-5, now+5
			returns(t, []store.Crash{want})(s.Crashes(ctx, 9))
		},
		"a mapped stack replaces an unmapped one and stays": func(t *testing.T, s store.Store) {
			add(t, s, crash("a", now), 1)
			mapped := crash("a", now+1)
			mapped.Stack, mapped.Mapped = []byte("main.main"), true
			add(t, s, mapped, 2)
			add(t, s, crash("a", now+2), 3)
			all, err := s.Crashes(ctx, 9)
			must(t, err)
			if len(all) != 1 || !all[0].Mapped || string(all[0].Stack) != "main.main" {
				t.Errorf("kept: %+v", all)
			}
		},
		"the latest crashes are kept": func(t *testing.T, s store.Store) {
			for i, id := range []string{"b", "a", "c", "d"} {
				add(t, s, crash(id, now+int64(i)), 1)
			}
			ids(t, s, 9, "d", "c", "a")
			ids(t, s, 2, "d", "c")
			ids(t, s, -1)
			add(t, s, crash("old", now-1001), 1)
			ids(t, s, 9, "d", "c", "a")
			succeeds(t)(s.AddCrash(ctx, crash("e", now+5), 3, now+3))
			ids(t, s, 9, "e", "d")
		},
		"concurrent crashes are counted": func(t *testing.T, s store.Store) {
			mustAll(t, race(func(i int) error {
				_, err := s.AddCrash(ctx, crash([]string{"a", "b"}[i%2], now+int64(i)), 3, now)
				return err
			}))
			all, err := s.Crashes(ctx, 9)
			must(t, err)
			if len(all) != 2 || all[0].Times != rivals/2 || all[1].Times != rivals/2 {
				t.Errorf("counted: %+v", all)
			}
		},
	})
}
