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

// Render draws the stretches.
func (l *LongList) Render() app.UI {
	n := (l.Count + stretch - 1) / stretch
	return app.Div().ID("%s", l.ID).Class("longlist").Role("list").Aria("label",
		l.Label).Body(app.Range(make([]struct{}, n)).Slice(func(i int) app.UI {
		return &longStretch{
			ID: l.ID + "-" + strconv.Itoa(i), From: i * stretch, To: min((i+1)*stretch, l.Count), Of: l.Count, Row: l.Row,
		}
	}))
}

// longStretch is some rows of a LongList.
type longStretch struct {
	app.Compo

	ID           string
	From, To, Of int
	Row          func(i int) app.UI

	far      bool
	height   int // when it was drawn last, in pixels
	observer app.Value
	seen     app.Func
}

// OnInit leaves out what is surely below the screen.
func (s *longStretch) OnInit() { s.far = !app.IsServer && s.From > 0 }

// OnMount watches where the stretch is.
func (s *longStretch) OnMount(ctx app.Context) {
	el := elementByID(s.ID)
	if !el.Truthy() || !app.Window().Get("IntersectionObserver").Truthy() {
		s.far = false
		return
	}
	s.seen = app.FuncOf(func(_ app.Value, args []app.Value) any {
		last := args[0].Index(args[0].Length() - 1)
		near, height := last.Get("isIntersecting").Bool(), last.Get("boundingClientRect").Get("height").Int()
		ctx.Dispatch(func(app.Context) { s.move(near, height) })
		return nil
	})
	s.observer = app.Window().Get("IntersectionObserver").New(s.seen, map[string]any{"rootMargin": longListNear})
	s.observer.Call("observe", el)
}

// move takes where the stretch is now. One that has the keyboard stays drawn.
func (s *longStretch) move(near bool, height int) {
	if !near && s.holdsFocus() {
		return
	}
	if !near && !s.far {
		s.height = height
	}
	s.far = !near
}

func (s *longStretch) holdsFocus() bool {
	el := elementByID(s.ID)
	return el.Truthy() && el.Call("contains", app.Window().Get("document").Get("activeElement")).Bool()
}

// OnDismount stops watching.
func (s *longStretch) OnDismount() {
	if s.observer != nil {
		s.observer.Call("disconnect")
		s.seen.Release()
		s.observer = nil
	}
}

// Render draws the rows, or their place.
func (s *longStretch) Render() app.UI {
	box := app.Div().ID("%s", s.ID).Role("presentation")
	if s.far {
		height := s.height
		if height == 0 {
			height = (s.To - s.From) * longListRow
		}
		return box.Body(svgElem("svg").Class("longlist-place").Aria("hidden", "true").Attr("width", 1).Attr("height",
			strconv.Itoa(height)))
	}
	rows := make([]app.UI, 0, s.To-s.From)
	for i := s.From; i < s.To; i++ {
		rows = append(rows, app.Div().Class("longlist-row").Role("listitem").
			Aria("setsize", s.Of).Aria("posinset", i+1).Body(s.Row(i)))
	}
	return box.Body(rows...)
}
