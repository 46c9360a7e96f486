// Command embed is somebody else's server with the console inside: a small
// point-of-sale back office with its own page at /, its own people, and the
// console under /admin/console/.
//
//	make build && go run ./examples/embed
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
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

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "embed:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("embed", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8090", "address to listen on")
	if err := flags.Parse(args); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	address := "http://" + listener.Addr().String()

	// The platform. A real one is a URL and an application's credentials; here
	// it is the sandbox, in the same program.
	box := new(sandbox.Sandbox)
	platform := httptest.NewServer(box)
	defer platform.Close()

	// The console's own storage and the keys that seal the platform's tokens.
	dir, err := os.MkdirTemp("", "embed")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	// A real program calls sqlite.Open, so that a missing file is an error, and
	// Create only when it is installed.
	db, err := sqlite.Create(ctx, filepath.Join(dir, "shopdesk.db"))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if err := sealed.Create(filepath.Join(dir, "keys")); err != nil {
		return err
	}
	keys, err := sealed.Load(filepath.Join(dir, "keys"))
	if err != nil {
		return err
	}

	console, err := server.New(ctx, server.Options{
		PublicURL: address + "/admin/console",
		Platform: server.Platform{
			URL:          platform.URL,
			ClientID:     sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret,
		},
		Store:    db,
		Keys:     keys,
		Identity: identity, // our own people: no second sign-in
		Shops:    ourShops(box),
		Logger:   slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	defer func() { _ = console.Close() }()

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", home)
	mux.HandleFunc("POST /enter", enter)
	mux.HandleFunc("POST /leave", leave)
	mux.Handle("/admin/console/", console)

	srv := &http.Server{Handler: http.NewCrossOriginProtection().Handler(mux), ReadHeaderTimeout: 5 * time.Second}
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(stopped)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	})
	if _, err := fmt.Fprintln(out, "back office at", address+"/"); err != nil {
		return err
	}
	if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped // Serve returns while requests still run, and they need the console and its store
	return nil
}

// ourShops are the shops this company runs.
func ourShops(box *sandbox.Sandbox) []store.Shop {
	var shops []store.Shop
	for _, s := range box.Directory()[:3] {
		shops = append(shops, store.Shop{ShopID: s.ShopID, Name: s.Name, EnName: s.EnName, Zone: s.Zone})
	}
	return shops
}
