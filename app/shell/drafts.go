package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// draftPages are the pages on which drafts of a kind are edited.
var draftPages = map[string]routes.Page{
	"week":           routes.Hours,
	"special":        routes.Dates,
	"phones":         routes.Phones,
	state.DraftPhoto: routes.Photo,
	state.DraftDay:   routes.Shop,
}

// shownDrafts bounds how many drafts are named.
const shownDrafts = 3

// elsewhere are the places of the drafts that aren't on the screen anyway.
func (r *Root) elsewhere() (places []routes.Route) {
	for _, d := range r.State.Drafts() {
		place := routes.Route{Page: draftPages[d.Kind], ShopID: d.ShopID}
		if _, theirs := r.State.Shop(d.ShopID); theirs && place.Page != "" && place != r.route {
			places = append(places, place)
		}
	}
	return places
}

// draftsNote leads to edits that were made, perhaps without a network, and not
// saved. Nothing is saved by itself.
func (r *Root) draftsNote(places []routes.Route) app.UI {
	return &components.Note{
		ID: "drafts", Tone: components.ToneInfo, Quiet: true, Title: text.N("drafts", len(places)),
		Text: text.T("drafts.text"),
		Actions: func() []app.UI {
			links := make([]app.UI, 0, shownDrafts)
			for _, place := range places[max(0, len(places)-shownDrafts):] {
				shop, _ := r.State.Shop(place.ShopID)
				links = append(links, &components.Link{
					Href: r.Mount.Href(place), Kind: components.LinkButton,
					Label: text.T("edit.of", text.T(navKey(place.Page)), state.DisplayName(shop)),
				})
			}
			return links
		},
	}
}
