//go:build never

package main

// What a host's server imports. `go get` follows imports of all build tags: with this file, getting the tool gets the
// server, its stores and the sandbox with all that they need, in one command. Nothing is compiled with this tag.
import (
	_ "github.com/shopdesk/shopdesk/sandbox"
	_ "github.com/shopdesk/shopdesk/server"
	_ "github.com/shopdesk/shopdesk/server/store/postgres"
	_ "github.com/shopdesk/shopdesk/server/store/sealed"
	_ "github.com/shopdesk/shopdesk/server/store/sqlite"
)
