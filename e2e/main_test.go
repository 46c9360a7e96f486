package e2e

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// chromium is the one browser that all tests of the package share; each tab
// has a profile of its own.
var chromium context.Context

func TestMain(m *testing.M) {
	var quit func()
	var err error
	for range 3 { // now and then a Chromium hangs before it listens: no other has been seen to after it
		if chromium, quit, err = startChromium(); err == nil {
			break
		}
		fmt.Fprintln(os.Stderr, "e2e: Chromium does not start:", err)
	}
	if err != nil {
		os.Exit(1)
	}
	code := m.Run()
	quit()
	os.Exit(code)
}

// startChromium starts it in a folder of its own; quit ends it and removes that.
// The error tells what Chromium said.
func startChromium() (browser context.Context, quit func(), err error) {
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		return nil, nil, err
	}
	var said words
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(findChromium()), chromedp.UserDataDir(dir), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.WindowSize(1280, 860),
		chromedp.CombinedOutput(&said),
	)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, end := chromedp.NewContext(allocator, chromedp.WithErrorf(quiet))
	quit = func() {
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

// words keeps the first of what a program says.
type words struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if room := 16<<10 - w.kept.Len(); room > 0 {
		w.kept.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.kept.String()
}

func findChromium() string {
	for _, name := range []string{"chromium", "google-chrome", "chromium-browser"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return "chromium" // its absence is reported by the start
}
