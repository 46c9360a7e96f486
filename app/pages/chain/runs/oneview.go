package runs

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Render draws the run.
func (p *One) Render() app.UI {
	known := p.run != nil
	return app.Div().Class("stack").Body(
		p.head(),
		components.Maybe(p.err != nil && !p.gone(), func() app.UI {
			what := text.T("runs.one.failed")
			if known {
				what = text.T("runs.one.old")
			}
			return pages.FailureNote(what, p.err, p.read)
		}),
		components.Maybe(p.gone(), func() app.UI {
			return &components.Card{Body: func() []app.UI {
				return []app.UI{&components.Empty{Icon: components.IconSearch, Title: text.T("runs.gone"), Text: text.T("runs.gone.text")}}
			}}
		}),
		components.Maybe(!known && p.err == nil, func() app.UI {
			return &components.Card{Body: func() []app.UI { return []app.UI{&components.Skeleton{Label: text.T("loading"), Rows: 6}} }}
		}),
		components.Maybe(p.actErr != nil, func() app.UI { return pages.FailureNote(p.failed, p.actErr, nil) }),
		components.Maybe(known, p.kin),
		components.Maybe(known, p.progress),
		components.Maybe(known && p.recovers(), p.recovery),
		components.Maybe(known, p.shops),
		app.P().Class("hidden").Role("status").Text(p.spoken),
		p.dialog(),
		stepup.Dialog(p.Deps, &p.guard),
	)
}

func (p *One) head() app.UI {
	name, words := text.T("runs.one"), ""
	if p.run != nil {
		name, words = p.run.Name, story(p.run.Run)
	}
	return app.Div().Class("head").Body(
		app.Div().Body(
			app.H1().ID(pages.HeadingID).TabIndex(-1).Body(app.Elem("bdi").Text(name)),
			app.P().Class("soft").Text(words),
		),
		app.Div().Class("row").Body(
			&components.Link{Href: p.Deps.Href(routes.Route{Page: routes.Runs}), Label: text.T("runs.all"), Kind: components.LinkButton},
			components.Maybe(p.run != nil && len(p.run.Shops) > 0, func() app.UI {
				return &components.Button{ID: "run-csv", Label: text.T("runs.csv"), Icon: components.IconDown, OnClick: p.download}
			}),
			components.Maybe(p.run != nil && p.undoable(), func() app.UI {
				return &components.Button{ID: "run-undo", Label: text.T("runs.undo"), Icon: components.IconUndo, Busy: p.busy == actUndo, OnClick: p.askUndo}
			}),
		),
	)
}

// undoable reports whether there is something to take back, and by this person.
func (p *One) undoable() bool {
	return p.run.Mine && ended(p.run.State) && p.changed() > 0 && p.run.UndoneBy == ""
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

// kin leads to the runs that this one takes back or repeats, and to the one that
// takes it back.
func (p *One) kin() app.UI {
	type relation struct{ words, id string }
	var kin []relation
	for _, k := range []relation{{text.T("runs.kin.undo"), p.run.UndoOf}, {text.T("runs.kin.repeat"), p.run.RepeatOf}, {text.T("runs.kin.undone"), p.run.UndoneBy}} {
		if k.id != "" {
			kin = append(kin, k)
		}
	}
	return components.Maybe(len(kin) > 0, func() app.UI {
		return &components.Note{ID: "run-kin", Tone: components.ToneInfo, Quiet: true, Body: func() []app.UI {
			return []app.UI{app.Range(kin).Slice(func(i int) app.UI {
				return app.P().Body(&components.Link{Href: p.Deps.Href(At(kin[i].id)), Label: kin[i].words})
			})}
		}}
	})
}

// progress is how far the run is, and what can be done to it.
func (p *One) progress() app.UI {
	r := p.run.Run
	n := total(r.Counts)
	return &components.Card{ID: "run-progress", Title: text.T("runs.progress"), Head: func() []app.UI { return []app.UI{statePill(r)} }, Body: func() []app.UI {
		return []app.UI{
			&components.Progress{ID: "run-bar", Label: countWords(r.Counts), Value: settled(r.Counts), Max: max(n, 1), Text: text.T("runs.of", text.Number(settled(r.Counts)), text.Number(n))},
			components.Maybe(p.about() != "", func() app.UI { return app.P().Class("soft").Text(p.about()) }),
			components.Maybe(r.Mine && !ended(r.State), p.steering),
		}
	}}
}

// about says what to expect of the run.
func (p *One) about() string {
	switch r := p.run.Run; r.State {
	case api.RunScheduled:
		return text.T("runs.about.scheduled", moment(r.At))
	case api.RunRunning:
		if r.EndsAbout != 0 {
			return text.T("error.both", text.T("runs.about.ends", text.Clock(time.UnixMilli(r.EndsAbout))), text.T("runs.about.leave"))
		}
		return text.T("runs.about.leave")
	case api.RunPaused:
		return text.T("runs.about.paused")
	case api.RunCancelled:
		return text.T("runs.about.cancelled")
	case api.RunDone:
	}
	return ""
}

func (p *One) steering() app.UI {
	s := p.run.State
	return app.Div().Class("row").Body(
		components.Maybe(s == api.RunScheduled, func() app.UI {
			return &components.Button{ID: "run-now", Label: text.T("runs.now"), Icon: components.IconPlay, Busy: p.busy == string(api.RunActNow), OnClick: p.startNow}
		}),
		components.Maybe(s == api.RunRunning, func() app.UI {
			return &components.Button{ID: "run-pause", Label: text.T("runs.pause"), Icon: components.IconPause, Busy: p.busy == string(api.RunActPause), OnClick: p.pause}
		}),
		components.Maybe(s == api.RunPaused, func() app.UI {
			return &components.Button{ID: "run-go-on", Label: text.T("runs.goon"), Kind: components.KindGo, Icon: components.IconPlay, Busy: p.busy == string(api.RunActGoOn), OnClick: p.goOn}
		}),
		&components.Button{ID: "run-cancel", Label: text.T("runs.stop"), Kind: components.KindStop, Busy: p.busy == string(api.RunActCancel), OnClick: p.askCancel},
	)
}

// recovers reports whether shops can be tried again from here.
func (p *One) recovers() bool { return p.run.Mine && ended(p.run.State) && p.again() > 0 }

// again is in how many shops nothing came of the run.
func (p *One) again() int { return p.run.Counts.Failed + p.run.Counts.Left }

func (p *One) recovery() app.UI {
	n, tone := p.again(), components.ToneBad
	title, words := text.N("runs.failed", p.run.Counts.Failed), text.T("runs.failed.text")
	fix, repeat := text.N("runs.fix", n), text.T("runs.repeat")
	if p.run.Counts.Failed == 0 {
		tone, title, words = components.ToneWarn, text.N("runs.left", n), text.T("runs.left.text")
		fix, repeat = text.N("runs.rest.fix", n), text.T("runs.rest")
	}
	return &components.Note{
		ID: "run-recovery", Tone: tone, Quiet: true, Title: title, Text: words,
		Actions: func() []app.UI {
			return []app.UI{
				app.If(p.run.UndoOf == "", func() app.UI { // what an undo goes back to can't be edited
					return &components.Button{ID: "run-fix", Label: fix, Kind: components.KindGo, OnClick: p.fix}
				}),
				&components.Button{ID: "run-repeat", Label: repeat, Icon: components.IconReload, Busy: p.busy == actRepeat, OnClick: p.repeat},
			}
		},
	}
}

// shops are the run's shops with what came of each.
func (p *One) shops() app.UI {
	value := string(p.show)
	if value == "" {
		value = "all"
	}
	choices := []components.Choice{{Value: "all", Label: text.T("runs.verdict.all"), Num: text.Number(len(p.run.Shops))}}
	for _, s := range states {
		if n := p.run.numberOf(s); n > 0 || s == p.show {
			choices = append(choices, components.Choice{Value: string(s), Label: shopState(s), Num: text.Number(n)})
		}
	}
	found := p.run.in(p.show, p.query, p.searched)
	return &components.Card{Flush: true, Body: func() []app.UI {
		return []app.UI{
			app.Div().Class("apply-filters").Role("search").Body(
				&components.Choices{ID: "run-state", Label: text.T("runs.shops.show"), Value: value, Options: choices, OnChange: p.choose},
				&components.TextField{ID: "run-find", Label: text.T("shops.find"), Type: "search", Autocomplete: "off", Value: p.query, OnInput: p.find},
			),
			components.Maybe(len(found) == 0, func() app.UI { return &components.Empty{Icon: components.IconSearch, Title: text.T("runs.shops.none")} }),
			&components.LongList{ID: "run-shops", Label: text.T("runs.step.shops"), Count: len(found), Row: func(i int) app.UI {
				s := found[i]
				return &shopRow{Shop: s, Name: p.shopName(s.ShopID), Href: p.Deps.Href(routes.Route{Page: routes.Shop, ShopID: s.ShopID}), Reasons: reasons(s, p.run.Change.Dates)}
			}},
		}
	}}
}

// shopRow is one shop of a run. It holds no functions: one that is as it was
// isn't drawn again.
type shopRow struct {
	app.Compo

	Shop    api.RunShop
	Name    string
	Href    string
	Reasons []string
}

// Render draws the shop with what was done, or why not.
func (r *shopRow) Render() app.UI {
	s := r.Shop
	more := tries(s)
	return app.Div().ID("%s", "run-shop-"+strconv.FormatInt(s.ShopID, 10)).Class("apply-outcome").Body(
		app.Div().Class("apply-outcome-head").Body(
			app.B().Body(&components.Link{Href: r.Href, Label: r.Name}),
			&components.Pill{Tone: shopTone(s.State), Text: shopWord(s)},
			app.If(more != "", func() app.UI { return app.Span().Class("soft", "small").Text(more) }),
		),
		diff.More(diff.Lines(s.Differences), 4),
		app.Ul().Class("apply-problems").Body(app.Range(r.Reasons).Slice(func(i int) app.UI {
			return app.Li().Class("runs-reason").DataSet("bad", flag(s.State == api.RunShopFailed)).Text(r.Reasons[i])
		})),
	)
}

// flag is the value of an attribute that is left out when it doesn't hold.
func flag(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}

// dialog asks before a run is cancelled, undone or begun early.
func (p *One) dialog() app.UI {
	var title, label string
	var words []string
	kind := components.KindGo
	if p.run != nil {
		c := p.run.Counts
		switch p.asking {
		case string(api.RunActCancel):
			title, label, kind = text.T("runs.ask.cancel"), text.T("runs.stop"), components.KindStop
			words = []string{text.N("runs.ask.cancel.text", c.Waiting+c.Working)}
			if c.Done > 0 {
				words = append(words, text.N("runs.ask.cancel.done", c.Done))
			}
		case string(api.RunActNow):
			title, label = text.N("runs.ask", total(c)), text.T("runs.now")
			words = []string{text.N("runs.ask.now", total(c), p.run.Name)}
		case actUndo:
			title, label = text.N("runs.ask.back", p.changed()), text.T("runs.undo")
			words = append([]string{text.N("runs.ask.back.text", p.changed())}, p.since.words(p.shopName)...)
		}
	}
	return &components.Dialog{
		ID: "run-ask", Title: title, Open: p.asking != "", CloseLabel: text.T("action.close"), OnClose: p.no,
		Body: func() []app.UI {
			return []app.UI{app.Range(words).Slice(func(i int) app.UI { return app.P().Text(words[i]) })}
		},
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{Label: text.T("runs.ask.no"), Kind: components.KindBare, OnClick: p.no},
				&components.Button{ID: "run-ask-go", Label: label, Kind: kind, OnClick: p.yes},
			}
		},
	}
}
