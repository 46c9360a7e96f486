package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func fieldStories() []Story {
	return []Story{
		{Name: "around a control", UI: &Field{
			ID: "s-field", Label: "Reason", Hint: "Shown in the activity list.", Optional: "(optional)",
			Body: plainInput("s-field", "Reason"),
		}},
		{Name: "a group with an error", UI: &Field{
			ID: "s-days", Label: "Copy Monday to", Group: true, Error: "Choose at least one day", Body: dayBoxes,
		}},
		{Name: "empty, with a hint", UI: &TextField{
			ID: "s-name", Label: "Shop name", Hint: "As customers see it.", Autocomplete: "off",
		}},
		{Name: "with an error", UI: &TextField{
			ID: "s-phone", Label: "Phone", Value: "2345", Type: "tel", InputMode: "tel", Dir: "ltr",
			Hint: "With the country's code.", Error: "Enter the number with its country code, such as +852 2345 6789",
		}},
		{Name: "password", UI: &TextField{
			ID: "s-password", Label: "Password", Type: "password", Value: "correct horse", Autocomplete: "current-password",
			ShowLabel: "Show password", ConcealLabel: "Hide password",
		}},
		{Name: "read only, long text", Narrow: true, UI: &TextField{
			ID: "s-long", Label: longText, Value: longText, ReadOnly: true,
		}},
		{Name: "right to left", RTL: true, UI: &TextField{
			ID: "s-rtl", Label: "اسم المتجر", Value: "مطعم الميناء", Error: arabicText,
		}},
		{Name: "filled", UI: &TimeField{ID: "s-opens", Label: "Monday opens", Text: "11:00"}},
		{Name: "empty", UI: &TimeField{ID: "s-closes", Label: "Monday closes", Placeholder: "22:00"}},
		{Name: "invalid, what was typed stays", UI: &TimeField{
			ID: "s-typed", Label: "Tuesday closes", Text: "half ten", Invalid: true,
		}},
	}
}

func plainInput(id, hint string) func() []app.UI {
	return func() []app.UI {
		return []app.UI{app.Input().ID("%s", id).Class("in").Type("text").Aria("describedby", FieldDescription(id, hint, ""))}
	}
}

func dayBoxes() []app.UI {
	days := []string{"Tuesday", "Wednesday", "Thursday"}
	boxes := make([]app.UI, 0, len(days))
	for i, day := range days {
		boxes = append(boxes, &Checkbox{ID: "s-copy-" + day, Label: day, Checked: i == 0})
	}
	return boxes
}

func choiceStories() []Story {
	options := []Option{
		{Value: "", Label: "All regions"}, {Value: "kowloon", Label: "Kowloon"},
		{Value: "dubai", Label: "Dubai"},
	}
	return []Story{
		{Name: "on", UI: &Switch{ID: "s-switch-on", Label: "Open on Monday", On: true}},
		{Name: "off", UI: &Switch{ID: "s-switch-off", Label: "Open on Sunday"}},
		{Name: "right to left", RTL: true, UI: &Switch{ID: "s-switch-rtl", Label: "مفتوح يوم الاثنين", On: true}},
		{Name: "checked", UI: &Checkbox{ID: "s-check", Label: "Central", Checked: true}},
		{Name: "mixed, with a hint", UI: &Checkbox{
			ID: "s-check-mixed", Label: "Kowloon", Hint: "4 of 9 shops chosen", Mixed: true,
		}},
		{Name: "invalid", UI: &Checkbox{ID: "s-check-bad", Label: "I have read this", Invalid: true}},
		{Name: "disabled, long text", Narrow: true, UI: &Checkbox{
			ID: "s-check-off", Label: longText, Disabled: true,
		}},
		{Name: "nothing chosen", UI: &Select{ID: "s-region", Label: "Region", Options: options}},
		{Name: "with an error", UI: &Select{
			ID: "s-region-bad", Label: "Region", Value: "kowloon", Options: options, Hint: "Shops of one region.",
			Error: "No shop of this region is open",
		}},
		{Name: "right to left", RTL: true, UI: &Select{
			ID: "s-region-rtl", Label: "المنطقة", Options: []Option{{Label: "كل المناطق"}},
		}},
	}
}
