package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Strip is a line for messages that come by themselves. Its room is kept, so that
// nothing on the page moves when one comes or goes. It shows the first message in
// one line; opened, all of them in full, over the page.
type Strip struct {
	app.Compo

	ID    string // of the button that opens it
	Notes []StripNote
	More  string // the name of that button
	Less  string // and while it is open

	open bool
}

// StripNote is the place of a message. Places are always the same ones, the most
// pressing first, whether or not there is something to say (see [Maybe]).
type StripNote struct {
	Shown bool
	Note  func() app.UI
}

// Render draws the strip.
func (s *Strip) Render() app.UI {
	n := 0
	for _, note := range s.Notes {
		if note.Shown {
			n++
		}
	}
	s.open = s.open && n > 0
	return app.Div().Class("strip").DataSet("open", s.open).On("keydown", s.key).Body(
		app.Div().Class("strip-notes").Body(app.Range(s.Notes).Slice(func(i int) app.UI {
			return Maybe(s.Notes[i].Shown, s.Notes[i].Note)
		})),
		Maybe(n > 0, func() app.UI { return s.button(n) }),
	)
}

func (s *Strip) button(n int) app.UI {
	name, icon := s.More, IconDown
	if s.open {
		name, icon = s.Less, IconUp
	}
	others := ""
	if n > 1 && !s.open {
		others = "+" + strconv.Itoa(n-1)
	}
	return app.Button().Type("button").ID("%s", s.ID).Class("strip-more").
		Aria("expanded", s.open).Aria("label", name).Attr("title", name).
		OnClick(func(app.Context, app.Event) { s.open = !s.open }).
		Body(Only(others != "", Num(others)), &Icon{Name: icon})
}

// key closes the strip with Escape.
func (s *Strip) key(ctx app.Context, e app.Event) {
	if !s.open || e.Get("key").String() != "Escape" {
		ctx.PreventUpdate()
		return
	}
	e.Call("stopPropagation")
	s.open = false
	FocusID(ctx, s.ID)
}
