package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// sandboxCommand serves only the sandbox, for a console that runs elsewhere.
type sandboxCommand struct {
	Listen    string     `env:"SANDBOX_LISTEN" default:"127.0.0.1:8081" help:"Address to listen on, on loopback."`
	Data      string     `env:"DATA" default:"./data" help:"Folder for the data."`
	Callback  string     `env:"SANDBOX_CALLBACK" help:"Webhook URL to push every event to. Default: the one that is registered." placeholder:"URL"`
	Shops     uint       `env:"SANDBOX_SHOPS" help:"How many shops there are; those that are there already stay. 0, the default: a small chain." placeholder:"COUNT"`
	Special   string     `env:"SANDBOX_SPECIAL_DATES" name:"special-dates" enum:"ahead,active" default:"ahead" help:"Which special dates are listed: those on or ahead, or the active ones alone: ${enum}."`
	Plays     string     `env:"SANDBOX_PLAYS" help:"Another platform than the one we imagine: sets (as-imagined, strange, strict) and variants, with commas; docs/sandbox.md lists them." placeholder:"NAMES"`
	Flow      bool       `env:"SANDBOX_FLOW" default:"true" negatable:"" help:"Let orders come by themselves."`
	LogFormat string     `env:"SHOPDESK_LOG" enum:"text,json" default:"text" help:"The log's form: ${enum}."`
	LogLevel  slog.Level `env:"SHOPDESK_LOG_LEVEL" default:"INFO" help:"DEBUG, INFO, WARN or ERROR."`
}

// ownConsole tells the sandbox's address and the settings of a console that uses it.
const ownConsole = `
  Sandbox    %[1]s/sandbox/

A console of its own takes these settings (docs/sandbox.md):
  SHOPDESK_PLATFORM_URL=%[1]s
  SHOPDESK_AUTHORIZE_URL=%[1]s%[2]s
  SHOPDESK_CLIENT_ID=%[3]s
  SHOPDESK_APP_ID=%[4]d
  SHOPDESK_CLIENT_SECRET_FILE, a file with %[5]s

`

// Run serves until ctx ends.
func (c sandboxCommand) Run(ctx context.Context, term terminal) error {
	if err := onLoopback(c.Listen); err != nil {
		return err
	}
	log := newLog(term.log, c.LogFormat, c.LogLevel)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("SANDBOX_LISTEN (--listen): %w", err)
	}
	defer func() { _ = listener.Close() }() // in case it isn't served
	address := "http://" + listener.Addr().String()
	plays, err := sandboxPlays(c.Plays, c.Special)
	if err != nil {
		return fmt.Errorf("SANDBOX_PLAYS (--plays): %w", err)
	}
	release, err := alone(ctx, c.Data)
	if err != nil {
		return err
	}
	defer closing(log, "folder", release)
	box := &sandbox.Sandbox{Dir: filepath.Join(c.Data, "sandbox"), PublicURL: address, Logger: log,
		Shops: int(c.Shops), Plays: plays}
	if c.Flow {
		box.Flow = new(sandbox.Flow)
	}
	if err := box.Load(); err != nil {
		return err
	}
	defer closing(log, "sandbox", box.Close)
	if c.Callback != "" {
		if err := box.SetCallback(c.Callback); err != nil {
			return err
		}
	}
	stop := startSandbox(ctx, log, box)
	defer stop()
	if _, err := fmt.Fprintf(term.out, ownConsole, address, sandbox.PathAuthorise, sandbox.DemoClientID,
		sandbox.DemoAppID, sandbox.DemoClientSecret); err != nil {
		return err
	}
	return serveUntil(ctx, log, site{listener, box})
}

// alone reserves the folder for one sandbox: a second one would overwrite the orders of the first. SQLite's lock of an
// empty file ends with the process, however that ends.
func alone(ctx context.Context, folder string) (release func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	file := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(filepath.Join(folder, "sandbox-owner")),
		RawQuery: "_pragma=journal_mode(MEMORY)"}
	lock, err := sql.Open("sqlite", file.String())
	if err != nil {
		return nil, err
	}
	lock.SetMaxOpenConns(1)
	if _, err = lock.ExecContext(ctx, "BEGIN EXCLUSIVE"); err == nil {
		return lock.Close, nil
	}
	var e *driver.Error
	if errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_BUSY {
		err = errors.New("another sandbox works with it: stop that one, or give this one a folder of its own")
	}
	return nil, errors.Join(fmt.Errorf("DATA (--data): %s: %w", folder, err), lock.Close())
}

// sandboxPlays reads SANDBOX_PLAYS and SANDBOX_SPECIAL_DATES.
func sandboxPlays(names, special string) ([]sandbox.Variant, error) {
	plays, err := sandbox.ParseVariants(names)
	if listing(special) == platform.ListActive {
		plays = append(plays, sandbox.ActiveDates)
	}
	return plays, err
}

// startSandbox lets the sandbox's time pass until stop is called; stop returns when the sandbox has finished its
// work.
func startSandbox(ctx context.Context, log *slog.Logger, box *sandbox.Sandbox) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		if err := box.Run(ctx); err != nil {
			log.Error("sandbox", "err", err)
		}
	})
	return func() {
		cancel()
		running.Wait()
	}
}
