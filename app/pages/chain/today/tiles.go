package today

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// number is one of a score's numbers, with what it was before and where the orders behind it are. Its id ends the key
// of its name.
type number struct {
	id          string
	now, before said
	href        string
}

func (n *number) name() string { return text.T("today.col." + n.id) }

// said is a number in words: lines, one for each amount, and what is said beside them.
type said struct{ lines, asides []string }

// one is a number of one line, or of none.
func one(line string) said {
	if line == "" {
		return said{}
	}
	return said{lines: []string{line}}
}

// words are all in one line.
func (s said) words() string {
	words := text.List(s.lines)
	for _, aside := range s.asides {
		words = text.Dots(words, aside)
	}
	return words
}

// numbers are those of a shop's score, or of all shops'.
func (p *Page) numbers(f *api.Figures, s *api.ShopScore) []number {
	now, then := &s.Now, &s.Before
	only := func(what api.Behind) string { return p.behind(f, s.ShopID, "only", string(what)) }
	all := p.behind(f, s.ShopID)
	return []number{
		{"sales", said{lines: amounts(now.Sales)}, said{lines: amounts(then.Sales)}, all},
		{"orders", one(text.Number(now.Orders)), one(text.Number(then.Orders)), all},
		{"accepted", accepted(now), accepted(then), only(api.BehindAccepted)},
		{"lost", lost(now), lost(then), only(api.BehindLost)},
		{
			"refunded", one(rate(now.Refunded, now.Orders)), one(rate(then.Refunded, then.Orders)),
			only(api.BehindRefunded),
		},
		{"wait", waited(now.Accepted, now.Wait), waited(then.Accepted, then.Wait), only(api.BehindAccepted)},
		{"prep", waited(now.Ready, now.Prep), waited(then.Ready, then.Prep), only(api.BehindReady)},
		{"stopped", stopped(now), stopped(then), p.pauses(f, s.ShopID)},
	}
}

// tiles are the numbers of all shops, each a link.
func (p *Page) tiles(f *api.Figures) app.UI {
	return app.Ul().Class("today-tiles").Body(pages.Each(p.numbers(f, &f.All), func(n number) app.UI {
		lines, before := n.now.lines, beside(n.before.words(), "")
		if len(lines) == 0 {
			lines = []string{beside("", "")}
		}
		return app.Li().Body(app.A().ID("%s", "tile-"+n.id).Href(n.href).Body(
			pages.Span("small soft", n.name()),
			pages.Each(lines, func(line string) app.UI {
				return app.Elem("bdi").Class("today-tile", "num").Text(line)
			}),
			pages.Each(n.now.asides, func(line string) app.UI {
				return app.Elem("bdi").Class("today-aside", "num").Text(line)
			}),
			app.Elem("bdi").Class("small", "soft", "num").Text(text.T("edit.clash.was", before)),
		))
	}))
}
