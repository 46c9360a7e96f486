package shell

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// switcher changes the shop and keeps the page.
func (r *Root) switcher() app.UI {
	name, value := text.T("switcher.pick"), ""
	if shop, ok := r.State.Shop(r.currentShop()); ok {
		name, value = state.DisplayName(shop), strconv.FormatInt(shop.ShopID, 10)
	}
	return pages.Div("switcher", &components.Picker{
		ID: "switcher", Label: text.T("switcher.label"), SearchLabel: text.T("shops.find"),
		EmptyText: text.T("switcher.none"),
		Text:      name, Value: value, Wide: true, Anywhere: true,
		Items: r.switchItems, State: r.switchState, OnOpen: func(app.Context) { r.relist() }, OnChoose: r.changeShop,
		OnStar: r.markShop, StarText: text.T("switcher.star"), Starred: text.T("switcher.starred"),
		Unstarred: text.T("switcher.unstarred"),
	})
}

// switchItems are the favourites, the shops that were looked at last, and the
// others, each shop once.
func (r *Root) switchItems() []components.PickerItem {
	shops, _ := r.State.Shops()
	items := make([]components.PickerItem, 0, len(shops))
	add := func(shop api.Shop, section string) {
		id := strconv.FormatInt(shop.ShopID, 10)
		items = append(items, components.PickerItem{
			ID: id, Name: state.DisplayName(shop), Detail: state.OtherName(shop), Number: id, Section: section,
		})
	}
	for _, shop := range shops {
		if shop.Favourite {
			add(shop, text.T("switcher.favourites"))
		}
	}
	recent, current := r.State.RecentShops(), r.currentShop()
	for _, id := range recent {
		if shop, ok := r.State.Shop(id); ok && !shop.Favourite && id != current {
			add(shop, text.T("switcher.recent"))
		}
	}
	others := text.T("switcher.others")
	if len(items) == 0 {
		others = "" // one list needs no heading
	}
	for _, shop := range shops {
		if !shop.Favourite && (shop.ShopID == current || !slices.Contains(recent, shop.ShopID)) {
			add(shop, others)
		}
	}
	return items
}

// switchState is how a shop stands: as read in this visit, else as the server's
// list has it.
func (r *Root) switchState(id string) components.PickerState {
	number, _ := strconv.ParseInt(id, 10, 64)
	shop, _ := r.State.Shop(number)
	s := components.PickerState{
		Starred: shop.Favourite, Tone: pages.StandingTone(shop.Standing), Status: pages.StandingName(shop.Standing),
	}
	standing := r.State.Standing(number)
	pill, known := pages.StandingPill(standing)
	unsaid := shop.Standing == "" || shop.Standing == api.StandingUnknown
	if known && shop.Standing != api.StandingNoAccess && (unsaid || !r.State.Record(number).Kept) {
		s.Tone, s.Status = pill.Tone, pages.StandingWord(standing)
	}
	return s
}

// changeShop keeps the page and changes the shop.
func (r *Root) changeShop(ctx app.Context, id string) {
	if number, err := strconv.ParseInt(id, 10, 64); err == nil {
		r.open(ctx, r.route.WithShop(number))
	}
}

// markCurrent marks the shop of the page, or takes the mark away.
func (r *Root) markCurrent(ctx app.Context) {
	if shop, ok := r.State.Shop(r.route.ShopID); ok {
		r.markShop(ctx, strconv.FormatInt(shop.ShopID, 10), !shop.Favourite)
	}
}

// star is what somebody has chosen for a shop since the list of shops was asked for
// last: its answer may tell how it was before.
type star struct {
	on   bool // a favourite
	sent bool // the server is being told
}

// markShop keeps a shop as a favourite on all the operator's devices.
func (r *Root) markShop(ctx app.Context, id string, on bool) {
	number, _ := strconv.ParseInt(id, 10, 64)
	sent := r.stars[number].sent
	r.setStar(number, star{on, true})
	if !sent {
		r.sendMark(number, on)
	}
	ctx.NewAction(state.ActionChanged)
}

func (r *Root) setStar(number int64, s star) {
	if r.stars == nil {
		r.stars = map[int64]star{}
	}
	r.stars[number] = s
	r.State.SetFavourite(number, s.on)
}

// sendMark tells the server of a mark, and then of what it was changed to
// meanwhile: two calls at once could arrive in either order.
func (r *Root) sendMark(number int64, on bool) {
	var calls pages.Generation // each shop's has its own
	call := backend.MarkShop.To(r.Backend, api.MarkShop{ShopID: number, Favourite: on})
	pages.Load(r.calls(), &calls, call, func(ctx app.Context, _ backend.None, err error) {
		again := r.stars[number].on != on
		if again && err == nil {
			r.sendMark(number, !on)
			return
		}
		r.setStar(number, star{on: on == (err == nil)})
		if !again && err != nil {
			pages.Say(ctx, text.T("switcher.star.failed"))
		}
	})
}
