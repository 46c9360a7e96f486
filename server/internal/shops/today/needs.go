package today

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
)

// needs gathers the matters that need a person.
type needs struct {
	now        int64
	shops      map[int64]api.Shop
	ids        []int64
	withOrders []api.Shop // the operator may see their orders
	pauses     map[int64]*api.Pause
	facts      []change.ShopFacts
	open       map[int64]int64 // shops that take orders, with the time at which their present hours began
	list       []api.Need
	more       map[api.NeedKind]int
	next       int64
}

func newNeeds(now int64, shops []api.Shop) *needs {
	n := &needs{now: now, ids: make([]int64, 0, len(shops)), shops: make(map[int64]api.Shop, len(shops)),
		pauses: map[int64]*api.Pause{}, open: map[int64]int64{}, more: map[api.NeedKind]int{}}
	for _, shop := range shops {
		n.shops[shop.ShopID] = shop
		n.ids = append(n.ids, shop.ShopID)
		if seesOrders(shop) {
			n.withOrders = append(n.withOrders, shop)
		}
	}
	return n
}

// seesOrders tells whether the operator may see the shop's orders.
func seesOrders(shop api.Shop) bool {
	return slices.Contains(shop.Permissions, string(platform.PermissionOrderView))
}

func (n *needs) add(need api.Need) { n.list = append(n.list, need) }

// at notes a moment at which the answer changes.
func (n *needs) at(moment int64) {
	if moment > n.now && (n.next == 0 || moment < n.next) {
		n.next = moment
	}
}

// answer sorts the needs by urgency, and cuts long lists of a kind.
func (n *needs) answer() api.Today {
	kinds := api.NeedKinds()
	slices.SortStableFunc(n.list, func(a, b api.Need) int {
		return cmp.Or(
			cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)),
			cmp.Compare(mostUrgent(a), mostUrgent(b)), cmp.Compare(a.ShopID, b.ShopID),
		)
	})
	answer := api.Today{Needs: []api.Need{}, More: n.more, Now: n.now, Next: n.next}
	listed := map[api.NeedKind]int{}
	for _, need := range n.list {
		if listed[need.Kind]++; listed[need.Kind] > api.NeedsOfKind {
			n.more[need.Kind]++
			continue
		}
		answer.Needs = append(answer.Needs, need)
	}
	return answer
}

// mostUrgent orders needs of one kind: the soonest end or the longest duration first.
func mostUrgent(n api.Need) int64 {
	switch n.Kind { //nolint:exhaustive // other kinds are ordered by their beginning
	case api.NeedOrder:
		return n.Until
	case api.NeedAccess:
		if n.Access == api.ConnectionLate {
			return n.Until
		}
		return 0 // the access has ended
	}
	return n.Since
}

// access adds the shops that can't be reached, or soon can't. Shops of one connection end at the same moment and are
// one need.
func (n *needs) access(unreadable map[int64]bool) {
	type key struct {
		state api.ConnectionState
		ends  int64
	}
	at := map[key]int{}
	for _, id := range n.ids {
		access := n.shops[id].Access
		k := key{access.State, access.EndsAt}
		if k.state == "" && !unreadable[id] {
			continue
		}
		if i, known := at[k]; known {
			n.list[i].Others = append(n.list[i].Others, strconv.FormatInt(id, 10))
			continue
		}
		at[k] = len(n.list)
		n.add(api.Need{Kind: api.NeedAccess, ShopID: id, Access: access.State, Until: access.EndsAt})
		n.at(access.EndsAt)
	}
}

// paused adds a pause.
func (n *needs) paused(p api.Pause) {
	n.pauses[p.ShopID] = &p
	need := api.Need{Kind: api.NeedPause, ShopID: p.ShopID, Since: p.StartedAt, Until: p.Until, Pause: &p}
	switch {
	case p.State == api.PauseLeft:
		need.Kind = api.NeedClosed
	case p.State == api.PausePaused && p.Until == 0:
		if p.StartedAt+api.NeedPauseAfter <= n.now {
			need.Kind = api.NeedForgotten
		}
		n.at(p.StartedAt + api.NeedPauseAfter)
	}
	n.at(p.Until)
	n.add(need)
}

// order adds a waiting order.
func (n *needs) order(kind api.NeedKind, o api.Order) {
	o.Items, o.Note, o.Delivery = nil, "", nil // the answer is kept on devices
	need := api.Need{Kind: kind, ShopID: o.ShopID, Order: &o}
	switch kind { //nolint:exhaustive // only kinds of orders
	case api.NeedOrder:
		need.Since, need.Until = o.PlacedAt, o.AcceptBy
	case api.NeedLate:
		need.Since = o.LateAt
	case api.NeedRefund:
		if need.Refund = o.Refund; need.Refund != nil {
			need.Since = need.Refund.At
		}
	}
	o.Refund = nil
	n.add(need)
}
