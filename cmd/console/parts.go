package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server/store/postgres"
)

// partsCommand gives the event log of a PostgreSQL database parts. No console may run.
type partsCommand struct {
	databaseSettings
	Parts int `arg:"" help:"2, 4, 8, 16, 32 or 64. There is no way back to fewer."`
}

// Run splits the log and says so.
func (c partsCommand) Run(ctx context.Context, term terminal) error {
	address := c.own().Database
	if !isPostgres(address) {
		return errors.New("SHOPDESK_DATABASE (--database): want a postgres:// address: SQLite's event log has no parts")
	}
	if err := postgres.Split(ctx, address, c.Parts); err != nil {
		return err
	}
	_, err := fmt.Fprintf(term.out, "The event log has %d parts.\n", c.Parts)
	return err
}
