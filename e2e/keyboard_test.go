package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/shopdesk/shopdesk/platform"
)

// tabTo presses Tab until the keyboard is on an element: whoever has no pointer
// gets there in no other way.
func (b *tab) tabTo(css string) {
	b.t.Helper()
	b.wait(css)
	for range 400 {
		if b.is(fmt.Sprintf("document.activeElement.matches(%q)", css)) {
			return
		}
		b.press("Tab")
	}
	b.t.Fatalf("Tab doesn't lead to %s\npage: %s", css, b.bodyText())
}

// on waits until the keyboard is on an element.
func (b *tab) on(css string) {
	b.t.Helper()
	b.until(fmt.Sprintf("document.activeElement.matches(%q)", css), "the keyboard to be on "+css)
}

// pressAs presses the key at a place of the keyboard, which writes another letter than a Latin one does.
func (b *tab) pressAs(key, code string, modifiers input.Modifier) {
	b.t.Helper()
	press := func(kind input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(kind).WithKey(key).WithCode(code).WithModifiers(modifiers)
	}
	b.do(press(input.KeyDown), press(input.KeyUp))
}

// Undo, redo and the choice of all shops did nothing on a keyboard that writes Arabic.
func TestShortcutsOfAnArabicKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openHours(t)
	b.fill("#mon-0-start", "9")
	b.sees("1 change")
	b.pressAs("ئ", "KeyZ", control)
	b.sees("No changes")
	b.pressAs("غ", "KeyY", control)
	b.sees("1 change")
	b.open(d.URL + "/shops")
	b.wait(".shops-rows [role=row]")
	b.focus(".shops-rows [role=row]")
	b.pressAs("ش", "KeyA", control)
	b.until(`document.querySelector("#shops-all").checked`, "all shops to be ticked")
}

// Alt and the left arrow, which go back in the browser, chose the day before.
func TestCalendarLeavesTheBrowsersKeys(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, central)
	b.focus("#calendar-" + dayIn(0))
	b.pressAs("ArrowLeft", "ArrowLeft", input.ModifierAlt)
	b.press("ArrowRight")
	b.on("#calendar-" + dayIn(1))
}

// The whole way without a pointer: in, to a shop, and tomorrow closed earlier and
// opened again.
func TestQuickEditByKeyboard(t *testing.T) {
	t.Parallel()
	d := start(t)
	d.roundTheClock()
	b := newTab(t)
	b.open(d.URL + "/signin")
	b.tabTo("#signin-as-manager")
	b.press("Enter")
	b.inside()
	b.settled()
	b.pressWith("k", input.ModifierCtrl)
	b.on("#switcher-search")
	b.keys("100001")
	b.finds("Harbour Noodle Central", 1)
	b.press("Enter")
	b.until(`location.pathname === "/shops/100001"`, "the shop")
	b.on("#page-title")
	b.tabTo("#shop-quick-1")
	b.press("Enter")
	b.wait("#shop-quick[open]")
	b.press("Tab") // Enter at once would be the second of a double press
	b.pressWith("Tab", input.ModifierShift)
	b.on("#quick-at-1260") // 21:00
	b.press("Enter")
	b.until(`!document.querySelector("#shop-quick").open`, "the dialog to close")
	b.sees("00:00–21:00")
	want := entryOn(t, dayIn(1), dayIn(1), platform.Period{EndTime: 21 * 3600})
	if got := d.special(central); len(got) != 1 || got[0].StartDate != want.StartDate ||
		got[0].BusinessHour[0] != want.BusinessHour[0] {
		t.Errorf("the platform has %+v, want %+v", got, want)
	}
	b.tabTo(".toast button:first-of-type")
	b.press("Enter")
	b.sees("Undone.")
	if got := d.special(central); len(got) != 0 {
		t.Errorf("after undo the platform has %+v", got)
	}
}

// A language is chosen and the settings are changed without a pointer.
func TestSettingsByKeyboard(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops/100001")
	b.settled()
	b.tabTo("#me")
	b.press("Enter")
	b.on("#me-menu [role^=menuitem]")
	for range 12 {
		if b.is(`document.activeElement.id === "me-item-lang-pt"`) {
			break
		}
		b.press("ArrowDown")
	}
	b.on("#me-item-lang-pt")
	b.press("Enter")
	b.until(`document.documentElement.lang === "pt"`, "the language")
	b.on("#me")
	b.press("Enter")
	b.on("#me-menu [role^=menuitem]")
	b.press("End")
	b.on("#me-item-out")
	b.press("ArrowUp") // above signing out
	b.on("#me-item-settings")
	b.press("Enter")
	b.until(`location.pathname === "/settings"`, "the settings")
	b.settled()
	b.tabTo(`main a[href$="/settings/account"]`)
	b.press("Enter")
	b.until(`location.pathname === "/settings/account"`, "the account")
	b.settled()
	b.tabTo("#account-look input[type=radio]")
	b.press("ArrowDown")
	b.until(`(async () => (await (await fetch("/api/session")).json()).preferences.sound === "on")()`,
		"the sound to be kept")
	b.tabTo("#account-name")
	b.eval(`document.activeElement.select()`, nil)
	b.keys("Olivia Lam")
	b.press("Enter")
	b.until(`(async () => (await (await fetch("/api/session")).json()).operator.name === "Olivia Lam")()`,
		"the name to be kept")
	b.until(`document.querySelector(".me-name").textContent.includes("Olivia Lam")`, "the name above the page")
}

// A photo is cut and sent without a pointer: choosing the file is the browser's
// own dialog.
func TestPhotoByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openPhoto(t, "manager")
	b.tabTo("#photo-file")
	b.upload("#photo-file", phonePhoto(t))
	b.on("#photo-crop")
	b.tabTo(`input[id^="photo-shape-"]`)
	b.press("ArrowRight")
	b.until(`document.querySelector("#photo-shape-5-4")?.checked`, "another shape")
	b.pressWith("Tab", input.ModifierShift)
	b.until(`document.activeElement.closest("main")`, "to stay in the page")
	b.tabTo("#photo-send")
	b.press("Enter")
	b.sees("A photo is in review")
	if d.pendingPicture() == "" {
		t.Error("the platform has no picture in review")
	}
}

// The heading of a new page takes the keyboard a moment after the address has changed. A person who types in a field by
// then lost the rest of the word.
func TestHeadingLeavesTheKeyboardToAField(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/shops")
	b.wait(".shops-rows [role=row]")
	b.eval(`window.setTimeout = (later => function (...task) {
		if (location.pathname === "/today" && !window.field) { // the program waits for its next frame
			window.field = document.body.appendChild(document.createElement("input"));
			field.focus();
		}
		return later(...task);
	})(setTimeout)`, nil)
	b.goTo("/today")
	b.settled()
	b.keys("noodles")
	b.until(`field.value === "noodles"`, "the word to stand in the field")
}
