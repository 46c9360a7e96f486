package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// DayText says in words what a DayBar draws: one line a stretch, for
// assistive technology, or for everybody with Shown.
type DayText struct {
	app.Compo

	Label string // whose day, for example "Saturday"
	Lines []string
	Shown bool
}

// Render draws the lines.
func (d *DayText) Render() app.UI {
	class := "hidden"
	if d.Shown {
		class = "daytext"
	}
	return app.Ul().Class(class).Aria("label", d.Label).Body(app.Range(d.Lines).Slice(func(i int) app.UI {
		return app.Li().Text(d.Lines[i])
	}))
}
