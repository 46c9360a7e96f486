package overview

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// change is the day that a save changes. A nil hours goes back to the weekly
// ones.
type change struct {
	date  rules.Date
	hours []platform.Period
	at    special.Place
	typed []special.Shift // what stood in the dialog
}

// OnInit makes what saves a day.
func (p *Page) OnInit() {
	p.saver = editor.Saver[*special.Record]{
		Target: special.Target(p.Deps), Deps: p.Deps, Kept: p.typedIsKept, Tell: p.tell, Words: p.savedWords, Saved: p.saved,
		Changed: p.changed,
		Refused: func(app.Context, []rules.Problem) bool { return false },
		Agree:   func(a, b *special.Record) bool { return sameDay(a.List, b.List, p.change.date, p.change.at) },
		Next: func(special.Attempt) (special.Attempt, bool) {
			_, list, ok := p.here()
			return p.prepare(list), ok
		},
		Again: func(a special.Attempt) func(app.Context) {
			return func(app.Context) { p.send(a) }
		},
	}
}

// typedIsKept says that the dialog has what was typed.
func (p *Page) typedIsKept() string {
	if p.quick == nil {
		return ""
	}
	return text.T("edit.kept")
}

// prepare makes the change on a list. Names go with it.
func (p *Page) prepare(list []platform.SpecialDate) special.Attempt {
	c := p.change
	names, _ := p.State.DateNames(p.Route.ShopID)
	sent := &special.Record{List: setDay(list, c.date, c.hours, c.at), Listed: true}
	sent.Put, sent.Drop = splitNames(names, cover(list, c.date, c.at), c.date, c.hours != nil)
	return special.Attempt{Sent: sent, Before: &special.Record{List: list, Names: names}}
}

func (p *Page) send(a special.Attempt) {
	p.notice = pages.Notice{}
	p.saver.Send(p.ctx, a)
}

func (p *Page) savedWords(a special.Attempt) string {
	return text.T("shop.quick.saved", text.Date(p.change.date, text.DateShort),
		dayText(a.Sent.List, p.change.date, p.change.at))
}

// saved says what goes with the change. What was typed since stays, also that of somebody who has left the page.
func (p *Page) saved(ctx app.Context, a special.Attempt, now *special.Record) {
	if p.quick == nil || p.quick.date == p.change.date && slices.Equal(p.quick.shifts, p.change.typed) {
		if !p.saver.Left || p.keepsQuick() {
			p.dropQuick()
		}
		p.quick = nil
	}
	if lines := aside(a.Before.List, now.List, p.change.date, p.change.at); len(lines) > 0 {
		p.saver.Say(ctx, pages.Notice{
			Tone: components.ToneInfo, Title: text.T("shop.quick.also"), Text: text.Together(lines...),
		})
	}
}

// changed meets a list that somebody else saved. When the day itself is as it
// was, the same press goes on with their list; else theirs is shown and asked.
func (p *Page) changed(ctx app.Context, a special.Attempt, theirs *special.Record, _ bool) (trivial bool) {
	c := p.change
	if sameDay(a.Before.List, theirs.List, c.date, c.at) {
		return true
	}
	p.tell(ctx, pages.Notice{
		Tone: components.ToneWarn, Title: text.T("shop.quick.newer", text.Date(c.date, text.DateShort),
			dayText(theirs.List, c.date, c.at)),
		Text: text.T("shop.quick.newer.text"), Action: text.T("shop.quick.mine"),
		Do: func(app.Context) { p.send(p.prepare(theirs.List)) },
	})
	return false
}

// tell shows a notice, also to somebody who has scrolled down.
func (p *Page) tell(_ app.Context, n pages.Notice) {
	p.notice = n
	components.ShowID(p.ctx, quickNotice)
}
