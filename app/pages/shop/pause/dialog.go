package pause

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Dialog asks about the orders of the shop at Deps.Route. The shell mounts it
// afresh for each asking.
type Dialog struct {
	app.Compo

	pages.Deps
	Open     bool
	Chosen   string // in an asking that was closed, "" for nothing
	OnClose  func(app.Context)
	OnUndo   func(ctx app.Context, chosen string) // ask again
	OnDone   func(ctx app.Context, before api.PauseState, p api.Pause)
	OnResume func(app.Context) // resume the orders, and close
	OnFailed func(app.Context, error)
	OnMany   func(all bool) // pause several shops instead, or all; nil where there is one

	ctx     app.Context
	reopens bool // it asks whether to reopen the shop, and goes on to when that has become another
	model   model
	calls   pages.Generation
	from    decision // the pause that was last shown or told
	began   string   // the choice at first, or what was asked for or given up last
	kept    components.Kept
}

// decision is what people decide of a pause. Its version also counts what the server does.
type decision struct {
	by, note         string
	reason           api.PauseReason
	startedAt, until int64
}

// decided is the present pause's.
func (d *Dialog) decided() decision {
	p, _ := d.State.Pause(d.shop())
	return decision{p.By, p.Note, p.Reason, p.StartedAt, p.Until}
}

// OnInit starts from the shop's pause.
func (d *Dialog) OnInit() {
	p, _ := d.State.Pause(d.shop())
	d.from, d.reopens = d.decided(), d.kind() == Foreign
	var h hours
	h.Place, _ = special.PlaceOf(d.Deps)
	if r := d.Record().Special; r != nil {
		h.dates = r.Value
	} else {
		h.Week = nil
	}
	d.model = modelOf(p, h, d.ServerNow())
	if shop := d.Record().Shop; shop != nil && shop.Unsaid() && d.kind() == Open {
		d.model.unsaid, d.model.end = true, EndNotice
	}
	d.began = d.model.write()
	d.model.read(d.Chosen)
}

// OnMount keeps a context that outlives every button, and brings back what was chosen before the page was loaded anew.
func (d *Dialog) OnMount(ctx app.Context) {
	d.ctx = ctx
	d.kept.Mount(ctx, d.key(), d.began, func(_ app.Context, chosen string) { d.model.read(chosen) })
}

// OnUpdate forgets what was chosen once the dialog is closed, also by another page. It can be had back.
func (d *Dialog) OnUpdate(ctx app.Context) {
	if d.Open {
		return
	}
	d.kept.Drop(d.key())
	if chosen := d.model.write(); chosen != d.began && !d.model.busy {
		d.began = chosen
		d.Dropped(ctx, func(ctx app.Context) { d.OnUndo(ctx, chosen) })
	}
}

func (d *Dialog) key() string { return d.State.Typed("pause", d.shop()) }

func (d *Dialog) shop() int64 { return d.Route.ShopID }

func (d *Dialog) kind() Kind { return KindOf(d.State, d.shop()) }

func (d *Dialog) edited(app.Context) {
	d.model.changed(d.ServerNow())
	d.kept.Heard(d.key(), d.model.write())
}

func (d *Dialog) chooseEnd(ctx app.Context, v string) {
	d.model.end = v
	d.edited(ctx)
	if v == endClock {
		components.FocusID(ctx, fieldClock)
	}
}

func (d *Dialog) submit(app.Context) {
	if now := d.decided(); now != d.from && !d.model.busy {
		d.from, d.model.err = now, errFaster
		return
	}
	p, _ := d.State.Pause(d.shop())
	request, ok := d.model.ask(d.shop(), p.Version, d.ServerNow())
	if !ok {
		if len(d.model.faults) > 0 {
			components.FocusID(d.ctx, d.model.faults[0].Target)
		}
		return
	}
	// by the answer, the event of this very pause may be here
	answered := func(ctx app.Context, now api.Pause, err error) { d.answered(ctx, p.State, now, err) }
	pages.Send(d.ctx, &d.calls, backend.PauseOrders.To(d.Backend, request), answered)
}

// errFaster is told before a pause that somebody has changed meanwhile is replaced.
var errFaster = &api.Error{Code: api.CodeChanged}

func (d *Dialog) answered(ctx app.Context, before api.PauseState, p api.Pause, err error) {
	d.model.busy = false
	if err != nil {
		d.model.err = err
		d.OnFailed(ctx, err)
		d.from = d.decided()
		if !d.Open {
			title, _ := text.Error(err)
			words := text.Dots(text.Isolate(d.ShopName(d.shop())), pages.Failed(text.T("error.both", d.failed(), title), err))
			d.Offer(ctx, pages.Offer{Tone: components.ToneBad, Text: words})
		}
		return
	}
	d.began = d.model.write()
	if d.model.reminds(d.ServerNow()) {
		d.State.Remind(d.shop(), d.model.remind)
	}
	d.OnDone(ctx, before, p)
}

// failure is why the last asking failed, in the dialog.
func (d *Dialog) failure() app.UI {
	if outcome, _ := pages.OutcomeOf(d.model.err); outcome != pages.OutcomeChanged {
		return pages.FailureNote(d.failed(), d.model.err, nil)
	}
	note := &components.Note{
		Tone: components.ToneWarn, Title: text.T("pause.faster"), Text: text.T("pause.faster.text"), Alert: true,
	}
	if p, paused := d.State.Pause(d.shop()); paused {
		title, more := Told(p, d.kind(), d.model.hours.Zone, d.ServerNow())
		note.Text = text.T("error.both", title, more)
	}
	return note
}

// failed says what the last asking wanted in vain.
func (d *Dialog) failed() string {
	if d.kind() == Ours {
		return text.T("pause.failed.save")
	}
	return text.T("pause.failed")
}

// place is the shop's zone as people say it.
func (d *Dialog) place() string {
	shop, _ := d.State.Shop(d.shop())
	return strings.TrimSpace(text.Place(shop.Zone))
}
