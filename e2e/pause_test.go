package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"github.com/shopdesk/shopdesk/internal/api"
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

// shopIs waits until the platform has a shop in that status, which a worker of
// the server's may bring about.
func (d *desk) shopIs(shop int64, status platform.ShopStatus) {
	d.t.Helper()
	client := d.direct()
	eventually(d.t, func() error {
		s, err := client.Shop(d.t.Context(), platform.ShopRef{ShopID: shop})
		if err != nil {
			d.t.Fatal(err)
		}
		if s.Status != status {
			return fmt.Errorf("the platform has shop %d as %v", shop, s.Status)
		}
		return nil
	})
}

// asksToPause opens the dialog of a pause.
func (b *tab) asksToPause() {
	b.t.Helper()
	b.click("#pause-open")
	b.wait("dialog#pause[open]")
}

// Enter that was held down for a moment opened the dialog, paused the shop with the repeats of the key, resumed its
// orders and paused it again.
func TestHeldEnterOnlyAsks(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	b.focus("#pause-open")
	press := input.DispatchKeyEvent(input.KeyDown).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13).
		WithText("\r")
	b.do(press)
	b.until(`document.activeElement.matches("dialog#pause[open] *")`, "the keyboard in the dialog")
	b.do(press.WithAutoRepeat(true))
	b.settledFrames()
	if !b.is(`document.querySelector("dialog#pause[open] #pause-go:not([aria-busy])")`) {
		t.Error("the repeat of the key was taken for an answer")
	}
	b.press("ArrowRight") // Enter at once would be the second of a double press
	b.press("Enter")
	d.shopIs(central, platform.ShopSuspended)
}

// Pause for a quarter of an hour; the server reopens with no tab's help.
func TestPauseEndsByItself(t *testing.T) {
	t.Parallel()
	d, b, clock := openShop(t)
	b.shot("pause-before")
	b.asksToPause()
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
	d.shopIs(central, platform.ShopOperating)
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.until(`document.querySelector("#pause-open")?.textContent.includes("Pause orders")`, "the shop to take orders again")
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
}

// A pause without an end, changed to a time, resumed by hand.
func TestPauseChangeAndResume(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	b.asksToPause()
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
	typed, end := "1159pm", "23:59"
	if time.Now().In(hongKong).Hour() == 23 { // it could be over before it is looked at
		typed, end = "1130am", "11:30"
	}
	pill := fmt.Sprintf(`/Paused until\s*(\w+ )?%s/.test(document.querySelector(".top-status").textContent)`, end)
	b.fill("#pause-clock", typed)
	b.until(fmt.Sprintf(`document.querySelector("#pause-clock").value === %q`, end), "the time as it was understood")
	b.shot("pause-change")
	b.click("#pause-go")
	b.until(pill, "the new end")
	b.reload()
	b.settled()
	b.until(pill, "the new end after a reload")
	b.click("#pause-open")
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
	d.shopIs(central, platform.ShopOperating)
}

// lateAnswer holds the answer to a pause back until the screen shows the pause, of which the stream tells, too.
const lateAnswer = `const real = window.fetch; window.fetch = async (...all) => {
	const answer = await real(...all);
	if (new URL(all[0].url ?? all[0], location).pathname.endsWith("/api/pauses") && all[1]?.method === "POST") {
		while (!document.querySelector("#shop-pause")) await new Promise(requestAnimationFrame);
	}
	return answer;
}`

// A new pause was called a changed one when its event came before its answer.
func TestNewPauseIsNotCalledAChange(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	b.eval(lateAnswer, nil)
	b.asksToPause()
	b.click("#pause-go")
	b.until(`document.querySelector(".toast")?.textContent.includes("Orders are paused.")`, "the message of a new pause")
	b.click("#shop-pause-change")
	b.wait("dialog#pause[open]")
	b.click("label:has(#pause-end-notice)")
	b.click("#pause-go")
	b.sees("The pause is changed.")
}

// The platform closes the shop during the pause: it stays closed, which is
// said; a person reopens it after a question.
func TestPauseLeavesWhatThePlatformClosed(t *testing.T) {
	t.Parallel()
	d, b, clock := openShop(t)
	b.asksToPause()
	b.click("#pause-go")
	b.until(`document.querySelector("#shop-pause")`, "the note")
	if err := d.box.SuspendShop(central); err != nil {
		t.Fatal(err)
	}
	clock.Advance(16 * time.Minute)
	eventually(t, func() error {
		p, err := d.store.Pause(t.Context(), central)
		if err == nil && p.State != "left" {
			err = fmt.Errorf("the server took it for its own: %+v", p)
		}
		return err
	})
	b.reload()
	b.settled()
	b.sees("Closed on the platform")
	b.shot("pause-left")
	if got := d.status(); got != platform.ShopSuspended {
		t.Errorf("the platform has %v", got)
	}
	b.asksToPause()
	b.shot("pause-reopen")
	b.click("#pause-reopen")
	d.shopIs(central, platform.ShopOperating)
	b.until(`!document.querySelector("#shop-pause")`, "the note to go")
}

// Suspended by the platform's own call: no end, nobody's name.
func TestPausedElsewhere(t *testing.T) {
	t.Parallel()
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

// pausedElsewhere pauses the shop, or changes its pause, on another device of the same person.
func (b *tab) pausedElsewhere(request string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`fetch(%q, {method: "POST", headers: {"X-Console": "1", "Content-Type": "application/json"},
		body: JSON.stringify(%s)})`, api.PathPauses, request), nil)
	b.until(`document.querySelector("#shop-pause")?.textContent.includes("The oven is broken")`, "the other pause")
}

// A pause that somebody changed while the dialog was open was replaced without a word: the live line had brought its
// new version.
func TestPauseThatWasChangedMeanwhile(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	kept := func(note string) {
		t.Helper()
		if p, err := d.store.Pause(t.Context(), central); err != nil || p.Note != note {
			t.Errorf("the server has %+v %v, want the note %q", p, err, note)
		}
	}
	b.asksToPause()
	b.pausedElsewhere(`{shopId: "100001", version: 0, end: "notice", note: "The oven is broken"}`)
	b.fill("#pause-note", "Too busy")
	b.click("#pause-go")
	b.sees("Somebody else was faster.")
	b.until(`document.querySelector("dialog#pause").textContent.includes("The oven is broken")`, "the other pause in the dialog")
	kept("The oven is broken")
	b.shot("pause-meanwhile")
	b.click("#pause-go")
	b.until(`!document.querySelector("dialog#pause").open`, "the second press to count")
	kept("Too busy")
}

// A dialog that was closed while the platform was asked kept to itself that it refused.
func TestRefusedPauseIsToldOutsideTheDialog(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultCode, Path: platform.PathShopRest, Code: 31234,
		Message: "Not allowed."}); err != nil {
		t.Fatal(err)
	}
	b.expect("422")
	b.asksToPause()
	_, goOn := d.stops(api.PathPauses)
	b.click("#pause-go")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	goOn()
	b.sees("The orders couldn't be paused.")
	b.sees("Not allowed.")
}

// pausedForHours is a desk whose shop was paused until further notice two hours
// ago, and was forgotten.
func pausedForHours(t *testing.T) (*desk, *tab) {
	t.Helper()
	d, b, _ := openShop(t)
	b.asksToPause()
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
	return d, b
}

// No operator ended the pause for two hours.
func TestPauseForgotten(t *testing.T) {
	t.Parallel()
	d, b := pausedForHours(t)
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

// Resuming from the question says when orders really start, though the shop isn't
// on the screen and its hours are others than this device knew.
func TestNudgeSaysWhenOrdersStart(t *testing.T) {
	t.Parallel()
	d, b := pausedForHours(t)
	b.open(d.URL + "/shops")
	b.wait("#nudge-100001")
	d.setSpecial(central, []platform.SpecialDate{entryOn(t, dayIn(-1), dayIn(2), platform.Period{})})
	b.clickText("Resume now")
	b.sees("By its hours the shop is closed: orders start at")
	b.shot("pause-nudge-closed")
	if got := d.status(); got != platform.ShopOperating {
		t.Errorf("the platform has %v", got)
	}
}

// A second shop that was to be resumed while the first one still was stayed paused: the press was lost.
func TestTwoShopsAreResumedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	d.paused(b, central, 130*time.Minute)
	d.paused(b, 100002, 130*time.Minute)
	b.open(d.URL + "/shops")
	_, goOn := d.stops(api.PathResume)
	for _, nudge := range []string{"#nudge-100001", "#nudge-100002"} {
		b.until(fmt.Sprintf(`document.querySelector("%s button")?.click() ?? !!document.querySelector(%[1]q)`, nudge), nudge)
	}
	goOn()
	d.shopIs(central, platform.ShopOperating)
	d.shopIs(100002, platform.ShopOperating)
}

// How the dialog and the paused shop look in every size, scheme and direction.
func TestPauseLooks(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	closes := func() {
		t.Helper()
		b.press("Escape")
		b.until(`!document.querySelector("dialog#pause").open`, "Escape to close the dialog")
	}
	b.onEveryScreen("pause-look", func() {
		b.asksToPause()
	}, func(func(string)) { closes() })
	b.asksToPause()
	b.click("#pause-go")
	b.until(`document.querySelector("#shop-pause")`, "the note")
	b.onEveryScreen("pause-paused", func() {}, func(look func(string)) {
		b.eval(`(more => more.getAttribute("aria-expanded") === "true" || more.click())(document.querySelector("#shop-messages"))`, nil)
		b.click("#shop-pause-change")
		b.wait("dialog#pause[open]")
		look("-change")
		closes()
	})
}

// The whole flow without a mouse.
func TestPauseByKeyboard(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	b.focus("#pause-open")
	b.press("Enter")
	b.wait("dialog#pause[open]")
	b.until(`document.activeElement.id === "pause-end-15"`, "the keyboard at the first choice")
	b.press("ArrowRight")
	b.until(`document.querySelector("#pause-end-30").checked`, "half an hour")
	b.press("Tab")
	b.until(`document.activeElement.id === "pause-reason-busy"`, "the keyboard at the reasons")
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
	d.shopIs(central, platform.ShopOperating)
}

// Three taps on Today pause all shops that can be paused, three on the list of all shops resume them, and each shop's
// result is listed.
func TestSeveralShopsArePausedInThreeTaps(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	goes := func() {
		t.Helper()
		b.tapped("#pauses-go", "#run-brief")
		b.tookTaps("pause several shops")
	}
	closed := func() {
		t.Helper()
		b.until(`document.querySelectorAll("#run-brief .pill").length > 1 &&
			[...document.querySelectorAll("#run-brief .pill")].every(p => /Done|Failed|Unchanged/.test(p.textContent))`,
			"a result per shop: until then the dialog grows")
		b.shot("pauses-result")
		b.touched("#pauses-close", "#pauses-close")
		b.until(`!document.querySelector("dialog#pauses").open`, "the dialog to close")
	}
	b.onTablet()
	b.open(d.URL + "/today")
	b.settled()
	b.tapped("#pauses-open", "dialog#pauses[open]")
	b.tapped("label:has(#pauses-of-all)", "#pauses-of-all:checked")
	b.shot("pauses-dialog")
	goes()
	d.shopIs(central, platform.ShopSuspended)
	closed()

	b.open(d.URL + "/shops")
	b.settled()
	b.onTablet()
	b.tapped("#pauses-open", "dialog#pauses[open]")
	b.tapped("label:has(#pauses-do-resume)", "#pauses-do-resume:checked")
	goes()
	d.shopIs(central, platform.ShopOperating)

	b.open(d.URL + "/shops/100001")
	b.settled()
	b.onTablet()
	b.tapped("#pause-open:not(:disabled)", "dialog#pause[open]")
	b.shot("pause-dialog")
	b.tapped("#pause-all", "#pauses-of-all:checked")
	goes()
	d.shopIs(central, platform.ShopSuspended)
	closed()

	b.onTablet()
	b.tapped("#shop-pause-change", "dialog#pause[open]")
	b.tapped("#pause-all", "#pauses-do-resume:checked")
	goes()
	d.shopIs(central, platform.ShopOperating)
}

// tapped taps what has come to rest, and waits for what that brings.
func (b *tab) tapped(what, brings string) {
	b.t.Helper()
	b.wait(what)
	b.eval(fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "nearest", behavior: "instant"})`, what), nil)
	b.until(`document.getAnimations().every(a => a.playState !== "running")`, "nothing to move")
	touched := time.Now()
	b.touched(what, what)
	b.taps++
	b.wait(brings)
	b.answered += time.Since(touched)
}

// The dialog went out of sight with its shop's page, and sprang up when the shop was opened again.
func TestPauseDialogClosesWithItsPage(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	b.asksToPause()
	b.eval(`document.querySelector('a[href="/settings"]').click()`, nil)
	b.until(`location.pathname === "/settings" && !document.querySelector("dialog#pause[open]")`, "the settings alone")
	b.eval(`history.back()`, nil)
	b.wait("#pause-open:not(:disabled)")
	b.settled()
	b.until(`!document.querySelector("dialog#pause[open]")`, "no dialog")
}

// The page of the change lay behind the dialog whose link had led to it.
func TestDialogOfSeveralShopsClosesWhenItsPageIsLeft(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/today")
	b.settled()
	b.click("#pauses-open")
	b.wait("dialog#pauses[open]")
	b.click("label:has(#pauses-of-all)")
	b.wait("#pauses-of-all:checked")
	b.click("#pauses-go")
	b.wait("#run-brief")
	b.click(`dialog#pauses a[href^="/runs/"]`)
	b.until(`location.pathname.startsWith("/runs/") && !document.querySelector("dialog#pauses[open]")`, "the change alone")
}

// After a reload only the note was there again, so a pause until the evening became one of 15 minutes; and a press of
// Escape lost all that was chosen, without a way back. On a page that isn't the shop's, that way led nowhere.
func TestPauseDialogComesBackWhole(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	b.asksToPause()
	b.click("label:has(#pause-end-until)")
	b.fill("#pause-clock", "21:15")
	b.click("label:has(#pause-reason-busy)")
	b.fill("#pause-note", "A pipe burst")
	whole := func(when string) {
		b.wait("dialog#pause[open]") // its content is there a moment before it is on screen
		b.until(`document.querySelector("#pause-end-until")?.checked && document.querySelector("#pause-clock")?.value === "21:15" &&
			document.querySelector("#pause-reason-busy").checked && document.querySelector("#pause-note").value === "A pipe burst"`,
			"the choice "+when)
	}
	b.reload()
	b.wait("#pause-open:not(:disabled)")
	b.click("#pause-open")
	whole("after a reload")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	b.sees("Your changes are discarded.")
	b.clickText("Undo")
	whole("after Undo")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	b.eval(`document.querySelector('a[href="/settings"]').click()`, nil)
	b.until(`location.pathname === "/settings"`, "another page")
	b.clickText("Undo")
	whole("after Undo on another page")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#pause").open`, "the dialog to close")
	b.click("#pause-open")
	b.until(`document.querySelector("#pause-end-15")?.checked && document.querySelector("#pause-note").value === ""`,
		"a new question")
}
