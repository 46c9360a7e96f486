package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// keys are the commands for the key ring.
type keys struct {
	New    keysNew    `cmd:"" help:"Print a new key, a line for the keys file. The file's first line is the active key."`
	Check  keysCheck  `cmd:"" help:"Tell whether the keys are the database's, and how much each key has sealed."`
	Rewrap keysRewrap `cmd:"" help:"Seal connections and orders anew with the active key, so that older ones can be removed."`
	Backup keysBackup `cmd:"" help:"Print a new key for 'backup --recipient'. Keep it apart: only it opens those backups."`
}

type keysNew struct{}

// Run prints a new key.
func (keysNew) Run(term terminal) error {
	_, err := fmt.Fprintln(term.out, sealed.Generate())
	return err
}

// keyring holds the settings of the commands that need a database.
type keyring struct {
	Database string `env:"SHOPDESK_DATABASE" help:"A path for SQLite, or a postgres:// address." placeholder:"DB"`
	Direct   string `name:"database-direct" env:"SHOPDESK_DATABASE_DIRECT" help:"PostgreSQL's own address, where --database is a pooler's." placeholder:"DB"`
	KeysFile string `env:"SHOPDESK_KEYS_FILE" help:"File with the keys." placeholder:"FILE"`
	Keys     string `env:"SHOPDESK_KEYS" help:"The keys themselves, in place of a file." placeholder:"KEYS"`
}

// own is the database's own address: a command needs no pooler.
func (k keyring) own() string { return cmp.Or(k.Direct, k.Database) }

func (k keyring) open(ctx context.Context) (*sealed.Keyring, server.Options, error) {
	h := home{PublicURL: "http://localhost", Database: k.own(), KeysFile: k.KeysFile, Keys: k.Keys}
	var o server.Options
	if err := errors.Join(append(h.missing(), h.bad()...)...); err != nil {
		return nil, o, err
	}
	err := h.open(ctx, nil, &o)
	return o.Keys, o, err
}

type keysCheck struct {
	Ring keyring `embed:""`
}

// Run prints how much each key has sealed, and which keys may be removed.
func (c keysCheck) Run(ctx context.Context, term terminal) error {
	ring, o, err := c.Ring.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = o.Store.Close() }()
	uses, err := server.KeyUses(ctx, ring, o.Store)
	if err != nil {
		return err
	}
	lost := 0
	for _, use := range uses {
		note := ""
		switch {
		case !use.Held:
			note, lost = "not among the keys: these texts can't be opened", lost+use.Texts
		case use.Active:
			note = "active"
		case use.Texts == 0 && use.Devices > 0:
			note = fmt.Sprintf("without it %d devices subscribe to notifications again", use.Devices)
		case use.Texts == 0:
			note = "not needed any more, but by backups"
		}
		if _, err := fmt.Fprintf(term.out, "%-12s %6d sealed  %s\n", use.ID, use.Texts, note); err != nil {
			return err
		}
	}
	if lost > 0 {
		return fmt.Errorf("%d sealed texts need a key that isn't there", lost)
	}
	return nil
}

type keysRewrap struct {
	Ring keyring `embed:""`
}

// Run seals connections and orders with the active key.
func (r keysRewrap) Run(ctx context.Context, term terminal) error {
	ring, o, err := r.Ring.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = o.Store.Close() }()
	changed, err := server.RewrapKeys(ctx, ring, o.Store)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d connections and orders sealed anew with %s\n", changed, ring.IDs()[0])
	return err
}
