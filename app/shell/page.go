package shell

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/dates"
	"github.com/shopdesk/shopdesk/app/pages/gallery"
	"github.com/shopdesk/shopdesk/app/pages/hours"
	"github.com/shopdesk/shopdesk/app/pages/orders"
	"github.com/shopdesk/shopdesk/app/pages/phones"
	"github.com/shopdesk/shopdesk/app/pages/setup"
	"github.com/shopdesk/shopdesk/app/pages/shop"
	"github.com/shopdesk/shopdesk/app/pages/shops"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// slot holds the page. Another key is another page: it is mounted afresh, even
// when it is of the same type.
type slot struct {
	app.Compo

	Key  string
	Make func() app.UI
}

var _ app.DismountEnforcer = (*slot)(nil)

// CompoID is the key.
func (s *slot) CompoID() string { return s.Key }

// Render makes the page.
func (s *slot) Render() app.UI { return s.Make() }

// page is the page of the present place, shop and person. The gallery keeps its
// own places apart.
func (r *Root) page() app.UI {
	key := string(r.route.Page) + " " + strconv.FormatInt(r.route.ShopID, 10) + " " + strconv.FormatInt(r.route.OrderID, 10) + " " + strconv.FormatInt(r.State.OperatorID(), 10)
	return &slot{Key: key, Make: r.makePage}
}

func (r *Root) makePage() app.UI {
	if r.phase == starting && !r.route.Public() {
		return r.waiting()
	}
	switch r.route.Page {
	case routes.Setup:
		return &setup.Page{Deps: r.deps(), Done: r.signedIn}
	case routes.Shops:
		return &shops.Page{Deps: r.deps()}
	case routes.Shop:
		return r.inShop(func() app.UI { return &shop.Page{Deps: r.deps()} })
	case routes.Dates:
		return r.inShop(func() app.UI { return &dates.Page{Deps: r.deps()} })
	case routes.Hours:
		return r.inShop(func() app.UI { return &hours.Page{Deps: r.deps()} })
	case routes.Phones:
		return r.inShop(func() app.UI { return &phones.Page{Deps: r.deps()} })
	case routes.Orders, routes.Order, routes.Refund, routes.Past:
		return r.ordersPage()
	case routes.Gallery:
		if gallery.Enabled() {
			return &gallery.Page{Deps: r.deps()}
		}
	case routes.Overview:
		return r.waiting()
	case routes.SignIn, routes.NotFound:
	}
	return r.notFound()
}

// ordersPage makes one of the pages about orders, which draw themselves anew
// with each change of the desk.
func (r *Root) ordersPage() app.UI {
	deps := r.deps()
	deps.Orders = r.Desk.Revision()
	make := func() app.UI {
		switch r.route.Page { //nolint:exhaustive // the others ask for nothing
		case routes.Order:
			return &orders.One{Deps: deps}
		case routes.Refund:
			return &orders.Refund{Deps: deps}
		case routes.Past:
			return &orders.Past{Deps: deps}
		}
		return &orders.Board{Deps: deps}
	}
	if r.route.InShop() {
		return r.inShop(make)
	}
	return make()
}

// inShop makes a page of a shop that the operator has, as far as is known.
func (r *Root) inShop(make func() app.UI) app.UI {
	if _, ok := r.State.Shop(r.route.ShopID); ok {
		return make()
	}
	switch _, listed := r.State.Shops(); {
	case listed:
		return r.notFound()
	case r.State.ListErr() != nil:
		return r.listFailed()
	}
	return r.waiting()
}

func (r *Root) waiting() app.UI {
	return app.Div().Class("stack").Body(
		app.H1().ID(pages.HeadingID).Class("hidden").TabIndex(-1).Text(r.pageName()),
		&components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 4}} }},
	)
}

func (r *Root) notFound() app.UI {
	return app.Div().Class("stack").Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(text.T("notfound.title")),
		app.P().Class("soft").Text(text.T("notfound.text")),
		app.Div().Class("row").Body(&components.Link{
			Href: r.Mount.Href(routes.Route{Page: routes.Shops}), Label: text.T("notfound.go"), Kind: components.LinkButton,
		}),
	)
}

func (r *Root) listFailed() app.UI {
	return app.Div().Class("stack").Body(
		app.H1().ID(pages.HeadingID).TabIndex(-1).Text(r.pageName()),
		pages.FailureNote(text.T("shops.failed"), r.State.ListErr(), r.readShopsAgain),
	)
}

func (r *Root) readShopsAgain(app.Context) {
	r.State.SetListErr(nil)
	r.readShops()
}
