package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
)

// Making describes a backup to be made. All but Recipients and PgDump are required.
type Making struct {
	Database   string // a path, or a postgres:// address
	Program    string // version of this program
	Recipients []age.Recipient
	PgDump     string // path of pg_dump; default: it is found
	Now        func() time.Time
	Say        func(string) // is told of the progress
	To         Shelf
	Name       string // default: [Manifest.Name]
}

// Made is a finished backup.
type Made struct {
	Name     string
	Size     int64
	Manifest Manifest
}

// Make makes a backup. Besides the backup it needs disk space for a copy of the database: in the folder of the backup,
// or in the folder for temporary files if the backup goes elsewhere.
func (o Making) Make(ctx context.Context) (made Made, err error) {
	above := os.TempDir()
	if folder, ok := o.To.(Folder); ok {
		above = string(folder)
		if err := os.MkdirAll(above, 0o700); err != nil {
			return made, err
		}
	}
	there, err := o.To.Names(ctx)
	if err != nil {
		return made, err
	}
	if slices.Contains(there, o.Name) {
		return made, fmt.Errorf("%s exists already", o.Name) // Put refuses it too, but after all the work
	}
	scratch, err := os.MkdirTemp(above, ".shopdesk-backup-")
	if err != nil {
		return made, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	say := tenths(o.Say)
	m := Manifest{Format: format, Program: o.Program, TakenAt: o.Now().UTC(), Engine: engineOf(o.Database)}
	names := []string{mainFile, blobsFile}
	if m.Engine == SQLite {
		m.Facts, err = copySQLite(ctx, o.Database, scratch, say)
	} else {
		names = []string{dumpFile}
		m.Facts, err = dumpPostgres(ctx, o.Database, o.PgDump, scratch)
	}
	if err != nil {
		return made, err
	}
	for _, name := range names {
		file, err := measure(filepath.Join(scratch, name))
		if err != nil {
			return made, err
		}
		m.Files = append(m.Files, file)
	}
	made.Manifest, made.Name = m, o.Name
	if made.Name == "" {
		made.Name = m.Name(len(o.Recipients) > 0)
	}
	packed := filepath.Join(scratch, "packed")
	out, err := os.OpenFile(packed, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return made, err
	}
	if err := errors.Join(seal(ctx, out, m, scratch, o.Recipients, say), out.Close()); err != nil {
		return made, err
	}
	info, err := os.Stat(packed)
	if err != nil {
		return made, err
	}
	made.Size = info.Size()
	return made, o.To.Put(ctx, made.Name, packed)
}

func engineOf(database string) string {
	if strings.Contains(database, "://") {
		return Postgres
	}
	return SQLite
}

// Thin deletes all but the newest keep backups of a database, the last of which was just made. Files with other names
// stay. A backup of a later moment was made by a clock that was ahead, and goes before all others.
func Thin(ctx context.Context, shelf Shelf, last Made, keep int) error {
	names, err := shelf.Names(ctx)
	if err != nil {
		return err
	}
	own := of(last.Manifest.Facts.Database, names)
	at := slices.Index(own, last.Name) + 1
	own = slices.Concat(own[at:], own[:at])
	for _, name := range own[:max(0, len(own)-keep)] {
		if err := shelf.Delete(ctx, name); err != nil {
			return fmt.Errorf("delete %s: %w", name, err)
		}
	}
	return nil
}
