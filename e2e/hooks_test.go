package e2e

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// An owner registers the console's address at the platform, first for one event
// as a test, then for all, and proves for it who she is; what the platform then
// sends is seen, and what it signs wrongly is explained.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	var ahead atomic.Int64
	box := new(sandbox.Sandbox)
	d := startOn(t, box, putForward(&ahead), func(o *server.Options) { o.Hooks.Mode = api.HookEnforce })
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
	b.glance("hooks-empty", "#hooks-dead")

	b.click("#hooks-test")
	b.click("#hooks-event-1001-go")
	b.sees("no longer to a test address")
	b.shot("hooks-ask")
	b.click("#hooks-ask-go")
	b.until(`document.querySelector("#hooks-event-1001-test")?.textContent.includes("Test")`,
		"the event to be registered as a test")
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
	b.until(`document.querySelectorAll("#hooks-events .pill[data-tone=ok]").length === 11 &&
		document.querySelectorAll("#hooks-events .pill[data-tone=info]").length === 1`,
		"all events to be registered, and one still for tests")
	for _, e := range platform.Events() {
		if box.Callbacks()[e] != d.console.HookURL() {
			t.Errorf("event %d goes to %q", e, box.Callbacks()[e])
		}
	}
	ahead.Store(0)

	d.runSandbox()
	forged := func(all int) {
		if _, err := box.Inject(sandbox.Fault{Kind: sandbox.FaultForged, Count: 1}); err != nil {
			t.Fatal(err)
		}
		d.place(sandbox.OrderDelivery)
		eventually(t, func() error {
			list, err := d.store.Refusals(t.Context(), 9)
			if err == nil && len(list) < all {
				err = fmt.Errorf("%d were refused", len(list))
			}
			return err
		})
	}
	forged(1)
	d.place(sandbox.OrderDelivery)
	eventually(t, func() error {
		facts, err := d.store.InboxFacts(t.Context())
		if err == nil && facts.Counts[1001] == 0 {
			err = errors.New("no order came")
		}
		return err
	})
	b.click("#hooks-read")
	b.sees("none of the rules")
	b.until(`[...document.querySelectorAll("#hooks-refusals b")].some(e => e.textContent === "Wrong signature")`,
		"why it was refused")
	b.until(`document.querySelector("#hooks-event-1001").textContent.includes("kept")`, "the message to be counted")
	b.until(`(never => { if (never) document.querySelector("#hooks-read").click(); return !never; })(
		document.querySelector("#hooks-message").textContent.includes("never"))`, "the last message's time")
	b.glance("hooks-live", "#hooks-dead")

	// Bug: what was opened of a refusal was open at the next one that came.
	b.click("#hooks-refusals summary")
	forged(2)
	b.click("#hooks-read")
	b.until(`document.querySelectorAll("#hooks-refusals details").length === 2`, "another refusal")
	if b.is(`document.querySelector("#hooks-refusals details").open`) {
		t.Error("the new refusal is opened")
	}
}

// A message that couldn't be worked on is tried again by a press.
func TestReplayADeadLetter(t *testing.T) {
	t.Parallel()
	box := new(sandbox.Sandbox)
	d := startOrders(t, box, func(o *server.Options) { o.Shops = o.Shops[1:] })
	b := newTab(t)
	d.signedIn(b, "owner")
	d.place(sandbox.OrderDelivery)
	eventually(t, func() error {
		dead, err := d.store.DeadMessages(t.Context(), 1)
		if err == nil && len(dead) == 0 {
			err = errors.New("no dead letter")
		}
		return err
	})
	b.open(d.URL + "/settings/hooks")
	b.sees("look after")
	b.glance("hooks-dead", "#hooks-dead")
	if err := d.store.PutShops(t.Context(), shops(box)[:1]); err != nil {
		t.Fatal(err)
	}
	b.clickText("Try again")
	b.sees("Nothing was given up on")
}

// An owner reads on the page of the webhooks why no message comes through and when that was so before, and everybody on
// the board that orders are missing, until a message is accepted.
func TestMessagesThatDoNotComeThroughAreTold(t *testing.T) {
	t.Parallel()
	box := new(sandbox.Sandbox)
	d := startOrders(t, box, func(o *server.Options) {
		if err := o.Store.Mark(t.Context(), "orders.heard", time.Now().Add(-time.Hour).UnixMilli()); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := box.Inject(sandbox.Fault{Kind: sandbox.FaultForged, Count: 1}); err != nil {
		t.Fatal(err)
	}
	d.place(sandbox.OrderDelivery)
	b := newTab(t)
	d.signedIn(b, "owner")
	eventually(t, func() error {
		list, err := d.store.Refusals(t.Context(), 9)
		if err == nil && len(list) == 0 {
			err = errors.New("nothing was refused")
		}
		return err
	})
	b.open(d.URL + "/settings/hooks")
	b.until(`document.querySelector("#hooks-silent")?.textContent.includes("Messages were refused")`, "why it is silent")
	b.until(`document.querySelector("#hooks-gaps")?.textContent.includes("wasn't running")`, "the time before the start")
	b.glance("hooks-silent", "#hooks-dead")
	b.goTo("/activity")
	b.sees("Read orders again after a time without messages")
	b.shot("activity-gap")
	b.goTo("/orders")
	b.until(`document.querySelector("#orders-silent")?.textContent.includes("come through yet")`, "the board's note")
	d.place(sandbox.OrderDelivery)
	b.until(`!document.querySelector("#orders-silent")`, "the note to go")
}

// The page is for owners.
func TestWebhooksAreForOwners(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/settings")
	b.sees("My account")
	b.seesNot("Webhooks")
}

// text is what an element says.
func (b *tab) text(css string) (said string) {
	b.t.Helper()
	b.eval(`document.querySelector("`+css+`").textContent`, &said)
	return strings.TrimSpace(said)
}
