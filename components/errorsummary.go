package components

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// ErrorItem is one problem of a form: the words shown at the field, and the id
// of the control they are about.
type ErrorItem struct {
	Target string
	Text   string
}

// ErrorSummary lists the fields in which the last attempt to save found problems,
// above their form: until the next one it loses those that are mended, and gets no
// others. The words are those that the fields have now. Each is a link that takes the
// keyboard to its field. Keep it in the form, without Items when there are none.
type ErrorSummary struct {
	app.Compo

	ID    string
	Title string
	Items []ErrorItem
	// Focus asks for the keyboard: whenever it changes to another number that
	// isn't 0, the summary takes it if there are Items. Count attempts to save
	// here, and answers of a server that name problems. A form that counts anew
	// is drawn with 0 in between.
	Focus int

	focused int
	begun   bool
	tried   int // Focus as list saw it last
	listed  []ErrorItem
}

// OnMount takes the keyboard if asked to.
func (s *ErrorSummary) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	s.takeFocus(ctx)
}

// OnUpdate takes the keyboard if asked to.
func (s *ErrorSummary) OnUpdate(ctx app.Context) { s.takeFocus(ctx) }

func (s *ErrorSummary) takeFocus(ctx app.Context) {
	asked := s.Focus != 0 && s.Focus != s.focused
	if s.focused = s.Focus; asked {
		FocusID(ctx, s.ID)
	}
}

// list brings what is listed in line with Items.
func (s *ErrorSummary) list() []ErrorItem {
	again := s.Focus != 0 && s.Focus != s.tried
	if s.tried = s.Focus; again || !s.begun {
		s.begun, s.listed = true, s.Items
		return s.listed
	}
	before := slices.Clone(s.listed)
	s.listed = slices.DeleteFunc(slices.Clone(s.Items), func(item ErrorItem) bool {
		i := slices.IndexFunc(before, func(was ErrorItem) bool { return was.Target == item.Target })
		if i >= 0 {
			before = slices.Delete(before, i, i+1)
		}
		return i < 0
	})
	return s.listed
}

// Render draws the summary. The alert is an inner element: on the focused box
// itself it would be read twice or not at all. The list isn't in it, as its words
// change while a field is typed in; it is read with the box.
func (s *ErrorSummary) Render() app.UI {
	items := s.list()
	if len(items) == 0 {
		return app.Div().Class("maybe")
	}
	title, list := s.ID+"-title", s.ID+"-list"
	box := app.Div().Class("summary").ID("%s", s.ID).TabIndex(-1).Role("group")
	return box.Aria("labelledby", title).Aria("describedby", list).Body(
		app.Div().Role("alert").Body(
			app.H2().ID("%s", title).Class("summary-title").Body(&Icon{Name: IconWarn}, app.Span().Text(s.Title)),
		),
		app.Ul().ID("%s", list).Class("summary-list").Body(app.Range(items).Slice(func(i int) app.UI {
			return &errorLink{Target: items[i].Target, Label: items[i].Text}
		})),
	)
}

// errorLink is a row of the summary; a component, so that its handler always
// knows its own target.
type errorLink struct {
	app.Compo

	Target string
	Label  string
}

// Render draws the row.
func (l *errorLink) Render() app.UI {
	return app.Li().Body(app.A().Class("link").Href("#" + l.Target).Text(l.Label).OnClick(l.follow))
}

// follow focuses the control without touching the address: go-app listens on
// the window and would navigate to the fragment.
func (l *errorLink) follow(_ app.Context, e app.Event) {
	e.PreventDefault()
	e.Call("stopPropagation")
	el := elementByID(l.Target)
	if !el.Truthy() {
		return
	}
	showInMiddle(el)
	el.Call("focus", map[string]any{"preventScroll": true})
}
