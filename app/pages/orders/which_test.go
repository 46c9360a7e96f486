package orders

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// All buttons of the board were called "Accept" or "Reject…": who doesn't see the cards couldn't tell which order a
// button was for, nor of which shop on the board of all shops.
func TestButtonsTellTheirOrder(t *testing.T) {
	t.Parallel()
	refund := placed(api.ColumnDone)
	refund.OrderID, refund.Refund = 8, &api.OrderRefund{Standing: api.RefundAsked}
	preparing := placed(api.ColumnPreparing)
	preparing.OrderID = 9
	for _, tt := range []struct {
		name  string
		shop  int64 // whose board it is, 0 for all
		rush  int   // so many orders more
		wants string
	}{
		{"one shop", 1, 0, "#4817"}, {"all shops", 0, 0, "#4817 Noodle"}, {"all shops in a rush", 0, 30, "#4817 Noodle"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			orders := []api.Order{placed(api.ColumnNew), refund, preparing}
			for i := range tt.rush {
				more := placed(api.ColumnNew)
				more.OrderID = int64(100 + i)
				orders = append(orders, more)
			}
			p := boardOf(t, everything, orders...)
			p.Route.ShopID = tt.shop
			page := markup.Parse(t, pagetest.Markup(p))
			buttons := page.All(".order button")
			if len(buttons) < 6 {
				t.Errorf("%d buttons", len(buttons))
			}
			for _, button := range buttons {
				var says []string
				for id := range strings.FieldsSeq(button.Get("aria-describedby")) {
					says = append(says, page.First(t, "#"+id).Words())
				}
				if got := text.Plain(strings.Join(says, " ")); got != tt.wants {
					t.Errorf("%s is described as %q, want %q", button.Get("id"), got, tt.wants)
				}
			}
			for _, label := range page.All(".order label") {
				if name := text.Plain(label.Words()); !strings.HasSuffix(name, "#4817 · Noodle") {
					t.Errorf("a box is called %q", name)
				}
			}
		})
	}
}
