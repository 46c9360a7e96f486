package e2e

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// An owner registers the console's address at the platform, first for one event
// as a test, then for all, and proves for it who she is; what the platform then
// sends is seen, and what it signs wrongly is explained.
func TestWebhooks(t *testing.T) {
	var ahead atomic.Int64
	box := new(sandbox.Sandbox)
	d := startOn(t, box, func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		o.Hooks.Mode = api.HookEnforce
	})
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings")
	b.clickText("Webhooks")
	b.sees("Not registered here")
	b.sees("are refused")
	b.sees("Nothing was given up on")
	b.sees("Nothing was refused")
	if got := b.text("#hooks-url"); got != d.console.HookURL() {
		t.Errorf("the page says %q", got)
	}
	b.looks("hooks-empty")

	b.click("#hooks-test")
	b.click("#hooks-event-1001-go")
	b.sees("no longer to a test address")
	b.shot("hooks-ask")
	b.click("#hooks-ask-go")
	b.until(`document.querySelector("#hooks-event-1001").textContent.includes("Test")`, "the event to be registered as a test")
	if got := box.Callbacks(); len(got) == 0 {
		t.Errorf("the platform has %v", got)
	}

	ahead.Store(int64(6 * time.Minute))
	b.expect("403")
	b.click("#hooks-test")
	b.click("#hooks-register")
	b.click("#hooks-ask-go")
	b.sees("Is it you?")
	b.shot("hooks-proof")
	b.clickText("Yes, it is me")
	b.until(`[...document.querySelectorAll("[id^='hooks-event-'][id$='1']")].length > 0 &&
		document.querySelectorAll("#hooks-events .pill[data-tone=ok]").length === 10 && !document.querySelector("#hooks-events .pill[data-tone=info]")`, "all events to be registered, none as a test")
	for _, e := range platform.Events() {
		if box.Callbacks()[e] != d.console.HookURL() {
			t.Errorf("event %d goes to %q", e, box.Callbacks()[e])
		}
	}
	ahead.Store(0)

	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		_ = box.Run(ctx)
	}()
	t.Cleanup(func() { stop(); <-over })
	if _, err := box.Inject(sandbox.Fault{Kind: sandbox.FaultForged, Count: 1}); err != nil {
		t.Fatal(err)
	}
	d.place(sandbox.OrderDelivery)
	d.holds(func(f []store.Refusal) bool { return len(f) > 0 })
	d.place(sandbox.OrderDelivery)
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if facts, err := d.store.InboxFacts(t.Context()); err == nil && facts.Counts[1001] > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no order came")
		}
	}
	b.click("#hooks-read")
	b.sees("Wrong signature")
	b.sees("none of the rules")
	b.until(`document.querySelector("#hooks-event-1001").textContent.includes("kept")`, "the message to be counted")
	b.until(`!document.querySelector("#hooks-message").textContent.includes("never")`, "the last message's time")
	b.looks("hooks-live")
}

// A message that couldn't be worked on is tried again by a press.
func TestReplayADeadLetter(t *testing.T) {
	box := new(sandbox.Sandbox)
	d := startOrders(t, box, func(o *server.Options) { o.Shops = o.Shops[1:] })
	b := newTab(t)
	d.signedIn(b, "owner")
	d.place(sandbox.OrderDelivery)
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if dead, err := d.store.DeadMessages(t.Context(), 1); err == nil && len(dead) > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("no dead letter")
		}
	}
	b.open(d.URL + "/settings/hooks")
	b.sees("look after")
	b.looks("hooks-dead")
	if err := d.store.PutShops(t.Context(), shops(box)[:1]); err != nil {
		t.Fatal(err)
	}
	b.clickText("Try again")
	b.sees("Nothing was given up on")
}

// The page is for owners.
func TestWebhooksAreForOwners(t *testing.T) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/settings")
	b.seesNot("Webhooks")
}

// holds waits until the console has refused what is asked for.
func (d *desk) holds(enough func([]store.Refusal) bool) {
	d.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		if list, err := d.store.Refusals(d.t.Context(), 9); err == nil && enough(list) {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatal("nothing was refused")
		}
	}
}

// text is what an element says.
func (b *tab) text(css string) (said string) {
	b.t.Helper()
	b.eval(`document.querySelector("`+css+`").textContent`, &said)
	return strings.TrimSpace(said)
}

// looks leaves screenshots in every size and scheme, and finds what runs off
// the screen.
func (b *tab) looks(name string) {
	b.t.Helper()
	for _, s := range []struct {
		name string
		w, h int
		dark bool
		dir  string
	}{
		{"wide", 1280, 860, false, "ltr"}, {"tablet", 820, 1180, true, "ltr"}, {"phone", 390, 844, false, "ltr"}, {"phone-rtl", 390, 844, true, "rtl"}, {"narrow", 320, 640, false, "ltr"},
	} {
		b.viewport(s.w, s.h)
		b.dark(s.dark)
		b.eval(`document.documentElement.dir = "`+s.dir+`"`, nil)
		b.fits(name + "-" + s.name)
		b.shot(name + "-" + s.name)
		b.eval(`document.querySelector("#hooks-dead").scrollIntoView()`, nil)
		b.shot(name + "-" + s.name + "-low")
		b.eval(`scrollTo(0, 0)`, nil)
	}
	b.viewport(1280, 860)
	b.dark(false)
	b.eval(`document.documentElement.dir = "ltr"`, nil)
}
