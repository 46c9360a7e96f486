// Command embed is another company's server with the console inside: a small point-of-sale back office with its own
// page at /, its own people, and the console under /admin/console/. This file is all that the console takes; the others
// are what such a company has anyway. In this folder:
//
//	go generate && go run .
package main

import (
	"context"
	"embed"
	"log/slog"

	"github.com/shopdesk/shopdesk/server"
)

//go:generate go tool shopdesk-web -o dist
//go:embed all:dist
var dist embed.FS

func main() { run(mount) }

// mount puts the console under /admin/console/.
func mount(ctx context.Context, h *host) (*server.Server, error) {
	console, err := server.New(ctx, server.Options{
		PublicURL: h.url + "/admin/console",
		Platform:  h.platform,            // its address and the application to act as
		Store:     h.store,               // of sqlite.Open or postgres.Open
		Keys:      h.keys,                // of sealed.Load
		Identity:  whoAsks,               // our own people: no second sign-in
		Logger:    slog.Default(),        // default: nothing is logged
		Shops:     h.shops, Assets: dist, // the shops that we run; the files above
	})
	if err == nil {
		h.mux.Handle("/admin/console/", console)
	}
	return console, err
}
