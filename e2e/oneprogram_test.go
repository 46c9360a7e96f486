package e2e

import (
	"fmt"
	"testing"
)

// everywhere are the addresses of pages for an owner, each of another page.
var everywhere = []string{
	"/orders", "/orders/history", "/shops", "/shops/100001", "/shops/100001/hours", "/shops/100001/dates",
	"/shops/100001/phones", "/shops/100001/photo",
	"/today", "/today/yesterday", "/runs", "/runs/new", "/templates", "/activity",
	"/settings", "/settings/operators", "/settings/devices", "/settings/account", "/settings/profile", "/settings/about",
	"/settings/connections", "/settings/hooks",
}

// keepFrame remembers the document and its frame; sameFrame is true while they are still there.
const (
	keepFrame = `window.kept = [document.querySelector(".rail"), document.querySelector(".top"), document.querySelector("main")]; true`
	sameFrame = `!!window.kept && window.kept.every(e => e && e.isConnected)`
)

// From any page to any other nothing is loaded anew: the rail, the header and the line for orders stay, and so does the
// document, by links, Back and Forward. One program is fetched.
func TestOneProgram(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + everywhere[0])
	b.wait("#page-title")
	b.eval(keepFrame, nil)
	for _, stride := range []int{1, 5, 8} { // none divides the number of pages, so each is on all three ways
		for i := range everywhere {
			path := everywhere[(i+1)*stride%len(everywhere)]
			b.goTo(path)
			if !b.is(sameFrame) {
				t.Fatalf("at %s, by strides of %d, the frame was made anew", path, stride)
			}
		}
	}
	for _, way := range []struct{ press, path string }{{"history.go(-2)", everywhere[len(everywhere)-16]},
		{"history.forward()", everywhere[len(everywhere)-8]}} {
		b.leave(way.press)
		b.until(fmt.Sprintf(`location.pathname === %q && !!document.getElementById("page-title")`, way.path), way.press)
	}
	if !b.is(sameFrame) {
		t.Error("Back and Forward made the frame anew")
	}
	var programs int
	b.eval(`performance.getEntriesByType("resource").filter(r => r.name.endsWith(".wasm")).length`, &programs)
	if programs != 2 { // the program and the rest of it
		t.Errorf("%d files of programs were fetched", programs)
	}
}

// After one visit every page opens without a network.
func TestEveryPageOpensOffline(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	d.entered(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.settledFrames()
	b.expectCut()
	d.unplug()
	// Bug: an address with a state in it was taken for one of coming back from the platform.
	for _, path := range append([]string{"/orders/history?state=done"}, everywhere...) {
		b.open(d.URL + path)
		b.until(`document.querySelector(".rail") && !!document.getElementById("page-title")`, path+" without a network")
	}
	b.shot("offline-every-page")
}

// The gallery is another page of the program that development and tests have. An address that no page has says so.
func TestGalleryIsAPage(t *testing.T) {
	t.Parallel()
	d := start(t, withGallery)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/nowhere")
	b.sees("Nothing here")
	b.eval(`window.before = true`, nil)
	b.clickText("Components")
	b.until(`location.pathname === "/gallery" && !!document.querySelector(".gallery-story") && window.before`,
		"the gallery")
	b.leave(`history.back()`)
	b.until(`location.pathname === "/settings/nowhere" && !!document.querySelector(".rail") && window.before`,
		"the console again")
}
