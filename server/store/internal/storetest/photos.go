package storetest

import (
	"fmt"

	"github.com/shopdesk/shopdesk/server/store"
)

func photo(name string, shopID, lookAt int64) store.Photo {
	return store.Photo{
		Name: name, ShopID: shopID, OperatorID: 7, Type: "image/jpeg", Bytes: 4_999_999, Width: 4032, Height: 3024,
		CreatedAt: now, LookAt: lookAt,
	}
}

// putPhoto adds a photo without a quota.
func putPhoto(s tested, p store.Photo) {
	s.Helper()
	must(s, s.PutPhoto(ctx, p, store.Quota{}))
}

func photos() cases {
	due := func(s tested, at int64, limit int, want ...string) {
		s.Helper()
		lists(s, "Name", want...)(s.DuePhotos(ctx, at, limit))
	}
	return cases{
		"added photos come back": func(s tested) {
			s.notFound(s.Photo(ctx, "a.jpg"))
			putPhoto(s, photo("a.jpg", 1, now))
			s.conflicts(s.PutPhoto(ctx, photo("a.jpg", 2, now), store.Quota{}))
			returns(s, photo("a.jpg", 1, now))(s.Photo(ctx, "a.jpg"))
			s.notFound(s.Photo(ctx, wild))
		},
		"photos are counted by shop": func(s tested) {
			for i := range 3 {
				p := photo(fmt.Sprint(i), 1, now)
				p.CreatedAt += int64(i)
				putPhoto(s, p)
			}
			putPhoto(s, photo("other", 2, now))
			returns(s, int64(2))(s.CountPhotos(ctx, 1, now+1))
		},
		"a photo above the quota is refused": func(s tested) {
			must(s, s.PutShops(ctx, []store.Shop{{ShopID: 1, Name: "One"}, {ShopID: 2, Name: "Two"}}))
			old := photo("old", 1, now)
			old.CreatedAt = now - 1
			putPhoto(s, old)
			quota := store.Quota{Most: 4, Since: now}
			said := map[error]int{}
			for _, err := range race(func(i int) error { // each alone would be within the quota
				return s.PutPhoto(ctx, photo(fmt.Sprint(i), 1, now), quota)
			}) {
				said[err]++
			}
			same(s, map[error]int{nil: 4, store.ErrTooMany: rivals - 4}, said)
			must(s, s.PutPhoto(ctx, photo("another shop's", 2, now), quota))
			lists(s, "Name", "One", "Two")(s.Shops(ctx))
		},
		"photos are due by their time": func(s tested) {
			for name, at := range map[string]int64{"a": now + 2, "b": now + 1, "c": now + 9} {
				putPhoto(s, photo(name, 1, at))
			}
			due(s, now, 9)
			due(s, now+2, 9, "b", "a")
			due(s, now+9, 1, "b")
			must(s, s.ScheduleCheck(ctx, "b", now+20))
			due(s, now+9, 9, "a", "c")
			s.notFound(s.ScheduleCheck(ctx, "z", now))
		},
		"only DuePhotos finds a retired photo": func(s tested) {
			putPhoto(s, photo("a", 1, now))
			s.conflicts(s.MarkDeleted(ctx, "a", now-1, now+5))
			must(s, s.DeletePhoto(ctx, "a")) // does nothing: the photo isn't retired
			must(s, s.MarkDeleted(ctx, "a", now, now+5))
			s.notFound(s.Photo(ctx, "a"))
			s.notFound(s.ScheduleCheck(ctx, "a", now+99))
			s.conflicts(s.MarkDeleted(ctx, "a", now, now+5))
			due(s, now+4, 9)
			lists(s, "Retired", true)(s.DuePhotos(ctx, now+5, 9))
			must(s, s.DeletePhoto(ctx, "a"))
			due(s, now+5, 9)
		},
		"one of many callers retires a photo": func(s tested) {
			putPhoto(s, photo("a", 1, now))
			oneWins(s, func(int) error { return s.MarkDeleted(ctx, "a", now, now+5) }, store.ErrConflict)
		},
	}
}
