package e2e

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// playing is a sandbox that plays a set, and the settings of a console for it.
func playing(set sandbox.Set) (*sandbox.Sandbox, setup) {
	return &sandbox.Sandbox{Plays: set.Variants}, func(o *server.Options) {
		o.Platform.Profile = sandbox.Fitting(set.Variants...)
		o.Hooks.Rule = platform.HookRule(sandbox.FittingHooks(set.Variants...))
	}
}

// platforms are the sets that the flows below run against.
var platforms = []string{sandbox.SetImagined, sandbox.SetStrange, sandbox.SetStrict}

// The daily acts work on platforms of other habits: what is pressed arrives there,
// whatever the shape of what they answer.
func TestOnOtherPlatforms(t *testing.T) {
	t.Parallel()
	sets := sandbox.Sets()
	for _, name := range platforms {
		at := slices.IndexFunc(sets, func(set sandbox.Set) bool { return set.Name == name })
		if at < 0 {
			t.Fatalf("there is no platform %q", name)
		}
		set := sets[at]
		t.Run(set.Name, func(t *testing.T) {
			t.Parallel()
			box, change := playing(set)
			d := startOrders(t, box, change)
			for _, act := range []struct {
				name string
				does func(*desk, *tab)
			}{
				{"hours", changeAnHour}, {"dates", addAClosure}, {"phones", addAPhone}, {"photo", askForAPhoto},
				{"accept", acceptAnOrder}, {"serve", serveAnOrder}, {"refund", refundOne}, {"approve", approveARefund},
			} {
				t.Run(act.name, func(t *testing.T) {
					b := newTab(t)
					d.signedIn(b, "manager")
					act.does(&desk{t: t, box: d.box, platform: d.platform, console: d.console, store: d.store, URL: d.URL}, b)
				})
			}
		})
	}
}

// reaches waits until the platform has a shop as it should be.
func (d *desk) reaches(shopID int64, what string, isSo func(sandbox.ShopState) bool) {
	d.t.Helper()
	eventually(d.t, func() error {
		if shop, _ := d.box.Shop(shopID); !isSo(shop) {
			return fmt.Errorf("%s: the platform has %+v", what, shop)
		}
		return nil
	})
}

func changeAnHour(d *desk, b *tab) {
	b.open(d.URL + "/shops/100001/hours")
	b.wait("#fri-0-end")
	b.fill("#fri-0-end", "4pm")
	b.click("#hours-save")
	b.saved()
	d.reaches(central, "Friday", func(shop sandbox.ShopState) bool {
		return len(shop.Week.Fri) == 2 && shop.Week.Fri[0].EndTime == 16*3600 && len(shop.Week.Mon) == 2
	})
}

func addAClosure(d *desk, b *tab) {
	b.open(fmt.Sprintf("%s/shops/%d/dates", d.URL, outing))
	b.wait("#dates-coming")
	b.click("#dates-add")
	b.setDate("#date-first", dayIn(3))
	b.setDate("#date-last", dayIn(3))
	b.kept()
	b.savedDates()
	midnight := time.UTC
	if d.box.Does(sandbox.ShopDates) {
		midnight = hongKong
	}
	d.reaches(outing, "the closure", func(shop sandbox.ShopState) bool {
		return slices.ContainsFunc(shop.Special, func(date platform.SpecialDate) bool {
			return time.UnixMilli(date.StartDate).In(midnight).Format(time.DateOnly) == dayIn(3) && date.BusinessHour[0].Closed()
		})
	})
}

func addAPhone(d *desk, b *tab) {
	b.open(d.URL + "/shops/100001/phones")
	b.settled()
	b.click("#phones-add")
	b.fill("#phone-2-number", "+971 4 350 0125")
	b.sees("971-43500125")
	b.click("#phones-save")
	b.sees("Saved.")
	d.reaches(central, "the phone", func(shop sandbox.ShopState) bool {
		return len(shop.Record.Phones) == 3 && shop.Record.Phones[2].Number == "971-43500125"
	})
}

func askForAPhoto(d *desk, b *tab) {
	b.open(d.URL + "/shops/100001/photo")
	b.settled()
	picture := d.platform.URL + "/sandbox/pictures/dumpling.jpg"
	b.fill("#photo-address", picture)
	b.click("#photo-web-send")
	d.reaches(central, "the picture", func(shop sandbox.ShopState) bool {
		return slices.ContainsFunc(shop.Record.MainPictures, func(p platform.Picture) bool {
			return p.URL == picture && p.Status == platform.PicturePending
		})
	})
	b.until(`!document.querySelector("#photo-web-send[aria-busy]")`, "the page to know what came of it")
}

func acceptAnOrder(d *desk, b *tab) {
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	id := d.arrives(b, sandbox.OrderPickup)
	b.click(sel("go", id))
	d.platformHas(id, platform.OrderAccepted)
	b.until(in("preparing", id), "the order to be in preparation")
}

// serveAnOrder makes an order ready and hands it over, though its delivery type may be one that we don't know.
func serveAnOrder(d *desk, b *tab) {
	id := d.placed(sandbox.OrderPickup)
	if err := d.box.AcceptOnPOS(id); err != nil {
		d.t.Fatal(err)
	}
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
	b.live()
	b.wait(sel("order", id) + "[data-lane=preparing]")
	b.click(idle(id))
	d.platformHas(id, platform.OrderPrepared)
	b.until(`document.querySelector("`+sel("order", id)+`[data-lane=ready] .order-acts > .btn[data-kind=go]:not(:disabled)")`,
		"the order to be ready")
	b.click(idle(id))
	d.platformHas(id, platform.OrderCompleted)
}

func refundOne(d *desk, b *tab) {
	id := d.placed(sandbox.OrderCut)
	if err := d.box.AcceptOnPOS(id); err != nil {
		d.t.Fatal(err)
	}
	o, _ := d.box.Order(id)
	b.open(fmt.Sprintf("%s/shops/100001/orders/%d/refund", d.URL, id))
	b.click("#refund-" + strconv.FormatInt(o.Products[0].ID, 10) + "-more")
	b.until(`document.querySelector("#refund-go") && !document.querySelector("#refund-go").disabled`,
		"the platform's amount")
	b.click("label:has(#refund-code-200003)")
	b.click("#refund-go")
	b.wait("dialog#refund-confirm[open]")
	b.click("#refund-apply")
	eventually(d.t, func() error {
		if o, _ := d.box.Order(id); len(o.Refunds) != 1 || o.Refunds[0].Money == 0 {
			return fmt.Errorf("no refund of an item arrived: %+v", o.Refunds)
		}
		return nil
	})
}

func approveARefund(d *desk, b *tab) {
	b.open(d.URL + "/shops/100001/orders")
	b.live()
	id := d.place(sandbox.OrderDelivery)
	if err := errors.Join(d.box.AcceptOnPOS(id), d.box.RequestRefund(id, nil, "Soup spilled")); err != nil {
		d.t.Fatal(err)
	}
	b.wait(sel("agree", id))
	b.click(sel("agree", id))
	b.wait("dialog#ask[open]")
	b.click("#ask-go")
	eventually(d.t, func() error {
		if o, _ := d.box.Order(id); len(o.Refunds) != 1 || o.Refunds[0].Status != platform.RefundAgreed {
			return fmt.Errorf("no approval arrived: %+v", o.Refunds)
		}
		return nil
	})
}
