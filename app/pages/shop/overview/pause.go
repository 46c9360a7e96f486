package overview

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// pause says whether somebody paused the shop, and who, why and until when.
func (p *Page) pause() (paused bool, note func() app.UI) {
	id := p.Deps.Route.ShopID
	kind := pause.KindOf(p.Deps.State, id)
	return kind == pause.Ours || kind == pause.Foreign, func() app.UI {
		current, _ := p.Deps.State.Pause(id)
		zone, _ := p.Deps.State.Zone(id)
		title, more := pause.Told(current, kind, zone, p.Deps.State.Now())
		note := &components.Note{ID: "shop-pause", Tone: components.ToneWarn, Title: title, Text: more}
		if p.Deps.State.May(id, platform.PermissionShopPause) {
			note.Actions = func() []app.UI { return pauseActions(kind) }
		}
		return note
	}
}

func pauseActions(kind pause.Kind) []app.UI {
	if kind == pause.Foreign {
		return []app.UI{&components.Button{Label: text.T("pause.reopen"), Icon: components.IconPlay, OnClick: post(state.ActionPause)}}
	}
	return []app.UI{
		&components.Button{Label: text.T("pause.resume"), Icon: components.IconPlay, Kind: components.KindGo, OnClick: post(state.ActionResume)},
		&components.Button{ID: "shop-pause-change", Label: text.T("pause.change"), OnClick: post(state.ActionPause)},
	}
}

// post asks the shell, whose the dialog and the calls are.
func post(action string) func(app.Context) {
	return func(ctx app.Context) { ctx.NewAction(action) }
}
