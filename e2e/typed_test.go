package e2e

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
)

// What was typed and hasn't been sent is there again when its page is loaded anew: an update does that, and a tablet
// that had thrown the page away. Words of one order aren't another's, and a page that was left begins anew.
func TestWhatWasTypedOutlivesAReload(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	cooked, other := d.placed(sandbox.OrderDelivery), d.placed(sandbox.OrderPickup)
	if err := d.box.AcceptOnPOS(cooked); err != nil {
		t.Fatal(err)
	}
	order, _ := d.box.Order(cooked)
	d.signedIn(b, "owner")
	refund := fmt.Sprintf("/shops/100001/orders/%d/refund", cooked)
	for _, form := range []struct{ path, opens, field, typed string }{
		{"/shops/100001/orders", sel("cancel", other), "#ask-words", "The kitchen is flooded"},
		{refund, "", "#refund-words", "Spilled on the way"},
		{refund, "", "#refund-" + strconv.FormatInt(order.Products[0].ID, 10), "1"},
		{"/shops/100001", "#pause-open", "#pause-note", "A pipe burst"},
		{"/shops", "#shops-add", "#shops-add-ids", "100077, 100078"},
		{"/runs/new", ".apply-paste > summary", "#apply-paste", "100001 100002"},
		{"/settings/operators", "#operators-invite", "#operators-name", "Ada"},
		{"/settings/account", "", "#account-name", "Olivia C."},
	} {
		opens := func() {
			b.wait("#page-title")
			if form.opens != "" {
				b.wait(form.opens)
				b.click(form.opens)
			}
			b.wait(form.field)
		}
		has := func(want string) string {
			// a dialog's content is there a moment before it is on screen
			field := fmt.Sprintf("(f => f.checkVisibility() && f.value === %q)", want)
			return fmt.Sprintf("%s(document.querySelector(%q))", field, form.field)
		}
		b.open(d.URL + form.path)
		opens()
		var before string
		b.eval(fmt.Sprintf("document.querySelector(%q).value", form.field), &before)
		b.fill(form.field, form.typed)
		b.press("Tab") // which has a count be taken
		b.reload()
		opens()
		b.until(has(form.typed), "what was typed in "+form.field)
		b.reload()
		opens()
		b.until(has(form.typed), "the same once more in "+form.field)
		b.press("Escape") // a dialog
		if form.opens == sel("cancel", other) {
			b.click(sel("cancel", cooked))
			b.wait(form.field)
			b.until(has(""), "nothing for another order")
			b.press("Escape")
		}
		b.goTo("/settings")
		b.goTo(form.path)
		opens()
		b.until(has(before), "nothing after the page was left in "+form.field)
	}
}

// The name of an invitation came back after its page had been loaded anew, while the role and the shops that were
// ticked for it had gone.
func TestRolesOfAnInvitationOutliveAReload(t *testing.T) {
	t.Parallel()
	d := start(t)
	b := newTab(t)
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/operators")
	b.click("#operators-invite")
	b.click("#operators-role-manager")
	b.click("#grant-100003")
	b.until(`Object.entries(sessionStorage).some(([of, kept]) =>
		of.includes("operators-grants") && kept.includes("100003"))`, "the tick to be kept")
	for range 5 { // the button goes with its press, and one time in five its context did so first
		b.reload()
		b.click("#operators-invite")
		b.wait("#operators-role-manager:checked")
		b.wait("#grant-100003:checked")
	}
	b.clickText("Cancel")
	b.click("#operators-invite")
	b.wait("#operators-role-staff:checked")
	b.until(`!document.querySelector("[id^=grant-]:checked")`, "nothing to be ticked in another invitation")
}
