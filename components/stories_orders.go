package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func orderStories() []Story {
	const minutes = 60_000
	ring := func(id string, left int64) func() app.UI {
		return func() app.UI { return &Ring{ID: id, Label: "Left to accept", Until: left, Whole: 5 * minutes} }
	}
	stepper := func(id string, value, most int, off bool) func() app.UI {
		return func() app.UI {
			return &Stepper{
				ID: id, Label: "How many wonton noodles", Less: "One less", More: "One more", Value: value, Max: most,
				Disabled: off,
			}
		}
	}
	return []Story{
		{Component: "Ring", Name: "calm", Render: ring("s-ring", 4*minutes+8_000)},
		{Component: "Ring", Name: "under three minutes", Render: ring("s-ring-soon", 2*minutes)},
		{Component: "Ring", Name: "the last minute", Render: ring("s-ring-last", 35_000)},
		{Component: "Ring", Name: "over, right to left", RTL: true, Render: ring("s-ring-over", -minutes)},
		{Component: "Stepper", Name: "none", Render: stepper("s-step-none", 0, 3, false)},
		{Component: "Stepper", Name: "all", Render: stepper("s-step-all", 3, 3, false)},
		{Component: "Stepper", Name: "disabled", Render: stepper("s-step-off", 1, 3, true)},
		{Component: "Stepper", Name: "right to left", RTL: true, Render: stepper("s-step-rtl", 1, 2, false)},
	}
}
