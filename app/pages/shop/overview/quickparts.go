package overview

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// earlyButton closes the day early at one time.
type earlyButton struct {
	app.Compo

	At      int // in seconds after the day's midnight
	Label   string
	Busy    bool
	OnPress func(ctx app.Context, at int)
}

// CompoID is the time.
func (b *earlyButton) CompoID() string { return b.Label }

// Render draws the button.
func (b *earlyButton) Render() app.UI {
	return app.Button().Type("button").Class("btn", "num").ID("%s", "quick-at-"+strconv.Itoa(b.At/60)).
		Disabled(b.Busy).OnClick(b.press).Text(b.Label)
}

func (b *earlyButton) press(ctx app.Context, _ app.Event) { b.OnPress(ctx, b.At) }
