package wizard

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/upload"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates"
	"github.com/shopdesk/shopdesk/app/pages/shop/hours"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/pages/shop/phones"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// changeStep is the choice of the change.
func (p *Page) changeStep() app.UI {
	return pages.Stack(
		pages.Head(
			app.Div().Body(title(text.T("runs.step.change")), pages.Soft(text.T("runs.change.intro"))),
			pages.Row(
				&components.Button{
					ID: "apply-back", Label: text.T("action.back"), Kind: components.KindBare, OnClick: p.to(stepShops),
				},
				&components.Button{
					ID: "apply-next", Label: text.T("runs.change.next"), Kind: components.KindGo, OnClick: p.to(stepPreview),
				},
			),
		),
		p.items.Summary("apply-summary", p.asked),
		p.sourceCard(),
		components.Maybe(p.filled != nil, p.filledNote),
		p.partChoice(),
		p.editors(),
	)
}

// partChoice is what can be changed, each for itself.
func (p *Page) partChoice() app.UI {
	label, fault := text.T("hours.review.title"), p.faults.At(fieldParts)
	return components.Card{}.With(boxes(app.Div().Class("apply-parts"), fieldParts, label, fault, parts[:],
		func(w part) app.UI {
			return &components.Checkbox{
				ID: "apply-part-" + string(w), Label: text.T("runs.part." + string(w)), Checked: p.w.has(w),
				OnChange: func(ctx app.Context, on bool) {
					p.w.set(w, on)
					p.edited(ctx)
				},
			}
		}))
}

// boxes are a field of several boxes, one for each thing.
func boxes[T any](in app.HTMLDiv, id, label, fault string, things []T, box func(T) app.UI) app.UI {
	return components.Field{ID: id, Label: label, Error: fault, Group: true}.With(in.Body(pages.Each(things, box)))
}

// editors are those of the parts chosen. Each has a place that stays.
func (p *Page) editors() app.UI {
	draw := map[part]func() []app.UI{
		partWeek: p.weekEditor, partDays: p.daysEditor, partDates: p.datesEditor, partClear: p.clearEditor,
		partPhones: p.phonesEditor, partPhoto: p.pictureEditor, partPause: p.pauseEditor, partResume: p.resumeEditor,
	}
	return pages.Div("stack apply-editors", pages.Each(parts[:], func(which part) app.UI {
		return components.Maybe(p.w.has(which), func() app.UI {
			id := "apply-edit-" + string(which)
			title := app.H3().ID("%s", id).Text(text.T("runs.part." + string(which)))
			return app.Section().Class("stack").Aria("labelledby", id).Body(append([]app.UI{title}, draw[which]()...)...)
		})
	}))
}

func (p *Page) weekEditor() []app.UI {
	return []app.UI{
		pages.SoftSmall(text.T("runs.week.hint")),
		&hours.Editor{Edit: &p.w.Week, Leaves: p.State.Leaves(), OnEdit: p.edited},
	}
}

func (p *Page) daysEditor() []app.UI {
	days := platform.Days()
	return []app.UI{
		boxes(app.Div().Class("apply-days"), fieldSome, text.T("runs.days"), p.faults.At(fieldSome), days[:],
			func(d platform.Day) app.UI {
				return &components.Checkbox{
					ID: "apply-day-" + d.Key(), Label: text.Day(d), Checked: p.w.Some[d], OnChange: pages.Bind(&p.w.Some[d], p.edited),
				}
			}),
		components.Maybe(len(p.w.chosenDays()) > 0, func() app.UI {
			return &hours.Editor{Edit: p.w.days(), Leaves: p.State.Leaves(), OnEdit: p.edited}
		}),
	}
}

func (p *Page) datesEditor() []app.UI {
	return []app.UI{
		pages.SoftSmall(text.T("runs.dates.hint")),
		components.Shown(p.faults.At("dates-add") != "", pages.Wrong(p.faults.At("dates-add"))),
		&dates.Editor{
			Edit: &p.w.Dates, Today: p.today(), Leaves: p.State.Leaves(), Undoes: true, OnEdit: p.edited,
		},
		&components.Checkbox{
			ID: "apply-replace", Label: text.T("runs.dates.replace"), Hint: text.T("runs.dates.replace.hint"),
			Checked:  p.w.Replace,
			OnChange: pages.Bind(&p.w.Replace, p.edited),
		},
		p.keepBox(),
	}
}

// keepBox keeps what we know of special dates and the platform doesn't list.
func (p *Page) keepBox() app.UI {
	return &components.Checkbox{
		ID: "apply-keep", Label: text.T("runs.dates.keep"), Hint: text.T("runs.dates.keep.hint"), Checked: p.w.Keep,
		OnChange: pages.Bind(&p.w.Keep, p.edited),
	}
}

func (p *Page) clearEditor() []app.UI {
	return []app.UI{
		pages.SoftSmall(text.T("runs.clear.hint")),
		pages.Div("apply-pair",
			p.dateField(fieldFrom, text.T("dates.first"), &p.w.From),
			p.dateField(fieldTo, text.T("dates.last"), &p.w.To),
		),
		components.Maybe(!p.w.has(partDates), p.keepBox), // else it stands there
	}
}

// dateField is a date of the change.
func (p *Page) dateField(id, label string, value *string) app.UI {
	return &components.TextField{
		ID: id, Label: label, Type: "date", Value: *value, Error: p.faults.At(id), OnInput: pages.Bind(value, p.edited),
	}
}

func (p *Page) phonesEditor() []app.UI {
	zone := ""
	if len(p.w.Shops) > 0 {
		shop, _ := p.State.Shop(p.w.Shops[0])
		zone = shop.Zone
	}
	return []app.UI{
		pages.SoftSmall(text.T("runs.phones.hint")),
		&phones.Editor{Edit: &p.w.Phones, Zone: zone, Leaves: p.State.Leaves(), OnEdit: p.edited},
	}
}

func (p *Page) pictureEditor() []app.UI {
	_, doubt := pages.PictureFault(p.w.Picture, p.State.Leaves())
	return []app.UI{
		pages.SoftSmall(text.T("runs.picture.hint")),
		p.pictureField(),
		components.Shown(doubt != "", pages.Doubt(doubt)),
	}
}

func (p *Page) pictureField() *upload.Field {
	return &upload.Field{
		ID: fieldPicture, Draft: p.turns, Deps: p.Deps,
		Address: p.w.Picture, Error: p.faults.At(fieldPicture),
		Shop:   func() int64 { return p.State.ShopFor(platform.PermissionShopEdit, p.w.Shops) },
		OnType: pages.Bind(&p.w.Picture, p.edited), OnBusy: p.pictureBusy, OnSent: p.pictureSent,
	}
}

func (p *Page) pictureBusy(busy bool) {
	if p.uploading = busy; p.tries > 0 {
		p.fault()
	}
}

func (p *Page) pictureSent(ctx app.Context, address string) {
	p.w.Picture = address
	p.edited(ctx)
	p.spoken = text.T("photo.uploaded")
	components.FocusID(ctx, fieldPicture)
}

func (p *Page) pauseEditor() []app.UI {
	w := &p.w.Pause
	return []app.UI{
		pages.SoftSmall(text.T("pause.what")),
		&components.Choices{
			ID: fieldPauseEnd, Label: text.T("pause.end"), Error: p.faults.At(fieldPauseEnd), Value: w.End,
			OnChange: pages.Bind(&w.End, p.edited),
			Options:  pause.Ends(components.Option{Value: endAt, Label: text.T("pause.until")}),
		},
		components.Shown(w.End == endAt, pages.Div("apply-pair",
			p.dateField(fieldPauseDate, text.T("label.day"), &w.Date),
			special.Clock(components.Field{
				ID: fieldPauseTime, Label: text.T("status.rest.until"), Hint: text.T("daily.zone", p.place()),
				Error: p.faults.At(fieldPauseTime),
			}, w.Time, pages.Bind(&w.Time, p.edited)),
		)),
		pause.ReasonChoices("apply-pause-reason", &w.Reason, p.edited),
		&components.TextField{
			ID: fieldPauseNote, Label: text.T("pause.note"), Optional: text.T("label.optional"), Hint: text.T("pause.note.hint"),
			Autocomplete: "off", Value: w.Note, Error: p.faults.At(fieldPauseNote), OnInput: pages.Bind(&w.Note, p.edited),
		},
	}
}

func (p *Page) resumeEditor() []app.UI {
	return []app.UI{pages.Soft(text.T("runs.resume.hint"))}
}
