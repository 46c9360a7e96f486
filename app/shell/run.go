package shell

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Pages makes the pages of the console. A page of a shop is made once the
// operator is known to have that shop.
type Pages map[routes.Page]func(pages.Deps) app.UI

// Enter goes on after somebody has signed in on a page.
func Enter(ctx app.Context, session api.Session) {
	ctx.NewActionWithValue(state.ActionEnter, session)
}

// Run registers the one root component for every address and, in a browser,
// runs the program with these pages; elsewhere it returns. go-app keeps routes in globals: call
// it once.
func Run(table Pages) {
	mount := routes.At(app.Getenv("GOAPP_ROOT_PREFIX"))
	root, err := newRoot(mount, backend.Browser(), state.BrowserStorage())
	if err != nil {
		panic(err) // only for what isn't given, and all is
	}
	app.RouteWithRegexp("^/.*$", func() app.Composer {
		// go-app makes a component per navigation and keeps the mounted one,
		// taking over the new one's exported fields.
		return &Root{Backend: root.Backend, State: root.State, Mount: root.Mount, Book: root.Book,
			Early: root.Early, Pages: table}
	})
	components.Typed = state.TabStorage()
	if !app.IsServer && root.State.Operator() == nil {
		place := mount.Parse(app.Window().URL().Path)
		*root.Early = askEarly(root.Backend, root.State.Now(), place, time.After(patience))
	}
	app.RunWhenOnBrowser()
}

func newRoot(mount routes.Mount, fetcher backend.Fetcher, storage state.Storage) (*Root, error) {
	b, err := backend.New(mount, fetcher)
	if err != nil {
		return nil, err
	}
	orders := book.New()
	s, err := state.New(state.Options{Mount: mount, Storage: storage, Tab: state.TabStorage(), Ahead: orders.Clock.Ahead})
	if err != nil {
		return nil, err
	}
	return &Root{Backend: b, State: s, Mount: mount, Book: orders, Early: new(Early)}, nil
}
