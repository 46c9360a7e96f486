package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func fieldStories() []Story {
	return []Story{
		{Component: "Field", Name: "around a control", Render: func() app.UI {
			return &Field{
				ID: "s-field", Label: "Reason", Hint: "Shown in the activity list.", Optional: "(optional)",
				Body: plainInput("s-field", "Reason"),
			}
		}},
		{Component: "Field", Name: "a group with an error", Render: func() app.UI {
			return &Field{ID: "s-days", Label: "Copy Monday to", Group: true, Error: "Choose at least one day", Body: dayBoxes}
		}},
		{Component: "TextField", Name: "empty, with a hint", Render: func() app.UI {
			return &TextField{ID: "s-name", Label: "Shop name", Hint: "As customers see it.", Autocomplete: "off"}
		}},
		{Component: "TextField", Name: "with an error", Render: func() app.UI {
			return &TextField{
				ID: "s-phone", Label: "Phone", Value: "2345", Type: "tel", InputMode: "tel", Dir: "ltr",
				Hint: "With the country's code.", Error: "Enter the number with its country code, such as +852 2345 6789",
				Required: true,
			}
		}},
		{Component: "TextField", Name: "password", Render: func() app.UI {
			return &TextField{
				ID: "s-password", Label: "Password", Type: "password", Value: "correct horse", Autocomplete: "current-password",
				ShowLabel: "Show password", ConcealLabel: "Hide password",
			}
		}},
		{Component: "TextField", Name: "disabled", Render: func() app.UI {
			return &TextField{ID: "s-off", Label: "Shop id", Value: "100001", Dir: "ltr", Disabled: true}
		}},
		{Component: "TextField", Name: "read only, long text", Narrow: true, Render: func() app.UI {
			return &TextField{ID: "s-long", Label: longText, Value: longText, ReadOnly: true}
		}},
		{Component: "TextField", Name: "right to left", RTL: true, Render: func() app.UI {
			return &TextField{ID: "s-rtl", Label: "اسم المتجر", Value: "مطعم الميناء", Error: arabicText}
		}},
		{
			Component: "TimeField", Name: "filled",
			Render: func() app.UI { return &TimeField{ID: "s-opens", Label: "Monday opens", Text: "11:00"} },
		},
		{
			Component: "TimeField", Name: "empty",
			Render: func() app.UI { return &TimeField{ID: "s-closes", Label: "Monday closes", Placeholder: "22:00"} },
		},
		{Component: "TimeField", Name: "invalid, what was typed stays", Render: func() app.UI {
			return &TimeField{ID: "s-typed", Label: "Tuesday closes", Text: "half ten", Invalid: true}
		}},
		{Component: "TimeField", Name: "disabled", Render: func() app.UI {
			return &TimeField{ID: "s-time-off", Label: "Sunday opens", Text: "11:00", Disabled: true}
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
		{Value: "dubai", Label: "Dubai", Disabled: true},
	}
	return []Story{
		{
			Component: "Switch", Name: "on",
			Render: func() app.UI { return &Switch{ID: "s-switch-on", Label: "Open on Monday", On: true} },
		},
		{
			Component: "Switch", Name: "off",
			Render: func() app.UI { return &Switch{ID: "s-switch-off", Label: "Open on Sunday"} },
		},
		{
			Component: "Switch", Name: "disabled",
			Render: func() app.UI { return &Switch{ID: "s-switch-dis", Label: "Sound", On: true, Disabled: true} },
		},
		{
			Component: "Switch", Name: "right to left", RTL: true,
			Render: func() app.UI { return &Switch{ID: "s-switch-rtl", Label: "مفتوح يوم الاثنين", On: true} },
		},
		{
			Component: "Checkbox", Name: "checked",
			Render: func() app.UI { return &Checkbox{ID: "s-check", Label: "Central", Checked: true} },
		},
		{Component: "Checkbox", Name: "mixed, with a hint", Render: func() app.UI {
			return &Checkbox{ID: "s-check-mixed", Label: "Kowloon", Hint: "4 of 9 shops chosen", Mixed: true}
		}},
		{
			Component: "Checkbox", Name: "invalid",
			Render: func() app.UI { return &Checkbox{ID: "s-check-bad", Label: "I have read this", Invalid: true} },
		},
		{Component: "Checkbox", Name: "disabled, long text", Narrow: true, Render: func() app.UI {
			return &Checkbox{ID: "s-check-off", Label: longText, Disabled: true}
		}},
		{
			Component: "Select", Name: "nothing chosen",
			Render: func() app.UI { return &Select{ID: "s-region", Label: "Region", Options: options} },
		},
		{Component: "Select", Name: "with an error", Render: func() app.UI {
			return &Select{
				ID: "s-region-bad", Label: "Region", Value: "kowloon", Options: options, Hint: "Shops of one region.",
				Error: "No shop of this region is open",
			}
		}},
		{Component: "Select", Name: "right to left", RTL: true, Render: func() app.UI {
			return &Select{ID: "s-region-rtl", Label: "المنطقة", Options: []Option{{Label: "كل المناطق"}}}
		}},
	}
}
