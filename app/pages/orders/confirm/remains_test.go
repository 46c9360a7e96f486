package confirm

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func hkd(amount int64) *api.Money { return &api.Money{Amount: amount, Currency: "HKD"} }

// Earlier refunds that were made are taken off, rejected ones aren't, and this refund is counted once.
func TestRemains(t *testing.T) {
	t.Parallel()
	asked := api.OrderRefund{ID: 9, Standing: api.RefundAsked, Money: hkd(300)}
	refund := func(id int64, standing api.RefundStanding, m *api.Money) api.OrderRefund {
		return api.OrderRefund{ID: id, Standing: standing, Money: m}
	}
	told := func(amount int64) []api.OrderFee {
		return []api.OrderFee{{Name: platform.FeePaid, Money: *hkd(1000)}, {Name: platform.FeeRefunded, Money: *hkd(amount)}}
	}
	for _, tt := range []struct {
		name    string
		refunds []api.OrderRefund
		fees    []api.OrderFee
		left    int64
		earlier int
		unknown bool
	}{
		{"the first", []api.OrderRefund{asked}, nil, 700, 0, false},
		{"after others", []api.OrderRefund{refund(1, api.RefundAgreed, hkd(100)), refund(2, api.RefundApplied, hkd(50)),
			refund(3, api.RefundRejected, hkd(400)), asked}, nil, 550, 3, false},
		{"the platform knows of more", []api.OrderRefund{refund(1, api.RefundAgreed, hkd(100)), asked},
			told(250), 450, 1, false},
		{"the platform's figure has this one in it", []api.OrderRefund{refund(1, api.RefundAgreed, hkd(100)), asked},
			told(400), 600, 1, false},
		{"the record is older than the event", []api.OrderRefund{refund(1, api.RefundAgreed, hkd(100)), asked},
			told(0), 600, 1,
			false},
		{"decided elsewhere", []api.OrderRefund{refund(1, api.RefundDecided, hkd(100)), asked}, nil, 0, 1, true},
		{"decided elsewhere, and the platform says what was refunded",
			[]api.OrderRefund{refund(1, api.RefundDecided, hkd(100)), asked}, told(100), 600, 1, false},
		{"another currency", []api.OrderRefund{refund(1, api.RefundAgreed,
			&api.Money{Amount: 1, Currency: "USD"}), asked}, nil,
			0, 1, true},
	} {
		d := api.OrderDetail{Order: api.Order{Total: hkd(1000)}, Refunds: tt.refunds, Fees: tt.fees}
		got := remainsOf(&d, &asked)
		if got.known == tt.unknown || got.known && got.left() != tt.left || len(got.earlier) != tt.earlier {
			t.Errorf("%s: %d left, known %v, %d earlier refunds", tt.name, got.left(), got.known, len(got.earlier))
		}
	}
}

// Before one says yes or no the question has the reason, the items, the earlier refunds and what will be left.
func TestRefundIsDecidedKnowingly(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	refund := api.OrderRefund{ID: 9, Standing: api.RefundAsked, Money: hkd(300), Reason: "Two were cold",
		Items: []api.OrderItem{{Count: 2, Name: "Har gow"}}}
	o := api.Order{OrderID: 7, ShopID: 1, Total: hkd(1000), Refund: &refund}
	earlier := api.OrderRefund{ID: 1, Standing: api.RefundAgreed, Money: hkd(100), Reason: "Spilt", By: "Mei"}
	for _, act := range []api.Act{api.ActRefundAgree, api.ActRefundReject} {
		a := &asking{Deps: deps, Count: 1, Open: true, Request: api.ActOrder{ShopID: 1, OrderID: 7, Act: act}, Order: &o,
			reason: new(Reason), detail: &api.OrderDetail{Order: o, Refunds: []api.OrderRefund{earlier, refund}}}
		html := pagetest.Markup(a)
		for _, want := range []string{"Two were cold", "2× Har gow", "Refund approved", "Spilt", "HKD 10.00", "HKD -3.00",
			"HKD 6.00", "Left after this refund"} {
			if !strings.Contains(html, want) {
				t.Errorf("%s: the question lacks %q", act, want)
			}
		}
	}
}

// A refund can be decided once it is known what will be left, or that this can't be read. The button took a press
// while the order was still being read.
func TestRefundIsDecidedAfterTheOrderIsRead(t *testing.T) {
	t.Parallel()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Orders, ShopID: 1}, api.RoleManager)
	refund := api.OrderRefund{ID: 9, Standing: api.RefundAsked, Money: hkd(300)}
	o := api.Order{OrderID: 7, ShopID: 1, Total: hkd(1000), Refund: &refund}
	for _, tt := range []struct {
		name   string
		act    api.Act
		detail *api.OrderDetail
		err    error
		waits  bool
	}{
		{"approve, being read", api.ActRefundAgree, nil, nil, true},
		{"reject, being read", api.ActRefundReject, nil, nil, true},
		{"read", api.ActRefundAgree, &api.OrderDetail{Order: o}, nil, false},
		{"not read", api.ActRefundAgree, nil, backend.ErrOffline, false},
		{"cancel the order", api.ActCancel, nil, nil, false},
	} {
		a := &asking{Deps: deps, Count: 1, Open: true, Request: api.ActOrder{ShopID: 1, OrderID: 7, Act: tt.act},
			Order: &o, detail: tt.detail}
		a.read.Err = tt.err
		decide, _ := a.actions()[1].(*components.Button)
		if decide.Disabled != tt.waits {
			t.Errorf("%s: the button is disabled: %v", tt.name, decide.Disabled)
		}
	}
}
