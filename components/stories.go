package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func buttonStories() []Story {
	return []Story{
		{Name: "plain", UI: &Button{Label: "Review"}},
		{Name: "go", UI: &Button{Label: "Save hours", Kind: KindGo, Submit: true}},
		{Name: "stop", UI: &Button{Label: "Clear all special dates…", Kind: KindStop}},
		{Name: "bare, with an icon", UI: &Button{Label: "Add shift", Kind: KindBare, Icon: IconPlus}},
		{Name: "pressed, with a longer name", UI: &Button{
			Label: "24 hours", Name: "24 hours on Monday", Toggle: true, On: true,
		}},
		{Name: "resting", UI: &Button{Label: "Accept", Kind: KindGo, Rests: true}},
		{Name: "busy", UI: &Button{Label: "Save hours", Kind: KindGo, Busy: true}},
		{Name: "disabled", UI: &Button{Label: "Save hours", Kind: KindGo, Disabled: true}},
		{Name: "wide, long text", Narrow: true, UI: &Button{Label: longText, Icon: IconCopy, Wide: true}},
		{Name: "right to left", RTL: true, UI: &Button{Label: "تراجع", Icon: IconUndo}},
		{Name: "plain", UI: &IconButton{Icon: IconCopy, Label: "Copy to other days"}},
		{Name: "bare", UI: &IconButton{Icon: IconTrash, Label: "Remove shift", Kind: KindBare}},
		{Name: "busy", UI: &IconButton{Icon: IconReload, Label: "Reload", Busy: true}},
		{Name: "disabled", UI: &IconButton{Icon: IconUndo, Label: "Undo", Disabled: true}},
	}
}

func linkStories() []Story {
	return []Story{
		{Name: "in text", UI: &Link{Href: "#friday", Label: "Go to Friday"}},
		{Name: "as a button", UI: &Link{Href: "#hours", Label: "Weekly hours", Kind: LinkButton, Icon: IconHours}},
		{Name: "in the rail", UI: &Link{
			Href: "#orders", Label: "Orders", Kind: LinkRail, Icon: IconOrders, Count: "2", CountFor: "new",
		}},
		{Name: "in the rail, current", UI: &Link{
			Href: "#hours", Label: "Hours", Kind: LinkRail, Icon: IconHours, Current: true,
		}},
		{Name: "elsewhere", UI: &Link{
			Href: "https://example.org/", Label: "Status of the platform", Icon: IconLink, External: true,
		}},
	}
}

func iconStories() []Story {
	all := func() app.UI {
		names := IconNames()
		return app.Div().Class("row").Body(app.Range(names).Slice(func(i int) app.UI {
			return app.Span().Class("row").Body(&Icon{Name: names[i]}, app.Text(names[i]))
		}))
	}
	return []Story{
		{Component: "Icon", Name: "the set", UI: all()},
		{Component: "Icon", Name: "the set, right to left", RTL: true, UI: all()},
	}
}

func surfaceStories() []Story {
	return []Story{
		{Name: "with a title", UI: &Card{
			ID: "s-card", Title: "Today", Head: row(button("Edit", KindBare)),
			Body: words("11:00 to 15:00, 17:30 to 22:00"),
		}},
		{Name: "plain", UI: &Card{Body: words(longText)}},
		{Name: "flush, with a table", UI: &Card{
			ID: "s-card-flush", Title: "All shops", Flush: true, Body: storyTable,
		}},
		{Name: "with an action", UI: &Empty{
			Icon: IconDates, Title: "No special dates",
			Text:   "The weekly hours apply on every day. Add holidays and closures here.",
			Action: row(button("Add dates", KindGo)),
		}},
		{Name: "words only", Narrow: true, UI: &Empty{Title: "Nothing found"}},
	}
}

func storyTable() []app.UI {
	cells := func(name, today string, tone Tone, status string) app.UI {
		return app.Tr().Body(
			app.Td().Body(app.B().Text(name)),
			app.Td().Body(&Pill{Tone: tone, Text: status}),
			app.Td().Class("whole").Body(Num(today)),
		)
	}
	return []app.UI{app.Table().Body(
		app.THead().Body(app.Tr().Body(app.Th().Text("Shop"), app.Th().Text("Status"), app.Th().Text("Today"))),
		app.TBody().Body(
			cells("Central", "11:00–22:00", ToneOK, "Open"),
			cells("Sha Tin", "11:00–22:00", ToneWarn, "Paused"),
			cells("Tsuen Wan", "—", ToneBad, "Sign-in expired"),
		),
	)}
}

func waitingStories() []Story {
	return []Story{
		{Name: "lines", UI: &Skeleton{Label: "Loading", Lines: 3}},
		{Name: "rows", UI: &Skeleton{Label: "Loading", Rows: 3}},
		{Name: "with words", UI: &Spinner{Label: "Reading from the platform…"}},
		{Name: "under way", UI: &Progress{
			ID: "s-progress", Label: "Winter hours", Value: 188, Max: 198, Text: "188 of 198",
		}},
		{Name: "not begun", UI: &Progress{ID: "s-progress-0", Label: "Winter hours", Max: 198, Text: "0 of 198"}},
	}
}
