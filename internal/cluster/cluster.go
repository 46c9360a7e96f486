package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/sandbox"
)

// cluster is everything that runs.
type cluster struct {
	options
	dir string
	out io.Writer

	disks     []string // file systems of their own
	pair      *pair    // nil with SQLite
	replicas  []*replica
	nginx     *process
	bucket    *process // nil: photos are beside the database
	box       *sandbox.Sandbox
	tokens    *tokenGuard
	bucketURL string
	ledger    *ledger
	owner     *person
	paused    atomic.Bool    // no orders are placed
	kills     int            // that were played
	played    map[string]int // how often each kind of fault was played

	working sync.WaitGroup // screens and flow
	started atomic.Bool    // all parts were started once
	acting  sync.Mutex     // held while a button's work is done
	saidMu  sync.Mutex
	said    string // what came of the last button
}

func (c *cluster) platformURL() string { return "http://" + c.boxListen }

func (c *cluster) publicURL() string { return "http://" + c.frontListen }

func (c *cluster) say(format string, values ...any) {
	fmt.Fprintf(c.out, time.Now().Format("15:04:05 ")+format+"\n", values...)
}

// run starts everything and waits for the player or for the end.
func (c *cluster) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.ledger = newLedger(c.screens, time.Now)
	serving, err := c.serveBox(ctx)
	if err != nil {
		return err
	}
	defer serving()
	defer c.endAll()
	if err := c.startAll(ctx); err != nil {
		return err
	}
	c.started.Store(true)
	defer func() { cancel(); c.working.Wait() }()
	if err := c.people(ctx); err != nil {
		return err
	}
	c.working.Go(func() { c.flow(ctx) })
	fmt.Fprintf(c.out, "\n  Console    %s/   sign in as %q with %q\n  Sandbox    %s/sandbox/\n  Cluster    %s/cluster/\n"+
		"  Files      %s\n\n", c.publicURL(), ownerLogin, ownerSecret, c.platformURL(), c.platformURL(), c.dir)
	if c.play > 0 {
		return c.playAll(ctx)
	}
	<-ctx.Done()
	return nil
}

// tokenLife is short, so that tokens are renewed while things fail.
const tokenLife = 40 * time.Second

// serveBox serves the sandbox and the cluster's page.
func (c *cluster) serveBox(ctx context.Context) (end func(), err error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.boxListen)
	if err != nil {
		return nil, fmt.Errorf("-sandbox-listen: %w", err)
	}
	c.boxListen = listener.Addr().String()
	pushing := pusher{&http.Transport{MaxIdleConnsPerHost: 32}, c.ledger}
	c.box = &sandbox.Sandbox{PublicURL: c.platformURL(), Shops: c.shops, TokenLifetime: tokenLife,
		Pusher: &http.Client{Timeout: 10 * time.Second, Transport: pushing}}
	c.tokens = &tokenGuard{next: c.box, ledger: c.ledger, used: map[string]*presentation{}}
	mux := http.NewServeMux()
	mux.Handle("/", c.tokens)
	mux.Handle("/cluster/", loopback.Guard{Name: "This cluster"}.Handler(c.pageHandler(ctx)))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	var working sync.WaitGroup
	working.Go(func() { _ = server.Serve(listener) }) // ends with Close
	ctx, cancel := context.WithCancel(ctx)
	working.Go(func() {
		if err := c.box.Run(ctx); err != nil {
			c.say("sandbox: %v", err)
		}
	})
	return func() {
		cancel()
		_ = server.Close()
		working.Wait()
	}, nil
}

// startAll starts databases, replicas and nginx, each when what it needs answers.
func (c *cluster) startAll(ctx context.Context) error {
	if err := c.writeSecrets(ctx); err != nil {
		return err
	}
	if c.engine == "postgres" {
		var err error
		if c.pair, err = c.newPair(); err != nil {
			return err
		}
		c.say("PostgreSQL: a primary and its standby")
		if err := c.pair.begin(ctx); err != nil {
			return err
		}
	} else if err := c.makeFolder(c.sqliteFolder()); err != nil {
		return err
	}
	if strings.HasSuffix(c.frontListen, ":0") {
		port, err := freePort()
		if err != nil {
			return err
		}
		c.frontListen = fmt.Sprint("127.0.0.1:", port)
	}
	if c.gateway != "" {
		var err error
		if c.bucket, c.bucketURL, err = c.newBucket(); err != nil {
			return err
		}
		if err := errors.Join(c.bucket.start(), c.bucketAnswers(ctx)); err != nil {
			return err
		}
	}
	for n := range c.consoles {
		r, err := c.newReplica(ctx, n+1)
		if err != nil {
			return err
		}
		if c.old != "" && c.play > 0 {
			r.program = c.old
		}
		c.replicas = append(c.replicas, r)
	}
	c.say("%d replicas of %s", len(c.replicas), c.console)
	for _, r := range c.replicas {
		if err := errors.Join(r.start(), r.ready(ctx)); err != nil {
			return err
		}
	}
	var err error
	if c.nginx, err = c.newFront(c.docs); err != nil {
		return err
	}
	if err := c.nginx.start(); err != nil {
		return err
	}
	return answers(ctx, "nginx", c.publicURL()+"/")
}

// writeSecrets makes the files that all replicas share.
func (c *cluster) writeSecrets(ctx context.Context) error {
	keys, err := exec.CommandContext(ctx, c.console, "keys", "new").Output()
	if err != nil {
		return fmt.Errorf("%s keys new: %w (make build builds it)", c.console, err)
	}
	return errors.Join(os.WriteFile(filepath.Join(c.dir, "keys"), keys, 0o600),
		os.WriteFile(filepath.Join(c.dir, "secret"), []byte(sandbox.DemoClientSecret), 0o600))
}

// endAll ends every process. PostgreSQL needs no grace: its data goes.
func (c *cluster) endAll() {
	if c.nginx != nil {
		_ = c.nginx.kill()
	}
	if c.bucket != nil {
		_ = c.bucket.kill()
	}
	for _, r := range c.replicas {
		_ = r.kill()
	}
	if c.pair != nil {
		for _, server := range c.pair.servers {
			_ = server.kill()
		}
	}
}

func (c *cluster) remove() {
	for _, folder := range c.disks {
		if err := unmount(folder); err != nil {
			c.say("unmount %s: %v", folder, err)
		}
	}
	if c.keep {
		c.say("kept %s", c.dir)
		return
	}
	if err := os.RemoveAll(c.dir); err != nil {
		c.say("remove: %v", err)
	}
}
