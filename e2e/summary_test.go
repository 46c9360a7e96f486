package e2e

import (
	"encoding/json"
	"regexp"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/smtptest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/mail/smtp"
	"github.com/shopdesk/shopdesk/server/store"
)

// A person chooses a daily summary by e-mail, with a code that proves the address, and finds yesterday from Today.
func TestDailySummary(t *testing.T) {
	t.Parallel()
	far := smtptest.New(t)
	sender, err := smtp.New(smtp.Options{Address: far.Address, From: "console@shops.example", Roots: far.Roots})
	if err != nil {
		t.Fatal(err)
	}
	d := start(t, func(o *server.Options) { o.Mail = sender })
	b := newTab(t)
	b.expect("422") // an address and a code that are wrong
	d.signedIn(b, "owner")
	b.open(d.URL + "/settings/devices")
	b.click("#daily-mail")
	b.fill("#daily-address", "ann shops.example")
	b.click("#daily-save")
	b.sees("Enter an e-mail address like name@example.com.")
	b.fill("#daily-address", "ann@shops.example")
	b.choose("#daily-minute", "450")
	b.click("#daily-save")
	b.wait("#daily-code")
	b.sees("A code was sent to")
	code := regexp.MustCompile(`\d{8}`).FindString(far.Wait(1)[0].Read(t).Text)
	b.fill("#daily-code", "1")
	b.click("#daily-save")
	b.sees("This isn't the code that was sent")
	b.onEveryScreen("daily", func() { b.eval(`document.querySelector("#daily").scrollIntoView()`, nil) }, nil)
	b.judgeEveryLook("daily summary")
	b.dark(false)
	b.fill("#daily-code", code)
	b.click("#daily-save")
	b.sees("The daily summary is saved.")
	b.reload()
	b.until(`document.querySelector("#daily-mail")?.checked && document.querySelector("#daily-address").value === "ann@shops.example" && document.querySelector("#daily-minute").value === "450" && !document.querySelector("#daily-code")`,
		"the choice to be kept")
	b.click("#daily-mail")
	b.click("#daily-save")
	b.until(`fetch("/api/summary").then((r) => r.json()).then((s) => !s.mail && s.proved)`, "the summary to be off")

	b.open(d.URL + "/today")
	b.click(`main a[href$="/today/yesterday"]`)
	b.sees("No orders yesterday")
	b.wait(`.rail a[aria-current="page"][href$="/today"]`) // no place of the rail was current here
	d.lostYesterday(t)
	b.reload()
	b.until(`document.querySelector("#yesterday .today-tiles")?.innerText.includes("62.00")`, "the lost order and its cost")
	b.onEveryScreen("yesterday-lost", func() { b.eval(`document.querySelector("#yesterday").scrollIntoView()`, nil) }, nil)
	b.judgeEveryLook("yesterday")
	b.click(`main a[href$="/settings/devices"]`)
	b.wait("#daily")
}

// lostYesterday keeps an order that the shop in Central lost at noon of its yesterday.
func (d *desk) lostYesterday(t *testing.T) {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Hong_Kong")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().In(zone)
	at := time.Date(now.Year(), now.Month(), now.Day()-1, 12, 0, 0, 0, zone).UnixMilli()
	o := api.Order{ShopID: central, OrderID: 77, Number: "4817", Column: api.ColumnCancelled, PlacedAt: at,
		Total: &api.Money{Amount: 6200, Currency: "HKD"}}
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.store.SaveOrders(t.Context(), []store.OrderChange{{Order: store.Order{
		ShopID: o.ShopID, OrderID: o.OrderID, Stage: string(o.Column), PlacedAt: at, ChangedAt: at, Data: data,
	}}}); err != nil {
		t.Fatal(err)
	}
}
