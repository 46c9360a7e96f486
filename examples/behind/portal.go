package main

import (
	"html/template"
	"log"
	"net/http"
	"os"
)

func logger() *log.Logger { return log.New(os.Stderr, "", 0) }

var page = template.Must(template.New("portal").Parse(
	`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title>
<h1>Portal</h1>
<form method="post" action="{{.}}/enter" target="console"><button>Enter as Grace</button></form>
<iframe name="console" title="Shops" width="1200" height="700"></iframe>
</html>`))

// showPortal is the page of the other site.
func showPortal(w http.ResponseWriter, console string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, console)
}
