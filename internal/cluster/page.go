package main

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"time"
)

//go:embed page.html
var pageHTML string

var page = template.Must(template.New("page").Parse(pageHTML))

// pagePolicy allows the page its own styles and its forms. It has no script: it loads itself again.
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// pageView is what the page shows.
type pageView struct {
	Console, Sandbox, Said string
	Parts                  []part
	Sent, Accepted         int // orders
	Messages               int
	Waiting                int // orders that were accepted and aren't on all screens
	Screens                int
	Last                   flowView // of the last minute
	Refreshes              int
	Problems               []string
	Paused                 bool
}

// flowView is how orders came to the screens.
type flowView struct {
	Shown              int
	Median, Slow, Most time.Duration
}

func flowOf(d delays) flowView {
	all := append(append([]time.Duration{}, d.Outside...), d.During...)
	slices.Sort(all)
	return flowView{len(all), quantile(all, 0.5).Round(time.Millisecond), quantile(all, 0.99).Round(time.Millisecond),
		quantile(all, 1).Round(time.Millisecond)}
}

func (c *cluster) pageHandler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /cluster/{$}", func(w http.ResponseWriter, _ *http.Request) { c.servePage(w) })
	mux.HandleFunc("POST /cluster/do/{do}", func(w http.ResponseWriter, r *http.Request) {
		c.serveButton(ctx, w, r)
	})
	return http.NewCrossOriginProtection().Handler(mux)
}

// serveButton does what a button says in the background: a standby takes a while to be built, and the page shows it.
func (c *cluster) serveButton(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
	do, target := r.PathValue("do"), r.PostFormValue("target")
	if do == "pause" {
		c.paused.Store(!c.paused.Load())
	} else {
		c.note(do + " " + target + " …")
		go func() {
			said := do + " " + target + ": done"
			if err := c.act(ctx, do, target); err != nil {
				said = err.Error()
			}
			c.note(said)
		}()
	}
	http.Redirect(w, r, "/cluster/", http.StatusSeeOther)
}

func (c *cluster) note(text string) {
	c.saidMu.Lock()
	defer c.saidMu.Unlock()
	c.said = text
}

func (c *cluster) servePage(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	v := pageView{Console: c.publicURL() + "/", Sandbox: c.platformURL() + "/sandbox/", Screens: c.screens,
		Paused: c.paused.Load()}
	c.saidMu.Lock()
	v.Said = c.said
	c.saidMu.Unlock()
	if c.started.Load() {
		v.Parts = c.parts()
	}
	v.Refreshes, _ = c.tokens.count()
	c.ledger.fill(&v)
	v.Last = flowOf(c.ledger.delays(time.Now().Add(-time.Minute)))
	var text bytes.Buffer
	if err := page.Execute(&text, v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(text.Bytes()) // the reader may have left
}
