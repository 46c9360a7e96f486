package dates

import (
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// clearDialog asks before everything is taken from the list.
func (p *Page) clearDialog() app.UI {
	return &components.Dialog{
		ID: "dates-clearing", Title: text.T("dates.clear.title"), Open: p.clearing, CloseLabel: text.T("action.close"), OnClose: p.keepAll,
		Body: func() []app.UI {
			return []app.UI{app.P().Text(text.N("dates.clear.text", len(p.model.items)))}
		},
		Actions: func() []app.UI {
			return []app.UI{
				&components.Button{ID: "dates-clear-no", Label: text.T("dates.cancel"), OnClick: p.keepAll},
				&components.Button{ID: "dates-clear-go", Label: text.T("dates.clear.go"), Kind: components.KindStop, OnClick: p.clearAll},
			}
		},
	}
}

// bringDialog offers the entries of a calendar file, one by one.
func (p *Page) bringDialog() app.UI {
	return &components.Dialog{
		ID: "dates-bringing", Title: text.T("dates.import.title"), Open: p.bringing != nil, CloseLabel: text.T("action.close"), OnClose: p.closeBringing,
		Body: p.bringBody, Actions: p.bringActions,
	}
}

func (p *Page) bringBody() []app.UI {
	b := p.bringing
	switch {
	case b == nil:
		return nil
	case errors.Is(b.err, errLarge):
		return []app.UI{&components.Note{Tone: components.ToneBad, Title: text.T("dates.import.large"), Alert: true}}
	case b.err != nil:
		return []app.UI{&components.Note{Tone: components.ToneBad, Title: text.T("dates.import.bad"), Alert: true}}
	case len(b.offered) == 0:
		return []app.UI{&components.Note{Tone: components.ToneInfo, Title: text.T("dates.import.none")}}
	}
	need := ""
	if b.missed {
		need = text.T("dates.import.need")
	}
	return []app.UI{
		&components.Field{ID: "dates-offer", Label: text.T("dates.import.text"), Group: true, Error: need, Body: func() []app.UI {
			return []app.UI{app.Range(b.offered).Slice(func(i int) app.UI {
				return &offerLine{Index: i, Words: b.offered[i].words(), Hint: b.offered[i].hint, Chosen: b.offered[i].chosen, OnTick: p.tick}
			})}
		}},
		app.If(b.skipped > 0, func() app.UI {
			return app.P().Class("soft", "small").Text(text.N("dates.import.skipped", b.skipped))
		}),
	}
}

func (p *Page) bringActions() []app.UI {
	n := 0
	if p.bringing != nil {
		for _, c := range p.bringing.offered {
			if c.chosen {
				n++
			}
		}
	}
	return []app.UI{
		&components.Button{ID: "dates-bring-no", Label: text.T("dates.cancel"), Kind: components.KindBare, OnClick: p.closeBringing},
		app.If(p.bringing != nil && len(p.bringing.offered) > 0, func() app.UI {
			return &components.Button{ID: "dates-bring-go", Label: text.N("dates.import.go", n), Kind: components.KindGo, OnClick: p.bring}
		}),
	}
}

// offerLine is one entry of a calendar file.
type offerLine struct {
	app.Compo

	Index  int
	Words  string
	Hint   string
	Chosen bool
	OnTick func(i int, on bool)
}

// CompoID is the entry's place in the file.
func (l *offerLine) CompoID() string { return strconv.Itoa(l.Index) }

// Render draws the entry.
func (l *offerLine) Render() app.UI {
	return app.Div().Class("dates-offer").Body(
		&components.Checkbox{ID: "dates-offer-" + strconv.Itoa(l.Index), Label: l.Words, Hint: l.Hint, Checked: l.Chosen, OnChange: l.tick},
	)
}

func (l *offerLine) tick(_ app.Context, on bool) { l.OnTick(l.Index, on) }
