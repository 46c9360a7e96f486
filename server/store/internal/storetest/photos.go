package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func photo(name string, shopID, lookAt int64) store.Photo {
	return store.Photo{
		Name: name, ShopID: shopID, OperatorID: 7, Type: "image/jpeg", Bytes: 4_999_999, Width: 4032, Height: 3024,
		CreatedAt: now, LookAt: lookAt,
	}
}

func photos(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	due := func(t *testing.T, s store.Store, at int64, limit int) (names []string) {
		t.Helper()
		all, err := s.DuePhotos(ctx, at, limit)
		must(t, err)
		for _, p := range all {
			names = append(names, p.Name)
		}
		return names
	}
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"added photos come back": func(t *testing.T, s store.Store) {
			fails(t, store.ErrNotFound)(s.Photo(ctx, "a.jpg"))
			must(t, s.PutPhoto(ctx, photo("a.jpg", 1, now), store.Quota{}))
			wantError(t, s.PutPhoto(ctx, photo("a.jpg", 2, now), store.Quota{}), store.ErrConflict)
			returns(t, photo("a.jpg", 1, now))(s.Photo(ctx, "a.jpg"))
			fails(t, store.ErrNotFound)(s.Photo(ctx, wild))
		},
		"photos are counted by shop": func(t *testing.T, s store.Store) {
			for i := range 3 {
				p := photo(fmt.Sprint(i), 1, now)
				p.CreatedAt += int64(i)
				must(t, s.PutPhoto(ctx, p, store.Quota{}))
			}
			must(t, s.PutPhoto(ctx, photo("other", 2, now), store.Quota{}))
			returns(t, int64(2))(s.CountPhotos(ctx, 1, now+1))
		},
		"a photo above the quota is refused": func(t *testing.T, s store.Store) {
			must(t, s.PutShops(ctx, []store.Shop{{ShopID: 1, Name: "One"}, {ShopID: 2, Name: "Two"}}))
			old := photo("old", 1, now)
			old.CreatedAt = now - 1
			must(t, s.PutPhoto(ctx, old, store.Quota{}))
			quota := store.Quota{Most: 4, Since: now}
			var adding sync.WaitGroup
			var mu sync.Mutex
			said := map[error]int{}
			for i := range 12 { // each alone would be within the quota
				adding.Go(func() {
					err := s.PutPhoto(ctx, photo(fmt.Sprint(i), 1, now), quota)
					mu.Lock()
					defer mu.Unlock()
					said[err]++
				})
			}
			adding.Wait()
			same(t, map[error]int{nil: 4, store.ErrTooMany: 8}, said)
			must(t, s.PutPhoto(ctx, photo("another shop's", 2, now), quota))
			shops, err := s.Shops(ctx)
			must(t, err)
			same(t, "One", shops[0].Name)
		},
		"photos are due by their time": func(t *testing.T, s store.Store) {
			for name, at := range map[string]int64{"a": now + 2, "b": now + 1, "c": now + 9} {
				must(t, s.PutPhoto(ctx, photo(name, 1, at), store.Quota{}))
			}
			same(t, []string(nil), due(t, s, now, 9))
			same(t, []string{"b", "a"}, due(t, s, now+2, 9))
			same(t, []string{"b"}, due(t, s, now+9, 1))
			must(t, s.ScheduleCheck(ctx, "b", now+20))
			same(t, []string{"a", "c"}, due(t, s, now+9, 9))
			wantError(t, s.ScheduleCheck(ctx, "z", now), store.ErrNotFound)
		},
		"only DuePhotos finds a retired photo": func(t *testing.T, s store.Store) {
			must(t, s.PutPhoto(ctx, photo("a", 1, now), store.Quota{}))
			wantError(t, s.MarkDeleted(ctx, "a", now-1, now+5), store.ErrConflict)
			must(t, s.DeletePhoto(ctx, "a")) // does nothing: the photo isn't retired
			must(t, s.MarkDeleted(ctx, "a", now, now+5))
			fails(t, store.ErrNotFound)(s.Photo(ctx, "a"))
			wantError(t, s.ScheduleCheck(ctx, "a", now+99), store.ErrNotFound)
			wantError(t, s.MarkDeleted(ctx, "a", now, now+5), store.ErrConflict)
			same(t, []string(nil), due(t, s, now+4, 9))
			all, err := s.DuePhotos(ctx, now+5, 9)
			must(t, err)
			if len(all) != 1 || !all[0].Retired {
				t.Errorf("due: %+v", all)
			}
			must(t, s.DeletePhoto(ctx, "a"))
			same(t, []string(nil), due(t, s, now+5, 9))
		},
		"one of many callers retires a photo": func(t *testing.T, s store.Store) {
			must(t, s.PutPhoto(ctx, photo("a", 1, now), store.Quota{}))
			oneWins(t, race(func(int) error { return s.MarkDeleted(ctx, "a", now, now+5) }), store.ErrConflict)
		},
	})
}
