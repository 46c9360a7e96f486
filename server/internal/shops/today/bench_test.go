package today

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// byAll is a shop directory that is asked for all its shops.
type byAll struct{ known }

func (b byAll) Facts(context.Context, []int64) ([]change.ShopFacts, error) { return b.known, nil }

// BenchmarkToday asks about a chain of 2,000 shops with 100,000 orders in four weeks, each with the platform's
// record.
func BenchmarkToday(b *testing.B) {
	now := time.Date(2026, 11, 21, 16, 0, 0, 0, time.UTC)
	random := rand.New(rand.NewPCG(1, 1))
	var shops everybody
	for i := range 2000 {
		shops = append(shops, api.Shop{ShopID: int64(i + 1), Zone: places[i%5],
			Permissions: []string{string(platform.PermissionOrderView)}})
	}
	sealed := strings.Repeat("x", 2500)
	for engine, s := range stores(b) {
		orders, _ := some(random, now, shops, 100_000)
		var changes []store.OrderChange
		for i, o := range orders {
			o.Items = []api.OrderItem{{Count: 2, Name: "Beef brisket noodles", Options: []string{"less ice", "2× egg"}},
				{Count: 1, Name: strings.Repeat("Wonton soup ", 20)}}
			var refunds []api.OrderRefund
			if i%30 == 0 {
				refunds = append(refunds, api.OrderRefund{Standing: api.RefundAgreed, Reason: "soup spilled", Money: o.Total})
			}
			if i%200 == 0 {
				refunds = append(refunds, api.OrderRefund{Standing: api.RefundAsked, At: o.PlacedAt, Reason: "cold"})
				o.Refund = &refunds[len(refunds)-1]
			}
			if o.Column == api.ColumnCancelled && i%3 > 0 {
				o.Column, o.Cancel = api.ColumnDone, nil
			}
			if i%50 == 0 {
				o.Column, o.LateAt = api.ColumnPreparing, o.PlacedAt
			}
			c := row(b, o, refunds)
			c.Order.Record = sealed
			changes = append(changes, c)
		}
		keep(b, s, changes)
		today := at(b, now, shops, s)
		var roster known
		for _, shop := range shops {
			roster = append(roster, facts(shop.ShopID, every(shift(11, 15), shift(17, 2)), nil))
		}
		today.Directory = byAll{roster}
		for _, query := range []string{"", "?period=today", "?period=week", "?period=month"} {
			b.Run(engine+query, func(b *testing.B) {
				for b.Loop() {
					ask(b, today, query)
				}
			})
		}
	}
}
