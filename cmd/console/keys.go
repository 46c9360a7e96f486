package main

import (
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
	Rewrap keysRewrap `cmd:"" help:"Seal connections and orders anew with the active key, so that older ones seal nothing any more."`
	Backup keysBackup `cmd:"" help:"Print a new key for 'backup --recipient'. Keep it apart: only it opens those backups."`
}

type keysNew struct{}

// Run prints a new key.
func (keysNew) Run(term terminal) error {
	_, err := fmt.Fprintln(term.out, sealed.Generate())
	return err
}

// opened opens the store for a command that needs no address in browsers.
func (k keyring) opened(ctx context.Context) (o server.Options, err error) {
	k.databaseSettings = k.own()
	if err := errors.Join(append(k.missing(), k.bad()...)...); err != nil {
		return o, err
	}
	err = home{keyring: k}.open(ctx, nil, &o)
	return o, err
}

type keysCheck struct {
	Ring keyring `embed:""`
}

// Run prints how much each key has sealed, and which keys may be removed.
func (c keysCheck) Run(ctx context.Context, term terminal) error {
	o, err := c.Ring.opened(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = o.Store.Close() }()
	uses, err := server.KeyUses(ctx, o.Keys, o.Store)
	if err != nil {
		return err
	}
	lost := 0
	for _, use := range uses {
		note := ""
		switch {
		case !use.Held && use.Texts+use.Devices == 0:
			note = fmt.Sprintf("not among the keys: %s of the audit can't be proven", amount(use.Rows, "row"))
		case !use.Held:
			note, lost = "not among the keys: these texts can't be opened", lost+use.Texts
		case use.Active:
			note = "active"
		case use.Texts == 0 && use.Devices > 0:
			note = fmt.Sprintf("without it %s must subscribe to notifications again, and %s of the audit can't be "+
				"proven", amount(use.Devices, "device"), amount(use.Rows, "row"))
		case use.Texts == 0 && use.Rows > 0:
			note = fmt.Sprintf("keep it: it proves %s of the audit", amount(use.Rows, "row"))
		case use.Texts == 0:
			note = "not needed any more, but by backups"
		}
		if _, err := fmt.Fprintf(term.out, "%-12s %6d sealed  %s\n", use.ID, use.Texts, note); err != nil {
			return err
		}
	}
	if lost > 0 {
		return fmt.Errorf("the key of %s isn't there", amount(lost, "sealed text"))
	}
	return nil
}

type keysRewrap struct {
	Ring keyring `embed:""`
}

// Run seals connections and orders with the active key.
func (r keysRewrap) Run(ctx context.Context, term terminal) error {
	o, err := r.Ring.opened(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = o.Store.Close() }()
	changed, wrong := server.RewrapKeys(ctx, o.Keys, o.Store)
	_, err = fmt.Fprintf(term.out, "%s of connections and orders sealed anew with %s\n", amount(changed, "text"),
		o.Keys.IDs()[0])
	return errors.Join(wrong, err)
}
