package e2e

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

func (p *program) tab(t testing.TB) *tab {
	t.Helper()
	defer spend(t, browserStart)()
	browser, err := p.started()
	if err != nil {
		t.Fatal(err)
	}
	executor := cdp.WithExecutor(t.Context(), chromedp.FromContext(browser).Browser)
	profile, err := target.CreateBrowserContext().Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	var b *tab
	b = newWindow(t, browser, profile, func() {
		if !b.attached {
			dispose(browser, profile)
		}
	})
	return b
}

// twin opens another window of the tab's profile: it has the same cookies and storage.
func (b *tab) twin() *tab {
	b.t.Helper()
	chrome := chromedp.FromContext(b.ctx)
	executor := cdp.WithExecutor(b.t.Context(), chrome.Browser)
	info, err := target.GetTargetInfo().WithTargetID(chrome.Target.TargetID).Do(executor)
	if err != nil {
		b.t.Fatal(err)
	}
	return newWindow(b.t, b.ctx, info.BrowserContextID, func() {})
}

// newWindow opens a window of a profile, and calls closed once it is closed.
func newWindow(t testing.TB, browser context.Context, profile cdp.BrowserContextID, closed func()) *tab {
	t.Helper()
	executor := cdp.WithExecutor(t.Context(), chromedp.FromContext(browser).Browser)
	window, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).
		WithWidth(1280).WithHeight(860).Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(browser, chromedp.WithTargetID(window))
	b := &tab{t: t, driver: chromium{}, ctx: ctx}
	chromedp.ListenTarget(ctx, b.listen)
	// The driver has the browser report each change of the document and its
	// styles, which costs more than the flows: they ask the page itself.
	if err := chromedp.Run(ctx, network.Enable(), runtime.Enable(), log.Enable(), css.Disable(),
		dom.Disable()); err != nil {
		t.Fatal(err)
	}
	b.endsWith(func() {
		stop()
		closed()
	})
	return b
}

// quiet drops the driver's own complaints: it doesn't know all that a newer
// browser tells it.
func quiet(string, ...any) {}

// dispose lets a profile go, whose service workers would go on beside other tests.
func dispose(browser context.Context, profile cdp.BrowserContextID) {
	ctx, cancel := context.WithTimeout(browser, 5*time.Second) // of a courtesy
	defer cancel()
	_ = target.DisposeBrowserContext(profile).Do(cdp.WithExecutor(ctx, chromedp.FromContext(browser).Browser))
}

func (b *tab) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, string(arg.Value)+arg.Description)
		}
		said := strings.Join(words, " ")
		// the program says so with console.log
		stopped := strings.HasPrefix(said, `"panic: `) || strings.HasPrefix(said, `"fatal error: `)
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert || stopped {
			b.complain("console: " + said)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.complain("exception: " + text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Source == log.SourceSecurity {
			b.complain(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

// chromium drives a tab by the DevTools protocol, in whose context it is asked.
type chromium struct{}

func (chromium) Open(ctx context.Context, url string) error {
	return chromedp.Run(ctx, chromedp.Navigate(url))
}

func (chromium) Reload(ctx context.Context) error { return chromedp.Run(ctx, chromedp.Reload()) }

func (chromium) Evaluate(ctx context.Context, js string, v any) error {
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	return chromedp.Run(ctx, chromedp.Evaluate(js, v, await))
}

func (chromium) SetCookie(ctx context.Context, url string, c *http.Cookie) error {
	return chromedp.Run(ctx, network.SetCookie(c.Name, c.Value).WithURL(url).WithPath(c.Path).WithHTTPOnly(c.HttpOnly).
		WithSecure(c.Secure).WithSameSite(network.CookieSameSiteStrict))
}

func (chromium) Screenshot(ctx context.Context) (png []byte, err error) {
	return png, chromedp.Run(ctx, chromedp.CaptureScreenshot(&png))
}

func (chromium) Type(ctx context.Context, text string) error {
	return chromedp.Run(ctx, chromedp.KeyEvent(text))
}

// Press sends the text of keys that write along with the press, as a keyboard does, so that a handler can prevent it.
func (chromium) Press(ctx context.Context, key string, held ...string) error {
	codes := map[string]int64{"Enter": 13, "Tab": 9, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowRight": 39,
		"z": 90, "y": 89, "k": 75, "End": 35, "Home": 36}
	var modifiers input.Modifier
	for _, h := range held {
		modifiers |= map[string]input.Modifier{"Control": input.ModifierCtrl, "Shift": input.ModifierShift}[h]
	}
	down := input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithCode(key).WithWindowsVirtualKeyCode(
		codes[key]).WithModifiers(modifiers)
	if key == "Enter" {
		down = down.WithText("\r")
	}
	up := input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithCode(key).WithWindowsVirtualKeyCode(
		codes[key]).WithModifiers(modifiers)
	return chromedp.Run(ctx, down, up)
}

func (chromium) Click(ctx context.Context, x, y float64) error {
	return chromedp.Run(ctx, chromedp.MouseEvent(input.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
}

func (chromium) Upload(ctx context.Context, css string, files []string) error {
	return chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		input, failed, err := runtime.Evaluate(fmt.Sprintf("document.querySelector(%q)", css)).Do(ctx)
		if err != nil {
			return err
		}
		if failed != nil || input.ObjectID == "" {
			return fmt.Errorf("no %s to upload with", css)
		}
		return dom.SetFileInputFiles(files).WithObjectID(input.ObjectID).Do(ctx)
	}))
}

// do has Chromium do what no other engine's driver does.
func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	b.ask(func(ctx context.Context) error { return chromedp.Run(ctx, actions...) })
}

func (b *tab) viewport(w, h int) { b.t.Helper(); b.do(chromedp.EmulateViewport(int64(w), int64(h))) }

// dark sets the colour scheme the browser asks for.
func (b *tab) dark(on bool) {
	b.t.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
		Value: scheme}}))
}
