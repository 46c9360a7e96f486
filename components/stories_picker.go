package components

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func pickerStories() []Story {
	items := []PickerItem{
		{ID: "BR", Mark: "🇧🇷", Name: "Brazil", Detail: "+55"},
		{ID: "HK", Mark: "🇭🇰", Name: "Hong Kong", Detail: "+852"},
		{ID: "AE", Mark: "🇦🇪", Name: "United Arab Emirates", Detail: "+971"},
		{ID: "long", Name: longText, Detail: "+1"},
	}
	picker := func(id string) *Picker {
		return &Picker{
			ID: id, Label: "Country: Hong Kong", SearchLabel: "Find a country", EmptyText: "No such country.",
			Mark: "🇭🇰", Text: "+852", Value: "HK", Items: func() []PickerItem { return items },
		}
	}
	wrong := picker("s-picker-wrong")
	wrong.Mark, wrong.Label, wrong.Text, wrong.Value, wrong.Invalid = "", "Country: none", "+", "", "s-picker-wrong-error"
	return []Story{
		{Name: "a number", UI: &PhoneField{ID: "s-phonefield", Label: "Number", Value: "1234 5678"}},
		{Name: "wrong, right to left", RTL: true, UI: &PhoneField{
			ID: "s-phonefield-wrong", Label: "Number", Value: "12", Invalid: true,
		}},
		{Name: "closed", UI: picker("s-picker")},
		{Component: "Picker", Name: "nothing picked, wrong", UI: app.Div().Body(
			wrong, app.P().ID("s-picker-wrong-error").Class("err").Text("Choose the country."),
		)},
		{Name: "open", UI: picker("s-picker-open").unfold("", 1)},
		{Name: "open, nothing fits, right to left", RTL: true, UI: picker("s-picker-none").unfold("zz", 0)},
	}
}

// unfold opens the list as if query had been typed, and a row chosen with the arrows.
func (p *Picker) unfold(query string, active int) *Picker {
	p.open, p.query, p.items, p.rowPx, p.active = true, query, p.Items(), rowHeight(), active
	p.found = matching(p.items, folded(p.items), query)
	return p
}

// shopPickerStories are the picker as the switcher of shops.
func shopPickerStories() []Story {
	few := []PickerItem{
		{ID: "100001", Name: "Harbour Noodle · Central", Detail: "海港麵家 中環", Number: "100001", Section: "Favourites"},
		{ID: "100002", Name: "Harbour Noodle · Sha Tin", Detail: "海港麵家 沙田", Number: "100002", Section: "Recent"},
		{ID: "100003", Name: longText, Number: "100003", Section: "Other shops"},
	}
	many := make([]PickerItem, 2000)
	for i := range many {
		id := strconv.Itoa(200001 + i)
		many[i] = PickerItem{ID: id, Name: fmt.Sprintf("Shop %04d", i+1), Detail: "Kowloon", Number: id}
	}
	states := map[string]PickerState{
		"100001": {Tone: ToneOK, Status: "Open", Starred: true}, "100002": {Tone: ToneWarn, Status: "Paused"},
		"100003": {Tone: ToneBad, Status: "No access"},
	}
	shops := func(id, value, name string, items []PickerItem) *Picker {
		return &Picker{
			ID: id, Label: "Change shop", SearchLabel: "Find a shop", EmptyText: "No shop fits", Wide: true,
			Text: name, Value: value, Items: func() []PickerItem { return items },
			State: func(id string) PickerState { return states[id] }, OnStar: func(app.Context, string, bool) {},
			StarText: "Shift+Enter: favourite",
		}
	}
	return []Story{
		{Name: "shops, closed", UI: shops("s-shop", "100001", few[0].Name, few)},
		{Name: "shops, none chosen", UI: shops("s-shop-none", "", "Choose a shop", few)},
		{Name: "2,000 shops", UI: shops("s-shop-many", "201000", "Shop 1000", many)},
		{Name: "shops, long name, narrow", Narrow: true, UI: shops("s-shop-long", "100003", longText, few)},
		{Name: "shops, open", UI: shops("s-shop-open", "100002", few[1].Name, few).unfold("", 0)},
		{Name: "shops, nothing found", UI: shops("s-shop-empty", "100002", few[1].Name, few).unfold("zz", 0)},
	}
}
