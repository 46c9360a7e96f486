package components

func orderStories() []Story {
	const minutes = 60_000
	ring := func(id string, left int64) *Ring {
		return &Ring{ID: id, Label: "Left to accept", Until: left, Whole: 5 * minutes}
	}
	stepper := func(id string, value, most int, off bool) *Stepper {
		return &Stepper{
			ID: id, Label: "How many wonton noodles", Less: "One less", More: "One more", Value: value, Max: most,
			Disabled: off,
		}
	}
	return []Story{
		{Name: "calm", UI: ring("s-ring", 4*minutes+8_000)},
		{Name: "under three minutes", UI: ring("s-ring-soon", 2*minutes)},
		{Name: "the last minute", UI: ring("s-ring-last", 35_000)},
		{Name: "over, right to left", RTL: true, UI: ring("s-ring-over", -minutes)},
		{Name: "none", UI: stepper("s-step-none", 0, 3, false)},
		{Name: "all", UI: stepper("s-step-all", 3, 3, false)},
		{Name: "disabled", UI: stepper("s-step-off", 1, 3, true)},
		{Name: "right to left", RTL: true, UI: stepper("s-step-rtl", 1, 2, false)},
	}
}
