package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// The button that counts up was disabled at the maximum with the keyboard on it, which was lost, and no count was read
// out.
func TestRefundIsCountedByKeyboard(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.placed(sandbox.OrderCut)
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	b.until(in("preparing", id), "the order")
	o, _ := d.box.Order(id)
	line := o.Products[0]
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
	product := "#refund-" + strconv.FormatInt(line.ID, 10)
	counts := func(key, button string, to int) {
		t.Helper()
		b.press(key)
		b.until(fmt.Sprintf(`document.querySelector("%s").value === "%d"`, product, to), "the count")
		b.until(fmt.Sprintf(`document.querySelector(".stepper:has(%s) [role=status]").textContent === "%d"`, product, to),
			"the count to be read out")
		b.on(product + button)
	}
	b.focus(product + "-more")
	for n := range line.Count {
		counts("Enter", "-more", n+1)
	}
	b.on(product + `-more[aria-disabled="true"]`)
	counts("Enter", "-more", line.Count)
	b.focus(product + "-less")
	for n := line.Count - 1; n >= 0; n-- {
		counts(" ", "-less", n)
	}
	b.on(product + `-less[aria-disabled="true"]`)
}

// A partial refund of an order with promotions: the amount on the button is the
// platform's own, and what arrives there is what was chosen.
func TestPartialRefund(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id := d.place(sandbox.OrderCut)
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	b.until(in("preparing", id), "the order")
	o, _ := d.box.Order(id)
	line := o.Products[0]
	ref := platform.OrderRef{OrderViewID: id, ShopID: central}
	want, err := d.direct().PreviewRefund(t.Context(),
		platform.RefundPreviewRequest{OrderRef: ref, Products: []platform.RefundLine{{OrderProductID: line.ID,
			RefundCount: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
	product := "#refund-" + strconv.FormatInt(line.ID, 10)
	b.wait(product + "-more")
	b.until(`document.querySelector("#refund-go").disabled`, "nothing to be confirmed yet")
	b.shot("refund-empty")
	b.click(product + "-more")
	decimals := want.RefundPrice.Text[len("HKD "):]
	b.until(fmt.Sprintf(`document.querySelector("#refund-amount")?.textContent.includes(%q)`, decimals),
		"the platform's amount")
	b.sees("Paid after discounts")
	b.sees("How this is calculated")
	b.fill(product, "99")
	b.until(fmt.Sprintf(`document.querySelector(%q).value === "%d"`, product, line.Count), "the count to be capped")
	b.fill(product, "1")
	b.until(fmt.Sprintf(`document.querySelector("#refund-go").textContent.includes(%q) && !document.querySelector("#refund-go").disabled`, decimals), "the exact amount on the button")
	b.click("#refund-go")
	b.sees("Choose a reason")
	b.click("label:has(#refund-code-200003)")
	b.shot("refund-chosen")
	b.viewport(390, 844)
	b.fits("refund")
	b.shot("refund-phone")
	b.viewport(1280, 860)
	b.click("#refund-go")
	b.wait("dialog#refund-confirm[open]")
	b.shot("refund-confirm")
	b.click("#refund-apply")
	b.until(`!location.pathname.endsWith("/refund")`, "the order's page")
	eventually(t, func() error {
		if o, _ = d.box.Order(id); len(o.Refunds) != 1 {
			return fmt.Errorf("%d refunds arrived", len(o.Refunds))
		}
		return nil
	})
	if got := o.Refunds[0].Money; got != want.RefundPrice.Amount {
		t.Errorf("refunded %d, the button said %d", got, want.RefundPrice.Amount)
	}
	b.until(fmt.Sprintf(`document.querySelector("#order-refunds")?.textContent.includes(%q)`, decimals),
		"the refund on the order's page")
	b.shot("refund-done")
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
	b.settled()
	if line.Count == 1 { // of which there was one, nothing is left to choose
		b.until(fmt.Sprintf(`!document.querySelector(%q)`, product), "the product to be gone")
		return
	}
	b.until(fmt.Sprintf(`document.querySelector(%q)?.closest("li").textContent.includes("%d left")`, product,
		line.Count-1), "one less to be left")
}

// severalOf places and accepts an order with several pieces of one product, which not every order has.
func (d *desk) severalOf(b *tab) (id int64, line platform.OrderProduct) {
	d.t.Helper()
	at := -1
	var o platform.Order
	for at < 0 {
		id = d.place(sandbox.OrderDelivery)
		o, _ = d.box.Order(id)
		at = slices.IndexFunc(o.Products, func(p platform.OrderProduct) bool { return p.Count > 1 })
	}
	if err := d.box.AcceptOnPOS(id); err != nil {
		d.t.Fatal(err)
	}
	b.until(in("preparing", id), "the order")
	return id, o.Products[at]
}

// Some of it is refunded elsewhere while the page is open: it says so in words when
// the platform refuses what was chosen, or as soon as it hears of it. What was
// chosen stays, as far as it is left.
func TestRefundedElsewhereMeanwhile(t *testing.T) {
	t.Parallel()
	unheardOf := func(d *desk, id int64, some []platform.RefundLine) error {
		return d.direct().ApplyRefund(d.t.Context(), platform.RefundApply{
			OrderRef: platform.OrderRef{OrderViewID: id, ShopID: central}, Products: some,
			PartRefundType: platform.RefundItemMissing,
		})
	}
	for _, tt := range []struct {
		name      string
		elsewhere func(*desk, int64, []platform.RefundLine) error
		press     bool
		early     bool // before anything is chosen: the preview is refused
	}{
		{"unheard of", unheardOf, true, false},
		{"unheard of, earlier", unheardOf, false, true},
		{"pushed", func(d *desk, id int64, some []platform.RefundLine) error {
			if err := d.box.RequestRefund(id, some, "Soup spilled"); err != nil {
				return err
			}
			return d.box.DecideRefund(id, true)
		}, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, b := openBoard(t, "manager")
			id, line := d.severalOf(b)
			product := "#refund-" + strconv.FormatInt(line.ID, 10)
			b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
			b.wait(product + "-more")
			b.live()
			b.expect("422 (Unprocessable Entity)") // the page may ask for the amount before it knows
			refundElsewhere := func() {
				if err := tt.elsewhere(d, id, []platform.RefundLine{{OrderProductID: line.ID, RefundCount: 1}}); err != nil {
					t.Fatal(err)
				}
			}
			if tt.early {
				b.settled()
				refundElsewhere()
			}
			b.fill(product, strconv.Itoa(line.Count))
			b.click("label:has(#refund-code-200003)")
			if !tt.early {
				b.until(`!document.querySelector("#refund-go").disabled`, "the amount")
			}
			if tt.press {
				b.click("#refund-go")
				b.wait("dialog#refund-confirm[open]")
			}
			if !tt.early {
				refundElsewhere()
			}
			if tt.press {
				b.until(`document.querySelector("#refund-fewer") || (go => go && !go.click())(document.querySelector("#refund-apply:enabled"))`,
					"the button, unless the page has read anew by itself")
			}
			b.until(`document.querySelector("#refund-fewer[role=alert]")`, "what happened, in words")
			b.until(fmt.Sprintf(`document.querySelector(%q).value === "%d" && document.querySelector(%[1]q).closest("li").textContent.includes("%[2]d left")`, product, line.Count-1), "the choice to be what is left")
			b.until(`!document.querySelector("#refund-go").disabled`, "the new amount")
			b.seesNot("refundCount")
			b.seesNot("Not done")
			b.shot("refund-fewer-" + tt.name)
			b.viewport(390, 844)
			b.shot("refund-fewer-phone")
			b.viewport(1280, 860)
			b.click("#refund-go")
			b.wait("dialog#refund-confirm[open]")
			b.click("#refund-apply")
			b.until(`!location.pathname.endsWith("/refund")`, "the order's page")
			eventually(t, func() error {
				if o, _ := d.box.Order(id); len(o.Refunds) != 2 {
					return fmt.Errorf("%d refunds", len(o.Refunds))
				}
				return nil
			})
		})
	}
}

// A refund is pressed while the page already reads that less is left: the page says so, and not the platform's refusal,
// which comes later.
func TestRefundPressedWhileLessIsLeft(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	id, line := d.severalOf(b)
	product := "#refund-" + strconv.FormatInt(line.ID, 10)
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
	b.wait(product + "-more")
	b.live()
	b.fill(product, strconv.Itoa(line.Count))
	b.click("label:has(#refund-code-200003)")
	b.until(`!document.querySelector("#refund-go").disabled`, "the amount")
	b.settled()
	b.click("#refund-go")
	b.wait("dialog#refund-confirm[open]")

	reads, list := d.stops(api.PlatformPrefix + platform.PathRefundPreview)
	one := []platform.RefundLine{{OrderProductID: line.ID, RefundCount: 1}}
	if err := d.box.RequestRefund(id, one, "Soup spilled"); err != nil {
		t.Fatal(err)
	}
	if err := d.box.DecideRefund(id, true); err != nil {
		t.Fatal(err)
	}
	reads()
	refusal := d.holds(api.PathOrderAct)
	b.expect("422") // the platform's refusal
	b.click("#refund-apply")
	b.until(`document.querySelector("#refund-apply")?.ariaBusy === "true" || !document.querySelector("dialog#refund-confirm[open]")`, "the press")
	list()
	b.until(`document.querySelector("#refund-fewer[role=alert]")`, "what happened, in words")
	refusal()
	b.heard(api.PathOrderAct)
	b.seesNot("Not done")
	b.shot("refund-fewer-pressed")
}

// A customer's request is approved after a question; one that was decided on
// the terminal meanwhile is news.
func TestRefundRequests(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	var ids []int64
	for range 2 {
		id := d.place(sandbox.OrderDelivery)
		if err := d.box.AcceptOnPOS(id); err != nil {
			t.Fatal(err)
		}
		if err := d.box.RequestRefund(id, nil, "Soup spilled"); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		b.until(`document.querySelector("`+sel("agree", id)+`")`, "the request")
	}
	b.shot("refund-asked")
	b.click(sel("reject", ids[0]))
	b.wait("dialog#ask[open]")
	b.seesLeft()
	b.shot("refund-reject")
	b.click("label:has(#ask-code-100001)")
	b.click("#ask-go")
	b.until(`document.querySelector("`+sel("order", ids[0])+`").textContent.includes("Refund rejected")`, "the rejection")
	b.click(sel("agree", ids[1]))
	b.wait("dialog#ask[open]")
	b.seesLeft()
	b.shot("refund-agree")
	if err := d.box.DecideRefund(ids[1], false); err != nil {
		t.Fatal(err)
	}
	b.click("#ask-go")
	b.until(`document.querySelector(".order .note[data-tone=info]")?.textContent.includes("was decided already")`,
		"the news")
	b.until(`!document.querySelector(".order .note[data-tone=bad]")`, "no error")
	b.shot("refund-news")
}

// seesLeft waits until the question about a refund says what will be left, as the sum of the rows above.
func (b *tab) seesLeft() {
	b.t.Helper()
	b.until(`(() => {
		const minor = e => (/[-−]/.test(e.textContent) ? -1 : 1) * parseInt(e.textContent.replace(/\D/g, ""));
		const rows = [...document.querySelectorAll("#ask-left dd")].map(minor);
		return rows.length > 1 && rows.slice(0, -1).reduce((sum, n) => sum + n, 0) === rows.at(-1);
	})()`, "what will be left")
	b.sees("Left after this refund")
}
