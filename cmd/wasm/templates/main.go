// Command templates is the browser's program for what shops should look like.
// Its addresses are those of api.Parts; the daily pages are in cmd/wasm.
package main

import (
	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/templates"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/shell"
)

func main() {
	shell.Run(shell.Program{Name: api.Templating, Pages: shell.Pages{routes.Templates: templates.New}})
}
