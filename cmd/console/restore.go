package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/shopdesk/shopdesk/internal/backup"
	"github.com/shopdesk/shopdesk/server"
)

// restoreCommand restores a backup into an empty place.
type restoreCommand struct {
	From      string  `arg:"" help:"A backup, a folder whose newest is taken, or the same with s3://BUCKET/." placeholder:"FILE|DIR|s3://"`
	Ring      keyring `embed:""`
	Identity  string  `name:"identity-file" env:"SHOPDESK_BACKUP_IDENTITY_FILE" help:"File with the backup key of a sealed backup." placeholder:"FILE"`
	Since     string  `help:"A later end of the audit, from the log or 'verify': tells how many of its rows are lost." placeholder:"POINT"`
	Listen    string  `env:"LISTEN" default:"127.0.0.1:8080" help:"The console's address, on which no console may run."`
	PgRestore string  `name:"pg-restore" env:"SHOPDESK_PG_RESTORE" help:"The server's pg_restore. Default: the newest that is installed." placeholder:"FILE"`

	Service backupService `embed:""`
}

// Run restores, and says what is lost.
func (c restoreCommand) Run(ctx context.Context, term terminal) error {
	c.Ring.databaseSettings = c.Ring.own()
	if err := errors.Join(append(c.Ring.missing(), c.Ring.bad()...)...); err != nil {
		return err
	}
	ring, err := c.Ring.keys()
	if err != nil {
		return err
	}
	var lastRow int64
	if c.Since != "" {
		if _, err := fmt.Sscanf(c.Since, "%d:", &lastRow); err != nil {
			return fmt.Errorf("--since: %q is no end of an audit, such as 20411:5b1f…", c.Since)
		}
	}
	if err := unused(ctx, c.Listen); err != nil {
		return err
	}
	log := newLog(term.log, "text", slog.LevelInfo)
	if words := openToOthers(c.Identity); words != "" {
		log.Warn("restore: the backup key isn't protected", "key", words)
	}
	archive, err := c.open(ctx, ring.Database())
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }() // it was only read
	m := archive.Manifest
	if named := ring.Database(); named != "" && m.Facts.Database != named {
		return fmt.Errorf("the backup is of database %s, and the keys belong to %s", m.Facts.Database, named)
	}
	var proof server.AuditProof
	restoring := backup.Restoring{Database: c.Ring.Database, PgRestore: c.PgRestore,
		Say: func(text string) { log.Info("restore", "progress", text) },
		Verify: func(ctx context.Context, database string) (err error) {
			db, err := openStore(ctx, databaseSettings{Database: database}, ring, false)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, db.Close()) }()
			// The audit's end was compared with the manifest's: what is left to prove is the way there.
			if proof, err = server.VerifyAudit(ctx, ring, db, ""); errors.Is(err, server.ErrAuditBroken) {
				return fmt.Errorf("%w: %w", backup.ErrDamaged, err)
			}
			return err
		}}
	if err := restoring.Restore(ctx, archive); err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	return report(term, m, proof, lastRow)
}

// open opens the archive that the argument names.
func (c restoreCommand) open(ctx context.Context, database string) (*backup.Archive, error) {
	keys, err := identities(c.Identity)
	if err != nil {
		return nil, err
	}
	shelf, name, err := c.Service.shelf(ctx, c.From)
	if err != nil {
		return nil, err
	}
	if name == "" {
		names, err := shelf.Names(ctx)
		if err != nil {
			return nil, err
		}
		if name, err = backup.Latest(database, names, time.Now()); err != nil {
			return nil, fmt.Errorf("%s: %w", c.From, err)
		}
	}
	file, err := shelf.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	return backup.Read(file, keys)
}

// report says what was restored, and what is newer than the backup.
func report(term terminal, m backup.Manifest, proof server.AuditProof, lastRow int64) error {
	f := m.Facts
	_, err := fmt.Fprintf(term.out, `Restored the backup of %s, schema %d, made by %s: %s, %s, %s.
The audit is proven: %s, to the end that the backup names.

What is newer than the backup can't be had back:
- messages of the platform: it doesn't send those again that were accepted. The next start reads %s again
  from the platform. Orders placed since then are unknown to the console: look for them at the platform.
- changes in the console: settings, templates, pictures, names. Who was disabled, signed out or given another password
  or role since then is as before: look under People. One-time links have ended: make new ones there.
- renewed tokens: the platform may refuse those of the backup. Connections then asks to sign in again.
- pauses: where one should have ended since, a shop that is still closed stays so until a person opens it.
`, m.TakenAt.Format(time.DateTime+" UTC"), f.Schema, m.Program, amount(f.Rows["orders"], "order"),
		amount(f.Rows["shops"], "shop"), amount(f.Rows["operators"], "operator"), amount(proof.Rows, "row"),
		amount(f.OpenOrders, "open order"))
	if err == nil && f.OpenRuns > 0 {
		_, err = fmt.Fprintf(term.out, "- bulk changes: the restore has paused %s. Shops may have been changed since, so "+
			"look before resuming.\n", amount(f.OpenRuns, "bulk change"))
	}
	var end int64
	_, _ = fmt.Sscanf(f.AuditEnd, "%d:", &end) // an empty audit ends at 0
	if err == nil && lastRow > end {
		_, err = fmt.Fprintf(term.out, "- %s of the audit, from number %d to %d.\n", amount(lastRow-end, "row"), end+1,
			lastRow)
	}
	return err
}
