package overview

import (
	"encoding/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const quickNotice = "shop-quick-notice"

// quickShifts begins the ids of the fields of shifts.
const quickShifts = "quick"

// dayText is what applies on a date, in words.
func dayText(list []platform.SpecialDate, date rules.Date, at special.Place) string {
	own, _ := present(list, date, at)
	return text.Shifts(own)
}

// here is where the shop is; ok is false until weekly and special hours are
// read.
func (p *Page) here() (at special.Place, list []platform.SpecialDate, ok bool) {
	if at, ok = special.PlaceOf(p.Deps); !ok || at.Week == nil || p.Record().Special == nil {
		return at, nil, false
	}
	return at, p.Record().Special.Value, true
}

// unlisted counts the special dates that our server knows, that the platform doesn't
// list, and that a save would wipe out if it lists today's alone.
func (p *Page) unlisted(list []platform.SpecialDate, at special.Place) int {
	var known []platform.SpecialDate
	_ = json.Unmarshal(p.Record().Unlisted, &known) // none is none
	calendar := rules.ReadCalendar(list, at.Anchor, at.Zone)
	calendar.Add(known)
	return len(calendar.List) - len(list)
}

// quickDialog changes today or tomorrow alone.
func (p *Page) quickDialog() app.UI {
	title := ""
	if p.quick != nil {
		title = p.quickTitle()
	}
	return &components.Dialog{
		ID: "shop-quick", Title: title, Open: p.quick != nil, CloseLabel: text.T("action.close"), OnClose: p.closeQuick,
		Body: p.quickBody,
	}
}

// quickTitle names the day as it stands by now: midnight may have passed since the dialog was opened.
func (p *Page) quickTitle() string {
	today, _ := p.Today()
	date := text.Date(p.quick.date, text.DateShort)
	switch p.quick.date {
	case today:
		return text.T("join.comma", text.T("nav.today"), date)
	case today.AddDays(1):
		return text.T("join.comma", text.T("shop.tomorrow"), date)
	}
	return date
}

func (p *Page) quickBody() []app.UI {
	at, list, ok := p.here()
	if p.quick == nil || !ok {
		return nil
	}
	q := p.quick
	own, tail := present(list, q.date, at)
	c := cover(list, q.date, at)
	now := p.secondsInto(q.date)
	night, day := tonight(own, tail, now)
	unlisted := p.unlisted(list, at)
	return []app.UI{
		p.told(),
		app.P().Body(app.Text(text.T("shop.quick.now")+" "), app.B().Body(pages.Unbroken(text.Shifts(own))...)),
		components.Shown(tail > 0 && now < tail, pages.SoftSmall(text.T("shop.spill", rules.FormatClock(tail)))),
		components.Shown(unlisted > 0, &components.Note{ID: "quick-unlisted", Tone: components.ToneWarn,
			Title: text.N("dates.unlisted", unlisted), Text: text.T("shop.quick.unlisted.text"),
			Actions: func() []app.UI {
				link := p.LinkTo(routes.Route{Page: routes.Dates, ShopID: p.Route.ShopID}, text.T("nav.dates"))
				link.ID = "quick-unlisted-go"
				return []app.UI{link}
			}}),
		components.Maybe(c.several(), func() app.UI {
			return &components.Note{
				ID: "quick-split", Tone: components.ToneInfo, Text: text.T("shop.quick.part", span(c.First, c.Last)),
				Quiet: true,
			}
		}),
		p.early("quick-night", text.T("shop.quick.night", text.Date(q.date.AddDays(-1), text.DateShort)), night,
			now, p.closing(closeFirst)),
		p.early("quick-early", text.T("shop.quick.early"), day, now, p.closing(closeAt)),
		components.Field{ID: "quick-all", Label: text.T("shop.quick.all"), Group: true}.With(pages.Div("shop-early",
			&components.Button{
				ID: "quick-closed", Label: text.T("shift.closed"), Kind: components.KindStop, Busy: p.saver.Busy,
				OnClick: p.whole(platform.Period{}),
			},
			&components.Button{
				ID: "quick-whole", Label: text.T("shift.whole"), Busy: p.saver.Busy,
				OnClick: p.whole(platform.Period{EndTime: platform.DaySeconds}),
			},
			components.Only(c.ok, &components.Button{
				ID:    "quick-weekly",
				Label: text.T("shop.quick.weekly", text.Shifts(rules.NormalizeDay(at.Week.Day(q.date.Weekday())))),
				Busy:  p.saver.Busy, OnClick: p.whole(),
			}),
		)),
		p.shifts(q),
		pages.SoftSmall(text.T("shop.quick.once")),
	}
}

// early offers the times at which shifts can be closed.
func (p *Page) early(id, label string, shifts []platform.Period, now int, press func(at int)) app.UI {
	row := []app.UI{}
	add := func(at int, label string) { // what a press means never changes while times go by
		row = append(row, &pages.Keyed{Key: label, Draw: func() app.UI {
			return &components.Button{ID: "quick-at-" + strconv.Itoa(at/60), Label: label, Disabled: p.saver.Busy,
				OnClick: func(app.Context) { press(at) }}
		}})
	}
	if now >= 0 && openAt(shifts, now) {
		add(now-now%60, text.T("runs.when.now"))
	}
	for _, t := range earlier(shifts, now) {
		add(t, clockOf(t))
	}
	return components.Shown(len(row) > 0,
		components.Field{ID: id, Label: label, Group: true}.With(pages.Div("shop-early", row...)))
}

// messages come by themselves.
func (p *Page) messages() app.UI {
	paused, pause := p.pause()
	record := p.Record()
	return pages.Messages("shop-messages", []components.StripNote{
		{Shown: p.quick == nil && p.notice.Title != "", Note: p.notice.On(quickNotice)},
		{Shown: paused, Note: pause},
		{Shown: record.Err != nil && (record.Shop != nil || record.Week != nil), Note: p.failure},
	})
}

// told is what came of the last save: in the dialog while that is open, so that
// what was typed is there to be saved again.
func (p *Page) told() app.UI {
	return components.Shown(p.notice.Title != "", p.notice.Note(quickNotice))
}

// secondsInto is how far the day has come, and its night after 24:00, -1 for a day that hasn't begun.
func (p *Page) secondsInto(date rules.Date) int {
	today, seconds := p.Today()
	return max(-1, (today.Days()-date.Days())*platform.DaySeconds+seconds)
}

// clockOf writes a time that may be in the night after.
func clockOf(at int) string {
	if at > platform.DaySeconds {
		at -= platform.DaySeconds
	}
	return rules.FormatClock(at)
}

func (p *Page) shifts(q *quickEdit) app.UI {
	var doubts []string
	if at, list, ok := p.here(); ok {
		doubts = q.doubts(list, at)
	}
	return components.Field{
		ID: "quick-shifts", Label: text.T("shop.quick.other"), Hint: text.T("dates.shifts.hint"), Group: true,
	}.With(
		special.ShiftLines{
			Of: quickShifts, Shifts: q.shifts, Wrong: q.wrong.At, OnTime: p.enterTime, OnRemove: p.removeShift,
		}.Draw(),
		pages.Each(doubts, pages.Doubt),
		pages.Div("shop-early",
			&components.Button{
				ID: "quick-add", Label: text.T("hours.add"), Icon: components.IconPlus,
				Kind: components.KindBare, OnClick: p.addShift,
			},
			&components.Button{
				ID: "quick-save", Label: text.T("hours.save"), Kind: components.KindGo, Busy: p.saver.Busy,
				OnClick: p.saveShifts,
			},
		),
	)
}

func (p *Page) mayEdit() bool {
	return p.State.May(p.Route.ShopID, platform.PermissionHoursEdit)
}

// quickButton opens the dialog for a day.
func (p *Page) quickButton(i int, d day) app.UI {
	return components.Only(p.mayEdit(), &components.Button{
		ID: "shop-quick-" + strconv.Itoa(i), Label: text.T("shop.quick.open", d.title), Busy: p.saver.Busy,
		OnClick: func(app.Context) { p.openQuick(i) },
	})
}
