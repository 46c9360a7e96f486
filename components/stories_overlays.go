package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func overlayStories() []Story {
	items := []MenuItem{
		{ID: "copy", Label: "Copy to other days…", Icon: IconCopy},
		{ID: "all-day", Label: "Open all day", Icon: IconHours},
		{ID: "paste", Label: "Paste", Icon: IconLink, Disabled: true},
		{ID: "clear", Label: "Remove all shifts", Icon: IconTrash, Tone: ToneBad},
	}
	return []Story{
		{
			Component: "Dialog", Name: "opened by a button",
			UI: &dialogDemo{ID: "s-dialog", Text: "Times of 4 days change."},
		},
		{
			Component: "Dialog", Name: "wide, long text",
			UI: &dialogDemo{ID: "s-dialog-wide", Text: longText, Wide: true},
		},
		{Name: "with words", UI: &Menu{ID: "s-menu", Label: "More", Start: true, Items: items}},
		{Name: "icon alone", UI: &Menu{
			ID: "s-menu-bare", Label: "More for Monday", Icon: IconMore, Bare: true, Start: true, Items: items,
		}},
		{Name: "open", UI: &Menu{ID: "s-menu-open", Label: "More", Start: true, Items: items, open: true}},
	}
}

// dialogDemo is a page in small: a dialog needs an owner.
type dialogDemo struct {
	app.Compo

	ID   string
	Text string
	Wide bool

	open bool
}

// Render draws the button and the dialog it opens.
func (d *dialogDemo) Render() app.UI {
	return app.Div().Body(
		&Button{ID: d.ID + "-open", Label: "Review…", OnClick: d.set(true)},
		&Dialog{
			ID: d.ID, Title: "Review the changes", Wide: d.Wide, Open: d.open, CloseLabel: "Close",
			Body: func() []app.UI {
				return []app.UI{app.P().Text(d.Text), &TextField{ID: d.ID + "-reason", Label: "Reason"}}
			},
			Actions: func() []app.UI {
				return []app.UI{
					&Button{Label: "Keep editing", OnClick: d.set(false)},
					&Button{Label: "Save hours", Kind: KindGo, OnClick: d.set(false)},
				}
			},
			OnClose: d.set(false),
		},
	)
}

func (d *dialogDemo) set(open bool) func(app.Context) {
	return func(app.Context) { d.open = open }
}

func dayStories() []Story {
	const hour = 3600
	split := []Segment{{From: 11 * hour, To: 15 * hour}, {From: 17*hour + 1800, To: 22 * hour}}
	late := []Segment{{From: 0, To: 2 * hour, Spill: true}, {From: 18 * hour, To: 26 * hour}}
	now := 13 * hour
	return []Story{
		{Name: "split shift, with hours and now", UI: &DayBar{
			ID: "s-bar-split", Segments: split, Ticks: true, Now: &now,
		}},
		{Name: "over midnight", UI: &DayBar{ID: "s-bar-late", Segments: late, Ticks: true}},
		{Name: "closed", UI: &DayBar{ID: "s-bar-closed"}},
		{Name: "with a problem, narrow", Narrow: true, UI: &DayBar{
			ID: "s-bar-bad", Ticks: true,
			Segments: []Segment{
				{From: 11 * hour, To: 18 * hour}, {From: 17 * hour, To: 18 * hour, Bad: true}, {From: 18 * hour, To: 23 * hour},
			},
		}},
		{Name: "right to left", RTL: true, UI: &DayBar{ID: "s-bar-rtl", Segments: late, Ticks: true}},
	}
}
