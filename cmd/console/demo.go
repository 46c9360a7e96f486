package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"

	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// demo serves the console with the sandbox beside it: `make run`.
type demo struct {
	Demo          bool   `help:"Serve a demonstration: the console and the sandbox, on loopback."`
	Network       bool   `name:"demo-network" env:"SHOPDESK_DEMO_NETWORK" help:"With --demo: allow 0.0.0.0 as an address to listen on, as a container needs. Whoever reaches it can do everything."`
	SandboxListen string `env:"SANDBOX_LISTEN" default:"127.0.0.1:8081" help:"With --demo: the sandbox's address."`
	Data          string `env:"DATA" default:"./data" help:"With --demo: folder for the data."`
	Special       string `env:"SANDBOX_SPECIAL_DATES" name:"sandbox-special-dates" enum:"ahead,active" default:"ahead" help:"With --demo: which special dates the sandbox lists, as the console is told: those on or ahead, or the active ones alone."`
	Plays         string `env:"SANDBOX_PLAYS" name:"sandbox-plays" help:"With --demo: another platform than the one we imagine: sets (as-imagined, strange, strict) and variants, with commas. The console is told what a setting can say." placeholder:"NAMES"`
	Shops         uint   `env:"SANDBOX_SHOPS" help:"With --demo: how many shops the sandbox has; those that it has already stay. 0, the default: a small chain." placeholder:"COUNT"`
}

func (s serve) demo(ctx context.Context, term terminal, log *slog.Logger) error {
	for _, address := range []string{s.Listen, s.Demo.SandboxListen} {
		if s.Demo.Network && onAll(address) {
			continue
		}
		if err := onLoopback(address); err != nil {
			return fmt.Errorf("%w. In a container, --demo-network (SHOPDESK_DEMO_NETWORK) lets it listen on 0.0.0.0 too", err)
		}
	}
	if err := os.MkdirAll(s.Demo.Data, 0o700); err != nil {
		return err
	}
	platformListener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Demo.SandboxListen)
	if err != nil {
		return fmt.Errorf("SANDBOX_LISTEN (--sandbox-listen): %w", err)
	}
	consoleListener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.Listen)
	if err != nil {
		return fmt.Errorf("LISTEN (--listen): %w", err)
	}
	platformURL, consoleURL := ownURL(platformListener), ownURL(consoleListener)

	plays, err := sandboxPlays(s.Demo.Plays, s.Demo.Special)
	if err != nil {
		return fmt.Errorf("SANDBOX_PLAYS (--sandbox-plays): %w", err)
	}

	keys, err := demoKeys(filepath.Join(s.Demo.Data, "keys"))
	if err != nil {
		return err
	}
	db, err := openStore(ctx, databaseSettings{Database: filepath.Join(s.Demo.Data, "shopdesk.db")}, keys, true)
	if errors.Is(err, store.ErrAbsent) {
		return fmt.Errorf("%w. To begin the demonstration anew, delete %s", err, s.Demo.Data)
	}
	if err != nil {
		return err
	}
	defer closing(log, "store", db.Close)
	// Another demonstration on these data is noticed before the sandbox's state is written.
	if owned, ok := db.(store.Owned); ok {
		if err := owned.Own(ctx); err != nil {
			return err
		}
	}
	release, err := alone(ctx, s.Demo.Data)
	if err != nil {
		return err
	}
	defer closing(log, "folder", release)
	boxData := filepath.Join(s.Demo.Data, "sandbox")
	box := &sandbox.Sandbox{
		Dir: boxData, PublicURL: platformURL, Logger: log, Flow: new(sandbox.Flow), Shops: int(s.Demo.Shops), Plays: plays,
	}
	if err := box.Load(); errors.As(err, new(*fs.PathError)) {
		return err // the state can't be read or written, which says nothing of it
	} else if err != nil {
		return fmt.Errorf("%w. To begin with the first shops again, delete %s", err, boxData)
	}
	defer closing(log, "sandbox", box.Close)
	shops := directory(box)
	if len(shops) == 0 {
		return fmt.Errorf("every shop of the sandbox has withdrawn its authorisation, and without one there is nobody to "+
			"sign in as: delete the folder %s to begin with the first shops again", boxData)
	}

	playing := box.Playing()
	options := server.Options{
		PublicURL: consoleURL,
		Platform: server.Platform{
			URL: platformURL, ClientID: sandbox.DemoClientID, ClientSecret: sandbox.DemoClientSecret, AppID: sandbox.DemoAppID,
			AuthorizeURL: platformURL + sandbox.PathAuthorise, CallsPerSecond: 200, Profile: sandbox.Fitting(playing...),
		},
		Store:   db,
		Keys:    keys,
		Demo:    true,
		Shops:   shops,
		Roster:  server.Roster{Rate: 200}, // the sandbox serves no other application
		Gallery: s.Gallery,
		Hooks:   server.Hooks{Register: true, Rule: platform.HookRule(sandbox.FittingHooks(playing...))},
		Logger:  log,

		CookieName:    s.Settings.CookieName,
		TracePlatform: s.Settings.TracePlatform,
	}
	more, end, err := s.watch(ctx, log, &options)
	if err != nil {
		return err
	}
	defer end() // after the console
	console, err := server.New(ctx, options)
	if err != nil {
		return err
	}
	defer closing(log, "console", console.Close)

	// The registration below is made once both are served; orders are placed at once.
	if err := box.SetCallback(console.HookURL()); err != nil {
		return err
	}
	stop := startSandbox(ctx, log, box)
	defer stop()

	if _, err := fmt.Fprintf(term.out,
		"\n  Shopdesk   %s/\n  Sandbox    %s/sandbox/\n\n  Ctrl-C stops both. What you change is kept in %s.\n\n", consoleURL,
		platformURL, s.Demo.Data); err != nil {
		return err
	}
	return serveUntil(ctx, log, append(more, site{platformListener, box}, site{consoleListener, console})...)
}

// directory returns the sandbox's shops in the console's form.
func directory(box *sandbox.Sandbox) []store.Shop {
	var shops []store.Shop
	for _, shop := range box.Directory() {
		shops = append(shops, store.Shop{ShopID: shop.ShopID, Name: shop.Name, EnName: shop.EnName, Zone: shop.Zone})
	}
	return shops
}

// demoKeys reads the demonstration's key ring, and makes it at the first start.
func demoKeys(file string) (*sealed.Keyring, error) {
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if err := sealed.Create(file); err != nil {
			return nil, err
		}
	}
	return sealed.Load(file)
}

// ownURL is the address at which this machine reaches a listener.
func ownURL(listener net.Listener) string {
	address := listener.Addr().String()
	if onAll(address) {
		_, port, _ := net.SplitHostPort(address)
		address = net.JoinHostPort("127.0.0.1", port)
	}
	return "http://" + address
}

// onAll reports whether an address means all addresses of the machine, loopback included.
func onAll(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "" || ip != nil && ip.IsUnspecified())
}

func onLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("address %q: want host:port", address)
	}
	if !loopback.Is(host) {
		return fmt.Errorf("--demo and the sandbox let anybody in: they serve on loopback only, not on %q", address)
	}
	return nil
}
