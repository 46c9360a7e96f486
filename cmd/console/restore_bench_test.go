package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/sqlstore"
)

// BenchmarkRestore restores a gigabyte of messages that don't compress, on SQLite, and fails above two minutes.
func BenchmarkRestore(b *testing.B) {
	const bound = 2 * time.Minute
	file, elsewhere, restore := backedUp(b, func(s *sqlstore.Store) {
		if _, err := s.DB().ExecContext(b.Context(), `
			INSERT INTO inbox (message_id, digest, received_at, event_id, shop_id, order_id, body, state, tries, due_at,
				lease_until, why)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 65536)
			SELECT 'm-' || i, x'00', i, 1, 1, i, randomblob(16384), 'done', 0, 0, 0, '' FROM n`); err != nil {
			b.Fatal(err)
		}
	})
	info, err := os.Stat(file)
	if err != nil {
		b.Fatal(err)
	}
	if info.Size() < 1<<30 {
		b.Fatalf("the backup has only %d bytes", info.Size())
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		began := time.Now()
		if _, err := told(b, restore...); err != nil {
			b.Fatal(err)
		}
		if took := time.Since(began); took > bound {
			b.Errorf("it took %v, more than %v", took, bound)
		}
		b.StopTimer()
		if err := os.RemoveAll(filepath.Dir(elsewhere)); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
