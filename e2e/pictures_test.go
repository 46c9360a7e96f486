//go:build pictures

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/sandbox"
)

// The pictures of README.md, which `make pictures` takes: the board and the editor of the week, light and dark.
func TestPictures(t *testing.T) {
	const most = 200_000 // bytes, all together
	d, b := openBoard(t, "manager")
	b.viewport(1200, 720)
	for i, kind := range []sandbox.OrderKind{sandbox.OrderDelivery, sandbox.OrderPickup, sandbox.OrderAllergy,
		sandbox.OrderCut, sandbox.OrderScheduled, sandbox.OrderDelivery} {
		id := d.arrives(b, kind)
		if i%2 == 1 {
			if err := d.box.AcceptOnPOS(id); err != nil {
				t.Fatal(err)
			}
			b.until("!"+in("new", id), "the order to be accepted")
		}
		if i == 5 {
			if err := d.box.PrepareOnPOS(id); err != nil {
				t.Fatal(err)
			}
		}
	}
	size := b.pictured("board")
	b.open(d.URL + "/shops/100001/hours")
	b.until(`document.querySelector("#fri-0-start")`, "the week")
	b.settled()
	size += b.pictured("week")
	if size > most {
		t.Errorf("the pictures have %d bytes, want %d at most", size, most)
	}
}

// pictured takes what is on the screen, light and dark, and returns the bytes of both pictures.
func (b *tab) pictured(name string) (bytes int) {
	b.t.Helper()
	for _, look := range []string{"light", "dark"} {
		b.dark(look == "dark")
		b.until(`matchMedia("(prefers-color-scheme: `+look+`)").matches`, "the look")
		b.eval(`document.getAnimations().filter(a => a instanceof CSSTransition).forEach(a => a.finish())`, nil)
		var picture []byte
		b.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			picture, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatWebp).WithQuality(70).Do(ctx)
			return err
		}))
		bytes += len(picture)
		if err := os.WriteFile(filepath.Join("../docs/pictures", name+"-"+look+".webp"), picture, 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
	return bytes
}
