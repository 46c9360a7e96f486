// Command runs is the browser's program for changing many shops at once. Its
// addresses are those of api.Parts; the daily pages are in cmd/wasm.
package main

import (
	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/runs"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
)

func main() {
	shell.Run(shell.Program{Name: api.Changing, Pages: shell.Pages{routes.Runs: runs.Page}})
}
