package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func buttonStories() []Story {
	return []Story{
		{Component: "Button", Name: "plain", Render: func() app.UI { return &Button{Label: "Review"} }},
		{
			Component: "Button", Name: "go",
			Render: func() app.UI { return &Button{Label: "Save hours", Kind: KindGo, Submit: true} },
		},
		{
			Component: "Button", Name: "stop",
			Render: func() app.UI { return &Button{Label: "Clear all special dates…", Kind: KindStop} },
		},
		{
			Component: "Button", Name: "bare, with an icon",
			Render: func() app.UI { return &Button{Label: "Add shift", Kind: KindBare, Icon: IconPlus} },
		},
		{
			Component: "Button", Name: "resting",
			Render: func() app.UI { return &Button{Label: "Accept", Kind: KindGo, Rests: true} },
		},
		{
			Component: "Button", Name: "busy",
			Render: func() app.UI { return &Button{Label: "Save hours", Kind: KindGo, Busy: true} },
		},
		{
			Component: "Button", Name: "disabled",
			Render: func() app.UI { return &Button{Label: "Save hours", Kind: KindGo, Disabled: true} },
		},
		{
			Component: "Button", Name: "wide, long text", Narrow: true,
			Render: func() app.UI { return &Button{Label: longText, Icon: IconCopy, Wide: true} },
		},
		{
			Component: "Button", Name: "right to left", RTL: true,
			Render: func() app.UI { return &Button{Label: "تراجع", Icon: IconUndo} },
		},
		{
			Component: "IconButton", Name: "plain",
			Render: func() app.UI { return &IconButton{Icon: IconCopy, Label: "Copy to other days"} },
		},
		{
			Component: "IconButton", Name: "bare",
			Render: func() app.UI { return &IconButton{Icon: IconTrash, Label: "Remove shift", Kind: KindBare} },
		},
		{
			Component: "IconButton", Name: "busy",
			Render: func() app.UI { return &IconButton{Icon: IconReload, Label: "Reload", Busy: true} },
		},
		{
			Component: "IconButton", Name: "disabled",
			Render: func() app.UI { return &IconButton{Icon: IconUndo, Label: "Undo", Disabled: true} },
		},
	}
}

func linkStories() []Story {
	return []Story{
		{Component: "Link", Name: "in text", Render: func() app.UI { return &Link{Href: "#friday", Label: "Go to Friday"} }},
		{Component: "Link", Name: "as a button", Render: func() app.UI {
			return &Link{Href: "#hours", Label: "Weekly hours", Kind: LinkButton, Icon: IconHours}
		}},
		{Component: "Link", Name: "in the rail", Render: func() app.UI {
			return &Link{Href: "#orders", Label: "Orders", Kind: LinkRail, Icon: IconOrders, Count: "2", CountFor: "new"}
		}},
		{Component: "Link", Name: "in the rail, current", Render: func() app.UI {
			return &Link{Href: "#hours", Label: "Hours", Kind: LinkRail, Icon: IconHours, Current: true}
		}},
		{Component: "Link", Name: "elsewhere", Render: func() app.UI {
			return &Link{Href: "https://example.org/", Label: "Status of the platform", Icon: IconLink, External: true}
		}},
	}
}

func iconStories() []Story {
	all := func() app.UI {
		names := IconNames()
		return app.Div().Class("row").Body(app.Range(names).Slice(func(i int) app.UI {
			return &Icon{Name: names[i], Label: string(names[i])}
		}))
	}
	return []Story{
		{Component: "Icon", Name: "the set", Render: all},
		{Component: "Icon", Name: "the set, right to left", RTL: true, Render: all},
	}
}

func surfaceStories() []Story {
	return []Story{
		{Component: "Card", Name: "with a title", Render: func() app.UI {
			return &Card{
				ID: "s-card", Title: "Today", Head: row(button("Edit", KindBare)),
				Body: words("11:00 to 15:00, 17:30 to 22:00"),
			}
		}},
		{Component: "Card", Name: "plain", Render: func() app.UI { return &Card{Body: words(longText)} }},
		{Component: "Card", Name: "flush, with a table", Render: func() app.UI {
			return &Card{ID: "s-card-flush", Title: "All shops", Flush: true, Body: storyTable}
		}},
		{Component: "Empty", Name: "with an action", Render: func() app.UI {
			return &Empty{
				Icon: IconDates, Title: "No special dates",
				Text:   "The weekly hours apply on every day. Add holidays and closures here.",
				Action: row(button("Add dates", KindGo)),
			}
		}},
		{
			Component: "Empty", Name: "words only", Narrow: true,
			Render: func() app.UI { return &Empty{Title: "Nothing found"} },
		},
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
		{Component: "Skeleton", Name: "lines", Render: func() app.UI { return &Skeleton{Label: "Loading", Lines: 3} }},
		{Component: "Skeleton", Name: "rows", Render: func() app.UI { return &Skeleton{Label: "Loading", Rows: 3} }},
		{
			Component: "Spinner", Name: "with words",
			Render: func() app.UI { return &Spinner{Label: "Reading from the platform…"} },
		},
		{Component: "Progress", Name: "under way", Render: func() app.UI {
			return &Progress{ID: "s-progress", Label: "Winter hours", Value: 188, Max: 198, Text: "188 of 198"}
		}},
		{Component: "Progress", Name: "not begun", Render: func() app.UI {
			return &Progress{ID: "s-progress-0", Label: "Winter hours", Max: 198, Text: "0 of 198"}
		}},
	}
}
