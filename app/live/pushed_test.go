package live

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// told are the messages that a watch shows of events on a page.
func told(t *testing.T, page routes.Route, events ...api.LiveEvent) (words []string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := watching(t)
		w.State.SetShops([]api.Shop{{ShopID: 1, Name: "Central"}})
		w.route = page
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) {
				toast, _ := a.Value.(pages.Offer)
				words = append(words, text.Plain(toast.Text))
			})
			w.take(ctx, events)
		})
	})
	return words
}

// raw is an event with the message as the platform wrote it.
func raw(t *testing.T, kind api.LiveKind, event platform.Event, message string) api.LiveEvent {
	t.Helper()
	data, err := json.Marshal(api.LiveRaw{Event: int(event), Message: message})
	if err != nil {
		t.Fatal(err)
	}
	return api.LiveEvent{Kind: kind, ShopID: 1, Data: data}
}

// A push about product pictures is told in words, with the platform's reason. One that names no product, and one with
// a code that isn't documented, said nothing. An undocumented code is told once a minute; one that can't be read has
// no words.
func TestPushIsToldInWords(t *testing.T) {
	t.Parallel()
	bound := func(message string) api.LiveEvent {
		return raw(t, api.LivePicture, platform.EventPictureBinding, message)
	}
	unknown := raw(t, api.LiveMessage, 4711, `{}`)
	for _, tt := range []struct {
		name   string
		events []api.LiveEvent
		want   []string
	}{
		{"pictures", []api.LiveEvent{bound(`{"results":[{"spuId":1},{"spuId":2}]}`)},
			[]string{"Central · Photos bound to 2 products"}},
		{"a refused picture", []api.LiveEvent{
			bound(`{"results":[{"spuId":1},{"spuId":2,"code":7,"message":"Too small."}]}`)},
			[]string{"Central · Photo bound to 1 product · 1 photo refused – “Too small.”"}},
		{"no product", []api.LiveEvent{bound(`{"results":[]}`)}, []string{"Central · Photos bound to products"}},
		{"unreadable", []api.LiveEvent{bound(`{`)}, []string{"Central · Photos bound to products"}},
		{"an undocumented code", []api.LiveEvent{unknown}, []string{"Central · Message 4711 (not documented)"}},
		{"an undocumented code of every order", []api.LiveEvent{unknown, unknown, unknown},
			[]string{"Central · Message 4711 (not documented)"}},
		{"a code that can't be read", []api.LiveEvent{raw(t, api.LiveMessage, 0, `{}`)}, nil},
	} {
		if diff := cmp.Diff(tt.want, told(t, routes.Route{Page: routes.Today}, tt.events...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A change of hours or status is told where people work with orders. Nothing is told of it on the pages where hours
// are changed, nor of the console's own pauses and bulk changes, whose news may come after the platform's push.
func TestChangeElsewhereIsTold(t *testing.T) {
	t.Parallel()
	board, one := routes.Route{Page: routes.Orders}, routes.Route{Page: routes.Orders, ShopID: 1}
	const at, soon = 1_000_000, 2_000
	event := func(kind api.LiveKind, shop, at int64) api.LiveEvent {
		return api.LiveEvent{Kind: kind, ShopID: shop, At: at, Data: json.RawMessage(`{}`)}
	}
	hours, status := event(api.LiveHours, 1, at), event(api.LiveShop, 1, at)
	const changed, opened = "Central · Hours changed", "Central · Shop opened or closed"
	for _, tt := range []struct {
		name   string
		page   routes.Route
		events []api.LiveEvent
		want   []string
	}{
		{"hours", board, []api.LiveEvent{hours}, []string{changed}},
		{"status", board, []api.LiveEvent{status}, []string{opened}},
		{"on the shop's board", one, []api.LiveEvent{status}, []string{opened}},
		{"on the page of the hours", routes.Route{Page: routes.Hours, ShopID: 1}, []api.LiveEvent{hours, status}, nil},
		{"where a change can be undone", routes.Route{Page: routes.Activity}, []api.LiveEvent{hours, status}, nil},
		{"where shops are paused", routes.Route{Page: routes.Today}, []api.LiveEvent{hours, status}, nil},
		{"our pause", one, []api.LiveEvent{status, event(api.LivePause, 1, at+soon)}, nil},
		{"another shop's pause", board, []api.LiveEvent{event(api.LivePause, 3, at), status}, []string{opened}},
		{"an earlier pause", board, []api.LiveEvent{event(api.LivePause, 1, at-2*60_000), status}, []string{opened}},
		{"our bulk change", board, []api.LiveEvent{hours, event(api.LiveRun, 1, at+soon)}, nil},
	} {
		if diff := cmp.Diff(tt.want, told(t, tt.page, tt.events...)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// A change isn't told on the next page to somebody who leaves the orders before.
func TestChangeIsNotToldOnTheNextPage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := watching(t)
		w.route = routes.Route{Page: routes.Orders}
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(app.Context, app.Action) { t.Error("it is told") })
			w.take(ctx, []api.LiveEvent{{Kind: api.LiveHours, ShopID: 1}})
			ctx.After(time.Second, func(app.Context) { w.route = routes.Route{Page: routes.SignIn} })
		})
	})
}
