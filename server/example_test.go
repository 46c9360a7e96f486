package server_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/identity"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// The console is mounted under a prefix of the host's own server, and takes the host's people as its operators. A
// program hands in the browser's files as Options.Assets; here they are those of this checkout.
func ExampleNew() {
	ctx := context.Background()
	platform := httptest.NewServer(new(sandbox.Sandbox)) // stands for the platform
	defer platform.Close()

	db, err := sqlite.Create(ctx, sqlite.Memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = db.Close() }()
	keys, err := sealed.Parse(strings.NewReader(sealed.Generate())) // a program calls sealed.Load
	if err != nil {
		fmt.Println(err)
		return
	}

	mux := http.NewServeMux()
	host := httptest.NewServer(mux)
	defer host.Close()
	console, err := server.New(ctx, server.Options{
		PublicURL: host.URL + "/admin/console",
		Platform: server.Platform{
			URL:          platform.URL,
			ClientID:     sandbox.DemoClientID,
			ClientSecret: sandbox.DemoClientSecret,
		},
		Store: db,
		Keys:  keys,
		Identity: func(*http.Request) (*identity.Person, error) {
			return &identity.Person{ID: "7", Name: "Ada", Login: "ada", Role: identity.Manager, AllShops: true}, nil
		},
		Shops: []store.Shop{{ShopID: sandbox.FirstShopID, Name: "Harbour Noodle", Zone: "Asia/Hong_Kong"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = console.Close() }()
	mux.Handle("/admin/console/", console)
	host.Config.RegisterOnShutdown(console.Drain)

	answer, err := http.Get(host.URL + "/admin/console/api/session")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	fmt.Println(answer.Status)
	// Output: 200 OK
}

// Options that are missing or wrong are reported together.
func ExampleNew_incomplete() {
	_, err := server.New(context.Background(), server.Options{PublicURL: "http://pos.example.com"})
	fmt.Println(err)
	// Output:
	// server: PublicURL: "http://pos.example.com": want https; http is for loopback addresses only
	// server: Platform.URL: missing
	// server: Platform.ClientID is missing
	// server: Platform.ClientSecret is missing
	// server: Store is missing
	// server: Keys are missing
}
