package sqlite_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

func BenchmarkSession(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "shopdesk.db"))
	const sessions = 1000
	for i := range sessions {
		if err := s.SaveSession(b.Context(), store.Session{
			TokenHash: fmt.Sprintf("%043d", i), OperatorID: 1, Data: bytes.Repeat([]byte("x"), 200), ExpiresAt: 10,
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, err := s.Session(b.Context(), fmt.Sprintf("%043d", i%sessions), 1); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAudit measures the cost of the audit for each change: two commits that are on disk.
func BenchmarkAudit(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "shopdesk.db"))
	e := store.Entry{At: 1, OperatorID: 1, Operator: "Ann", ShopID: 1, Action: "hours.week.update",
		Request: bytes.Repeat([]byte("x"), 2000)}
	b.ReportAllocs()
	for b.Loop() {
		id, err := s.Begin(b.Context(), e)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Finish(b.Context(), id, store.OutcomeDone, "0", 2); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAddRun measures how long a bulk change of 3000 shops keeps all other writers waiting.
func BenchmarkAddRun(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "shopdesk.db"))
	shops := make([]store.RunShop, 3000)
	for i := range shops {
		shops[i] = store.RunShop{ShopID: int64(i + 1), Turn: int64(i), Work: []byte("{}")}
	}
	for i := 0; b.Loop(); i++ {
		id := fmt.Sprint(i)
		run := store.Run{ID: id, Key: id, State: store.RunScheduled, Change: []byte("{}")}
		if _, err := s.AddRun(b.Context(), run, shops, nil); err != nil {
			b.Fatal(err)
		}
	}
}
