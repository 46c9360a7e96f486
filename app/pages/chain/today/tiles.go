package today

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// number is one of a score's numbers, with what it was before and where the orders behind it are. Its id ends the key
// of its name.
type number struct {
	id, now, before, href string
}

func (n *number) name() string { return text.T("today.col." + n.id) }

// numbers are those of a shop's score, or of all shops'.
func (p *Page) numbers(f *api.Figures, s *api.ShopScore) []number {
	now, then := &s.Now, &s.Before
	only := func(what api.Behind) string { return p.behind(f, s.ShopID, "only", string(what)) }
	all, shops := p.behind(f, s.ShopID), routes.Route{Page: routes.Shops}
	if s.ShopID != 0 {
		shops = routes.Route{Page: routes.Shop, ShopID: s.ShopID}
	}
	return []number{
		{"sales", moneyWords(now.Sales), moneyWords(then.Sales), all},
		{"orders", text.Number(now.Orders), text.Number(then.Orders), all},
		{"accepted", accepted(now), accepted(then), only(api.BehindAccepted)},
		{"lost", lost(now), lost(then), only(api.BehindLost)},
		{
			"refunded", rate(now.Refunded, now.Orders), rate(then.Refunded, then.Orders),
			only(api.BehindRefunded),
		},
		{"wait", waited(now.Accepted, now.Wait), waited(then.Accepted, then.Wait), only(api.BehindAccepted)},
		{"prep", waited(now.Ready, now.Prep), waited(then.Ready, then.Prep), only(api.BehindReady)},
		{"stopped", stopped(now), stopped(then), p.Href(shops)},
	}
}

// tiles are the numbers of all shops, each a link.
func (p *Page) tiles(f *api.Figures) app.UI {
	return app.Ul().Class("today-tiles").Body(pages.Each(p.numbers(f, &f.All), func(n number) app.UI {
		return app.Li().Body(app.A().ID("%s", "tile-"+n.id).Href(n.href).Body(
			app.Span().Class("small", "soft").Text(n.name()),
			pages.Each(tileLines(n.id, &f.All.Now, n.now), func(line string) app.UI {
				return app.Elem("bdi").Class("today-tile", "num").Text(line)
			}),
			pages.Each(tileAsides(n.id, &f.All.Now), func(line string) app.UI {
				return app.Elem("bdi").Class("today-aside", "num").Text(line)
			}),
			components.Only(n.before != "", app.Elem("bdi").Class("small", "soft", "num").Text(text.T("today.was", n.before))),
		))
	}))
}

// tileLines are a tile's number, a line each amount.
func tileLines(id string, s *api.Score, now string) []string {
	switch {
	case id == "sales" && len(s.Sales) > 0:
		return amounts(s.Sales)
	case id == "lost":
		return []string{text.Number(s.Lost)}
	case id == "stopped":
		return []string{text.Since(s.Stopped)}
	}
	return []string{beside(now, "")}
}

// tileAsides are what is said beside a tile's number.
func tileAsides(id string, s *api.Score) []string {
	switch {
	case id == "lost":
		return amounts(s.Cost)
	case id == "stopped" && s.Paused > 0:
		return []string{text.T("today.paused", text.Since(s.Paused))}
	}
	return nil
}
