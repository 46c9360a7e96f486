package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/shopdesk/shopdesk/internal/disk"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// lookAtDatabase looks whether the database is there, of which schema it is, and whether the keys are its own.
func (c checkCommand) lookAtDatabase(ctx context.Context, report *findings) {
	h := c.Settings.Home
	if h.Database == "" || len(h.databaseSettings.bad()) > 0 {
		return // named among the settings
	}
	if h.Direct == "" && !isPostgres(h.Database) {
		if err := disk.Writable(nearest(filepath.Dir(h.Database))); err != nil {
			report.add("database", checkWrong, "the folder can't be written: %v", err)
		}
	}
	found, err := h.look(ctx)
	ring, unreadable := h.unbound()
	switch {
	case errors.Is(err, store.ErrAbsent) && unreadable == nil && ring.Database() != "":
		report.add("database", checkWrong, "there is none, and the keys belong to database %s: look whether the address "+
			"is right and the volume mounted. To begin a new installation, make new keys", ring.Database())
		return
	case errors.Is(err, store.ErrAbsent) && c.Settings.Create:
		report.add("database", checkNote, "there is none, and the start begins a new installation")
		return
	case errors.Is(err, store.ErrAbsent):
		report.add("database", checkWrong, "there is none: look whether the address is right and the volume mounted. "+
			"'console serve --create' begins a new installation there")
		return
	case errors.Is(err, sqlite.ErrNoBlobs) && c.Settings.Create:
		report.add("database", checkNote, "%v: the start begins a new one, without pictures", err)
		return
	case err != nil:
		report.add("database", checkWrong, "%v", err)
		return
	case found.Schema > found.Known:
		report.add("database", checkWrong,
			"its schema is %d, and this program knows it up to %d: a newer program was here", found.Schema, found.Known)
		return
	case found.Schema < found.Known:
		report.add("database", checkNote, "its schema is %d, and the start migrates it to %d: back it up before",
			found.Schema, found.Known)
	default:
		report.add("database", checkOK, "its schema is this program's, %d", found.Known)
	}
	if unreadable == nil {
		report.proven("keys of the database", ring.Check(ctx, memo(found.Meta)), "they open what it has sealed")
	}
}

// unbound reads the keys as keys does. These keys don't write the database's name into their file.
func (k keyring) unbound() (*sealed.Keyring, error) {
	text := k.Keys
	if k.KeysFile != "" {
		file, err := os.ReadFile(k.KeysFile)
		if err != nil {
			return nil, err
		}
		text = string(file)
	}
	return sealed.Parse(strings.NewReader(text))
}

// memo is a copy of a database's meta, which can be written without changing the database.
type memo map[string]string

var _ store.Meta = memo(nil)

// Meta returns a value.
func (m memo) Meta(_ context.Context, name string) (string, error) {
	value, found := m[name]
	if !found {
		return "", store.ErrNotFound
	}
	return value, nil
}

// PutMeta keeps a value, unless there is one.
func (m memo) PutMeta(_ context.Context, name, value string) (string, error) {
	m[name] = cmp.Or(m[name], value)
	return m[name], nil
}

// SetMeta keeps a value in the place of another.
func (m memo) SetMeta(_ context.Context, name, value string) error {
	m[name] = value
	return nil
}

// nearest returns the folder, or the folder above in which the folder would be made.
func nearest(folder string) string {
	for {
		_, err := os.Stat(folder)
		above := filepath.Dir(folder)
		if !errors.Is(err, fs.ErrNotExist) || above == folder {
			return folder
		}
		folder = above
	}
}
