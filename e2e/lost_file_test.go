package e2e

import (
	"net/http"
	"path"
	"sync/atomic"
	"testing"
)

// A page whose scripts or style sheet don't arrive is loaded anew by itself once the server gives them out. It stood as
// a skeleton or without any style for good, after a dropped connection as during an update, when the page came from
// one replica and its files were asked of another.
func TestPageWithoutAFileIsLoadedAnew(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]http.HandlerFunc{
		"another release": http.NotFound,
		"a lost line":     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		for _, file := range []string{"boot.js", "wasm_exec.js", "console.css"} {
			t.Run(name+" "+file, func(t *testing.T) {
				t.Parallel()
				d := start(t)
				b := newTab(t)
				b.expect("Failed to load resource")
				b.expect("MIME type")
				var lost atomic.Bool
				before := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if path.Base(r.URL.Path) == file && lost.CompareAndSwap(false, true) {
						lose(w, r)
						return
					}
					d.reached().ServeHTTP(w, r)
				})
				d.before.Store(&before)
				b.open(d.URL + "/signin")
				b.until(`document.querySelector("#page-title") &&
					[...document.styleSheets].some(s => s.href?.endsWith("/console.css") && [...s.cssRules].some(r => r.cssText.includes(".btn")))`,
					"the page with its style")
				if !lost.Load() {
					t.Errorf("%s wasn't asked for", file)
				}
			})
		}
	}
}
