package e2e

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// ahead is a clock that a test moves: real time and what was added to it. The
// browser keeps its own.
func ahead(clock *sandbox.VirtualClock) setup {
	return func(o *server.Options) { o.Now = clock.Now }
}

// openShop opens a shop's page, signed in as the manager, with the server's
// clock in the test's hands.
func openShop(t *testing.T) (*desk, *tab, *sandbox.VirtualClock) {
	clock := sandbox.NewVirtualClock(time.Now())
	d := start(t, ahead(clock))
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.wait("#pause-open:not(:disabled)")
	return d, b, clock
}

// status is what the platform says of the shop.
func (d *desk) status() platform.ShopStatus {
	d.t.Helper()
	shop, err := d.direct().Shop(d.t.Context(), platform.ShopRef{ShopID: central})
	if err != nil {
		d.t.Fatal(err)
	}
	return shop.Status
}

// reopened waits until the platform has the shop operating, which a worker of
// the server's may bring about.
func (d *desk) reopened() {
	d.t.Helper()
	deadline := time.Now().Add(patience)
	for d.status() != platform.ShopOperating {
		if time.Now().After(deadline) {
			d.t.Fatal("the shop was never reopened")
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Pause for a quarter of an hour; the server reopens with no tab's help.
func TestPauseEndsByItself(t *testing.T) {
	d, b, clock := openShop(t)
	b.shot("pause-before")
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.shot("pause-dialog")
	b.click("label:has(#pause-reason-busy)")
	b.fill("#pause-note", "Queue out of the door")
	b.click("#pause-go")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	b.until(`/Paused until\s*(\w+ )?\d\d:\d\d/.test(document.querySelector(".top-status").textContent)`, "the pill")
	b.sees("By Marco Lam")
	b.sees("Too busy – Queue out of the door")
	b.shot("pause-paused")
	if got := d.status(); got != platform.ShopSuspended {
		t.Errorf("the platform has %v", got)
	}
	b.open("about:blank")
	clock.Advance(16 * time.Minute) // the end is a whole minute
	d.reopened()
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.until(`document.querySelector("#pause-open")?.textContent.includes("Pause orders")`, "the shop to take orders again")
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
}

// A pause without an end, changed to a time, resumed by hand.
func TestPauseChangeAndResume(t *testing.T) {
	d, b, _ := openShop(t)
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.click("label:has(#pause-end-notice)")
	b.sees("when somebody resumes them")
	b.click("#pause-go")
	b.sees("until further notice")
	b.click("#shop-pause-change")
	b.wait("dialog#pause[open]")
	b.until(`document.querySelector("#pause-end-notice").checked`, "the present end to be chosen")
	b.click("label:has(#pause-end-until)")
	b.fill("#pause-clock", "half ten")
	b.click("#pause-go")
	b.sees("Enter a time")
	b.shot("pause-fault")
	b.fill("#pause-clock", "1159pm")
	b.until(`document.querySelector("#pause-clock").value === "23:59"`, "the time as it was understood")
	b.shot("pause-change")
	b.click("#pause-go")
	b.until(`/Paused until\s*23:59/.test(document.querySelector(".top-status").textContent)`, "the new end")
	b.reload()
	b.settled()
	b.until(`/Paused until\s*23:59/.test(document.querySelector(".top-status").textContent)`, "the new end after a reload")
	b.click("#pause-open")
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
	d.reopened()
}

// The platform closes the shop during the pause: it stays closed, which is
// said; a person reopens it after a question.
func TestPauseLeavesWhatThePlatformClosed(t *testing.T) {
	d, b, clock := openShop(t)
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.click("#pause-go")
	b.until(`document.querySelector("#shop-pause")`, "the note")
	if err := d.box.SuspendShop(central); err != nil {
		t.Fatal(err)
	}
	clock.Advance(16 * time.Minute)
	deadline := time.Now().Add(patience)
	for p, err := d.store.Pause(t.Context(), central); err != nil || p.State != "left"; p, err = d.store.Pause(t.Context(), central) {
		if time.Now().After(deadline) {
			t.Fatalf("the server took it for its own: %+v %v", p, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	b.reload()
	b.settled()
	b.sees("Closed on the platform")
	b.shot("pause-left")
	if got := d.status(); got != platform.ShopSuspended {
		t.Errorf("the platform has %v", got)
	}
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.shot("pause-reopen")
	b.click("#pause-reopen")
	d.reopened()
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
}

// Suspended by the platform's own call: no end, nobody's name.
func TestPausedElsewhere(t *testing.T) {
	d, b, _ := openShop(t)
	if err := d.direct().Rest(t.Context(), platform.ShopRef{ShopID: central}); err != nil {
		t.Fatal(err)
	}
	b.reload()
	b.settled()
	b.sees("Paused, but not from here.")
	b.sees("Not paused here")
	b.shot("pause-elsewhere")
}

// Nobody ended it for two hours.
func TestPauseForgotten(t *testing.T) {
	d, b, _ := openShop(t)
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.click("label:has(#pause-end-notice)")
	b.click("#pause-go")
	b.until(`document.querySelector("#shop-pause")`, "the note")
	p, err := d.store.Pause(t.Context(), central)
	if err != nil {
		t.Fatal(err)
	}
	p.StartedAt -= 130 * 60_000
	if err := d.store.SavePause(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	b.open(d.URL + "/shops")
	b.sees("Harbour Noodle")
	b.wait("#nudge-100001")
	b.shot("pause-nudge")
	b.clickText("Leave it paused")
	b.until(`!document.querySelector("#nudge-100001")`, "the question to go")
	b.reload()
	b.sees("Harbour Noodle")
	b.seesNot("has been paused for")
	if got := d.status(); got != platform.ShopSuspended {
		t.Errorf("the platform has %v", got)
	}
}

// How the dialog and the paused shop look where it is narrow, dark and right
// to left.
func TestPauseLooks(t *testing.T) {
	_, b, _ := openShop(t)
	for _, size := range []struct {
		name string
		w, h int
	}{{"wide", 1280, 860}, {"tablet", 820, 1180}, {"phone", 390, 844}} {
		b.viewport(size.w, size.h)
		b.click("#pause-open")
		b.wait("dialog#pause[open]")
		b.shot("pause-look-" + size.name)
		b.until(`document.documentElement.scrollWidth <= innerWidth`, "nothing to stick out at "+size.name)
		b.press("Escape")
		b.until(`!document.querySelector("dialog#pause").open`, "Escape to close the dialog")
	}
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
	b.click("#pause-go")
	b.until(`document.querySelector("#shop-pause")`, "the note")
	b.shot("pause-paused-phone")
	b.until(`document.documentElement.scrollWidth <= innerWidth`, "nothing to stick out while paused")
	b.dark(true)
	b.viewport(1280, 860)
	b.shot("pause-paused-dark")
	b.until(`(document.documentElement.dir = "rtl") === "rtl"`, "right to left")
	b.shot("pause-paused-rtl")
	b.click("#shop-pause-change")
	b.wait("dialog#pause[open]")
	b.shot("pause-dialog-rtl-dark")
}

// The whole flow without a mouse.
func TestPauseByKeyboard(t *testing.T) {
	d, b, _ := openShop(t)
	b.focus("#pause-open")
	b.press("Enter")
	b.wait("dialog#pause[open]")
	b.until(`document.activeElement.id === "pause-end-15"`, "the keyboard at the first choice")
	b.press("ArrowRight")
	b.until(`document.querySelector("#pause-end-30").checked`, "half an hour")
	b.press("Tab")
	b.until(`document.activeElement.id === "pause-reason-busy"`, "the keyboard at the reasons")
	b.until(`new Promise(done => { let n = 0; const next = () => ++n > 12 ? done(true) : requestAnimationFrame(next); next(); })`, "the chosen end to be drawn") // a key during it can miss its choice
	b.keys(" ")
	b.until(`document.querySelector("#pause-reason-busy").checked`, "a reason")
	b.press("Tab")
	b.keys("queue")
	b.press("Enter")
	b.until(`!document.querySelector("dialog#pause").open`, "Enter to pause")
	b.until(`document.activeElement.id === "pause-open"`, "the keyboard back at the button")
	b.sees("Too busy – queue")
	b.press("Enter")
	b.until(`!document.querySelector("#shop-pause")`, "Resume now")
	d.reopened()
}
