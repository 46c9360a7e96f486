package runs

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Render draws the run.
func (p *One) Render() app.UI {
	known := p.run != nil
	failed := text.T("runs.steer.failed")
	if makesRun(p.act.Failed) {
		failed = text.T("runs.start.failed")
	}
	return pages.Stack(
		p.head(),
		components.Maybe(p.err != nil && !p.gone(), func() app.UI {
			what := text.T("edit.failed")
			if known {
				what = text.T("runs.one.old")
			}
			return pages.FailureNote(what, p.err, p.read)
		}),
		components.Shown(p.gone(),
			pages.EmptyCard(components.IconSearch, text.T("error.not_found"), text.T("error.not_found.do"))),
		pages.MaybeLoading(!known && p.err == nil, 6),
		pages.MaybeFailure(failed, p.act.Err, nil),
		components.Maybe(known, p.kin),
		components.Maybe(known, p.change),
		components.Maybe(known, p.progress),
		components.Maybe(known && p.recovers(), p.recovery),
		components.Maybe(known, p.shops),
		pages.Said(p.spoken),
		p.dialog(),
	)
}

func (p *One) head() app.UI {
	name, words, undo := text.T("runs.one"), "", text.T("runs.undo")
	if p.run != nil {
		name, words, undo = title(p.run.Run), story(p.run.Run), back(p.run.Run)
	}
	return pages.Head(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Body(app.Elem("bdi").Body(pages.Unbroken(name)...)),
			pages.Soft(words),
		),
		pages.Row(
			p.LinkTo(routes.Route{Page: routes.Runs}, text.T("runs.all")),
			components.Shown(p.run != nil && len(p.run.Shops) > 0,
				&components.Button{ID: "run-csv", Label: text.T("action.csv"), OnClick: p.download}),
			components.Shown(p.run != nil && p.undoable(), &components.Button{
				ID: "run-undo", Label: undo, Icon: components.IconUndo, Busy: p.act.Busy == actUndo,
				OnClick: p.askUndo,
			}),
		),
	)
}

// undoable reports whether there is something to take back, and by this person. What is still at work couldn't be taken
// back with the rest.
func (p *One) undoable() bool {
	return p.run.Mine && over(p.run.Run) && p.changed() > p.run.Undone
}

// back names the act that takes a run back.
func back(r api.Run) string {
	if r.Back {
		return text.T("runs.redo")
	}
	return text.T("runs.undo")
}

// changed counts the shops in which something was done: also where the rest of it
// failed, or wasn't begun any more.
func (p *One) changed() int {
	n := p.run.Counts.Done
	for _, s := range p.run.Shops {
		if s.State != api.RunShopDone && len(s.Differences) > 0 {
			n++
		}
	}
	return n
}

// kin leads to the runs that this one takes back or repeats, and to those that take it back and repeat it.
func (p *One) kin() app.UI {
	type relation struct{ words, id string }
	var kin []relation
	undone, n := text.T("runs.kin.undone"), p.changed()
	if p.run.Undone < n {
		undone = undoneWords(p.run.Run, n)
	}
	second := text.T("edit.of", text.T("runs.tag.repeat"),
		text.N("runs.count.done", again(p.run.Run)+p.run.Repeated, text.Number(p.run.Repeated)))
	for _, k := range []relation{
		{text.T("runs.kin.undo"), p.run.UndoOf}, {text.T("runs.kin.repeat"), p.run.RepeatOf},
		{undone, p.run.UndoneBy}, {second, p.run.RepeatedBy},
	} {
		if k.id != "" {
			kin = append(kin, k)
		}
	}
	return components.Shown(len(kin) > 0, &components.Note{ID: "run-kin", Tone: components.ToneInfo, Quiet: true,
		Body: func() []app.UI {
			return []app.UI{pages.Each(kin, func(k relation) app.UI {
				return app.P().Body(&components.Link{Href: p.Href(At(k.id)), Label: k.words})
			})}
		}})
}

// change is what the run does to each shop.
func (p *One) change() app.UI {
	lines := said(p.run.Run)
	return components.Only(len(lines) > 0,
		components.Card{ID: "run-change", Title: text.T("runs.step.change")}.With(diff.More(lines, saidFew)))
}

// progress is how far the run is, and what can be done to it.
func (p *One) progress() app.UI {
	r := p.run.Run
	about := p.about()
	head := func() []app.UI { return []app.UI{statePill(r)} }
	return components.Card{ID: "run-progress", Title: text.T("runs.progress"), Head: head}.With(
		progress("run-bar", r.Counts),
		components.Shown(about != "", pages.Soft(about)),
		components.Maybe(r.Mine && !ended(r.State), p.steering),
	)
}

// about says what to expect of the run.
func (p *One) about() string {
	switch r := p.run.Run; r.State {
	case api.RunScheduled:
		return text.T("runs.about.scheduled", text.When(r.At))
	case api.RunRunning:
		ends := ""
		if r.EndsAbout != 0 {
			ends = text.T("runs.about.ends", text.Clock(time.UnixMilli(r.EndsAbout)))
		}
		return text.Together(ends, text.T("runs.about.leave"))
	case api.RunPaused:
		return text.T("runs.about.paused")
	case api.RunCancelled:
		return text.T("runs.about.cancelled")
	case api.RunDone:
	}
	return ""
}

// steering is what can be done to the run now. What takes something away is asked
// about first.
func (p *One) steering() app.UI {
	button := func(act api.RunAct, b components.Button) app.UI {
		b.Busy = p.act.Busy == string(act)
		if b.OnClick == nil {
			b.OnClick = func(app.Context) { p.steer(act) }
		}
		return &b
	}
	s := p.run.State
	return pages.Row(
		components.Shown(s == api.RunScheduled, button(api.RunActNow, components.Button{
			ID: "run-now", Label: text.T("runs.now"), Icon: components.IconPlay,
			OnClick: pages.Set(&p.asking, string(api.RunActNow)),
		})),
		components.Shown(s == api.RunRunning, button(api.RunActPause, components.Button{
			ID: "run-pause", Label: text.T("action.pause"), Icon: components.IconPause,
		})),
		components.Shown(s == api.RunPaused, button(api.RunActGoOn, components.Button{
			ID: "run-go-on", Label: text.T("action.continue"), Kind: components.KindGo, Icon: components.IconPlay,
		})),
		button(api.RunActCancel, components.Button{
			ID: "run-cancel", Label: text.T("runs.stop"), Kind: components.KindStop,
			OnClick: pages.Set(&p.asking, string(api.RunActCancel)),
		}),
	)
}

// recovers reports whether shops can be tried again from here. What was undone isn't wanted any more.
func (p *One) recovers() bool {
	return p.run.Mine && ended(p.run.State) && again(p.run.Run) > 0 && p.run.Undone == 0
}

// failures counts the shops that failed, except those in which a later run has done the change.
func (p *One) failures() int {
	n := p.run.Counts.Failed
	for _, s := range p.run.Shops {
		if s.State == api.RunShopFailed && s.Repeated {
			n--
		}
	}
	return n
}

// repeat is the label of what tries the run again.
func (p *One) repeat() string {
	if p.failures() == 0 {
		return text.T("runs.rest")
	}
	return text.T("runs.repeat")
}

func (p *One) recovery() app.UI {
	n, failed, tone := again(p.run.Run), p.failures(), components.ToneBad
	title, words := text.N("runs.failed", failed), text.T("runs.failed.text")
	fix := text.N("runs.fix", n)
	if left := n - failed; left > 0 {
		title, words = text.Together(title, text.N("runs.left", left)), text.T("runs.left.text")
	}
	if failed == 0 {
		tone, title, fix = components.ToneWarn, text.N("runs.left", n), text.N("runs.rest.fix", n)
	}
	return &components.Note{
		ID: "run-recovery", Tone: tone, Quiet: true, Title: title, Text: words,
		Actions: func() []app.UI {
			return []app.UI{
				// What an undo goes back to can't be edited.
				components.Only(p.run.UndoOf == "", &components.Button{ID: "run-fix", Label: fix, Kind: components.KindGo,
					OnClick: p.fix}),
				&components.Button{
					ID: "run-repeat", Label: p.repeat(), Icon: components.IconReload, Busy: p.act.Busy == actRepeat,
					OnClick: pages.Set(&p.asking, actRepeat),
				},
			}
		},
	}
}

// shops are the run's shops with what came of each.
func (p *One) shops() app.UI {
	choices := []components.Option{{Label: text.T("runs.verdict.all"), Num: text.Number(len(p.run.Shops))}}
	for _, s := range states {
		if n := *counted(&p.run.Counts, s); n > 0 || s == p.show {
			choice := components.Option{Value: string(s), Label: text.Word("runs.shop.", s), Num: text.Number(n)}
			choices = append(choices, choice)
		}
	}
	found := p.run.in(p.show, p.query, p.ShopNames)
	return components.Card{Flush: true}.With(
		pages.Div("apply-filters",
			&components.Choices{
				ID: "run-state", Label: text.T("action.show"), Value: string(p.show), Options: choices,
				OnChange: func(_ app.Context, v string) { p.show = api.RunShopState(v) },
			},
			pages.Search("run-find", text.T("shops.find"), &p.query),
		).Role("search"),
		pages.NoneFit(len(found), text.T("shops.none.fits"), "", nil),
		&components.LongList{ID: "run-shops", Label: text.T("nav.shops.short"), Count: len(found), Row: func(i int) app.UI {
			return rowOf(p.Deps, found[i], p.run.Change.Dates)
		}},
	)
}

// shopRow is one shop of a run. It holds no functions: one that is as it was
// isn't drawn again.
type shopRow struct {
	app.Compo

	Shop    api.RunShop
	Name    string
	Href    string
	Tries   string
	Lines   []diff.Line
	Reasons []string
}

// rowOf is the row of a shop. Its times are the shop's own.
func rowOf(d pages.Deps, s api.RunShop, dates []api.ChangeDate) *shopRow {
	return &shopRow{
		Shop: s, Name: d.ShopName(s.ShopID),
		Href: d.Href(routes.Route{Page: routes.Shop, ShopID: s.ShopID}), Tries: tries(d.State, s),
		Lines: diff.Lines(s.Differences, pages.WhenIn(d.State, s.ShopID)), Reasons: reasons(s, dates),
	}
}

// Render draws the shop with what was done, or why not.
func (r *shopRow) Render() app.UI {
	s := r.Shop
	return app.Div().ID("%s", "run-shop-"+strconv.FormatInt(s.ShopID, 10)).Class("apply-outcome").Body(
		pages.Div("apply-outcome-head",
			app.B().Body(&components.Link{Href: r.Href, Label: r.Name}),
			&components.Pill{Tone: shopTones[s.State], Text: shopWord(s)},
			components.Only(r.Tries != "", pages.Span("soft small", r.Tries)),
		),
		diff.More(r.Lines, 4),
		app.Ul().Class("apply-problems").Body(pages.Each(r.Reasons, func(reason string) app.UI {
			return app.Li().Class("runs-reason").DataSet("bad", components.Flag(s.State == api.RunShopFailed)).Text(reason)
		})),
	)
}
