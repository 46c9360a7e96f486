package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// program waits until a page runs in one of the programs.
func (b *tab) program(name string) {
	b.t.Helper()
	b.until(`performance.getEntriesByType("resource").some(r => r.name.endsWith("/`+name+`")) && document.getElementById("page-title")`, name+" to run")
}

// A way from one program's pages to another's loads the page anew: by a link,
// by Back and Forward, and by a deep link. Inside a program nothing is loaded.
func TestPrograms(t *testing.T) {
	t.Parallel()
	d := start(t, withGallery)
	b := newWorkerTab(t)
	d.entered(b, "owner")
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
	b.program("chain.wasm")
	b.sees("Central")
}

// keeps is true once the browser keeps a program.
func keeps(name string) string {
	return `(async () => {
		for (const name of await caches.keys()) for (const file of await (await caches.open(name)).keys()) if (file.url.endsWith("/` + name + `")) return true;
		return false;
	})()`
}

// Phones open without a network though nobody has been there. A program that
// isn't kept says so when it is pressed, and what was on the screen stays.
func TestOfficeOffline(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	d.entered(b, "owner")
	b.open(d.URL + "/shops/100001")
	b.until(keeps("office.wasm"), "the program of phones to be kept")
	b.expect("ERR_CONNECTION_REFUSED")
	d.unplug()
	b.eval(`window.before = true`, nil)
	b.clickText("Bulk changes")
	b.sees("This page isn't kept on this device yet.")
	b.until(`location.pathname === "/shops/100001" && window.before`, "the shop to stay")
	b.shot("office-offline-not-kept")
	b.clickText("Phones")
	b.program("office.wasm")
	b.until(`location.pathname === "/shops/100001/phones" && !window.before`, "the phones")
	b.sees("You see what was read on")
	b.shot("office-offline")
	b.clickText("Hours")
	b.program("app.wasm")
	b.sees("Central")
	d.plug()
	b.clickText("Bulk changes")
	b.program("runs.wasm")
}

// Who saves data is sent no program before a page of it is opened.
func TestOfficeSavingData(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newWorkerTab(t)
	b.do(emulation.SetDataSaverOverride().WithDataSaverEnabled(true))
	d.entered(b, "owner")
	b.open(d.URL + "/shops/100001")
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	b.settledFrames()
	b.expect("ERR_CONNECTION_REFUSED")
	d.unplug()
	b.clickText("Phones")
	b.sees("This page isn't kept on this device yet.")
	b.until(`location.pathname === "/shops/100001"`, "the shop to stay")
	if b.is(keeps("office.wasm")) {
		t.Error("the program of phones is kept though data is saved")
	}
	d.plug()
	b.open(d.URL + "/shops/100001/phones")
	b.program("office.wasm")
	b.until(keeps("office.wasm"), "the program to be kept once it is used")
}
