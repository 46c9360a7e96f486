package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// host is what this company's server has for the console.
type host struct {
	url      string // of the server in browsers
	platform server.Platform
	store    store.Store
	keys     *sealed.Keyring
	shops    []store.Shop
	mux      *http.ServeMux
}

// run serves the back office until it is interrupted.
func run(mount func(context.Context, *host) (*server.Server, error)) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := serve(ctx, os.Args[1:], os.Stdout, mount)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, args []string, out io.Writer,
	mount func(context.Context, *host) (*server.Server, error)) error {
	flags := flag.NewFlagSet("embed", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8090", "address to listen on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "embed")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	h := &host{url: "http://" + listener.Addr().String(), mux: http.NewServeMux()}

	// The platform. A real one is a URL and an application's credentials; here it is the sandbox, in the same program.
	box := new(sandbox.Sandbox)
	platform := httptest.NewServer(box)
	defer platform.Close()
	h.platform = server.Platform{URL: platform.URL, ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret}

	// The console's storage and the keys that seal the platform's tokens. A real program calls sqlite.Open, so that a
	// missing file is an error, and Create only when it is installed.
	db, err := sqlite.Create(ctx, filepath.Join(dir, "shopdesk.db"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	h.store = db
	for _, shop := range box.Directory()[:3] {
		h.shops = append(h.shops, store.Shop{ShopID: shop.ShopID, Name: shop.Name, EnName: shop.EnName, Zone: shop.Zone})
	}
	if err := sealed.Create(filepath.Join(dir, "keys")); err != nil {
		return err
	}
	if h.keys, err = sealed.Load(filepath.Join(dir, "keys")); err != nil {
		return err
	}

	h.mux.HandleFunc("GET /{$}", home)
	h.mux.HandleFunc("POST /enter", enter)
	h.mux.HandleFunc("POST /leave", leave)
	console, err := mount(ctx, h)
	if err != nil {
		return err
	}
	defer func() { _ = console.Close() }()

	srv := &http.Server{Handler: http.NewCrossOriginProtection().Handler(h.mux), ReadHeaderTimeout: 5 * time.Second}
	srv.RegisterOnShutdown(console.Drain) // live streams would outlast the grace
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(stopped)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	})
	if _, err := fmt.Fprintln(out, "back office at", h.url+"/"); err != nil {
		return err
	}
	if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped // Serve returns while requests still run, and they need the console and its store
	return nil
}
