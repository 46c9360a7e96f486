package today

import (
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/orders/confirm"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// tones are how bad it is, by kind.
var tones = map[api.NeedKind]components.Tone{
	api.NeedOrder: components.ToneBad, api.NeedAccess: components.ToneBad, api.NeedClosed: components.ToneBad,
	api.NeedSilent: components.ToneBad,
	api.NeedRefund: components.ToneWarn, api.NeedLate: components.ToneWarn, api.NeedForgotten: components.ToneWarn,
	api.NeedPhoto: components.ToneWarn,
}

// clock is an instant on the shop's clock, "" when its zone isn't known here.
func (p *Page) clock(shopID, at int64) string {
	zone, ok := p.State.Zone(shopID)
	if !ok || at == 0 {
		return ""
	}
	return text.Isolate(pages.At(at, p.now(), zone))
}

// now is the server's time.
func (p *Page) now() int64 { return p.ServerNow().UnixMilli() }

// rowOf words a need and finds what can be done about it.
func (p *Page) rowOf(n api.Need) *row {
	m, s := &p.model, p.State
	r := &row{Key: key(&n), Tone: tones[n.Kind], Busy: m.busy[subject(&n)], Rests: m.rests(&n, s.Now()), Need: n}
	if err := m.told[subject(&n)]; err != nil {
		r.Undone, r.Why = pages.Failed(text.T("pause.not.resumed"), err), text.Failure(err)
	}
	link := func(word string, route routes.Route) { r.Act, r.ActHref = text.T(word), p.Href(route) }
	switch n.Kind {
	case api.NeedOrder:
		r.Text, r.Act = text.T("today.order", orderWords(n.Order), p.clock(n.ShopID, n.Since)), text.T("orders.act.accept")
		r.Until = n.Until
		p.acting(r, n)
	case api.NeedLate:
		r.Text = text.T("today.late", orderWords(n.Order), p.clock(n.ShopID, n.Since))
		link("today.open", p.Route.Order(n.ShopID, n.Order.OrderID))
	case api.NeedRefund:
		r.Text, r.Act = refundWords(n), text.T("orders.agree.open")
		r.Other = text.T("orders.reject.open")
		p.acting(r, n)
	case api.NeedClosed:
		r.Text = text.T("today.closed")
		if at := p.clock(n.ShopID, n.Since); at != "" && n.Pause == nil {
			r.Text = text.T("today.closed.since", at)
		}
		p.pauseRow(r, n)
		r.Act = text.T("pause.reopen")
	case api.NeedForgotten, api.NeedPause:
		p.pauseRow(r, n)
		r.Act = text.T("pause.resume")
	case api.NeedAccess:
		r.Text = p.accessWords(n)
		if s.Operator().May(api.MayEditConnections) {
			link("today.connect", routes.Route{Page: routes.Connections})
		} else {
			r.Text = text.Together(r.Text, text.T("today.access.owner"))
		}
	case api.NeedSilent:
		device := text.T("devices.name", n.Device.Browser, n.Device.System)
		r.Text = withOthers(n, text.T("today.silent", device, n.Device.Who))
		link("today.devices", routes.Route{Page: routes.Devices})
	case api.NeedPhoto, api.NeedReview:
		r.Text = text.T("today.photo." + string(n.Photo))
		link("today.look", routes.Route{Page: routes.Photo, ShopID: n.ShopID})
	default: // of a newer server
		link("today.shop.open", routes.Route{Page: routes.Shop, ShopID: n.ShopID})
	}
	if r.ActHref == "" && !p.mayDo(n) {
		r.Act, r.Other = "", ""
	}
	return r
}

// mayDo reports whether the operator may do what is done in place.
func (p *Page) mayDo(n api.Need) bool {
	switch n.Kind { //nolint:exhaustive // the others are about pauses
	case api.NeedOrder:
		return p.State.May(n.ShopID, platform.PermissionOrderWork)
	case api.NeedRefund:
		return p.State.May(n.ShopID, platform.PermissionRefund)
	}
	return p.State.May(n.ShopID, platform.PermissionShopPause) &&
		(n.Pause == nil || n.Pause.State != api.PauseAsked && n.Pause.State != api.PauseResuming)
}

// acting adds what is being done about an order, and what came of it: the book
// knows.
func (p *Page) acting(r *row, n api.Need) {
	d := p.Book
	r.OrderHref, r.Off = p.Href(p.Route.Order(n.ShopID, n.Order.OrderID)), !d.Reachable() || p.line.Lost()
	doing, by, ok := d.Doing(n.Order.OrderID)
	r.OtherBusy = ok && by == "" && doing == api.ActRefundReject
	r.Busy = ok && by == "" && !r.OtherBusy
	told := d.Told(n.Order.OrderID)
	switch {
	case r.Off:
		r.Why = text.T("orders.unreachable")
	case told == nil:
	case told.News != "":
		r.Why = text.News(string(told.News), string(told.Via), told.By)
	default:
		r.Undone, r.Why = text.Undone(text.Act(told.Act), told.Unknown, told.Err)
	}
}

// pauseRow is that of a shop that is paused.
func (p *Page) pauseRow(r *row, n api.Need) {
	zone, ok := p.State.Zone(n.ShopID)
	if n.Pause == nil || !ok {
		return
	}
	kind := pause.Ours
	if n.Pause.State == api.PauseLeft {
		kind = pause.Foreign
	}
	title, more := pause.Told(*n.Pause, kind, zone, p.ServerNow())
	r.Text = text.Together(title, more)
}

func (p *Page) accessWords(n api.Need) (words string) {
	switch {
	case n.Access == api.ConnectionLate, n.Until > p.now():
		words = text.T("today.access.late", p.clock(n.ShopID, n.Until))
	case n.Access == api.ConnectionSignIn:
		words = text.T("today.access.ended")
	default:
		words = text.T("today.access.none")
	}
	return withOthers(n, words)
}

// withOthers adds how many more shops a need concerns.
func withOthers(n api.Need, words string) string {
	if len(n.Others) > 0 {
		words = text.Together(words, text.N("today.access.others", len(n.Others)))
	}
	return words
}

// orderWords names an order and what it costs.
func orderWords(o *api.Order) string {
	return text.Dots(text.LTR(text.OrderNumber(o)), confirm.Money(o.Total))
}

// refundWords says of which order how much is asked back, and why.
func refundWords(n api.Need) string {
	words := text.LTR(text.OrderNumber(n.Order))
	if n.Refund == nil {
		return words
	}
	return text.Dots(words, confirm.Money(n.Refund.Money), n.Refund.Reason)
}
