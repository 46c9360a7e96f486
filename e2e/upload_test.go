package e2e

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/network"

	"github.com/shopdesk/shopdesk/platform"
)

// chooseFile chooses a file as the browser's own dialog does.
func (b *tab) chooseFile(css, name string, body []byte) {
	b.t.Helper()
	path := filepath.Join(b.t.TempDir(), name)
	if err := os.WriteFile(path, body, 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.upload(css, path)
}

// One picture from the computer is given to two shops by a run: what can't be used
// is said, an upload can be left, and one that was cut off is tried again.
func TestRunWithUploadedPicture(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001 100003")
	b.click("#apply-next")
	b.click("#apply-part-picture")
	b.wait("#apply-picture-file:enabled")
	b.chooseFile("#apply-picture-file", "menu.png", []byte("Noodles 48"))
	b.sees("The photo must be a JPEG, PNG or WebP.")
	b.chooseFile("#apply-picture-file", "small.png", pngOf(t, 900, 1000))
	b.sees("both must be at least 901")
	b.glance("upload-refused")

	b.throttle(4_000)
	b.upload("#apply-picture-file", phonePhoto(t))
	b.until(`document.querySelector("#apply-picture-progress")?.value > 0`, "the upload to get on")
	b.seesNot("at least 901")
	b.glance("upload-under-way")
	b.click("#apply-picture-cancel")
	b.until(`!document.querySelector("#apply-picture-progress") && document.activeElement.id === "apply-picture-file"`,
		"the upload to stop")
	b.until(`document.querySelector("#apply-picture").value === ""`, "no address")

	b.expect("ERR_INTERNET_DISCONNECTED")
	b.do(network.EmulateNetworkConditions(true, 0, -1, -1))
	b.upload("#apply-picture-file", phonePhoto(t))
	b.sees("The photo wasn't uploaded.")
	b.throttle(-1)
	b.click("#apply-picture-notice-go")
	b.until(`document.querySelector("#apply-picture").value.endsWith(".jpg") && document.querySelector(".upload-picture img")?.naturalHeight > 0`, "the picture")
	b.seesNot("wasn't uploaded")
	b.glance("uploaded")
	b.click("#apply-next")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("2 of 2 done")
	var sent string
	for _, id := range []int64{central, central + 2} {
		shop, err := d.direct().Shop(t.Context(), platform.ShopRef{ShopID: id})
		if err != nil {
			t.Fatal(err)
		}
		last := shop.MainPictures[len(shop.MainPictures)-1]
		if last.Status != platform.PicturePending || sent != "" && last.URL != sent {
			t.Errorf("shop %d has %+v, the other %s", id, last, sent)
		}
		sent = last.URL
	}
	picture := d.download(sent)
	if img, format, err := image.Decode(bytes.NewReader(picture)); err != nil || format != "jpeg" ||
		img.Bounds().Dy() != 2400 || bytes.Contains(picture, []byte("SECRETPHONE")) {
		t.Errorf("sent: %s, %v", format, err)
	}
}

// A template's picture comes from the computer too, and Undo takes it back.
func TestTemplateWithUploadedPicture(t *testing.T) {
	t.Parallel()
	d := startTemplates(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/templates/new")
	b.settled()
	b.fill("#template-name", "Autumn")
	b.click("#template-has-picture")
	b.wait("#template-picture-file:enabled")
	b.chooseFile("#template-picture-file", "autumn.png", pngOf(t, 1200, 1000))
	b.until(`document.querySelector("#template-picture").value.endsWith(".jpg") && document.querySelector(".upload-picture img")?.naturalHeight === 1000`, "the picture")
	b.pressWith("z", control)
	b.until(`document.querySelector("#template-picture").value === ""`, "Undo")
	b.pressWith("y", control)
	b.until(`document.querySelector("#template-picture").value.endsWith(".jpg")`, "Redo")
	b.click("#template-save")
	b.sees("What it says")
	all, err := d.store.Templates(t.Context())
	if err != nil || len(all) != 1 || !bytes.Contains(all[0].Parts, []byte("/photos/")) {
		t.Errorf("%+v, %v", all, err)
	}

	// What is still on its way when one starts over isn't taken into the template as it is saved.
	b.click("#template-edit")
	b.fill("#template-name", "Winter")
	b.throttle(4_000)
	b.upload("#template-picture-file", phonePhoto(t))
	b.until(`document.querySelector("#template-picture-progress")?.value > 0`, "the upload to get on")
	b.click("#template-discard")
	b.sees("The photo wasn't uploaded.")
	b.until(`!document.querySelector("#template-picture-progress")`, "the upload to stop")
}

// A change went on to its preview, and a template was saved, with the photo from before the one that was still on its
// way, which was dropped.
func TestPhotoUnderWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001 100003")
	b.click("#apply-next")
	b.click("#apply-part-picture")
	b.fill("#apply-picture", "https://photos.example/old.jpg")
	b.throttle(4_000)
	underWay := func(field, press string) {
		b.upload(field+"-file", phonePhoto(t))
		b.until(`document.querySelector("`+field+`-progress")?.value > 0`, "the upload to get on")
		b.click(press)
		b.wait(`a[href="` + field + `"]`)
		b.wait(field + "-progress")
	}
	for _, back := range []string{"#apply-next", "#apply-back"} {
		underWay("#apply-picture", back)
		b.click("#apply-picture-cancel")
		b.until(`!document.querySelector("a[href='#apply-picture']")`, "nothing to be wrong any more")
	}
	b.click("#apply-next")
	b.sees("photos.example")

	b.open(d.URL + "/templates/new")
	b.fill("#template-name", "Autumn")
	b.click("#template-has-picture")
	b.fill("#template-picture", "https://photos.example/old.jpg")
	underWay("#template-picture", "#template-save")
	b.click("#template-picture-cancel")
	b.until(`!document.querySelector("a[href='#template-picture']")`, "nothing to be wrong any more")
}
