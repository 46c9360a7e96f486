package e2e

import "testing"

// program waits until a page runs in one of the two programs.
func (b *tab) program(name string) {
	b.t.Helper()
	b.until(`performance.getEntriesByType("resource").some(r => r.name.endsWith("/`+name+`")) && document.getElementById("page-title")`, name+" to run")
}

// A way from one program's pages to the other's loads the page anew: by a link,
// by Back and Forward, and by a deep link. Inside a program nothing is loaded.
func TestTwoPrograms(t *testing.T) {
	d := start(t, withGallery)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001/hours")
	b.program("app.wasm")
	b.eval(`window.before = true`, nil)
	b.clickText("Special dates")
	b.until(`location.pathname === "/shops/100001/dates" && window.before`, "a page of the same program")

	b.clickText("Components")
	b.program("office.wasm")
	b.until(`location.pathname === "/gallery" && !window.before && document.querySelector(".gallery-story")`, "the gallery")
	b.eval(`window.before = true`, nil)
	b.clickText("Button")
	b.until(`location.pathname === "/gallery/Button" && window.before`, "a page of the same program")
	b.eval(`history.go(-2)`, nil)
	b.program("app.wasm")
	b.until(`location.pathname === "/shops/100001/dates" && !window.before && document.querySelector(".rail")`, "the dates again")
	b.eval(`history.forward()`, nil)
	b.program("office.wasm")
	b.until(`location.pathname === "/gallery" && document.querySelector(".gallery-story")`, "the gallery again")

	b.open(d.URL + "/settings/nowhere")
	b.program("office.wasm")
	b.sees("Nothing here")
	b.clickText("All shops")
	b.program("app.wasm")
	b.sees("Central")
}

// Both programs open without a network; the office program from its first visit
// on, which every tablet needn't have made.
func TestOfficeOffline(t *testing.T) {
	d := start(t, withGallery)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	kept := `(async () => {
		for (const name of await caches.keys()) for (const file of await (await caches.open(name)).keys()) if (file.url.endsWith("/office.wasm")) return true;
		return false;
	})()`
	if b.is(kept) {
		t.Error("the office program is kept before anybody needed it")
	}
	b.open(d.URL + "/gallery/Button")
	b.program("office.wasm")
	b.until(kept, "the office program to be kept")
	b.expect("ERR_CONNECTION_REFUSED")
	d.unplug()
	b.open(d.URL + "/gallery/Note")
	b.program("office.wasm")
	b.until(`document.querySelector(".gallery-story")`, "the gallery")
	b.open(d.URL + "/shops")
	b.program("app.wasm")
	b.sees("Central")
}
