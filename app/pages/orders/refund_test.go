package orders

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// go-app queues OnMount and calls OnUpdate at once: the page once read without a context, which ended the program.
func TestRefundIsReadByAnUpdateBeforeMounting(t *testing.T) {
	t.Parallel()
	p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Order, ShopID: 1, OrderID: big}, api.RoleOwner)}
	o := placed(api.ColumnDone)
	o.ShopID, o.OrderID = 1, big
	p.Book.Load(api.Orders{Orders: []api.Order{o}})
	pagetest.Run(t, p.OnUpdate)
	if p.read != o.Version {
		t.Error("what can be refunded wasn't read")
	}
}

// The last press for a refund did nothing, without a sign, while another act on the order was on its way.
func TestRefundWaitsForAnotherAct(t *testing.T) {
	t.Parallel()
	p := &Refund{Deps: pagetest.Deps(t, routes.Route{Page: routes.Refund, ShopID: 1, OrderID: big}, api.RoleManager)}
	p.loaded, p.wants = true, true
	p.preview = &platform.RefundPreview{RefundPrice: platform.Fee{Amount: 500, Currency: "HKD", Text: "HKD 5.00"}}
	waits := func() bool {
		html := pagetest.Markup(p.confirm())
		return strings.Contains(html, "refund-apply") && strings.Contains(html, "aria-busy")
	}
	if waits() {
		t.Error("it waits for nothing")
	}
	ready, _ := p.Book.Begin(api.ActOrder{ShopID: 1, OrderID: big, Act: api.ActReady})
	if !waits() {
		t.Error("a press is taken that does nothing")
	}
	p.Book.End(ready, api.Acted{State: api.ActDone}, nil)
	if waits() {
		t.Error("it waits on")
	}
}
