package shell

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/pauses"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// pausing is what the frame knows of pausing and resuming.
type pausing struct {
	asking  int  // counts the openings of the dialog
	open    bool // it is on screen
	shop    int64
	chosen  string    // in the asking that was closed, which this one goes on with
	here    int64     // when the pause that was made here last began
	offered int64     // the shop that the button offers to pause, 0 for none
	turned  time.Time // when the button became one for resuming
	resumes []int64   // the shops that are being resumed
	err     error     // why the last resuming failed
	failed  int64     // that was of this shop
	gaveUp  int64     // the shop that the server couldn't pause, 0 for none
	reading bool      // the list is on its way
	begun   time.Time // when it was asked for
	reads   pages.Generation
	many    pausingMany
	nudges  []int64   // the shops that were asked about last
	moved   time.Time // when one of them came to another's place
}

// askPause opens the dialog for the current shop.
func (r *Root) askPause(app.Context) {
	r.pausing.asking++
	r.pausing.open, r.pausing.shop, r.pausing.chosen, r.pausing.gaveUp = true, r.route.ShopID, "", 0
}

// pauseDialog is there from the first asking on.
func (r *Root) pauseDialog() app.UI {
	many := r.switchToMany
	if !pauses.May(r.State) {
		many = nil
	}
	deps := r.deps()
	deps.Route = routes.Route{Page: routes.Shop, ShopID: r.pausing.shop}
	return &slot{Key: "pause " + strconv.Itoa(r.pausing.asking) + " " + text.Lang(), Make: func() app.UI {
		return &pause.Dialog{
			Deps: deps, Open: r.pausing.open && r.pausing.shop == r.route.ShopID, Chosen: r.pausing.chosen,
			OnClose: pages.Set(&r.pausing.open, false), OnDone: r.paused, OnResume: r.resumeAsked,
			OnUndo: func(ctx app.Context, chosen string) {
				if deps.Route.ShopID != r.route.ShopID {
					r.open(ctx, deps.Route)
				}
				ctx.Dispatch(func(ctx app.Context) { // on the shop's page
					r.askPause(ctx)
					r.pausing.chosen = chosen
				})
			},
			OnFailed: func(ctx app.Context, err error) { r.pauseFailed(ctx, r.pausing.shop, err) }, OnMany: many,
		}
	}}
}

func (r *Root) paused(ctx app.Context, before api.PauseState, p api.Pause) {
	r.pausing.open, r.pausing.here = false, p.StartedAt
	r.State.SetPause(p)
	ctx.NewAction(state.ActionChanged)
	if p.State != api.PausePaused {
		return
	}
	done := "pause.done.paused"
	if before == api.PausePaused {
		done = "pause.done.changed"
	}
	pages.Say(ctx, r.ofShop(p.ShopID, text.T(done)))
}

// pauseFailed takes what is known now from the answer.
func (r *Root) pauseFailed(ctx app.Context, shopID int64, err error) {
	if current, ok := pause.Changed(err); ok {
		r.State.SetPause(current)
	}
	r.readAnew(shopID)
	ctx.NewAction(state.ActionChanged)
}

func (r *Root) resumeAsked(app.Context) {
	if !r.justPaused(r.pausing.shop) {
		r.pausing.open = false
		r.resume(r.pausing.shop)
	}
}

func (r *Root) resumeCurrent(app.Context) {
	if !r.justPaused(r.route.ShopID) {
		r.resume(r.route.ShopID)
	}
}

// justPaused reports whether the button for pausing a shop has just become one for resuming it, by somebody else's
// pause: a press was meant for what the button was for before.
func (r *Root) justPaused(shopID int64) bool {
	p, _ := r.State.Pause(shopID)
	return p.StartedAt != r.pausing.here && r.within(time.Second, r.pausing.turned)
}

// resume reopens a shop.
func (r *Root) resume(shopID int64) {
	if r.resuming(shopID) {
		return
	}
	r.pausing.resumes, r.pausing.err = append(r.pausing.resumes, shopID), nil
	p, _ := r.State.Pause(shopID)
	call := backend.ResumeOrders.To(r.Backend, api.ResumeOrders{ShopID: shopID, Version: p.Version})
	from := components.ActiveElement()
	var calls pages.Generation // each shop's has its own
	pages.Load(r.calls(), &calls, call, func(ctx app.Context, p api.Pause, err error) {
		r.resumed(ctx, shopID, p, err)
		components.Land(ctx, from) // the button goes with a reminder, or with the page's note
	})
}

func (r *Root) resuming(shopID int64) bool { return slices.Contains(r.pausing.resumes, shopID) }

func (r *Root) resumed(ctx app.Context, shopID int64, p api.Pause, err error) {
	r.pausing.resumes = slices.DeleteFunc(r.pausing.resumes, func(id int64) bool { return id == shopID })
	if err != nil {
		r.pausing.err, r.pausing.failed = err, shopID
		r.pauseFailed(ctx, shopID, err)
		return
	}
	r.State.SetPause(p)
	if p.State == api.PauseEnded {
		r.sayOver(ctx, shopID)
	}
	ctx.NewAction(state.ActionChanged)
}

// sayOver tells when orders come in again. Of a shop that isn't on the screen the
// hours are read first: what an earlier visit left of them may be old.
func (r *Root) sayOver(ctx app.Context, shopID int64) {
	record := r.State.Record(shopID)
	if shopID == r.route.ShopID && record.Complete() {
		pages.Say(ctx, pause.Over(r.State, shopID, record))
		return
	}
	var calls pages.Generation
	pages.Load(r.calls(), &calls, r.Backend.ShopRecord(shopID),
		func(ctx app.Context, read *backend.ShopRecord, err error) {
			if err == nil {
				record.Week, record.Special = read.Week, read.Special
			}
			pages.Say(ctx, r.ofShop(shopID, pause.Over(r.State, shopID, record)))
		})
}

// pauseButton is what can be done about the current shop's orders.
func (r *Root) pauseButton() app.UI {
	button := &components.Button{
		ID: "pause-open", Label: text.T("pause.open"), Icon: components.IconPause, OnClick: r.askPause,
	}
	offered := r.pausing.offered == r.route.ShopID
	r.pausing.offered = 0
	switch pause.KindOf(r.State, r.route.ShopID) {
	case pause.Ours:
		if offered {
			r.pausing.turned = r.State.Now()
		}
		button.Label, button.Icon, button.OnClick = text.T("pause.resume"), components.IconPlay, r.resumeCurrent
		button.Busy = r.resuming(r.route.ShopID)
	case pause.Foreign:
		button.Label, button.Icon = text.T("pause.reopen"), components.IconPlay
		button.Busy = r.resuming(r.route.ShopID)
	case pause.Unknown:
		button.Disabled = true
	case pause.Open:
		r.pausing.offered = r.route.ShopID
	}
	return pages.Div("top-pause", button)
}

// mayPause tells whether the button has a place.
func (r *Root) mayPause() bool {
	return r.route.InShop() && r.State.May(r.route.ShopID, platform.PermissionShopPause)
}

// pausedBy is who paused the current shop and why, beside the pill.
func (r *Root) pausedBy() app.UI {
	p, _ := r.State.Pause(r.route.ShopID)
	kind := pause.KindOf(r.State, r.route.ShopID)
	return components.Only(r.route.InShop() && (kind == pause.Ours || kind == pause.Foreign),
		pages.Name(pause.By(p)).Class("top-why", "soft", "small"))
}

// ofShop are words about a shop, with its name where the page is about another.
func (r *Root) ofShop(shopID int64, words string) string {
	if shopID == r.route.ShopID {
		return words
	}
	return text.Dots(text.Isolate(pages.ShopName(r.State, shopID)), words)
}

// notResumedNote says why a shop wasn't reopened.
func (r *Root) notResumedNote() app.UI {
	err := r.pausing.err
	note := &components.Note{
		Tone: components.ToneBad, Title: pages.Failed(text.T("pause.not.resumed"), err), Text: text.Failure(err), Alert: true,
		DismissLabel: text.T("action.close"), OnDismiss: pages.Set(&r.pausing.err, nil),
	}
	if _, faster := pause.Changed(err); faster {
		note.Tone, note.Title, note.Text = components.ToneWarn, text.T("pause.faster"), text.T("pause.faster.text")
	}
	note.Title = r.ofShop(r.pausing.failed, note.Title)
	return note
}

// gaveUpNote says that the server couldn't pause the shop.
func (r *Root) gaveUpNote() app.UI {
	return &components.Note{
		Tone: components.ToneBad, Title: r.ofShop(r.pausing.gaveUp, text.T("pause.failed")),
		Text: text.T("pause.gave.up"), Alert: true,
		DismissLabel: text.T("action.close"), OnDismiss: pages.Set(&r.pausing.gaveUp, 0),
	}
}
