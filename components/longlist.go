package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// LongList is a list of hundreds or thousands of rows on a page. It is drawn in
// stretches: one that is far from the screen is an empty drawing of its height,
// and so keeps its place. Rows keep theirs in the page, so that the keyboard
// walks through them; they may be of different heights.
type LongList struct {
	app.Compo

	ID    string
	Label string
	Count int
	Row   func(i int) app.UI // its content; the list makes the item around it

	paper   Paper
	printed bool
}

// stretch is how many rows are drawn or left out together, and about how high
// one of them is until it was seen.
const (
	stretch      = 40
	longListRow  = 56
	longListNear = "800px 0px" // how far beyond the screen is drawn
)

// CompoID keeps one list's rows from becoming another's.
func (l *LongList) CompoID() string { return l.ID }

// OnMount has all rows drawn for paper.
func (l *LongList) OnMount(ctx app.Context) {
	l.paper.Watch(ctx, func(_ app.Context, on bool) { l.printed = on })
	ctx.PreventUpdate()
}

// OnDismount stops that.
func (l *LongList) OnDismount() { l.paper.Leave() }

// Render draws the stretches.
func (l *LongList) Render() app.UI {
	n := (l.Count + stretch - 1) / stretch
	return app.Div().ID("%s", l.ID).Class("longlist").Role("list").Aria("label",
		l.Label).Body(app.Range(make([]struct{}, n)).Slice(func(i int) app.UI {
		return &longStretch{
			ID: l.ID + "-" + strconv.Itoa(i), From: i * stretch, To: min((i+1)*stretch, l.Count), Of: l.Count, Row: l.Row,
			Printed: l.printed,
		}
	}))
}

// longStretch is some rows of a LongList.
type longStretch struct {
	app.Compo

	ID           string
	From, To, Of int
	Row          func(i int) app.UI
	Printed      bool

	sight Sight
}

// OnInit leaves out what is surely below the screen.
func (s *longStretch) OnInit() {
	if s.From > 0 {
		s.sight.Below()
	}
}

// OnMount watches where the stretch is.
func (s *longStretch) OnMount(ctx app.Context) {
	far := s.sight.Far()
	if s.sight.Watch(ctx, s.ID, longListNear); s.sight.Far() == far {
		ctx.PreventUpdate()
	}
}

// OnDismount stops watching.
func (s *longStretch) OnDismount() { s.sight.Leave() }

// Render draws the rows, or their place.
func (s *longStretch) Render() app.UI {
	box := app.Div().ID("%s", s.ID).Role("presentation")
	if s.sight.Far() && !s.Printed {
		return box.Body(s.sight.Place((s.To - s.From) * longListRow))
	}
	rows := make([]app.UI, 0, s.To-s.From)
	for i := s.From; i < s.To; i++ {
		rows = append(rows, app.Div().Class("longlist-row").Role("listitem").
			Aria("setsize", s.Of).Aria("posinset", i+1).Body(s.Row(i)))
	}
	return box.Body(rows...)
}
