package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

// calling is what an error of the page says when the program calls it: the program panics with that.
const calling = "call Ana on +55 11 98765-4321"

// told keeps what browsers tell of crashes.
type told struct {
	mu  sync.Mutex
	all []string
}

// crashes hears of each crash that is told.
func (d *desk) crashes() *told {
	heard := new(told)
	watch := func(r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != api.PathCrashes {
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			d.t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		heard.mu.Lock()
		defer heard.mu.Unlock()
		heard.all = append(heard.all, string(body))
	}
	d.watch.Store(&watch)
	return heard
}

// first waits for the first. A reload may have it told twice.
func (h *told) first(t *testing.T) (body string) {
	t.Helper()
	eventually(t, func() error {
		h.mu.Lock()
		defer h.mu.Unlock()
		if len(h.all) == 0 {
			return errors.New("nothing was told")
		}
		body = h.all[0]
		return nil
	})
	return body
}

// listed waits until the page keeps no crash: the store has one then, of so many times.
func (d *desk) listed(b *tab, times int64) {
	d.t.Helper()
	b.until(`!Object.keys(localStorage).some(key => key.endsWith(":crashes"))`, "the crash to be told")
	all, err := d.store.Crashes(d.t.Context(), 9)
	if err != nil || len(all) != 1 || all[0].Times != times {
		d.t.Errorf("kept: %+v, %v", all, err)
	}
}

// crash has the page fail the program where it asks for another language.
func (b *tab) crash() {
	b.t.Helper()
	b.expect("panic: ")
	b.expect("Go program has already exited")
	b.eval(`shopdeskSpeak = () => { throw new Error("`+calling+`"); }; true`, nil)
	b.click("#me")
	b.click("#me-item-lang-pt")
	b.sees("The console stopped.")
}

// A crash comes back with the function and the line in which it happened, and without what the error said. It is
// counted once, although a reload comes in between.
func TestCrashIsReadWithItsLine(t *testing.T) {
	t.Parallel()
	d := start(t)
	heard := d.crashes()
	b := newTab(t)
	d.entered(b, "owner")
	b.open(d.URL + "/settings/about")
	b.sees("No crash is known")
	b.open(d.URL + "/shops/100001/hours")
	b.settled()
	b.crash()
	body := heard.first(t)
	for _, part := range []string{"Ana", "98765", "100001"} {
		if strings.Contains(body, part) {
			t.Errorf("%s left the browser: %s", part, body)
		}
	}
	b.clickText("Reload")
	b.settled()
	d.listed(b, 1)
	b.open(d.URL + "/settings/about")
	b.sees("JavaScript error")
	b.sees("/shops/hours")
	b.clickText("Functions")
	source, err := os.ReadFile(filepath.Join("..", "app", "text", "locale_js.go"))
	if err != nil {
		t.Fatal(err)
	}
	before, _, found := strings.Cut(string(source), `js.Global().Call("shopdeskSpeak"`)
	if !found {
		t.Fatal("the program asks for a language elsewhere")
	}
	b.sees("app/text.Speak")
	b.sees(fmt.Sprintf("app/text/locale_js.go:%d", strings.Count(before, "\n")+1))
	b.shot("settings-crashes")
	b.viewport(320, 700)
	b.until(`document.documentElement.scrollWidth <= 320`, "no sideways scrolling")
}

// A crash without a network is told when the program starts again. The next one is counted with it.
func TestCrashWithoutANetworkIsToldLater(t *testing.T) {
	t.Parallel()
	d := start(t)
	heard := d.crashes()
	b := newTab(t)
	d.entered(b, "staff")
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.expectCut()
	d.unplug()
	b.crash()
	b.until(`Object.keys(localStorage).some(key => key.endsWith(":crashes"))`, "the crash to be kept")
	d.plug()
	b.clickText("Reload")
	b.settled()
	heard.first(t)
	d.listed(b, 1)
	b.crash()
	d.listed(b, 2)
}

// Without a session nothing is sent; the crash waits for an operator who signs in.
func TestCrashWaitsForASession(t *testing.T) {
	t.Parallel()
	d := start(t)
	heard := d.crashes()
	b := newTab(t)
	b.open(d.URL + "/signin")
	b.sees("Try it as")
	b.eval(`localStorage.setItem("shopdesk::crashes", JSON.stringify([
		{build: "0123456789abcdef", page: "signin", at: Date.now(), text: "", stack: ["f00001+0x1"]},
	]))`, nil)
	b.reload()
	b.sees("Try it as")
	const idle = `navigator.locks.query().then(({held, pending}) => held.length + pending.length === 0)`
	b.until(idle, "nothing to be under way")
	heard.mu.Lock()
	if len(heard.all) > 0 {
		t.Errorf("told: %q", heard.all)
	}
	heard.mu.Unlock()
	d.entered(b, "staff")
	heard.first(t)
}
