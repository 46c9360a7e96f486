// Command hello is the smallest program that shows what the shell does for the
// console: pages by address, an update notice, and an end.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

type hello struct {
	app.Compo
	path    string
	session string
	updated bool
}

func (h *hello) OnNav(ctx app.Context) { h.path = ctx.Page().URL().Path }

func (h *hello) OnAppUpdate(app.Context) { h.updated = true }

func (h *hello) OnMount(ctx app.Context) {
	first := app.Window().Call("shopdeskFirst", "GET", app.Getenv("GOAPP_ROOT_PREFIX")+"/api/session", "")
	first.Get("answer").Then(func(app.Value) {
		ctx.Dispatch(func(app.Context) { h.session = "asked" })
	})
}

func (h *hello) Render() app.UI {
	update := "current"
	if h.updated {
		update = "updated"
	}
	return app.Div().ID("hello").Class("desk").Body(
		app.P().ID("path").Text(h.path),
		app.P().ID("session").Text(h.session),
		app.P().ID("update").Text(update),
		app.Button().ID("end").Text("End").OnClick(func(app.Context, app.Event) { panic("the end") }),
	)
}

func main() {
	app.RouteWithRegexp("^/.*$", func() app.Composer { return &hello{} })
	app.RunWhenOnBrowser()
}
