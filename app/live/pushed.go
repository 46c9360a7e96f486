package live

import (
	"encoding/json"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

const (
	// held is how long a change of hours or status waits to be told: news of the console's own act may come after the
	// platform's push of it.
	held = 5 * time.Second

	ownWithin = 60_000 // milliseconds between an act of the console in a shop and the platform's push of it
	sayAgain  = 60_000 // milliseconds after which the bare name of an event is said again
)

// pushed tells in words what the platform has pushed about a shop (interface 6.3). Its push of a person's own change
// of hours looks like any other. So changes are told on pages about orders alone: no hours are changed there, and
// pauses, which are possible everywhere, and bulk changes have news of their own.
func (w *Watch) pushed(ctx app.Context, e api.LiveEvent) {
	switch {
	case e.Kind == api.LivePicture || e.Kind == api.LiveMessage:
		w.tellPush(ctx, e)
	case w.route.AboutOrders():
		ctx.After(held, func(ctx app.Context) {
			ctx.PreventUpdate()
			if w.route.AboutOrders() && !w.own(e) {
				w.tellPush(ctx, e)
			}
		})
	}
}

// acted notes that the console has paused or resumed a shop, or has changed it with others.
func (w *Watch) acted(e api.LiveEvent) {
	if w.actedAt == nil {
		w.actedAt = map[int64]int64{}
	}
	w.actedAt[e.ShopID] = e.At
}

// own reports whether the console acted in the shop about when the event came.
func (w *Watch) own(e api.LiveEvent) bool {
	at, ok := w.actedAt[e.ShopID]
	return ok && max(at-e.At, e.At-at) < ownWithin
}

// tellPush says the words of an event after the shop's name. The bare name of an event isn't repeated for a while: a
// platform may push an undocumented code with every order.
func (w *Watch) tellPush(ctx app.Context, e api.LiveEvent) {
	words, bare := pushWords(e)
	if words == "" {
		return
	}
	if shop, ok := w.State.Shop(e.ShopID); ok {
		words = text.Dots(text.Isolate(state.DisplayName(shop)), words)
	}
	if now := deviceNow(); bare {
		if at, said := w.saidAt[words]; said && now-at < sayAgain {
			return
		}
		if w.saidAt == nil {
			w.saidAt = map[string]int64{}
		}
		w.saidAt[words] = now
	}
	pages.Say(ctx, words)
}

// pushWords say what became of product pictures, or else name the event; bare tells which. A code that can't be read
// has no words.
func pushWords(e api.LiveEvent) (words string, bare bool) {
	var raw api.LiveRaw
	if len(e.Data) > 0 {
		_ = json.Unmarshal(e.Data, &raw) // an event without it is named by its kind
	}
	code := platform.Event(raw.Event)
	switch e.Kind { //nolint:exhaustive // the others aren't pushed
	case api.LivePicture:
		if words = boundWords(raw.Message); words != "" {
			return words, false
		}
		code = platform.EventPictureBinding
	case api.LiveHours:
		code = platform.EventHoursChanged
	case api.LiveShop:
		code = platform.EventStatusChanged
	}
	if code == 0 {
		return "", true
	}
	return text.Upper(text.Code(api.KindEvent, int(code))), true
}

// boundWords say what became of product pictures that were bound (interface 6.3, 1201), and why the first of them
// wasn't, "" where the platform names no product.
func boundWords(message string) string {
	var said platform.BindingEvent
	if platform.Read([]byte(message), &said) != nil || len(said.Results) == 0 {
		return ""
	}
	refused, why := 0, ""
	for _, r := range said.Results {
		if r.Code != 0 {
			if refused++; why == "" {
				why = r.Message
			}
		}
	}
	words := text.N("orders.bound", len(said.Results)-refused)
	if refused > 0 {
		words = text.Dots(words, text.N("orders.unbound", refused))
	}
	if why != "" {
		words = text.T("orders.refund.why", words, text.Isolate(why))
	}
	return words
}
