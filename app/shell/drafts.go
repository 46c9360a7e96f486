package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// draftPages are the pages on which drafts of a kind are edited, with the permission to do so.
var draftPages = map[string]struct {
	page routes.Page
	may  platform.Permission
}{
	"week":           {routes.Hours, platform.PermissionHoursEdit},
	"special":        {routes.Dates, platform.PermissionHoursEdit},
	"phones":         {routes.Phones, platform.PermissionShopEdit},
	state.DraftPhoto: {routes.Photo, platform.PermissionShopEdit},
	state.DraftDay:   {routes.Shop, platform.PermissionHoursEdit},
}

// shownDrafts bounds how many drafts are named.
const shownDrafts = 3

// elsewhere are the places of the drafts that aren't on the screen anyway, and that the operator may edit.
func (r *Root) elsewhere() (places []routes.Route) {
	for _, d := range r.State.Drafts() {
		on := draftPages[d.Kind]
		place := routes.Route{Page: on.page, ShopID: d.ShopID}
		if r.State.May(d.ShopID, on.may) && place != r.route {
			places = append(places, place)
		}
	}
	return places
}

// draftsNote leads to edits that were made, perhaps without a network, and not
// saved. Nothing is saved by itself.
func (r *Root) draftsNote(places []routes.Route) app.UI {
	name := func(place routes.Route) string {
		shop, _ := r.State.Shop(place.ShopID)
		return text.T("edit.of", text.T(navKey(place.Page)), state.DisplayName(shop))
	}
	words, label := text.T("drafts.text"), name
	if len(places) == 1 { // a short button leaves a phone's line to the message
		words = text.Dots(name(places[0]), words)
		label = func(routes.Route) string { return text.T("edit.there") }
	}
	return &components.Note{
		ID: "drafts", Tone: components.ToneInfo, Quiet: true, Title: text.N("drafts", len(places)), Text: words,
		Actions: func() []app.UI {
			links := make([]app.UI, 0, shownDrafts)
			for _, place := range places[max(0, len(places)-shownDrafts):] {
				links = append(links, r.deps().LinkTo(place, label(place)))
			}
			return links
		},
	}
}
