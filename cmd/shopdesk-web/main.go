//go:build !js

// Command shopdesk-web makes the browser's files for a server with the console inside. Run it in the module of that
// server, which embeds the folder it writes:
//
//	go get -tool github.com/shopdesk/shopdesk/cmd/shopdesk-web
//
//	//go:generate go tool shopdesk-web -o dist
//	//go:embed dist
//	var dist embed.FS
//
// The folder is what [github.com/shopdesk/shopdesk/server.Options] takes as Assets. The program is compiled from the
// version of Shopdesk that go.mod selects, and equal versions give equal bytes. -help lists the flags.
//
// Compiled for js/wasm this command is the browser's program itself: a vendor folder keeps a tool's sources for all
// platforms, and so the program's.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/shopdesk/shopdesk/web/build"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := build.Run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "shopdesk-web:", err)
		os.Exit(1)
	}
}
