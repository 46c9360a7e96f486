package server_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
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
	first := api.Setup{Token: u.Fragment, Name: "Ada", Login: "ada@example.com", Password: "a kettle of eleven fish"}
	if status, body := b.post(b.browser(), api.PathSetup, first); status != http.StatusOK {
		t.Fatalf("setup: %d %s", status, body)
	}
	if _, err := server.SetupLink(t.Context(), given); !errors.Is(err, server.ErrHasOwner) {
		t.Errorf("a link for a second first owner: %v", err)
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
