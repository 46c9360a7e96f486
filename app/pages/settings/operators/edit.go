package operators

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Ids of the form's parts.
const (
	fieldFind   = "operators-find"
	fieldName   = "operators-name"
	fieldShops  = "operators-shops"
	fieldGrants = "operators-grants"
	cardEdit    = "operators-edit"
	cardLink    = "operators-link"
	manyShops   = 8 // need a search
)

// check looks at the form before it is sent. Nobody is invited to nothing; to
// take all of somebody's roles is allowed.
func (e *editing) check() bool {
	e.attempts++
	e.faults = nil
	if e.person != nil {
		return true
	}
	if strings.TrimSpace(e.name) == "" {
		e.faults = append(e.faults, pages.Fault{Field: fieldName, Text: text.T("operators.name.required")})
	}
	if len(e.grants) == 0 {
		e.faults = append(e.faults, pages.Fault{Field: fieldGrants, Text: text.T("operators.grants.required")})
	}
	return len(e.faults) == 0
}

// editCard is the form for somebody new, or for a person's roles.
func (p *Page) editCard() app.UI {
	e := &p.edit
	title, send := text.T("operators.invite"), text.T("operators.invite.go")
	if e.person != nil {
		title, send = text.T("operators.roles.of", e.person.Name), text.T("operators.roles.go")
	}
	return app.Section().Class("card").ID(cardEdit).TabIndex(-1).Aria("labelledby", cardEdit+"-title").Body(
		app.Div().Class("card-head").Body(app.H2().ID(cardEdit+"-title").Text(title)),
		app.Div().Class("card-body").Body(app.Form().Class("stack").Attr("novalidate", "true").OnSubmit(p.submit).Body(
			&components.ErrorSummary{ID: "operators-summary", Title: text.T("form.problem"), Items: pages.Summary(e.faults), Focus: e.attempts},
			components.Maybe(p.failed != nil, func() app.UI { return pages.FailureNote(text.T("operators.change.failed"), p.failed, nil) }),
			components.Maybe(e.person == nil, func() app.UI {
				return &components.TextField{
					ID: fieldName, Label: text.T("operators.name"), Hint: text.T("operators.name.hint"), Value: e.name, MaxLength: 100,
					Error: e.faults.At(fieldName), Autocomplete: "off", Dir: "auto", OnInput: p.typeName,
				}
			}),
			p.grantsField(),
			app.Div().Class("row").Body(
				&components.Button{Label: text.T("settings.cancel"), OnClick: p.close},
				&components.Button{ID: "operators-go", Label: send, Kind: components.KindGo, Submit: true, Busy: p.busy},
			),
		)),
	)
}

// grantsField gives a role in all shops, in some, or in both.
func (p *Page) grantsField() app.UI {
	shops, _ := p.Deps.State.Shops()
	mine := shopsOffered(shops, p.people.Grantable, "")
	found := shopsOffered(shops, p.people.Grantable, p.edit.query)
	return &components.Field{
		ID: fieldGrants, Label: text.T("operators.grants"), Hint: text.T("operators.grants.hint"), Error: p.edit.faults.At(fieldGrants), Group: true,
		Body: func() []app.UI {
			return []app.UI{
				components.Maybe(within(p.people.Grantable, allShops), func() app.UI { return p.grantRow(allShops, text.T("operators.all")) }),
				components.Maybe(len(mine) > manyShops, func() app.UI {
					return &components.TextField{ID: fieldShops, Label: text.T("operators.shops.find"), Type: "search", Autocomplete: "off", Value: p.edit.query, OnInput: p.findShop}
				}),
				app.Div().Class("settings-grants").TabIndex(0).Role("group").Aria("label", text.T("operators.shops")).Body(
					app.Range(found).Slice(func(i int) app.UI { return p.grantRow(found[i].ShopID, state.DisplayName(found[i])) }),
				),
			}
		},
	}
}

func (p *Page) grantRow(shopID int64, label string) app.UI {
	return &grantRow{
		Shop: shopID, Label: label, Role: p.edit.grants[shopID], Offered: offered(p.people.Grantable, shopID), OnGive: p.give,
	}
}

// grantRow is the role in one shop.
type grantRow struct {
	app.Compo

	Shop    int64
	Label   string
	Role    api.Role
	Offered []api.Role
	OnGive  func(int64, string)
}

// CompoID is the shop's number.
func (r *grantRow) CompoID() string { return "grant-" + strconv.FormatInt(r.Shop, 10) }

// Render draws the choice.
func (r *grantRow) Render() app.UI {
	options := []components.Option{{Value: "", Label: text.T("operators.role.none")}}
	for _, role := range r.Offered {
		options = append(options, components.Option{Value: string(role), Label: text.T("role." + string(role))})
	}
	return &components.Select{ID: r.CompoID(), Label: r.Label, Value: string(r.Role), Options: options, OnChange: r.give}
}

func (r *grantRow) give(_ app.Context, role string) { r.OnGive(r.Shop, role) }
