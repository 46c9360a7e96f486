package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// reviewDialog shows what a save would change, day by day.
func (p *Page) reviewDialog() app.UI {
	return pages.Asking(&p.reviewing, pages.Question{
		ID: "review", Title: text.T("hours.review.title"), Wide: true, Body: p.reviewBody,
		Keep: text.T("hours.review.back"),
		Go: components.Button{
			ID: "review-save", Label: text.T("hours.save"), Kind: components.KindGo, OnClick: p.saveReviewed,
		},
	})
}

func (p *Page) reviewBody() []app.UI {
	return []app.UI{
		pages.Soft(text.T("hours.review.text")),
		app.Ul().Class("hours-changes").Body(pages.Each(p.Changes(), changeView)),
	}
}

// changeView is one changed day, before and after.
func changeView(c rules.DayDiff) app.UI {
	return app.Li().Class("hours-change").Body(
		app.B().Text(text.Day(c.Day)),
		app.Span().Body(
			pages.Span("hidden", text.T("hours.review.before")+" "),
			app.Del().Body(pages.Unbroken(text.Shifts(c.Before))...),
		),
		&components.Icon{Name: components.IconForward},
		app.Span().Body(
			pages.Span("hidden", text.T("hours.review.after")+" "),
			app.Ins().Body(pages.Unbroken(text.Shifts(c.After))...),
		),
	)
}
