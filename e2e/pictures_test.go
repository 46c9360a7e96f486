//go:build pictures

package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/sandbox"
)

// The pictures of README.md, which `make pictures` takes: the board and the editor of the week, light and dark.
func TestPictures(t *testing.T) {
	const most = 200_000 // bytes, all together
	box := &sandbox.Sandbox{Chance: func() float64 { return 0.4 }}
	d := startOrders(t, box)
	b := newTab(t)
	b.viewport(1200, 720)
	d.signedIn(b, "owner")
	shop := latin(t, box)
	address := d.URL + "/shops/" + strconv.FormatInt(shop, 10)
	b.open(address + "/orders")
	b.live()
	for i, kind := range []sandbox.OrderKind{sandbox.OrderDelivery, sandbox.OrderPickup, sandbox.OrderDelivery,
		sandbox.OrderDelivery, sandbox.OrderPickup, sandbox.OrderAllergy} {
		id, err := box.Place(sandbox.Placement{ShopID: shop, Kind: kind})
		if err != nil {
			t.Fatal(err)
		}
		b.until(in("new", id), "the order to arrive")
		b.whole(id)
		if i < 4 {
			if err := box.AcceptOnPOS(id); err != nil {
				t.Fatal(err)
			}
			b.until("!"+in("new", id), "the order to be accepted")
		}
	}
	size := b.pictured("board")
	b.open(address + "/hours")
	b.until(`document.querySelector("#fri-0-start")`, "the week")
	b.settled()
	size += b.pictured("week")
	if size > most {
		t.Errorf("the pictures have %d bytes, want %d at most", size, most)
	}
}

// latin is a shop whose products have names that the fonts of every machine can write.
func latin(t *testing.T, box *sandbox.Sandbox) int64 {
	t.Helper()
	for _, shop := range box.Directory() {
		if shop.Zone == "America/Sao_Paulo" {
			return shop.ShopID
		}
	}
	t.Fatal("the seed has no such shop")
	return 0
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
