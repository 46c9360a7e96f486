package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func choicesStories() []Story {
	options := []Option{
		{Value: "15", Label: "15 minutes"}, {Value: "30", Label: "30 minutes"}, {Value: "60", Label: "1 hour"},
		{Value: "opening", Label: "Until tomorrow's opening", Num: "Sat 11:00"},
	}
	return []Story{
		{Name: "one chosen", UI: &Choices{ID: "s-end", Label: "For how long?", Value: "30", Options: options}},
		{Name: "none, with an error", Narrow: true, UI: &Choices{
			ID: "s-end-none", Label: "For how long?", Hint: "Orders start again by themselves.", Error: "Choose one",
			Options: options,
		}},
		{Name: "right to left, optional", RTL: true, UI: &Choices{
			ID: "s-end-rtl", Label: "المدة", Optional: "(اختياري)", Value: "b",
			Options: []Option{{Value: "a", Label: arabicText}, {Value: "b", Label: "حتى", Num: "14:30"}},
		}},
		{Component: "Radio", Name: "in labels", UI: radios("s-radio", false)},
		{
			Component: "Radio", Name: "none chosen, with an error, right to left", RTL: true,
			UI: radios("s-radio-rtl", true),
		},
	}
}

func radios(name string, missing bool) app.UI {
	return &Field{ID: name, Label: "Which hours?", Error: when(missing, "Choose one"), Group: true, Body: func() []app.UI {
		return []app.UI{
			app.Label().Class("check").Body(
				&Radio{ID: name + "-mine", Name: name, On: !missing, Invalid: missing, OnChoose: func(app.Context) {}},
				app.Span().Class("check-label").Text("Mine"),
			),
			app.Label().Class("check").Body(
				&Radio{ID: name + "-theirs", Name: name, Invalid: missing, OnChoose: func(app.Context) {}},
				app.Span().Class("check-label").Text("Theirs"),
			),
		}
	}}
}
