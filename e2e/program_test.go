package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/e2e/engine"
)

// The two browsers that the flows of the package share, each started when it is
// first wanted; each tab has a profile of its own. They are one Chromium: the
// light one has no window around the page, and no notifications. Where it isn't
// installed the whole one runs all flows, more slowly.
var (
	wholeNames = []string{"chromium", "google-chrome", "chromium-browser"}
	whole      = &program{names: wholeNames}
	light      = &program{names: append([]string{
		"/usr/lib/chromium/chromium-headless-shell", "chrome-headless-shell", "headless_shell",
	}, wholeNames...)}
)

// program is a browser's program, run at most once.
type program struct {
	names []string // of the file, the first that is found; Debian's script for the light one would outlive its end

	mu      sync.Mutex
	browser context.Context
	stop    func()
}

// started is the running browser.
func (p *program) started() (context.Context, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.browser != nil {
		return p.browser, nil
	}
	var err error
	for range 3 { // now and then a Chromium hangs before it listens: no other has been seen to after it
		if p.browser, p.stop, err = launch(p.path()); err == nil {
			return p.browser, nil
		}
		fmt.Fprintln(os.Stderr, "e2e: Chromium does not start:", err)
	}
	return nil, err
}

func (p *program) quit() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stop != nil {
		p.stop()
	}
}

// path is where the program is, or its name, whose absence the start reports.
func (p *program) path() string {
	for _, name := range p.names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return p.names[0]
}

// launch starts a browser in a folder of its own; quit ends it and removes that.
// The error tells what the browser said.
func launch(path string) (browser context.Context, quit func(), err error) {
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		return nil, nil, err
	}
	var said engine.Words
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.UserDataDir(dir), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WindowSize(1280, 860),
		chromedp.CombinedOutput(&said), chromedp.WSURLReadTimeout(time.Minute),
	)
	if !benchmarks() { // a flow is over before a better compiler's code is ready
		opts = append(opts, chromedp.Flag("js-flags", "--liftoff-only"))
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, end := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet))
	quit = func() {
		_ = chromedp.Cancel(browser) // asks it to close, and waits
		end()
		stop()
		_ = os.RemoveAll(dir)
	}
	if err := chromedp.Run(browser); err != nil {
		quit()
		return nil, nil, fmt.Errorf("%w; it said:\n%s", err, said.String())
	}
	return browser, quit, nil
}

// benchmarks tells whether benchmarks run, which measure the browser as it is.
func benchmarks() bool { return flag.Lookup("test.bench").Value.String() != "" }
