package e2e

import "testing"

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

	// Now the first change doesn't apply any more.
	b.click(".activity-row:last-child button[id$='-back']")
	b.wait("dialog#activity-back[open]")
	b.click("#activity-back-go")
	b.sees("This was changed again since")
	b.clickText("Leave as it is")

	b.eval(`(() => { const kind = document.querySelector("#activity-kind"); kind.value = "phones"; kind.dispatchEvent(new Event("change", {bubbles: true})) })()`, nil)
	b.sees("No change fits what you chose")
	b.shot("activity-none")
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

// Staff are told that the activity isn't theirs to see.
func TestActivityIsNotForStaff(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "staff")
	b.expect("403")
	b.open(d.URL + "/activity")
	b.sees("The activity couldn't be read.")
	b.shot("activity-staff")
}
