package e2e

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A change is found in the activity, in words, and set back from there; a
// change that came in between is not undone with it.
func TestActivity(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	before := d.week().Fri
	b.fill("#fri-0-end", "4pm")
	b.click("#hours-save")
	b.saved()

	b.open(d.URL + "/activity")
	b.sees("Changed the weekly hours")
	b.sees("Friday:")
	b.sees("Marco Lam")
	b.shot("activity")

	b.click(".activity-row:first-child button[id$='-back']")
	b.wait("dialog#activity-back[open]")
	b.shot("activity-back")
	b.click("#activity-back-go")
	b.sees("It is as it was before.")
	if got := d.week().Fri; len(got) != len(before) || got[0] != before[0] {
		t.Errorf("the platform has %v, want %v", got, before)
	}
	b.until(`document.querySelectorAll(".activity-row").length === 2`, "the setting back to be listed")
	// It was on the button of the row that is now in that row's place, to undo another change by two more presses.
	b.until(`document.activeElement.matches(".activity-row:last-child button[id$='-back']")`, "the keyboard to be at the same change")

	// The first change is undone, as after a try whose answer was lost.
	b.click(".activity-row:last-child button[id$='-back']")
	b.wait("dialog#activity-back[open]")
	b.click("#activity-back-go")
	b.until(`!document.querySelector("dialog#activity-back[open]")`, "the undo to be done")

	// Now the first change doesn't apply any more.
	week := d.week()
	week.Fri = before[:1]
	if err := d.direct().UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		t.Fatal(err)
	}
	b.click(".activity-row:last-child button[id$='-back']")
	b.wait("dialog#activity-back[open]")
	b.click("#activity-back-go")
	b.sees("This was changed again since")
	b.clickText("Leave as it is")

	// The list gave way to a skeleton until the answer came.
	_, goOn := d.stops(api.PathActivity)
	b.choose("#activity-kind", "phones")
	b.until(`document.querySelectorAll("[aria-busy=true] > .activity-row").length === 2`,
		"the earlier list to stay")
	goOn()
	b.sees("No change fits what you chose")
	b.shot("activity-none")
	b.reload() // which forgot what was chosen
	b.sees("No change fits what you chose")
	b.click("#activity-all")
	b.sees("Changed the weekly hours")
}

// The file holds what the list chooses.
func TestActivityFile(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#fri-0-end", "4pm")
	b.click("#hours-save")
	b.saved()
	b.open(d.URL + "/activity")
	b.sees("Changed the weekly hours")
	b.eval(`window.made = []; const plain = URL.createObjectURL; URL.createObjectURL = blob => { blob.text().then(text => made.push(text)); return plain.call(URL, blob) }`, nil)
	b.click("#activity-csv")
	b.until(`made.length === 1 && made[0].includes("Friday") && made[0].includes("Changed the weekly hours") && made[0].split("\r\n").length === 3`, "the file")
}

// Staff who open a page of managers by its address are told that their role doesn't include the page. They were offered
// to try again, and to begin a bulk change or a template that the server then refused.
func TestPagesOfManagersAreNotForStaff(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	refused := `["page-title", "Your role doesn't allow this.", "Ask an owner of the shop."].every(words =>
		document.querySelector("#main").innerHTML.includes(words)) && !document.querySelector("#main :is(button, input, a)")`
	for _, place := range []string{
		"/activity", "/runs", "/runs/new", "/runs/one", "/templates", "/templates/new", "/templates/one",
		"/templates/one/edit",
	} {
		b.open(d.URL + place)
		b.until(refused, place+" to be refused")
	}
	b.shot("managers-staff")
	// A page of the settings asks the server.
	b.expect("403")
	b.open(d.URL + "/settings/connections")
	b.sees("Your role doesn't allow this.")
	b.until(`![...document.querySelectorAll("#main button")].some(e => e.textContent.includes("Try again"))`,
		"no other try to be offered")
}
