package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// heldPreview has the page wait for its next preview until letPreview is called.
const heldPreview = `const real = window.fetch; window.fetch = async (...all) => {
	const {url} = new Request(...all), answer = await real(...all);
	if (url.endsWith("/runs/preview")) {
		window.fetch = real;
		await new Promise(go => window.letPreview = go);
	}
	return answer;
}; true`

// fridayIn walks the wizard to its change: Friday, from 12:00 to an end.
func (b *tab) fridayIn(d *desk, shops, end string) {
	b.t.Helper()
	b.daysOf(d, shops, "fri")
	b.fill("#fri-0-start", "12:00")
	b.fill("#fri-0-end", end)
}

// The preview comes after what it was asked for has been changed: what is shown
// is of the change that would run, and of all its shops.
func TestRunPreviewThatIsLate(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.fridayIn(d, "100001 100003", "21:15")
	b.eval(heldPreview, nil)
	b.click("#apply-next")
	b.until(`!!window.letPreview`, "the preview to be held")
	b.click("#apply-back")
	b.click("#apply-day-sat")
	b.click("#apply-step-0")
	b.click("#apply-shop-100007")
	b.sees("3 shops chosen")
	b.eval(`letPreview()`, nil)
	b.settledFrames()
	b.click("#apply-step-2")
	b.sees("Run in 3 shops")
	b.sees("Saturday")
	b.sees("Friday")
}

// The run is made and its answer is lost: nobody says that it wasn't begun. An
// edit makes it another run.
func TestRunWhoseAnswerIsLost(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.fridayIn(d, "100001 100003", "21:15")
	b.click("#apply-next")
	b.wait("#apply-go")
	b.eval(`const real = window.fetch; window.fetch = async (...all) => {
		const {url} = new Request(...all), answer = await real(...all);
		if (url.endsWith("/api/runs")) {
			window.fetch = real;
			throw new TypeError("the answer was lost");
		}
		return answer;
	}; true`, nil)
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("The change may have begun.")
	b.glance("runs-lost")
	b.click("#apply-back")
	b.fill("#fri-0-end", "23:45")
	b.click("#apply-next")
	b.wait("#apply-go")
	b.click("#apply-go")
	b.click("#apply-ask-go")
	b.sees("2 of 2 done")
	for _, shop := range []int64{central, central + 2} {
		if got, want := d.friday(shop), fmt.Sprint([]platform.Period{{StartTime: 12 * 3600,
			EndTime: 23*3600 + 45*60}}); got != want {
			t.Errorf("shop %d has %s, want %s", shop, got, want)
		}
	}
}

// What is filled in from a shop comes beside what was chosen, and one press takes
// it back; the shop is found however its name is typed.
func TestRunFilledIn(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/runs/new")
	b.fill("#apply-find", "HARBÓUR ١٠٠٠٠١")
	b.until(`document.querySelectorAll("#apply-shops [role=listitem]").length === 1`, "one shop to be listed")
	b.click("#apply-shop-100001")
	b.click("#apply-next")
	b.click("#apply-part-days")
	b.click("#apply-day-fri")
	b.fill("#fri-0-start", "12:00")
	b.fill("#fri-0-end", "21:15")
	b.click("#apply-part-pause")
	b.clickText("Fill in from")
	b.pick("#apply-source", "100002")
	b.click("#apply-fill")
	b.sees("Filled in from")
	b.until(`["week", "picture", "pause"].every(p => document.getElementById("apply-part-" + p).checked) &&
		!["days", "phones"].some(p => document.getElementById("apply-part-" + p).checked)`,
		"the shop's parts but its phones beside the pause")
	b.glance("runs-filled")
	b.click("#apply-filled-go")
	b.until(`["days", "pause"].every(p => document.getElementById("apply-part-" + p).checked) && !document.getElementById("apply-part-week").checked`, "what was chosen before")
	b.until(`document.getElementById("fri-0-end").value === "21:15"`, "the time that was typed")
	b.seesNot("Filled in from")
}
