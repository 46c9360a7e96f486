package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// chained is a signer without a key. Its MACs show which row follows which.
func chained(before []byte, row store.AuditRow) (string, []byte) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%x %d %d %+v", before, row.Seq, row.Entry, row.Content))
	return "test", sum[:]
}

// follow checks each row's MAC against the previous row and returns the last MAC.
func follow(t testing.TB, rows []store.AuditRow, mac []byte) []byte {
	t.Helper()
	for i, row := range rows {
		if i > 0 && row.Seq != rows[i-1].Seq+1 {
			t.Errorf("row %d follows %d", row.Seq, rows[i-1].Seq)
		}
		_, want := chained(mac, row)
		same(t, want, row.MAC)
		same(t, "test", row.KeyID)
		mac = row.MAC
	}
	return mac
}

func auditChain() cases {
	rows := func(s tested, after int64) []store.AuditRow {
		return get(s.AuditRows(ctx, after, 1000))(s)
	}
	head := func(s tested) store.AuditHead {
		return get(s.AuditHead(ctx))(s)
	}
	return cases{
		"each row is signed with the previous row": func(s tested) {
			s.SignAudit(chained)
			id := begin(s, entry(1))
			begin(s, entry(2))
			must(s, s.Finish(ctx, id, store.OutcomeDone, wild, now+1))
			all := rows(s, 0)
			same(s, 3, len(all))
			same(s, store.AuditHead{Seq: 3, MAC: follow(s, all, nil)}, head(s))
			same(s, id, all[2].Entry)
			same(s, []store.AuditRow{all[2]}, rows(s, 2))
		},
		"concurrent writers make one chain": func(s tested) {
			s.SignAudit(chained)
			allSucceed(s, func(i int) error {
				id, err := s.Begin(ctx, entry(int64(i+1)))
				if err != nil {
					return err
				}
				return s.Finish(ctx, id, store.OutcomeDone, "", now)
			})
			all := rows(s, 0)
			same(s, 2*rivals, len(all))
			follow(s, all, nil)
		},
		"the oldest rows are pruned": func(s tested) {
			s.SignAudit(chained)
			for i := range int64(5) {
				begin(s, entry(i+1))
			}
			all := rows(s, 0)
			want := head(s)
			want.PrunedSeq, want.PrunedMAC, want.PrunedKey, want.PrunedSeal = 2, all[1].MAC, "k", []byte("seal")
			must(s, s.PruneAudit(ctx, want))
			same(s, want, head(s))
			follow(s, rows(s, 0), all[1].MAC)
			same(s, 3, len(entries(s, 0, 10)))
			s.conflicts(s.PruneAudit(ctx, want))
			want.PrunedSeq = 99
			s.conflicts(s.PruneAudit(ctx, want))
			same(s, int64(6), begin(s, entry(1)))
		},
		"an entry is written with its change": func(s tested) {
			must(s, s.WithAudit(ctx, entry(1), func(ctx context.Context) error { return s.SavePause(ctx, pause(1)) }))
			got := entries(s, 1, 1)[0]
			same(s, store.OutcomeDone, got.Outcome)
			same(s, got.At, got.FinishedAt)

			s.conflicts(s.WithAudit(ctx, entry(2), func(ctx context.Context) error {
				return s.SavePause(ctx, pause(1))
			}))
			same(s, 0, len(entries(s, 2, 10)))
		},
		"an entry and its change are both kept or neither": func(s tested) {
			// PostgreSQL can't store this key id
			s.SignAudit(func([]byte, store.AuditRow) (string, []byte) { return "bad\x00\xff", nil })
			err := s.WithAudit(ctx, entry(1), func(ctx context.Context) error { return s.SavePause(ctx, pause(1)) })
			_, found := s.Pause(ctx, 1)
			same(s, err != nil, errors.Is(found, store.ErrNotFound))
			same(s, err != nil, len(entries(s, 1, 1)) == 0)
		},
		"an entry without a change is an error": func(s tested) {
			s.refused("an entry without a change was silently dropped",
				s.WithAudit(ctx, entry(1), func(context.Context) error { return nil }))
			same(s, 0, len(entries(s, 0, 10)))
		},
		"each person is listed once": func(s tested) {
			for i, e := range []store.Entry{
				{OperatorID: 2, Operator: "Ben", ShopID: 1}, {OperatorID: 3, Operator: "Cleo", ShopID: 2},
				{OperatorID: 2, Operator: "Abe", ShopID: 1}, {Operator: "the server", ShopID: 1},
			} {
				e.At, e.Action = now+int64(i), "a.x"
				begin(s, e)
			}
			people := func(shops []int64) []store.AuditPerson {
				return get(s.AuditPeople(ctx, shops))(s)
			}
			same(s, []store.AuditPerson{{OperatorID: 2, Name: "Abe"}, {OperatorID: 3, Name: "Cleo"}}, people(nil))
			same(s, []store.AuditPerson{{OperatorID: 3, Name: "Cleo"}}, people([]int64{2}))
			same(s, []store.AuditPerson{{OperatorID: 3, Name: "Cleo"}}, people([]int64{2, 3, 4, 5, 6, 7, 8, 9, 10}))
			same(s, 0, len(people([]int64{})))
		},
		"the selected entries are listed": func(s tested) {
			for i := range int64(6) {
				e := entry(1 + i%3)
				e.At, e.OperatorID, e.Action = now+i, 10+i%2, []string{"a.x", "b.y"}[i/3]
				begin(s, e)
			}
			for name, tt := range map[string]struct {
				q    store.EntryQuery
				want []int64
			}{
				"two shops":   {store.EntryQuery{Shops: []int64{1, 2}}, []int64{5, 4, 2, 1}},
				"no shop":     {store.EntryQuery{Shops: []int64{}}, nil},
				"a person":    {store.EntryQuery{OperatorID: 11}, []int64{6, 4, 2}},
				"kinds":       {store.EntryQuery{Kinds: []string{"b", "c"}}, []int64{6, 5, 4}},
				"a time":      {store.EntryQuery{From: now + 1, To: now + 3}, []int64{3, 2}},
				"older":       {store.EntryQuery{Before: 3}, []int64{2, 1}},
				"all of them": {store.EntryQuery{Shops: []int64{1}, OperatorID: 10, Kinds: []string{"a"}, Before: 5}, []int64{1}},
			} {
				tt.q.Limit = 10
				all := get(s.Entries(ctx, tt.q))(s)
				var got []int64
				for _, e := range all {
					got = append(got, e.ID)
				}
				if fmt.Sprint(got) != fmt.Sprint(tt.want) {
					s.Errorf("%s: got %v, want %v", name, got, tt.want)
				}
			}
		},
	}
}
