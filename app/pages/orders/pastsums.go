package orders

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// pastSums are the totals of what the history lists.
type pastSums struct {
	weeks []pastWeek
	all   api.DayTotals
	more  bool // older orders aren't counted
	known bool
	busy  bool // they are added up anew: those known are of what was chosen before
	err   error
	calls pages.Generation
}

// pastWeek is a week's totals, and those of its days, the newest first.
type pastWeek struct {
	first, last rules.Date // Monday and Sunday
	sum         api.DayTotals
	days        []api.DayTotals
}

// addUp reads the totals anew.
func (p *Past) addUp(app.Context) {
	s := &p.sums
	s.busy, s.err = true, nil
	pages.Load(p.ctx, &s.calls, p.Backend.HistoryTotals(p.wanted),
		func(_ app.Context, totals api.HistoryTotals, err error) {
			s.busy, s.known, s.more, s.err = false, err == nil, totals.More, err
			s.weeks, s.all = weeksOf(totals.Days)
		})
}

// weeksOf puts days into their weeks, which begin on Monday, and adds up both.
func weeksOf(days []api.DayTotals) (weeks []pastWeek, all api.DayTotals) {
	for _, day := range days {
		date, _ := rules.ParseDate(day.Day)
		first := date.AddDays(-int(date.Weekday()))
		if len(weeks) == 0 || weeks[len(weeks)-1].first != first {
			weeks = append(weeks, pastWeek{first: first, last: first.AddDays(6)})
		}
		week := &weeks[len(weeks)-1]
		week.days = append(week.days, day)
		addDay(&week.sum, &day)
		addDay(&all, &day)
	}
	return weeks, all
}

func addDay(sum, day *api.DayTotals) {
	sum.Orders += day.Orders
	sum.Cancelled += day.Cancelled
	for i := range day.Paid {
		sum.Paid = api.AddMoney(sum.Paid, &day.Paid[i])
	}
	for i := range day.Refunded {
		sum.Refunded = api.AddMoney(sum.Refunded, &day.Refunded[i])
	}
}

// totals draws the sums: of all that is chosen, of each week and of its days. A week or a day chooses itself. The list
// below keeps its place while they are added up.
func (p *Past) totals() app.UI {
	s := &p.sums
	return components.Card{ID: "past-totals", Title: text.T("orders.past.totals")}.With(
		pages.MaybeFailure(text.T("orders.past.totals.failed"), s.err, p.addUp),
		components.Shown(s.err == nil, pages.Div("stack past-sums",
			components.Shown(!s.known, pages.Loading(1)),
			components.Shown(s.known, sumRow("", text.T("orders.past.all"), &s.all, nil)),
			components.Shown(s.more, pages.Soft(text.T("orders.past.counted", text.Number(api.HistoryCounted)))),
			p.byWeek(),
		).Aria("busy", components.Flag(s.busy))),
		pages.MaybeFailure(text.T("action.csv.failed"), p.export.err, p.startExport),
		pages.Row(&components.Button{
			ID: "past-csv", Label: text.T("action.csv"), Busy: p.export.busy,
			OnClick: p.startExport,
		}),
	)
}

func (p *Past) byWeek() app.UI {
	return app.Details().ID("past-weeks").Body(
		app.Summary().Text(text.T("orders.past.weeks")),
		pages.Each(p.sums.weeks, func(w pastWeek) app.UI {
			name := text.DateSpan(w.first, w.last)
			return pages.Div("past-week",
				sumRow("past-week-"+w.first.String(), name, &w.sum, p.narrow(w.first.String(), w.last.String())),
				pages.Each(w.days, func(day api.DayTotals) app.UI {
					date, _ := rules.ParseDate(day.Day)
					return sumRow("past-day-"+day.Day, text.Date(date, text.DateShort), &day, p.narrow(day.Day, day.Day))
				}),
			)
		}),
	)
}

// narrow chooses the dates from one to another.
func (p *Past) narrow(from, to string) func(app.Context) {
	return func(ctx app.Context) {
		p.wanted.From, p.wanted.To = from, to
		p.again(ctx)
	}
}

// sumRow is a line of the totals; a nil choose leaves its name a text.
func sumRow(id, name string, sum *api.DayTotals, choose func(app.Context)) app.UI {
	counted := text.N("orders.past.orders", sum.Orders)
	if sum.Cancelled > 0 {
		counted = text.Dots(counted, text.N("orders.past.cancelled", sum.Cancelled))
	}
	return app.Div().Class("past-sum").DataSet("all", choose == nil).Body(
		app.If(choose == nil, func() app.UI { return app.B().Text(name) }).Else(func() app.UI {
			return &components.Button{ID: id, Label: name, Kind: components.KindBare, OnClick: choose}
		}),
		pages.Span("small soft", counted),
		amounts(text.T("orders.csv.paid"), sum.Paid),
		amounts(text.T("orders.past.refunded"), sum.Refunded),
	)
}

// amounts are sums in several currencies, after a word; nothing for none.
func amounts(word string, sums []api.Money) app.UI {
	return app.Span().Class("num", "past-amount").Body(
		components.Shown(len(sums) > 0, pages.Span("small soft", word+" ")),
		pages.Each(sums, func(m api.Money) app.UI { return app.Span().Text(text.Money(m.Amount, m.Currency)) }),
	)
}
