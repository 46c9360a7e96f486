package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Heading is a page's h1. It takes the keyboard when the page opens.
func Heading(words string) app.HTMLH1 { return app.H1().ID(HeadingID).TabIndex(-1).Text(words) }

// Stack sets its parts below each other.
func Stack(parts ...app.UI) app.HTMLDiv { return app.Div().Class("stack").Body(parts...) }

// Row sets its parts beside each other.
func Row(parts ...app.UI) app.HTMLDiv { return app.Div().Class("row").Body(parts...) }

// Head is a title with what stands at its other end.
func Head(parts ...app.UI) app.HTMLDiv { return app.Div().Class("head").Body(parts...) }

// Soft is a paragraph of less weight.
func Soft(words string) app.HTMLP { return app.P().Class("soft").Text(words) }

// SoftSmall is a small paragraph of less weight.
func SoftSmall(words string) app.HTMLP { return app.P().Class("soft", "small").Text(words) }

// Name keeps words of either direction to themselves.
func Name(words string) app.HTMLElem { return app.Elem("bdi").Text(words) }

// Form is checked by us, not by the browser.
func Form() app.HTMLForm { return app.Form().Attr("novalidate", "true") }

// Said is for assistive technology, which reads out the words when they change.
func Said(words string) app.HTMLP { return app.P().Class("hidden").Role("status").Text(words) }

// Wrong says what is wrong with a field.
func Wrong(words string) app.HTMLP {
	return app.P().Class("err").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(words))
}

// LoadingCard stands where a card will be.
func LoadingCard(rows int) app.UI {
	return &components.Card{Body: func() []app.UI {
		return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: rows}}
	}}
}

// MaybeLoading keeps the place of a [LoadingCard].
func MaybeLoading(shown bool, rows int) app.UI {
	return components.Maybe(shown, func() app.UI { return LoadingCard(rows) })
}

// MaybeFailure keeps the place of a [FailureNote], shown while err isn't nil.
func MaybeFailure(what string, err error, again func(app.Context)) app.UI {
	return components.Maybe(err != nil, func() app.UI { return FailureNote(what, err, again) })
}

// Bind is a control's handler that keeps the value and does nothing else.
func Bind[T any](value *T) func(app.Context, T) {
	return func(_ app.Context, v T) { *value = v }
}

// Buttons are a slot's buttons.
func Buttons(buttons ...components.Button) func() []app.UI {
	return func() []app.UI {
		slot := make([]app.UI, len(buttons))
		for i, b := range buttons {
			slot[i] = &b
		}
		return slot
	}
}

// Search is a field that narrows a list.
func Search(id, label, typed string, find func(app.Context, string)) app.UI {
	return &components.TextField{ID: id, Label: label, Type: "search", Autocomplete: "off", Value: typed, OnInput: find}
}

// Flag is the value of an attribute that is there or not.
func Flag(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}

// Question asks in a dialog whether to go on. Closing the dialog keeps all as it is.
type Question struct {
	ID       string
	Title    string
	Text     string
	Open     bool
	Keep, Go components.Button
}

// Dialog draws the question; it stays in the page while it isn't open.
func (q Question) Dialog() app.UI {
	return &components.Dialog{
		ID: q.ID, Title: q.Title, Open: q.Open, CloseLabel: text.T("action.close"), OnClose: q.Keep.OnClick,
		Body:    func() []app.UI { return []app.UI{app.P().Text(q.Text)} },
		Actions: Buttons(q.Keep, q.Go),
	}
}
