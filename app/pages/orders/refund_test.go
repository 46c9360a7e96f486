package orders

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
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
