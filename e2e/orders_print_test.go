package e2e

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// printing notes the ticket that is on the page each time it prints.
const printing = `window.printed = []; window.print = () => {
	printed.push(document.querySelector(".ticket .ticket-no")?.textContent.trim() ?? "");
	dispatchEvent(new Event("afterprint"));
}; true`

// paper prints the page into a PDF, as the style sheets want its paper, and
// gives the width of its pages in millimetres.
func (b *tab) paper(name string) (widths []int) {
	b.t.Helper()
	var pdf []byte
	b.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
		return err
	}))
	if dir := os.Getenv("SHOPDESK_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".pdf"), pdf, 0o600); err != nil {
			b.t.Error(err)
		}
	}
	for _, box := range regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindAllSubmatch(pdf, -1) {
		points, err := strconv.ParseFloat(string(box[1]), 64)
		if err != nil {
			b.t.Fatal(err)
		}
		widths = append(widths, int(math.Round(points/72*25.4)))
	}
	if !bytes.HasPrefix(pdf, []byte("%PDF")) || len(widths) == 0 {
		b.t.Fatal("nothing was printed")
	}
	return widths
}

// shownInPrint reports whether something is on the paper.
func shownInPrint(css string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].some(e => e.checkVisibility() && e.getBoundingClientRect().height > 0)`, css)
}

// An order is printed as a ticket of 80 mm, a long one as several, and as a page: each alone on its
// paper, without the frame and what one presses.
func TestOrderIsPrinted(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	id := d.arrives(b, sandbox.OrderAllergy)
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
	b.until(`document.querySelector(".story")`, "the order's page")
	b.eval(printing, nil)
	b.eval(`document.documentElement.dataset.theme = "dark"`, nil) // on paper that was grey or white
	for _, tt := range []struct{ button, name, on, off string }{
		{"#print-ticket", "print-ticket", ".ticket .order-items", ".order-page .cols"},
		{"#print-page", "print-page", ".order-page .cols", ".ticket"},
	} {
		b.eval(`printed.length = 0`, nil)
		b.click(tt.button)
		b.until(`printed.length === 1 && printed[0] !== ""`, "the print dialog")
		b.do(emulation.SetEmulatedMedia().WithMedia("print"))
		b.until(`getComputedStyle(document.documentElement).colorScheme === "light"`, "dark words on the paper")
		// The receipt printer's paper is as narrow as a phone, whose styles put the frame on a page of its own.
		for _, width := range []int{302, 1280} {
			b.viewport(width, 860)
			b.until(shownInPrint(tt.on), tt.on+" on the paper")
			for _, css := range []string{tt.off, ".rail", ".top", "#print-page", ".order-page .head a", ".order-acts",
				"#orders-said"} {
				b.until("!"+shownInPrint(css), css+" not to be on the paper")
			}
		}
		b.do(emulation.SetEmulatedMedia())
		widths := b.paper(tt.name)
		if ticket := tt.button == "#print-ticket"; ticket && fmt.Sprint(slices.Compact(widths)) != "[80]" || !ticket &&
			widths[0] < 200 {
			t.Errorf("%s: pages of %v mm", tt.name, widths)
		}
	}
}

// The second ticket of an order from the same device says that it is a copy, also after a reload, so that nobody cooks
// it twice; the first one doesn't, and no other order's does.
func TestSecondTicketIsACopy(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.printsItself()
	id := d.arrives(b, sandbox.OrderPickup)
	b.until(`printed.length === 1 && !printed[0].includes("COPY")`, "the ticket that prints itself")
	prints := func(id int64, button, copied, marked string) {
		t.Helper()
		b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
		b.until(`document.querySelector(".story")`, "the order's page")
		b.eval(printingAll, nil)
		b.click(button)
		b.until(`printed.length === 1 && printed[0].includes("COPY") === `+copied, "the paper of "+button)
		b.do(emulation.SetEmulatedMedia().WithMedia("print"))
		b.until(shownInPrint(marked)+" === "+copied, "what the paper says")
		b.shot("orders-print-copy")
		b.do(emulation.SetEmulatedMedia())
	}
	prints(id, "#print-ticket", "true", ".ticket-copy")
	prints(id, "#print-page", "true", ".page-copy")
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#sheet-print")
	b.press("Escape")
	other := d.arrives(b, sandbox.OrderPickup)
	prints(other, "#print-ticket", "false", ".ticket-copy")
	prints(other, "#print-ticket", "true", ".ticket-copy")
}

// A device that is set so prints every new order once, a rush as well: one
// ticket after another.
func TestOrdersPrintThemselves(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.eval(printing, nil)
	first := d.place(sandbox.OrderPickup)
	b.until(in("new", first), "an order that isn't to be printed")
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#sheet-print")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#sheet").open`, "the sheet to close")
	if _, err := d.box.Rush(sandbox.Placement{ShopID: central}, 5); err != nil {
		t.Fatal(err)
	}
	b.until(`printed.length === 5`, "five tickets")
	b.until(`new Set(printed).size === 5 && !printed.includes("")`, "a ticket for each")
	b.until(fmt.Sprintf(`!printed.includes(document.querySelector(%q).textContent.trim())`,
		sel("order", first)+" .order-no"), "what had arrived before not to be printed")
	b.until(`[...document.querySelectorAll(".lane .order-no")].filter(n => printed.includes(n.textContent.trim())).length === 5`, "the orders of the board")
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.until(shownInPrint(".ticket .order-items")+" && !"+shownInPrint(".board")+" && !"+shownInPrint("#orders-find"),
		"the ticket alone on the paper")
	b.do(emulation.SetEmulatedMedia())
	for _, width := range b.paper("print-board") { // a long order needs more than one
		if width != 80 {
			t.Errorf("a page of %d mm", width)
		}
	}
	if n := b.count(`printed`); n != 5 {
		t.Errorf("%d tickets", n)
	}
}

// printingAll notes what each ticket says when it is printed.
const printingAll = `window.printed = []; window.print = () => {
	printed.push(document.querySelector(".ticket")?.textContent ?? "");
	dispatchEvent(new Event("afterprint"));
}; true`

// printsItself has the device print each new order.
func (b *tab) printsItself() {
	b.t.Helper()
	b.eval(printingAll, nil)
	b.click("#orders-sheet")
	b.wait("dialog#sheet[open]")
	b.click("#sheet-print")
	b.press("Escape")
	b.until(`!document.querySelector("dialog#sheet").open`, "the sheet to close")
}

// A ticket waits until it is known what is in the order: a platform that answers
// slowly had blank ones printed. One that doesn't answer has a ticket that says so,
// and another one in the end.
func TestTicketsWaitForTheirContents(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.printsItself()
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultSlow, Path: platform.PathOrderGet,
		Delay: 800 * time.Millisecond, Rate: 1}); err != nil {
		t.Fatal(err)
	}
	has := func(n int, id int64) string {
		o, _ := d.box.Order(id)
		return fmt.Sprintf(`printed.length === %d && printed.at(-1).includes(%q) && printed.at(-1).includes("HKD")`, n,
			o.Products[0].Name)
	}
	id := d.place(sandbox.OrderDelivery)
	b.until(`printed.length > 0`, "a ticket")
	b.until(has(1, id), "what is in the order to be on its one ticket")
	d.box.ClearFaults()
	if _, err := d.box.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathOrderGet, Rate: 1}); err != nil {
		t.Fatal(err)
	}
	id = d.place(sandbox.OrderDelivery)
	b.until(`printed.length === 2 && printed[1].includes("doesn't tell us what is in this order") && !printed[1].includes("0 items")`, "a ticket that says what it lacks")
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.until(shownInPrint(".ticket .order-lacks"), "that to be on the paper")
	b.shot("orders-ticket-lacks")
	b.do(emulation.SetEmulatedMedia())
	d.box.ClearFaults()
	b.until(has(3, id), "the whole ticket")
}

// A device that shows the board in two windows prints each order once, in the one that is seen. The fault: each was
// printed in both, and cooked twice.
func TestTwoWindowsPrintOnce(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	b.printsItself()
	second := b.twin()
	second.open(d.URL + "/shops/100001/orders")
	second.live()
	second.eval(printingAll, nil)
	windows := []*tab{b, second}
	for _, w := range windows {
		w.eval(`window.turns = 0; navigator.locks.request = function(...asked) {
			turns++;
			return LockManager.prototype.request.apply(this, asked);
		}; true`, nil)
	}
	all := 0
	arrive := func(n int) (tickets int) {
		t.Helper()
		all += n
		for range n {
			d.place(sandbox.OrderPickup)
		}
		for _, w := range windows {
			w.until(fmt.Sprintf(`turns === %d`, all), "each order to be asked for")
			w.until(fmt.Sprintf(`Object.keys(localStorage).filter(key => key.startsWith("shopdesk::orders-printed:")).length === %d`,
				all), "each to be printed")
		}
		return b.count("printed") + second.count("printed")
	}
	if n := arrive(5); n != 5 {
		t.Errorf("%d tickets of five orders", n)
	}
	before := second.count("printed")
	second.eval(`Object.defineProperty(document, "visibilityState", {value: "hidden"}); true`, nil)
	if arrive(3); second.count("printed") != before {
		t.Error("a ticket in the window that isn't seen")
	}
	b.eval(`window.print = () => printed.push("the dialog stays open"); true`, nil)
	arrive(1)
	id := d.place(sandbox.OrderPickup)
	second.until(fmt.Sprintf(`turns === %d`, all+1), "the next order to be asked for")
	second.until(in("new", id), "the next order")
	if second.count("printed") != before {
		t.Error("a ticket in the window that isn't seen, beside an open dialog")
	}
	b.click(".rail a[href='/shops/100001/hours']")
	second.until(fmt.Sprintf(`printed.length === %d`, before+1), "the other window to print what the first had not")
}

// A long list that is open beside the board is drawn whole before a ticket is printed. The ticket's own press kept the
// engine from it, and the tablet stood still for two seconds.
func TestListBesideATicketIsDrawn(t *testing.T) {
	t.Parallel()
	const shops = 60
	d := startOrders(t, &sandbox.Sandbox{Shops: shops})
	b := newTab(t)
	d.board(b, "owner")
	b.printsItself()
	b.open(d.URL + "/orders")
	b.live()
	b.click("#pauses-open")
	b.wait("dialog#pauses[open] .longlist")
	b.eval(`window.print = () => {
		dispatchEvent(new Event("beforeprint"));
		window.rows = document.querySelectorAll("#pauses-shops [role=listitem]").length;
		dispatchEvent(new Event("afterprint"));
	}; true`, nil)
	d.place(sandbox.OrderPickup)
	b.until(`window.rows`, "a ticket")
	n := 0
	if b.eval(`rows`, &n); n != shops {
		t.Errorf("%d rows, want %d", n, shops)
	}
}

func (b *tab) count(list string) (n int) {
	b.t.Helper()
	b.eval(list+".length", &n)
	return n
}
