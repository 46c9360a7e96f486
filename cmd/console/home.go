package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/postgres"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// databaseSettings say where the database is.
type databaseSettings struct {
	Database string `env:"SHOPDESK_DATABASE" help:"A path for SQLite, or a postgres:// address." placeholder:"DB"`
	Direct   string `name:"database-direct" env:"SHOPDESK_DATABASE_DIRECT" help:"PostgreSQL's own address, where --database is a pooler's that gives a connection to one transaction at a time." placeholder:"DB"`
}

// own is the database's own address alone: most commands need no pooler.
func (d databaseSettings) own() databaseSettings {
	return databaseSettings{Database: cmp.Or(d.Direct, d.Database)}
}

// look describes the database and changes nothing.
func (d databaseSettings) look(ctx context.Context) (store.Found, error) {
	switch {
	case d.Direct != "":
		return postgres.Pooler{Direct: d.Direct}.Look(ctx, d.Database)
	case isPostgres(d.Database):
		return postgres.Look(ctx, d.Database)
	}
	return sqlite.Look(ctx, d.Database)
}

func (d databaseSettings) missing() []error {
	return missing(setting{d.Database, "SHOPDESK_DATABASE", "--database"})
}

// noPath matches addresses, and the keywords that psql and pgx take in place of one.
var noPath = regexp.MustCompile(`://|\b(host|dbname)=`)

// bad lists the problems of the given settings.
func (d databaseSettings) bad() (wrong []error) {
	if noPath.MatchString(d.Database) && !isPostgres(d.Database) {
		wrong = append(wrong, errors.New("SHOPDESK_DATABASE: want a path, for SQLite, or a postgres:// address"))
	}
	if d.Direct != "" && (!isPostgres(d.Direct) || !isPostgres(d.Database)) {
		wrong = append(wrong, errors.New("SHOPDESK_DATABASE_DIRECT: want a postgres:// address, beside another one in "+
			"SHOPDESK_DATABASE"))
	}
	return wrong
}

// keyring holds the settings of the commands that need a database and its keys.
type keyring struct {
	databaseSettings

	KeysFile string `env:"SHOPDESK_KEYS_FILE" help:"File with the keys that seal tokens; see 'keys new'." placeholder:"FILE"`
	Keys     string `env:"SHOPDESK_KEYS" help:"The keys themselves, in place of a file." placeholder:"KEYS"`
}

func (k keyring) missing() []error {
	return append(k.databaseSettings.missing(), missing(
		setting{cmp.Or(k.KeysFile, k.Keys), "SHOPDESK_KEYS_FILE", "--keys-file"})...)
}

// bad lists the problems of the given settings.
func (k keyring) bad() []error {
	wrong := k.databaseSettings.bad()
	if k.KeysFile != "" && k.Keys != "" {
		wrong = append(wrong, errors.New("SHOPDESK_KEYS_FILE and SHOPDESK_KEYS: set one of them"))
	}
	return wrong
}

// keys reads the key ring from its file or, without one, from the environment.
func (k keyring) keys() (*sealed.Keyring, error) {
	if k.KeysFile == "" {
		ring, err := sealed.Parse(strings.NewReader(k.Keys))
		if err != nil {
			return nil, fmt.Errorf("SHOPDESK_KEYS: %w", err)
		}
		return ring, nil
	}
	ring, err := sealed.Load(k.KeysFile)
	if err != nil {
		return nil, fmt.Errorf("SHOPDESK_KEYS_FILE: %w", err)
	}
	return ring, nil
}

// home holds the settings that don't concern a platform: the console's address in browsers, its database and its
// keys.
type home struct {
	PublicURL string `env:"SHOPDESK_PUBLIC_URL" help:"The console's address in browsers." placeholder:"URL"`
	keyring
}

func (h home) missing() []error {
	return append(missing(setting{h.PublicURL, "SHOPDESK_PUBLIC_URL", "--public-url"}), h.keyring.missing()...)
}

// bad lists the problems of the given settings.
func (h home) bad() []error {
	return append(badAddress("SHOPDESK_PUBLIC_URL", h.PublicURL), h.keyring.bad()...)
}

// open sets the options, the database last, which it doesn't migrate. The caller closes the store.
func (h home) open(ctx context.Context, log *slog.Logger, o *server.Options) (err error) {
	if o.Keys, err = h.keys(); err != nil {
		return err
	}
	found, err := h.look(ctx)
	if err == nil && found.Schema < found.Known {
		return fmt.Errorf("SHOPDESK_DATABASE: its schema is %d, and this program's is %d: use the program that serves it, "+
			"or back it up and start this one, which migrates it", found.Schema, found.Known)
	}
	return h.openOr(ctx, log, o, false)
}

// openOr opens the store with the keys that the options have. With create it begins a new installation if the database
// doesn't exist.
func (h home) openOr(ctx context.Context, log *slog.Logger, o *server.Options, create bool) (err error) {
	o.PublicURL, o.Logger = h.PublicURL, log
	if o.Store, err = openStore(store.WithLogger(ctx, log), h.databaseSettings, o.Keys, create); err != nil {
		return fmt.Errorf("SHOPDESK_DATABASE: %w", err)
	}
	return nil
}

// opened checks the settings and opens the store for a command that may run beside a server. wrong are problems that
// the command found itself. The caller calls end.
func (h home) opened(ctx context.Context, term terminal, wrong ...error) (o server.Options, end func(), err error) {
	if err := errors.Join(slices.Concat(h.missing(), h.bad(), wrong)...); err != nil {
		return o, nil, err
	}
	if err := h.open(ctx, newLog(term.log, "text", 0), &o); err != nil {
		return o, nil, err
	}
	return o, func() { closing(o.Logger, "store", o.Store.Close) }, nil
}

// setting is the value and the names of a setting.
type setting struct{ value, env, flag string }

func missing(settings ...setting) (wrong []error) {
	for _, s := range settings {
		if s.value == "" {
			wrong = append(wrong, fmt.Errorf("%s (%s) is missing", s.env, s.flag))
		}
	}
	return wrong
}

// badAddress lists the problem of an address, unless the address is missing.
func badAddress(env, address string) []error {
	if _, err := baseurl.Parse(address); address != "" && err != nil {
		return []error{fmt.Errorf("%s: %w", env, err)}
	}
	return nil
}

// openStore opens a postgres:// address, or a path with SQLite. A missing database is created only if create is
// set and the keys don't belong to another database: a volume that isn't mounted must not become a new, empty
// installation, even if --create stays in a service's settings for ever.
func openStore(ctx context.Context, d databaseSettings, keys *sealed.Keyring, create bool) (store.Store, error) {
	open, begin := sqlite.Open, sqlite.Create
	switch pooler := (postgres.Pooler{Direct: d.Direct}); {
	case d.Direct != "":
		open, begin = pooler.Open, pooler.Create
	case isPostgres(d.Database):
		open, begin = postgres.Open, postgres.Create
	}
	db, err := open(ctx, d.Database)
	if err == nil {
		return db, nil
	}
	switch {
	case errors.Is(err, sqlite.ErrNoBlobs):
		if !create {
			return nil, fmt.Errorf("%w: put it back from a backup, or let 'console serve --create' begin a new one", err)
		}
		store.LoggerOf(ctx).WarnContext(ctx, "uploaded pictures are lost: a new file begins without them", "err", err)
		db, err = begin(ctx, d.Database)
	case errors.Is(err, store.ErrAbsent):
		switch id := keys.Database(); {
		case id != "":
			return nil, fmt.Errorf("%w: the keys belong to database %s: look whether the address is right and the volume "+
				"mounted, "+
				"or put the database back from a backup. To begin a new installation, make new keys", err, id)
		case !create:
			return nil, fmt.Errorf("%w: look whether the address is right and the volume mounted. "+
				"'console serve --create' begins a new installation there", err)
		}
		db, err = begin(ctx, d.Database)
	}
	if err != nil {
		return nil, err
	}
	return db, nil
}

func isPostgres(database string) bool {
	return strings.HasPrefix(database, "postgres://") || strings.HasPrefix(database, "postgresql://")
}
