package hours

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/components"
)

// tool is a small button of a row. Text is what is shown, where there is room;
// Label, which begins with it, names the day as well.
type tool struct {
	app.Compo

	ID       string
	Icon     components.IconName // without one the text is always shown
	Text     string
	Label    string
	Toggle   bool
	On       bool
	Disabled bool
	OnClick  func(app.Context)
}

// CompoID is the button's id.
func (t *tool) CompoID() string { return t.ID }

// Render draws the button.
func (t *tool) Render() app.UI {
	button := app.Button().Type("button").ID("%s", t.ID).Class("btn", "hours-tool").DataSet("kind", "bare").
		Aria("label", t.Label).Attr("title", t.Label).Disabled(t.Disabled).OnClick(t.press)
	if t.Toggle {
		pressed := "false"
		if t.On {
			pressed = "true"
		}
		button = button.Aria("pressed", pressed)
	}
	if t.Icon == "" {
		return button.Body(app.Span().Text(t.Text))
	}
	return button.Body(&components.Icon{Name: t.Icon}, app.Span().Class("hours-tool-text").Text(t.Text))
}

func (t *tool) press(ctx app.Context, _ app.Event) { t.OnClick(ctx) }
