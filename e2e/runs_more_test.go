package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// daysOf walks the wizard to the hours of one day of the week, "sun", in shops.
func (b *tab) daysOf(d *desk, shops, day string) {
	b.t.Helper()
	b.open(d.URL + "/runs/new")
	b.pasteShops(shops)
	b.sees("are among your shops")
	b.click("#apply-next")
	b.click("#apply-part-days")
	b.click("#apply-day-" + day)
}

// chooseClosedSunday walks the wizard to its preview: Sunday is closed in shops.
func (b *tab) chooseClosedSunday(d *desk, shops string) {
	b.t.Helper()
	b.daysOf(d, shops, "sun")
	b.click("#sun-open")
	b.click("#apply-next")
	b.wait("#apply-go")
}

// A run is put off to a time, which is said in words, and called off from the
// list; another is begun early.
func TestRunAtATime(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.do(emulation.SetTimezoneOverride("Asia/Tokyo"))
	for _, act := range []string{"cancel", "now"} {
		b.chooseClosedSunday(d, "100001 100003 100008")
		b.click("#apply-options")
		b.fill("#apply-name", "Quiet Sunday, "+act)
		b.click("#apply-when-later")
		b.click("#apply-go")
		b.sees("Enter the day.")
		day := time.Now().UTC().AddDate(0, 0, 3)
		b.eval(fmt.Sprintf(`(() => { const e = document.getElementById("apply-at-date"); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); })()`, day.Format(time.DateOnly)), nil)
		b.fill("#apply-at-time", "3")
		b.sees("(Hong Kong)") // the clock of the shops, not the device's
		b.click("#apply-go")
		b.sees("begins by itself in 3 shops")
		b.shot("runs-ask-later")
		b.click("#apply-ask-go")
		b.sees("It begins by itself")
		b.glance("runs-scheduled")
		b.open(d.URL + "/runs")
		b.sees("Begins")
		b.click(fmt.Sprintf(`[id^="run-"][id$="-%s"]`, act))
		b.shot("runs-list-ask-" + act)
		b.click("#runs-ask-go")
		if act == "cancel" {
			b.sees("is cancelled")
			b.sees("3 not begun")
			continue
		}
		b.sees("3 of 3 done")
	}
}

// The preview is of the time that is typed under it: a pause begins with the run, and not with the preview.
func TestRunPreviewFollowsItsTime(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001 100003")
	b.sees("are among your shops")
	b.click("#apply-next")
	b.click("#apply-part-pause")
	b.click("#apply-pause-end-30")
	b.click("#apply-next")
	b.sees("Paused until")
	b.click("#apply-options")
	b.click("#apply-when-later")
	day := time.Now().UTC().AddDate(0, 0, 3)
	b.setDate("#apply-at-date", day.Format(time.DateOnly))
	b.focus("#apply-at-time")
	b.keys("3")
	b.sees("Paused until \u2068" + day.Format("2 Jan") + ", 03:30")
	b.keys(":15")
	b.sees("Paused until \u2068" + day.Format("2 Jan") + ", 03:45")
	if !b.is(`document.activeElement.id === "apply-at-time"`) {
		t.Error("the preview took the keyboard from the time")
	}
	b.click("#apply-go")
	b.sees("begins by itself in 2 shops")
}

// A run over all shops is paused, left and come back to, gone on with and
// cancelled; nothing is asked again and again while the line is live.
func TestRunIsLeftAndComeBackTo(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t, func(o *server.Options) { o.Platform.CallsPerSecond = 4 })
	_, goOn := d.waitsAtPlatform(platform.PathWeekUpdate, 2)
	b.open(d.URL + "/runs/new")
	b.click("#apply-all")
	b.click("#apply-next")
	b.click("#apply-part-days")
	b.click("#apply-day-sun")
	b.fill("#sun-0-start", "12")
	b.fill("#sun-0-end", "16")
	b.click("#apply-next")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.wait("#run-pause")
	b.until(`Number(document.getElementById("run-bar").value) >= 2`, "two shops to be done, without a reload")
	b.glance("runs-running")
	b.click("#run-pause")
	b.wait("#run-go-on")
	run := b.path()
	b.clickText("All changes")
	b.until(`location.pathname === "/runs"`, "the list of changes")
	b.sees("Paused")
	b.open(d.URL + run)
	b.sees("No further shop is begun until you continue")
	var before int
	b.eval(`Number(document.getElementById("run-bar").value)`, &before)
	_, goFurther := d.waitsAtPlatform(platform.PathWeekUpdate, 3)
	goOn()
	b.click("#run-go-on")
	b.until(fmt.Sprintf(`Number(document.getElementById("run-bar").value) > %d`, before+2),
		"another shop to be done, beside those two that were under way")
	b.click("#run-cancel")
	b.sees("won't be changed")
	b.shot("runs-cancel-ask")
	b.click("#run-ask-go")
	goFurther()
	b.sees("What was done stays done")
	b.sees("not begun")
	b.sees("Run it there unchanged")
	b.seesNot("Working")
	b.glance("runs-cancelled")
}

// What was chosen and half typed is there after a reload, step by step.
func TestRunDraft(t *testing.T) {
	t.Parallel()
	d := start(t, quickRuns)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/runs/new")
	b.fill("#apply-find", "tin hau")
	b.click("#apply-shop-100007")
	b.sees("1 shop chosen")
	b.reload()
	b.sees("Your draft of")
	b.sees("1 shop chosen")
	b.click("#apply-next")
	b.click("#apply-part-days")
	b.click("#apply-day-fri")
	b.fill("#fri-0-start", "half")
	b.click("#apply-part-dates")
	b.click("#dates-add")
	b.fill("#date-name", "Christmas")
	b.click("#date-done")
	b.reload()
	b.sees("“half” isn't a time")
	b.sees("Christmas")
	b.click("#apply-next")
	b.sees("There is a problem")
	b.glance("runs-problems")
	b.clickText("Start over")
	b.sees("0 shops chosen")
	b.reload()
	b.sees("0 shops chosen")
}

// The whole way by keyboard alone.
func TestRunByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs")
	b.tabTo("#runs-new")
	b.press("Enter")
	b.wait("#apply-find")
	b.tabTo("#apply-find")
	b.keys("tin hau")
	b.until(`document.querySelectorAll("#apply-shops [role=listitem]").length === 1`, "one shop to be listed")
	b.tabTo("#apply-shop-100007")
	b.keys(" ")
	b.sees("1 shop chosen")
	b.tabTo("#apply-step-1")
	b.press("Enter")
	b.sees("What changes")
	b.tabTo("#apply-part-resume")
	b.tabTo("#apply-part-days")
	b.keys(" ")
	b.tabTo("#apply-day-mon")
	b.keys(" ")
	b.tabTo("#mon-0-start")
	b.keys("930\t")
	b.until(`document.getElementById("mon-0-start").value === "09:30"`, "the time to be understood")
	b.tabTo("#apply-step-2")
	b.press("Enter")
	b.wait("#apply-go")
	b.tabTo("#apply-go")
	b.press("Enter")
	b.wait("#apply-ask-go")
	b.tabTo("#apply-ask-go")
	b.press("Enter")
	b.sees("1 of 1 done")
	b.tabTo("#run-undo")
	b.press("Enter")
	b.wait("#run-ask-go")
	b.tabTo("#run-ask-go")
	b.press("Enter")
	b.sees("This undoes an earlier change")
}

// A manager of twelve shops chooses among twelve, sees twelve of an owner's larger
// run, and can't steer that run.
func TestRunOfFewShops(t *testing.T) {
	t.Parallel()
	d, owner := startRuns(t)
	owner.chooseClosedSunday(d, "100011 100012 100013")
	owner.click("#apply-go")
	owner.click("#apply-ask-go")
	owner.sees("3 of 3 done")
	run := owner.path()

	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + run)
	b.sees("2 of 2 done")
	b.seesNot("Tsim Sha Tsui")
	if b.is(`document.getElementById("run-undo")`) {
		t.Error("the manager may undo what the owner did in a shop that isn't theirs")
	}
	b.open(d.URL + "/runs/new")
	b.sees("Choose all 12 shown")
	b.pasteShops("100012 100013")
	b.sees("1 number is one of your shops")
	b.sees("100013")

	staff := newTab(t)
	staff.expect("403")
	d.signedIn(staff, "staff")
	staff.open(d.URL + "/runs")
	staff.sees("Your role doesn't allow this")
	staff.seesNot("Quiet Sunday")
}

// Every step of the wizard with all its editors, and a run, without a violation.
func TestAxeRuns(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs/new")
	b.pasteShops("100001 100014 5 x")
	b.sees("2 shops chosen")
	b.judgeEveryLook("runs-shops")
	b.click("#apply-next")
	b.clickText("Fill in from")
	for _, part := range []string{"week", "dates", "clear", "phones", "picture", "pause"} {
		b.click("#apply-part-" + part)
	}
	b.click("#phones-add")
	b.click("#apply-pause-end-at")
	b.click("#apply-next")
	b.sees("There is a problem")
	b.judgeEveryLook("runs-change")
	b.glance("runs-all-parts")
	for _, part := range []string{"dates", "clear", "phones", "picture", "pause"} {
		b.click("#apply-part-" + part)
	}
	b.click("#apply-next")
	b.wait("#apply-go")
	b.judgeEveryLook("runs-preview")
	b.click("#apply-options")
	b.click("#apply-when-later")
	b.judgeEveryLook("runs-preview-options")
	b.click("#apply-when-now")
	b.click("#apply-go")
	b.judgeEveryLook("runs-ask")
	b.click("#apply-ask-go")
	b.sees("Done")
	b.judgeEveryLook("runs-one")
	b.open(d.URL + "/runs")
	b.sees("Weekly hours")
	b.judgeEveryLook("runs")
}
