package diff

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// View draws differences one below the other, before and after.
func View(lines []Line) app.UI {
	return app.Ul().Class("difference").Body(pages.Each(lines, func(l Line) app.UI { return app.Li().Body(parts(l)...) }))
}

// parts are a line's name, and its value before and after. One without a value before has the other alone.
func parts(l Line) []app.UI {
	return []app.UI{
		app.B().Text(l.What),
		components.Shown(l.Before != "", app.Span().Body(
			pages.Span("hidden", text.T("hours.review.before")+" "),
			app.Del().Body(Value(l.PhotoBefore, l.Before)...),
		)),
		components.Shown(l.Before != "", app.Span().Class("soft").Aria("hidden", "true").Text(text.T("difference.arrow"))),
		app.Span().Body(
			components.Shown(l.Before != "", pages.Span("hidden", text.T("hours.review.after")+" ")),
			app.Ins().Body(Value(l.PhotoAfter, l.After)...),
		),
	}
}

// Photos draws a line of photos within a list of other changes.
func Photos(l Line) app.UI { return app.Li().Class("difference-photos").Body(parts(l)...) }

// Value is a value in words, or a thumbnail of the photo at an address, which leaves the words where it can't be shown.
func Value(photo, words string) []app.UI {
	if small := pages.SmallPhoto(photo); small != "" {
		return []app.UI{&components.Thumbnail{URL: small, Words: words}}
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
