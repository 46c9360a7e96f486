package pages

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Notice is what came of an editor's last save, or what is to be known of the
// edit under way. Its zero value says nothing.
type Notice struct {
	Tone   components.Tone
	Title  string
	Text   string
	Action string // a button's words, "" for none
	Do     func(app.Context)
	Heard  bool // it is done by itself once the server is heard again
}

// Hear has the notice of a page or part do that, also when the same person has signed in again.
func (n *Notice) Hear(ctx app.Context) {
	do := func(ctx app.Context, _ app.Action) {
		if n.Heard {
			n.Do(ctx)
		}
	}
	ctx.Handle(state.ActionHeard, do)
	ctx.Handle(state.ActionSignedIn, do)
}

// Messages is the place on a page for those that come by themselves, the most
// pressing first: a line at the lower edge of the screen, over the page, so that
// nothing moves. It stands at the end of what it is about.
func Messages(id string, notes []components.StripNote) app.UI {
	return Div("over", &components.Strip{ID: id, Notes: notes, More: text.T("strip.more"),
		Less: text.T("strip.less")})
}

// On is Note for a place that comes and goes.
func (n Notice) On(id string) func() app.UI { return func() app.UI { return n.Note(id) } }

// Note draws the notice; its button has the id of the note with "-go".
func (n Notice) Note(id string) app.UI {
	note := &components.Note{ID: id, Tone: n.Tone, Title: n.Title, Text: n.Text, Alert: n.Tone == components.ToneBad}
	if n.Do != nil {
		note.Actions = Buttons(components.Button{ID: id + "-go", Label: n.Action, OnClick: n.Do})
	}
	return note
}

// FailureNote says that something couldn't be done, why, and offers to try
// again. A nil again is for a change, and offers nothing, nor is anything offered to a role that lacks it.
func FailureNote(what string, err error, again func(app.Context)) app.UI {
	if again == nil {
		what = Failed(what, err)
	}
	note := &components.Note{Tone: components.ToneBad, Title: what, Text: text.Failure(err), Alert: true}
	if again != nil && api.CodeOf(err) == api.CodeRefused { // a read: there is nothing to change
		title, _ := text.Error(err)
		note.Text = text.T("error.both", title, text.T("error.connection.do"))
	}
	if again != nil && api.CodeOf(err) != api.CodeForbidden {
		note.Actions = Buttons(components.Button{Label: text.T("action.again"), Icon: components.IconReload, OnClick: again})
	}
	return note
}

// Numbers are those of the first few orders, and how many more there are. Shop names the shop of an order whose number
// another shop may have, and is "" elsewhere.
func Numbers(orders []*api.Order, few int, shop func(id int64) string) string {
	return firstFew(orders, few, "orders.more", func(o *api.Order) string {
		number := text.LTR(text.BareOrderNumber(o))
		if name := shop(o.ShopID); name != "" {
			return text.T("join.aside", number, text.Isolate(name))
		}
		return number
	})
}

// firstFew names the first few things, and in the words of a key how many more there are.
func firstFew[T any](things []T, few int, key string, name func(T) string) string {
	words := text.Commas(Words(things[:min(few, len(things))], name))
	if more := len(things) - few; more > 0 {
		return text.N(key, more, words)
	}
	return words
}

// lapsedNamed is how many of the orders that nobody accepted are named: there may be hundreds after a rush.
const lapsedNamed = 5

// StoppedNote names the orders that were cancelled while people worked on them, and the first of those that nobody
// accepted in time, nothing for none. It was announced already. Shop names the shop where there are several, whose
// numbers may be alike, and is "" elsewhere.
func StoppedNote(id string, orders []*api.Order, shop func(id int64) string, read func(app.Context)) app.UI {
	return components.Maybe(len(orders) > 0, func() app.UI {
		var worked, lapsed []*api.Order
		for _, o := range orders {
			if o.Lapsed() {
				lapsed = append(lapsed, o)
			} else {
				worked = append(worked, o)
			}
		}
		todo := "orders.stopped.text"
		if len(worked) == 0 {
			todo = "orders.wait.text"
		}
		numbers := Numbers(append(worked, lapsed...), len(worked)+min(len(lapsed), lapsedNamed), shop)
		return &components.Note{
			ID: id, Tone: components.ToneBad, Quiet: true, Title: text.N("orders.stopped", len(orders), numbers),
			Text:         text.T(todo),
			DismissLabel: text.T("action.close"), OnDismiss: read,
		}
	})
}

// SilentNote says since when the platform hasn't called the server, or with "" that it never has.
func SilentNote(id, since string) *components.Note {
	title := text.T("orders.silent.never")
	if since != "" {
		title = text.T("orders.silent", since)
	}
	return &components.Note{
		ID: id, Tone: components.ToneWarn, Title: title, Text: text.T("orders.silent.text"), Alert: true,
	}
}

// MuteNote says that the browser keeps the page silent, with an [UnmuteButton] as a rule.
func MuteNote(id string, mend components.Button) *components.Note {
	return &components.Note{
		ID: id, Tone: components.ToneWarn, Title: text.T("orders.mute"), Text: text.T("orders.mute.text"),
		Actions: Buttons(mend),
	}
}

// UnmuteButton lets the device sound.
func UnmuteButton(id string, kind components.ButtonKind, unmute func(app.Context)) components.Button {
	return components.Button{
		ID: id, Label: text.T("orders.mute.go"), Icon: components.IconSound, Kind: kind, OnClick: unmute,
	}
}

// hushes are all that a [RingNote] may say.
var hushes = []api.Hush{
	api.HushNone, api.HushUnknown, api.HushEnded, api.HushNobody, api.HushOff, api.HushBrowser, api.HushLost,
}

// RingNote says whether this device would ring for a new order now; if not, why, and what to do. It has the room of the
// longest of its notes: what follows stays where it is when another note takes its place.
func RingNote(hush api.Hush) app.UI {
	said := ringNote(hush)
	said.ID = "would-ring"
	return Div("one-of", said, Each(hushes, func(other api.Hush) app.UI { return Div("spare", ringNote(other)) }))
}

func ringNote(hush api.Hush) *components.Note {
	if hush == api.HushUnknown {
		return &components.Note{Tone: components.ToneInfo, Title: text.T("orders.connecting"), Quiet: true}
	}
	note := &components.Note{
		Tone: components.ToneWarn, Title: text.T("orders.ring.not"), Text: text.T("orders.ring." + string(hush)),
		Quiet: true,
	}
	if hush == api.HushNone {
		note.Tone, note.Title = components.ToneOK, text.T("orders.ring.would")
	}
	return note
}
