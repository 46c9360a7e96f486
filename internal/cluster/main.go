package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// options are the program's flags.
type options struct {
	console      string // the program
	old          string // an older build of it, for upgrades under load
	offClock     string // a build of it whose clock is off
	gateway      string // versitygw, for a bucket of photos
	docs         string
	frontListen  string // nginx
	boxListen    string // the sandbox and the page
	engine       string
	consoles     int
	shops        int
	perMinute    int
	screens      int
	smallDisks   bool
	keep         bool
	play         time.Duration
	between      time.Duration
	only         string
	wantKills    int
	wantMessages int
	memory       int // megabytes
	seed         uint64
}

func run(ctx context.Context, args []string, out io.Writer) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	var o options
	flags := flag.NewFlagSet("cluster", flag.ContinueOnError)
	flags.StringVar(&o.console, "console", "build/console", "the console's program")
	flags.StringVar(&o.old, "old", "", "an older console's program: with -play, replicas are upgraded from it under load")
	flags.StringVar(&o.offClock, "off-clock", "", "a console's program whose clock is off (make build/console-off-clock)")
	flags.StringVar(&o.gateway, "bucket", "", "versitygw's program: photos are kept in a bucket of it")
	flags.StringVar(&o.docs, "docs", "docs/operations/front.md", "the page with the snippets for nginx")
	flags.StringVar(&o.frontListen, "listen", "127.0.0.1:8080", "where nginx listens: the console's address")
	flags.StringVar(&o.boxListen, "sandbox-listen", "127.0.0.1:8081", "where the sandbox and the cluster's page listen")
	flags.StringVar(&o.engine, "engine", "postgres", "postgres, or sqlite for one replica")
	flags.IntVar(&o.consoles, "replicas", 3, "how many consoles")
	flags.IntVar(&o.shops, "shops", 300, "how many shops")
	flags.IntVar(&o.perMinute, "orders", 120, "orders a minute")
	flags.IntVar(&o.screens, "screens", 6, "how many signed-in screens follow the orders")
	flags.BoolVar(&o.smallDisks, "small-disks", false,
		"keep the databases on small file systems in memory, which -play fills; needs root")
	flags.BoolVar(&o.keep, "keep", false, "keep the folder with data and logs")
	flags.DurationVar(&o.play, "play", 0, "play faults for so long, then measure and end; 0: wait for the buttons")
	flags.DurationVar(&o.between, "between", 12*time.Second, "with -play: how long everything works between two faults")
	flags.StringVar(&o.only, "only", "", "with -play: the faults, with commas, in this order and no others")
	flags.IntVar(&o.wantKills, "kills", 0, "with -play: end no sooner than after so many kills")
	flags.IntVar(&o.wantMessages, "messages", 0, "with -play: end no sooner than after so many messages")
	flags.IntVar(&o.memory, "memory", 0, "with -play: how many megabytes a replica may have at the end; 0: any")
	flags.Uint64Var(&o.seed, "seed", 0, "with -play: which faults come when; 0 draws one")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	switch o.engine {
	case "postgres":
	case "sqlite":
		o.consoles = 1
	default:
		return errors.New("cluster: -engine is postgres or sqlite")
	}
	if o.consoles < 1 || o.shops < 1 || o.perMinute < 1 || o.screens < 1 {
		return errors.New("cluster: want at least one replica, shop, order a minute and screen")
	}
	for o.seed == 0 {
		o.seed = rand.Uint64()
	}
	var err error
	for _, program := range []*string{&o.console, &o.old, &o.offClock, &o.gateway} {
		if *program == "" {
			continue
		}
		if *program, err = filepath.Abs(*program); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "shopdesk-cluster-")
	if err != nil {
		return err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // PostgreSQL runs as another user
		return err
	}
	c := &cluster{options: o, dir: dir, out: out}
	defer c.remove()
	return c.run(ctx)
}
