package today

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// behind leads to the orders behind a figure of a shop, or with 0 of the shops that the page shows: those of the
// figures' days, chosen further by pairs of names and values ([api.History]).
func (p *Page) behind(f *api.Figures, shop int64, pairs ...string) string {
	return p.onDays(routes.Past, f, cmp.Or(shop, p.model.shop), append([]string{"state", "all"}, pairs...)...)
}

// onDays leads to a page that shows the figures' days, chosen further by pairs of names and values.
func (p *Page) onDays(page routes.Page, f *api.Figures, shop int64, pairs ...string) string {
	from, to := p.days(f, shop)
	query := url.Values{"from": {from}, "to": {to}}
	for pair := range slices.Chunk(pairs, 2) {
		query.Set(pair[0], pair[1])
	}
	return p.Href(routes.Route{Page: page, ShopID: shop}) + "?" + query.Encode()
}

// pauses leads to who paused and resumed the shops of a figure on its days; people who may not see that are led to the
// shops.
func (p *Page) pauses(f *api.Figures, shop int64) string {
	shop = cmp.Or(shop, p.model.shop)
	may := p.State.MayAnywhere(api.MayViewActivity)
	if shop != 0 {
		may = p.State.May(shop, api.MayViewActivity)
	}
	switch {
	case may:
		return p.onDays(routes.Activity, f, shop, "kind", "pause")
	case shop == 0:
		return p.Href(routes.Route{Page: routes.Shops})
	}
	return p.Href(routes.Route{Page: routes.Shop, ShopID: shop})
}

// days are the first and the last day of figures. Where the shops' todays differ, those of a shop are as many as the
// period has.
func (p *Page) days(f *api.Figures, shop int64) (from, to string) {
	if len(f.Days) == 0 {
		return "", ""
	}
	days := f.Days
	if zone, ok := p.State.Zone(shop); ok && len(days) > f.Period.Days() {
		last, _ := rules.Local(p.model.today.Now, zone)
		if p.yesterday {
			last = last.AddDays(-1)
		}
		if last.String() == days[len(days)-1] {
			days = days[1:]
		} else {
			days = days[:len(days)-1]
		}
	}
	return days[0], days[len(days)-1]
}

// ended are the pairs for the orders that were cancelled in the same way.
func ended(e *api.EndFigure) []string {
	pairs := []string{"only", string(api.BehindCancelled)}
	if e.Other {
		return pairs
	}
	pairs = append(pairs, "why", e.Reason, "via", string(e.Via))
	switch {
	case e.OpRaw != "":
		pairs = append(pairs, "op", e.OpRaw)
	case e.OpType != 0:
		pairs = append(pairs, "op", strconv.Itoa(e.OpType))
	}
	return pairs
}

// refunded are the pairs for the orders with a refund for the same reason.
func refunded(r *api.RefundFigure) []string {
	pairs := []string{"only", string(api.BehindRefunded)}
	if r.Other {
		return pairs
	}
	pairs = append(pairs, "why", r.Reason)
	if r.Ours {
		pairs = append(pairs, "ours", "1")
	}
	return pairs
}
