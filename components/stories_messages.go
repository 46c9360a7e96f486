package components

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

func messageStories() []Story {
	return []Story{
		{Component: "Pill", Name: "every tone", UI: app.Div().Class("row").Body(
			&Pill{Tone: ToneOK, Text: "Taking orders until", Num: "22:00"},
			&Pill{Tone: ToneWarn, Text: "Paused until", Num: "14:30"},
			&Pill{Tone: ToneBad, Text: "Sign-in expired"},
			&Pill{Tone: ToneInfo, Text: "next day"},
			&Pill{Text: "unknown"},
		)},
		{Name: "right to left", RTL: true, UI: &Pill{Tone: ToneOK, Text: "مفتوح حتى", Num: "22:00"}},
		{Name: "bad, with actions", UI: &Note{
			Tone: ToneBad, Title: "The platform doesn't answer.", Text: "Your changes are kept here. Nothing was saved.",
			Quiet: true, Actions: row(button("Try again", KindPlain)),
		}},
		{Name: "warn", UI: &Note{
			Tone: ToneWarn, Title: "Special date today.", Text: "These weekly hours don't apply until tomorrow.", Quiet: true,
		}},
		{Name: "info, dismissible", UI: &Note{
			Tone: ToneInfo, Title: "After midnight on 25 Dec.",
			Text:         "With the closure, Thursday's late shift ends at midnight.",
			DismissLabel: "Dismiss", OnDismiss: func(app.Context) {},
		}},
		{Name: "ok", UI: &Note{
			Tone: ToneOK, Title: "Saved.", Text: "The new hours apply from now on.", Quiet: true,
		}},
		{Name: "neutral, long text", Narrow: true, UI: &Note{Text: longText, Quiet: true}},
		{Name: "right to left", RTL: true, UI: &Note{Tone: ToneWarn, Text: arabicText, Quiet: true}},
		{Name: "three messages", UI: storyStrip(3)},
		{Name: "one, narrow", Narrow: true, UI: storyStrip(1)},
		{Name: "empty", UI: storyStrip(0)},
		{Component: "ErrorSummary", Name: "two problems", UI: app.Div().Class("stack").Body(
			&ErrorSummary{ID: "s-summary", Title: "There is a problem", Items: []ErrorItem{
				{Target: "s-summary-opens", Text: "Friday: 17:00 to 23:00 starts before 11:00 to 18:00 has ended"},
				{Target: "s-summary-closes", Text: "Sunday: enter a closing time, such as 22:00"},
			}},
			app.Div().Class("row").Body(
				&TimeField{ID: "s-summary-opens", Label: "Friday opens", Text: "17:00", Invalid: true},
				&TimeField{ID: "s-summary-closes", Label: "Sunday closes", Invalid: true},
			),
		)},
		{Name: "with changes", UI: &SaveBar{
			Label: "Unsaved changes", Count: "3 changes", Text: "not saved yet",
			Actions: row(button("Undo", KindBare), button("Review", KindPlain), button("Save hours", KindGo)),
		}},
		{Name: "narrow", Narrow: true, UI: &SaveBar{
			Label: "Unsaved changes of Friday", Count: "12 changes", Text: "not saved yet",
			Actions: row(button("Review", KindPlain), button("Save hours", KindGo)),
		}},
		{Name: "with the bar of a form", UI: &Stuck{To: EdgeEnd, Draw: func() app.UI {
			return &SaveBar{Label: "Changes of Monday", Count: "1 change", Actions: row(button("Save hours", KindGo))}
		}}},
		{Name: "two messages", UI: &Toasts{Label: "Messages", DismissLabel: "Dismiss", Items: []Toast{
			{ID: "copied", Tone: ToneOK, Text: "Monday copied to 4 days", Action: "Undo"},
			{ID: "long", Text: longText},
		}}},
		{Name: "none", UI: &Toasts{Label: "No messages"}},
	}
}

// storyStrip has the first n of three messages.
func storyStrip(n int) app.UI {
	notes := []Note{
		{Tone: ToneBad, Title: "No connection since 12:04.", Text: longText, Quiet: true},
		{
			Tone: ToneWarn, Title: "2 new orders wait.", Text: "Somebody has to accept them.", Quiet: true,
			Actions: row(button("Open the board", KindGo), button("Mute", KindBare)),
		},
		{Tone: ToneInfo, Title: "A new version is ready.", Quiet: true, Actions: row(button("Reload", KindPlain))},
	}
	places := make([]StripNote, len(notes))
	for i := range notes {
		places[i] = StripNote{Shown: i < n, Note: func() app.UI { return &notes[i] }}
	}
	return &Strip{ID: "story-messages-" + strconv.Itoa(n), Notes: places, More: "Show all messages", Less: "Show one line"}
}
