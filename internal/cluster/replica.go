package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/sandbox"
)

// replica is a console.
type replica struct {
	process

	program string // may be another build while it is upgraded
	port    int
	lines   []*relay // to the database servers
}

// address is where the replica itself listens, behind nginx.
func (r *replica) address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(r.port)) }

// newReplica makes the settings of replica n. Its way to each database server is a relay of its own.
func (c *cluster) newReplica(ctx context.Context, n int) (*replica, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	r := &replica{program: c.console, port: port}
	name := fmt.Sprint("replica-", n)
	spool := filepath.Join(c.dir, name)
	if err := os.Mkdir(spool, 0o700); err != nil {
		return nil, err
	}
	database := c.sqliteFile()
	if c.pair != nil {
		var ways []string
		for _, server := range c.pair.servers {
			line, err := newRelay(ctx, server.address())
			if err != nil {
				return nil, err
			}
			r.lines, ways = append(r.lines, line), append(ways, line.address())
		}
		database = "postgres://" + dbUser + "@" + strings.Join(ways, ",") + "/" + dbName +
			"?sslmode=disable&target_session_attrs=read-write&connect_timeout=2"
	}
	settings := []string{
		"LISTEN=" + r.address(),
		"SHOPDESK_DATABASE=" + database,
		"SHOPDESK_SPOOL=" + spool,
		"SHOPDESK_TRUSTED_PROXIES=127.0.0.0/8",
		"SHOPDESK_CALLS_PER_SECOND=200",
		"SHOPDESK_ROSTER_RATE=20",
		"SHOPDESK_PLATFORM_URL=" + c.platformURL(),
		"SHOPDESK_CLIENT_ID=" + sandbox.DemoClientID,
		"SHOPDESK_CLIENT_SECRET_FILE=" + filepath.Join(c.dir, "secret"),
		"SHOPDESK_PUBLIC_URL=" + c.publicURL(),
		"SHOPDESK_KEYS_FILE=" + filepath.Join(c.dir, "keys"),
		"SHOPDESK_CREATE=true",
	}
	settings = append(settings, c.bucketSettings()...)
	r.process = process{name: name, log: filepath.Join(c.dir, name+".log"), command: func() *exec.Cmd {
		cmd := exec.Command(r.program, "serve")
		cmd.Env = append(os.Environ(), settings...)
		return cmd
	}}
	return r, nil
}

// ready waits until the replica says that it can serve. One that has ended, because the database didn't answer, is
// started again, as a service is.
func (r *replica) ready(ctx context.Context) error {
	return patiently(ctx, r.name+" doesn't get ready", func(ctx context.Context) error {
		if err := r.start(); err != nil {
			return err
		}
		_, err := get(ctx, "http://"+r.address()+api.PathReady)
		return err
	})
}

// setCut cuts or mends the replica's network to the database.
func (r *replica) setCut(cut bool) {
	for _, line := range r.lines {
		if cut {
			line.cut()
		} else {
			line.mend()
		}
	}
}

func (r *replica) isCut() bool { return len(r.lines) > 0 && r.lines[0].isCut() }
