package storetest

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func groups(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"saved groups come back with their shops": func(t *testing.T, s store.Store) {
			_, err := s.Group(ctx, "b")
			wantError(t, err, store.ErrNotFound)
			must(t, s.SaveGroup(ctx, store.Group{ID: "b", Name: wild, OperatorID: 7}, []int64{3, 1, 2}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "late", Tag: true}, nil, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "b", Version: 1, Name: "early", OperatorID: 7}, []int64{3, 9},
				[]int64{1, 77}))
			b := store.Group{ID: "b", Version: 2, Name: "early", OperatorID: 7, Shops: []int64{2, 3, 9}}
			got, err := s.Group(ctx, "b")
			must(t, err)
			same(t, b, got)
			all, err := s.Groups(ctx)
			must(t, err)
			same(t, []store.Group{b, {ID: "a", Version: 1, Name: "late", Tag: true}}, all)
		},
		"a stale version changes nothing": func(t *testing.T, s store.Store) {
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "one"}, []int64{1}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1, Name: "two"}, nil, nil))
			for _, version := range []int64{0, 1, 3} {
				wantError(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: version, Name: "three"}, []int64{5}, []int64{1}),
					store.ErrConflict)
			}
			wantError(t, s.SaveGroup(ctx, store.Group{ID: "other", Version: 1}, []int64{5}, nil), store.ErrConflict)
			got, err := s.Group(ctx, "a")
			must(t, err)
			same(t, store.Group{ID: "a", Version: 2, Name: "two", Shops: []int64{1}}, got)
		},
		"a deleted group can be restored until it is purged": func(t *testing.T, s store.Store) {
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "one"}, []int64{1, 2}, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1, Name: "one", DeletedAt: now}, nil, nil))
			all, err := s.Groups(ctx)
			must(t, err)
			same(t, []store.Group(nil), all)
			must(t, s.PurgeGroups(ctx, now))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 2, Name: "one"}, nil, nil))
			must(t, s.PurgeGroups(ctx, now+1))
			got, err := s.Group(ctx, "a")
			must(t, err)
			same(t, store.Group{ID: "a", Version: 3, Name: "one", Shops: []int64{1, 2}}, got)
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 3, Name: "one", DeletedAt: now}, nil, nil))
			must(t, s.PurgeGroups(ctx, now+1))
			_, err = s.Group(ctx, "a")
			wantError(t, err, store.ErrNotFound)
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Name: "new"}, nil, nil))
			got, err = s.Group(ctx, "a")
			must(t, err)
			same(t, store.Group{ID: "a", Version: 1, Name: "new"}, got)
		},
		"a group holds two thousand shops": func(t *testing.T, s store.Store) {
			var ids []int64
			for id := range int64(2000) {
				ids = append(ids, id)
			}
			must(t, s.SaveGroup(ctx, store.Group{ID: "a"}, ids, nil))
			must(t, s.SaveGroup(ctx, store.Group{ID: "a", Version: 1}, nil, ids[5:]))
			got, err := s.Group(ctx, "a")
			must(t, err)
			same(t, ids[:5], got.Shops)
		},
		"one of many callers saves each version": func(t *testing.T, s store.Store) {
			for version := range int64(4) {
				oneWins(t, race(func(i int) error {
					return s.SaveGroup(ctx, store.Group{ID: "a", Version: version, Name: fmt.Sprint(i)}, []int64{int64(i)}, nil)
				}), store.ErrConflict)
			}
			got, err := s.Group(ctx, "a")
			must(t, err)
			same(t, int64(4), got.Version)
		},
	})
}

func views(t *testing.T, open func(t *testing.T) store.Store) {
	ctx := t.Context()
	each(t, open, map[string]func(t *testing.T, s store.Store){
		"each operator has separate views": func(t *testing.T, s store.Store) {
			ann, bob := person(ctx, t, s, "ann", owner), person(ctx, t, s, "bob", staff)
			mine := store.View{OperatorID: ann, ID: "v", Name: wild, Body: "sort=name", At: now}
			must(t, s.SaveView(ctx, mine))
			must(t, s.SaveView(ctx, store.View{OperatorID: bob, ID: "v", Name: "his"}))
			mine.Name, mine.Body, mine.At = "b", wild, now+1
			must(t, s.SaveView(ctx, mine))
			first := store.View{OperatorID: ann, ID: "w", Name: "a"}
			must(t, s.SaveView(ctx, first))
			all, err := s.Views(ctx, ann)
			must(t, err)
			same(t, []store.View{first, mine}, all)
			must(t, s.DropView(ctx, ann, "w"))
			must(t, s.DropView(ctx, ann, "w"))
			all, err = s.Views(ctx, ann)
			must(t, err)
			same(t, []store.View{mine}, all)
			must(t, s.RemoveOperator(ctx, bob, now))
			all, err = s.Views(ctx, bob)
			must(t, err)
			same(t, []store.View(nil), all)
		},
	})
}
