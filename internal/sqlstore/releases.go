package sqlstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/shopdesk/shopdesk/server/store"
)

const (
	serveReleased  = `UPDATE released SET served_at = $3 WHERE name = $1 AND hash = $2`
	insertReleased = `INSERT INTO released (name, hash, served_at, body) VALUES ($1, $2, $3, $4)
		ON CONFLICT (name, hash) DO NOTHING`
	selectReleased     = `SELECT name, hash, served_at FROM released WHERE name = $1 ORDER BY served_at DESC, hash`
	selectReleasedBody = `SELECT body FROM released WHERE name = $1 AND hash = $2`
	dropReleased       = `DELETE FROM released WHERE (name, hash) IN (SELECT name, hash FROM
		(SELECT name, hash, row_number() OVER (PARTITION BY name ORDER BY served_at DESC, hash) AS place FROM released) AS placed
		WHERE place > $1)`
)

// PutReleased adds a file, or updates when it was last served. Only a new file's body is sent to
// the database.
func (s *Store) PutReleased(ctx context.Context, f store.Released, body []byte) error {
	err := exec(ctx, s.write, store.ErrNotFound, serveReleased, text(f.Name), text(f.Hash), f.ServedAt)
	if errors.Is(err, store.ErrNotFound) {
		err = exec(ctx, s.write, nil, insertReleased, text(f.Name), text(f.Hash), f.ServedAt, blob(body))
	}
	return s.failed("put released file", err)
}

// Released lists the stored files of a name, last served first.
func (s *Store) Released(ctx context.Context, name string) ([]store.Released, error) {
	return list(ctx, s, "list released files", func(row scanner, f *store.Released) error {
		return row.Scan(&f.Name, &f.Hash, &f.ServedAt)
	}, selectReleased, text(name))
}

// ReleasedBody returns a file's body.
func (s *Store) ReleasedBody(ctx context.Context, name, hash string) ([]byte, error) {
	return value[[]byte](ctx, s, "find released file", selectReleasedBody, text(name), text(hash))
}

// DropReleased deletes all but the most last served files of each name.
func (s *Store) DropReleased(ctx context.Context, most int) error {
	return s.change(ctx, "drop released files", nil, dropReleased, most)
}

const (
	insertCrash = `INSERT INTO crashes (id, build, page, text, stack, mapped, times, first_at, last_at)
		VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)
		ON CONFLICT (id) DO UPDATE SET times = crashes.times + 1,
			page = CASE WHEN excluded.last_at >= crashes.last_at THEN excluded.page ELSE crashes.page END,
			stack = CASE WHEN crashes.mapped THEN crashes.stack ELSE excluded.stack END,
			mapped = crashes.mapped OR excluded.mapped,
			first_at = CASE WHEN excluded.last_at < crashes.first_at THEN excluded.last_at ELSE crashes.first_at END,
			last_at = CASE WHEN excluded.last_at > crashes.last_at THEN excluded.last_at ELSE crashes.last_at END
			WHERE crashes.last_at <> excluded.last_at
		RETURNING times`
	deleteOldCrashes = `DELETE FROM crashes WHERE last_at < $1
		OR id NOT IN (SELECT id FROM crashes ORDER BY last_at DESC, id LIMIT $2)`
	selectCrashes = `SELECT id, build, page, text, stack, mapped, times, first_at, last_at FROM crashes
		ORDER BY last_at DESC, id LIMIT $1`
)

// AddCrash adds a crash or counts it again, and deletes old crashes.
func (s *Store) AddCrash(ctx context.Context, c store.Crash, keep int, forget int64) (times int64, err error) {
	err = s.transaction(ctx, "add crash", func(tx *sql.Tx) error {
		times = 0
		row := tx.QueryRowContext(ctx, insertCrash,
			c.ID, text(c.Build), text(c.Page), text(c.Text), blob(c.Stack), c.Mapped, c.LastAt)
		if err := row.Scan(&times); errors.Is(err, sql.ErrNoRows) {
			return nil
		} else if err != nil || times > 1 {
			return err
		}
		return exec(ctx, tx, nil, deleteOldCrashes, forget, max(0, keep))
	})
	return times, err
}

// Crashes lists the latest crashes.
func (s *Store) Crashes(ctx context.Context, limit int) ([]store.Crash, error) {
	return list(ctx, s, "list crashes", func(row scanner, c *store.Crash) error {
		return row.Scan(&c.ID, &c.Build, &c.Page, &c.Text, &c.Stack, &c.Mapped, &c.Times, &c.FirstAt, &c.LastAt)
	}, selectCrashes, max(0, limit))
}
