package hours

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// copying is the choice of the days that get another day's hours.
type copying struct {
	open   bool
	from   platform.Day
	picks  [7]bool // some of the others
	missed bool    // tried without a day
}

// others are the days edited beside one.
func (m *model) others(than platform.Day) (days []platform.Day) {
	for _, d := range platform.Days() {
		if d != than && !m.hidden[d] {
			days = append(days, d)
		}
	}
	return days
}

// pickAll chooses those of the first n days of the week that may be chosen.
func (b *board) pickAll(n int) {
	for _, d := range b.others(b.copying.from) {
		if int(d) < n {
			b.copying.picks[d] = true
		}
	}
	b.copying.missed = false
}

func (b *board) startCopy(d platform.Day) {
	b.Settle()
	b.copying = copying{open: true, from: d}
}

func (b *board) copyWeekdays(app.Context) { b.pickAll(5) }

func (b *board) copyAll(app.Context) { b.pickAll(7) }

func (b *board) copyNow(ctx app.Context) {
	others := b.others(b.copying.from)
	to := slices.DeleteFunc(slices.Clone(others), func(d platform.Day) bool { return !b.copying.picks[d] })
	if len(to) == 0 {
		b.copying.missed = true
		components.FocusID(ctx, copyID(others[0]))
		return
	}
	b.CopyTo(b.copying.from, to)
	b.copying.open = false
	b.Edited(text.N("hours.said.copied", len(to)))
}

func copyID(d platform.Day) string { return "copy-" + d.Key() }

// copyDialog asks for the days.
func (b *board) copyDialog() app.UI {
	c := &b.copying
	return pages.Asking(&c.open, pages.Question{
		ID: "copy", Title: text.T("hours.copy.title", text.DayWithin(c.from)), Body: b.copyBody,
		Go: components.Button{ID: "copy-go", Label: text.T("action.copy"), Kind: components.KindGo, OnClick: b.copyNow},
	})
}

func (b *board) copyBody() []app.UI {
	c := &b.copying
	need := ""
	if c.missed {
		need = text.T("label.need")
	}
	return []app.UI{
		pages.P("hours-words num", b.Now[c.from].words()),
		components.Field{
			ID: "copy-days", Label: text.T("hours.copy.days"), Hint: text.T("hours.copy.hint"), Error: need, Group: true,
		}.With(pages.Div("hours-copy-days", pages.Each(b.others(c.from), func(d platform.Day) app.UI {
			return &components.Checkbox{
				ID: copyID(d), Label: text.Day(d), Checked: c.picks[d], Invalid: c.missed,
				OnChange: func(_ app.Context, on bool) { c.picks[d], c.missed = on, false },
			}
		}))),
		pages.Row(
			&components.Button{ID: "copy-weekdays", Label: text.T("hours.copy.weekdays"), OnClick: b.copyWeekdays},
			&components.Button{ID: "copy-all", Label: text.T("hours.copy.all"), OnClick: b.copyAll},
		),
	}
}
