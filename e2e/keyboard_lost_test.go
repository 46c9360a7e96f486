package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/shopdesk/shopdesk/sandbox"
)

// keyed presses a button by a key, and waits until the keyboard is where it goes on from there.
func (b *tab) keyed(button, to string) {
	b.t.Helper()
	b.wait(button)
	b.focus(button)
	b.press("Enter")
	b.on(to)
}

// A button that goes when its form opens took the keyboard with it: a person had to begin at the top of the page.
func TestKeyboardGoesToWhatAButtonOpens(t *testing.T) {
	t.Parallel()
	d, b := startRuns(t)
	b.open(d.URL + "/settings/operators")
	b.settled()
	b.keyed("#operators-invite", "#operators-name")
	b.open(d.URL + "/shops")
	b.settled()
	b.keyed("#shops-add", "#shops-add-ids")
	b.keyed("#shops-add-cancel", "#shops-add")
	b.chooseClosedSunday(d, "100001 100003")
	b.keyed("#apply-options", "#apply-name")
}

// Renaming and deleting a group left nothing with the keyboard.
func TestKeyboardStaysAmongTheGroups(t *testing.T) {
	t.Parallel()
	d := many(t, 60)
	b := newTab(t)
	d.allShops(b, "owner", 60)
	b.unfold()
	b.click("#shops-groups")
	b.wait("#shops-ask-groups[open]")
	for _, name := range []string{"East", "West"} {
		b.fill("#shops-group-name", name)
		b.click("#shops-group-add")
		b.sees("“" + name + "” is made.")
	}
	row := func(n int, part string) string {
		return fmt.Sprintf(".shops-groups > li:nth-child(%d) [id$=%s]", n, part)
	}
	b.keyed(row(1, "-rename"), row(1, "-name"))
	b.keyed(row(1, "-cancel"), row(1, "-rename"))
	b.keyed(row(1, "-rename"), row(1, "-name"))
	b.fill(row(1, "-name"), " ")
	b.keyed(row(1, "-save"), row(1, "-name"))
	b.fill(row(1, "-name"), "Eastern")
	b.press("Enter")
	b.sees("It is called “")
	b.on(row(1, "-rename"))
	drop := func(n int, to string) {
		b.click(row(n, "-delete"))
		b.wait("#shops-drop[open]")
		b.keyed("#shops-drop-go", to)
	}
	drop(1, row(1, "-rename"))
	b.keyed("#shops-group-undo", row(1, "-rename"))
	drop(2, row(1, "-rename"))
	drop(1, "#shops-group-name")
}

// The note that offers to turn on the sound goes once it is on, and took the keyboard with it.
func TestKeyboardAfterTheSoundIsOn(t *testing.T) {
	t.Parallel()
	_, b := openBoard(t, "staff")
	b.keyed("#sound-mend", "#page-title")
	b.until(`!document.querySelector("#sound-off")`, "the note to go")
	b.on("#page-title")
}

// The note on a shop's page goes with the pause that its button ends, and took the keyboard with it.
func TestKeyboardAfterAPause(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "manager")
	b.open(d.URL + "/shops/100001")
	b.click("#pause-open")
	b.click("#pause-go")
	b.keyed("#shop-pause .btn[data-kind=go]", "#page-title")
	b.wait("#pause-open:not([aria-busy])")
	b.on("#page-title")
}

// A question closed while its button took no presses, as without a connection, and nothing had the keyboard then. The
// page stays where it is: in Safari a mouse's press gives the keyboard to no button.
func TestKeyboardAfterADialogWhoseButtonIsDisabled(t *testing.T) {
	t.Parallel()
	_, b, _ := openShop(t)
	b.viewport(1280, 300)
	b.focus("#pause-open")
	b.press("Enter")
	b.until(`document.activeElement.matches("dialog#pause[open] *")`, "the keyboard in the dialog")
	b.eval(`(scrollTo(0, 400), document.querySelector("#pause-open").disabled = true)`, nil)
	b.press("Escape")
	b.on("#page-title")
	if !b.is(`scrollY === 400`) {
		t.Error("the page was scrolled")
	}
}

// A dialog that has to be scrolled takes the keyboard itself, and lost it once nothing was left to scroll.
func TestKeyboardStaysInADialogThatFits(t *testing.T) {
	t.Parallel()
	d, b := openBoards(t)
	reject := sel("cancel", d.place(sandbox.OrderPickup))
	b.wait(reject)
	b.viewport(1280, 300)
	b.focus(reject)
	b.press("Enter")
	b.on("#ask > .dialog-body")
	b.viewport(1280, 2000)
	b.until(`(e => e.scrollHeight <= e.clientHeight)(document.activeElement)`, "the dialog to fit")
	b.eval(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`, nil)
	b.on("#ask > .dialog-body")
}

// A button above a rush goes with what was pressed.
func TestKeyboardAfterARushIsAccepted(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	var ids []int64
	for range 10 {
		ids = append(ids, d.place(sandbox.OrderDelivery))
	}
	const all = "#rush-all-100001"
	b.until(`document.querySelector("`+all+`")?.textContent.includes("(10)")`, "all ten to be offered")
	b.focus(all)
	b.press("Enter")
	d.allAccepted(ids)
	b.until(`!document.querySelector("`+all+`")`, "the button to go")
	b.until(`document.activeElement.id === "lane-new"`, "the keyboard on the lane")
}

// A note that was read, or whose orders were, took the keyboard with it when it went.
func TestKeyboardAfterANote(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.mend()
	b.goTo("/settings")
	b.settled()
	d.place(sandbox.OrderPickup)
	b.keyed("#orders-silence", "#page-title")
	b.until(`!document.querySelector("#orders-wait")`, "the note to go")
	b.on("#page-title")
}

// "Undo" was dozens of presses of Tab away, and what took the keyboard there lost it when the message went.
func TestMessageIsReachedByAKey(t *testing.T) {
	t.Parallel()
	_, b := openHours(t)
	const undo = ".toast .btn:not([data-square])"
	b.fill("#fri-0-start", "10")
	b.click("#hours-save")
	b.saved()
	b.wait(undo)
	b.focus("#fri-0-end")
	b.pressAs("ف", "KeyT", input.ModifierAlt) // on a keyboard that writes Arabic
	b.on(undo)
	b.press("Tab")
	b.press("Enter")
	b.until(`!document.querySelector(".toast")`, "the message to go")
	b.on("#fri-0-end")
	b.fill("#fri-0-start", "11")
	b.click("#hours-save")
	b.saved()
	b.wait(undo)
	b.pressAs("t", "KeyT", input.ModifierAlt)
	b.on(undo)
	b.press("Enter")
	b.sees("Undone.")
	b.on("#page-title")
}

// The sentence that there are no dates went with the first one, and the button that the keyboard goes back to with it.
func TestKeyboardAfterTheFirstDateOfARun(t *testing.T) {
	t.Parallel()
	d := start(t, quickRuns)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/runs/new")
	b.click("#apply-shop-100007")
	b.click("#apply-next")
	b.click("#apply-part-dates")
	for _, button := range []string{"#date-cancel", "#date-done"} {
		b.keyed("#dates-add", "#date-first")
		b.keyed(button, "#dates-add")
	}
	// The line with the hours that a date got took the place of its row's buttons, and the row went with its date.
	const edit = ".dates-row-tools > :first-child"
	b.keyed(edit, "#date-first")
	b.click("#date-kind-shifts")
	b.keyed("#date-done", edit)
	b.keyed(edit, "#date-editor *")
	b.keyed("#date-remove", "#page-title")
}

// Tab led from the search of a list to the list, which closes, and a press beside the entries led out of the search:
// what a person typed then went nowhere, and Escape didn't close the list.
func TestKeyboardStaysInTheSearchOfAList(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001/phones")
	b.keyed("#switcher", "#switcher-search")
	b.pressWith("Enter", input.ModifierShift)
	b.press("Escape")
	b.keyed("#switcher", "#switcher-search")
	b.click("#switcher-list .picker-head")
	b.on("#switcher-search")
	b.press("Escape")
	b.keyed("#phone-0-country", "#phone-0-country-search")
	b.press("Tab")
	b.on("#phone-0-number")
}
