package orders

import (
	"strconv"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
)

// frame is what draws a board anew when its orders have changed, like the shell.
type frame struct {
	app.Compo

	board *Board
	ctx   app.Context
}

// OnPreRender implements [app.PreRenderer].
func (f *frame) OnPreRender(ctx app.Context) { f.ctx = ctx }

// Render implements [app.Composer].
func (f *frame) Render() app.UI {
	deps := f.board.Deps
	deps.Orders = deps.Book.Revision()
	return app.Div().Body(&Board{Deps: deps})
}

// BenchmarkCard has one of 300 open orders change, from the book to the card. There is no browser: what is measured is
// the program's part of e2e's BenchmarkBoard, with all cards drawn.
func BenchmarkCard(b *testing.B) {
	for _, column := range []api.Column{api.ColumnPreparing, api.ColumnNew} {
		b.Run(string(column), func(b *testing.B) {
			var list []api.Order
			for i := range 300 {
				o := placed(column)
				o.OrderID, o.Number = int64(i+1), strconv.Itoa(i)
				list = append(list, o)
			}
			f := &frame{board: boardOf(b, everything, list...)}
			engine := app.NewTestEngine()
			if err := engine.Load(f); err != nil {
				b.Fatal(err)
			}
			engine.ConsumeAll()
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n++
				o := list[n%len(list)]
				o.Version, o.Delivery = int64(n+1), &api.OrderRider{Name: "Rider " + strconv.Itoa(n)}
				f.ctx.Dispatch(func(app.Context) { f.board.Book.Put(o) })
				engine.ConsumeAll()
			}
			if html := pagetest.Markup(f); n == 0 || len(html) == 0 {
				b.Fatal("nothing is drawn")
			}
		})
	}
}
