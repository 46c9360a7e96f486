package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/internal/pgconsole"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store/internal/migrations"
)

// Split gives the event log of the installation at dsn a number of parts, each with a head of its own: 2, 4, 8, 16, 32
// or 64, and never fewer than it has. dsn is PostgreSQL's own address, not a pooler's. The schema must be of this
// release, and no console may be connected: an earlier release doesn't read the parts.
func Split(ctx context.Context, dsn string, parts int) (err error) {
	h, err := newHandle(dsn, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.db.Close()) }()
	h.db.SetMaxOpenConns(1)
	found, err := migrations.Find(ctx, migrations.Postgres, h.db)
	if err != nil {
		return fmt.Errorf("postgres: split: %w", err)
	}
	if found.Schema != found.Known {
		return fmt.Errorf("postgres: split: the schema is %d, and this program's is %d: start a console of this release "+
			"once", found.Schema, found.Known)
	}
	others, err := pgconsole.Connections(ctx, h.db)
	if err != nil {
		return fmt.Errorf("postgres: split: %w", err)
	}
	if others > 0 {
		return fmt.Errorf("postgres: split: consoles use the database, with %d connections: stop them first", others)
	}
	s, err := sqlstore.New(ctx, sqlstore.Config{Write: h.db, Read: h.db, Dialect: dialect()})
	if err != nil {
		return fmt.Errorf("postgres: split: %w", err)
	}
	return s.SplitEvents(ctx, parts)
}
