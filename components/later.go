package components

import (
	"slices"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Later is a part at a page's end that is drawn once the page has been painted without it. Parts are drawn one after
// the other, each in a frame of its own, so that a page opens quickly. Outside a browser nothing waits.
type Later struct {
	app.Compo

	Page *app.Context // of the component around the part, which isn't drawn again for it; nil: it is
	Draw func() app.UI

	due bool
	ctx app.Context
}

// waiting are the parts that aren't drawn yet, in the order of the page.
var waiting []*Later

// AtOnce has the pages that are made while it is true be drawn with all their parts: a page that is scrolled as soon as
// it is shown must be as long as it was.
var AtOnce bool

// OnInit decides whether the part waits.
func (l *Later) OnInit() { l.due = AtOnce }

// OnMount has the part wait for its turn.
func (l *Later) OnMount(ctx app.Context) {
	ctx.PreventUpdate()
	if l.due || app.IsServer {
		return
	}
	l.ctx = ctx
	if waiting = append(waiting, l); len(waiting) == 1 {
		l.wait()
	}
}

// OnDismount gives the turn on.
func (l *Later) OnDismount() { l.leave() }

// wait draws the part when the page has been painted.
func (l *Later) wait() {
	AfterPaint(l.ctx, func(app.Context) {
		if l.Page != nil {
			l.Page.PreventUpdate()
		}
		l.due = true
		l.leave()
	})
}

// leave has the next part wait, if it was this one's turn.
func (l *Later) leave() {
	at := slices.Index(waiting, l)
	if at < 0 {
		return
	}
	if waiting = slices.Delete(waiting, at, at+1); at == 0 && len(waiting) > 0 {
		waiting[0].wait()
	}
}

// AfterPaint does something once the next frame has been painted. A frame's own callback is called before that.
func AfterPaint(ctx app.Context, do func(app.Context)) {
	var frame app.Func
	frame = app.FuncOf(func(app.Value, []app.Value) any {
		frame.Release()
		ctx.After(time.Millisecond, do)
		return nil
	})
	app.Window().Call("requestAnimationFrame", frame)
}

// Render draws the part, or nothing.
func (l *Later) Render() app.UI { return Maybe(l.due || app.IsServer, l.Draw) }
