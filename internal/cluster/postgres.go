package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

const (
	dbUser = "shopdesk"
	dbName = "postgres" // the one that initdb makes
	// startWithin bounds the wait for a program to answer, also on a busy machine.
	startWithin = 2 * time.Minute
	lookAgain   = 50 * time.Millisecond
)

// database is a PostgreSQL server.
type database struct {
	process

	bin, folder string
	port        int
}

// pair is two PostgreSQL servers. The standby confirms every commit before the primary answers it, so a lost primary
// loses nothing that was answered.
type pair struct {
	bin     string
	servers [2]*database
	primary atomic.Int32 // which of the servers takes writes
}

func (c *cluster) newPair() (*pair, error) {
	bin, err := pgtest.Programs()
	if err != nil {
		return nil, err
	}
	p := &pair{bin: bin}
	for i, name := range []string{"postgres-a", "postgres-b"} {
		port, err := freePort()
		if err != nil {
			return nil, err
		}
		folder := filepath.Join(c.dir, name)
		if err := errors.Join(c.makeFolder(folder), pgtest.GiveAway(folder)); err != nil {
			return nil, err
		}
		d := &database{bin: bin, folder: folder, port: port}
		d.process = process{name: name, log: filepath.Join(c.dir, name+".log"), command: func() *exec.Cmd {
			args := []string{"-D", d.data(), "-k", folder, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1"}
			if c.smallDisks {
				args = append(args, "-c", "min_wal_size=32MB", "-c", "max_wal_size=64MB")
			}
			cmd := exec.Command(filepath.Join(bin, "postgres"), args...)
			pgtest.Ordinary(cmd, folder)
			return cmd
		}}
		p.servers[i] = d
	}
	return p, nil
}

func (d *database) data() string { return filepath.Join(d.folder, "data") }

func (d *database) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(d.port)) }

func (d *database) dsn() string {
	return "postgres://" + dbUser + "@" + d.address() + "/" + dbName + "?sslmode=disable"
}

// run runs one of PostgreSQL's programs to its end.
func (d *database) run(ctx context.Context, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, filepath.Join(d.bin, program), args...)
	pgtest.Ordinary(cmd, d.folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", program, err, out)
	}
	return nil
}

// begin makes the first server's data, starts it, and makes the other its standby.
func (p *pair) begin(ctx context.Context) error {
	first := p.leader()
	if err := first.run(ctx, "initdb", "-D", first.data(), "-U", dbUser, "-A", "trust", "-E", "UTF8",
		"--locale=C"); err != nil {
		return err
	}
	if err := first.start(); err != nil {
		return err
	}
	if err := first.answers(ctx); err != nil {
		return err
	}
	return p.rebuild(ctx)
}

// answers waits until the server answers.
func (d *database) answers(ctx context.Context) error {
	return patiently(ctx, d.name+" doesn't answer", func(ctx context.Context) error {
		return d.exec(ctx, "SELECT 1")
	})
}

func (d *database) exec(ctx context.Context, statements ...string) error {
	db, err := sql.Open("pgx", d.dsn())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

func (p *pair) leader() *database { return p.servers[p.primary.Load()] }

func (p *pair) standby() *database { return p.servers[1-p.primary.Load()] }

// rebuild makes the server that isn't the primary a standby, from a copy of the primary, and has commits wait for it.
func (p *pair) rebuild(ctx context.Context) error {
	leader, d := p.leader(), p.standby()
	if err := errors.Join(d.kill(), os.RemoveAll(d.data())); err != nil {
		return err
	}
	if err := leader.exec(ctx, "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	if err := d.run(ctx, "pg_basebackup", "-h", "127.0.0.1", "-p", strconv.Itoa(leader.port), "-U", dbUser,
		"-D", d.data(), "-R", "-X", "stream", "-c", "fast", "-N"); err != nil {
		return err
	}
	if err := d.start(); err != nil {
		return err
	}
	if err := d.answers(ctx); err != nil {
		return err
	}
	// Set after the copy was made, so that the standby waits for nobody once it is promoted.
	if err := leader.exec(ctx, "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()"); err != nil {
		return err
	}
	return p.synchronous(ctx)
}

// synchronous waits until the standby confirms commits.
func (p *pair) synchronous(ctx context.Context) error {
	return patiently(ctx, "the standby doesn't follow", func(ctx context.Context) error {
		db, err := sql.Open("pgx", p.leader().dsn())
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		var n int
		err = db.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`).Scan(&n)
		if err == nil && n == 0 {
			err = errors.New("no synchronous standby")
		}
		return err
	})
}

// promote makes the standby the primary. The old primary is killed first: there are never two that take writes.
func (p *pair) promote(ctx context.Context) error {
	if p.standby().state() != running {
		return errors.New("the standby doesn't run")
	}
	if err := p.leader().kill(); err != nil {
		return err
	}
	d := p.standby()
	if err := d.run(ctx, "pg_ctl", "promote", "-w", "-D", d.data()); err != nil {
		return err
	}
	p.primary.Store(1 - p.primary.Load())
	return nil
}

// patiently tries again and again.
func patiently(ctx context.Context, complaint string, try func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, startWithin)
	defer cancel()
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	for {
		err := try(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s: %w", complaint, err)
		case <-look.C:
		}
	}
}

// freePort finds a port of loopback that nobody listens on.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port, nil
}
