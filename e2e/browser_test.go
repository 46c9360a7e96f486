package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// patience bounds every wait. It is no measure of speed: a flow that needs it
// has failed. What failed on a busy machine is tried again after up to two minutes.
const patience = 3 * time.Minute

// tab is a browser tab in a profile of its own.
type tab struct {
	t        testing.TB
	driver   driver
	ctx      context.Context // of chromedp, in Chromium
	attached bool            // to its service worker: such a profile was once never let go
	taps     int             // counted by tapped
	answered time.Duration   // from each of these taps until what it brought was there

	mu       sync.Mutex
	troubles []string
	expected []string
}

// newTab opens a tab that fails the test on whatever the browser complains of.
// Its browser is Chromium without a window's frame, which opens a tab at a fifth
// of the cost, and pages install no service worker there, which costs a third of
// a flow: see newWorkerTab.
func newTab(t testing.TB) *tab {
	t.Helper()
	b := newWorkerTab(t)
	if everyFlowWhole || elsewhere != nil {
		return b
	}
	b.before(`navigator.serviceWorker && (navigator.serviceWorker.register = () => new Promise(() => {}))`)
	return b
}

// newWorkerTab is newTab for what the service worker does: pages without a
// network, sharing, notifications, a second visit.
func newWorkerTab(t testing.TB) *tab {
	t.Helper()
	switch {
	case elsewhere != nil:
		return elsewhere.tab(t)
	case everyFlowWhole:
		return whole.tab(t)
	}
	return light.tab(t)
}

// everyFlowWhole has every tab be one of the whole browser, with service workers:
// the campaign's, since it takes twice as long.
var everyFlowWhole = os.Getenv("SHOPDESK_WHOLE") != ""

// newWholeTab is newWorkerTab in the whole browser, which has notifications.
func newWholeTab(t testing.TB) *tab {
	t.Helper()
	return whole.tab(t)
}

// expect allows complaints that contain text: those a test provokes.
func (b *tab) expect(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.expected = append(b.expected, text)
}

// expectCut allows complaints that the server is gone, also while it answers.
func (b *tab) expectCut() {
	b.expect("ERR_CONNECTION_REFUSED")
	b.expect("ERR_EMPTY_RESPONSE")
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

// signsOut presses what signs out. What the page asked just before is refused.
func (b *tab) signsOut() {
	b.t.Helper()
	b.expect("status of 401")
	b.click("#me")
	b.click("#me-item-out")
}

// hear listens to the console of a page.
func (b *tab) hear(kind, text string) {
	// the program says so with console.log
	stopped := strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ")
	if kind == "error" || stopped {
		b.complain("console: " + text)
	}
}

// endsWith has the tab closed at the flow's end, which shows what a failed flow left on the page, and fails one whose
// browser complained.
func (b *tab) endsWith(closeTab func()) {
	b.t.Cleanup(func() {
		if b.t.Failed() {
			b.keep(strings.ReplaceAll(b.t.Name(), "/", "-"))
		}
		closeTab()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, trouble := range b.troubles {
			b.t.Errorf("the browser complained: %s", trouble)
		}
	})
}

// ask has the browser do something.
func (b *tab) ask(do func(context.Context) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := do(ctx); err != nil {
		b.t.Fatalf("browser: %v\npage: %s", err, b.bodyText())
	}
}

func (b *tab) reload() { b.t.Helper(); b.ask(b.driver.Reload) }

func (b *tab) keys(keys string) {
	b.t.Helper()
	b.ask(func(ctx context.Context) error { return b.driver.Type(ctx, keys) })
}

func (b *tab) open(url string) {
	b.t.Helper()
	defer spend(b.t, opening)()
	b.ask(func(ctx context.Context) error { return b.driver.Open(ctx, url) })
}

// goTo follows a link to another page, as a press on one does: the program isn't loaded anew.
func (b *tab) goTo(path string) {
	b.t.Helper()
	b.linkTo(path)
	b.until(`(e => e && !e.left)(document.getElementById("page-title"))`, "the page of "+path)
}

// linkTo follows a link to an address, and marks the heading of the page that it leaves.
func (b *tab) linkTo(path string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(path => {
		if (location.pathname === path) return;
		const link = Object.assign(document.createElement("a"), {href: path}), heading = document.getElementById("page-title");
		if (heading) heading.left = true;
		document.body.append(link);
		link.click();
		link.remove();
	})(%q)`, path), nil)
	b.until(fmt.Sprintf(`location.pathname === %q`, path), "the address "+path)
}

// seen is JavaScript for the first element that matches css, if it is visible.
func seen(css string) string {
	return fmt.Sprintf(`[document.querySelector(%q)].find(e => e?.checkVisibility({visibilityProperty: true}) && e.getClientRects().length > 0)`, css)
}

// wait waits until an element is visible.
func (b *tab) wait(css string) { b.t.Helper(); b.until(seen(css), css+" to be visible") }

// focus puts the keyboard into a control.
func (b *tab) focus(css string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(e => e && (e.focus(), true))(%s)`, seen(css)), css+" to take the keyboard")
}

// fill replaces what stands in a field and leaves it.
func (b *tab) fill(css, text string) {
	b.t.Helper()
	b.focus(css)
	b.eval(fmt.Sprintf(`document.querySelector(%q).select()`, css), nil)
	b.keys(text + "\t")
}

// choose sets a select, or a field with a picker of its own, as a person would.
func (b *tab) choose(css, value string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(e => {
		if (!e) return false;
		e.value = %q;
		for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, {bubbles: true}));
		return true;
	})(%s)`, value, seen(css)), css+" to be there to choose from")
}

// upload chooses files as the browser's own dialog does.
func (b *tab) upload(css string, files ...string) {
	b.t.Helper()
	b.ask(func(ctx context.Context) error { return b.driver.Upload(ctx, css, files) })
}

// click presses the mouse on an element, once it can be used, stands still and
// nothing lies over it: a person waits for that, too. One that moves as it is
// pressed, or is made anew, takes nothing, and is pressed again.
func (b *tab) click(css string) {
	b.t.Helper()
	for missed := true; missed; {
		var at []float64
		b.await(fmt.Sprintf(`(async () => {
			const unusable = %q, find = () => %s, e = find();
			const takes = (e, target) => e.contains(target) || [...e.labels ?? []].some(l => l.contains(target));
			if (!e || e.matches(unusable) || getComputedStyle(e).pointerEvents === "none") return false;
			let box = e.getBoundingClientRect(), x, y, top;
			const free = () => {
				x = box.x + box.width / 2, y = box.y + box.height / 2, top = document.elementFromPoint(x, y);
				return top && (takes(e, top) || top.contains(e));
			};
			if (box.top < 80 || box.bottom > innerHeight - 120 || !free()) e.scrollIntoView({block: "center", behavior: "instant"}); // a dialog's foot may lie over it
			for (let i = 0; i < 3; i++) {
				await new Promise(requestAnimationFrame);
				const now = e.getBoundingClientRect();
				if (i && (now.x !== box.x || now.y !== box.y)) return false;
				box = now;
			}
			if (find() !== e || !free()) return false; // a list gives its rows to others
			window.missed = true;
			addEventListener("click", ({ target }) => {
				const now = find() ?? e;
				window.missed = !!target.closest("[data-rests=true]") || !takes(now, target) && !(target === top && top.contains(now));
			}, { capture: true, once: true });
			return [x, y];
		})()`, unusable, seen(css)), css+" to be there to click", &at)
		b.ask(func(ctx context.Context) error { return b.driver.Click(ctx, at[0], at[1]) })
		if err := b.evaluate("window.missed === true", &missed); err != nil {
			return // the press has led to another page
		}
	}
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

// until waits for a JavaScript expression, perhaps a promise, to be true.
func (b *tab) until(js, what string) {
	b.t.Helper()
	var ok any
	b.await(js, what, &ok)
}

// await waits for a JavaScript expression, perhaps a promise, to be something
// true, and decodes that into v. The page looks again and again by itself; one
// that is just being replaced has nothing that is true.
func (b *tab) await(js, what string, v any) {
	b.t.Helper()
	defer spend(b.t, waiting)()
	watch := fmt.Sprintf(`(async () => {
		for (const end = performance.now() + 1000;;) {
			try {
				const found = await (%s);
				if (found) return found.nodeType ? true : found;
			} catch {}
			if (performance.now() > end) return null;
			await new Promise(next => setTimeout(next, 20));
		}
	})()`, js)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var found json.RawMessage
		if err := b.evaluate(watch, &found); err != nil {
			time.Sleep(20 * time.Millisecond) // until the next page is there
			continue
		}
		if string(found) == "null" {
			continue
		}
		if err := json.Unmarshal(found, v); err != nil {
			b.t.Fatalf("%s: %v", what, err)
		}
		return
	}
	b.t.Fatalf("waited in vain for %s\npage: %s", what, b.bodyText())
}

// is tells whether a JavaScript expression, perhaps a promise, is true now.
func (b *tab) is(js string) bool {
	var ok bool
	err := b.evaluate("(async () => !!(await ("+js+")))()", &ok)
	return err == nil && ok
}

// evaluate evaluates a promise in the page.
func (b *tab) evaluate(js string, v any) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return b.driver.Evaluate(ctx, js, v)
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
	b.ask(func(ctx context.Context) error { return b.driver.Evaluate(ctx, js, v) })
}

// leave runs JavaScript that may leave the page. The browser answers first: a
// page that is being replaced answers nothing.
func (b *tab) leave(js string) { b.t.Helper(); b.eval("setTimeout(() => "+js+"); true", nil) }

// control is the modifier of shortcuts.
const control = input.ModifierCtrl

// press presses a key by its name: "Enter", "Tab", "ArrowDown".
func (b *tab) press(key string) { b.t.Helper(); b.pressWith(key, 0) }

// pressWith presses a key with modifiers.
func (b *tab) pressWith(key string, modifiers input.Modifier) {
	b.t.Helper()
	var held []string
	for _, m := range []struct {
		modifier input.Modifier
		name     string
	}{{input.ModifierCtrl, "Control"}, {input.ModifierShift, "Shift"}} {
		if modifiers&m.modifier != 0 {
			held = append(held, m.name)
		}
	}
	b.ask(func(ctx context.Context) error { return b.driver.Press(ctx, key, held...) })
}

func (b *tab) value(css string) (v string) {
	b.t.Helper()
	b.wait(css)
	b.eval(fmt.Sprintf(`document.querySelector(%q).value`, css), &v)
	return v
}

func (b *tab) bodyText() string {
	var text string
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	_ = b.driver.Evaluate(ctx, `location.pathname + "\n" + document.body.innerText`, &text)
	return text
}

// shot leaves a screenshot when SHOPDESK_SHOTS names a folder, with colours that
// are fading over at their end.
func (b *tab) shot(name string) {
	if dir := os.Getenv("SHOPDESK_SHOTS"); dir != "" {
		b.picture(filepath.Join(dir, name+".png"))
	}
}

// keep keeps the page of a test that failed, as a picture and as its elements.
func (b *tab) keep(name string) {
	const dir = "../build/failed"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.t.Log(err)
		return
	}
	b.picture(filepath.Join(dir, name+".png"))
	var page string
	if err := b.evaluate(`location.href + "\n" + document.documentElement.outerHTML`, &page); err != nil {
		b.t.Logf("page of %s: %v", name, err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".html"), []byte(page), 0o600); err != nil {
		b.t.Log(err)
	}
}

// screen is what is on the screen, as a PNG.
func (b *tab) screen() (png []byte, err error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	faded := `document.getAnimations().filter(a => a instanceof CSSTransition).forEach(a => a.finish())`
	if err := b.driver.Evaluate(ctx, faded, nil); err != nil {
		return nil, err
	}
	return b.driver.Screenshot(ctx)
}

// picture writes what is on the screen to a file.
func (b *tab) picture(file string) {
	b.t.Helper()
	png, err := b.screen()
	if err == nil {
		err = os.WriteFile(file, png, 0o600)
	}
	if err != nil {
		b.t.Logf("screenshot %s: %v", file, err)
	}
}
