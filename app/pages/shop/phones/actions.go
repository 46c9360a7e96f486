package phones

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func (p *Page) add(app.Context) { p.addTo(p.home()) }

// home is the country that the shop's zone says it is in.
func (p *Page) home() string {
	shop, _ := p.Deps.State.Shop(p.Deps.Route.ShopID)
	return homeOf(shop.Zone)
}

// homeOf is the country of a time zone, as far as one zone means one country
// where the platform is.
func homeOf(zone string) string {
	return map[string]string{
		"Asia/Hong_Kong": "HK", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW", "Asia/Qatar": "QA",
		"America/Sao_Paulo": "BR",
	}[zone]
}

// submit does nothing: a change of a live shop takes a press of its button.
func (p *Page) submit(_ app.Context, e app.Event) { e.PreventDefault() }

// key keeps Enter in a number from pressing a button: Enter means that the number
// is done.
func (b *board) key(_ app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && e.Get("target").Get("tagName").String() == "INPUT" {
		e.PreventDefault()
		b.settle()
	}
}
