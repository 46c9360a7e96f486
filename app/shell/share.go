package shell

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// sharing is what became of a picture that another program of the device shared
// with the console.
type sharing string

const (
	notShared sharing = ""
	kept      sharing = "kept" // it waits for somebody to choose the shop it is for
	lost      sharing = "lost" // it came while no service worker was at work, or can't be used
)

// moveShared leads from the address that pictures are shared with to the only
// shop's photo, or to the list of shops.
func (r *Root) moveShared(ctx app.Context) {
	shops, listed := r.State.Shops()
	if !listed && r.State.ListErr() == nil && len(shops) == 0 {
		return // the list is on its way
	}
	if r.sharing == notShared { // else the address is another already
		r.sharing = kept
		if ctx.Page().URL().Query().Get("lost") != "" {
			r.sharing = lost
		}
	}
	route := routes.Route{Page: routes.Shops}
	if len(shops) == 1 && r.sharing == kept {
		route = routes.Route{Page: routes.Photo, ShopID: shops[0].ShopID}
	}
	r.replace(ctx, route)
}

// followShared leads from the shop that was chosen to its photo.
func (r *Root) followShared(ctx app.Context) {
	if r.sharing == kept && r.route.Page == routes.Shop {
		r.replace(ctx, routes.Route{Page: routes.Photo, ShopID: r.route.ShopID})
	}
	if r.sharing == kept && r.route.Page == routes.Photo {
		r.sharing = notShared // the page takes it
	}
}

// sharedNote asks which shop the picture is for, or says that it is lost.
func (r *Root) sharedNote() app.UI {
	note := &components.Note{
		ID: "shared", Tone: components.ToneInfo, Title: text.T("shared.kept"), Text: text.T("shared.kept.text"),
		DismissLabel: text.T("shared.drop"), OnDismiss: r.dropShared,
	}
	if r.sharing == lost {
		note.Tone, note.Title, note.Text = components.ToneWarn, text.T("shared.lost"), text.T("shared.lost.text")
		note.DismissLabel = text.T("action.close")
	}
	return note
}

func (r *Root) dropShared(app.Context) {
	r.sharing = notShared
	picture.ForgetShared(r.base())
}
