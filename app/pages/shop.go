package pages

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// ShopName is the shop's name, or its number when it isn't the operator's.
func ShopName(s *state.State, id int64) string {
	if shop, ok := s.Shop(id); ok {
		return state.DisplayName(shop)
	}
	return strconv.FormatInt(id, 10)
}

// ShopThere is a shop's name, with its place where shops of several zones meet: times beside it are the shop's own.
func ShopThere(s *state.State, id int64) string {
	name := text.Isolate(ShopName(s, id))
	if shop, ok := s.Shop(id); ok && s.ZonesMeet() {
		return text.Dots(name, text.Place(shop.Zone))
	}
	return name
}

// ShopNames are what a search for one of some shops looks through: names and number.
func ShopNames(shop api.Shop) string {
	return shop.Name + "\n" + shop.EnName + "\n" + strconv.FormatInt(shop.ShopID, 10)
}

// ShopWords are what a search for shops looks through, one in a line: names,
// number, place, phones and who paused it. The names of its groups come beside.
func ShopWords(shop api.Shop, row api.RosterShop) string {
	words := append([]string{ShopNames(shop), shop.Zone}, row.Phones...)
	if row.Pause != nil {
		words = append(words, row.Pause.By)
	}
	return strings.Join(words, "\n")
}

// SomeShops names the first few shops, and how many more there are.
func SomeShops(shops []int64, few int, name func(int64) string) string {
	return firstFew(shops, few, "templates.more", func(id int64) string { return text.Isolate(name(id)) })
}

// ShopItems are shops to pick from.
func ShopItems(shops []api.Shop) []components.PickerItem {
	items := make([]components.PickerItem, len(shops))
	for i, s := range shops {
		id := strconv.FormatInt(s.ShopID, 10)
		items[i] = components.PickerItem{ID: id, Name: strings.TrimSpace(state.DisplayName(s) + " " +
			state.OtherName(s)), Detail: id}
	}
	return items
}

// ShopPicker picks the shop of a page that is about one shop or about all. The page's address holds the choice, so that
// the rail and the bar follow.
func (d Deps) ShopPicker(id string, choose func(ctx app.Context, shop int64)) *components.Picker {
	chosen, value := text.T("nav.shops"), ""
	if shop, ok := d.State.Shop(d.Route.ShopID); ok {
		chosen, value = state.DisplayName(shop), strconv.FormatInt(shop.ShopID, 10)
	}
	return &components.Picker{
		ID: id, Label: text.T("nav.shop"), SearchLabel: text.T("shops.find"), EmptyText: text.T("switcher.none"),
		Text: chosen, Value: value,
		Items: func() []components.PickerItem {
			shops, _ := d.State.Shops()
			return append([]components.PickerItem{{Name: text.T("nav.shops")}}, ShopItems(shops)...)
		},
		OnChoose: func(ctx app.Context, id string) {
			shop, _ := strconv.ParseInt(id, 10, 64) // "" is all of them
			choose(ctx, shop)
		},
	}
}

// ShopOptions are the operator's shops to choose from, after one in the words of all, unless these are "".
func ShopOptions(s *state.State, all string) (options []components.Option) {
	if all != "" {
		options = append(options, components.Option{Label: all})
	}
	shops, _ := s.Shops()
	for _, shop := range shops {
		options = append(options, components.Option{
			Value: strconv.FormatInt(shop.ShopID, 10), Label: state.DisplayName(shop),
		})
	}
	return options
}

// GroupLabel is a group's name, marked where the group is a tag.
func GroupLabel(g api.Group) string {
	if g.Tag {
		return text.T("shops.tag.label", g.Name)
	}
	return g.Name
}

// GroupName is the label of a group to choose among all. People of different shops may have given groups one name: such
// a group is told by a shop that no other of the name has, or else by how many shops it has.
func GroupName(s *state.State, all []api.Group, g api.Group) string {
	name, own, alike := GroupLabel(g), slices.Clone(g.Shops), false
	for _, other := range all {
		if other.ID != g.ID && strings.EqualFold(other.Name, g.Name) {
			alike = true
			own = slices.DeleteFunc(own, func(shop string) bool { return slices.Contains(other.Shops, shop) })
		}
	}
	if !alike {
		return name
	}
	by := text.N("shops.count", len(g.Shops))
	if len(own) > 0 {
		id, _ := ShopNumber(own[0])
		by = text.Isolate(ShopName(s, id))
	}
	return text.Dots(text.Isolate(name), by)
}

// ShopNumbers cuts a list of shop numbers, as people write and paste them, into
// its words.
func ShopNumbers(typed string) []string { return strings.FieldsFunc(typed, separates) }

// ShopTexts are shop numbers as they travel.
func ShopTexts(ids []int64) []string {
	return Words(ids, func(id int64) string { return strconv.FormatInt(id, 10) })
}

// ShopNumber reads one of them, also with digits of other scripts and as spreadsheets write it: ="100001", 100001.0.
func ShopNumber(word string) (id int64, ok bool) {
	digits := strings.TrimSuffix(strings.Trim(rules.Plain(word), "\"'#= "), ".0")
	id, err := strconv.ParseInt(digits, 10, 64)
	return id, err == nil && id > 0
}

func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;:،؛、，；：", r)
}

// ZoneOptions lists the zones, with the chosen one in any case: devices know
// different sets.
func ZoneOptions(chosen string) []components.Option {
	names := state.ZoneNames()
	if !slices.Contains(names, chosen) {
		names = append(slices.Clone(names), chosen)
	}
	return Options("", names, func(name string) string { return strings.ReplaceAll(name, "_", " ") })
}
