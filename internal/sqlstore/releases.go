package sqlstore

import (
	"context"
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
func (s *Store) ReleasedBody(ctx context.Context, name, hash string) (body []byte, err error) {
	err = s.read.QueryRowContext(ctx, selectReleasedBody, text(name), text(hash)).Scan(&body)
	return body, s.failed("find released file", err)
}

// DropReleased deletes all but the most last served files of each name.
func (s *Store) DropReleased(ctx context.Context, most int) error {
	return s.failed("drop released files", exec(ctx, s.write, nil, dropReleased, most))
}
