package e2e

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/store"
)

const central = 100001

// openHours opens a shop's weekly hours, signed in as the manager.
func openHours(t *testing.T) (*desk, *tab) { return openHoursIn(t, newTab) }

func openHoursIn(t *testing.T, newTab func(testing.TB) *tab) (*desk, *tab) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001/hours")
	b.wait("#fri-0-start")
	return d, b
}

// A person who is back in a field before its time is written out replaces the time. Once the selection was gone, and
// "22:00" was added to "02:00".
func TestTimeIsReplacedByWhoComesBack(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	end := fmt.Sprintf("#fri-%d-end", len(d.week().Fri)-1)
	b.eval(fmt.Sprintf(`(field => {
		field.focus();
		field.select();
		document.execCommand("insertText", false, "2");
		field.blur();
		field.focus();
	})(document.querySelector(%q))`, end), nil)
	b.until(fmt.Sprintf(`document.querySelector(%q).value === "02:00"`, end), "the time to be written out")
	b.keys("23\t")
	b.until(fmt.Sprintf(`document.querySelector(%q).value === "23:00"`, end), "the time that was typed in its place")
}

// saved waits until the week has been saved and nothing is left to save.
func (b *tab) saved() {
	b.t.Helper()
	b.until(`/Saved\.|it is saved\./.test(document.body.innerText)`, "the word of the save")
	b.until(`document.querySelector("#hours-save")?.disabled !== false`, "nothing to be left to save")
}

// The answer to a save came after a person had gone on to another field, and took the keyboard from that field: what
// the person typed next was lost.
func TestAnswerToASaveLeavesTheKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	_, goOn := d.stops(api.PlatformPrefix + platform.PathWeekUpdate)
	b.fill("#fri-0-start", "10")
	b.click("#hours-save")
	b.focus("#mon-0-start")
	goOn()
	b.saved()
	b.settledFrames()
	if !b.is(`document.activeElement.id === "mon-0-start"`) {
		t.Error("the keyboard was taken from the field")
	}
}

// The spine: change Friday, see the mistake before saving, save, reload, and
// find the new hours on the platform.
func TestChangeFriday(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.click("#fri-0-end")
	b.keys("6pm\t") // WebKit took the choice of the whole time back at the end of the press
	b.fill("#fri-1-start", "1700")
	b.sees("overlap")
	b.shot("hours-overlap")
	b.click("#hours-save")
	b.wait("#hours-summary:focus")
	b.shot("hours-summary")
	if got := d.week().Fri[0].EndTime; got != 15*3600 {
		t.Fatalf("a week with a mistake was saved: %d", got)
	}
	b.fill("#fri-0-end", "4.30pm")
	b.fill("#fri-1-end", "1am")
	b.sees("Friday runs on until 01:00")
	b.click("#hours-review")
	b.wait("#review")
	b.shot("hours-review")
	b.click("#review-save")
	b.saved()
	b.reload()
	b.settled()
	for field, want := range map[string]string{"#fri-0-end": "16:30", "#fri-1-start": "17:00", "#fri-1-end": "01:00"} {
		if got := b.value(field); got != want {
			t.Errorf("%s shows %q after a reload, want %q", field, got, want)
		}
	}
	want := []platform.Period{{StartTime: 11 * 3600, EndTime: 16*3600 + 1800}, {StartTime: 17 * 3600, EndTime: 3600}}
	if got := d.week().Fri; len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("the platform has %v, want %v", got, want)
	}
	entries, err := d.store.Entries(t.Context(), store.EntryQuery{Shops: []int64{central}, Limit: 5})
	if err != nil || len(entries) != 1 || entries[0].Action != "hours.week.update" || entries[0].Operator != "Marco Lam" ||
		entries[0].Outcome != "done" {
		t.Errorf("audit: %+v %v", entries, err)
	}
}

// After a try to save, the summary of what is wrong came anew at each time that was half typed, as an alert above the
// field.
func TestSummaryIsQuietWhileATimeIsTyped(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	b.fill("#fri-0-end", "6pm")
	b.click("#hours-save")
	b.wait("#hours-summary:focus")
	b.eval(`window.alerts = 0; new MutationObserver(list => alerts += list.filter(m =>
			(m.target.closest ? m.target : m.target.parentElement)?.closest("[role=alert]") ||
			[...m.addedNodes].some(n => n.matches?.("[role=alert]") || n.querySelector?.("[role=alert]"))).length)
		.observe(document.getElementById("main"), {characterData: true, childList: true, subtree: true})`, nil)
	b.focus("#fri-0-end")
	b.eval(`document.getElementById("fri-0-end").select()`, nil)
	for _, key := range []string{"1", "2", ":", "3", "0"} {
		b.keys(key)
	}
	b.until(`document.getElementById("fri-0-end").value === "12:30"`, "the time")
	b.press("Tab")
	b.until(`!document.querySelector("#hours-summary, #fri-0-end[aria-invalid=true]")`, "nothing to be wrong any more")
	var alerts int
	if b.eval(`alerts`, &alerts); alerts != 0 {
		t.Errorf("%d alerts", alerts)
	}
}

// What was typed outlives a reload and a sign-out.
func TestDraftSurvives(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#mon-0-start", "9")
	b.sees("1 change")
	b.reload()
	b.settled()
	b.until(`document.querySelector("#mon-0-start")?.value === "09:00"`, "the draft after a reload")
	b.signsOut()
	b.sees("Try it as manager")
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001/hours")
	b.until(`document.querySelector("#mon-0-start")?.value === "09:00"`, "the draft after a sign-out")
	b.shot("hours-draft")
	b.click("#hours-discard")
	b.until(`document.querySelector("#mon-0-start")?.value === "11:00"`, "the platform's hours after discarding")
}

// veiled is true while nothing of a page can be read, though it is there.
const veiled = `document.querySelector("#page-title") && !document.querySelector("#page-title").checkVisibility({visibilityProperty: true}) &&
	!/Harbour|Central|10:00/.test(document.body.innerText + document.title)`

// A session that ends while hours are edited: what is on the screen goes until the
// same person has signed in again, and then goes on. It stayed readable.
func TestSessionEndsWhileEditing(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#tue-0-start", "10:00")
	b.sees("1 change")
	d.endSession(b, "manager")
	// the line for orders may have asked by itself, over the button
	b.eval(`document.querySelector("#hours-save").click()`, nil)
	b.wait("dialog#signin-over[open]")
	b.until(veiled, "nothing of the shop to be readable")
	b.shot("signin-over")
	for range 3 { // browsers close a dialog on a second one, whatever the page says
		b.press("Escape")
		b.settledFrames()
		b.wait("dialog#signin-over[open]")
		b.until(veiled, "nothing of the shop to be readable")
	}
	b.shot("signin-veil")
	b.clickText("Try it as manager")
	b.until(`!document.querySelector("dialog#signin-over[open]")`, "the page to go on")
	if got := b.value("#tue-0-start"); got != "10:00" {
		t.Errorf("the edit is %q after signing in again", got)
	}
	b.click("#hours-save")
	b.saved()
	if got := d.week().Tue[0].StartTime; got != 10*3600 {
		t.Errorf("the platform has %d", got)
	}
}

// A dialog that was open when the session ended stayed readable once the sign-in was closed, and kept everything else
// from being pressed, the way back among it.
func TestSessionEndsUnderADialog(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.click("#pause-open")
	b.fill("#pause-note", "Queue out of the door")
	d.endSession(b, "manager")
	b.eval(`dispatchEvent(new Event("shopdesk:pull"))`, nil)
	b.wait("dialog#signin-over[open]")
	b.press("Escape")
	b.until(veiled+` && !document.querySelector("#pause-note").checkVisibility({visibilityProperty: true})`,
		"nothing of the dialog to be readable")
	b.shot("signin-over-dialog")
	b.clickText("Try it as manager")
	if got := b.value("#pause-note"); got != "Queue out of the door" {
		t.Errorf("the note is %q after signing in again", got)
	}
}

// Another person changes the hours meanwhile: both are shown, each day is
// chosen, nothing is lost.
func TestSomebodyElseChangedTheHours(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#wed-0-start", "12:00")
	b.fill("#thu-0-start", "12:00")
	theirs := d.week()
	theirs.Thu = []platform.Period{{StartTime: 8 * 3600, EndTime: 20 * 3600}}
	theirs.Sat = []platform.Period{{StartTime: 9 * 3600, EndTime: 10 * 3600}}
	if err := d.direct().UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: theirs}); err != nil {
		t.Fatal(err)
	}
	b.expect("409")
	b.click("#hours-save")
	b.wait("#conflict-thu-theirs")
	b.shot("hours-conflict")
	b.click("#conflict-thu-theirs")
	b.pressTwice("#conflict-save") // the second press once stopped the program
	b.saved()
	got := d.week()
	if got.Wed[0].StartTime != 12*3600 || got.Thu[0].StartTime != 8*3600 || got.Sat[0].StartTime != 9*3600 {
		t.Errorf("merged to wed %v, thu %v, sat %v", got.Wed, got.Thu, got.Sat)
	}
}

// Two people have a shop's hours open. What one saves comes to the other's page by itself, which the platform needn't
// push.
func TestAnothersSaveComesToThePage(t *testing.T) {
	t.Parallel()
	d, mine := openHours(t)
	theirs := newTab(t)
	d.signedIn(theirs, "owner")
	theirs.open(fmt.Sprintf("%s/shops/%d/hours", d.URL, central))
	theirs.wait("#fri-0-start")
	mine.fill("#fri-0-start", "10:15")
	mine.click("#hours-save")
	mine.saved()
	theirs.until(`document.querySelector("#fri-0-start").value === "10:15"`, "the other's hours")
}

// The platform is down: the page says so, keeps the draft, and tries again.
func TestPlatformDown(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#sun-0-start", "13:00")
	fault := sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathWeekUpdate, Count: 3}
	if _, err := d.box.Inject(fault); err != nil {
		t.Fatal(err)
	}
	b.expect("504")
	b.click("#hours-save")
	b.wait("#hours-notice[role=alert]")
	b.until(`(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector("#hours-notice").getBoundingClientRect())`, "the alert to be in view")
	b.shot("hours-platform-down")
	b.reload()
	b.settled()
	b.until(`document.querySelector("#sun-0-start")?.value === "13:00"`, "the draft")
	d.box.ClearFaults()
	b.click("#hours-save")
	b.saved()
	if got := d.week().Sun[0].StartTime; got != 13*3600 {
		t.Errorf("the platform has %d", got)
	}
}

// The platform acts but its answer is lost: nothing half-known is called saved
// or lost.
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#mon-0-start", "10:30")
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultActDrop, Path: platform.PathWeekUpdate,
		Count: 2}); err != nil {
		t.Fatal(err)
	}
	b.expect("504")
	b.click("#hours-save")
	b.saved()
	if got := d.week().Mon[0].StartTime; got != 10*3600+1800 {
		t.Errorf("the platform has %d", got)
	}
	b.shot("hours-answer-lost")
}

// An operator who leaves the page before the answer reads the outcome elsewhere,
// can undo from there, and comes back to a page that knows the outcome.
func TestHoursLeftWhileSaving(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	_, goOn := d.stops(api.PlatformPrefix + platform.PathWeekUpdate)
	was := d.week().Mon[0].StartTime
	b.fill("#mon-0-start", "10:30")
	b.click("#hours-save")
	b.clickText("Phones")
	b.wait("#phones-add")
	goOn()
	b.sees("Saved.")
	b.seesNot("An edit isn't saved yet.")
	b.shot("hours-left")
	b.clickText("Undo")
	b.sees("Undone. It is as it was.")
	if got := d.week().Mon[0].StartTime; got != was {
		t.Errorf("the platform has %d, want %d", got, was)
	}
}

// The whole flow without a mouse.
func TestChangeHoursByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.focus("#fri-0-start")
	b.keys("10")
	b.press("Tab")
	b.until(`document.querySelector("#fri-0-start").value === "10:00"`, "the time written out after leaving the field")
	b.press("ArrowDown") // closes a quarter of an hour earlier
	b.pressWith("z", control)
	b.pressWith("z", control)
	b.sees("No changes")
	b.pressWith("y", control)
	b.until(`document.querySelector("#fri-0-start").value === "10:00"`, "redo")
	b.focus("#hours-save")
	b.press("Enter")
	b.saved()
	if got := d.week().Fri[0].StartTime; got != 10*3600 {
		t.Errorf("the platform has %d", got)
	}
}

// On a phone a time is typed on the numeric pad, without a colon, or stepped to by a finger
// while the field keeps the keyboard.
func TestTimesByTouch(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	b.viewport(390, 844)
	b.do(emulation.SetTouchEmulationEnabled(true))
	b.eval(`document.querySelector("#fri-0-end").scrollIntoView({block: "center", behavior: "instant"})`, nil)
	b.touched("#fri-0-end", "#fri-0-end")
	b.until(`document.activeElement.id === "fri-0-end" && document.activeElement.inputMode === "numeric"`, "the numeric pad")
	b.keys("2130")
	b.wait(".time-steps")
	b.shot("hours-steps")
	b.touched(".time-step:last-child", ".time-step:last-child")
	b.until(`document.querySelector("#fri-0-end").value === "21:45"`, "a quarter of an hour later")
	b.until(`document.activeElement.id === "fri-0-end"`, "the field to keep the keyboard")
	b.touched(".time-step:first-child", ".time-step:first-child")
	b.touched(".time-step:first-child", ".time-step:first-child")
	b.until(`document.querySelector("#fri-0-end").value === "21:15"`, "half an hour earlier")
	b.fits("hours-steps")
}

// So is the end of a pause.
func TestPauseEndByTouch(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	b.viewport(390, 844)
	b.do(emulation.SetTouchEmulationEnabled(true))
	b.tapped("#pause-open", "dialog#pause[open]")
	b.tapped("label:has(#pause-end-until)", "#pause-clock:focus[inputmode=numeric]")
	b.keys("2130")
	b.tapped(".time-step:last-child", "#pause-clock:focus")
	b.until(`document.querySelector("#pause-clock").value === "21:45"`, "a quarter of an hour later")
	b.sees("21:45")
	b.glance("pause-steps")
}

// The page loads with the platform's answers alone: one for the shop, one for
// the hours, one for the special dates.
func TestFewRequests(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	before := len(d.box.Calls())
	b.reload()
	b.wait("#fri-0-start") // also of what the device has kept
	b.until(`performance.getEntriesByType("resource").some(r => r.responseEnd > 0 && r.name.includes("`+api.PathRecord+
		`?"))`, "the shop to be read anew")
	if n := len(d.box.Calls()) - before; n > 3 {
		t.Errorf("a reload made %d calls to the platform: %+v", n, d.box.Calls()[:n])
	}
}

// The message of a save lay over the bar of the next change: whoever pressed Save pressed the message's Undo.
func TestMessageLeavesTheSaveBarFree(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	for i, language := range []string{"en", "ar"} {
		if i > 0 {
			b.speak(language)
			b.wait("#fri-0-start")
		}
		b.fill("#fri-0-start", fmt.Sprint(9+i))
		b.click("#hours-save")
		b.wait(".toast .btn")
		b.fill("#fri-0-start", "10:30")
		b.wait("#hours-save")
		b.focus(".toast .btn") // the message stays as long as the keyboard is on it
		for _, size := range [][2]int{{1280, 800}, {390, 844}, {844, 390}} {
			b.viewport(size[0], size[1])
			b.settledFrames()
			var covered []string
			b.eval(`(document.querySelector("#hours-save").scrollIntoView({block: "end", behavior: "instant"}),
				[...document.querySelectorAll(".savebar .btn")].filter(e => {
					const r = e.getBoundingClientRect();
					return !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2));
				}).map(e => e.id || e.ariaLabel))`, &covered)
			if len(covered) > 0 {
				b.t.Errorf("%s, %d by %d: a press doesn't reach %q", language, size[0], size[1], covered)
			}
			if size[1] > 600 && b.is(`(() => {
				const box = document.querySelector(".toast").getBoundingClientRect(), bar = document.querySelector(".savebar").getBoundingClientRect();
				return box.bottom > bar.top && bar.bottom > box.top;
			})()`) {
				b.t.Errorf("%s, %d by %d: the bar lies over the message", language, size[0], size[1])
			}
		}
		b.viewport(1280, 800)
		b.click("#hours-save")
		b.saved()
	}
}

// The buttons for a finger lay over what is below a time: on a phone, over Save of a day's hours and over the words of
// what is wrong with the time.
func TestStepsOfATimeCoverNothing(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	b.viewport(390, 844)
	b.do(emulation.SetTouchEmulationEnabled(true))
	free := func(field string, below ...string) {
		t.Helper()
		b.tapped(field, field+":focus")
		b.wait(".time-steps")
		var covered []string
		list, err := json.Marshal(below)
		if err != nil {
			t.Fatal(err)
		}
		b.eval(fmt.Sprintf(`(steps => %s.filter(css => {
			const r = document.querySelector(css).getBoundingClientRect();
			return r.left < steps.right && steps.left < r.right && r.top < steps.bottom && steps.top < r.bottom;
		}))(document.querySelector(".time-steps").getBoundingClientRect())`, list), &covered)
		if len(covered) > 0 {
			t.Errorf("the steps of %s lie over %q", field, covered)
		}
	}
	b.fill("#fri-0-end", "late")
	b.click("#hours-save")
	b.wait("#hours-summary:focus")
	free("#fri-0-end", "#fri-1-start", "#fri-problem-0")
	b.shot("hours-steps-wrong")
	b.click("#hours-discard")
	b.goTo("/shops/100001")
	b.click("#shop-quick-1")
	b.fill("#quick-0-start", "late")
	b.click("#quick-save")
	b.wait("#quick-0-start-error")
	free("#quick-0-start", "#quick-0-start-error", "#quick-add", "#quick-save")
	b.shot("shop-quick-steps")
	free("#quick-0-end", "#quick-0-start-error", "#quick-add", "#quick-save")
}
