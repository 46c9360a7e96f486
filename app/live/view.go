package live

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// clock is an instant of the server's time on the watched shop's clock, or with many of them as
// [text.Clock] has it.
func (w *Watch) clock(at int64) string {
	if zone, ok := w.State.Zone(w.line.shop); ok {
		return pages.At(at, w.Book.Now(), zone)
	}
	return text.Clock(time.UnixMilli(at))
}

// heard is when the server was heard last, by its own clock as the board has it; 0 for never.
func (w *Watch) heard() int64 {
	if w.line.link.Heard == 0 {
		return 0
	}
	return w.Book.Clock.Now(w.line.link.Heard)
}

// Seen is all that the frame's rail and bar show of the orders.
type Seen struct {
	state   State
	why     api.Code
	lost    int64 // since when; 0 otherwise
	silent  bool
	hush    api.Hush
	shop    int64
	waiting int // for an answer
}

// Seen is what they show now.
func (w *Watch) Seen() Seen {
	if w.Book == nil { // not mounted yet
		return Seen{}
	}
	s := Seen{state: w.line.link.State, why: w.line.link.Why, silent: w.Book.Hearing.Silent, hush: w.hush(),
		shop: w.line.shop, waiting: w.NewCount()}
	if s.state == Lost {
		s.lost = w.line.link.Heard
	}
	return s
}

// NewCount is how many orders wait to be accepted, as the frame tells it everywhere; the server counts the same for
// Today ([api.NeedOrder]).
func (w *Watch) NewCount() int {
	if w.Book == nil { // not mounted yet
		return 0
	}
	return w.Book.Count(book.LaneNew, book.Filter{ShopID: w.line.shop})
}

// Pill says in the frame whether orders arrive here as they happen.
func (w *Watch) Pill() app.UI {
	pill := &components.Pill{Live: true}
	switch w.line.link.State {
	case Live:
		pill.Tone, pill.Text = components.ToneOK, text.T("orders.live")
		if w.Book.Hearing.Silent {
			pill.Tone, pill.Text = components.ToneWarn, text.T("orders.silent.pill")
		}
	case Polling:
		pill.Tone, pill.Text = components.ToneWarn, text.T("orders.polling")
	case Lost:
		pill.Tone, pill.Text = components.ToneBad, text.T("orders.lost.pill")
		if at := w.heard(); at != 0 {
			pill.Text, pill.Num = text.T("orders.lost.since"), w.clock(at)
			if w.line.shop == 0 {
				pill.Num = text.ShortClock(time.UnixMilli(at)) // the message below the bar has the place
			}
		}
	case Connecting:
		pill.Text = text.T("orders.connecting")
	case Off:
		if w.line.link.Why == "" {
			return app.Span().Hidden(true)
		}
		pill.Tone, pill.Text = components.ToneBad, text.T("orders.lost.pill")
	}
	rings := "" // for which shop, 0 for all: the worker tells of the others (web/sw.js)
	if w.hush() == api.HushNone {
		rings = strconv.FormatInt(w.line.shop, 10)
	}
	return app.Span().Class("top-live").DataSet("calm", pill.Tone == components.ToneOK || w.line.link.State == Connecting).
		DataSet("rings", rings).Body(pill)
}

// Notes say above every page what stands between the person and the orders, the
// most pressing first.
func (w *Watch) Notes(href func(routes.Route) string) []components.StripNote {
	if w.Book == nil { // not mounted yet
		return nil
	}
	unseen, stopped := 0, []*api.Order(nil)
	if w.rings() {
		unseen, stopped = w.Book.Unseen(w.may), w.Book.Stopped
	}
	onBoard := w.route.Page == routes.Orders
	mute := w.rings() && w.State.Sound() && !w.bell.ready
	return []components.StripNote{
		{Shown: w.Lost(), Note: w.lostNote},
		{Shown: w.ended(), Note: w.endedNote},
		{Shown: len(stopped) > 0, Note: func() app.UI {
			return pages.StoppedNote("orders-stopped", stopped, w.shopName, w.heedStopped)
		}},
		{Shown: unseen > 0 && !onBoard, Note: func() app.UI { return w.waitNote(href, mute) }},
		{Shown: w.line.on && w.Book.Hearing.Silent && w.line.link.State != Lost, Note: w.silentNote},
		{Shown: onBoard && (mute || w.rings() && w.State.Sound() && !w.State.Heard()), Note: w.muteNote},
	}
}

// muteNote is there until sound has been turned on, and once on a device until its bell was heard.
func (w *Watch) muteNote() app.UI {
	mend := w.mend(components.KindGo)
	if !w.bell.ready {
		return pages.MuteNote("sound-off", mend)
	}
	mend.Label = text.T("orders.hear.go")
	note := pages.MuteNote("sound-off", mend)
	note.Title, note.Text = text.T("orders.hear"), text.T("orders.hear.text")
	return note
}

// waitNote is on the other pages while there are orders that nobody has seen. It
// counts all that wait, as rail and title do. Where the browser keeps them silent
// it mends that, too.
func (w *Watch) waitNote(href func(routes.Route) string, mute bool) app.UI {
	words := text.T("orders.wait.text")
	last := components.Button{
		ID: "orders-silence", Label: text.T("orders.silence"), Kind: components.KindBare, OnClick: w.silence,
	}
	if mute {
		words = text.Together(words, text.T("orders.mute"))
		last = w.mend("")
	}
	return &components.Note{
		ID: "orders-wait", Tone: components.ToneWarn, Title: text.N("orders.wait", w.NewCount()), Text: words,
		Actions: func() []app.UI {
			return []app.UI{
				&components.Link{
					Href: href(w.Board()), Label: text.T("orders.wait.go"), Kind: components.LinkButton,
					Button: components.KindGo,
				},
				&last,
			}
		},
	}
}

// mend lets the device sound.
func (w *Watch) mend(kind components.ButtonKind) components.Button {
	return pages.UnmuteButton("sound-mend", kind, w.unmute)
}

func (w *Watch) lostNote() app.UI {
	since := text.T("orders.lost")
	if at := w.heard(); at != 0 {
		since = text.T("orders.lost.at", text.LTR(w.clock(at)))
	}
	return &components.Note{
		ID: "orders-lost", Tone: components.ToneBad, Title: since, Text: text.T("orders.lost.text"), Alert: true,
	}
}

func (w *Watch) endedNote() app.UI {
	return &components.Note{
		ID: "orders-ended", Tone: components.ToneBad, Title: text.T("orders.ended"),
		Text: text.Failure(&api.Error{Code: w.line.link.Why}), Alert: true,
	}
}

func (w *Watch) silentNote() app.UI {
	since := ""
	if at := w.Book.Hearing.HeardAt; at != 0 {
		since = text.LTR(w.clock(at))
	}
	return pages.SilentNote("orders-silent", since)
}

// mayAny reports whether the person works with orders anywhere.
func (w *Watch) mayAny() bool {
	if w.line.shop != 0 {
		return w.may(w.line.shop)
	}
	return w.State.MayAnywhere(platform.PermissionOrderWork)
}

// unmute lets the device sound, and has it heard.
func (w *Watch) unmute(ctx app.Context) {
	device.Unmute()
	w.bell.rang, w.bell.test = 0, true
	w.ring()
	if w.route.Page == routes.Orders { // the note goes once the bell was heard
		components.FocusID(ctx, pages.HeadingID)
	}
}

func (w *Watch) silence(ctx app.Context) {
	w.Book.SeeAll()
	components.Land(ctx)
}

// shopName is "" for the only shop that is listened to.
func (w *Watch) shopName(id int64) string {
	if w.line.shop == id {
		return ""
	}
	return pages.ShopName(w.State, id)
}

func (w *Watch) heedStopped(app.Context) { w.Book.HeedStopped() }
