package shell

import (
	"fmt"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
)

// slot holds the page. Another key is another page: it is mounted afresh, even
// when it is of the same type.
type slot struct {
	app.Compo

	Key  string
	Make func() app.UI
	Root *Root // of the page
}

var _ app.DismountEnforcer = (*slot)(nil)

// CompoID is the key.
func (s *slot) CompoID() string { return s.Key }

// OnMount has the page be drawn without the frame.
func (s *slot) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	if s.Root != nil {
		s.Root.inside = ctx
	}
}

// Render makes the page.
func (s *slot) Render() app.UI { return s.Make() }

// page is the page of the present place, person and language. The gallery goes
// from one of its own places to another by itself. Forms without drafts stay filled in when the language changes: those
// of one-time links, of the settings and of a refund.
func (r *Root) page() app.UI {
	place, lang := r.route, text.Lang()
	if place.Page == routes.Gallery {
		place.Rest = ""
	}
	if place.ByLink() || place.Page == routes.Refund || place.InSettings() {
		lang = ""
	}
	key := fmt.Sprint(place, r.State.OperatorID(), lang)
	return &slot{Key: key, Make: r.makePage, Root: r}
}

// drawPage draws a page about orders, and not the frame around it.
func (r *Root) drawPage() {
	if r.route.AboutOrders() && r.inside.Context != nil {
		r.inside.Dispatch(func(app.Context) { r.ctx.PreventUpdate() })
	}
}

func (r *Root) makePage() app.UI {
	if r.phase == starting && !r.route.Public() {
		return r.waiting()
	}
	make, ours := r.Pages[r.route.Page]
	switch page := r.route.Page; {
	case page == routes.Overview, page == routes.Share, page == routes.SignIn:
		return r.waiting()
	case !ours, page == routes.Gallery && !showsGallery():
		return r.notFound()
	}
	if instead := r.withoutShops(); instead != nil {
		return instead
	}
	return make(r.deps())
}

// withoutShops stands in place of a page whose shop isn't known, or that begins with a shop or reckons by the shops'
// clock while none is known. It is nil if the page can be made.
func (r *Root) withoutShops() app.UI {
	begins := []routes.Page{routes.Activity, routes.Profile, routes.Runs, routes.Templates}
	shops, listed := r.State.Shops()
	known := len(shops) > 0 || listed || !slices.Contains(begins, r.route.Page)
	if r.route.ShopID != 0 {
		_, known = r.State.Shop(r.route.ShopID)
	}
	switch {
	case known:
		return nil
	case listed:
		return r.notFound()
	case r.State.ListErr() != nil:
		return r.listFailed()
	}
	return r.waiting()
}

// showsGallery reports whether this console shows its gallery: the server sets
// SHOPDESK_GALLERY to 1 in the environment it hands the browser.
func showsGallery() bool { return app.Getenv("SHOPDESK_GALLERY") == "1" }

func (r *Root) waiting() app.UI {
	return pages.Stack(
		app.H1().ID(pages.HeadingID).Class("hidden").TabIndex(-1).Text(r.pageName()),
		pages.LoadingCard(4),
	)
}

func (r *Root) notFound() app.UI {
	return pages.Stack(
		pages.Heading(text.T("notfound.title")),
		pages.Soft(text.T("notfound.text")),
		pages.Row(r.deps().LinkTo(routes.Route{Page: routes.Shops}, text.T("notfound.go"))),
	)
}

func (r *Root) listFailed() app.UI {
	return pages.Stack(
		pages.Heading(r.pageName()),
		pages.FailureNote(text.T("shops.failed"), r.State.ListErr(), r.readShopsAgain),
	)
}

func (r *Root) readShopsAgain(app.Context) {
	r.State.SetListErr(nil)
	r.readShops()
}
