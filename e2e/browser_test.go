package e2e

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience bounds every wait. It is no measure of speed: a flow that needs it
// has failed.
const patience = 60 * time.Second

// tab is a browser tab in a profile of its own.
type tab struct {
	t        testing.TB
	ctx      context.Context
	attached bool // to its service worker: such a profile was once never let go

	mu       sync.Mutex
	troubles []string
	expected []string
}

// newTab opens a tab that fails the test on whatever the browser complains of.
func newTab(t testing.TB) *tab {
	t.Helper()
	profile, window := newWindow(t)
	ctx, stop := chromedp.NewContext(chromium, chromedp.WithTargetID(window))
	b := &tab{t: t, ctx: ctx}
	chromedp.ListenTarget(ctx, b.listen)
	if err := chromedp.Run(ctx, network.Enable(), runtime.Enable(), log.Enable()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			b.shot("failed-" + strings.ReplaceAll(t.Name(), "/", "-"))
		}
		stop()
		if !b.attached {
			dispose(profile)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, trouble := range b.troubles {
			t.Errorf("the browser complained: %s", trouble)
		}
	})
	return b
}

// quiet drops the driver's own complaints: it doesn't know all that a newer
// browser tells it.
func quiet(string, ...any) {}

// newWindow opens a window with cookies and storage of its own.
func newWindow(t testing.TB) (cdp.BrowserContextID, target.ID) {
	t.Helper()
	executor := cdp.WithExecutor(t.Context(), chromedp.FromContext(chromium).Browser)
	profile, err := target.CreateBrowserContext().Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).WithWidth(1280).WithHeight(860).Do(executor)
	if err != nil {
		t.Fatal(err)
	}
	return profile, id
}

// dispose lets a profile go, whose service workers would go on beside other tests.
func dispose(profile cdp.BrowserContextID) {
	ctx, cancel := context.WithTimeout(chromium, 5*time.Second) // of a courtesy
	defer cancel()
	_ = target.DisposeBrowserContext(profile).Do(cdp.WithExecutor(ctx, chromedp.FromContext(chromium).Browser))
}

// expect allows complaints that contain text: those a test provokes.
func (b *tab) expect(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expected = append(b.expected, text)
}

func (b *tab) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, string(arg.Value)+arg.Description)
		}
		said := strings.Join(words, " ")
		stopped := strings.HasPrefix(said, `"panic: `) || strings.HasPrefix(said, `"fatal error: `) // the program says so with console.log
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

func (b *tab) complain(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, expected := range b.expected {
		if strings.Contains(text, expected) {
			return
		}
	}
	b.troubles = append(b.troubles, text)
}

func (b *tab) do(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		b.t.Fatalf("browser: %v\npage: %s", err, b.bodyText())
	}
}

func (b *tab) open(url string)   { b.t.Helper(); b.do(chromedp.Navigate(url)) }
func (b *tab) reload()           { b.t.Helper(); b.do(chromedp.Reload()) }
func (b *tab) keys(keys string)  { b.t.Helper(); b.do(chromedp.KeyEvent(keys)) }
func (b *tab) wait(css string)   { b.t.Helper(); b.do(chromedp.WaitVisible(css, chromedp.ByQuery)) }
func (b *tab) viewport(w, h int) { b.t.Helper(); b.do(chromedp.EmulateViewport(int64(w), int64(h))) }

// fill replaces what stands in a field and leaves it.
func (b *tab) fill(css, text string) {
	b.t.Helper()
	b.do(
		chromedp.WaitVisible(css, chromedp.ByQuery),
		chromedp.Focus(css, chromedp.ByQuery),
		chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).select()", css), nil),
		chromedp.SendKeys(css, text+"\t", chromedp.ByQuery),
	)
}

// click presses the mouse on an element, once it can be used, stands still and
// nothing lies over it: a person waits for that, too.
func (b *tab) click(css string) {
	b.t.Helper()
	b.wait(css)
	b.until(fmt.Sprintf(`(async () => {
		const unusable = %q, e = document.querySelector(%q);
		if (!e || e.matches(unusable)) return false;
		let box = e.getBoundingClientRect();
		if (box.top < 80 || box.bottom > innerHeight - 120) e.scrollIntoView({block: "center", behavior: "instant"});
		for (let i = 0; i < 3; i++) {
			await new Promise(requestAnimationFrame);
			const now = e.getBoundingClientRect();
			if (i && (now.x !== box.x || now.y !== box.y)) return false;
			box = now;
		}
		const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
		return !!top && (e.contains(top) || top.contains(e) || [...e.labels ?? []].some(l => l.contains(top)));
	})()`, unusable, css), css+" to be there to click")
	b.do(chromedp.Click(css, chromedp.ByQuery, chromedp.NodeVisible))
}

// unusable matches controls that a press does nothing to.
const unusable = `:disabled, [aria-disabled="true"], [aria-busy="true"]`

// clickText clicks the innermost visible button, link or summary whose text
// contains words.
func (b *tab) clickText(words string) {
	b.t.Helper()
	find := fmt.Sprintf(`(() => {
		const all = [...document.querySelectorAll("button, a, summary, [role=option], [role=menuitem]")].filter(e => e.offsetParent !== null && !e.matches(%q) && e.textContent.trim().includes(%q));
		const dialog = [...document.querySelectorAll("dialog[open]")].pop();
		const e = all.find(e => !dialog || dialog.contains(e));
		if (!e) return false;
		e.click();
		return true;
	})()`, unusable, words)
	b.until(find, "something to click that says "+words)
}

// until waits for a JavaScript expression to be true.
func (b *tab) until(js, what string) {
	b.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		if b.is(js) {
			return
		}
		time.Sleep(20 * time.Millisecond) // between two looks
	}
	b.t.Fatalf("waited in vain for %s\npage: %s", what, b.bodyText())
}

// is tells whether a JavaScript expression, perhaps a promise, is true now. A
// page that is just being replaced has nothing that is true.
func (b *tab) is(js string) bool {
	var ok bool
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Evaluate("(async () => !!(await ("+js+")))()", &ok, await))
	return err == nil && ok
}

// sees waits until the page shows text.
func (b *tab) sees(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.body && document.body.innerText.includes(%q)", text), "the page to show "+text)
}

// seesNot waits until the page doesn't show text.
func (b *tab) seesNot(text string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.body && !document.body.innerText.includes(%q)", text), "the page not to show "+text)
}

// eval evaluates js, awaiting a promise, into v.
func (b *tab) eval(js string, v any) {
	b.t.Helper()
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	b.do(chromedp.Evaluate(js, v, await))
}

// focus puts the keyboard into a control.
func (b *tab) focus(css string) {
	b.t.Helper()
	b.do(chromedp.WaitVisible(css, chromedp.ByQuery), chromedp.Focus(css, chromedp.ByQuery))
}

// control is the modifier of shortcuts.
const control = input.ModifierCtrl

// press presses a key by its name: "Enter", "Tab", "ArrowDown".
func (b *tab) press(key string) { b.t.Helper(); b.pressWith(key, 0) }

// pressWith presses a key with modifiers. Keys that write send their text along
// with the press, as a keyboard does, so that a handler can prevent it.
func (b *tab) pressWith(key string, modifiers input.Modifier) {
	b.t.Helper()
	codes := map[string]int64{"Enter": 13, "Tab": 9, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40, "ArrowRight": 39, "z": 90, "y": 89, "k": 75, "End": 35, "Home": 36}
	down := input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithCode(key).WithWindowsVirtualKeyCode(codes[key]).WithModifiers(modifiers)
	if key == "Enter" {
		down = down.WithText("\r")
	}
	up := input.DispatchKeyEvent(input.KeyUp).WithKey(key).WithCode(key).WithWindowsVirtualKeyCode(codes[key]).WithModifiers(modifiers)
	b.do(down, up)
}

func (b *tab) value(css string) string {
	b.t.Helper()
	var v string
	b.do(chromedp.Value(css, &v, chromedp.ByQuery))
	return v
}

func (b *tab) bodyText() string {
	var text string
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	_ = chromedp.Run(ctx, chromedp.Evaluate(`location.pathname + "\n" + document.body.innerText`, &text))
	return text
}

// dark sets the colour scheme the browser asks for.
func (b *tab) dark(on bool) {
	b.t.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// shot leaves a screenshot when SHOPDESK_SHOTS names a folder, with colours that
// are fading over at their end.
func (b *tab) shot(name string) {
	dir := os.Getenv("SHOPDESK_SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	faded := chromedp.Evaluate(`document.getAnimations().filter(a => a instanceof CSSTransition).forEach(a => a.finish())`, nil)
	if err := chromedp.Run(ctx, faded, chromedp.CaptureScreenshot(&png)); err != nil {
		b.t.Logf("screenshot %s: %v", name, err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
		b.t.Logf("screenshot %s: %v", name, err)
	}
}
