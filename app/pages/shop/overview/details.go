package overview

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// codeOf is a code in words.
func codeOf(kind api.CodeKind, extra platform.Extra, member string, code int) app.UI {
	return app.Text(text.Upper(pages.CodeWords(kind, extra, member, code)))
}

// names lists the categories' names; one without a name is shown by its id, or as
// it came.
func names(categories []platform.Category) []string {
	list := make([]string, 0, len(categories))
	for _, c := range categories {
		switch {
		case c.Name != "":
		case c.ID != 0:
			c.Name = strconv.FormatInt(c.ID, 10)
		default:
			c.Name = c.Extra.Whole()
		}
		list = append(list, c.Name)
	}
	return list
}

// details are what the platform holds about the shop.
func (p *Page) details(record state.Record) app.UI {
	return &components.Card{ID: "shop-details", Title: text.T("shop.details"), Body: func() []app.UI {
		if record.Shop == nil {
			return []app.UI{p.missing(record)}
		}
		s := record.Shop
		takes := text.YesNo(s.AvailableForOrder)
		if s.Unsaid() {
			takes = pages.StandingName(api.StandingUnknown)
		}
		return []app.UI{app.Dl().Class("facts").Body(
			fact(text.T("shop.state"), codeOf(api.KindShop, s.Extra, "status", int(s.Status))),
			fact(text.T("shop.orders"), app.Text(takes)),
			rested(text.T("shop.delivery"), s.Extra, "deliveryRestStatus", s.DeliveryRest),
			rested(text.T("shop.pickup"), s.Extra, "pickupRestStatus", s.PickupRest),
			fact(text.T("label.name"), bdi(s.Name)),
			fact(text.T("shop.name.en"), bdi(s.EnName)),
			fact(text.T("shop.address"), bdi(s.Address)),
			components.Only(s.EnAddress != "" && s.EnAddress != s.Address, fact(text.T("shop.address.en"), bdi(s.EnAddress))),
			fact(text.T("nav.phones"), listed(s.Phones, func(p platform.Phone) app.UI { return components.Num(p.String()) })),
			fact(text.T("shop.primary"), listed(names(s.PrimaryCategories), bdi)),
			fact(text.T("shop.support"), listed(names(s.SupportCategories), bdi)),
			pages.Each(unknown(s), func(m member) app.UI {
				return fact(m.name, app.Code().Class("shop-raw").Attr("dir", "ltr").Text(m.value))
			}),
		)}
	}}
}

func fact(name string, value app.UI) app.UI {
	return app.Div().Body(app.Dt().Text(name), app.Dd().Body(value))
}

// rested is what the platform says of a pause of its own.
func rested(name string, extra platform.Extra, member string, status platform.RestStatus) app.UI {
	says := pages.CodeSays(api.KindRest, extra, member, int(status))
	return components.Only(says, fact(name, codeOf(api.KindRest, extra, member, int(status))))
}

// bdi keeps a text of either direction to itself.
func bdi(value string) app.UI {
	if value == "" {
		return none()
	}
	return pages.Name(value)
}

func none() app.UI { return pages.Span("soft", text.T("shop.none")) }

// listed draws each of several.
func listed[T any](list []T, draw func(T) app.UI) app.UI {
	if len(list) == 0 {
		return none()
	}
	return app.Ul().Body(pages.Each(list, func(one T) app.UI { return app.Li().Body(draw(one)) }))
}

// member is a part of the record that this version doesn't know, as it came.
type member struct{ name, value string }

// unknown lists what the platform says of the shop beyond what is shown
// elsewhere: members of the record, of its pictures and of its categories.
func unknown(s *platform.Shop) []member {
	list := members("", s.Extra)
	for _, p := range s.MainPictures {
		if p.URL == "" || p.Extra.Whole() == "" {
			list = append(list, members("mainPictures.", p.Extra)...)
		}
	}
	for _, c := range s.PrimaryCategories {
		list = append(list, members("primaryCategoryList.", c.Extra)...)
	}
	for _, c := range s.SupportCategories {
		list = append(list, members("supportCategoryList.", c.Extra)...)
	}
	return list
}

func members(where string, extra platform.Extra) (list []member) {
	extra.Each(func(name, value string) { list = append(list, member{strings.TrimSuffix(where+name, "."), value}) })
	slices.SortStableFunc(list, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return list
}
