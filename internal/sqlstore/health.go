package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"time"
)

// trouble is the failure of a call, see [Store.Trouble].
type trouble struct {
	at  time.Time
	err error
}

// Trouble returns the last failure that the database itself caused.
func (s *Store) Trouble() (time.Time, error) {
	if last := s.trouble.Load(); last != nil {
		return last.at, last.err
	}
	return time.Time{}, nil
}

// Ping reads a row.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.present(); err != nil {
		return err
	}
	var seq int64
	return s.failed("ping", s.read.QueryRowContext(ctx, `SELECT seq FROM event_head WHERE id = 1`).Scan(&seq))
}

// probeSize is several pages, because a row that fits into an existing page doesn't prove that
// there is space.
const probeSize = 16 << 10

// Prove adds a row and then deletes the earlier ones. In this order the new row needs new space.
// The filling is random, so that no engine can compress it.
func (s *Store) Prove(ctx context.Context) error {
	filling := make([]byte, probeSize)
	_, _ = rand.Read(filling) // can't fail
	return s.transaction(ctx, "prove", func(tx *sql.Tx) error {
		var id int64
		if err := tx.QueryRowContext(ctx, `INSERT INTO probes (filling) VALUES ($1) RETURNING id`,
			filling).Scan(&id); err != nil {
			return err
		}
		return exec(ctx, tx, nil, `DELETE FROM probes WHERE id < $1`, id)
	})
}
