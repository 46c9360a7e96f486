package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// pressTwice presses each of these controls before the browser draws anything: a slow tablet takes that long.
func (b *tab) pressTwice(controls ...string) {
	b.t.Helper()
	for _, css := range controls {
		b.wait(css)
	}
	if len(controls) == 1 {
		controls = append(controls, controls[0])
	}
	b.eval(fmt.Sprintf(`[%q, %q].map(css => document.querySelector(css)).forEach(e => e.click())`, controls[0], controls[1]), nil)
	b.settledFrames()
}

// The program stopped at the second press of a button whose dialog or line the first press had taken away.
func TestPressOfWhatHasGone(t *testing.T) {
	t.Parallel()
	d, b := openDates(t, central)
	week := d.week()
	for _, day := range platform.Days() {
		week.SetDay(day, []platform.Period{{StartTime: 0, EndTime: 3600}, {StartTime: 7200, EndTime: 10800}})
	}
	if err := d.direct().UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		t.Fatal(err)
	}
	b.reload()
	b.wait("#dates-import")
	name := filepath.Join(t.TempDir(), "fair.ics")
	if err := os.WriteFile(name, fmt.Appendf(nil, "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fair\nDTSTART:%s\n"+
		"END:VEVENT\nEND:VCALENDAR\n", time.Now().AddDate(0, 0, 400).Format("20060102")), 0o600); err != nil {
		t.Fatal(err)
	}
	b.upload("#dates-import", name)
	b.pressTwice("#dates-bring-go")
	b.sees("1 change")

	b.click("#dates-holidays-open")
	labour := fmt.Sprintf("#holiday-hk-%d-labour", nextYearOf(time.May))
	b.wait(labour)
	b.eval(fmt.Sprintf(`document.querySelector(%q).click()`, labour+"-take"), nil)
	b.click(labour + "-open")
	b.pressTwice(labour + " [aria-label='Remove shift 2']")
	b.until(fmt.Sprintf(`!document.querySelector("%s-1-start")`, labour), "one shift to be left")
	b.pressTwice("#dates-holidays [aria-label='Close']", "#holidays-all")

	b.open(fmt.Sprintf("%s/shops/%d", d.URL, central))
	b.click("#shop-quick-1")
	b.pressTwice("#quick-shifts [aria-label='Remove shift 1']")
	b.until(`!document.querySelector("#quick-1-start") && document.querySelector("#quick-0-start")`, "one shift to be left")
	b.pressTwice("#shop-quick [aria-label='Close']", "#quick-add")
	b.sees("Your changes are discarded.")
}

// pressTwo presses one control and, when a drawing that the first press has caused
// is due, the other: it is then drawn while the browser decides on the second.
func (b *tab) pressTwo(first, second string) {
	b.t.Helper()
	b.wait(first)
	b.settledFrames()
	b.eval(`((first, second) => {
		document.querySelector(first).click();
		for (const start = performance.now(); performance.now() - start < 100;); // longer than a frame
		document.querySelector(second).click();
	})("`+first+`", "`+second+`")`, nil)
	b.settledFrames()
}

// What is pressed while the press before is being drawn counts.
func TestPressesDuringADrawing(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	b.click("#pause-open")
	b.pressTwo("#pause-end-30", "#pause-end-60")
	b.until(`document.querySelector("#pause-end-60").checked`, "the second choice")
	b.pressTwo("#pause-end-15", "#pause-reason-busy")
	b.until(`document.querySelector("#pause-end-15").checked && document.querySelector("#pause-reason-busy").checked`,
		"a choice of each group")
	b.open(d.URL + "/shops/100001/hours")
	b.pressTwo("#mon-open", "#tue-open")
	b.until(`!document.querySelector("#mon-open").checked && !document.querySelector("#tue-open").checked`, "two switches")
	b.sees("2 changes")
	b.open(d.URL + "/shops")
	b.unfold()
	b.click("#shops-columns")
	b.pressTwo("#shops-column-place", "#shops-column-number")
	b.until(`document.querySelector("#shops-column-place").checked && document.querySelector("#shops-column-number").checked`, "two boxes")
	b.sees("Number")
}

// A dialog that is wanted again in the moment in which it closes stays open: the
// browser says late that it was closed.
func TestDialogThatIsWantedAgainAtOnce(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, outing)
	b.click("#dates-add")
	b.wait("#date-editor[open]")
	b.eval(`(() => {
		const dialog = document.querySelector("#date-editor");
		new MutationObserver((_, o) => { if (!dialog.open) { o.disconnect(); document.querySelector("#dates-add").click() } })
			.observe(dialog, {attributeFilter: ["open"]});
		document.querySelector("#date-cancel").click();
	})()`, nil)
	b.until(`document.querySelector("#date-editor").open`, "the dialog to be open again")
	b.settledFrames()
	b.until(`document.querySelector("#date-editor").open && document.querySelector("#date-first")`,
		"the dialog to stay open")
	b.click("#date-cancel")
}
