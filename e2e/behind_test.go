package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

// A host with a router, logging and gzip in front of the console, with its own PostgreSQL handle, whose portal on
// another site shows the console in a frame, in a browser that blocks cookies of other sites.
func TestConsoleBehindItsHost(t *testing.T) {
	t.Parallel()
	folder, err := filepath.Abs("../examples/behind")
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "behind")
	h := &foreign{t: t, folder: folder, env: append(os.Environ(), "DATABASE_URL="+pgtest.Start(t))}
	h.generate("main.go")
	h.run("go", "build", "-trimpath", "-o", program, ".")
	portal := h.start(program, "-keys", filepath.Join(t.TempDir(), "keys"))

	b := newTab(t)
	b.expect("favicon.ico") // the host has none
	b.do(network.SetCookieControls(true, true, true))
	b.open(portal + "/")
	b.clickText("Enter as Grace")
	b.inFrame(`document.querySelector("#fri-0-start")?.value`, "the hours in the frame")
	b.inFrame(`location.hostname === "127.0.0.1" && location.ancestorOrigins[0].startsWith("http://localhost:")`,
		"the frame to be of another site than its page")
	b.inFrame(`(e => (e.focus(), e.select(), document.activeElement === e))(document.querySelector("#fri-0-start"))`,
		"Friday's start to take the keyboard")
	b.keys("10\t")
	b.inFrame(`document.querySelector("#fri-0-start").value === "10:00"`, "the new start")
	b.inFrame(`(e => e && !e.disabled && (e.click(), true))(document.querySelector("#hours-save"))`, "the save")
	b.inFrame(`!document.querySelector("#hours-save")?.checkVisibility() && document.body.innerText.includes("Saved")`,
		"the hours to be saved")
	b.shot("behind-portal")
	b.open(portal + "/")
	b.clickText("Enter as Grace")
	b.inFrame(`document.querySelector("#fri-0-start")?.value === "10:00"`, "the saved start")
}

// inFrame waits for a JavaScript expression to be true in the page's one frame, whose site is another.
func (b *tab) inFrame(js, what string) {
	b.t.Helper()
	watch := fmt.Sprintf(`(async () => {
		for (const end = performance.now() + 1000; performance.now() < end; await new Promise(next => setTimeout(next, 20))) {
			try {
				if (await (%s)) return true;
			} catch {}
		}
		return false;
	})()`, js)
	var last error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var found bool
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		last = chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
			found, err = askFrame(ctx, watch)
			return err
		}))
		cancel()
		if found {
			return
		}
	}
	b.t.Fatalf("waited in vain for %s: %v", what, last)
}

// askFrame evaluates a promise of true or false in the page's one frame.
func askFrame(ctx context.Context, js string) (found bool, err error) {
	tree, err := page.GetFrameTree().Do(ctx)
	if err != nil {
		return false, err
	}
	if len(tree.ChildFrames) != 1 {
		return false, errors.New("the page hasn't one frame")
	}
	world, err := page.CreateIsolatedWorld(tree.ChildFrames[0].Frame.ID).Do(ctx)
	if err != nil {
		return false, err
	}
	object, failed, err := runtime.Evaluate(js).WithContextID(world).WithAwaitPromise(true).WithReturnByValue(true).Do(ctx)
	if err != nil {
		return false, err
	}
	if failed != nil {
		return false, fmt.Errorf("in the frame: %w", failed)
	}
	return string(object.Value) == "true", nil
}
