package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// startShared is a desk whose owner, with a shop's page open, shares with the console
// what a script makes, as a device does: by a form that leads to /share.
func startShared(t *testing.T, make string) (*desk, *tab) {
	t.Helper()
	d := start(t)
	b := newWorkerTab(t)
	d.entered(b, "owner")
	b.open(d.URL + "/shops/100001/hours")
	b.settled()
	b.until(`navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)`, "the worker to take over")
	// The console's own pages send no form, and a device shares without a page.
	device := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Referrer-Policy", "no-referrer")
		_, _ = fmt.Fprintf(w, `<!doctype html><link rel=icon href="data:"><form method=post action="%s/share" enctype="multipart/form-data">
			<input type=file name=photo></form>`, d.URL)
	}))
	t.Cleanup(device.Close)
	b.open(device.URL)
	b.eval(fmt.Sprintf(`(async () => {
		const blob = await (%s);
		const files = new DataTransfer();
		files.items.add(new File([blob], "shared", {type: blob.type}));
		document.querySelector("input").files = files.files;
		setTimeout(() => document.querySelector("form").submit());
	})()`, make), nil)
	return d, b
}

// aPicture is 1200 by 1000 pixels.
const aPicture = `new Promise(done => {
	const canvas = Object.assign(document.createElement("canvas"), {width: 1200, height: 1000});
	canvas.getContext("2d").fillRect(100, 100, 600, 600);
	canvas.toBlob(done, "image/jpeg");
})`

// A picture from the device's gallery: the console asks for the shop, opens it
// there in the editor, and keeps it no longer.
func TestSharedPhoto(t *testing.T) {
	t.Parallel()
	_, b := startShared(t, aPicture)
	b.until(`location.pathname === "/shops"`, "the list of shops")
	b.sees("A photo was shared with the console.")
	b.shot("shared")
	b.click(`a[href="/shops/100001"]`)
	b.until(`location.pathname === "/shops/100001/photo"`, "the shop's photo")
	b.wait("#photo-crop")
	b.sees("1200 × 1000")
	b.seesNot("A photo was shared with the console.")
	b.shot("shared-opened")
	b.until(`caches.has("shopdesk-shared:/").then(has => !has)`, "the worker's copy to be gone")

	// The engine took the shop's first page, where the link had led, for the page on the screen, and didn't go there.
	b.click(`a[href="/shops/100001"]`)
	b.until(`location.pathname === "/shops/100001"`, "the shop's first page")
	b.wait("#page-title")
}

// Someone who drops a shared picture leaves nothing of it on the device.
func TestSharedPhotoDropped(t *testing.T) {
	t.Parallel()
	_, b := startShared(t, aPicture)
	b.sees("A photo was shared with the console.")
	b.until(`caches.has("shopdesk-shared:/")`, "the worker to keep it")
	b.click(`#shared > .btn, #shared button`)
	b.seesNot("A photo was shared with the console.")
	b.until(`caches.has("shopdesk-shared:/").then(has => !has)`, "the worker's copy to be gone")
}

// A shared picture that was never placed opened as that of the person who used the device next.
func TestSharedPhotoIsNotTheNextPersons(t *testing.T) {
	t.Parallel()
	d, b := startShared(t, aPicture)
	b.sees("A photo was shared with the console.")
	b.reload()
	b.seesNot("A photo was shared with the console.")
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops")
	b.until(`caches.has("shopdesk-shared:/").then(has => !has)`, "the worker's copy to be gone")
}

// Nothing is kept of an empty file, nor where no worker is at work; the page
// says so.
func TestSharedPhotoLost(t *testing.T) {
	t.Parallel()
	d, b := startShared(t, `new Blob([], {type: "image/jpeg"})`)
	b.sees("The shared photo didn't arrive.")
	b.until(`location.pathname + location.search === "/shops"`, "the list of shops")
	b.shot("shared-lost")

	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Post(d.URL+"/share", "multipart/form-data; boundary=x", strings.NewReader("--x--"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if to := response.Header.Get("Location"); response.StatusCode != http.StatusSeeOther || to != "/share?lost=1" {
		t.Errorf("without a worker: %d to %q", response.StatusCode, to)
	}
}
