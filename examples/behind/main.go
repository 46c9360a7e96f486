// Command behind is another company's server with the console behind what such a server has: chi's router, with logging
// and gzip in front of every answer; a PostgreSQL handle of its own, in which the console gets a schema; and a portal
// on another site, which shows the console in a frame.
//
//	go generate && DATABASE_URL=postgres://… go run .
package main

import (
	"context"
	"embed"
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
	"syscall"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/postgres"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

//go:generate go tool shopdesk-web -o dist
//go:embed all:dist
var dist embed.FS

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "behind:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	flags := flag.NewFlagSet("behind", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8090", "address to listen on")
	portalListen := flags.String("portal", "localhost:0",
		"address of the portal, whose name is another than the console's")
	keysFile := flags.String("keys", "keys", "file with the keys that seal the platform's tokens; made when it is missing")
	if err := flags.Parse(args); err != nil {
		return err
	}
	pool, err := connect(ctx, getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	db, err := postgres.CreateDB(ctx, stdlib.OpenDBFromPool(pool))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	keys, err := openKeys(*keysFile)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	portalListener, err := net.Listen("tcp", *portalListen)
	if err != nil {
		return err
	}
	address, portal := origin(*listen, listener), origin(*portalListen, portalListener)
	box := new(sandbox.Sandbox) // a real platform is a URL and an application's credentials
	platform := httptest.NewServer(box)
	defer platform.Close()

	console, err := server.New(ctx, server.Options{
		PublicURL: address + "/admin/console",
		Platform: server.Platform{URL: platform.URL, ClientID: sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret},
		Store:          db,
		Keys:           keys,
		Identity:       whoAsks,
		Assets:         dist,
		Shops:          shops(box),
		FrameAncestors: []string{portal},
		Logger:         slog.Default(),
	})
	if err != nil {
		return err
	}
	defer func() { _ = console.Close() }()

	router := chi.NewRouter()
	router.Use(middleware.RequestLogger(&middleware.DefaultLogFormatter{Logger: logger(), NoColor: true}),
		middleware.Compress(5))
	router.Post("/enter", enter)
	router.Mount("/admin/console", console) // the console needs the whole path: no StripPrefix
	portalPage := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { showPortal(w, address) })
	if _, err := fmt.Fprintln(out, "portal at", portal+"/"); err != nil {
		return err
	}
	return serve(ctx, console, site{listener, router}, site{portalListener, portalPage})
}

// origin is where browsers find what listens: the name that was asked for, with the port that was given.
func origin(asked string, listener net.Listener) string {
	name, _, _ := net.SplitHostPort(asked) // net.Listen has read it
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return "http://" + net.JoinHostPort(name, port)
}

// connect opens the company's pool. The console's tables stand in the schema that comes first in its search path.
func connect(ctx context.Context, dsn string) (*pgxpool.Pool, error) {
	if dsn == "" {
		return nil, errors.New("DATABASE_URL is missing")
	}
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	parameters := config.ConnConfig.RuntimeParams
	if parameters["search_path"] != "" { // the address says where
		return pgxpool.NewWithConfig(ctx, config)
	}
	parameters["search_path"] = "shopdesk,public"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if _, err := pool.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS shopdesk"); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

func openKeys(file string) (*sealed.Keyring, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if err := sealed.Create(file); err != nil {
			return nil, err
		}
	}
	return sealed.Load(file)
}

func shops(box *sandbox.Sandbox) []store.Shop {
	var all []store.Shop
	for _, s := range box.Directory()[:3] {
		all = append(all, store.Shop{ShopID: s.ShopID, Name: s.Name, EnName: s.EnName, Zone: s.Zone})
	}
	return all
}

const cookie = "backoffice"

// whoAsks knows one person, by the cookie that signing in leaves.
func whoAsks(r *http.Request) (*identity.Person, error) {
	if c, err := r.Cookie(cookie); err != nil || c.Value != "grace" {
		return nil, nil //nolint:nilerr // no cookie: nobody
	}
	return &identity.Person{ID: "emp-7", Name: "Grace Ho", Login: "grace", Role: identity.Manager, AllShops: true}, nil
}

// enter signs Grace in. In a frame of another site, browsers send the cookie only with SameSite=None and Secure (plain
// HTTP does on a loopback address), and those that block cookies of other sites only if it is Partitioned. A real
// portal proves here who asks, such as by a signed ticket.
func enter(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: "grace", Path: "/", HttpOnly: true, Secure: true,
		SameSite: http.SameSiteNoneMode, Partitioned: true})
	http.Redirect(w, r, "/admin/console/shops/100001/hours", http.StatusSeeOther)
}

// site is a handler and where it is served.
type site struct {
	listener net.Listener
	handler  http.Handler
}

// serve serves all sites until ctx ends, then lets the requests under way finish.
func serve(ctx context.Context, console *server.Server, sites ...site) error {
	failed := make(chan error, len(sites))
	for _, s := range sites {
		srv := &http.Server{Handler: s.handler, ReadHeaderTimeout: 5 * time.Second}
		srv.RegisterOnShutdown(console.Drain) // streams don't end by themselves
		stopped := make(chan struct{})
		context.AfterFunc(ctx, func() {
			defer close(stopped)
			grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
			defer cancel()
			_ = srv.Shutdown(grace)
		})
		go func() {
			err := srv.Serve(s.listener)
			if errors.Is(err, http.ErrServerClosed) {
				<-stopped
				err = nil
			}
			failed <- err
		}()
	}
	var all error
	for range sites {
		all = errors.Join(all, <-failed)
	}
	return all
}
