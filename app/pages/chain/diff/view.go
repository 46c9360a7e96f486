package diff

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// View draws differences one below the other, before and after.
func View(lines []Line) app.UI {
	return app.Ul().Class("difference").Body(pages.Each(lines, func(l Line) app.UI {
		return app.Li().Body(
			app.B().Text(l.What),
			app.Span().Body(
				pages.Span("hidden", text.T("hours.review.before")+" "),
				app.Del().Body(shown(l.PhotoBefore, l.Before)...),
			),
			app.Span().Class("soft").Aria("hidden", "true").Text(text.T("difference.arrow")),
			app.Span().Body(
				pages.Span("hidden", text.T("hours.review.after")+" "),
				app.Ins().Body(shown(l.PhotoAfter, l.After)...),
			),
		)
	}))
}

// shown is a value in words, or the photo at an address.
func shown(photo, words string) []app.UI {
	if pages.Ours(photo) {
		return []app.UI{&components.Thumbnail{URL: photo, Words: words}}
	}
	return pages.Unbroken(words)
}

// More is View with those beyond the first few behind a press.
func More(lines []Line, few int) app.UI {
	if len(lines) <= few+1 {
		return View(lines)
	}
	return app.Div().Body(
		View(lines[:few]),
		app.Details().Body(
			app.Summary().Class("difference-more").Text(text.N("difference.more", len(lines)-few)),
			View(lines[few:]),
		),
	)
}
