package e2e

import (
	"fmt"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Orders are accepted, said to be ready and cancelled with single keys; none of the keys works while somebody types.
func TestShortcuts(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	ids := d.rush(b, 2)
	on := func(id int64) {
		t.Helper()
		b.until(fmt.Sprintf(`document.activeElement?.id === %q`, sel("go", id)[1:]), "the keyboard on the order")
	}
	// Chrome tells of a password that it fills in with an event that has none of a key press's members.
	b.eval(`document.querySelector(".board .order").dispatchEvent(new Event("keydown", {bubbles: true}))`, nil)
	b.press("?")
	b.wait("dialog#keys[open]")
	b.sees("Next order")
	b.shot("keys")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#keys[open]")`, "the list to close")
	b.press("/")
	b.until(`document.activeElement?.id === "orders-find"`, "the field that finds orders")
	for _, key := range []string{"a", "x", "r", "n"} {
		b.press(key)
	}
	b.settled()
	if !b.is(`document.activeElement?.id === "orders-find" && !document.querySelector("dialog[open]")`) {
		t.Error("a key did something while somebody typed")
	}
	b.eval(`document.activeElement.blur()`, nil)
	b.press("a") // no order has the keyboard: it goes to the first
	on(ids[0])
	b.press("n")
	on(ids[1])
	b.press("n")
	on(ids[0])
	b.press("a")
	d.platformHas(ids[0], platform.OrderAccepted)
	b.until(in("preparing", ids[0]), "the board to know")
	b.wait(idle(ids[0]))
	on(ids[1])
	b.press("x")
	b.wait("dialog#ask[open]")
	b.press("a") // the question is open
	b.press("Escape")
	b.until(`!document.querySelector("dialog#ask[open]")`, "the question to close")
	b.press("r")
	on(ids[0])
	b.press("r")
	b.until(in("ready", ids[0]), "the order to be ready")
	if o, _ := d.box.Order(ids[1]); o.Base.Status == platform.OrderAccepted {
		t.Error("a key accepted an order while a question was open")
	}
}

// What the platform tells of product pictures appears in words.
func TestBoundPicturesAreTold(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	d.arrives(b, sandbox.OrderDelivery)
	if err := d.box.BindPictures(central); err != nil {
		t.Fatal(err)
	}
	b.sees("Photos bound to 2 products · 1 photo refused")
}

// Ctrl+Z on the board undid what was typed in the closed order settings, unseen.
func TestUndoLeavesTheClosedSheetAlone(t *testing.T) {
	t.Parallel()
	_, b := openBoard(t, "manager")
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.fill("#cook-warm", "12")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#sheet[open]")`, "the sheet to close")
	b.eval(`document.activeElement.blur()`, nil)
	b.pressWith("z", control)
	b.settled()
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.until(`document.querySelector("#cook-warm").value === "12"`, "what was typed to be there")
	b.pressWith("z", control)
	b.until(`document.querySelector("#cook-warm").value === ""`, "Ctrl+Z in the sheet to undo it")
}
