package e2e

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	if err := d.box.AcceptOnPOS(noted); err != nil {
		t.Fatal(err)
	}
	for _, step := range []platform.LogisticsStatus{platform.RiderAssigned, platform.RiderAtShop, platform.RiderPickedUp,
		platform.RiderDelivered} {
		if step == platform.RiderPickedUp {
			if err := d.box.PrepareOnPOS(noted); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.box.MoveRider(noted, step, "Sam", ""); err != nil {
			t.Fatal(err)
		}
	}
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
	// The sums above the list are added up anew, and it moves.
	b.until(fmt.Sprintf(`document.querySelector("#past-to").value === %q && !document.querySelector("#past-totals .skeleton")`, chosen),
		"the sums of the day")
	if day(first).Day() == day(second).Day() {
		b.past("both of the day", gone, noted)
	} else {
		b.past("the one after midnight", gone)
	}
	b.click(fmt.Sprintf(`.order-line[href$="/%d"]`, gone))
	b.sees("changed my mind")
}
