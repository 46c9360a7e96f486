package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// ShopSwitcher is the button with the current shop's name and the list behind
// it: searchable, worked by keys (arrows, Home, End, Page up and down, Enter,
// Escape), and quick with thousands of shops because only the rows in sight
// are drawn.
type ShopSwitcher struct {
	app.Compo

	ID          string
	Label       string // "Change shop", read before the current name
	SearchLabel string
	EmptyText   string // no shop fits what was typed
	Shops       []ShopItem
	Current     int64  // the current shop's id; 0: none
	NoneText    string // on the button when there is no current shop
	OnChoose    func(ctx app.Context, id int64)

	open   bool
	query  string
	active int // position among the matches
	first  int // first row in sight
}

// Render draws the button and, when open, the list.
func (s *ShopSwitcher) Render() app.UI {
	return app.Div().Class("switcher").Body(
		app.Button().Type("button").ID("%s", s.ID).Class("btn", "switcher-button").
			Aria("haspopup", "listbox").
			Aria("expanded", truth(s.open)).
			Aria("controls", when(s.open, s.ID+"-popup")).
			OnClick(s.toggle).
			OnKeyDown(s.buttonKey).
			Body(
				app.Span().Class("hidden").Text(s.Label+" "),
				app.Span().Class("switcher-name").Text(s.currentName()),
				&Icon{Name: IconDown},
			),
		app.IfSlice(s.open, func() []app.UI { return []app.UI{s.scrim(), s.popup()} }),
	)
}

func (s *ShopSwitcher) currentName() string {
	for _, shop := range s.Shops {
		if shop.ID == s.Current {
			return shop.Name
		}
	}
	return s.NoneText
}

// scrim takes the presses beside the list, which close it.
func (s *ShopSwitcher) scrim() app.UI {
	return app.Div().Class("scrim").Aria("hidden", "true").OnClick(s.dismiss)
}

func (s *ShopSwitcher) popup() app.UI {
	matches := matchShops(s.Shops, s.query)
	s.active = min(s.active, max(0, len(matches)-1))
	return app.Div().Class("popup", "switcher-popup").ID("%s", s.ID+"-popup").Body(
		app.Div().Class("switcher-search").Body(
			&Icon{Name: IconSearch},
			app.Input().ID("%s", s.ID+"-search").Class("in").
				Type("search").
				Role("combobox").
				Attr("autocomplete", "off").
				Attr("spellcheck", "false").
				Attr("placeholder", s.SearchLabel).
				Aria("label", s.SearchLabel).
				Aria("expanded", "true").
				Aria("autocomplete", "list").
				Aria("controls", s.ID+"-list").
				Aria("activedescendant", when(len(matches) > 0, s.rowID(matches))).
				OnInput(s.typed).
				OnKeyDown(s.key),
		),
		app.Ul().ID("%s", s.ID+"-list").Class("switcher-list").Role("listbox").Aria("label", s.Label).
			On("scroll", s.scrolled, app.PassiveEvent()).
			Body(s.rows(matches)...),
		app.P().Class("switcher-none").Role("status").Text(when(len(matches) == 0, s.EmptyText)),
	)
}

// rows draws the rows in sight between two spacers. A spacer is an empty
// drawing, whose height is an attribute: a style would break the page's policy.
func (s *ShopSwitcher) rows(matches []int) []app.UI {
	from, to := shopWindow(len(matches), s.first)
	rows := []app.UI{spacer(from)}
	for at := from; at < to; at++ {
		shop := s.Shops[matches[at]]
		rows = append(rows, &shopRow{
			ID:       s.optionID(shop.ID),
			Shop:     shop,
			Active:   at == s.active,
			Current:  shop.ID == s.Current,
			Position: at + 1,
			Of:       len(matches),
			OnChoose: s.choose,
		})
	}
	return append(rows, spacer(len(matches)-to))
}

func spacer(rows int) app.UI {
	return app.Li().Role("presentation").Body(
		svgElem("svg").Aria("hidden", "true").Attr("width", 1).Attr("height", strconv.Itoa(rows*shopRowPx)),
	)
}

func (s *ShopSwitcher) optionID(shop int64) string {
	return s.ID + "-shop-" + strconv.FormatInt(shop, 10)
}

func (s *ShopSwitcher) rowID(matches []int) string {
	if len(matches) == 0 {
		return ""
	}
	return s.optionID(s.Shops[matches[s.active]].ID)
}

// shopRow is one shop of the list.
type shopRow struct {
	app.Compo

	ID       string
	Shop     ShopItem
	Active   bool
	Current  bool
	Position int
	Of       int
	OnChoose func(ctx app.Context, id int64)
}

// Render draws the row.
func (r *shopRow) Render() app.UI {
	return app.Li().ID("%s", r.ID).Class("switcher-row").Role("option").
		Aria("selected", truth(r.Current)).
		Aria("setsize", r.Of).
		Aria("posinset", r.Position).
		DataSet("active", when(r.Active, "true")).
		OnClick(r.choose).
		Body(
			app.Span().Class("switcher-words").Body(
				app.B().Class("cut").Text(r.Shop.Name),
				app.If(r.Shop.Detail != "", func() app.UI { return app.Span().Class("cut", "soft", "small").Text(r.Shop.Detail) }),
			),
			app.If(r.Shop.Status != "", func() app.UI { return &Pill{Tone: r.Shop.Tone, Text: r.Shop.Status} }),
			app.If(r.Current, func() app.UI { return &Icon{Name: IconCheck} }),
		)
}

func (r *shopRow) choose(ctx app.Context, _ app.Event) { r.OnChoose(ctx, r.Shop.ID) }
