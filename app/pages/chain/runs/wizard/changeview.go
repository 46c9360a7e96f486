package wizard

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages/chain/upload"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// changeStep is the choice of the change.
func (p *Page) changeStep() app.UI {
	return app.Div().Class("stack").Body(
		app.Div().Class("head").Body(
			app.Div().Body(title(text.T("runs.step.change")), app.P().Class("soft").Text(text.T("runs.change.intro"))),
			app.Div().Class("row").Body(
				&components.Button{ID: "apply-back", Label: text.T("runs.back"), Kind: components.KindBare, OnClick: p.toShops},
				&components.Button{ID: "apply-next", Label: text.T("runs.change.next"), Kind: components.KindGo, OnClick: p.toPreview},
			),
		),
		components.Maybe(p.tries > 0 && len(p.items) > 0, func() app.UI {
			return &components.ErrorSummary{ID: "apply-summary", Title: text.T("form.problem"), Items: p.items, Focus: p.asked}
		}),
		p.sourceCard(),
		components.Maybe(p.filled != nil, p.filledNote),
		p.partChoice(),
		p.editors(),
	)
}

// partChoice is what can be changed, each for itself.
func (p *Page) partChoice() app.UI {
	return &components.Card{Body: func() []app.UI {
		return []app.UI{&components.Field{ID: fieldParts, Label: text.T("runs.parts"), Error: p.faults.At(fieldParts), Group: true, Body: func() []app.UI {
			return []app.UI{app.Div().Class("apply-parts").Body(app.Range(parts[:]).Slice(func(i int) app.UI {
				return &partBox{Page: p, Part: parts[i], On: p.w.has(parts[i])}
			}))}
		}}}
	}}
}

// partBox takes one part in or out.
type partBox struct {
	app.Compo

	Page *Page
	Part part
	On   bool
}

// CompoID is the part.
func (b *partBox) CompoID() string { return string(b.Part) }

// Render draws the box.
func (b *partBox) Render() app.UI {
	return &components.Checkbox{ID: "apply-part-" + string(b.Part), Label: text.T("runs.part." + string(b.Part)), Checked: b.On, OnChange: b.set}
}

func (b *partBox) set(ctx app.Context, on bool) {
	b.Page.w.set(b.Part, on)
	b.Page.edited(ctx)
}

// editors are those of the parts chosen. Each has a place that stays.
func (p *Page) editors() app.UI {
	draw := map[part]func() []app.UI{
		partWeek: p.weekEditor, partDays: p.daysEditor, partDates: p.datesEditor, partClear: p.clearEditor,
		partPhones: p.phonesEditor, partPhoto: p.pictureEditor, partPause: p.pauseEditor, partResume: p.resumeEditor,
	}
	return app.Div().Class("stack", "apply-editors").Body(app.Range(parts[:]).Slice(func(i int) app.UI {
		which := parts[i]
		return components.Maybe(p.w.has(which), func() app.UI {
			return app.Section().Class("stack").Aria("labelledby", "apply-edit-"+string(which)).Body(
				append([]app.UI{app.H3().ID("%s", "apply-edit-"+string(which)).Text(text.T("runs.part." + string(which)))}, draw[which]()...)...)
		})
	}))
}

func (p *Page) weekEditor() []app.UI {
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("runs.week.hint")),
		&hours.Editor{Edit: &p.w.Week, OnEdit: p.edited},
	}
}

func (p *Page) daysEditor() []app.UI {
	return []app.UI{
		&components.Field{ID: fieldSome, Label: text.T("runs.days"), Error: p.faults.At(fieldSome), Group: true, Body: func() []app.UI {
			days := platform.Days()
			return []app.UI{app.Div().Class("apply-days").Body(app.Range(days[:]).Slice(func(i int) app.UI {
				return &dayBox{Page: p, Day: days[i], On: p.w.Some[i]}
			}))}
		}},
		components.Maybe(len(p.w.chosenDays()) > 0, func() app.UI {
			return &hours.Editor{Edit: &p.w.Days, Days: p.w.chosenDays(), OnEdit: p.edited}
		}),
	}
}

// dayBox takes a day of the week in or out.
type dayBox struct {
	app.Compo

	Page *Page
	Day  platform.Day
	On   bool
}

// CompoID is the day.
func (b *dayBox) CompoID() string { return b.Day.Key() }

// Render draws the box.
func (b *dayBox) Render() app.UI {
	return &components.Checkbox{ID: "apply-day-" + b.Day.Key(), Label: text.Day(b.Day), Checked: b.On, OnChange: b.set}
}

func (b *dayBox) set(ctx app.Context, on bool) {
	b.Page.w.Some[b.Day] = on
	b.Page.edited(ctx)
}

func (p *Page) datesEditor() []app.UI {
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("runs.dates.hint")),
		components.Maybe(p.faults.At("dates-add") != "", func() app.UI {
			return app.P().Class("err").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(p.faults.At("dates-add")))
		}),
		&dates.Editor{Edit: &p.w.Dates, Today: p.today(), OnEdit: p.edited},
		&components.Checkbox{ID: "apply-replace", Label: text.T("runs.dates.replace"), Hint: text.T("runs.dates.replace.hint"), Checked: p.w.Replace, OnChange: p.setReplace},
		p.keepBox(),
	}
}

// keepBox keeps what we know of special dates and the platform doesn't list.
func (p *Page) keepBox() app.UI {
	return &components.Checkbox{ID: "apply-keep", Label: text.T("runs.dates.keep"), Hint: text.T("runs.dates.keep.hint"), Checked: p.w.Keep, OnChange: p.setKeep}
}

func (p *Page) setKeep(ctx app.Context, on bool) {
	p.w.Keep = on
	p.edited(ctx)
}

func (p *Page) setReplace(ctx app.Context, on bool) {
	p.w.Replace = on
	p.edited(ctx)
}

func (p *Page) clearEditor() []app.UI {
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("runs.clear.hint")),
		app.Div().Class("apply-pair").Body(
			&components.TextField{ID: fieldFrom, Label: text.T("dates.first"), Type: "date", Value: p.w.From, Error: p.faults.At(fieldFrom), OnInput: p.typeFrom},
			&components.TextField{ID: fieldTo, Label: text.T("dates.last"), Type: "date", Value: p.w.To, Error: p.faults.At(fieldTo), OnInput: p.typeTo},
		),
		components.Maybe(!slices.Contains(p.w.On, partDates), p.keepBox), // else it stands there
	}
}

func (p *Page) typeFrom(ctx app.Context, v string) { p.w.From = v; p.edited(ctx) }
func (p *Page) typeTo(ctx app.Context, v string)   { p.w.To = v; p.edited(ctx) }

func (p *Page) phonesEditor() []app.UI {
	zone := ""
	if len(p.w.Shops) > 0 {
		shop, _ := p.Deps.State.Shop(p.w.Shops[0])
		zone = shop.Zone
	}
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("runs.phones.hint")),
		&phones.Editor{Edit: &p.w.Phones, Zone: zone, OnEdit: p.edited},
	}
}

func (p *Page) pictureEditor() []app.UI {
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("runs.picture.hint")),
		&upload.Field{
			ID: fieldPicture, Backend: p.Deps.Backend, Secluded: p.Deps.State.Session().Profile.Secluded, Address: p.w.Picture, Error: p.faults.At(fieldPicture),
			Shop:   func() int64 { return p.Deps.State.ShopFor(platform.PermissionShopEdit, p.w.Shops) },
			OnType: p.typePicture, OnSent: p.pictureSent,
		},
	}
}

func (p *Page) typePicture(ctx app.Context, v string) { p.w.Picture = v; p.edited(ctx) }

func (p *Page) pictureSent(ctx app.Context, address string) {
	p.typePicture(ctx, address)
	p.spoken = text.T("photo.uploaded")
	components.FocusID(ctx, fieldPicture)
}

func (p *Page) pauseEditor() []app.UI {
	reasons := []components.Choice{}
	for _, r := range api.PauseReasons() {
		reasons = append(reasons, components.Choice{Value: string(r), Label: pause.ReasonWord(r)})
	}
	w := &p.w.Pause
	return []app.UI{
		app.P().Class("soft", "small").Text(text.T("pause.what")),
		&components.Choices{ID: fieldPauseEnd, Label: text.T("pause.end"), Error: p.faults.At(fieldPauseEnd), Value: w.End, OnChange: p.choosePauseEnd, Options: append(pause.QuickEnds(),
			components.Choice{Value: endAt, Label: text.T("pause.until")},
			components.Choice{Value: pause.EndOpening, Label: text.T("runs.pause.opening")},
			components.Choice{Value: pause.EndNotice, Label: text.T("pause.notice")},
		)},
		components.Maybe(w.End == endAt, func() app.UI {
			return app.Div().Class("apply-pair").Body(
				&components.TextField{ID: fieldPauseDate, Label: text.T("runs.at.date"), Type: "date", Value: w.Date, Error: p.faults.At(fieldPauseDate), OnInput: p.typePauseDate},
				&components.TextField{
					ID: fieldPauseTime, Label: text.T("pause.clock"), Hint: text.T("runs.at.zone", p.place()), Dir: "ltr", Autocomplete: "off",
					Value: w.Time, Error: p.faults.At(fieldPauseTime), OnInput: p.typePauseTime,
				},
			)
		}),
		&components.Choices{ID: "apply-pause-reason", Label: text.T("pause.reason"), Optional: text.T("pause.optional"), Value: string(w.Reason), Options: reasons, OnChange: p.choosePauseReason},
		&components.TextField{
			ID: fieldPauseNote, Label: text.T("pause.note"), Optional: text.T("pause.optional"), Hint: text.T("pause.note.hint"), Autocomplete: "off",
			Value: w.Note, Error: p.faults.At(fieldPauseNote), OnInput: p.typePauseNote,
		},
	}
}

func (p *Page) choosePauseEnd(ctx app.Context, v string) { p.w.Pause.End = v; p.edited(ctx) }
func (p *Page) typePauseDate(ctx app.Context, v string)  { p.w.Pause.Date = v; p.edited(ctx) }
func (p *Page) typePauseTime(ctx app.Context, v string)  { p.w.Pause.Time = v; p.edited(ctx) }
func (p *Page) typePauseNote(ctx app.Context, v string)  { p.w.Pause.Note = v; p.edited(ctx) }
func (p *Page) choosePauseReason(ctx app.Context, v string) {
	p.w.Pause.Reason = api.PauseReason(v)
	p.edited(ctx)
}

func (p *Page) resumeEditor() []app.UI {
	return []app.UI{app.P().Class("soft").Text(text.T("runs.resume.hint"))}
}
