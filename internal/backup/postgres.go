package backup

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/internal/pgconsole"
)

// dumpFile is the file of a backup of PostgreSQL, in pg_dump's custom form.
const dumpFile = "database.dump"

// dumpPostgres has pg_dump write the schema's tables into folder, as of one moment, and returns what they hold.
func dumpPostgres(ctx context.Context, address, program, folder string) (f Facts, err error) {
	if program, err = tool("pg_dump", program); err != nil {
		return f, err
	}
	db, err := openPostgres(address)
	if err != nil {
		return f, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return f, err
	}
	defer func() { _ = tx.Rollback() }() // nothing was changed
	var snapshot string
	if err := tx.QueryRowContext(ctx, `SELECT pg_export_snapshot()`).Scan(&snapshot); err != nil {
		return f, err
	}
	if f, err = look(ctx, Postgres, tx); err != nil {
		return f, err
	}
	schema := `"` + strings.ReplaceAll(f.Namespace, `"`, `""`) + `"` // pg_dump reads a pattern
	return f, call(ctx, address, program, "--format=custom", "--compress=0", "--no-owner", "--no-privileges",
		"--snapshot="+snapshot, "--schema="+schema, "--file="+filepath.Join(folder, dumpFile))
}

// openPostgres opens the database at the console's address. The size of the console's pool isn't for the server.
func openPostgres(address string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	delete(config.RuntimeParams, "pool_max_conns")
	return stdlib.OpenDB(*config), nil
}

// openEmpty opens the PostgreSQL database at address unless [emptyPostgres] finds something in the way.
func openEmpty(ctx context.Context, address, schema string) (*sql.DB, error) {
	db, err := openPostgres(address)
	if err != nil {
		return nil, err
	}
	if err := emptyPostgres(ctx, db, schema); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// emptyPostgres returns an error if the schema has tables, or if a console uses the database.
func emptyPostgres(ctx context.Context, db *sql.DB, schema string) error {
	var found sql.NullString
	var tables int
	if err := db.QueryRowContext(ctx, `SELECT current_schema(),
			(SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
				WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'v', 'S', 'p'))`).Scan(&found, &tables); err != nil {
		return err
	}
	consoles, err := pgconsole.Connections(ctx, db)
	if err != nil {
		return err
	}
	switch {
	case consoles > 0:
		return fmt.Errorf("a console uses the database, with %d connections: stop it first", consoles)
	case found.String != schema:
		return fmt.Errorf("the backup's tables are in the schema %q, and the address leads to %q: make that schema, and "+
			"let the address's search_path begin with it", schema, found.String)
	case tables > 0:
		return fmt.Errorf("the schema %q has %d tables: a backup is restored into an empty place only", schema, tables)
	}
	return nil
}

// restorePostgres has pg_restore write the tables, all or none, and compares and settles them.
func (r Restoring) restorePostgres(ctx context.Context, m Manifest, folder string) (err error) {
	program, err := tool("pg_restore", r.PgRestore)
	if err != nil {
		return err
	}
	db, err := openEmpty(ctx, r.Database, m.Facts.Namespace)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := call(ctx, r.Database, program, "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges",
		"--schema="+m.Facts.Namespace, filepath.Join(folder, dumpFile)); err != nil {
		return err
	}
	err = func() error {
		found, err := look(ctx, Postgres, db)
		if err != nil {
			return err
		}
		if err := m.Facts.compare(found); err != nil {
			return err
		}
		if err := m.Facts.settle(ctx, db); err != nil {
			return err
		}
		return r.Verify(ctx, r.Database)
	}()
	if err != nil {
		return fmt.Errorf("%w. The tables are in the database now: drop the schema, and start no console on it", err)
	}
	return nil
}

// tool returns the path of a program of PostgreSQL: the named one, the PATH's, or that of the newest version that
// Debian's packages have installed.
func tool(name, named string) (string, error) {
	if named != "" {
		return exec.LookPath(named)
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name); len(found) > 0 {
		return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s isn't installed (Debian: postgresql-client), or name it with --%s: %w",
			name, strings.ReplaceAll(name, "_", "-"), err)
	}
	return path, nil
}

// call runs a program of PostgreSQL on the database at address. The password is in its environment, not among its
// arguments, which every user of the machine can read.
func call(ctx context.Context, address, program string, args ...string) error {
	plain, password, err := libpq(address)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, program, append([]string{"--dbname=" + plain}, args...)...) //nolint:gosec // the operator names it
	cmd.Env = append(os.Environ(), "PGPASSWORD="+password, "LC_ALL=C")
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w: %s", filepath.Base(program), err, strings.TrimSpace(said.String()))
	}
	return nil
}

// known are the parameters of an address that PostgreSQL's programs understand. They refuse others, such as
// search_path, which pgx sends to the server.
var known = []string{"host", "port", "dbname", "user", "passfile", "sslmode", "sslcert", "sslkey", "sslrootcert",
	"sslcrl", "sslsni", "ssl_min_protocol_version", "connect_timeout", "target_session_attrs", "channel_binding",
	"gssencmode", "krbsrvname", "service", "options"}

// libpq returns the address in the form of PostgreSQL's programs, and its password.
func libpq(address string) (plain, password string, err error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return "", "", err
	}
	u, err := url.Parse(address)
	if err != nil {
		return "", "", errors.New("the database's address isn't a postgres:// address") // err has the password
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	for name := range query {
		if !slices.Contains(known, name) {
			query.Del(name)
		}
	}
	query.Set("application_name", "shopdesk-backup")
	// libpq reads a plus as a plus.
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return u.String(), config.Password, nil
}
