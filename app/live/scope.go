package live

import (
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/platform"
)

// Follow looks at who is here and where: whoever may see orders has them watched
// from the moment of signing in, and opening a board decides which.
func (w *Watch) Follow(route routes.Route) {
	w.route = route
	if w.State.Operator() == nil {
		w.stop("")
		return
	}
	if w.whose != w.State.OperatorID() {
		w.stop("")
		w.whose, w.rights, w.rolesAt = w.State.OperatorID(), "", 0
	}
	scope, ok := w.wanted()
	if !ok || w.line.on && scope == w.line.shop {
		return
	}
	w.keep()
	if scope != w.Book.Scope {
		w.Book.Follow(scope)
	}
	w.remember()
	w.line.Follow(scope)
}

// wanted is what should be watched at the present place: the board that is
// opened, else the one that was opened last on this device, else the orders of
// all shops. Other pages don't turn a device away from what it rings for.
func (w *Watch) wanted() (scope int64, ok bool) {
	if shop := w.route.ShopID; w.route.Page == routes.Orders && w.sees(shop) {
		w.State.SetWatched(shop)
		return shop, true
	}
	return w.usual()
}

// usual is what is watched where no board is opened.
func (w *Watch) usual() (scope int64, ok bool) {
	kept, watched := w.State.Watched()
	switch {
	case w.line.on && w.sees(w.line.shop):
		return w.line.shop, true
	case watched && w.sees(kept):
		return kept, true
	}
	return 0, w.State.MayAnywhere(platform.PermissionOrderView)
}

func (w *Watch) sees(shop int64) bool {
	return shop == 0 || w.State.May(shop, platform.PermissionOrderView)
}

// Board is the board of what this device listens to, or would.
func (w *Watch) Board() routes.Route {
	shop, _ := w.usual()
	if shops, _ := w.State.Shops(); shop == 0 && len(shops) == 1 {
		shop = shops[0].ShopID
	}
	return routes.Route{Page: routes.Orders, ShopID: shop}
}
