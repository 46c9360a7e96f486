package e2e

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// past waits until the history lists these orders, the newest first.
func (b *tab) past(what string, ids ...int64) {
	b.t.Helper()
	var ends []string
	for _, id := range ids {
		ends = append(ends, fmt.Sprintf("/%d", id))
	}
	b.until(fmt.Sprintf(`(() => {
		const rows = [...document.querySelectorAll(".order-rows .order-line")], want = %q.split(" ").filter(Boolean);
		return rows.length === want.length && want.every((end, i) => rows[i].pathname.endsWith(end));
	})()`, strings.Join(ends, " ")), "the history to list "+what)
}

// totals waits until the history adds up so many orders and so much money.
func (b *tab) totals(orders, money string) {
	b.t.Helper()
	b.until(fmt.Sprintf(`(() => {
		const row = document.querySelector("#past-totals .past-sum")?.textContent ?? "";
		return row.includes(%q) && row.includes(%q);
	})()`, orders, strings.TrimPrefix(money, "HKD ")), "the totals of "+orders)
}

// delivered brings an order for delivery from its acceptance to the customer.
func (d *desk) delivered(id int64) {
	d.t.Helper()
	err := d.box.AcceptOnPOS(id)
	for _, step := range []platform.LogisticsStatus{platform.RiderAssigned, platform.RiderAtShop, platform.RiderPickedUp,
		platform.RiderDelivered} {
		if err == nil && step == platform.RiderPickedUp {
			err = d.box.PrepareOnPOS(id)
		}
		if err == nil {
			err = d.box.MoveRider(id, step, "Sam", "")
		}
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// The history is looked through by text, day and state, and says what its text
// is looked for in: the customer's name isn't kept in the open.
func TestHistoryIsLookedThrough(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	noted := d.arrives(b, sandbox.OrderAllergy)
	gone := d.arrives(b, sandbox.OrderPickup)
	if err := d.box.CancelOrder(gone, platform.OpCustomer, "changed my mind"); err != nil {
		t.Fatal(err)
	}
	waits := d.arrives(b, sandbox.OrderDelivery)
	d.delivered(noted)
	for _, id := range []int64{gone, noted} {
		b.until(`!document.querySelector(".lane `+sel("order", id)+`")`, "the order to end")
	}
	b.until(in("new", waits), "the other one to wait still")
	b.clickText("History")
	b.past("both", gone, noted)
	b.until(`document.querySelector("label[for=past-find]").textContent === "Number, item or note"`,
		"the search to say what it looks in")

	b.fill("#past-find", fmt.Sprint(noted))
	b.past("the one of that number", noted)
	first, _ := d.box.Order(noted)
	second, _ := d.box.Order(gone)
	b.fill("#past-find", strings.ToUpper(second.Products[0].Name))
	if strings.Contains(fmt.Sprint(first.Products), second.Products[0].Name) {
		b.past("both with that item", gone, noted)
	} else {
		b.past("the one with that item", gone)
	}
	b.fill("#past-find", first.Base.Remark)
	if second.Base.Remark == first.Base.Remark {
		b.past("both with that note", gone, noted)
	} else {
		b.past("the one with that note", noted)
	}
	b.fill("#past-find", " ")
	b.past("both again", gone, noted)

	b.choose("#past-state", "cancelled")
	b.past("the cancelled one", gone)
	b.shot("orders-past")
	b.choose("#past-state", "done")
	b.past("the one that is done", noted)
	b.fill("#past-find", "no such dish")
	b.past("none")
	b.sees("No order fits")
	b.fill("#past-find", " ")
	b.choose("#past-state", "done,cancelled")
	b.past("both in any state", gone, noted)

	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		t.Fatal(err)
	}
	day := func(o platform.Order) time.Time { return time.UnixMilli(o.Base.CreatedAt).In(zone) }
	b.setDate("#past-to", day(first).AddDate(0, 0, -1).Format(time.DateOnly))
	b.past("none of the day before")
	b.clickText("Clear the filters")
	b.past("both without filters", gone, noted)
	b.setDate("#past-from", day(first).Format(time.DateOnly))
	b.past("both from that day on", gone, noted)
	b.totals("2 orders", first.Fees[platform.FeePaid].Text)
	b.shot("orders-past-totals")
	b.views("orders-past-totals")

	dir := t.TempDir()
	b.downloads(dir)
	b.click("#past-csv")
	file := strings.TrimPrefix(downloaded(t, filepath.Join(dir, "orders.csv")), "\uFEFF")
	lines, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(lines) != 3 || lines[2][1] != "#"+fmt.Sprint(noted) || lines[2][8] != "HKD" ||
		"HKD "+lines[2][10] != first.Fees[platform.FeePaid].Text || lines[1][10] != "" {
		t.Errorf("the file says %q, %v", lines, err)
	}
	b.click("#past-weeks > summary")
	chosen := day(second).Format(time.DateOnly)
	b.click("#past-day-" + chosen)
	b.until(fmt.Sprintf(`document.querySelector("#past-to").value === %q && !document.querySelector("main [aria-busy=true]")`, chosen),
		"the sums of the day")
	if day(first).Day() == day(second).Day() {
		b.past("both of the day", gone, noted)
	} else {
		b.past("the one after midnight", gone)
	}
	b.choose("#past-state", "cancelled")
	b.fill("#past-find", fmt.Sprint(noted))
	b.past("none that is cancelled")
	b.fill("#past-find", fmt.Sprint(gone))
	b.past("the one looked for", gone)
	b.click(fmt.Sprintf(`.order-line[href$="/%d"]`, gone))
	b.sees("changed my mind")

	// What was looked for was gone after Back from an order, and after a reload.
	looked := fmt.Sprintf(`document.querySelector("#past-find")?.value === "%d" && document.querySelector("#past-to").value === %q &&
		document.querySelector("#past-state").value === "cancelled"`, gone, chosen)
	b.leave("history.back()")
	b.until(looked, "the filters after Back")
	b.past("the one looked for, after Back", gone)
	b.reload()
	b.until(looked, "the filters after a reload")
	b.past("the one looked for, after a reload", gone)
}

// The totals above the list of orders gave way to a skeleton whenever they were added up anew, and the list below moved
// twice.
func TestListOfHistoryStaysWhileItsTotalsAreAddedUp(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "staff")
	eaten, gone := d.arrives(b, sandbox.OrderDelivery), d.arrives(b, sandbox.OrderPickup)
	d.delivered(eaten)
	if err := d.box.CancelOrder(gone, platform.OpCustomer, "changed my mind"); err != nil {
		t.Fatal(err)
	}
	for _, id := range []int64{eaten, gone} {
		b.until(`!document.querySelector(".lane `+sel("order", id)+`")`, "the order to end")
	}
	b.clickText("History")
	b.totals("2 orders", "HKD")
	for _, wide := range []int{1280, 390} {
		b.viewport(wide, 860)
		_, answer := d.stops(api.PathHistoryTotals)
		b.reload()
		b.past("both", gone, eaten)
		quiet := b.top(".order-rows")
		answer()
		b.totals("2 orders", "HKD")
		b.stays(".order-rows", quiet)

		_, answer = d.stops(api.PathHistoryTotals)
		b.choose("#past-state", "cancelled")
		b.past("the cancelled one", gone)
		b.until(`document.querySelector("#past-totals [aria-busy=true] .past-sum")`, "the earlier totals to be marked")
		b.shot(fmt.Sprintf("history-totals-%d", wide))
		b.stays(".order-rows", quiet)
		answer()
		b.totals("1 order", "")
		b.until(`!document.querySelector("main [aria-busy=true]")`, "the totals to be marked no more")
		b.stays(".order-rows", quiet)
		b.choose("#past-state", "done,cancelled") // which a reload would keep
		b.totals("2 orders", "HKD")
	}
}
