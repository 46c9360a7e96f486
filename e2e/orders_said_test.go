package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/sandbox"
)

// aloud waits until the browser's accessibility tree has words in a region of a role.
func (b *tab) aloud(role, words string) {
	b.t.Helper()
	eventually(b.t, func() error {
		said := b.region(role)
		for _, has := range said {
			if strings.Contains(has, words) {
				return nil
			}
		}
		return fmt.Errorf("%s: %q, want %q", role, said, words)
	})
}

// heard is a part of the browser's accessibility tree. The package that speaks the protocol doesn't know all of it.
type heard struct {
	ID       string   `json:"nodeId"`
	Ignored  bool     `json:"ignored"`
	Role     heardAs  `json:"role"`
	Name     heardAs  `json:"name"`
	Children []string `json:"childIds"`
}

type heardAs struct {
	Value any `json:"value"`
}

// region is what assistive technology finds in the regions of a role.
func (b *tab) region(role string) (said []string) {
	var tree struct {
		Nodes []*heard `json:"nodes"`
	}
	b.do(chromedp.ActionFunc(func(ctx context.Context) error {
		return cdp.Execute(ctx, "Accessibility.getFullAXTree", nil, &tree)
	}))
	at := map[string]*heard{}
	for _, n := range tree.Nodes {
		at[n.ID] = n
	}
	var words func(n *heard) string
	words = func(n *heard) (all string) {
		if n.Role.Value == "StaticText" {
			return fmt.Sprint(n.Name.Value)
		}
		for _, id := range n.Children {
			if child := at[id]; child != nil {
				all += words(child)
			}
		}
		return all
	}
	for _, n := range tree.Nodes {
		if !n.Ignored && n.Role.Value == role {
			said = append(said, words(n))
		}
	}
	return said
}

// hears notes what is announced on the page.
func (b *tab) hears() {
	b.t.Helper()
	b.eval(`window.said = [];
		new MutationObserver(() => {
			const words = document.querySelector("#orders-said > [role=alert]").textContent;
			if (words && words !== said.at(-1)) said.push(words);
		}).observe(document.querySelector(".banners"), { subtree: true, childList: true, characterData: true })`, nil)
}

// announced waits until so many new orders were announced.
func (b *tab) announced(n int) {
	b.t.Helper()
	b.until(fmt.Sprintf(`said.map(words => /New order /.test(words) ? 1 : +(/(\d+) new orders/.exec(words)?.[1] ?? 0))
		.reduce((one, other) => one + other, 0) === %d`, n), "all new orders to be announced")
}

// Orders that come together were announced one after the other, each cutting off the one before.
func TestOrdersAreAnnouncedTogether(t *testing.T) {
	t.Parallel()
	d, b := openBoards(t)
	b.hears()
	if _, err := d.box.Rush(sandbox.Placement{ShopID: central}, 12); err != nil {
		t.Fatal(err)
	}
	b.announced(12)
	if !b.is(`said.length < 12`) {
		var said []string
		b.eval("said", &said)
		t.Errorf("the announcements: %q", said)
	}
	b.until(`said[0].includes("Harbour Noodle Central")`, "the shop to be named")
}

// While a dialog was open, an order that came was announced on the page behind it, which assistive technology can't
// reach then.
func TestOrderIsAnnouncedInADialog(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.arrives(b, sandbox.OrderPickup)
	b.aloud("alert", "New order")
	b.focus(sel("cancel", id))
	b.press("Enter")
	b.wait("dialog#ask[open]")
	o, _ := d.box.Order(d.place(sandbox.OrderPickup))
	b.aloud("alert", fmt.Sprintf("New order %d", o.Base.Number))
	b.press("Escape")
	b.until(`!document.querySelector("dialog[open]")`, "the dialog to close")
	b.on(sel("cancel", id))
	if said := b.region("alert"); strings.Contains(fmt.Sprint(said), "New order") {
		t.Errorf("announced again: %q", said)
	}
}

// An order was accepted by a key: nothing was read out, and the keyboard went on to the next order's button, which was
// called the same.
func TestAcceptedByKeyIsSaid(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	ids := d.rush(b, 2)
	o, _ := d.box.Order(ids[0])
	b.focus(sel("go", ids[0]))
	b.press("Enter")
	b.aloud("status", fmt.Sprintf("Order %d accepted", o.Base.Number))
	b.on(sel("go", ids[1]))
	o, _ = d.box.Order(ids[1])
	var described string
	b.eval(`document.activeElement.getAttribute("aria-describedby").split(" ").map(id =>
		document.getElementById(id).textContent).join(" ")`, &described)
	if want := fmt.Sprintf("#%d", o.Base.Number); described != want {
		t.Errorf("the next button is described as %q, want %q", described, want)
	}
}
