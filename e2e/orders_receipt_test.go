package e2e

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"github.com/shopdesk/shopdesk/sandbox"
)

// receiptAddsUp reads a receipt as a person does: each line is its quantity times
// its unit price, the lines come to the products, and each sum to what stands
// above it. It answers what doesn't add up, "" for nothing.
const receiptAddsUp = `(root => {
	const minor = text => { // in any language's way of writing an amount in HKD, which has Latin digits
		const plain = text.replace(/[^\d.,\-−]/g, "");
		const digits = plain.replace(/\D/g, "");
		return (/[-−]/.test(plain) ? -1 : 1) * parseInt(digits);
	};
	const receipt = document.querySelector(root);
	let sum = 0, wrong = "";
	for (const line of receipt.querySelectorAll(".order-lines > li")) {
		const total = minor(line.querySelector(".line-total").textContent);
		const [count, unit] = line.querySelector(".line-each").textContent.split("×");
		if (parseInt(count.replace(/\D/g, "")) * minor(unit) !== total) wrong += line.textContent + "; ";
		sum += total;
	}
	for (const row of receipt.querySelectorAll(".fees > div")) {
		const amount = minor(row.querySelector("dd").textContent);
		if (row.dataset.row === "less" && amount >= 0) wrong += row.textContent + " has no sign; ";
		if (row.dataset.row !== "sum") sum += amount;
		else if (sum !== amount) wrong += row.textContent + " isn't " + sum + "; ";
		else sum = amount;
	}
	return receipt.querySelector("[data-row=gap]") ? wrong + "a gap" : wrong;
})`

// Lines of a receipt showed the price of one beside a quantity, and discounts had no
// sign: nothing on the page added up.
func TestReceiptAddsUp(t *testing.T) {
	t.Parallel()
	// The order has options that cost something.
	d := startOrders(t, &sandbox.Sandbox{Chance: func() float64 { return 0.7 }})
	b := newTab(t)
	d.board(b, "manager")
	id := d.arrives(b, sandbox.OrderCut)
	if err := d.box.AcceptOnPOS(id); err != nil {
		t.Fatal(err)
	}
	b.until(in("preparing", id), "the order to be in preparation")
	page := fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id)
	adds := func(root string) {
		t.Helper()
		b.until(fmt.Sprintf("!!document.querySelector(%q)", root+" .line-total"), "the receipt")
		var wrong string
		b.eval(fmt.Sprintf("%s(%q)", receiptAddsUp, root), &wrong)
		if wrong != "" {
			t.Errorf("doesn't add up: %s", wrong)
		}
	}
	for _, language := range []string{"ar", "pt", "zh-Hant", "en"} {
		b.open(page)
		b.speak(language)
		b.open(page)
		adds("#order-contents .receipt")
		var prices string
		b.eval(`[...document.querySelectorAll("#order-contents .order-option")].map(e => e.textContent).join()`, &prices)
		if own := regexp.MustCompile(`HKD.\d+,\d\d`).MatchString(prices); own != (language == "pt") {
			t.Errorf("%s: options cost %s", language, prices)
		}
		b.shot("receipt-" + language)
	}
	for _, size := range []struct {
		name string
		w, h int
	}{{"tablet", 820, 1180}, {"phone", 390, 844}, {"wide", 1280, 860}} {
		b.viewport(size.w, size.h)
		b.fits("receipt " + size.name)
		b.eval(`document.querySelector("#order-contents").scrollIntoView()`, nil)
		b.shot("receipt-" + size.name)
	}
	adds(".ticket .receipt")
	b.do(emulation.SetEmulatedMedia().WithMedia("print"))
	b.eval(`document.querySelector(".order-page").dataset.paper = "ticket"`, nil)
	b.until(`getComputedStyle(document.querySelector(".ticket")).display !== "none"`, "the ticket on paper")
	b.shot("receipt-ticket")
	b.do(emulation.SetEmulatedMedia().WithMedia("screen"))
	b.open(page + "/refund")
	b.wait("#refund-all")
	b.click("#refund-all")
	b.wait("#refund-amount")
	b.until(`(() => {
		const minor = e => (/[-−]/.test(e.textContent) ? -1 : 1) * parseInt(e.textContent.replace(/\D/g, ""));
		let sum = 0;
		for (const line of document.querySelectorAll("#refund-sum .order-lines > li")) {
			const total = minor(line.querySelector(".line-total"));
			if ([...line.querySelectorAll("dd")].reduce((n, e) => n + minor(e), 0) !== total) return false;
			sum += total;
		}
		return sum > 0 && sum === minor(document.querySelector("#refund-amount"));
	})()`, "the refund to add up")
	b.dark(true)
	b.shot("receipt-refund-dark")
	b.viewport(390, 844)
	b.fits("refund on a phone")
	b.shot("receipt-refund-phone")
}
