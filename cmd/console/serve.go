package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/shopdesk/shopdesk/server"
)

// serve serves the console: with a real platform by the settings, or a demonstration with the sandbox.
type serve struct {
	Settings settings `embed:""`
	Demo     demo     `embed:""`
	process
}

// process holds the settings of the program itself, whatever it serves.
type process struct {
	Metrics metrics `embed:""`

	Listen    string     `env:"LISTEN" default:"127.0.0.1:8080" help:"Address to listen on."`
	LogFormat string     `env:"SHOPDESK_LOG" enum:"text,json" default:"text" help:"The log's form: ${enum}."`
	LogLevel  slog.Level `env:"SHOPDESK_LOG_LEVEL" default:"INFO" help:"DEBUG, INFO, WARN or ERROR."`
	Gallery   bool       `env:"SHOPDESK_GALLERY" help:"Show the components in all their states under /gallery."`
}

// problems lists what is wrong with the settings by themselves, or else what the server refuses of them. It reads no
// file and opens nothing.
func (p process) problems(s settings) []error {
	wrong := slices.Concat(s.missing(), s.bad(), p.bad())
	if len(wrong) > 0 {
		return wrong
	}
	o := s.plain()
	o.Gallery = p.Gallery
	o.Platform.ClientSecret = "in its file"
	if o.OIDC != nil {
		o.OIDC.ClientSecret = "in its file"
	}
	if err := o.Check(); err != nil {
		return []error{err}
	}
	return nil
}

// bad lists wrong and contradictory settings.
func (p process) bad() []error {
	host, port, err := net.SplitHostPort(p.Listen)
	if err != nil {
		return []error{fmt.Errorf("LISTEN (--listen): %w", err)}
	}
	metricsHost, metricsPort, err := net.SplitHostPort(p.Metrics.MetricsListen)
	if err == nil && port == metricsPort && port != "0" &&
		(host == metricsHost || onAll(p.Listen) || onAll(p.Metrics.MetricsListen)) {
		return []error{errors.New("SHOPDESK_METRICS_LISTEN (--metrics-listen): want another address than LISTEN's")}
	}
	return nil
}

// Run serves until ctx ends, then lets open requests finish.
func (s serve) Run(ctx context.Context, term terminal) error {
	log := newLog(term.log, s.LogFormat, s.LogLevel)
	heedHangups(ctx, log)
	if s.Demo.Demo {
		return s.demo(ctx, term, log)
	}
	wrong := s.problems(s.Settings)
	if len(s.Settings.missing()) > 0 {
		wrong = append(wrong, errors.New(
			"docs/operations.md shows the shortest real set-up; 'console serve --demo' needs none of it"))
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	options, err := s.Settings.options(log)
	if err != nil {
		return err
	}
	options.Gallery = s.Gallery
	more, end, err := s.watch(ctx, log, &options)
	if err != nil {
		return err
	}
	defer end() // after the console
	// A start that fails by its address mustn't have migrated the database.
	if err := unused(ctx, s.Listen); err != nil {
		return err
	}
	if err := s.Settings.open(ctx, log, &options); err != nil {
		return err
	}
	bell, err := s.Settings.NATS.connect(&options)
	if err != nil {
		closing(log, "store", options.Store.Close)
		return err
	}
	defer bell() // after the store
	defer closing(log, "store", options.Store.Close)
	// The program listens before it starts anything: a printed link replaces the previous one, and must lead somewhere.
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("LISTEN (--listen): %w", err)
	}
	defer func() { _ = listener.Close() }() // in case it isn't served
	console, err := server.New(ctx, options)
	if err != nil {
		return err
	}
	defer closing(log, "console", console.Close)
	if err := announceSetup(ctx, term, console); err != nil {
		return err
	}
	log.Info("serving", "listen", listener.Addr().String(), "public", options.PublicURL)
	return serveUntil(ctx, log, append(more, site{listener, console})...)
}

// watch has metrics kept and traces sent, where the settings say so. The caller serves the sites, and calls end after
// the console is closed.
func (p process) watch(ctx context.Context, log *slog.Logger, o *server.Options) (sites []site, end func(), err error) {
	endTraces, err := trace(ctx, log, o)
	if err != nil {
		return nil, nil, err
	}
	registry, sites, err := p.Metrics.open(ctx)
	if err != nil {
		endTraces()
		return nil, nil, err
	}
	if registry != nil {
		o.Metrics = registry
	}
	return sites, func() {
		for _, one := range sites {
			_ = one.listener.Close() // in case it isn't served
		}
		endTraces()
	}, nil
}

// announceSetup prints the one-time link while there is no owner.
func announceSetup(ctx context.Context, term terminal, console *server.Server) error {
	link, err := console.SetupLink(ctx)
	switch {
	case errors.Is(err, server.ErrHasOwner):
		return nil
	case errors.Is(err, server.ErrHasLink):
		_, err = fmt.Fprint(term.out, "\nThere is no owner yet, and another start has printed the link that makes the "+
			"first one a moment ago.\nIt still works. 'console setup-link' prints a new one, which replaces it.\n\n")
		return err
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out,
		"\nThere is no owner yet. This link makes the first one. It works once, for 30 minutes:\n\n  %s\n\n", link)
	return err
}

// unused returns an error if a program listens at the console's address.
func unused(ctx context.Context, address string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("a program listens on %s, where a console is expected: stop it first, or give another address "+
			"with LISTEN (--listen)", address)
	}
	if err != nil {
		return fmt.Errorf("LISTEN (--listen): %w", err)
	}
	return listener.Close()
}

// site is a handler and its listener.
type site struct {
	listener net.Listener
	handler  http.Handler
}

const (
	// stopGrace is the time that open requests have when the program is stopped.
	stopGrace = 30 * time.Second
	// writeTimeout leaves the longest call time to be answered.
	writeTimeout = server.LongestCall + 10*time.Second
)

// serveUntil serves every site until ctx ends or one fails, then gives open requests their grace.
func serveUntil(ctx context.Context, log *slog.Logger, sites ...site) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range sites {
		srv := &http.Server{
			Handler:           s.handler,
			ReadHeaderTimeout: 5 * time.Second,
			ReadTimeout:       30 * time.Second,
			WriteTimeout:      writeTimeout,
			IdleTimeout:       11 * time.Minute, // a proxy closes its connections first: Google's keep theirs for ten
			MaxHeaderBytes:    64 << 10,
			ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		}
		if d, ok := s.handler.(interface{ Drain() }); ok { // streams don't end without Drain
			srv.RegisterOnShutdown(d.Drain)
		}
		group.Go(func() error {
			if err := srv.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		})
		group.Go(func() error {
			<-ctx.Done()
			grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
			defer cancel()
			return srv.Shutdown(grace)
		})
	}
	err := group.Wait()
	log.Info("stopped")
	return err
}

func closing(log *slog.Logger, what string, close func() error) {
	if err := close(); err != nil {
		log.Error("close", "what", what, "err", err)
	}
}
