package server_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// A link made beside a running server works there, without settings of the platform or its secrets.
func TestSetupLinkWorksBesideAServer(t *testing.T) {
	t.Parallel()
	var given server.Options
	b := open(t, func(o *server.Options) {
		o.Demo, o.Shops = false, nil
		given = server.Options{PublicURL: o.PublicURL, Store: o.Store, Keys: o.Keys}
	})
	link, err := server.SetupLink(t.Context(), given)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(link)
	if err != nil || u.Host != host(t, b.web.URL) || u.Path != mount+"/setup" {
		t.Fatalf("link %q, %v", link, err)
	}
	first := api.UseLink{Token: u.Fragment, Name: "Ada", Login: "ada@example.com", Password: "a kettle of eleven fish"}
	if status, body := b.post(b.browser(), api.PathSetup, first); status != http.StatusOK {
		t.Fatalf("setup: %d %s", status, body)
	}
	if _, err := server.SetupLink(t.Context(), given); !errors.Is(err, server.ErrHasOwner) {
		t.Errorf("a link for a second first owner: %v", err)
	}
}

// Of replicas that start at once, one makes the link to the first owner. The bug: each printed one, and only the last
// one worked. A replica that has ended keeps no other from making a link.
func TestOneOfSeveralFirstStartsMakesTheSetupLink(t *testing.T) {
	t.Parallel()
	var options server.Options
	b := open(t, func(o *server.Options) {
		o.Demo, o.Shops, o.Store = false, nil, postgrestest.Open(t)
		options = *o
	})
	another := func() *server.Server {
		t.Helper()
		console, err := server.New(context.WithoutCancel(t.Context()), options)
		if err != nil {
			t.Fatal(err)
		}
		return console
	}
	ended := another()
	_, err := ended.SetupLink(t.Context())
	if err := errors.Join(err, ended.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := b.console.SetupLink(t.Context()); err != nil {
		t.Errorf("after a replica that has ended: %v", err)
	}
	link, err := b.console.SetupLink(t.Context())
	if err != nil {
		t.Errorf("the same replica again: %v", err)
	}
	beside := another()
	second, err := beside.SetupLink(t.Context())
	if !errors.Is(err, server.ErrHasLink) {
		t.Errorf("another replica: %q, %v", second, err)
	}
	_, token, _ := strings.Cut(link, "#")
	first := api.UseLink{Token: token, Name: "Ada", Login: "ada@example.com", Password: "a kettle of eleven fish"}
	if status, body := b.post(b.browser(), api.PathSetup, first); status != http.StatusOK {
		t.Errorf("setup: %d %s", status, body)
	}
	if _, err = beside.SetupLink(t.Context()); !errors.Is(err, server.ErrHasOwner) {
		t.Errorf("another replica, with an owner: %v", err)
	}
	if err := beside.Close(); err != nil {
		t.Error(err)
	}
}

func TestSetupLinkNeedsValidOptions(t *testing.T) {
	t.Parallel()
	ring := func() *sealed.Keyring {
		keys, err := sealed.Parse(strings.NewReader(sealed.Generate()))
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	db := sqlitetest.Open(t)
	good := server.Options{PublicURL: "https://pos.example/console", Store: db, Keys: ring()}
	if _, err := server.SetupLink(context.Background(), good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*server.Options){
		"PublicURL": func(o *server.Options) { o.PublicURL = "http://pos.example" },
		"Store":     func(o *server.Options) { o.Store = nil },
		"Keys":      func(o *server.Options) { o.Keys = nil },
		"key":       func(o *server.Options) { o.Keys = ring() }, // keys of another installation
	} {
		o := good
		change(&o)
		if link, err := server.SetupLink(t.Context(), o); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %q, %v", name, link, err)
		}
	}
	good.Demo = true
	if _, err := server.SetupLink(t.Context(), good); !errors.Is(err, server.ErrHasOwner) {
		t.Errorf("a demonstration: %v", err)
	}
}
