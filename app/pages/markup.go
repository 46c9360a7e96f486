package pages

import (
	"cmp"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Heading is a page's h1. It takes the keyboard when the page opens.
func Heading(words string) app.HTMLH1 { return app.H1().ID(HeadingID).TabIndex(-1).Text(words) }

// Div has a class, or several with spaces between them, and parts.
func Div(class string, parts ...app.UI) app.HTMLDiv { return app.Div().Class(class).Body(parts...) }

// P is a paragraph of a class, or of several.
func P(class, words string) app.HTMLP { return app.P().Class(class).Text(words) }

// Span are words of a class, or of several.
func Span(class, words string) app.HTMLSpan { return app.Span().Class(class).Text(words) }

// Stack sets its parts below each other.
func Stack(parts ...app.UI) app.HTMLDiv { return Div("stack", parts...) }

// Row sets its parts beside each other.
func Row(parts ...app.UI) app.HTMLDiv { return Div("row", parts...) }

// Head is a title with what stands at its other end.
func Head(parts ...app.UI) app.HTMLDiv { return Div("head", parts...) }

// Titled is the head of a page with a line below its title, and what stands at its other end.
func Titled(title, intro string, more ...app.UI) app.UI {
	return Head(append([]app.UI{app.Div().Body(Heading(title), Soft(intro))}, more...)...)
}

// Soft is a paragraph of less weight.
func Soft(words string) app.HTMLP { return P("soft", words) }

// SoftSmall is a small paragraph of less weight.
func SoftSmall(words string) app.HTMLP { return P("soft small", words) }

// Name keeps words of either direction to themselves.
func Name(words string) app.HTMLElem { return app.Elem("bdi").Text(words) }

// Unbroken are words whose ranges and phones aren't broken at the end of a line: "11:00–15:00", "18:00–02:00 ⁺¹", as
// [text.Shift] writes them, and "852-25460101", in marks of direction or without.
func Unbroken(words string) []app.UI {
	const digits, within = "0123456789", "0123456789:–-"
	var parts []app.UI
	for at := 0; ; {
		next := strings.IndexAny(words[at:], digits)
		if next < 0 {
			return append(parts, app.Text(words))
		}
		begin := at + next
		at = len(words) - len(strings.TrimLeft(words[begin:], within))
		if !strings.ContainsAny(words[begin:at], "–-") {
			continue
		}
		end := len(words) - len(strings.TrimPrefix(words[at:], "\u00a0⁺¹"))
		if before, marked := strings.CutSuffix(words[:begin], "\u2066"); marked && strings.HasPrefix(words[end:], "\u2069") {
			begin, end = len(before), end+len("\u2069")
		}
		parts = append(parts, app.Text(words[:begin]), Span("whole num", words[begin:end]))
		words, at = words[end:], 0
	}
}

// Form is checked and sent by us, not by the browser.
func Form(submit func(app.Context)) app.HTMLForm {
	return app.Form().Attr("novalidate", "true").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		submit(ctx)
	})
}

// Pill is a state in the words of a key.
func Pill(tone components.Tone, key string) *components.Pill {
	return &components.Pill{Tone: tone, Text: text.T(key)}
}

// Said is for assistive technology, which reads out the words when they change.
func Said(words string) app.HTMLP { return app.P().Class("hidden").Role("status").Text(words) }

// Wrong says what is wrong with a field.
func Wrong(words string) app.HTMLP {
	return app.P().Class("err").Body(&components.Icon{Name: components.IconWarn}, app.Span().Text(words))
}

// Doubt is a line about what the platform may refuse, and what nobody is kept from
// saving for.
func Doubt(words string) app.HTMLP { return P("small doubt", words) }

// Loading stands where rows of a list will be.
func Loading(rows int) app.UI { return &components.Skeleton{Label: text.T("loading"), Rows: rows} }

// LoadingCard stands where a card will be.
func LoadingCard(rows int) app.UI { return components.Card{}.With(Loading(rows)) }

// MaybeLoading keeps the place of a [LoadingCard].
func MaybeLoading(shown bool, rows int) app.UI {
	return components.Maybe(shown, func() app.UI { return LoadingCard(rows) })
}

// MaybeFailure keeps the place of a [FailureNote], shown while err isn't nil.
func MaybeFailure(what string, err error, again func(app.Context)) app.UI {
	return components.Maybe(err != nil, func() app.UI { return FailureNote(what, err, again) })
}

// NoneFit stands in a list of which a search and filters leave nothing. Clear, called as all says, shows all again; it
// may be nil.
func NoneFit(found int, title, all string, clear func(app.Context)) app.UI {
	none := &components.Empty{Icon: components.IconSearch, Title: title}
	if clear != nil {
		none.Action = Buttons(components.Button{Label: all, OnClick: clear})
	}
	return components.Shown(found == 0, none)
}

// EmptyCard says why a page has nothing to show.
func EmptyCard(icon components.IconName, title, words string) app.UI {
	return components.Card{}.With(&components.Empty{Icon: icon, Title: title, Text: words})
}

// Bind makes a control's handler, which keeps the value and then calls the functions
// named after it.
func Bind[T any](value *T, then ...func(app.Context)) func(app.Context, T) {
	return func(ctx app.Context, v T) {
		*value = v
		for _, do := range then {
			do(ctx)
		}
	}
}

// Set makes a button's handler, which sets a value.
func Set[T any](value *T, to T) func(app.Context) {
	return func(app.Context) { *value = to }
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

// Search is a field that narrows a list down to what query finds.
func Search(id, label string, query *string) app.UI {
	return &components.TextField{
		ID: id, Label: label, Type: "search", Autocomplete: "off", Value: *query, OnInput: Bind(query),
	}
}

// Each draws every thing of a list, as children of the element around it.
func Each[T any, U app.UI](things []T, draw func(T) U) app.UI {
	drawn := make([]app.UI, len(things))
	for i, thing := range things {
		drawn[i] = draw(thing)
	}
	return app.Range(drawn).Slice(func(i int) app.UI { return drawn[i] })
}

// Paragraphs are a slot's.
func Paragraphs(list []string) func() []app.UI {
	return func() []app.UI {
		return []app.UI{Each(list, func(words string) app.UI { return app.P().Text(words) })}
	}
}

// Words are one for each thing of a list.
func Words[T any](things []T, word func(T) string) []string {
	words := make([]string, len(things))
	for i, thing := range things {
		words[i] = word(thing)
	}
	return words
}

// Options offers values in the words of name, after one for none of them, unless its words are "".
func Options[T ~string](none string, values []T, name func(T) string) (options []components.Option) {
	if none != "" {
		options = append(options, components.Option{Label: none})
	}
	for _, v := range values {
		options = append(options, components.Option{Value: string(v), Label: name(v)})
	}
	return options
}

// Password is a field for a password, which can be shown.
func Password(f components.TextField) app.UI {
	f.Type, f.ShowLabel, f.ConcealLabel = "password", text.T("signin.show"), text.T("signin.hide")
	return &f
}

// Question asks in a dialog whether to go on. Closing the dialog keeps all as it is.
type Question struct {
	ID    string
	Title string
	Text  string
	Body  func() []app.UI // beside Text, optional
	Open  bool
	Wide  bool
	Keep  string // the words for closing, by default "Cancel"
	Close func(app.Context)
	Go    components.Button // without a Label there is nothing to go on with
}

// Dialog draws the question; it stays in the page while it isn't open.
func (q Question) Dialog() app.UI {
	buttons := []components.Button{{Label: cmp.Or(q.Keep, text.T("action.cancel")), OnClick: q.Close}}
	if q.Go.Label != "" {
		buttons = append(buttons, q.Go)
	}
	return &components.Dialog{
		ID: q.ID, Title: q.Title, Open: q.Open, Wide: q.Wide, CloseLabel: text.T("action.close"), OnClose: q.Close,
		Body: func() []app.UI {
			var body []app.UI
			if q.Text != "" {
				body = append(body, app.P().Text(q.Text))
			}
			if q.Body != nil {
				body = append(body, q.Body()...)
			}
			return body
		},
		Actions: Buttons(buttons...),
	}
}

// Asking draws a question that is open while something is set. Closing the dialog clears that.
func Asking[T comparable](set *T, q Question) app.UI {
	var none T
	q.Open, q.Close = *set != none, Set(set, none)
	return q.Dialog()
}

// Keyed draws one thing of a list, which Key names. go-app matches children by
// position: without a key, the thing that moves up would take over an open menu, the
// keyboard and typed text.
type Keyed struct {
	app.Compo

	Key  string
	Draw func() app.UI
}

// CompoID is the key.
func (k *Keyed) CompoID() string { return k.Key }

// Render draws the part.
func (k *Keyed) Render() app.UI { return k.Draw() }

// EachKeyed is [Each] for a list whose things come and go.
func EachKeyed[T any](things []T, key func(T) string, draw func(T) app.UI) app.UI {
	return Each(things, func(thing T) app.UI {
		return &Keyed{Key: key(thing), Draw: func() app.UI { return draw(thing) }}
	})
}
