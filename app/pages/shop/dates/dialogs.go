package dates

import (
	"errors"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates/ics"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// clearDialog asks before everything is taken from the list.
func (p *Page) clearDialog() app.UI {
	return pages.Asking(&p.clearing, pages.Question{
		ID: "dates-clearing", Title: text.T("dates.clear.title"), Text: text.N("dates.clear.text", len(p.model.items)),
		Go: components.Button{
			ID: "dates-clear-go", Label: text.T("dates.clear.go"), Kind: components.KindStop, OnClick: p.clearAll,
		},
	})
}

// bringDialog offers the entries of a calendar file, one by one.
func (p *Page) bringDialog() app.UI {
	q := pages.Question{ID: "dates-bringing", Title: text.T("dates.import.title"), Body: p.bringBody}
	if p.bringing != nil && len(p.bringing.offered) > 0 {
		q.Go = components.Button{
			ID: "dates-bring-go", Label: text.N("dates.import.go", len(chosen(p.bringing.offered))), Kind: components.KindGo,
			OnClick: p.bring,
		}
	}
	return pages.Asking(&p.bringing, q)
}

func (p *Page) bringBody() []app.UI {
	b := p.bringing
	switch {
	case b == nil:
		return nil
	case b.err != nil:
		return []app.UI{&components.Note{Tone: components.ToneBad, Title: text.T(b.trouble()), Alert: true}}
	case len(b.offered) == 0:
		return []app.UI{&components.Note{Tone: components.ToneInfo, Title: text.T("dates.import.none")}}
	}
	need := ""
	if b.missed {
		need = text.T("label.need")
	}
	return []app.UI{
		components.Field{ID: "dates-offer", Label: text.T("dates.import.text"), Group: true, Error: need}.With(
			app.Range(b.offered).Slice(func(i int) app.UI {
				c := &b.offered[i]
				return pages.Div("dates-offer", &components.Checkbox{
					ID: "dates-offer-" + strconv.Itoa(i), Label: c.words(), Hint: c.hint, Checked: c.chosen,
					OnChange: func(_ app.Context, on bool) { c.chosen, b.missed = on, false },
				})
			}),
		),
		components.Only(b.skipped > 0, pages.SoftSmall(text.N("dates.import.skipped", b.skipped))),
	}
}

// trouble is the key of the words that say why nothing is offered.
func (b *bringing) trouble() string {
	switch {
	case errors.Is(b.err, ics.ErrTooLarge):
		return "dates.import.large"
	case errors.Is(b.err, ics.ErrNotCalendar):
		return "dates.import.bad"
	}
	return "edit.failed"
}
