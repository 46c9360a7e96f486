package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/platform"
)

// openPhones opens the phones of the shop in Central, signed in.
func openPhones(t *testing.T, role string) (*desk, *tab) {
	d := start(t)
	b := newTab(t)
	d.signedIn(b, role)
	b.open(d.URL + "/shops/100001/phones")
	b.settled()
	return d, b
}

// phones are those that the platform holds for the shop in Central.
func (d *desk) phones() []string {
	d.t.Helper()
	shop, err := d.direct().Shop(d.t.Context(), platform.ShopRef{ShopID: central})
	if err != nil {
		d.t.Fatal(err)
	}
	list := make([]string, len(shop.Phones))
	for i, p := range shop.Phones {
		list[i] = p.String()
	}
	return list
}

func (d *desk) hasPhones(want ...string) {
	d.t.Helper()
	if got := d.phones(); !slices.Equal(got, want) {
		d.t.Errorf("the platform has %q, want %q", got, want)
	}
}

// setPhones is somebody else's change.
func (d *desk) setPhones(phones ...string) {
	d.t.Helper()
	if err := d.direct().UpdateContact(d.t.Context(),
		platform.ContactUpdate{ShopID: central, Phones: platform.Phones(phones)}); err != nil {
		d.t.Fatal(err)
	}
}

// Paste a number in the form people have it in, see what would be stored, mend
// a duplicate, save, undo.
func TestChangePhones(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "manager")
	before := d.phones()
	b.click("#phones-add")
	last := fmt.Sprintf("#phone-%d-number", len(before))
	b.until(`document.activeElement.id === "`+last[1:]+`"`, "the keyboard in the new field")
	b.fill(last, "+971 4 350 0125")
	b.sees("971-43500125")
	b.until(fmt.Sprintf(`document.querySelector(%q).value === "4350 0125"`, last),
		"the number in the field as people write it")
	b.shot("phones-added")
	b.fill(last, "("+before[0][:3]+") "+before[0][4:8]+"-"+before[0][8:])
	b.sees("is the same as phone 1")
	b.sees("The platform may not take this.")
	b.shot("phones-doubt")
	b.fill(last, "0097143500125")
	b.seesNot("is the same as")
	b.click("#phones-save")
	b.sees("Saved.")
	d.hasPhones(append(slices.Clone(before), "971-43500125")...)
	b.shot("phones-saved")
	b.clickText("Undo")
	b.until(`!document.querySelector("#phone-2-number") && !document.querySelector("#phones-save")`,
		"the undo to be saved")
	d.hasPhones(before...)
}

// A number that nobody can have is refused by the server, at its field.
func TestImpossiblePhone(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "manager")
	before := d.phones()
	b.fill("#phone-0-number", "1234")
	b.sees("usually have 8 digits; this one has 4")
	b.expect("422")
	b.click("#phones-save")
	b.sees("can't be a phone")
	b.wait("#phones-summary")
	b.shot("phones-impossible")
	d.hasPhones(before...)
	b.fill("#phone-0-number", "1234 5678") // nobody has it, but somebody might
	b.click("#phones-save")
	b.sees("Saved.")
	d.hasPhones(append([]string{"852-12345678"}, before[1:]...)...)
}

// The whole flow without a mouse: country, number, order, save.
func TestPhonesByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "manager")
	d.setPhones("852-25460101", "852-61230101")
	b.reload()
	b.settled()
	b.focus("#phones-add")
	b.press("Enter")
	b.until(`document.activeElement.id === "phone-2-number"`, "the keyboard in the new field")
	b.focus("#phone-2-country")
	b.press("Enter")
	b.until(`document.activeElement.id === "phone-2-country-search"`, "the search")
	b.keys("emirates")
	b.sees("+971")
	b.shot("phones-countries")
	b.press("Enter")
	b.until(`document.activeElement.id === "phone-2-number"`, "the keyboard in the number")
	b.keys("043500125")
	b.press("Tab")
	b.sees("971-43500125")
	b.focus("#phone-2-up")
	b.press("Enter")
	b.until(`document.activeElement.id === "phone-1-up"`, "the keyboard to follow the phone")
	b.press("Enter")
	b.until(`document.querySelector("#phone-0-number").value === "4350 0125"`, "the phone to be first")
	b.pressWith("z", control)
	b.until(`document.querySelector("#phone-1-number").value === "4350 0125"`, "undo")
	b.pressWith("y", control)
	b.until(`document.querySelector("#phone-0-number").value === "4350 0125"`, "redo")
	b.focus("#phones-save")
	b.press("Enter")
	b.sees("Saved.")
	d.hasPhones("971-43500125", "852-25460101", "852-61230101")
}

// Dictation and input methods write a number anew with each of its digits. It was taken for another, longer number.
func TestDictatedNumberStandsThereOnce(t *testing.T) {
	t.Parallel()
	_, b := openPhones(t, "manager")
	b.click("#phones-add")
	b.until(`document.activeElement.id === "phone-2-number"`, "the keyboard in the new field")
	const number = "25460102"
	for n := range int64(len(number)) {
		b.do(input.ImeSetComposition(number[:n+1], n+1, n+1))
		b.settledFrames()
	}
	b.do(input.InsertText(number))
	b.until(`document.querySelector("#phone-2-number").value === "2546 0102"`, "the number in groups")
	b.sees("852-25460102")
}

// Drag the last phone to the top; the whole way is one step of undo.
func TestDragPhone(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "manager")
	d.setPhones("852-25460101", "852-61230101", "971-43500125")
	b.reload()
	b.wait("#phone-2-number")
	place := func(i int) (x, y float64) {
		var at []float64
		b.eval(fmt.Sprintf(`(() => { const r = document.querySelector("#phone-%d .phones-handle").getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, i), &at)
		return at[0], at[1]
	}
	x, from := place(2)
	_, middle := place(1)
	_, to := place(0)
	mouse := func(kind input.MouseType, y float64) chromedp.Action {
		return input.DispatchMouseEvent(kind, x, y).WithButton(input.Left).WithButtons(1).WithClickCount(1)
	}
	b.do(mouse(input.MousePressed, from), mouse(input.MouseMoved, middle))
	b.until(`document.querySelector("#phone-1[data-held]")`, "the phone in the middle")
	b.shot("phones-dragging")
	b.do(mouse(input.MouseMoved, to))
	b.until(`document.querySelector("#phone-0[data-held]")`, "the phone at the top")
	b.do(mouse(input.MouseReleased, to))
	b.sees("1 change")
	b.pressWith("z", control)
	b.until(`!document.querySelector("#phones-save") || document.querySelector("#phones-save").disabled`,
		"one undo for the whole way")
	b.pressWith("y", control)
	b.click("#phones-save:not(:disabled)")
	b.sees("Saved.")
	d.hasPhones("971-43500125", "852-25460101", "852-61230101")
}

// Another person changes the phones meanwhile: both lists are shown, one is
// chosen.
func TestSomebodyElseChangedThePhones(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "manager")
	b.fill("#phone-0-number", "2222 3333")
	d.setPhones("852-99990000")
	b.expect("409")
	b.click("#phones-save")
	b.wait("#conflict-phones-mine")
	b.sees("852-99990000")
	b.shot("phones-conflict")
	d.hasPhones("852-99990000")
	b.click("#conflict-phones-mine")
	b.click("#conflict-save")
	b.sees("Saved.")
	if got := d.phones(); got[0] != "852-22223333" {
		t.Errorf("the platform has %q", got)
	}
}

// What was typed outlives a reload.
func TestPhonesDraftSurvives(t *testing.T) {
	t.Parallel()
	_, b := openPhones(t, "manager")
	was := b.value("#phone-0-number")
	b.fill("#phone-0-number", "2222 3333")
	b.sees("1 change")
	b.reload()
	b.settled()
	b.until(`document.querySelector("#phone-0-number")?.value === "2222 3333"`, "the draft after a reload")
	b.shot("phones-draft")
	b.click("#phones-discard")
	b.until(fmt.Sprintf(`document.querySelector("#phone-0-number")?.value === %q`, was),
		"the platform's number after discarding")
}

func TestStaffSeePhones(t *testing.T) {
	t.Parallel()
	_, b := openPhones(t, "staff")
	b.sees("your role in this shop doesn't include it")
	b.shot("phones-staff")
	if b.is(`document.querySelector("main input, #phones-add")`) {
		t.Error("staff can edit the phones")
	}
}

// In every size, scheme and direction; numbers keep their order from left to
// right.
func TestPhonesFit(t *testing.T) {
	t.Parallel()
	d, b := openPhones(t, "owner")
	d.setPhones("852-25460101", "971-43500125", "55-11980000128")
	b.onEveryScreen("phones", func() {
		b.open(d.URL + "/shops/100001/phones")
		b.settled()
		b.fill("#phone-2-number", "11 9800-012")
		b.sees("this one has 9")
	}, func(look func(string)) {
		if !b.is(`getComputedStyle(document.querySelector("#phone-0-number")).direction === "ltr"`) {
			t.Error("the number isn't left to right")
		}
		b.click("#phone-1-country")
		b.wait("#phone-1-country-list")
		look("-countries")
		b.press("Escape")
		b.click("#phones-discard")
	})
}
