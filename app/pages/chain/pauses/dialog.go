package pauses

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/runs"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const formID = "pauses-form"

// searchFrom is from how many shops on the list can be searched.
const searchFrom = 12

// Dialog asks which shops' orders are paused or resumed. The shell mounts it afresh
// for each asking.
type Dialog struct {
	app.Compo

	pages.Deps
	Open    bool
	Shops   []int64 // ticked at first
	All     bool    // all shops are
	OnClose func(app.Context)
	OnDone  func(app.Context) // what shops' pauses are has changed

	ctx   app.Context
	model model
	sent  *sending // what was asked for last, until it is edited or its outcome is known
	run   string   // the run that was made
	busy  bool
	err   error
	reads pages.Generation
	calls pages.Generation
}

// sending is a run as it was asked for: shops that are paused by it are on offer no more.
type sending struct {
	api.StartRun

	shops   []int64
	reminds bool
}

// OnInit starts with the shops that were ticked.
func (d *Dialog) OnInit() {
	d.model = modelOf(d.State, d.Shops)
	if d.All {
		d.model.tick(d.State, everyShop)
	}
}

// OnMount reads the groups unless they are known.
func (d *Dialog) OnMount(ctx app.Context) {
	d.ctx = ctx
	pages.ReadRoster(ctx, d.Deps, &d.reads)
}

// begin begins the run. While nobody knows whether it was begun, a press sends the same run again: one key makes one
// run, and its pause ends when it first would.
func (d *Dialog) begin(ctx app.Context) {
	if d.busy {
		return
	}
	if d.sent == nil {
		request, ok := d.model.run(d.State, device.NewID(), d.ServerNow())
		if !ok {
			components.FocusID(ctx, fieldOf)
			return
		}
		d.sent = &sending{request, d.model.chosen(d.State), d.model.reminds()}
	}
	sent := d.sent
	call := backend.StartRun.To(d.Backend, sent.StartRun)
	d.busy, d.err = true, nil
	pages.Send(d.ctx, &d.calls, call, func(ctx app.Context, run *api.Run, err error) {
		d.busy = false
		if outcome, _ := pages.OutcomeOf(err); outcome != pages.OutcomeUnknown {
			d.sent = nil
		}
		if d.err = err; err != nil {
			if !d.Open {
				words := text.T("error.both", text.T("runs.start.failed"), text.Failure(err))
				d.Offer(ctx, pages.Offer{Tone: components.ToneBad, Text: pages.Failed(words, err)})
			}
			return
		}
		d.run = run.ID
		if sent.reminds {
			for _, id := range sent.shops {
				d.State.Remind(id, d.model.remind)
			}
		}
	})
}

// edited makes the next press another run.
func (d *Dialog) edited(app.Context) { d.sent, d.err = nil, nil }

// Render draws the question, and then what came of it.
func (d *Dialog) Render() app.UI {
	dialog := &components.Dialog{
		ID: "pauses", Open: d.Open, CloseLabel: text.T("action.close"), OnClose: d.OnClose, Wide: true,
		Title: d.model.title(), Body: d.form, Actions: d.formActions,
	}
	if d.run != "" {
		dialog.Body, dialog.Actions = d.result, d.resultActions
	}
	return dialog
}

func (d *Dialog) form() []app.UI {
	m := &d.model
	paused, running, out := len(offered(d.State, doResume)), offered(d.State, doPause), 0
	if m.do == doPause {
		out = unpausable(d.State, d.asked(), running)
	}
	return []app.UI{pages.Form(d.begin).ID(formID).Class("stack").Body(
		pages.MaybeFailure(text.T("runs.start.failed"), d.err, nil),
		components.Shown(paused > 0, &components.Choices{
			ID: fieldDo, Label: text.T("pauses.do"), Value: m.do, OnChange: d.choose,
			Options: []components.Option{
				{Value: doPause, Label: text.T("action.pause"), Num: text.Number(len(running))},
				{Value: doResume, Label: text.T("pauses.do.resume"), Num: text.Number(paused)},
			},
		}),
		&components.Choices{
			ID: fieldOf, Label: text.T("told.shops"), Value: m.of, Error: m.fault, Options: m.groups(d.State), First: true,
			OnChange: func(ctx app.Context, of string) {
				m.tick(d.State, of)
				d.edited(ctx)
			},
		},
		components.Shown(out > 0, pages.Soft(text.N("pauses.out", out))),
		components.Shown(m.do == doPause, &components.Choices{
			ID: fieldEnd, Label: text.T("pause.end"), Value: m.end, Options: pause.Ends(),
			OnChange: pages.Bind(&m.end, d.edited),
		}),
		components.Shown(m.reminds(), pause.RemindBox("pauses-remind", &m.remind)),
		d.shops(),
		components.Shown(m.do == doPause, pause.ReasonChoices(fieldReason, &m.reason, d.edited)),
	)}
}

// asked are the shops that the dialog was opened for.
func (d *Dialog) asked() []int64 {
	if !d.All {
		return d.Shops
	}
	var ids []int64
	shops, _ := d.State.Shops()
	for _, shop := range shops {
		ids = append(ids, shop.ShopID)
	}
	return ids
}

func (d *Dialog) choose(ctx app.Context, do string) {
	d.model.choose(d.State, do)
	d.edited(ctx)
}

// shops are the shops on offer, each with a box.
func (d *Dialog) shops() app.UI {
	m := &d.model
	all := m.offered(d.State)
	list := components.Holding(all, m.find, pages.ShopNames)
	return pages.Stack(
		components.Shown(len(all) >= searchFrom || m.find != "", pages.Search("pauses-find", text.T("shops.find"), &m.find)),
		&components.LongList{ID: "pauses-shops", Label: text.T("told.shops"), Count: len(list), Row: func(i int) app.UI {
			id := list[i].ShopID
			return &components.Checkbox{
				ID: "pauses-shop-" + strconv.FormatInt(id, 10), Label: d.ShopName(id), Hint: why(d.State, id),
				Checked: m.ticks[id], OnChange: func(ctx app.Context, on bool) {
					m.toggle(id, on)
					d.edited(ctx)
				},
			}
		}},
	)
}

func (d *Dialog) formActions() []app.UI {
	return []app.UI{
		&components.Button{Label: text.T("action.cancel"), OnClick: d.OnClose},
		&components.Button{
			ID: "pauses-go", Label: d.model.label(len(d.model.chosen(d.State))), Kind: components.KindGo, Submit: true,
			Form: formID, Busy: d.busy,
		},
	}
}

func (d *Dialog) result() []app.UI {
	return []app.UI{&runs.Brief{Deps: d.Deps, ID: d.run, OnOver: d.OnDone}}
}

func (d *Dialog) resultActions() []app.UI {
	return []app.UI{
		d.LinkTo(runs.At(d.run), text.T("pauses.run")),
		&components.Button{ID: "pauses-close", Label: text.T("action.close"), Kind: components.KindGo, OnClick: d.OnClose},
	}
}
