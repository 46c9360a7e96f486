package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func pickerStories() []Story {
	items := []PickerItem{
		{ID: "BR", Mark: "🇧🇷", Name: "Brazil", Detail: "+55"},
		{ID: "HK", Mark: "🇭🇰", Name: "Hong Kong", Detail: "+852"},
		{ID: "AE", Mark: "🇦🇪", Name: "United Arab Emirates", Detail: "+971"},
		{ID: "long", Name: longText, Detail: "+1"},
	}
	picker := func(id string) *Picker {
		return &Picker{
			ID: id, Label: "Country", SearchLabel: "Find a country", EmptyText: "No such country.",
			Mark: "🇭🇰", Text: "+852", Name: "Hong Kong", Value: "HK", Items: func() []PickerItem { return items },
		}
	}
	return []Story{
		{Component: "PhoneField", Name: "a number", Render: func() app.UI { return &PhoneField{ID: "s-phonefield", Label: "Number", Value: "1234 5678"} }},
		{Component: "PhoneField", Name: "wrong, right to left", RTL: true, Render: func() app.UI {
			return &PhoneField{ID: "s-phonefield-wrong", Label: "Number", Value: "12", Invalid: true}
		}},
		{Component: "Picker", Name: "closed", Render: func() app.UI { return picker("s-picker") }},
		{Component: "Picker", Name: "nothing picked, wrong", Render: func() app.UI {
			p := picker("s-picker-wrong")
			p.Mark, p.Text, p.Name, p.Value, p.Invalid = "", "+", "none", "", "s-picker-wrong-error"
			return app.Div().Body(p, app.P().ID("s-picker-wrong-error").Class("err").Text("Choose the country."))
		}},
		{Component: "Picker", Name: "open", Render: func() app.UI {
			p := picker("s-picker-open")
			p.open, p.items, p.active = true, items, 1
			return p
		}},
		{Component: "Picker", Name: "open, nothing fits, right to left", RTL: true, Render: func() app.UI {
			p := picker("s-picker-none")
			p.open, p.items, p.query = true, items, "zz"
			return p
		}},
	}
}
