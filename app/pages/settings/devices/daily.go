package devices

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// daily is the card about the operator's daily summary.
type daily struct {
	app.Compo

	pages.Deps

	model dailyModel
	busy  bool
	err   error
	read  pages.Reader
	saves pages.Generation
	ctx   app.Context
}

// OnMount reads what was chosen.
func (c *daily) OnMount(ctx app.Context) {
	c.ctx = ctx
	pages.Read(ctx, &c.read, backend.Summary.From(c.Backend), c.model.follow)
}

func (c *daily) save(app.Context) {
	m := &c.model
	device.Filled(fieldAddress, &m.want.Address)
	device.Filled(fieldCode, &m.want.Code)
	request, sent := m.request(text.Lang()), m.want
	c.busy, c.err, m.wrong.Found = true, nil, nil
	pages.Send(c.ctx, &c.saves, backend.SetSummary.To(c.Backend, request),
		func(ctx app.Context, set *api.Summary, err error) {
			c.busy = false
			switch {
			case err == nil:
				m.saved(set, sent)
				if m.asksCode() {
					components.FocusID(ctx, fieldCode)
					return
				}
				c.Toast(ctx, text.T("daily.done"))
			case !m.wrong.Refused(err, "address", "code", "minute"):
				c.err = err
			}
		})
}

// Render draws the card.
func (c *daily) Render() app.UI {
	m := &c.model
	return components.Maybe(m.set == nil || m.set.Notifier || m.set.Mailer, func() app.UI {
		return components.Card{ID: "daily", Title: text.T("daily.title")}.With(pages.Stack(
			pages.Soft(text.T("daily.intro")),
			c.read.Note(2, text.T("edit.failed")),
			components.Maybe(m.set != nil, c.form),
		))
	})
}

func (c *daily) form() app.UI {
	m, faults := &c.model, c.model.faults()
	return pages.Form(c.save).Class("settings-form").Body(
		faults.Summary("daily-faults", m.wrong.Tries),
		pages.MaybeFailure(text.T("told.unsaved"), c.err, nil),
		components.Shown(m.set.Notifier, &components.Checkbox{
			ID: "daily-push", Label: text.T("daily.push"), Hint: text.T("daily.push.hint"), Checked: m.want.Push,
			OnChange: pages.Bind(&m.want.Push),
		}),
		components.Shown(m.set.Mailer, &components.Checkbox{
			ID: "daily-mail", Label: text.T("daily.mail"), Checked: m.want.Mail, OnChange: pages.Bind(&m.want.Mail),
		}),
		components.Shown(m.want.Mail, &components.TextField{
			ID: fieldAddress, Label: text.T("daily.address"), Value: m.want.Address, Error: faults.At(fieldAddress),
			Name: "email", Autocomplete: "email", InputMode: "email", Dir: "ltr", MaxLength: 254,
			OnInput: pages.Bind(&m.want.Address),
		}),
		components.Shown(m.asksCode(), &components.TextField{
			ID: fieldCode, Label: text.T("daily.code"), Hint: text.T("daily.code.hint", text.LTR(m.set.Address)),
			Value: m.want.Code, Error: faults.At(fieldCode), Autocomplete: "one-time-code", InputMode: "numeric",
			Dir: "ltr", MaxLength: 20, OnInput: pages.Bind(&m.want.Code),
		}),
		&components.Select{
			ID: fieldTime, Label: text.T("daily.time"), Hint: m.zoneWords(), Value: m.time(), Options: m.times(),
			Error: faults.At(fieldTime), OnChange: func(_ app.Context, v string) { m.choose(v) },
		},
		pages.Row(&components.Button{ID: "daily-save", Label: text.T("action.save"), Submit: true, Busy: c.busy}),
	)
}
